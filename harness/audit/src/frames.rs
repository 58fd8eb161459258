//! Parts of packed archives that consist of frames. The headers of the frames tell where each begins, and where its
//! text does, so that a part reads only its own frames.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
    ops::Range,
    sync::{Arc, atomic::AtomicU64},
};

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};

use super::{
    Digest, Shard,
    archive::{self, ArchiveName, ArchiveSource, CHUNK, Checked, CountedReader, PlainText},
    format::{Format, HEAD},
    members::{BGZIP_HEADER, Cutter, MAX_TEXT, ParallelMembers, bgzip_length},
    open_game::is_event,
    part::read_exact_at,
    xz_index::{XzBlock, xz_blocks},
    zstd_frame::{ZSTD_HEADER, ZstdBlock, ZstdHeader},
};

/// The frames of an archive, the same for all of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameTable {
    /// The length of the packed archive, in bytes.
    pub bytes: u64,
    /// The digest of the headers and checksums of all frames.
    pub digest: Digest,
}

/// The part of an archive that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveRange {
    /// All frames of the archive.
    pub frames: FrameTable,
    /// The offset of the first game of the part in the plain text.
    pub begin: u64,
    /// The number of lines of its games.
    pub lines: u64,
}

/// The frames of a part.
pub(super) struct FrameRange {
    file: File,
    format: Format,
    pub(super) table: FrameTable,
    /// The offset of the first frame of the part.
    packed: u64,
    /// The text of the frames. That of the last part has no end.
    text: Range<u64>,
}

impl FrameRange {
    /// Returns the frames of the part `shard` of an archive. An archive has parts if it is a file of two or more frames
    /// that tell how long their text is, with a tag `Event` near its beginning.
    ///
    /// # Errors
    ///
    /// The archive cannot be read.
    pub(super) fn of(name: &ArchiveName, shard: Shard) -> io::Result<Option<FrameRange>> {
        let ArchiveSource::File(file) = ArchiveSource::open(name)? else { return Ok(None) };
        let about = file.metadata()?;
        let mut begin = Vec::new();
        if shard == Shard::WHOLE || !about.is_file() {
            return Ok(None);
        }
        (&file).take(HEAD as u64).read_to_end(&mut begin)?;
        let format = Format::of(&begin);
        let walk = FrameWalk { file: &file, length: about.len() };
        let mut part = PartOfFrames::new(shard, about.len());
        let Some(table) = walk.frames(format, &mut part) else { return Ok(None) };
        if part.count < 2 || !begins_with_event(name) {
            return Ok(None);
        }
        let (packed, text) = part.range();
        Ok(Some(FrameRange { file, format, table, packed, text }))
    }

    /// Whether the part is the first one, and so begins with a game.
    pub(super) const fn is_first(&self) -> bool {
        self.text.start == 0
    }

    /// Whether no frame begins in the part.
    pub(super) const fn is_empty(&self) -> bool {
        self.text.start >= self.text.end
    }

    /// The bytes of the plain text in which the tags `Event` of the games of the part begin. The byte before it is the
    /// first one of its frames, and shows whether a line begins after it.
    pub(super) const fn bytes(&self) -> Range<u64> {
        let start = if self.is_first() { 0 } else { self.text.start + 1 };
        start..self.text.end.saturating_add(1)
    }

    /// Opens the text from the first frame of the part on, to the end of the archive.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub(super) fn open(&self, read: &Arc<AtomicU64>, threads: usize) -> io::Result<PlainText> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(self.packed))?;
        let cutter = match self.format {
            Format::Xz => {
                let walk = FrameWalk { file: &file, length: self.table.bytes };
                let mut blocks = walk.blocks().unwrap_or_default();
                blocks.retain(|block| block.packed.start >= self.packed);
                Some(Cutter::Xz(blocks, self.packed))
            }
            Format::Gzip => Some(Cutter::Bgzip),
            Format::Zstd => Some(Cutter::Zstd),
            Format::Bzip2 | Format::Text | Format::CarriageReturns | Format::Unreadable(_) => None,
        };
        let cutter = cutter.ok_or(io::ErrorKind::Unsupported)?;
        let counted = CountedReader::from(file, self.packed, self.table.bytes, read);
        let source = BufReader::with_capacity(CHUNK, counted);
        let checked = Checked::new(self.text.start, false);
        let how = (self.format, cutter);
        let members = ParallelMembers::new(source, how, self.text.start, threads, checked.clone())?;
        Ok(PlainText::new(Box::new(members), checked))
    }
}

