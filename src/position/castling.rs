use std::{
    fmt::{self, Write},
    hash::{Hash, Hasher},
};

use serde::{Deserialize, Serialize};

use crate::board::{Bitboard, Color, File, Placement, Rank, Square};

/// The side of the board that a king castles to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Wing {
    /// With the rook on the h file, or in Chess960 the rook nearer to it: `O-O`.
    King,
    /// With the rook on the a file, or in Chess960 the rook nearer to it: `O-O-O`.
    Queen,
}

impl Wing {
    /// Both wings, the king's first.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// The notation of castling to this wing.
    pub const fn notation(self) -> &'static str {
        match self {
            Wing::King => "O-O",
            Wing::Queen => "O-O-O",
        }
    }

    /// The square of the rook before castling in the usual array; for Chess960 see [`CastlingRights::rook`].
    pub const fn rook_from(self, color: Color) -> Square {
        self.square(color, 7, 0)
    }

    /// The square of the rook after castling.
    pub const fn rook_to(self, color: Color) -> Square {
        self.square(color, 5, 3)
    }

    /// The square of the king after castling.
    pub const fn king_to(self, color: Color) -> Square {
        self.square(color, 6, 2)
    }

    /// The square of the king before castling in the usual array, the same for both wings.
    pub const fn king_from(color: Color) -> Square {
        Wing::King.square(color, 4, 4)
    }

    const fn square(self, color: Color, king: usize, queen: usize) -> Square {
        let file = match self {
            Wing::King => king,
            Wing::Queen => queen,
        };
        Square::from_index(Rank::relative(1, color).index() * 8 + file)
    }
}

/// The castling rights: the wings that each king may still castle to, and the rooks for that. There is a right if
/// neither the king nor that rook has moved (Article 3.8.2.1), even if castling is not possible at the moment.
///
/// In Chess960 the rooks may begin anywhere on their rank with the king between them (Guidelines II). The rights record
/// whether the game is Chess960, because that decides how castling is written. Two values are equal if they allow the
/// same castlings, in either kind of game.
#[derive(Clone, Copy)]
pub struct CastlingRights {
    /// The files of the rooks that may castle, one bit each, in four bytes: Black's and White's to the king's wing,
    /// then Black's and White's to the queen's wing. The two bytes of a wing are the end ranks of a board rotated by
    /// one rank, so that one operation removes the rights of all squares that a move leaves or enters.
    rooks: u32,
    chess960: bool,
}

/// The names of all combinations of rights in the usual array, numbered in binary from `K` (lowest bit) to `q`.
const NAMES: [&str; 16] = [
    "-", "K", "Q", "KQ", "k", "Kk", "Qk", "KQk", "q", "Kq", "Qq", "KQq", "kq", "Kkq", "Qkq", "KQkq",
];

impl CastlingRights {
    /// No rights.
    pub const NONE: CastlingRights = CastlingRights { rooks: 0, chess960: false };

    /// Whether this player may still castle to this wing.
    #[inline]
    pub const fn has(self, color: Color, wing: Wing) -> bool {
        self.files(color, wing) != 0
    }

    /// The square of the rook with which this player may still castle to this wing, if any.
    #[inline]
    pub const fn rook(self, color: Color, wing: Wing) -> Option<Square> {
        match self.files(color, wing) {
            0 => None,
            files => {
                let rank = Rank::relative(1, color).index();
                Some(Square::from_index(rank * 8 + files.trailing_zeros() as usize))
            }
        }
    }

    /// All rooks that may still castle.
    #[inline]
    pub const fn rooks(self) -> Bitboard {
        Bitboard((((self.rooks | self.rooks >> 16) & 0xffff) as u64).rotate_right(8))
    }

    /// Adds a right to castle with the rook in the corner.
    pub fn add(&mut self, color: Color, wing: Wing) {
        self.add_rook(color, wing, wing.rook_from(color).file());
    }

    /// Adds a right to castle with the rook that begins on this file, and replaces any right to that wing.
    pub fn add_rook(&mut self, color: Color, wing: Wing, file: File) {
        self.remove(color, wing);
        self.rooks |= 1 << (shift(color, wing) + file.index() as u32);
    }

    /// Removes a right.
    pub fn remove(&mut self, color: Color, wing: Wing) {
        self.rooks &= !(0xff << shift(color, wing));
    }

