use super::{Outcome, RuleSet, automatic::AutomaticEnding};
use crate::position::{Occurrences, Position, PositionWithChecks};

/// Initial capacity for positions: most games have at most this many between two captures or pawn moves.
const STRETCH: usize = 31;

/// A board that plays moves, with or without precomputed checks.
pub(super) trait Board {
    fn position(&self) -> &Position;
    fn is_check(&self) -> bool;
    fn has_legal_move(&self) -> bool;
}

/// A game that consists of moves only: the common part of [`Replay`](super::Replay) and
/// [`SanReplay`](super::SanReplay).
///
/// Occurrences are counted among the positions since the last capture or pawn move, because earlier ones cannot recur.
/// A position counts as dead only by material.
#[derive(Clone)]
pub(super) struct DrawTracker<B> {
    rule_set: RuleSet,
    pub(super) board: B,
    stretch: Occurrences,
    /// The number of times that the position on the board has occurred.
    pub(super) occurrences: u32,
    pub(super) outcome: Option<Outcome>,
}

impl<B: Board> DrawTracker<B> {
    /// Returns a game that begins on `board`, whose position is not counted yet.
    pub(super) fn new(rule_set: RuleSet, board: B) -> DrawTracker<B> {
        let stretch = Occurrences::with_room(STRETCH);
        DrawTracker { rule_set, board, stretch, occurrences: 0, outcome: None }
    }

    /// Counts the position on the board.
    #[inline]
    pub(super) fn count(&mut self) {
        if self.board.position().halfmove_clock() == 0 {
            self.stretch.clear();
        }
        self.occurrences = self.stretch.push(self.board.position());
    }
}

impl<B: Board> AutomaticEnding for DrawTracker<B> {
    fn rule_set(&self) -> RuleSet {
        self.rule_set
    }

    fn position(&self) -> &Position {
        self.board.position()
    }

    fn is_check(&self) -> bool {
        self.board.is_check()
    }

    fn has_legal_move(&self) -> bool {
        self.board.has_legal_move()
    }

    #[inline]
    fn is_dead(&self, position: &Position) -> bool {
        self.rule_set.is_dead_by_material(position.placement())
    }

    fn occurrences(&self) -> u32 {
        self.occurrences
    }

    fn repeats_after(&self, ago: usize) -> bool {
        self.stretch.repeats_after(ago)
    }
}

impl Board for Position {
    #[inline]
    fn position(&self) -> &Position {
        self
    }

    fn is_check(&self) -> bool {
        Position::is_check(self)
    }

    fn has_legal_move(&self) -> bool {
        Position::has_legal_move(self)
    }
}

impl Board for PositionWithChecks {
    #[inline]
    fn position(&self) -> &Position {
        PositionWithChecks::position(self)
    }

    #[inline]
    fn is_check(&self) -> bool {
        PositionWithChecks::is_check(self)
    }

    #[inline]
    fn has_legal_move(&self) -> bool {
        PositionWithChecks::has_legal_move(self)
    }
}