/// Whether an archive has a tag `Event` near its beginning, and line feeds.
fn begins_with_event(name: &ArchiveName) -> bool {
    let mut begin = Vec::new();
    let Ok(text) = archive::open(name, &Arc::default()) else { return false };
    let is_raw = text.is_raw();
    text.take(HEAD as u64).read_to_end(&mut begin).is_ok()
        && is_raw
        && begin.split(|&byte| byte == b'\n').any(is_event)
}

/// The frames of a part, while all frames are passed.
struct PartOfFrames {
    /// The offsets in the file at or after which the first frame of the part begins, and that of the next part.
    begin: u64,
    end: u64,
    is_last: bool,
    /// The first frame of the part, and that of the next part: the offsets of the frame and of its text.
    first: Option<(u64, u64)>,
    next: Option<(u64, u64)>,
    /// The number of frames, and the offset of the text of the next one.
    count: u64,
    text: u64,
}

impl PartOfFrames {
    fn new(shard: Shard, length: u64) -> PartOfFrames {
        let at = |part: u64| {
            let at = u128::from(length) * u128::from(part) / u128::from(shard.of());
            at as u64
        };
        PartOfFrames {
            begin: at(shard.part() - 1),
            end: at(shard.part()),
            is_last: shard.part() == shard.of(),
            first: None,
            next: None,
            count: 0,
            text: 0,
        }
    }

    /// Passes the next frame, which begins at `packed` and has `text` bytes of text.
    fn pass(&mut self, packed: u64, text: u64) {
        if packed >= self.begin {
            self.first.get_or_insert((packed, self.text));
        }
        if packed >= self.end {
            self.next.get_or_insert((packed, self.text));
        }
        self.count += 1;
        self.text += text;
    }

    /// The offset of the first frame, and the range of the text. It is empty if no frame begins in the part.
    fn range(&self) -> (u64, Range<u64>) {
        let Some((packed, start)) = self.first else { return (0, self.text..self.text) };
        let end = match self.next {
            _ if self.is_last => u64::MAX,
            Some((_, end)) => end,
            None => u64::MAX,
        };
        (packed, start..end)
    }
}

/// A walk over the headers of the frames of a file.
struct FrameWalk<'a> {
    file: &'a File,
    length: u64,
}

