use std::fmt;

use lawbook::board::Color;
use serde::{Deserialize, Serialize};

use super::text::text_of;

/// The results: the usual spelling, and the points of White and Black in halves.
macro_rules! results {
    ($($variant:ident $name:literal $points:expr, $about:literal,)+) => {
        /// The recorded result of a game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum GameResult {
            $(#[doc = $about] #[serde(rename = $name)] $variant,)+
        }

        impl GameResult {
            fn all() -> impl Iterator<Item = GameResult> {
                [$(GameResult::$variant,)+].into_iter()
            }

            /// The usual spelling, which is that of the PGN standard if it has this result.
            pub const fn name(self) -> &'static str {
                match self { $(GameResult::$variant => $name,)+ }
            }

            /// The points of White and Black, in halves; `None` if they are open.
            const fn points(self) -> Option<(u8, u8)> {
                match self { $(GameResult::$variant => $points,)+ }
            }
        }
    };
}

// The PGN standard has neither `BothLost` nor the next four, which an arbiter can give (Laws of 2023, Article 12.9).
results! {
    White "1-0" Some((2, 0)), "White won.",
    Black "0-1" Some((0, 2)), "Black won.",
    Draw "1/2-1/2" Some((1, 1)), "The game was drawn.",
    BothLost "0-0" Some((0, 0)), "Both players lost.",
    HalfToWhite "1/2-0" Some((1, 0)), "Half a point for White, and none for Black.",
    HalfToBlack "0-1/2" Some((0, 1)), "Half a point for Black, and none for White.",
    OneToHalf "1-1/2" Some((2, 1)), "One point for White, and half a point for Black.",
    HalfToOne "1/2-1" Some((1, 2)), "Half a point for White, and one point for Black.",
    Open "*" None, "The game is unfinished or abandoned, or its result is unknown.",
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

/// Parses a result by forfeit, without spaces.
fn forfeit(text: &[u8]) -> Option<GameResult> {
    match text {
        b"+:-" => Some(GameResult::White),
        b"-:+" => Some(GameResult::Black),
        b"-:-" => Some(GameResult::BothLost),
        _ => None,
    }
}

impl GameResult {
    /// Whether only an arbiter can give the result.
    pub const fn is_decision(self) -> bool {
        !matches!(self, GameResult::White | GameResult::Black | GameResult::Draw | GameResult::Open)
    }

    /// Whether `text` is the spelling of the PGN standard.
    pub fn is_standard(self, text: &[u8]) -> bool {
        !self.is_decision() && text == self.name().as_bytes()
    }

    /// Whether a result is written as one by forfeit: `+:-`, or in a tag `+/-`.
    pub fn is_forfeit(text: &[u8]) -> bool {
        matches!(text.trim_ascii(), [b'+' | b'-', .., b'+' | b'-'])
    }

    /// Says that the result is not written as in the PGN standard.
    pub fn deviation(self, written: &str) -> String {
        if self.is_decision() {
            format!("{written:?} is not a result of the standard")
        } else {
            format!("the result {self} is written as {written:?}")
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

    /// The player who won; `None` for a draw, for a result that only an arbiter can give, or an open one.
    pub fn winner(self) -> Option<Color> {
        Color::ALL.into_iter().find(|&winner| self == GameResult::of(Some(winner)))
    }

    /// Parses a result. Accepts any dash, a colon, spaces around them, a point after them, and the usual ways to write
    /// a half, and `+:-` for a forfeit. `0-0` is read as a result; in a movetext it can also be castling.
    pub fn read(text: &[u8]) -> Option<GameResult> {
        // A fast check of the first byte, because this is called for every word, and most words are moves.
        if !matches!(text, [b'0' | b'1' | b'*' | b'+' | b'-' | 0xc2 | 0xbd, ..]) {
            return None;
        }
        if matches!(text, [b'+' | b'-', ..]) {
            let plain: Vec<u8> = text.iter().copied().filter(|&byte| byte != b' ').collect();
            return forfeit(&plain);
        }
        GameResult::all().find(|result| result.name().as_bytes() == text).or_else(|| {
            // "½" is one byte in Latin-1.
            let text = text_of(text);
            let text = text.strip_suffix('.').unwrap_or(&text);
            if matches!(text, "1/2" | "½") {
                return Some(GameResult::Draw);
            }
            let (first, second) = text.split_once(DASHES)?;
            let points = (points(first.trim_end())?, points(second.trim_start())?);
            GameResult::all().find(|result| result.points() == Some(points))
        })
    }

    /// Parses the value of the tag `Result`. There `+/-` and `+-` mean a forfeit, and not an advantage.
    pub fn read_tag(value: &[u8]) -> Option<GameResult> {
        let value = value.trim_ascii();
        GameResult::read(value).or_else(|| match value {
            [white, b'/' | b'-', black] | [white, black] => forfeit(&[*white, b':', *black]),
            _ => None,
        })
    }

    /// Parses a result with spaces in it, such as `1 - 0`, at the beginning of a text. Also returns its length.
    pub fn read_spaced(text: &[u8]) -> Option<(GameResult, usize)> {
        let mut end = 0;
        for _ in 0..3 {
            end += text[end..].iter().take_while(|&&byte| byte == b' ').count();
            // A word of a result is short; a text can be a single long word.
            end += text[end..].iter().take(16).take_while(|one| !one.is_ascii_whitespace()).count();
            if let Some(result) = GameResult::read(&text[..end]) {
                return Some((result, end));
            }
        }
        None
    }

    /// Whether a line ends with a result.
    pub fn ends(line: &[u8]) -> bool {
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
    pub fn split_end(word: &[u8]) -> Option<(&[u8], GameResult)> {
        // `0-0` can be castling, and a star ends a word.
        let is_told =
            |result: &GameResult| !matches!(result, GameResult::BothLost | GameResult::Open);
        GameResult::all().filter(is_told).find_map(|result| {
            let before = word.strip_suffix(result.name().as_bytes())?;
            (!before.is_empty()).then_some((before, result))
        })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
