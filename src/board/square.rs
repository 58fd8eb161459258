use std::{fmt, str::FromStr};

use super::Color;

/// A column of the board, `a` to `h` from White's left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct File(u8);

/// A row of the board, 1 to 8 from White's side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

/// One of the 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The names of all squares, a1 first.
const NAMES: &str = "\
    a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4\
    a5b5c5d5e5f5g5h5a6b6c6d6e6f6g6h6a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8";

impl File {
    /// The files `a` to `h`.
    pub const ALL: [File; 8] =
        [File(0), File(1), File(2), File(3), File(4), File(5), File(6), File(7)];

    /// The distance from the `a` file, 0 to 7.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter, `a` to `h`.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// The file of a lower-case letter.
    pub const fn from_letter(letter: char) -> Option<File> {
        match letter {
            'a'..='h' => Some(File(letter as u8 - b'a')),
            _ => None,
        }
    }
}

impl Rank {
    /// The ranks 1 to 8.
    pub const ALL: [Rank; 8] =
        [Rank(0), Rank(1), Rank(2), Rank(3), Rank(4), Rank(5), Rank(6), Rank(7)];

    /// The rank with the number `n`, 1 to 8, counted from the side of this colour.
    ///
    /// Numbers outside that range wrap around.
    pub const fn relative(n: u8, color: Color) -> Rank {
        let from_white = n.wrapping_sub(1) & 7;
        match color {
            Color::White => Rank(from_white),
            Color::Black => Rank(7 - from_white),
        }
    }

    /// The distance from White's first rank, 0 to 7.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The digit, `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self.0) as char
    }

    /// The rank of a digit.
    pub const fn from_digit(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank(digit as u8 - b'1')),
            _ => None,
        }
    }
}

impl Square {
    /// The square where a file and a rank meet.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank.0 * 8 + file.0)
    }

    /// The square of an index, a1 = 0, b1 = 1 ... h8 = 63; only the low six bits count.
    #[inline]
    pub const fn from_index(index: usize) -> Square {
        Square((index & 63) as u8)
    }

    /// The index, a1 = 0, b1 = 1 ... h8 = 63.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns the file that the square is on.
    #[inline]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// Returns the rank that the square is on.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 3)
    }

    /// Whether the square is light; h1 is (Article 2.1).
    pub const fn is_light(self) -> bool {
        (self.0 & 7) % 2 != (self.0 >> 3) % 2
    }

    /// The square `files` to the right and `ranks` up, as White sees the board; `None` if it is off the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self.0 & 7) as i8 + files;
        let rank = (self.0 >> 3) as i8 + ranks;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Square((rank * 8 + file) as u8))
    }

    /// The square with the rank mirrored: e2 becomes e7.
    pub const fn flip(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// All squares, a1, b1 ... h8.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// The name of the square, `a1` to `h8`.
    #[inline]
    pub fn name(self) -> &'static str {
        &NAMES[2 * self.index()..2 * self.index() + 2]
    }

    /// Parses the name of a square, `a1` to `h8`.
    pub fn parse(text: &str) -> Option<Square> {
        let mut letters = text.chars();
        let (file, rank) = (letters.next()?, letters.next()?);
        match letters.next() {
            None => Some(Square::new(File::from_letter(file)?, Rank::from_digit(rank)?)),
            Some(_) => None,
        }
    }
}

/// The error for a text that does not name a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a square such as \"e4\"")]
pub struct SquareError(String);

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        Square::parse(text).ok_or_else(|| SquareError(text.to_owned()))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_read_back_as_they_are_written() {
        for square in Square::all() {
            assert_eq!(Square::parse(&square.to_string()), Some(square));
        }
        for text in ["", "a", "a0", "a9", "i1", "A1", "a1 ", "a11", "é1"] {
            assert_eq!(Square::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_right_hand_corner_is_light() {
        assert_eq!(Square::all().filter(|square| square.is_light()).count(), 32);
    }

    rows!(
        the_right_hand_corner_is_light,
        for (text, light) in [("h1", true), ("a1", false), ("a8", true), ("h8", false)] {
            assert_eq!(Square::parse(text).unwrap().is_light(), light, "{text}");
        }
    );
}
