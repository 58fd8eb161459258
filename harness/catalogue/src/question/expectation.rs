use super::{Answer, Question};
use lawbook::{
    board::{Piece, Square},
    position::Move,
};

/// A question with its right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The question.
    pub question: Question,
    /// The condition for a right answer.
    pub right: Expectation,
    /// The moment of the question.
    pub moment: Moment,
}

/// The moment of a line that a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// After all acts.
    End,
    /// Before the last act, to ask whether that act would be correct.
    BeforeLastAct,
}

/// The condition for a right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// Exactly this answer.
    Exactly(Answer),
    /// These are among the legal moves.
    Among(Vec<Move>),
    /// None of these is among the legal moves.
    NotAmong(Vec<Move>),
    /// The number of legal moves.
    Number(usize),
    /// These squares hold these pieces, or are empty.
    Squares(Vec<(Square, Option<Piece>)>),
}

impl Expectation {
    /// Whether an answer is right; `None` if it allows no conclusion.
    pub fn is_satisfied_by(&self, answer: &Answer) -> Option<bool> {
        let of_moves = |holds: &dyn Fn(&[Move]) -> bool| {
            Some(matches!(answer, Answer::Moves(moves) if holds(moves)))
        };
        match self {
            Expectation::Exactly(right) => right.is_satisfied_by(answer),
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
