//! Automatic endings: by the position on the board, and by the counts of positions and moves.

use super::{
    Outcome, RuleSet, Termination,
    parameters::{Fifty, Fivefold, SeventyFive, Threefold},
};
use crate::position::{Position, PositionWithChecks};

/// A position, with or without precomputed checks.
pub(super) trait Board {
    fn position(&self) -> &Position;
    fn is_check(&self) -> bool;
    fn has_legal_move(&self) -> bool;
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

/// The properties of a game that decide whether it ends automatically.
pub(super) trait AutomaticEnding {
    type Board: Board;
    fn rule_set(&self) -> RuleSet;
    fn board(&self) -> &Self::Board;
    /// Whether `position` is dead, as far as this kind of game searches for it.
    fn is_dead(&self, position: &Position) -> bool;
    /// The number of times that the position on the board has occurred, this time included.
    fn occurrences(&self) -> u32;
    /// Whether the position on the board also stood there `ago` plies earlier.
    fn repeats_after(&self, ago: usize) -> bool;

    /// The automatic end of the game, if any. Mate takes precedence (Articles 5.1.1, 5.2, 9.6).
    #[inline]
    fn automatic_end(&self) -> Option<Outcome> {
        let board = self.board();
        if !board.has_legal_move() {
            return Some(if board.is_check() {
                Outcome::win(!board.position().turn(), Termination::Checkmate)
            } else {
                Outcome::draw(Termination::Stalemate)
            });
        }
        self.automatic_draw().map(Outcome::draw)
    }

    /// The automatic draw of a position that has a legal move, if any.
    #[inline]
    fn automatic_draw(&self) -> Option<Termination> {
        if self.is_dead(self.board().position()) {
            Some(Termination::DeadPosition)
        } else {
            self.draw_by_counts()
        }
    }

    /// The automatic draw by the counts of positions and moves, if any.
    #[inline]
    fn draw_by_counts(&self) -> Option<Termination> {
        let rules = self.rule_set();
        let position = self.board().position();
        let plies = position.halfmove_clock();
        if self.occurrences() >= 5 && self.is_fivefold() {
            Some(Termination::FivefoldRepetition)
        } else if self.occurrences() >= 3 && rules.threefold().value == Threefold::Automatic {
            Some(Termination::ThreefoldRepetition)
        } else if plies >= 150 && rules.seventy_five().value == SeventyFive::Automatic {
            Some(Termination::SeventyFiveMoves)
        } else if plies >= 100 && rules.fifty().value == Fifty::Automatic {
            Some(Termination::FiftyMoves)
        } else if position.fullmove_number() >= 100
            && rules.most_plies().value.is_some_and(|most| position.plies() > most)
        {
            Some(Termination::MoveLimit)
        } else {
            None
        }
    }

    /// Whether the fifth occurrence of the position on the board ends the game.
    fn is_fivefold(&self) -> bool {
        match self.rule_set().fivefold().value {
            Fivefold::Never | Fivefold::MayBeDeclared => false,
            Fivefold::Automatic => true,
            // The same position can recur after four plies at the earliest, so five consecutive occurrences are four
            // plies apart.
            Fivefold::Consecutive => (1..5).all(|times| self.repeats_after(4 * times)),
        }
    }
}
