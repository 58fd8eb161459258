//! Parts of plain files. A thread splits its part into games by itself.

use std::{
    fs::File,
    io::{self, Read, Seek},
    mem,
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use lawbook::adapter;

use super::{
    ArchiveOffset, ArchiveRange, FrameTable,
    archive::{self, Checked, PlainText},
    batch::{NumberedBatch, SplitResult, SplitStep, internal_error},
    format::{Format, HEAD},
    frames::FrameRange,
    games::{GameReader, changed},
    open_game::is_event,
    window::TextBuffers,
};

/// The maximum length of a part, in bytes. It is long compared with the text that two parts both read.
const LONGEST: u64 = 1 << 22;

/// The minimum length of a part, in bytes.
const SHORTEST: u64 = 1 << 16;

/// The number of parts per thread, if the rest of a file were divided evenly. This is computed anew for each part, so
/// parts become shorter towards the end of the file, so that all threads finish at about the same time.
const PARTS_PER_THREAD: u64 = 2;

/// A plain text file with tags `Event`, which show where the games of a part begin.
pub(super) struct PlainFile {
    file: Arc<File>,
    /// The length of the file when it was opened, in bytes.
    length: u64,
    /// Whether the next part is the first one. It begins with a game.
    is_begin: bool,
    /// The range that is not yet in a part.
    left: Range<u64>,
    /// The number of bytes read so far, for the progress of the run.
    read: Arc<AtomicU64>,
}

impl PlainFile {
    /// Prepares a file to be split from the byte `from` on, where a game begins. Returns the file if it cannot be
    /// split: it is too short for two parts, is not plain text, or has no tag `Event` near its beginning.
    pub(super) fn new(mut file: File, from: u64, read: &Arc<AtomicU64>) -> Result<PlainFile, File> {
        let mut begin = Vec::new();
        let length = match file.metadata() {
            Ok(about) if about.is_file() && about.len() > SHORTEST => about.len(),
            Ok(_) | Err(_) => return Err(file),
        };
        let has_parts = (&file).take(HEAD as u64).read_to_end(&mut begin).is_ok()
            && file.rewind().is_ok()
            && Format::of(&begin) == Format::Text
            && begin.split(|&byte| byte == b'\n').any(is_event);
        if !has_parts {
            return Err(file);
        }
        let left = from..length.max(from);
        let (file, read) = (Arc::new(file), Arc::clone(read));
        Ok(PlainFile { file, length, is_begin: true, left, read })
    }

    /// Returns the next part, for one of `threads` threads.
    pub(super) fn next_part(
        &mut self,
        archive: usize,
        threads: usize,
        buffers: &TextBuffers,
    ) -> ArchivePart {
        let Range { start, end } = self.left;
        let length = if threads > 1 {
            ((end - start) / (PARTS_PER_THREAD * threads as u64)).clamp(SHORTEST, LONGEST)
        } else {
            u64::MAX
        };
        // The last part has no upper limit, so it includes bytes that are added to the file meanwhile.
        let end = if length < end - start { start + length } else { u64::MAX };
        self.left.start = end;
        let source = |at| OffsetReader {
            file: Arc::clone(&self.file),
            length: self.length,
            at,
            counted: start..end,
            read: Arc::clone(&self.read),
        };
        ArchivePart::new(archive, start..end, mem::take(&mut self.is_begin), buffers, source)
    }
}

/// The games of a part of an archive: from the first one that begins after the first tag `Event` in it, up to the
/// first one that begins after the first tag `Event` at or after its end.
pub(super) struct ArchivePart<R = OffsetReader> {
    archive: usize,
    /// The reader of games; `None` at the end.
    games: Option<GameReader<R>>,
    /// The offset of the first game, once it is known.
    begin: Option<u64>,
    /// The number of the next game, from 1.
    number: u64,
    is_last: bool,
    /// How far the text is verified, and all frames, if the part is a range of frames.
    frames: Option<(Checked, FrameTable)>,
    buffers: TextBuffers,
}

impl<R: Read> ArchivePart<R> {
    /// Returns the part with the given range, before its first game. `begins_game` says that it begins with a game,
    /// and `source` opens the archive at an offset.
    fn new(
        archive: usize,
        bytes: Range<u64>,
        begins_game: bool,
        buffers: &TextBuffers,
        source: impl FnOnce(u64) -> R,
    ) -> ArchivePart<R> {
        let begin = begins_game.then_some(bytes.start);
        // The byte before the part shows whether the part begins at the start of a line.
        let from = begin.unwrap_or_else(|| bytes.start - 1);
        ArchivePart {
            archive,
            games: Some(GameReader::of_part(buffers.take(), source(from), from..bytes.end)),
            begin,
            number: 1,
            is_last: bytes.end == u64::MAX,
            frames: None,
            buffers: buffers.clone(),
        }
    }

    /// Whether this is the last part of the archive.
    pub(super) const fn is_last(&self) -> bool {
        self.is_last
    }
}

impl ArchivePart<PlainText> {
    /// Returns the games that belong to a range of frames. Its end is that of the archive for the part.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub(super) fn of_frames(
        archive: usize,
        range: &FrameRange,
        threads: usize,
        buffers: &TextBuffers,
        read: &Arc<AtomicU64>,
    ) -> io::Result<ArchivePart<PlainText>> {
        let text = range.open(read, threads)?;
        let frames = Some((text.checked(), range.table));
        let part = ArchivePart::new(archive, range.bytes(), range.is_first(), buffers, |_| text);
        let games = part.games.filter(|_| !range.is_empty());
        Ok(ArchivePart { games, frames, is_last: true, ..part })
    }

    /// Skips to `mark`, where an earlier run stopped after `games` games, the first of which begins at `begin`.
    ///
    /// # Errors
    ///
    /// The text cannot be read up to `mark`, or differs from the text that was read before.
    pub(super) fn go_to(&mut self, begin: u64, mark: ArchiveOffset, games: u64) -> io::Result<()> {
        let reader = self.games.as_mut().ok_or_else(changed)?;
        reader.begin_at(begin)?;
        reader.go_to(mark)?;
        (self.begin, self.number) = (Some(begin), games + 1);
        Ok(())
    }
}

