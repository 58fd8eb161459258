//! Questions and answers with the colours exchanged, seen from the other side of the board.

use super::{
    Answer, Expectation, Expected, HistoryQuestion, NotationQuestion, PositionQuestion, Question,
};
use lawbook::{
    board::{Piece, Square},
    position::Move,
    rules::{Decision, Order},
};

impl Expected {
    /// The question and the right answer about the same line with the colours exchanged.
    ///
    /// Returns nothing for questions whose answer does not follow from symmetry: the number of the move goes up
    /// after Black's move only, and the text of a FEN is compared as it is.
    pub(crate) fn flip(&self) -> Option<Expected> {
        let (question, moment) = (self.question.flip(), self.moment);
        let right = match &self.question {
            // The other side of a file has the other colour.
            Question::Position(PositionQuestion::IsLight { .. }) => {
                let Expectation::Exactly(Answer::Is(light)) = self.right else { return None };
                Expectation::Exactly(Answer::Is(!light))
            }
            Question::History(HistoryQuestion::FullmoveNumber)
            | Question::Notation(NotationQuestion::ReadsFen { .. } | NotationQuestion::Fen) => {
                return None;
            }
            Question::Game(_)
            | Question::History(_)
            | Question::Position(_)
            | Question::Material(_)
            | Question::Notation(_) => self.right.flip()?,
        };
        Some(Expected { question, right, moment })
    }
}

impl Expectation {
    fn flip(&self) -> Option<Expectation> {
        Some(match self {
            Expectation::Exactly(answer) => Expectation::Exactly(answer.flip()?),
            Expectation::Among(some) => Expectation::Among(moves(some)),
            Expectation::NotAmong(none) => Expectation::NotAmong(moves(none)),
            Expectation::Number(number) => Expectation::Number(*number),
            Expectation::Squares(squares) => {
                let flip = |&(square, piece): &(Square, Option<Piece>)| {
                    let piece = piece.map(|Piece { color, role }| Piece { color: !color, role });
                    (square.flip(), piece)
                };
                Expectation::Squares(squares.iter().map(flip).collect())
            }
        })
    }
}

impl Answer {
    fn flip(&self) -> Option<Answer> {
        Some(match self {
            Answer::Is(_) | Answer::Count(_) | Answer::Changes(_) => self.clone(),
            Answer::Moves(all) => Answer::Moves(moves(all)),
            Answer::Text(written) => Answer::Text(text(written)),
            Answer::Read(read) => Answer::Read(read.map(Move::flip)),
            Answer::Squares(squares) => {
                Answer::Squares(sorted(squares.iter().map(|square| square.flip())))
            }
            Answer::Pairs(pairs) => {
                Answer::Pairs(sorted(pairs.iter().map(|(one, two)| (one.flip(), two.flip()))))
            }
            Answer::Placement(placement) => Answer::Placement(Box::new(placement.flip())),
            Answer::Castling(rights) => Answer::Castling(rights.flip()),
            Answer::Player(color) => Answer::Player(!*color),
            Answer::Ruling(decision) => Answer::Ruling(Decision::flip(*decision)),
            Answer::Orders(orders) => {
                Answer::Orders(sorted(orders.iter().copied().map(Order::flip)))
            }
            Answer::Setup(_) | Answer::Fen(_) | Answer::Ended { .. } => return None,
        })
    }
}

pub(super) fn moves(moves: &[Move]) -> Vec<Move> {
    sorted(moves.iter().copied().map(Move::flip))
}

fn sorted<T: Ord>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    values
}

/// A move in UCI or algebraic notation with each rank counted from the other side.
pub(super) fn text(text: &str) -> String {
    let flip = |letter: char| match letter {
        '1'..='8' => char::from(b'1' + b'8' - letter as u8),
        other => other,
    };
    text.chars().map(flip).collect()
}
