use std::{cmp::Ordering, fmt};

use super::Wing;
use crate::board::{Role, Square};

/// A move: the origin square, the target square, and the role that a pawn is promoted to.
///
/// Castling is the king's move of two squares, in Chess960 the king taking its own rook. Whether it is legal depends on
/// the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The origin square.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The role that a pawn on the last rank is promoted to.
    pub promotion: Option<Role>,
}

/// The error for a move that is not legal in its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a legal move in this position")]
pub struct IllegalMove(pub Move);

impl Move {
    /// Returns a move without promotion.
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to, promotion: None }
    }

    /// Returns the move with the ranks mirrored.
    pub const fn flip(self) -> Move {
        Move { from: self.from.flip(), to: self.to.flip(), promotion: self.promotion }
    }

    /// The move in UCI, without a heap allocation.
    #[inline]
    pub fn text(self) -> MoveText {
        let mut bytes = [0; 5];
        bytes[..2].copy_from_slice(self.from.name().as_bytes());
        bytes[2..4].copy_from_slice(self.to.name().as_bytes());
        let letter = self.promotion.map(|role| role.letter().to_ascii_lowercase() as u8);
        bytes[4] = letter.unwrap_or_default();
        MoveText { bytes, length: if letter.is_some() { 5 } else { 4 } }
    }

    /// The parts as one number, which is quick to compare.
    #[inline]
    const fn rank(self) -> u16 {
        let promotion = match self.promotion {
            None => 0,
            Some(role) => role as u16 + 1,
        };
        ((self.from.index() as u16) << 9) + ((self.to.index() as u16) << 3) + promotion
    }
}

/// A move in UCI.
#[derive(Clone, Copy)]
pub struct MoveText {
    bytes: [u8; 5],
    length: usize,
}

impl MoveText {
    /// The text.
    #[inline]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

/// Orders moves by origin square, then target square, then promotion.
impl Ord for Move {
    #[inline]
    fn cmp(&self, other: &Move) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Move {
    #[inline]
    fn partial_cmp(&self, other: &Move) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Formats the move in the notation of the Universal Chess Interface: `e2e4`, `e1g1`, `a7a8q`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().as_str())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The kind of a legal move, which together with its squares determines how to make it.
#[derive(Clone, Copy)]
pub(super) enum MoveKind {
    /// A piece other than a pawn moves or captures; not castling.
    Piece(Role),
    /// A pawn moves or captures; neither promotion nor en passant.
    Pawn,
    Promotion(Role),
    EnPassant,
    Castling(Wing),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_sorted_by_squares_and_promotion() {
        let [a1, b1, h8] = [0, 1, 63].map(Square::from_index);
        let promoted = |role| Move { promotion: Some(role), ..Move::new(a1, h8) };
        let mut sorted = vec![Move::new(a1, b1), Move::new(a1, h8)];
        sorted.extend(Role::ALL.map(promoted));
        sorted.extend([Move::new(b1, a1), Move::new(b1, h8), Move::new(h8, a1)]);
        for (index, one) in sorted.iter().enumerate() {
            for (other_index, other) in sorted.iter().enumerate() {
                assert_eq!(one.cmp(other), index.cmp(&other_index), "{one} {other}");
            }
        }
    }
}
