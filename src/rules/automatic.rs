//! What ends a game without anyone's doing: the board, and the counts of positions and moves.

use super::{
    Outcome, RuleSet, Termination,
    parameters::{Fifty, Fivefold, SeventyFive, Threefold},
};
use crate::position::Position;

/// A game, as far as it can end by itself.
pub(super) trait Automatic {
    fn rule_set(&self) -> RuleSet;
    /// The position on the board.
    fn position(&self) -> &Position;
    fn is_check(&self) -> bool;
    fn has_legal_move(&self) -> bool;
    /// Whether a position is dead, as far as this kind of game searches for it.
    fn is_dead(&self, position: &Position) -> bool;
    /// How often the position on the board has occurred.
    fn occurrences(&self) -> u32;
    /// Whether the same position stood on the board so many plies ago.
    fn stood(&self, ago: usize) -> bool;

    /// What ends the game, mate first (Articles 5.1.1, 5.2, 9.6).
    #[inline]
    fn automatic_end(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.is_check() {
                Outcome::win(!self.position().turn(), Termination::Checkmate)
            } else {
                Outcome::draw(Termination::Stalemate)
            });
        }
        self.automatic_draw().map(Outcome::draw)
    }

    /// What draws the game if there is a legal move.
    #[inline]
    fn automatic_draw(&self) -> Option<Termination> {
        let rules = self.rule_set();
        let plies = self.position().halfmove_clock();
        if self.is_dead(self.position()) {
            Some(Termination::DeadPosition)
        } else if self.occurrences() >= 5 && self.is_fivefold() {
            Some(Termination::FivefoldRepetition)
        } else if self.occurrences() >= 3 && rules.threefold().value == Threefold::Automatic {
            Some(Termination::ThreefoldRepetition)
        } else if plies >= 150 && rules.seventy_five().value == SeventyFive::Automatic {
            Some(Termination::SeventyFiveMoves)
        } else if plies >= 100 && rules.fifty().value == Fifty::Automatic {
            Some(Termination::FiftyMoves)
        } else {
            None
        }
    }

    /// Whether the fifth occurrence of the position on the board ends the game.
    fn is_fivefold(&self) -> bool {
        match self.rule_set().fivefold().value {
            Fivefold::Never => false,
            Fivefold::Automatic => true,
            // The same position can occur again after four plies at the earliest, so that five in a row
            // are four plies apart.
            Fivefold::Consecutive => (1..5).all(|times| self.stood(4 * times)),
        }
    }
}
