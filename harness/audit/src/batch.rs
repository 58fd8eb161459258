use std::sync::Arc;

use super::{
    Kind,
    indexed_text::{GameText, IndexedText},
    mark::Mark,
};

/// Some games that follow each other in an archive.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The text in which they lie.
    pub(super) text: Arc<IndexedText>,
    pub(super) games: Vec<Cut>,
    /// Where the archive goes on.
    pub(super) next: Mark,
    /// Enough was read since the last milestone, or all.
    pub(super) is_milestone: bool,
}

impl Batch {
    /// How long its games are, in bytes.
    pub(super) fn length(&self) -> usize {
        self.games.iter().map(|cut| cut.end - cut.start).sum()
    }

    /// The text of one of its games.
    pub(super) fn text(&self, cut: &Cut) -> GameText<'_> {
        self.text.game(cut.start..cut.end)
    }
}

/// Where a game lies in the text of a batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The bytes of the plain text before it.
    pub(super) offset: u64,
    /// The lines before it.
    pub(super) lines: u64,
    pub(super) damage: Option<Kind>,
}
