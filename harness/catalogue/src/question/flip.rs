//! Questions and answers with the colours exchanged, seen from the other side of the board.

use super::{
    Answer, Expectation, Expected, GameQuestion, HistoryQuestion, MaterialQuestion,
    NotationQuestion, PositionQuestion, Question,
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
        let question = match &self.question {
            Question::Game(GameQuestion::Claim { ground, written }) => {
                let written = written.map(Move::flip);
                GameQuestion::Claim { ground: *ground, written }.into()
            }
            Question::Game(GameQuestion::Seconds { side }) => {
                GameQuestion::Seconds { side: !*side }.into()
            }
            Question::Material(MaterialQuestion::CanMate { side }) => {
                MaterialQuestion::CanMate { side: !*side }.into()
            }
            Question::Position(PositionQuestion::Attacks { square }) => {
                PositionQuestion::Attacks { square: square.flip() }.into()
            }
            // The other side of a file has the other colour.
            Question::Position(PositionQuestion::IsLight { square }) => {
                let Expectation::Exactly(Answer::Is(light)) = self.right else { return None };
                let question = PositionQuestion::IsLight { square: square.flip() }.into();
                let right = Expectation::Exactly(Answer::Is(!light));
                return Some(Expected { question, right, moment: self.moment });
            }
            Question::Position(PositionQuestion::Refuses { moves }) => {
                PositionQuestion::Refuses { moves: flip_moves(moves) }.into()
            }
            Question::Notation(NotationQuestion::Reads { text }) => {
                NotationQuestion::Reads { text: flip_text(text) }.into()
            }
            Question::Notation(NotationQuestion::ReadsUci { text }) => {
                NotationQuestion::ReadsUci { text: flip_text(text) }.into()
            }
            Question::History(HistoryQuestion::FullmoveNumber)
            | Question::Notation(NotationQuestion::ReadsFen { .. } | NotationQuestion::Fen) => {
                return None;
            }
            Question::Game(
                GameQuestion::Ruling | GameQuestion::Orders | GameQuestion::Claimable,
            )
            | Question::History(
                HistoryQuestion::Occurrences
                | HistoryQuestion::SameAs { .. }
                | HistoryQuestion::HalfmoveClock
                | HistoryQuestion::Occurred { .. }
                | HistoryQuestion::Plies { .. }
                | HistoryQuestion::Undo,
            )
            | Question::Position(
                PositionQuestion::Setup
                | PositionQuestion::Check
                | PositionQuestion::Checkmate
                | PositionQuestion::Stalemate
                | PositionQuestion::LegalMoves
                | PositionQuestion::Placement
                | PositionQuestion::Turn
                | PositionQuestion::Castling
                | PositionQuestion::Checkers
                | PositionQuestion::Pinned,
            )
            | Question::Material(MaterialQuestion::Insufficient | MaterialQuestion::Dead)
            | Question::Notation(NotationQuestion::San) => self.question.clone(),
        };
        Some(Expected { question, right: self.right.flip()?, moment: self.moment })
    }
}

impl Expectation {
    fn flip(&self) -> Option<Expectation> {
        Some(match self {
            Expectation::Exactly(answer) => Expectation::Exactly(answer.flip()?),
            Expectation::Among(moves) => Expectation::Among(flip_moves(moves)),
            Expectation::NotAmong(moves) => Expectation::NotAmong(flip_moves(moves)),
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
            Answer::Moves(moves) => Answer::Moves(flip_moves(moves)),
            Answer::Text(text) => Answer::Text(flip_text(text)),
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

fn flip_moves(moves: &[Move]) -> Vec<Move> {
    sorted(moves.iter().copied().map(Move::flip))
}

fn sorted<T: Ord>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    values
}

/// A move in UCI or algebraic notation with each rank counted from the other side.
fn flip_text(text: &str) -> String {
    let flip = |letter: char| match letter {
        '1'..='8' => char::from(b'1' + b'8' - letter as u8),
        other => other,
    };
    text.chars().map(flip).collect()
}