impl<R: Read> Iterator for ArchivePart<R> {
    type Item = SplitStep;

    fn next(&mut self) -> Option<SplitStep> {
        let archive = self.archive;
        // After a panic `games` is `None`, so this is the last step.
        adapter::catch(|| self.next_step()).unwrap_or_else(|message| {
            let error = Some(internal_error(&message));
            let what = SplitResult::End { error, is_checked: false, range: self.range() };
            Some(SplitStep { archive, checked: self.checked(), what })
        })
    }
}

impl<R: Read> ArchivePart<R> {
    /// The number of bytes of the archive that are verified.
    fn checked(&self) -> u64 {
        self.frames.as_ref().map_or(u64::MAX, |(checked, _)| checked.bytes())
    }

    /// The range of frames, as far as it is known here.
    fn range(&self) -> Option<ArchiveRange> {
        let begin = self.begin.unwrap_or_default();
        self.frames.as_ref().map(|&(_, frames)| ArchiveRange { frames, begin, lines: 0 })
    }

    /// The end of a part that has no frames.
    pub(super) fn end_of_empty(&self) -> SplitStep {
        let what = SplitResult::End { error: None, is_checked: true, range: self.range() };
        SplitStep { archive: self.archive, checked: self.checked(), what }
    }

    fn next_step(&mut self) -> Option<SplitStep> {
        let mut games = self.games.take()?;
        let batch = if self.begin.is_some() || games.enter() { games.next_batch() } else { None };
        let what = if let Some(batch) = batch {
            self.games = Some(games);
            let begin = *self.begin.get_or_insert(batch.games[0].offset);
            let number = self.number;
            self.number += batch.games.len() as u64;
            let before = if self.frames.is_some() { None } else { Some(0) };
            SplitResult::Games(NumberedBatch { batch, begin, number, before })
        } else {
            self.buffers.put(games.take_buffers());
            let error = games.into_error();
            if error.is_none() && !self.is_last {
                return None;
            }
            let is_checked = self.frames.as_ref().is_some_and(|(checked, _)| checked.is_whole());
            SplitResult::End { error, is_checked, range: self.range() }
        };
        Some(SplitStep { archive: self.archive, checked: self.checked(), what })
    }
}

