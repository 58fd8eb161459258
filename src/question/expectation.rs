use std::fmt;

use super::{Answer, Question, answer::list};
use crate::{
    board::{Piece, Square},
    position::Move,
};

/// A question and what the answer has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// What is asked.
    pub question: Question,
    /// What is right.
    pub right: Expectation,
    /// When it is asked.
    pub moment: Moment,
}

/// The moment of a line at which a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// When everything has been done.
    End,
    /// When everything but the last act has been done: would it be right?
    BeforeLastAct,
}

/// What makes an answer right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// This very answer.
    Exactly(Answer),
    /// These are among the legal moves.
    Among(Vec<Move>),
    /// None of these is among the legal moves.
    NotAmong(Vec<Move>),
    /// There are so many legal moves.
    Number(usize),
    /// This stands on these squares.
    Squares(Vec<(Square, Option<Piece>)>),
}

impl Expectation {
    /// Whether an answer is right; `None` if it says nothing about the matter.
    pub fn is_met_by(&self, answer: &Answer) -> Option<bool> {
        match (self, answer) {
            (Expectation::Exactly(right), got) => right.is_met_by(got),
            (Expectation::Among(some), Answer::Moves(moves)) => {
                Some(some.iter().all(|legal| moves.contains(legal)))
            }
            (Expectation::NotAmong(none), Answer::Moves(moves)) => {
                Some(!none.iter().any(|illegal| moves.contains(illegal)))
            }
            (Expectation::Number(number), Answer::Moves(moves)) => Some(moves.len() == *number),
            (Expectation::Squares(squares), Answer::Placement(pieces)) => {
                Some(squares.iter().all(|&(square, piece)| pieces.at(square) == piece))
            }
            _ => Some(false),
        }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expectation::Exactly(answer) => write!(f, "{answer}"),
            Expectation::Among(moves) => write!(f, "{} among them", list(moves)),
            Expectation::NotAmong(moves) => write!(f, "{} not among them", list(moves)),
            Expectation::Number(number) => write!(f, "{number} moves"),
            Expectation::Squares(squares) => {
                let squares: Vec<String> = squares
                    .iter()
                    .map(|(square, piece)| match piece {
                        Some(piece) => format!("{piece} on {square}"),
                        None => format!("nothing on {square}"),
                    })
                    .collect();
                f.write_str(&squares.join(", "))
            }
        }
    }
}
