//! What pieces attack from a set of squares, all at once.

use crate::board::{Bitboard, File, Role, attacks};

/// What a piece of this role attacks from any of these squares, passing only over free ones.
pub(in crate::dead) fn attacks_from(role: Role, from: Bitboard, free: Bitboard) -> Bitboard {
    let line = |by| line(from, free, by);
    match role {
        Role::Bishop => line(9) | line(7) | line(-9) | line(-7),
        Role::Rook => line(8) | line(1) | line(-8) | line(-1),
        Role::Queen => {
            attacks_from(Role::Bishop, from, free) | attacks_from(Role::Rook, from, free)
        }
        Role::Knight => from.into_iter().fold(Bitboard::EMPTY, |all, at| all | attacks::knight(at)),
        Role::King => {
            let row = from | step(from, 1) | step(from, -1);
            row | row.shift(8) | row.shift(-8)
        }
        // A pawn's attacks depend on its colour: `attacks::pawns` knows them.
        Role::Pawn => Bitboard::EMPTY,
    }
}

#[inline]
fn line(from: Bitboard, free: Bitboard, by: i32) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    let mut front = from;
    while !front.is_empty() {
        front = step(front, by) - reached;
        reached |= front;
        front &= free;
    }
    reached
}

/// All squares moved by one king's step, given as a difference of indices.
#[inline]
fn step(from: Bitboard, by: i32) -> Bitboard {
    let lost = match by {
        1 | 9 | -7 => File::ALL[7].squares(),
        -1 | 7 | -9 => File::ALL[0].squares(),
        _ => Bitboard::EMPTY,
    };
    (from - lost).shift(by)
}
