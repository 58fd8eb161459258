//! Splits archives, one after the other, into batches of games.

use std::{
    io,
    sync::{Arc, atomic::AtomicU64},
};

use lawbook::adapter;

use super::{
    Job, ResumePoint, Shard,
    archive::{ArchiveSource, Checked, PlainText},
    batch::{NumberedBatch, SplitResult, SplitStep, internal_error},
    digest::ArchiveOffset,
    frames::FrameRange,
    games::GameReader,
    part::{ArchivePart, PlainFile},
    window::TextBuffers,
};

/// The cost of opening and closing an archive, in bytes of text that could be judged in that time.
const ARCHIVE: usize = 1 << 14;

/// A unit of work for a thread.
pub(super) enum ThreadWork {
    /// A single step that is already split.
    Step(SplitStep),
    /// A part of an archive that the thread itself splits into steps.
    Part(Box<ArchivePart>),
}

impl ThreadWork {
    /// Returns the steps, in order.
    pub(super) fn steps(self) -> impl Iterator<Item = SplitStep> {
        let (step, part) = match self {
            ThreadWork::Step(step) => (Some(step), None),
            ThreadWork::Part(part) => (None, Some(part)),
        };
        step.into_iter().chain(part.into_iter().flatten())
    }

    /// The amount of work, in bytes of text.
    pub(super) fn cost(&self) -> usize {
        match self {
            ThreadWork::Step(step) => match &step.what {
                SplitResult::Games(numbered) => numbered.batch.length(),
                SplitResult::End { .. } => ARCHIVE,
            },
            ThreadWork::Part(_) => usize::MAX,
        }
    }
}

/// An archive that is being split.
enum OpenArchive {
    Stream(ArchiveStream),
    File(PlainFile),
    /// The frames of a shard.
    Frames(Box<ArchivePart<PlainText>>),
}

/// The archive at which an earlier run stopped.
pub(super) enum ResumedArchive {
    Stream(Box<ArchiveStream>),
    Frames(Box<ArchivePart<PlainText>>),
}

/// An archive that is read once from its beginning.
pub(super) struct ArchiveStream {
    games: GameReader<PlainText>,
    checked: Checked,
    /// The number of games so far.
    count: u64,
}

impl ArchiveStream {
    /// Opens the archive, before its first game.
    pub(super) fn new(
        source: ArchiveSource,
        buffers: &TextBuffers,
        read: &Arc<AtomicU64>,
        threads: usize,
    ) -> io::Result<ArchiveStream> {
        let text = source.unpack(read, threads)?;
        let checked = text.checked();
        Ok(ArchiveStream { checked, games: GameReader::within(buffers.take(), text), count: 0 })
    }

    /// Skips to `mark`, where an earlier run stopped after `games` games.
    ///
    /// # Errors
    ///
    /// The text cannot be read up to `mark`, or differs from the text that was read before.
    pub(super) fn go_to(&mut self, mark: ArchiveOffset, games: u64) -> io::Result<()> {
        self.count = games;
        self.games.go_to(mark)
    }
}

/// An iterator over the work of a run: all archives, split into batches or parts.
pub(super) struct Splitter<'a> {
    job: &'a Job,
    read: &'a Arc<AtomicU64>,
    buffers: TextBuffers,
    /// The index of the next archive, and the archive if it is open.
    archive: usize,
    open: Option<OpenArchive>,
    /// The number of games of the finished archives that were read as streams.
    before: u64,
}

