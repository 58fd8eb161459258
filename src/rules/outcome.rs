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

named! {
    /// The cause of the end of a game.
    Termination::code,
    /// The termination in words: `by checkmate`, `on time`.
    phrase;
    /// The king is checkmated, Article 5.1.1.
    Checkmate "checkmate" "by checkmate",
    /// A player resigned, Article 5.1.2; a draw if the opponent cannot mate, since 2023.
    Resignation "resignation" "by resignation",
    /// A flag fell, Article 6.9; a draw if the opponent cannot mate.
    Time "time" "on time",
    /// The player on move has no legal move and is not in check, Article 5.2.1.
    Stalemate "stalemate" "by stalemate",
    /// Neither player can mate by any series of legal moves, Article 5.2.2.
    DeadPosition "dead-position" "by dead position",
    /// The players agreed to a draw, Article 5.2.3.
    Agreement "agreement" "by agreement",
    /// A player offered a draw to an opponent whose pieces cannot mate, which draws on a server.
    MaterialClaim "insufficient-material-claim" "by a claim of insufficient material",
    /// The position occurred three times, Article 9.2.
    ThreefoldRepetition "threefold-repetition" "by threefold repetition",
    /// Fifty moves of each player without capture or pawn move, Article 9.3.
    FiftyMoves "fifty-moves" "by the fifty-move rule",
    /// The position occurred five times, Article 9.6.1.
    FivefoldRepetition "fivefold-repetition" "by fivefold repetition",
    /// Seventy-five moves of each player without capture or pawn move, Article 9.6.2.
    SeventyFiveMoves "seventy-five-moves" "by the seventy-five-move rule",
    /// Too many illegal moves, Article 7.5.5; a draw if the opponent cannot mate, since 2009.
    IllegalMoves "illegal-moves" "by illegal moves",
    /// An illegal position that outlasted a move, Article A.5.4.
    IllegalPosition "illegal-position" "by an illegal position",
    /// Absence, a phone, a sealed move that is void, or refusal to keep to the Laws.
    Forfeit "forfeit" "by forfeit",
    /// The arbiter's decision: on a claim of the last minutes, Guidelines III.5, or as a penalty, Article 12.9.
    Arbiter "arbiter" "by the arbiter's decision",
    /// The server's limit on the length of a game.
    MoveLimit "move-limit" "by the limit on the length of the game",
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
