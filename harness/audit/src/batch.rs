use std::{io, sync::Arc};

use super::{
    ArchiveRange, Kind,
    digest::ArchiveOffset,
    indexed_text::{GameText, IndexedText},
};

/// Consecutive games of an archive, judged as a unit.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The text that contains the games.
    pub(super) text: Arc<IndexedText>,
    pub(super) games: Vec<GameSpan>,
    /// The position in the archive after the last of the games.
    pub(super) next: ArchiveOffset,
    /// Whether the batch ends at a milestone: enough text was read since the last one, or the archive ends.
    pub(super) is_milestone: bool,
}

impl Batch {
    /// The total length of its games, in bytes.
    pub(super) fn length(&self) -> usize {
        self.games.iter().map(|cut| cut.end - cut.start).sum()
    }

    /// Returns the text of one of its games.
    pub(super) fn text(&self, cut: &GameSpan) -> GameText<'_> {
        self.text.game(cut.start..cut.end)
    }
}

/// The location of a game: byte range `start..end` in the text of its batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameSpan {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The offset of the game in the plain text of the archive, in bytes.
    pub(super) offset: u64,
    /// The number of lines before the game.
    pub(super) lines: u64,
    pub(super) damage: Option<Kind>,
}

/// A step of splitting archives: a batch of games, or the end of an archive.
pub(super) struct SplitStep {
    /// The index of the archive in the job.
    pub(super) archive: usize,
    /// The number of bytes of its plain text that were verified at that time.
    pub(super) checked: u64,
    pub(super) what: SplitResult,
}

pub(super) enum SplitResult {
    Games(NumberedBatch),
    /// The end of the archive, with the error if it could not be read to its end. `is_checked` says whether checksums
    /// cover everything that was read. `range` is the part that was read, if it is a range of frames.
    End {
        error: Option<io::Error>,
        is_checked: bool,
        range: Option<ArchiveRange>,
    },
}

/// A batch whose games are numbered from the byte `begin` of the archive.
pub(super) struct NumberedBatch {
    pub(super) batch: Batch,
    pub(super) begin: u64,
    /// The number of its first game, from 1.
    pub(super) number: u64,
    /// The number of games in the archives before, to select the games of a shard; `None` if all games of the batch
    /// belong to it.
    pub(super) before: Option<u64>,
}

/// The error of an archive for which `lawbook` or a decompressor panicked with this message.
pub(super) fn internal_error(message: &str) -> io::Error {
    io::Error::other(format!(
        "lawbook failed while it read this archive: {message}; please report it as a bug, with the archive"
    ))
}
