use std::{
    fmt,
    iter::FusedIterator,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub},
};

use super::{File, Rank, Square};

/// A set of squares: one bit for each square, a1 lowest.
///
/// The operators are those of sets: `|` union, `&` intersection, `-` difference, `^` symmetric
/// difference, `!` complement. Iterating gives the squares from a1 to h8.
///
/// ```
/// use lawbook::board::{Bitboard, File, Rank};
///
/// let corner = File::ALL[7].squares() & Rank::ALL[0].squares();
/// assert_eq!(corner.len(), 1);
/// assert_eq!((Bitboard::LIGHT - corner).len(), 31);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const FULL: Bitboard = Bitboard(!0);
    /// The 32 light squares.
    pub const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
    /// The 32 dark squares.
    pub const DARK: Bitboard = Bitboard(!Bitboard::LIGHT.0);
    /// The first and the last rank, where no pawn can stand.
    pub const END_RANKS: Bitboard = Bitboard(Rank::ALL[0].squares().0 | Rank::ALL[7].squares().0);

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares, 0 to 64.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has more than one square.
    #[inline]
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every square of this set is in the other.
    #[inline]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// The set itself if `condition` holds, otherwise the empty set. It avoids a branch that the processor could
    /// mispredict.
    #[inline]
    pub(crate) const fn only_if(self, condition: bool) -> Bitboard {
        Bitboard(self.0 & (condition as u64).wrapping_neg())
    }

    /// The lowest square, if any.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        match self.0 {
            0 => None,
            bits => Some(Square::from_index(bits.trailing_zeros() as usize)),
        }
    }

    /// The set shifted by `squares` in index order; negative numbers shift down. Squares that leave the board are
    /// dropped. Files wrap around: mask the edge files first.
    #[inline]
    pub const fn shift(self, squares: i32) -> Bitboard {
        if squares >= 0 { Bitboard(self.0 << squares) } else { Bitboard(self.0 >> -squares) }
    }

    /// The set with the ranks mirrored: rank 1 becomes rank 8.
    #[inline]
    pub const fn flip(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }
}

impl File {
    /// The eight squares of this file.
    pub const fn squares(self) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << self.index())
    }
}

impl Rank {
    /// The eight squares of this rank.
    pub const fn squares(self) -> Bitboard {
        Bitboard(0xff << (8 * self.index()))
    }
}

impl Square {
    /// The set of this square alone.
    #[inline]
    pub const fn set(self) -> Bitboard {
        Bitboard(1 << (self.index() & 63))
    }
}

/// Implements the operators that are those of the numbers.
macro_rules! operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident $symbol:tt,)+) => { $(
        impl $operator for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $symbol other.0)
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                self.0 = self.0 $symbol other.0;
            }
        }
    )+ };
}

operators! {
    BitOr bitor BitOrAssign bitor_assign |,
    BitAnd bitand BitAndAssign bitand_assign &,
    BitXor bitxor BitXorAssign bitxor_assign ^,
}

impl Sub for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.set())
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], a1 first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

/// Eight rows of `X` and `.`, the eighth rank on top.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            writeln!(f)?;
            for square in rank.squares() {
                write!(f, "{}", if self.contains(square) { " X" } else { " ." })?;
            }
        }
        Ok(())
    }
}
