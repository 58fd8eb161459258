use std::fmt;

use crate::board::{Bitboard, Color, Rank, Square};

/// The side of the board to which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wing {
    /// To the rook on the h file: `O-O`.
    King,
    /// To the rook on the a file: `O-O-O`.
    Queen,
}

impl Wing {
    /// Both wings, the king's first.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// How castling to this wing is written.
    pub const fn notation(self) -> &'static str {
        match self {
            Wing::King => "O-O",
            Wing::Queen => "O-O-O",
        }
    }

    /// The square of the rook before castling.
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

    /// The square of the king before castling, whatever the wing.
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

/// Which kings may still castle to which wing: neither the king nor that rook has moved
/// (Article 3.8.2.1). A right that cannot be used at the moment is still a right.
///
/// Held as the squares of the rooks that may castle.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CastlingRights(pub(super) Bitboard);

/// The names of all combinations of rights, counted in binary from `K` to `q`.
const NAMES: [&str; 16] = [
    "-", "K", "Q", "KQ", "k", "Kk", "Qk", "KQk", "q", "Kq", "Qq", "KQq", "kq", "Kkq", "Qkq", "KQkq",
];

impl CastlingRights {
    /// No rights left.
    pub const NONE: CastlingRights = CastlingRights(Bitboard::EMPTY);

    /// Whether this player may still castle to this wing.
    #[inline]
    pub const fn has(self, color: Color, wing: Wing) -> bool {
        self.0.contains(wing.rook_from(color))
    }

    /// Adds a right.
    pub fn add(&mut self, color: Color, wing: Wing) {
        self.0 |= wing.rook_from(color).set();
    }

    /// Takes a right away.
    pub fn remove(&mut self, color: Color, wing: Wing) {
        self.0 = self.0 - wing.rook_from(color).set();
    }

    /// The rights there are, in the order of FEN: `KQkq`.
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

    /// The rights as a FEN has them: `KQkq`, or `-` if there are none.
    pub const fn name(self) -> &'static str {
        NAMES[self.has(Color::White, Wing::King) as usize
            | (self.has(Color::White, Wing::Queen) as usize) << 1
            | (self.has(Color::Black, Wing::King) as usize) << 2
            | (self.has(Color::Black, Wing::Queen) as usize) << 3]
    }

    /// The same rights with colours exchanged.
    pub const fn flip(self) -> CastlingRights {
        CastlingRights(self.0.flip())
    }
}

/// The third field of a FEN.
impl fmt::Display for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