    /// Returns the rights without those of rooks on these squares.
    #[inline]
    pub(super) const fn without(self, squares: Bitboard) -> CastlingRights {
        let both_ranks = squares.0.rotate_left(8) as u16 as u32;
        let both_wings = both_ranks * 0x0001_0001;
        CastlingRights { rooks: self.rooks & !both_wings, ..self }
    }

    /// Returns the rights without those of a player.
    #[inline]
    pub(super) const fn without_player(self, color: Color) -> CastlingRights {
        CastlingRights { rooks: self.rooks & !of_player(color), ..self }
    }

    /// The rights to castle with these rooks, which stand on the ranks of their kings in `placement`.
    pub(super) fn of_rooks(rooks: Bitboard, placement: &Placement, chess960: bool) -> Self {
        let mut rights = CastlingRights { chess960, ..CastlingRights::NONE };
        for rook in rooks {
            let color = if rook.rank() == Rank::ALL[0] { Color::White } else { Color::Black };
            let east = placement.king(color).is_some_and(|king| king.file() < rook.file());
            let wing = if east { Wing::King } else { Wing::Queen };
            rights.add_rook(color, wing, rook.file());
        }
        rights
    }

    /// Whether the game is Chess960. Castling is then written as the king taking its rook, and the rights in a FEN by
    /// the files of the rooks.
    #[inline]
    pub const fn is_chess960(self) -> bool {
        self.chess960
    }

    /// Returns the same rights in a Chess960 game.
    pub const fn in_chess960(self) -> CastlingRights {
        CastlingRights { chess960: true, ..self }
    }

    /// Iterates over the rights, in the order of FEN: `KQkq`.
    pub fn iter(self) -> impl Iterator<Item = (Color, Wing)> {
        Color::ALL
            .into_iter()
            .flat_map(|color| Wing::ALL.into_iter().map(move |wing| (color, wing)))
            .filter(move |&(color, wing)| self.has(color, wing))
    }

    /// The FEN letter of a right: `K`, `Q`, `k` or `q`.
    pub const fn letter(color: Color, wing: Wing) -> char {
        match (color, wing) {
            (Color::White, Wing::King) => 'K',
            (Color::White, Wing::Queen) => 'Q',
            (Color::Black, Wing::King) => 'k',
            (Color::Black, Wing::Queen) => 'q',
        }
    }

    /// Returns the same rights with colours exchanged.
    pub const fn flip(self) -> CastlingRights {
        // Swaps the two ranks of each wing.
        let rooks = self.rooks.swap_bytes().rotate_right(16);
        CastlingRights { rooks, ..self }
    }

    /// The file of the rook for this right as a bit; 0 without the right.
    #[inline]
    const fn files(self, color: Color, wing: Wing) -> u8 {
        (self.rooks >> shift(color, wing)) as u8
    }
}

#[inline]
const fn shift(color: Color, wing: Wing) -> u32 {
    let rank = match color {
        Color::White => 8,
        Color::Black => 0,
    };
    match wing {
        Wing::King => rank,
        Wing::Queen => rank + 16,
    }
}

#[inline]
const fn of_player(color: Color) -> u32 {
    0x00ff_00ff << shift(color, Wing::King)
}

/// Rights to the same castlings are equal, whether or not the game is Chess960.
impl PartialEq for CastlingRights {
    #[inline]
    fn eq(&self, other: &CastlingRights) -> bool {
        self.rooks == other.rooks
    }
}

impl Eq for CastlingRights {}

impl Hash for CastlingRights {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rooks.hash(state);
    }
}

/// Formats the third field of a FEN: `KQkq`, in Chess960 the files of the rooks as in `HAha`, or `-`.
impl fmt::Display for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.chess960 || self.rooks == 0 {
            return f.write_str(
                NAMES[self.has(Color::White, Wing::King) as usize
                    + ((self.has(Color::White, Wing::Queen) as usize) << 1)
                    + ((self.has(Color::Black, Wing::King) as usize) << 2)
                    + ((self.has(Color::Black, Wing::Queen) as usize) << 3)],
            );
        }
        self.iter().try_for_each(|(color, wing)| match self.rook(color, wing) {
            Some(rook) => f.write_char(file_letter(color, rook.file())),
            None => Ok(()),
        })
    }
}

impl fmt::Debug for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The letter of a right by the file of its rook: `A` to `H` for White, `a` to `h` for Black.
pub(crate) const fn file_letter(color: Color, file: File) -> char {
    match color {
        Color::White => file.letter().to_ascii_uppercase(),
        Color::Black => file.letter(),
    }
}
