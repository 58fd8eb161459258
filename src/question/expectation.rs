use super::{Answer, Question};
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
        let of_moves = |holds: &dyn Fn(&[Move]) -> bool| {
            Some(matches!(answer, Answer::Moves(moves) if holds(moves)))
        };
        match self {
            Expectation::Exactly(right) => right.is_met_by(answer),
            Expectation::Among(some) => {
                of_moves(&|moves| some.iter().all(|legal| moves.contains(legal)))
            }
            Expectation::NotAmong(none) => {
                of_moves(&|moves| !none.iter().any(|illegal| moves.contains(illegal)))
            }
            Expectation::Number(number) => of_moves(&|moves| moves.len() == *number),
            Expectation::Squares(squares) => {
                let Answer::Placement(placement) = answer else { return Some(false) };
                Some(squares.iter().all(|&(square, piece)| placement.at(square) == piece))
            }
        }
    }
}
