use serde::{Deserialize, Serialize};

use super::Question;
use crate::{
    board::{Role, Square, attacks},
    position::{Move, Position, Setup},
};

/// A condition on a line and the question at its end, by which a known deviation is recognised in
/// games that nobody has written down as a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// In some position of the line a pawn has just passed an enemy pawn in a double step, and no
    /// capture in passing is legal.
    EnPassantNotLegal,
    /// The setup has a halfmove clock above 0.
    ClockInSetup,
    /// The setup has a halfmove clock above 100.
    ClockInSetupAbove100,
    /// The halfmove clock is at 100 or above at the end.
    ClockAt100,
    /// The halfmove clock is above 100 at the end.
    ClockAbove100,
}

impl Condition {
    /// Whether it holds for these moves from a setup, and a question at their end.
    pub fn holds(self, setup: &Setup, moves: &[Move], _question: &Question) -> bool {
        let line = positions(setup, moves);
        let clock = line.last().map_or(setup.halfmove_clock, |end| end.halfmove_clock());
        match self {
            Condition::EnPassantNotLegal => {
                line.windows(2).zip(moves).any(|(pair, &played)| passes_in_vain(pair, played))
            }
            Condition::ClockInSetup => setup.halfmove_clock > 0,
            Condition::ClockInSetupAbove100 => setup.halfmove_clock > 100,
            Condition::ClockAt100 => clock >= 100,
            Condition::ClockAbove100 => clock > 100,
        }
    }
}

/// Whether a pawn passes an enemy pawn in a double step, and cannot be captured in passing.
fn passes_in_vain(pair: &[Position], played: Move) -> bool {
    let [before, after] = pair else { return false };
    let Move { from, to, .. } = played;
    let men = before.placement();
    let passed = Square::from_index((from.index() + to.index()) / 2);
    from.index().abs_diff(to.index()) == 16
        && men.role(Role::Pawn).contains(from)
        && after.en_passant().is_none()
        && attacks::pawn(before.turn(), passed).meets(men.men(!before.turn(), Role::Pawn))
}

/// The start and the position after each move, as far as they are legal.
fn positions(setup: &Setup, moves: &[Move]) -> Vec<Position> {
    let mut line: Vec<Position> = Position::new(setup).into_iter().collect();
    for &played in moves {
        match line.last().map(|position| position.play(played)) {
            Some(Ok(next)) => line.push(next),
            _ => break,
        }
    }
    line
}
