use std::fmt;

use lawbook::board::Color;
use serde::{Deserialize, Serialize};

/// The result of a game as it is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Score {
    /// `1-0`
    #[serde(rename = "1-0")]
    White,
    /// `0-1`
    #[serde(rename = "0-1")]
    Black,
    /// `1/2-1/2`
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// `*`: the game is not over, was given up, or nobody knows.
    #[serde(rename = "*")]
    Open,
}

impl Score {
    /// The score of a game that this player won, or that was drawn.
    pub const fn of(winner: Option<Color>) -> Score {
        match winner {
            Some(Color::White) => Score::White,
            Some(Color::Black) => Score::Black,
            None => Score::Draw,
        }
    }

    /// The player who won.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Score::White => Some(Color::White),
            Score::Black => Some(Color::Black),
            Score::Draw | Score::Open => None,
        }
    }

    /// Reads a score, with any dash and with halves as people write them.
    pub fn read(text: &[u8]) -> Option<Score> {
        // Most words are moves, and this is asked of every word.
        if !matches!(text, [b'0' | b'1' | b'*' | 0xc2, ..]) {
            return None;
        }
        Some(match std::str::from_utf8(text).ok()? {
            "1-0" | "1–0" | "1—0" => Score::White,
            "0-1" | "0–1" | "0—1" => Score::Black,
            "1/2-1/2" | "1/2–1/2" | "1/2—1/2" | "1/2" | "½-½" | "½–½" | "½" => {
                Score::Draw
            }
            "*" => Score::Open,
            _ => return None,
        })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Score::White => "1-0",
            Score::Black => "0-1",
            Score::Draw => "1/2-1/2",
            Score::Open => "*",
        })
    }
}
