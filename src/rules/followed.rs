use super::{Outcome, RuleSet, automatic::Automatic};
use crate::position::{Occurrences, Position, PositionWithChecks};

/// How many positions most games have at most between two captures or moves of pawns.
const STRETCH: usize = 31;

/// A board on which moves are played, whatever it knows beforehand.
pub(super) trait MoveBoard {
    fn position(&self) -> &Position;
    fn is_check(&self) -> bool;
    fn has_legal_move(&self) -> bool;
}

/// A game of moves and nothing else, as a [`Replay`](super::Replay) and a [`SanReplay`](super::SanReplay) follow it.
///
/// To count occurrences it needs only the positions since the last capture or pawn move: none from before can occur
/// again. A position counts as dead only by material.
#[derive(Clone)]
pub(super) struct FollowedGame<B> {
    rule_set: RuleSet,
    pub(super) board: B,
    stretch: Occurrences,
    /// How often the position on the board has occurred.
    pub(super) occurrences: u32,
    pub(super) outcome: Option<Outcome>,
}

impl<B: MoveBoard> FollowedGame<B> {
    /// A game that begins on this board, which has yet to be counted.
    pub(super) fn new(rule_set: RuleSet, board: B) -> FollowedGame<B> {
        let stretch = Occurrences::with_room(STRETCH);
        FollowedGame { rule_set, board, stretch, occurrences: 0, outcome: None }
    }

    /// Counts the position that is on the board now.
    #[inline]
    pub(super) fn count(&mut self) {
        if self.board.position().halfmove_clock() == 0 {
            self.stretch.clear();
        }
        self.occurrences = self.stretch.push(self.board.position());
    }
}

impl<B: MoveBoard> Automatic for FollowedGame<B> {
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

    fn stood(&self, ago: usize) -> bool {
        self.stretch.stood(ago)
    }
}

impl MoveBoard for Position {
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

impl MoveBoard for PositionWithChecks {
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