impl<'a> Splitter<'a> {
    /// Resumes at `from`. `open` is the archive at that point, if one was begun.
    pub(super) fn new(
        job: &'a Job,
        from: &ResumePoint,
        open: Option<ResumedArchive>,
        read: &'a Arc<AtomicU64>,
        buffers: TextBuffers,
    ) -> Splitter<'a> {
        let mut cutter = Splitter {
            job,
            read,
            buffers,
            archive: from.archives.len(),
            open: None,
            before: from.games_of_streams(),
        };
        cutter.open = open.map(|open| {
            let stream = match open {
                ResumedArchive::Frames(part) => return OpenArchive::Frames(part),
                ResumedArchive::Stream(stream) => *stream,
            };
            let source = cutter.source().ok();
            let file = source.and_then(|source| cutter.in_parts(source, from.mark.offset).ok());
            file.map_or(OpenArchive::Stream(stream), OpenArchive::File)
        });
        cutter
    }

    fn source(&self) -> io::Result<ArchiveSource> {
        ArchiveSource::open(&self.job.archives[self.archive])
    }

    /// Opens the next archive.
    fn open_next(&self) -> io::Result<OpenArchive> {
        let name = &self.job.archives[self.archive];
        if let Some(range) = FrameRange::of(name, self.job.shard)? {
            let threads = self.job.threads;
            let part =
                ArchivePart::of_frames(self.archive, &range, threads, &self.buffers, self.read);
            return part.map(|part| OpenArchive::Frames(Box::new(part)));
        }
        match self.in_parts(self.source()?, 0) {
            Ok(file) => Ok(OpenArchive::File(file)),
            Err(source) => ArchiveStream::new(source, &self.buffers, self.read, self.job.threads)
                .map(OpenArchive::Stream),
        }
    }

    /// Returns an archive as a file that is split into parts from the byte `from`, where a game begins. Returns the
    /// source if that is not possible. A shard needs the number of each game, so that it is read as a stream.
    fn in_parts(&self, source: ArchiveSource, from: u64) -> Result<PlainFile, ArchiveSource> {
        match source {
            ArchiveSource::File(file) if self.job.shard == Shard::WHOLE => {
                PlainFile::new(file, from, self.read).map_err(ArchiveSource::File)
            }
            ArchiveSource::File(_) | ArchiveSource::Stdin(_) | ArchiveSource::Memory(_) => {
                Err(source)
            }
        }
    }

    fn cut(&mut self, mut stream: ArchiveStream) -> SplitStep {
        let batch = stream.games.next_batch();
        let checked = stream.checked.bytes();
        let Some(batch) = batch else {
            self.before += stream.count;
            self.buffers.put(stream.games.take_buffers());
            return self.close(stream.games.into_error(), stream.checked.is_whole(), checked);
        };
        let (begin, number, before) = (0, stream.count + 1, self.before);
        stream.count += batch.games.len() as u64;
        self.open = Some(OpenArchive::Stream(stream));
        let what = SplitResult::Games(NumberedBatch { batch, begin, number, before: Some(before) });
        SplitStep { archive: self.archive, checked, what }
    }

    /// Closes the archive.
    fn close(&mut self, error: Option<io::Error>, is_checked: bool, checked: u64) -> SplitStep {
        let archive = self.archive;
        self.archive += 1;
        SplitStep { archive, checked, what: SplitResult::End { error, is_checked, range: None } }
    }
}

impl Iterator for Splitter<'_> {
    type Item = ThreadWork;

    fn next(&mut self) -> Option<ThreadWork> {
        if self.archive == self.job.archives.len() {
            return None;
        }
        // After a panic the archive is neither open nor closed, so it is closed with an error.
        let work = adapter::catch(|| self.next_work());
        Some(work.unwrap_or_else(|message| {
            ThreadWork::Step(self.close(Some(internal_error(&message)), false, 0))
        }))
    }
}

impl Splitter<'_> {
    /// Returns the next work on the open archive, or on the next one.
    fn next_work(&mut self) -> ThreadWork {
        match self.open.take().map_or_else(|| self.open_next(), Ok) {
            Ok(OpenArchive::Stream(stream)) => ThreadWork::Step(self.cut(stream)),
            Ok(OpenArchive::File(mut file)) => {
                let part = file.next_part(self.archive, self.job.threads, &self.buffers);
                if part.is_last() {
                    self.archive += 1;
                } else {
                    self.open = Some(OpenArchive::File(file));
                }
                ThreadWork::Part(Box::new(part))
            }
            Ok(OpenArchive::Frames(mut part)) => {
                let step = part.next().unwrap_or_else(|| part.end_of_empty());
                if matches!(step.what, SplitResult::Games(_)) {
                    self.open = Some(OpenArchive::Frames(part));
                } else {
                    self.archive += 1;
                }
                ThreadWork::Step(step)
            }
            Err(error) => ThreadWork::Step(self.close(Some(error), false, 0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AuditConfig;
    use lawbook::rules::RuleSet;

    #[test]
    fn a_panic_while_an_archive_is_cut_is_an_error_of_this_archive() {
        let famous = concat!(env!("CARGO_MANIFEST_DIR"), "/src/famous.pgn");
        let job = Job {
            archives: vec!["broken".into(), famous.into()],
            terms: AuditConfig::under(RuleSet::LATEST),
            shard: Shard::WHOLE,
            threads: 1,
            annotated: false,
        };
        let open = ArchiveStream {
            games: GameReader::new(PlainText::broken()),
            checked: PlainText::broken().checked(),
            count: 0,
        };
        let (read, buffers) = (Arc::default(), TextBuffers::default());
        let mut cutter = Splitter::new(&job, &ResumePoint::default(), None, &read, buffers);
        cutter.open = Some(OpenArchive::Stream(open));
        let steps: Vec<SplitStep> = cutter.flat_map(ThreadWork::steps).collect();
        let [first, .., last] = &steps[..] else { panic!("{}", steps.len()) };
        let SplitResult::End { error: Some(error), .. } = &first.what else {
            panic!("it has no error")
        };
        assert!(first.archive == 0 && error.to_string().contains("injected"), "{error}");
        assert!(last.archive == 1 && matches!(last.what, SplitResult::End { error: None, .. }));
        assert!(steps.len() > 2);
    }
}
