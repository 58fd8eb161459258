use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::board::Color;

/// The outcome of a game: the winner and the termination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// The winner; `None` in a draw.
    pub winner: Option<Color>,
    /// The cause of the end.
    pub by: Termination,
}

/// The cause of the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// The king is checkmated, Article 5.1.1.
    Checkmate,
    /// A player resigned, Article 5.1.2; a draw if the opponent cannot mate, since 2023.
    Resignation,
    /// A flag fell, Article 6.9; a draw if the opponent cannot mate.
    Time,
    /// The player on move has no legal move and is not in check, Article 5.2.1.
    Stalemate,
    /// Neither player can mate by any series of legal moves, Article 5.2.2.
    DeadPosition,
    /// The players agreed to a draw, Article 5.2.3.
    Agreement,
    /// A player offered a draw to an opponent whose pieces cannot mate, which draws on a server.
    #[serde(rename = "insufficient-material-claim")]
    MaterialClaim,
    /// The position occurred three times, Article 9.2.
    ThreefoldRepetition,
    /// Fifty moves of each player without capture or pawn move, Article 9.3.
    FiftyMoves,
    /// The position occurred five times, Article 9.6.1.
    FivefoldRepetition,
    /// Seventy-five moves of each player without capture or pawn move, Article 9.6.2.
    SeventyFiveMoves,
    /// Too many illegal moves, Article 7.5.5; a draw if the opponent cannot mate, since 2009.
    IllegalMoves,
    /// An illegal position that outlasted a move, Article A.5.4.
    IllegalPosition,
    /// Absence, a phone, a sealed move that is void, or refusal to keep to the Laws.
    Forfeit,
    /// The arbiter's decision: on a claim of the last minutes, Guidelines III.5, or as a penalty, Article 12.9.
    Arbiter,
    /// The server's limit on the length of a game.
    MoveLimit,
}

impl Termination {
    /// All of them, wins first.
    pub const ALL: [Termination; 16] = [
        Termination::Checkmate,
        Termination::Resignation,
        Termination::Time,
        Termination::Stalemate,
        Termination::DeadPosition,
        Termination::Agreement,
        Termination::MaterialClaim,
        Termination::ThreefoldRepetition,
        Termination::FiftyMoves,
        Termination::FivefoldRepetition,
        Termination::SeventyFiveMoves,
        Termination::IllegalMoves,
        Termination::IllegalPosition,
        Termination::Forfeit,
        Termination::Arbiter,
        Termination::MoveLimit,
    ];

    /// The permanent name, used in messages and files: `checkmate`, `insufficient-material-claim`.
    pub const fn code(self) -> &'static str {
        match self {
            Termination::Checkmate => "checkmate",
            Termination::Resignation => "resignation",
            Termination::Time => "time",
            Termination::Stalemate => "stalemate",
            Termination::DeadPosition => "dead-position",
            Termination::Agreement => "agreement",
            Termination::MaterialClaim => "insufficient-material-claim",
            Termination::ThreefoldRepetition => "threefold-repetition",
            Termination::FiftyMoves => "fifty-moves",
            Termination::FivefoldRepetition => "fivefold-repetition",
            Termination::SeventyFiveMoves => "seventy-five-moves",
            Termination::IllegalMoves => "illegal-moves",
            Termination::IllegalPosition => "illegal-position",
            Termination::Forfeit => "forfeit",
            Termination::Arbiter => "arbiter",
            Termination::MoveLimit => "move-limit",
        }
    }

    /// The termination in words: `by checkmate`, `on time`.
    pub const fn phrase(self) -> &'static str {
        match self {
            Termination::Checkmate => "by checkmate",
            Termination::Resignation => "by resignation",
            Termination::Time => "on time",
            Termination::Stalemate => "by stalemate",
            Termination::DeadPosition => "by dead position",
            Termination::Agreement => "by agreement",
            Termination::MaterialClaim => "by a claim of insufficient material",
            Termination::ThreefoldRepetition => "by threefold repetition",
            Termination::FiftyMoves => "by the fifty-move rule",
            Termination::FivefoldRepetition => "by fivefold repetition",
            Termination::SeventyFiveMoves => "by the seventy-five-move rule",
            Termination::IllegalMoves => "by illegal moves",
            Termination::IllegalPosition => "by an illegal position",
            Termination::Forfeit => "by forfeit",
            Termination::Arbiter => "by the arbiter's decision",
            Termination::MoveLimit => "by the limit on the length of the game",
        }
    }
}

impl Outcome {
    /// Returns a win of `winner`.
    pub const fn win(winner: Color, by: Termination) -> Outcome {
        Outcome { winner: Some(winner), by }
    }

    /// Returns a draw.
    pub const fn draw(by: Termination) -> Outcome {
        Outcome { winner: None, by }
    }

    /// Returns the same outcome with colours exchanged.
    pub fn flip(self) -> Outcome {
        Outcome { winner: self.winner.map(|color| !color), by: self.by }
    }
}

/// Formats the outcome: `White wins by checkmate`, `draw by agreement`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins {}", self.by.phrase()),
            None => write!(f, "draw {}", self.by.phrase()),
        }
    }
}

/// Parses the text that [`Display`](fmt::Display) writes.
impl FromStr for Outcome {
    type Err = ();

    fn from_str(text: &str) -> Result<Outcome, ()> {
        let (winner, phrase) = if let Some(rest) = text.strip_prefix("White wins ") {
            (Some(Color::White), rest)
        } else if let Some(rest) = text.strip_prefix("Black wins ") {
            (Some(Color::Black), rest)
        } else {
            (None, text.strip_prefix("draw ").ok_or(())?)
        };
        let by = Termination::ALL.into_iter().find(|by| by.phrase() == phrase).ok_or(())?;
        Ok(Outcome { winner, by })
    }
}
