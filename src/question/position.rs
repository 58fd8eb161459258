use std::fmt;

use super::{Answer, AnswerForm, QuestionRecord};
use crate::{board::Square, position::Setup};

/// A question about the position on the board, whatever has happened before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PositionQuestion {
    /// Can this setup be played at all?
    Setup,
    /// Is the player on move in check?
    Check,
    /// Is the player on move checkmated?
    Checkmate,
    /// Is the player on move stalemated?
    Stalemate,
    /// Which moves are legal?
    LegalMoves,
    /// What stands where?
    Placement,
    /// Who is on move?
    Turn,
    /// Which castling rights are left?
    Castling,
    /// Is this square light?
    IsLight(Square),
    /// Which pieces give check to the player on move?
    Checkers,
    /// Which of the opponent's pieces does the piece on this square attack?
    Attacks(Square),
    /// Which pieces are pinned, and to which?
    Pinned,
}

impl PositionQuestion {
    /// The kind of the question.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            PositionQuestion::Setup => "setup",
            PositionQuestion::Check => "check",
            PositionQuestion::Checkmate => "checkmate",
            PositionQuestion::Stalemate => "stalemate",
            PositionQuestion::LegalMoves => "legal-moves",
            PositionQuestion::Placement => "board",
            PositionQuestion::Turn => "turn",
            PositionQuestion::Castling => "castling",
            PositionQuestion::IsLight(_) => "light",
            PositionQuestion::Checkers => "checkers",
            PositionQuestion::Attacks(_) => "attacks",
            PositionQuestion::Pinned => "pinned",
        }
    }

    /// What is asked about, as it stands in the name of the question.
    pub(super) fn subject(&self) -> Option<String> {
        match self {
            PositionQuestion::IsLight(square) | PositionQuestion::Attacks(square) => {
                Some(square.to_string())
            }
            PositionQuestion::Setup
            | PositionQuestion::Check
            | PositionQuestion::Checkmate
            | PositionQuestion::Stalemate
            | PositionQuestion::LegalMoves
            | PositionQuestion::Placement
            | PositionQuestion::Turn
            | PositionQuestion::Castling
            | PositionQuestion::Checkers
            | PositionQuestion::Pinned => None,
        }
    }

    /// What its answers look like.
    pub(super) const fn form(&self) -> AnswerForm {
        match self {
            PositionQuestion::Setup
            | PositionQuestion::Check
            | PositionQuestion::Checkmate
            | PositionQuestion::Stalemate
            | PositionQuestion::IsLight(_) => AnswerForm::YesOrNo,
            PositionQuestion::LegalMoves => AnswerForm::Moves,
            PositionQuestion::Placement | PositionQuestion::Turn | PositionQuestion::Castling => {
                AnswerForm::PartOfFen
            }
            PositionQuestion::Checkers | PositionQuestion::Attacks(_) => AnswerForm::Squares,
            PositionQuestion::Pinned => AnswerForm::Pairs,
        }
    }

    /// The answer that a FEN of the position has, if it has one.
    pub(super) fn read_from(&self, setup: &Setup) -> Option<Answer> {
        match self {
            PositionQuestion::Placement => Some(Answer::Placement(Box::new(setup.placement))),
            PositionQuestion::Turn => Some(Answer::Player(setup.turn)),
            PositionQuestion::Castling => Some(Answer::Castling(setup.castling)),
            PositionQuestion::Setup
            | PositionQuestion::Check
            | PositionQuestion::Checkmate
            | PositionQuestion::Stalemate
            | PositionQuestion::LegalMoves
            | PositionQuestion::IsLight(_)
            | PositionQuestion::Checkers
            | PositionQuestion::Attacks(_)
            | PositionQuestion::Pinned => None,
        }
    }

    /// The question as it is sent.
    pub(super) fn record(&self) -> QuestionRecord {
        QuestionRecord { square: self.subject(), ..QuestionRecord::new(self.kind()) }
    }

    /// Reads a question that was sent; `None` if its name is of another family.
    pub(super) fn read(record: &QuestionRecord) -> Option<Result<PositionQuestion, String>> {
        Some(Ok(match record.ask.as_str() {
            "setup" => PositionQuestion::Setup,
            "check" => PositionQuestion::Check,
            "checkmate" => PositionQuestion::Checkmate,
            "stalemate" => PositionQuestion::Stalemate,
            "legal-moves" => PositionQuestion::LegalMoves,
            "board" => PositionQuestion::Placement,
            "turn" => PositionQuestion::Turn,
            "castling" => PositionQuestion::Castling,
            "checkers" => PositionQuestion::Checkers,
            "pinned" => PositionQuestion::Pinned,
            "light" => return Some(record.square().map(PositionQuestion::IsLight)),
            "attacks" => return Some(record.square().map(PositionQuestion::Attacks)),
            _ => return None,
        }))
    }
}

impl fmt::Display for PositionQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionQuestion::Setup => f.write_str("Can this setup be played?"),
            PositionQuestion::Check => f.write_str("Is the player on move in check?"),
            PositionQuestion::Checkmate => f.write_str("Is the player on move checkmated?"),
            PositionQuestion::Stalemate => f.write_str("Is the player on move stalemated?"),
            PositionQuestion::LegalMoves => f.write_str("Which moves are legal?"),
            PositionQuestion::Placement => f.write_str("What stands where?"),
            PositionQuestion::Turn => f.write_str("Who is on move?"),
            PositionQuestion::Castling => f.write_str("Which castling rights are left?"),
            PositionQuestion::IsLight(square) => write!(f, "Is {square} a light square?"),
            PositionQuestion::Checkers => f.write_str("Which pieces give check?"),
            PositionQuestion::Attacks(square) => {
                write!(f, "What does the piece on {square} attack?")
            }
            PositionQuestion::Pinned => f.write_str("Which pieces are pinned, and to what?"),
        }
    }
}
