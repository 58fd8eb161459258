use std::fmt;

use crate::board::Square;

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
    /// Which pieces are skewered, and in front of which?
    Skewered,
    /// Which pieces attack through a line that the last move has opened, and which?
    Discovered,
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
            PositionQuestion::Skewered => "skewered",
            PositionQuestion::Discovered => "discovered",
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
            | PositionQuestion::Pinned
            | PositionQuestion::Skewered
            | PositionQuestion::Discovered => None,
        }
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
            PositionQuestion::Skewered => {
                f.write_str("Which pieces are skewered, and what is behind them?")
            }
            PositionQuestion::Discovered => {
                f.write_str("Which attacks has the last move discovered?")
            }
        }
    }
}
