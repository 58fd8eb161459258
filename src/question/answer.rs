use std::fmt;

use crate::{
    board::{Color, Placement, Square},
    position::{CastlingRights, Move, Setup},
    rules::{Decision, Outcome, Termination},
};

/// What somebody says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes or no.
    Is(bool),
    /// A number.
    Count(u32),
    /// The legal moves, sorted.
    Moves(Vec<Move>),
    /// A text.
    Text(String),
    /// A move, or that the text means none.
    Read(Option<Move>),
    /// A setup, or that the text means none; the pieces, the turn and the castling rights count.
    Setup(Option<Box<Setup>>),
    /// Squares, sorted.
    Squares(Vec<Square>),
    /// Pairs of squares, sorted.
    Pairs(Vec<(Square, Square)>),
    /// What stands where.
    Placement(Box<Placement>),
    /// The castling rights.
    Castling(CastlingRights),
    /// A player.
    Player(Color),
    /// A full ruling.
    Ruling(Decision),
    /// What is obligatory, in sentences, sorted.
    Orders(Vec<String>),
    /// Whether and how the game is over. An implementation that does not look for some endings at
    /// all names in `knows` those it does look for.
    Ended {
        /// How it is over, if it is.
        ended: Option<Ended>,
        /// The endings that would have been noticed.
        knows: &'static [Termination],
    },
}

/// How somebody says a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The winner; nobody in a draw.
    pub winner: Option<Color>,
    /// What ended it, if that is said.
    pub by: Option<Termination>,
}

impl From<Outcome> for Ended {
    fn from(outcome: Outcome) -> Ended {
        Ended { winner: outcome.winner, by: Some(outcome.by) }
    }
}

impl Answer {
    /// Whether another answer is the same, this one being right; `None` if it says nothing about
    /// the matter.
    pub fn is_met_by(&self, answer: &Answer) -> Option<bool> {
        match (self, answer) {
            (Answer::Ruling(decision), Answer::Ended { ended, knows }) => {
                ended_as(*decision, *ended, knows)
            }
            (Answer::Setup(Some(right)), Answer::Setup(Some(got))) => {
                let counts = |setup: &Setup| (setup.placement, setup.turn, setup.castling);
                Some(counts(right) == counts(got))
            }
            (right, got) => Some(right == got),
        }
    }
}

fn ended_as(decision: Decision, ended: Option<Ended>, knows: &[Termination]) -> Option<bool> {
    match (decision, ended) {
        (Decision::Over(outcome), Some(ended)) => {
            Some(ended.winner == outcome.winner && ended.by.is_none_or(|by| by == outcome.by))
        }
        (Decision::Over(outcome), None) => knows.contains(&outcome.by).then_some(false),
        (_, ended) => Some(ended.is_none()),
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Is(true) => f.write_str("yes"),
            Answer::Is(false) => f.write_str("no"),
            Answer::Count(count) => write!(f, "{count}"),
            Answer::Moves(moves) if moves.is_empty() => f.write_str("no move"),
            Answer::Moves(moves) => f.write_str(&list(moves)),
            Answer::Squares(squares) if squares.is_empty() => f.write_str("none"),
            Answer::Squares(squares) => f.write_str(&join(squares, Square::to_string)),
            Answer::Pairs(pairs) if pairs.is_empty() => f.write_str("none"),
            Answer::Pairs(pairs) => {
                f.write_str(&join(pairs, |(first, second)| format!("{first}-{second}")))
            }
            Answer::Text(text) => f.write_str(text),
            Answer::Read(Some(played)) => write!(f, "{played}"),
            Answer::Setup(Some(setup)) => write!(f, "{setup}"),
            Answer::Read(None) | Answer::Setup(None) => f.write_str("refused"),
            Answer::Placement(pieces) => write!(f, "{pieces}"),
            Answer::Castling(rights) => write!(f, "{rights}"),
            Answer::Player(color) => write!(f, "{color}"),
            Answer::Ruling(decision) => write!(f, "{decision}"),
            Answer::Orders(orders) if orders.is_empty() => f.write_str("nothing"),
            Answer::Orders(orders) => f.write_str(&orders.join("; ")),
            Answer::Ended { ended: None, .. } => f.write_str("play on"),
            Answer::Ended { ended: Some(Ended { winner, by }), .. } => {
                match winner {
                    Some(winner) => write!(f, "{winner} wins")?,
                    None => f.write_str("draw")?,
                }
                by.map_or(Ok(()), |by| write!(f, " {}", by.phrase()))
            }
        }
    }
}

pub(super) fn list(moves: &[Move]) -> String {
    join(moves, Move::to_string)
}

fn join<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(" ")
}