impl FrameWalk<'_> {
    /// Passes all frames to `part`, and returns their table; `None` if one does not tell how long its text is, or if
    /// something else is between them.
    fn frames(&self, format: Format, part: &mut PartOfFrames) -> Option<FrameTable> {
        let mut written = Hasher::new();
        match format {
            Format::Zstd => self.zstd(&mut written, part)?,
            Format::Gzip => self.bgzip(&mut written, part)?,
            Format::Xz => {
                for block in self.blocks()? {
                    let (end, size) = block.check();
                    self.read(end.saturating_sub(size), size as usize, &mut written)?;
                    part.pass(block.packed.start, block.text);
                }
            }
            Format::Bzip2 | Format::Text | Format::CarriageReturns | Format::Unreadable(_) => {
                return None;
            }
        }
        Some(FrameTable { bytes: self.length, digest: Digest::of(&written) })
    }

    fn blocks(&self) -> Option<std::collections::VecDeque<XzBlock>> {
        xz_blocks(self.length, &|into, at| read_exact_at(self.file, into, at))
            .filter(|blocks| blocks.iter().all(XzBlock::is_short))
    }

    /// Reads up to `length` bytes at `at`, and adds them to the digest.
    fn read(&self, at: u64, length: usize, written: &mut Hasher) -> Option<Vec<u8>> {
        let length = self.length.checked_sub(at)?.min(length as u64);
        let mut bytes = vec![0; length as usize];
        read_exact_at(self.file, &mut bytes, at).ok()?;
        written.update(&bytes);
        Some(bytes)
    }

    fn zstd(&self, written: &mut Hasher, part: &mut PartOfFrames) -> Option<()> {
        let mut at = 0;
        while at < self.length {
            match ZstdHeader::read(&self.read(at, ZSTD_HEADER, written)?)? {
                ZstdHeader::Skippable(length) => at += length,
                ZstdHeader::Frame { text, .. } if text > MAX_TEXT => return None,
                ZstdHeader::Frame { length, text, has_checksum } => {
                    part.pass(at, text);
                    at += length;
                    loop {
                        let header = self.read(at, 3, written)?;
                        let block = ZstdBlock::read(*header.first_chunk()?);
                        at += 3 + block.length;
                        if block.is_last {
                            break;
                        }
                    }
                    if has_checksum {
                        self.read(at, 4, written)?;
                        at += 4;
                    }
                }
            }
        }
        (at == self.length).then_some(())
    }

    fn bgzip(&self, written: &mut Hasher, part: &mut PartOfFrames) -> Option<()> {
        let mut at = 0;
        while at < self.length {
            let length = bgzip_length(&self.read(at, BGZIP_HEADER, written)?)?;
            let end = self.read((at + length).checked_sub(8)?, 8, written)?;
            let text = u32::from_le_bytes(*end.last_chunk::<4>()?);
            part.pass(at, u64::from(text));
            at += length;
        }
        (at == self.length).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use std::{io::Write, sync::atomic::Ordering};

    use lawbook::rules::RuleSet;

    use super::*;
    use crate::{
        AuditConfig, AuditFinding, GameResults, Job, ResultSink, RunProgress, generate, run,
    };

    /// A sink that stops the run after some calls.
    struct Stopping {
        left: usize,
        findings: Vec<AuditFinding>,
        progress: RunProgress,
    }

    impl ResultSink for Stopping {
        fn take(&mut self, done: &GameResults, progress: &RunProgress) -> io::Result<()> {
            self.left = self.left.checked_sub(1).ok_or_else(|| io::Error::other("stopped"))?;
            self.findings.extend_from_slice(&done.findings);
            self.progress.clone_from(progress);
            Ok(())
        }

        fn settle(&mut self) -> io::Result<()> {
            Ok(())
        }

        fn withdraw(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn job(path: &str, shard: &str, threads: usize) -> Job {
        let terms = AuditConfig { missed_claims: true, ..AuditConfig::under(RuleSet::LATEST) };
        let shard = shard.parse().unwrap();
        Job { archives: vec![path.into()], terms, shard, threads, annotated: false }
    }

    /// Runs the job from `progress` on, up to the call `left` of the sink. Returns what it found, and the number of
    /// bytes that were read.
    fn go_on(job: &Job, progress: &RunProgress, left: usize) -> (Stopping, u64) {
        let mut results = Stopping { left, findings: Vec::new(), progress: progress.clone() };
        let read = Arc::default();
        let end = run(job, progress.clone(), &read, &mut results);
        assert_eq!(end.is_ok(), results.left > 0);
        (results, read.load(Ordering::Relaxed))
    }

    /// A file of xz streams with `length` bytes of text each, and its text.
    fn archive(games: u64, length: usize) -> (tempfile::NamedTempFile, Vec<u8>, u64) {
        let text: Vec<u8> =
            (1..=games).flat_map(|game| generate(5, game, true).text.into_bytes()).collect();
        let mut file = tempfile::NamedTempFile::new().unwrap();
        for piece in text.chunks(length) {
            let options = lzma_rust2::XzOptions::with_preset(0);
            let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
            writer.write_all(piece).unwrap();
            file.write_all(&writer.finish().unwrap()).unwrap();
        }
        let packed = file.as_file().metadata().unwrap().len();
        (file, text, packed)
    }

    #[test]
    fn a_part_reads_its_own_frames_and_the_next() {
        const PARTS: u64 = 10;
        let (file, text, packed) = archive(12_000, 100_000);
        let frame = packed * 100_000 / text.len() as u64;
        let path = file.path().to_str().unwrap();
        let whole = go_on(&job(path, "1/1", 1), &RunProgress::default(), usize::MAX).0;
        let (mut findings, mut games, mut lines, mut end) = (Vec::new(), 0, 0, 0);
        for part in 1..=PARTS {
            let job = job(path, &format!("{part}/{PARTS}"), 1);
            let (results, read) = go_on(&job, &RunProgress::default(), usize::MAX);
            // What a buffer holds, and a piece, are read at once.
            let most = packed / PARTS + 2 * frame + 3 * CHUNK as u64 + (1 << 18);
            assert!(read > 0 && read < most, "{part}: {read} of {packed}, expected {most}");
            let archive = &results.progress.latest.archives[0];
            let range = archive.range.unwrap();
            assert_eq!(range.begin, end, "{part}");
            findings.extend(results.findings.into_iter().map(|mut found| {
                found.game += games;
                found.line += lines;
                found.at_line += lines;
                found
            }));
            (games, lines, end) = (games + archive.games, lines + range.lines, archive.bytes);
        }
        let archive = &whole.progress.latest.archives[0];
        assert_eq!((games, end, archive.range), (archive.games, archive.bytes, None));
        assert!(findings == whole.findings && !findings.is_empty());
    }

    #[test]
    fn a_part_goes_on_from_wherever_it_was_stopped() {
        let (file, ..) = archive(1500, 30_000);
        let path = file.path().to_str().unwrap();
        let begin = RunProgress::default();
        for (shard, threads) in [("1/3", 1), ("2/3", 2), ("3/3", 1)] {
            let job = job(path, shard, threads);
            let whole = go_on(&job, &begin, usize::MAX).0;
            let steps = usize::MAX - whole.left;
            assert!(steps > 3, "{steps}");
            for count in 0..steps {
                let begun = go_on(&job, &begin, count).0;
                let rest = go_on(&job, &begun.progress, usize::MAX).0;
                assert!([begun.findings, rest.findings].concat() == whole.findings, "{count}");
                assert_eq!(rest.progress.latest, whole.progress.latest, "{shard}, {count}");
            }
        }
        // The frames of an archive that was done are compared too.
        let job = job(path, "2/3", 1);
        let done = go_on(&job, &begin, usize::MAX).0.progress;
        assert!(run(&job, done.clone(), &Arc::default(), &mut go_on(&job, &done, 1).0).is_ok());
        let (other, ..) = archive(1499, 30_000);
        std::fs::copy(other.path(), path).unwrap();
        let mut sink = Stopping { left: 9, findings: Vec::new(), progress: done.clone() };
        let error = run(&job, done, &Arc::default(), &mut sink).unwrap_err();
        assert!(error.to_string().contains("not the one"), "{error}");
    }

    #[test]
    fn parts_cover_all_frames_once() {
        let frames = [(0, 10), (100, 0), (250, 30), (251, 5), (999, 1)];
        for of in 1..=40 {
            let mut next = 0;
            for part in 1..=of {
                let shard = format!("{part}/{of}").parse().unwrap();
                let mut frames_of = PartOfFrames::new(shard, 1000);
                frames.iter().for_each(|&(packed, text)| frames_of.pass(packed, text));
                let (_, text) = frames_of.range();
                if text.start < text.end {
                    assert_eq!(text.start, next, "{part}/{of}");
                    next = text.end;
                }
            }
            assert_eq!(next, u64::MAX, "{of}");
        }
    }
}
