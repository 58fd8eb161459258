use std::fmt;

use serde::{Deserialize, Serialize};

use super::{
    Answer, AnswerForm,
    example::{A1, CASTLING, E2, FOOLS_MATE, H1, PROMOTION, STALEMATE, START},
};
use lawbook::{
    board::Square,
    position::{Move, Setup},
};

/// A question about the position on the board, independent of its history.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "ask", rename_all = "kebab-case")]
#[allow(missing_docs)] // each field is explained with the variant
pub enum PositionQuestion {
    /// Can this setup be played at all?
    Setup,
    /// Is the side to move in check?
    Check,
    /// Is the side to move checkmated?
    Checkmate,
    /// Is the side to move stalemated?
    Stalemate,
    /// Which moves are legal?
    LegalMoves,
    /// Which piece stands on each square?
    #[serde(rename = "board")]
    Placement,
    /// Which side is to move?
    Turn,
    /// Which castling rights are left?
    Castling,
    /// Is this square light?
    #[serde(rename = "light")]
    IsLight { square: Square },
    /// Which pieces give check to the side to move?
    Checkers,
    /// Which of the opponent's pieces does the piece on this square attack?
    Attacks { square: Square },
    /// Which pieces are pinned, and which pieces do they shield?
    Pinned,
    /// Which of these moves does the function that plays a move refuse?
    Refuses { moves: Vec<Move> },
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
            PositionQuestion::IsLight { .. } => "light",
            PositionQuestion::Checkers => "checkers",
            PositionQuestion::Attacks { .. } => "attacks",
            PositionQuestion::Pinned => "pinned",
            PositionQuestion::Refuses { .. } => "refuses",
        }
    }

    /// The subject of the question, as it appears in its name.
    pub(super) fn subject(&self) -> Option<String> {
        match self {
            PositionQuestion::IsLight { square } | PositionQuestion::Attacks { square } => {
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
            | PositionQuestion::Pinned
            | PositionQuestion::Refuses { .. } => None,
        }
    }

    /// The form of its answers.
    pub(super) const fn form(&self) -> AnswerForm {
        match self {
            PositionQuestion::Setup
            | PositionQuestion::Check
            | PositionQuestion::Checkmate
            | PositionQuestion::Stalemate
            | PositionQuestion::IsLight { .. } => AnswerForm::YesOrNo,
            PositionQuestion::LegalMoves | PositionQuestion::Refuses { .. } => AnswerForm::Moves,
            PositionQuestion::Placement | PositionQuestion::Turn | PositionQuestion::Castling => {
                AnswerForm::PartOfFen
            }
            PositionQuestion::Checkers | PositionQuestion::Attacks { .. } => AnswerForm::Squares,
            PositionQuestion::Pinned => AnswerForm::Pairs,
        }
    }

    /// The answer that a FEN of the position contains, if any.
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
            | PositionQuestion::IsLight { .. }
            | PositionQuestion::Checkers
            | PositionQuestion::Attacks { .. }
            | PositionQuestion::Pinned
            | PositionQuestion::Refuses { .. } => None,
        }
    }

    /// Simple positions with moves played from there, and questions that every library with support for them should
    /// answer correctly.
    pub(super) fn examples() -> Vec<(&'static str, &'static str, Vec<PositionQuestion>)> {
        use PositionQuestion::*;
        let on_the_board = || vec![LegalMoves, Placement, Turn, Castling];
        let attacked = Attacks { square: E2 };
        let refuses = |moves: &str| Refuses {
            moves: moves.split(' ').filter_map(|text| text.parse().ok()).collect(),
        };
        vec![
            (START, "", on_the_board()),
            (START, "", vec![Setup, Check, Checkmate, Stalemate, Checkers]),
            (START, "", vec![IsLight { square: A1 }, IsLight { square: H1 }]),
            (START, "", vec![refuses("e2e5 e1e2 b8c6 g1f3")]),
            (START, "e2e4 e7e5", vec![LegalMoves, Placement]),
            (START, FOOLS_MATE, vec![Check, Checkmate, Stalemate, Checkers]),
            (STALEMATE, "", vec![Stalemate, Checkmate, LegalMoves]),
            (CASTLING, "", on_the_board()),
            (CASTLING, "e1g1", on_the_board()),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "", vec![LegalMoves]),
            (PROMOTION, "", vec![LegalMoves]),
            ("4k3/8/4q3/8/8/8/4R3/4K3 b - - 0 1", "", vec![attacked, Pinned]),
            ("4q3/8/4k3/8/8/8/4R3/6K1 b - - 0 1", "", vec![Check, Checkers]),
        ]
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
            PositionQuestion::IsLight { square } => write!(f, "Is {square} a light square?"),
            PositionQuestion::Checkers => f.write_str("Which pieces give check?"),
            PositionQuestion::Attacks { square } => {
                write!(f, "What does the piece on {square} attack?")
            }
            PositionQuestion::Pinned => f.write_str("Which pieces are pinned, and to what?"),
            PositionQuestion::Refuses { moves } => {
                let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
                write!(f, "Which of the moves {} are refused?", moves.join(" "))
            }
        }
    }
}
