//! Archives, one after the other, cut into batches of games.

use std::{
    io,
    sync::{Arc, atomic::AtomicU64},
};

use super::{
    Job, Milestone, Read,
    archive::{self, Checked, PlainText},
    games::{Batch, Games, Mark},
    window::TextRoom,
};

/// A batch on its way to whoever judges it.
pub(super) struct Work {
    pub(super) archive: usize,
    /// The number of its first game, from 1.
    pub(super) number: u64,
    pub(super) batch: Batch,
    pub(super) next: Next,
}

/// Where the run stands after a batch.
#[derive(Clone, Debug, Default)]
pub(super) struct Next {
    pub(super) mark: Mark,
    pub(super) games: u64,
    /// The bytes of the archive's plain text that were known to be right when the batch was cut.
    pub(super) checked: u64,
    /// Whether that is a place to go on from: so much is done since the last, or an archive ends.
    pub(super) is_milestone: bool,
    /// The archive that ends here.
    pub(super) closed: Option<Read>,
}

/// An archive that is being cut.
pub(super) struct OpenArchive {
    games: Games<PlainText>,
    checked: Checked,
    /// Where the last batch ended.
    end: Mark,
}

impl OpenArchive {
    /// Opens an archive, and takes the room for its text if that can be done.
    pub(super) fn new(
        room: &mut TextRoom,
        name: &str,
        read: &Arc<AtomicU64>,
    ) -> io::Result<OpenArchive> {
        let source = archive::open(name, read)?;
        let checked = source.checked();
        let games = Games::within(std::mem::take(room), source);
        Ok(OpenArchive { checked, games, end: Mark::default() })
    }

    /// Goes on where an earlier run stood.
    ///
    /// # Errors
    ///
    /// It cannot be read so far, or is not what was read before.
    pub(super) fn go_to(&mut self, mark: Mark) -> io::Result<()> {
        self.end = mark;
        self.games.go_to(mark)
    }
}

/// Cuts the archives into batches; behind the last of each comes one without games that closes the archive.
pub(super) struct Cutter<'a> {
    job: &'a Job,
    read: &'a Arc<AtomicU64>,
    /// The number of the archive that is next, and the archive if it is open.
    archive: usize,
    open: Option<OpenArchive>,
    /// The games so far, and those of the archives that are done.
    games: u64,
    closed: u64,
    room: TextRoom,
}

impl<'a> Cutter<'a> {
    /// Goes on from where an earlier run stood, whose archive may be open.
    pub(super) fn new(
        job: &'a Job,
        from: &Milestone,
        open: Option<OpenArchive>,
        read: &'a Arc<AtomicU64>,
    ) -> Cutter<'a> {
        Cutter {
            job,
            read,
            archive: from.archives.len(),
            open,
            games: from.games,
            closed: from.archives.iter().map(|archive| archive.games).sum(),
            room: TextRoom::default(),
        }
    }

    /// Closes the archive.
    fn close(&mut self, end: Mark, error: Option<io::Error>, checked: u64) -> Work {
        let closed = Read {
            name: self.job.archives[self.archive].clone(),
            bytes: end.offset,
            digest: end.digest,
            games: self.games - self.closed,
            error: error.map(|error| error.to_string()),
            withheld: 0,
        };
        self.closed = self.games;
        let mark = Mark::default();
        let (games, closed) = (self.games, Some(closed));
        let next = Next { mark, games, checked, is_milestone: true, closed };
        let work = self.work(self.games + 1, Batch::default(), next);
        self.archive += 1;
        work
    }

    fn work(&self, number: u64, batch: Batch, next: Next) -> Work {
        Work { archive: self.archive, number, batch, next }
    }
}

impl Iterator for Cutter<'_> {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        let name = self.job.archives.get(self.archive)?;
        let open = || OpenArchive::new(&mut self.room, name, self.read);
        let open = self.open.take().map_or_else(open, Ok);
        let mut open = match open {
            Ok(open) => open,
            Err(error) => return Some(self.close(Mark::default(), Some(error), 0)),
        };
        let Some(batch) = open.games.next_batch() else {
            let checked = open.checked.bytes();
            self.room = open.games.take_room();
            return Some(self.close(open.end, open.games.into_error(), checked));
        };
        let number = self.games + 1;
        self.games += batch.games.len() as u64;
        open.end = batch.next;
        let checked = open.checked.bytes();
        self.open = Some(open);
        let Batch { next: mark, is_milestone, .. } = batch;
        let next = Next { mark, games: self.games, checked, is_milestone, closed: None };
        Some(self.work(number, batch, next))
    }
}
