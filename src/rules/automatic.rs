//! What ends a game without anyone's doing: the board, and the counts of positions and moves.

use super::{
    Outcome, RuleSet, Termination,
    table::{DeadPosition, Fifty, Fivefold, SeventyFive, Threefold},
};
use crate::{
    board::Color,
    dead::{self, material},
    position::Position,
};

/// A game, as far as it can end by itself.
pub(super) trait Automatic {
    fn rule_set(&self) -> RuleSet;
    /// The position on the board.
    fn position(&self) -> &Position;
    fn is_check(&self) -> bool;
    fn has_legal_move(&self) -> bool;
    /// Whether a position is dead is told by the men alone.
    fn is_by_men_alone(&self) -> bool;
    /// How often the position on the board has arisen.
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
        let rules = self.rule_set();
        let plies = self.position().halfmove_clock();
        let draw = if is_dead(rules, self.position(), self.is_by_men_alone()) {
            Termination::DeadPosition
        } else if self.occurrences() >= 5 && self.is_fivefold() {
            Termination::FivefoldRepetition
        } else if self.occurrences() >= 3 && rules.threefold().value == Threefold::Automatic {
            Termination::ThreefoldRepetition
        } else if plies >= 150 && rules.seventy_five().value == SeventyFive::Automatic {
            Termination::SeventyFiveMoves
        } else if plies >= 100 && rules.fifty().value == Fifty::Automatic {
            Termination::FiftyMoves
        } else {
            return None;
        };
        Some(Outcome::draw(draw))
    }

    /// Whether the fifth occurrence of the position on the board ends the game.
    fn is_fivefold(&self) -> bool {
        match self.rule_set().fivefold().value {
            Fivefold::Never => false,
            Fivefold::Automatic => true,
            // A player is back in the same position after two moves of each at the earliest.
            Fivefold::Consecutive => (1..5).all(|times| self.stood(4 * times)),
        }
    }
}

/// Whether the rule set takes the position as dead.
#[inline]
pub(super) fn is_dead(rules: RuleSet, position: &Position, by_men_alone: bool) -> bool {
    let men = position.placement();
    match rules.dead_position().value {
        DeadPosition::ListOf1993 => material::is_on_list_of_1993(men),
        DeadPosition::Material => material::is_insufficient(men),
        DeadPosition::Chesscom => {
            Color::ALL.into_iter().all(|side| material::is_insufficient_at_chesscom(men, side))
        }
        DeadPosition::General if by_men_alone => material::is_insufficient(men),
        DeadPosition::General => dead::is_dead_in_play(position),
    }
}
