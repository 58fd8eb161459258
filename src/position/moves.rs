use std::{cmp::Ordering, fmt};

use crate::board::{Role, Square};

/// A move as the hand makes it: from a square to a square, and what a pawn becomes.
///
/// Castling is the king's move of two squares, in Chess960 the king taking its own rook. Whether it is legal depends on the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it is put.
    pub to: Square,
    /// What a pawn that reaches the last rank becomes.
    pub promotion: Option<Role>,
}

/// The move is not legal in the position it was to be played in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a legal move in this position")]
pub struct IllegalMove(pub Move);

impl Move {
    /// A move that is no promotion.
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to, promotion: None }
    }

    /// The move seen from the other side of the board.
    pub const fn flip(self) -> Move {
        Move { from: self.from.flip(), to: self.to.flip(), promotion: self.promotion }
    }

    /// The move as it is written, without room on the heap.
    #[inline]
    pub(crate) fn text(self) -> MoveText {
        let mut bytes = [0; 5];
        bytes[..2].copy_from_slice(self.from.name().as_bytes());
        bytes[2..4].copy_from_slice(self.to.name().as_bytes());
        let letter = self.promotion.map(|role| role.letter().to_ascii_lowercase() as u8);
        bytes[4] = letter.unwrap_or_default();
        MoveText { bytes, length: if letter.is_some() { 5 } else { 4 } }
    }

    /// The parts in one number, which is quick to compare.
    #[inline]
    const fn rank(self) -> u16 {
        let promotion = match self.promotion {
            None => 0,
            Some(role) => role as u16 + 1,
        };
        ((self.from.index() as u16) << 9) + ((self.to.index() as u16) << 3) + promotion
    }
}

/// A move as it is written.
#[derive(Clone, Copy)]
pub(crate) struct MoveText {
    bytes: [u8; 5],
    length: usize,
}

impl MoveText {
    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

/// By the square it leaves, the square it goes to, and what a pawn becomes.
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

/// The notation of the Universal Chess Interface: `e2e4`, `e1g1`, `a7a8q`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_sorted_by_square_and_what_a_pawn_becomes_and_none_is_like_another() {
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
