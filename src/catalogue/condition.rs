use serde::{Deserialize, Serialize};

use super::Question;
use crate::{
    board::{Bitboard, Role, Square, attacks},
    dead::material,
    notation::read_san,
    position::{Move, Position, Setup},
};

/// A condition on a line and the question at its end, by which a known deviation is recognised in
/// games that nobody has written down as a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// In every game.
    Always,
    /// A pawn has passed an enemy pawn in a double step, and could not be captured in passing.
    EnPassantNotLegal,
    /// A pawn has made a double step, and could not be captured in passing.
    DoubleStepInVain,
    /// A pawn has passed a man other than a pawn in a double step, and that man could go to the
    /// square passed over.
    EnPassantByOtherMan,
    /// The halfmove clock at the end counts plies from before the setup.
    ClockFromSetup,
    /// The halfmove clock is at 100 or above at the end.
    #[serde(rename = "clock-at-100")]
    ClockAt100,
    /// The halfmove clock is above 100 at the end.
    #[serde(rename = "clock-above-100")]
    ClockAbove100,
    /// The position at the end has arisen five times, or the halfmove clock is at 150 or above.
    EndedByCount,
    /// The men at the end rule out mate by either side, wherever they stand.
    MenDoNotSuffice,
    /// A castling right has been lost on the way.
    CastlingRightLost,
    /// The text asked about is castling with the sign of a check or mate.
    TextOfCastlingWithCheck,
    /// The text asked about begins with the letter of a man, and less than a square follows.
    TextOfManWithoutSquare,
    /// The text asked about has a letter that is not of ASCII.
    TextNotAscii,
    /// The text asked about has the `=` of a promotion.
    TextOfPromotion,
    /// The text asked about is a capture in passing, written by the standard.
    TextOfEnPassant,
}

impl Condition {
    /// Whether it holds for these moves from a setup, and a question at their end.
    pub fn holds(self, setup: &Setup, moves: &[Move], question: &Question) -> bool {
        let line = positions(setup, moves);
        let clock = line.last().map_or(setup.halfmove_clock, |end| end.halfmove_clock());
        let double_steps = || {
            let pairs = line.windows(2).zip(moves);
            pairs.filter_map(|(pair, &played)| Passing::of(pair, played))
        };
        match self {
            Condition::Always => true,
            Condition::EnPassantNotLegal => double_steps().any(|passing| passing.is_in_vain()),
            Condition::DoubleStepInVain => {
                double_steps().any(|passing| passing.after.en_passant().is_none())
            }
            Condition::EnPassantByOtherMan => double_steps().any(|passing| passing.is_met_by_man()),
            Condition::ClockFromSetup => usize::from(clock) > moves.len(),
            Condition::ClockAt100 => clock >= 100,
            Condition::ClockAbove100 => clock > 100,
            Condition::EndedByCount => clock >= 150 || occurrences(&line) >= 5,
            Condition::MenDoNotSuffice => {
                line.last().is_some_and(|end| material::is_insufficient(end.placement()))
            }
            Condition::CastlingRightLost => {
                line.windows(2).any(|pair| pair[0].castling() != pair[1].castling())
            }
            Condition::TextOfCastlingWithCheck => {
                let is = |text: &str| text.starts_with("O-O") && text.ends_with(['+', '#']);
                matches!(question, Question::Reads(text) if is(text))
            }
            Condition::TextOfManWithoutSquare => {
                let is = |text: &str| {
                    let rest = text.strip_prefix(['N', 'B', 'R', 'Q', 'K']);
                    rest.is_some_and(|rest| rest.trim_end_matches(['+', '#']).len() < 2)
                };
                matches!(question, Question::Reads(text) if is(text))
            }
            Condition::TextNotAscii => {
                matches!(question, Question::Reads(text) if !text.is_ascii())
            }
            Condition::TextOfPromotion => {
                matches!(question, Question::Reads(text) if text.contains('='))
            }
            Condition::TextOfEnPassant => match (question, line.last()) {
                (Question::Reads(text), Some(end)) => is_en_passant(end, text),
                _ => false,
            },
        }
    }
}

fn occurrences(line: &[Position]) -> usize {
    let Some(end) = line.last() else { return 0 };
    line.iter().filter(|earlier| earlier.same_position(end)).count()
}

fn is_en_passant(position: &Position, text: &str) -> bool {
    read_san(position, text).is_ok_and(|read| {
        position.en_passant() == Some(read.to)
            && position.placement().role(Role::Pawn).contains(read.from)
    })
}

