use std::{borrow::Cow, fmt};

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
    /// `0-0`: both players lost. The PGN standard has no such result, but tournaments have.
    #[serde(rename = "0-0")]
    BothLost,
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
    const ALL: [GameResult; 5] = [
        GameResult::White,
        GameResult::Black,
        GameResult::Draw,
        GameResult::BothLost,
        GameResult::Open,
    ];

    /// Whether `text` is the spelling of the PGN standard.
    pub(super) fn is_standard(self, text: &[u8]) -> bool {
        self != GameResult::BothLost && text == self.name().as_bytes()
    }

    /// Says that the result is not written as in the PGN standard.
    pub(super) fn deviation(self, written: &str) -> String {
        match self {
            GameResult::BothLost => format!("{written:?} is no result of the standard"),
            GameResult::White | GameResult::Black | GameResult::Draw | GameResult::Open => {
                format!("the result {self} is written as {written:?}")
            }
        }
    }

    /// The spelling of the PGN standard, if it has this result.
    pub const fn name(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::BothLost => "0-0",
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

    /// The player who won; `None` for a draw, a loss of both, or an open result.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::White => Some(Color::White),
            GameResult::Black => Some(Color::Black),
            GameResult::Draw | GameResult::BothLost | GameResult::Open => None,
        }
    }

    /// Parses a result. Accepts any dash, a colon, spaces around them, a point after them, and the usual ways to write
    /// a half. `0-0` is read as a result; in a movetext it can also be castling.
    pub fn read(text: &[u8]) -> Option<GameResult> {
        // A fast check of the first byte, because this is called for every word, and most words are moves.
        if !matches!(text, [b'0' | b'1' | b'*' | 0xc2 | 0xbd, ..]) {
            return None;
        }
        GameResult::ALL.into_iter().find(|result| result.name().as_bytes() == text).or_else(|| {
            // "½" is one byte in Latin-1.
            let text = match std::str::from_utf8(text) {
                Ok(text) => Cow::Borrowed(text),
                Err(_) => text.iter().map(|&byte| char::from(byte)).collect(),
            };
            let text = text.strip_suffix('.').unwrap_or(&text);
            if matches!(text, "1/2" | "½") {
                return Some(GameResult::Draw);
            }
            let (first, second) = text.split_once(DASHES)?;
            match (points(first.trim_end())?, points(second.trim_start())?) {
                (2, 0) => Some(GameResult::White),
                (0, 2) => Some(GameResult::Black),
                (1, 1) => Some(GameResult::Draw),
                (0, 0) => Some(GameResult::BothLost),
                _ => None,
            }
        })
    }

    /// Parses a result with spaces in it, such as `1 - 0`, at the beginning of a text. Also returns its length.
    pub(super) fn read_spaced(text: &[u8]) -> Option<(GameResult, usize)> {
        let line = text.split(|&byte| byte == b'\n').next()?;
        let mut end = 0;
        for _ in 0..3 {
            end += line[end..].iter().take_while(|&&byte| byte == b' ').count();
            end += line[end..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
            if let Some(result) = GameResult::read(&line[..end]) {
                return Some((result, end));
            }
        }
        None
    }

    /// Whether a line ends with a result.
    pub(super) fn ends(line: &[u8]) -> bool {
        let last = line.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
        // A star ends the game even without white space before it, as in `e5*`.
        if last.ends_with(b"*")
            || GameResult::read(last).is_some()
            || GameResult::split_end(last).is_some()
        {
            return true;
        }
        let words = line.rsplit(|&byte| byte == b' ').filter(|word| !word.is_empty());
        let spaced = words.take(3).map(<[u8]>::len).sum::<usize>() + 2;
        matches!(last, b"0" | b"1" | b"1/2" | b"\xc2\xbd")
            && GameResult::read(&line[line.len().saturating_sub(spaced)..]).is_some()
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