/// A reader of a file from an offset on.
pub(super) struct OffsetReader {
    file: Arc<File>,
    /// The length of the file when it was opened, in bytes.
    length: u64,
    at: u64,
    /// The range that counts towards `read`. Two parts can read the same byte, but it is counted once.
    counted: Range<u64>,
    read: Arc<AtomicU64>,
}

impl Read for OffsetReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = read_at(&self.file, into, self.at)?;
        if count == 0 && !into.is_empty() && self.at < self.length {
            return Err(archive::cut_short(self.length));
        }
        let begin = self.at.max(self.counted.start);
        self.at += count as u64;
        let counted = self.at.min(self.counted.end).saturating_sub(begin);
        self.read.fetch_add(counted, Ordering::Relaxed);
        Ok(count)
    }
}

#[cfg(unix)]
fn read_at(file: &File, into: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, into, at)
}

#[cfg(not(unix))]
fn read_at(file: &File, into: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, into, at)
}

/// Fills `into` from the offset `at` on.
pub(super) fn read_exact_at(file: &File, mut into: &mut [u8], mut at: u64) -> io::Result<()> {
    while !into.is_empty() {
        match read_at(file, into, at) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                into = &mut into[count..];
                at += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, io::Write, rc::Rc};

    use lawbook::properties::SplitMix64;

    use super::*;
    use crate::{
        Kind, MAX_GAME,
        archive::CHUNK,
        games::{BETWEEN_MILESTONES, MAX_KEPT, MIN_REST},
        tests::dirt,
        window::{BUFFER_SIZE, FURTHER},
    };

    /// A text that is read to its end, or that fails there with an error.
    #[derive(Clone)]
    struct Source<'a> {
        text: &'a [u8],
        is_broken: bool,
        read: Rc<Cell<usize>>,
    }

    impl<'a> Source<'a> {
        fn new(text: &'a [u8]) -> Source<'a> {
            Source { text, is_broken: false, read: Rc::default() }
        }

        fn from(&self, at: u64) -> Source<'a> {
            Source { text: &self.text[(at as usize).min(self.text.len())..], ..self.clone() }
        }
    }

    impl Read for Source<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let count = self.text.read(into)?;
            self.read.set(self.read.get() + count);
            if count == 0 && self.is_broken { Err(io::Error::other("broken")) } else { Ok(count) }
        }
    }

    /// The offset of a game, the number of lines before it, its damage, and its text.
    type FoundGame = (u64, u64, Option<Kind>, Vec<u8>);

    /// Returns the games of an archive, the position after them, and the error, when its parts begin at the offsets
    /// `begins`.
    fn games(
        source: &Source<'_>,
        begins: &[usize],
    ) -> (Vec<FoundGame>, ArchiveOffset, Option<String>) {
        let buffers = TextBuffers::default();
        let (mut games, mut begin, mut next) =
            (Vec::new(), ArchiveOffset::default(), ArchiveOffset::default());
        let ends = begins.iter().skip(1).map(|&end| end as u64).chain([u64::MAX]);
        for (&from, end) in begins.iter().zip(ends) {
            let bytes = from as u64..end;
            for step in ArchivePart::new(0, bytes, from == 0, &buffers, |at| source.from(at)) {
                let numbered = match step.what {
                    SplitResult::Games(numbered) => numbered,
                    SplitResult::End { error, .. } => {
                        assert!(end == u64::MAX || error.is_some());
                        return (games, next, error.map(|error| error.to_string()));
                    }
                };
                if begin.offset != numbered.begin {
                    begin = next;
                }
                assert_eq!(numbered.begin, begin.offset, "{begins:?}");
                for cut in &numbered.batch.games {
                    let text = numbered.batch.text(cut).bytes.to_vec();
                    games.push((cut.offset, begin.lines + cut.lines, cut.damage, text));
                }
                next = begin.then(numbered.batch.next);
            }
        }
        panic!("the archive has no end: {begins:?}");
    }

    #[test]
    fn parts_have_the_games_of_the_whole_wherever_they_begin() {
        let comment = ["\n[Event \"x\"]\n\n1. e4 { ", &"of some length\n".repeat(4000), "} *\n"];
        let lines = [
            "\n[Event \"x\"]\n",
            "\n[White \"x\"]\n[Event \"x\"]\n",
            "\n[EventDate \"x\"]\n[Event \"x\"] 1. e4 {\n",
            "\n{ [Event \"x\"]\n",
            " 1-0\n1. e4 ",
            &comment.concat(),
        ];
        let mut rng = SplitMix64::new(3);
        let mut count = 0;
        for _ in 0..400 {
            let mut text = dirt(&mut rng);
            for _ in 0..rng.below(8) {
                let line = lines[rng.below(lines.len())];
                let at = rng.below(text.len());
                text.splice(at..at, line.bytes());
            }
            let is_broken = rng.below(4) == 0;
            let source = Source { is_broken, ..Source::new(&text) };
            let whole = games(&source, &[0]);
            assert_eq!(whole.2.is_some(), is_broken);
            for _ in 0..10 {
                let mut begins: Vec<usize> =
                    (0..rng.below(8)).map(|_| 1 + rng.below(text.len() + 10)).collect();
                begins.push(0);
                begins.sort_unstable();
                begins.dedup();
                let parts = games(&source, &begins);
                assert_eq!(parts.1, whole.1, "{begins:?}: {}", String::from_utf8_lossy(&text));
                assert!(parts == whole, "{begins:?}: {}", String::from_utf8_lossy(&text));
            }
            count += whole.0.len();
        }
        assert!(count > 2000, "{count}");
    }

    /// Returns a game of exactly `length` bytes, most of them a comment: in lines of at most 80 bytes, or in one
    /// line.
    fn game_of_length(length: usize, in_lines: bool) -> Vec<u8> {
        let (begin, end) = (&b"[Event \"x\"]\n\n1. e4 {"[..], &b"} *\n\n"[..]);
        let comment = (1..=length - begin.len() - end.len())
            .map(|at| if in_lines && at % 80 == 0 { b'\n' } else { b'x' });
        begin.iter().copied().chain(comment).chain(end.iter().copied()).collect()
    }

    #[test]
    fn parts_split_games_near_the_limits_alike() {
        let sizes = [
            HEAD,
            MIN_REST,
            FURTHER,
            MAX_KEPT,
            SHORTEST as usize,
            BETWEEN_MILESTONES as usize,
            CHUNK,
            300 << 10,
            BUFFER_SIZE,
        ];
        let lengths = sizes.iter().flat_map(|&size| [size - 1, size, size + 1, 2 * size]);
        for (number, length) in lengths.enumerate() {
            let before = sizes[number % sizes.len()];
            let games: Vec<Vec<u8>> = [before, length, 100, length, length, 100, before, 100]
                .iter()
                .enumerate()
                .map(|(place, &length)| game_of_length(length, (place + number).is_multiple_of(2)))
                .collect();
            let text = games.concat();
            let source = Source::new(&text);
            let whole = self::games(&source, &[0]);
            let found: Vec<&[u8]> = whole.0.iter().map(|game| &game.3[..]).collect();
            assert_eq!(found, games, "{length} after {before}");
            for part in [SHORTEST as usize, length, length + before] {
                let begins: Vec<usize> = (0..text.len()).step_by(part).collect();
                assert!(self::games(&source, &begins) == whole, "{length} after {before}: {part}");
            }
            for game in &whole.0 {
                for begin in [game.0 as usize, game.0 as usize + 1] {
                    let begins = if begin > 0 { &[0, begin][..] } else { &[0] };
                    let parts = self::games(&source, begins);
                    assert!(parts == whole, "{length} after {before}: {begin}");
                }
            }
        }
    }

    /// Returns the games of a file that is cut short after it was opened, and the error.
    fn games_cut_short(text: &[u8], length: u64, threads: usize) -> (Vec<FoundGame>, String) {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text).unwrap();
        file.rewind().unwrap();
        let writer = file.try_clone().unwrap();
        let Ok(mut plain) = PlainFile::new(file, 0, &Arc::default()) else {
            panic!("the file is read in parts");
        };
        writer.set_len(length).unwrap();
        let buffers = TextBuffers::default();
        let mut games = Vec::new();
        loop {
            for step in plain.next_part(0, threads, &buffers) {
                match step.what {
                    SplitResult::Games(numbered) => {
                        for cut in &numbered.batch.games {
                            let text = numbered.batch.text(cut).bytes.to_vec();
                            games.push((cut.offset, 0, cut.damage, text));
                        }
                    }
                    SplitResult::End { error, .. } => return (games, error.unwrap().to_string()),
                }
            }
        }
    }

    /// A source that panics at the end of its text, as a decompressor may do.
    struct Panics<'a>(&'a [u8]);

    impl Read for Panics<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let count = self.0.read(into)?;
            assert!(count > 0, "injected");
            Ok(count)
        }
    }

    #[test]
    fn a_panic_while_a_part_is_cut_is_an_error_of_its_archive() {
        let text = game_of_length(1000, true).repeat(2000);
        let source = |_| Panics(&text);
        let steps = ArchivePart::new(7, 0..u64::MAX, true, &TextBuffers::default(), source);
        let mut steps: Vec<SplitStep> = steps.collect();
        let Some(SplitStep {
            archive: 7, what: SplitResult::End { error: Some(error), .. }, ..
        }) = steps.pop()
        else {
            panic!("the archive has no error");
        };
        assert!(error.to_string().contains("injected"), "{error}");
        let games = steps.iter().map(|step| match &step.what {
            SplitResult::Games(numbered) => numbered.batch.games.len(),
            SplitResult::End { .. } => panic!("the archive ends twice"),
        });
        assert!(games.sum::<usize>() > 1000);
    }

    #[test]
    fn a_truncated_file_is_reported_alike_on_any_threads() {
        let text = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n".repeat(20_000);
        for length in [0, 1, 38 * 5000, 38 * 5000 + 20, text.len() as u64 - 1] {
            let one = games_cut_short(text.as_bytes(), length, 1);
            assert!(one.1.contains("the file became shorter while it was read"), "{}", one.1);
            assert_eq!(one.0.len() as u64, length.div_ceil(38));
            assert!(one.0.last().is_none_or(|game| game.2.is_some()), "the last is cut off");
            for threads in [2, 4, 16] {
                assert!(games_cut_short(text.as_bytes(), length, threads) == one, "{length}");
            }
        }
    }

    #[test]
    fn what_is_too_long_is_passed_over_by_each_part() {
        let comment = "x".repeat(MAX_GAME + 100);
        let text = format!(
            "[Event \"a\"]\n1. e4 {{{comment}}} 1-0\n[Event \"b\"]\n1. d4 *\n[Event \"c\"]\n*\n"
        );
        let source = Source::new(text.as_bytes());
        let whole = games(&source, &[0]);
        assert_eq!(whole.0.len(), 3);
        for begin in [1, 12, 13, MAX_GAME / 2, MAX_GAME + 140, text.len() - 15] {
            assert!(games(&source, &[0, begin]) == whole, "{begin}");
        }
        // A part that begins inside the comment does not read to its end to find that no game begins there.
        let part = 1 << 20;
        let begins: Vec<usize> = (0..16).map(|number| number * part).collect();
        let once = source.read.replace(0);
        assert!(games(&source, &begins) == whole);
        let read = source.read.get();
        assert!(read < 3 * text.len(), "{once} and {read} bytes were read");
    }
}