/// A double step of a pawn.
struct Passing<'a> {
    after: &'a Position,
    /// The square passed over.
    passed: Square,
    /// The squares from which an enemy pawn could capture in passing.
    beside: Bitboard,
}

impl<'a> Passing<'a> {
    fn of(pair: &'a [Position], played: Move) -> Option<Passing<'a>> {
        let [before, after] = pair else { return None };
        let Move { from, to, .. } = played;
        let is_double_step = from.index().abs_diff(to.index()) == 16
            && before.placement().role(Role::Pawn).contains(from);
        let passed = Square::from_index((from.index() + to.index()) / 2);
        let beside = attacks::pawn(before.turn(), passed);
        is_double_step.then_some(Passing { after, passed, beside })
    }

    fn is_in_vain(&self) -> bool {
        let men = self.after.placement();
        self.after.en_passant().is_none()
            && self.beside.meets(men.men(self.after.turn(), Role::Pawn))
    }

    fn is_met_by_man(&self) -> bool {
        let others = self.beside - self.after.placement().role(Role::Pawn);
        others.into_iter().any(|from| self.after.is_legal(Move::new(from, self.passed)))
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_hold_where_they_say() {
        use Condition::*;
        let pinned = "k3r3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
        let bishop = "6K1/4B3/8/4k3/1b6/8/P7/8 w - - 0 1";
        let clock = "4k3/8/8/8/8/8/4K3/7R w - - 99 80";
        let promotion = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
        let passing = "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1";
        let castling = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
        let shuffle = "h1h2 e8d8 h2h1 d8e8 ".repeat(4);
        let reads = |text: &str| Question::Reads(text.to_owned());
        for (condition, fen, moves, question, holds) in [
            (EnPassantNotLegal, pinned, "d7d5", Question::Occurrences, true),
            (EnPassantNotLegal, pinned, "d7d6", Question::Occurrences, false),
            (EnPassantNotLegal, bishop, "a2a4", Question::Occurrences, false),
            (DoubleStepInVain, bishop, "a2a4", Question::Occurrences, true),
            (DoubleStepInVain, bishop, "a2a3", Question::Occurrences, false),
            (EnPassantByOtherMan, bishop, "a2a4 b4a3", Question::Occurrences, true),
            (EnPassantByOtherMan, bishop, "a2a3", Question::Occurrences, false),
            (EnPassantByOtherMan, pinned, "d7d5", Question::Occurrences, false),
            (ClockFromSetup, clock, "h1h2", Question::Claimable, true),
            (ClockFromSetup, pinned, "e8d8", Question::Claimable, false),
            (ClockAt100, clock, "h1h2", Question::Ruling, true),
            (ClockAt100, clock, "", Question::Ruling, false),
            (ClockAbove100, clock, "h1h2", Question::Ruling, false),
            (ClockAbove100, clock, "h1h2 e8d8", Question::Ruling, true),
            (EndedByCount, clock, &shuffle, Question::Claimable, true),
            (EndedByCount, clock, &shuffle[..75], Question::Claimable, false),
            (MenDoNotSuffice, "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", Question::Claimable, true),
            (MenDoNotSuffice, pinned, "", Question::Claimable, false),
            (CastlingRightLost, castling, "e1e2", Question::Claimable, true),
            (CastlingRightLost, castling, "e8e7", Question::Claimable, false),
            (TextOfCastlingWithCheck, castling, "", reads("O-O+"), true),
            (TextOfCastlingWithCheck, castling, "", reads("O-O"), false),
            (TextOfManWithoutSquare, castling, "", reads("R1+"), true),
            (TextOfManWithoutSquare, castling, "", reads("Rf1"), false),
            (TextNotAscii, castling, "", reads("♘f3"), true),
            (TextNotAscii, castling, "", reads("Nf3"), false),
            (TextOfPromotion, promotion, "", reads("a8=Q"), true),
            (TextOfPromotion, promotion, "", reads("a8"), false),
            (TextOfPromotion, promotion, "", Question::San, false),
            (TextOfEnPassant, passing, "", reads("dxc6"), true),
            (TextOfEnPassant, passing, "", reads("d6"), false),
        ] {
            let setup: Setup = fen.parse().unwrap();
            let moves: Vec<Move> = moves.split(' ').filter_map(|uci| uci.parse().ok()).collect();
            assert_eq!(
                condition.holds(&setup, &moves, &question),
                holds,
                "{condition:?} {fen} {moves:?} {question:?}"
            );
        }
    }
}
