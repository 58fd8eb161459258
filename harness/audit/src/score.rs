use std::fmt;

use lawbook::board::Color;
use serde::{Deserialize, Serialize};

/// The recorded result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameResult {
    /// `1-0`
    #[serde(rename = "1-0")]
    White,
    /// `0-1`
    #[serde(rename = "0-1")]
    Black,
    /// `1/2-1/2`
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// `*`: the game is unfinished or abandoned, or its result is unknown.
    #[serde(rename = "*")]
    Open,
}

/// The characters between the points of the two players.
const DASHES: [char; 7] = ['-', ':', '\u{2010}', '\u{2011}', '–', '—', '\u{2212}'];

/// Parses the points of a player, and returns them in halves.
fn points(text: &str) -> Option<u8> {
    match text {
        "1" => Some(2),
        "1/2" | "½" | "0.5" | "0,5" => Some(1),
        "0" => Some(0),
        _ => None,
    }
}

impl GameResult {
    /// All results.
    const ALL: [GameResult; 4] =
        [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Open];

    /// The spelling of the PGN standard.
    pub const fn name(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Open => "*",
        }
    }

    /// The result of a game that `winner` won; a draw if `None`.
    pub const fn of(winner: Option<Color>) -> GameResult {
        match winner {
            Some(Color::White) => GameResult::White,
            Some(Color::Black) => GameResult::Black,
            None => GameResult::Draw,
        }
    }

    /// The player who won; `None` for a draw or an open result.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::White => Some(Color::White),
            GameResult::Black => Some(Color::Black),
            GameResult::Draw | GameResult::Open => None,
        }
    }

    /// Parses a result. Accepts any dash, a colon, spaces around them, a point after them, and the usual ways to write
    /// a half.
    pub fn read(text: &[u8]) -> Option<GameResult> {
        // A fast check of the first byte, because this is called for every word, and most words are moves.
        if !matches!(text, [b'0' | b'1' | b'*' | 0xc2, ..]) {
            return None;
        }
        GameResult::ALL.into_iter().find(|result| result.name().as_bytes() == text).or_else(|| {
            let text = std::str::from_utf8(text).ok()?;
            let text = text.strip_suffix('.').unwrap_or(text);
            if matches!(text, "1/2" | "½") {
                return Some(GameResult::Draw);
            }
            let (first, second) = text.split_once(DASHES)?;
            match (points(first.trim_end())?, points(second.trim_start())?) {
                (2, 0) => Some(GameResult::White),
                (0, 2) => Some(GameResult::Black),
                (1, 1) => Some(GameResult::Draw),
                _ => None,
            }
        })
    }

    /// Splits a word that ends with a result, such as `Qg20-1`, into what precedes the result, and the result.
    pub(super) fn split_end(word: &[u8]) -> Option<(&[u8], GameResult)> {
        const ENDS: [(&[u8], GameResult); 3] = [
            (b"1/2-1/2", GameResult::Draw),
            (b"1-0", GameResult::White),
            (b"0-1", GameResult::Black),
        ];
        ENDS.into_iter().find_map(|(end, result)| {
            let before = word.strip_suffix(end)?;
            (!before.is_empty()).then_some((before, result))
        })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
