use std::sync::Arc;

use super::{
    Kind,
    archive_offset::ArchiveOffset,
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
