//! Attacks from a set of squares, computed with shifts.

use crate::board::{Bitboard, File, Role, attacks};

/// The squares that a piece of this role attacks from any of the squares `from`. Lines pass over the squares `free`
/// only.
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
        // The attacks of pawns depend on their colour, see `attacks::pawns`.
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

/// Shifts all squares by one king step, given as a difference of square indices.
#[inline]
fn step(from: Bitboard, by: i32) -> Bitboard {
    let lost = match by {
        1 | 9 | -7 => File::ALL[7].squares(),
        -1 | 7 | -9 => File::ALL[0].squares(),
        _ => Bitboard::EMPTY,
    };
    (from - lost).shift(by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Color, Square},
        dead::rows::Lcg,
    };

    #[test]
    fn a_set_attacks_what_its_squares_attack_one_by_one() {
        let mut random = Lcg(3);
        let mut squares =
            |limit| (0..limit).map(|_| Square::from_index(random.below(64))).collect::<Bitboard>();
        for _ in 0..500 {
            let (from, occupied) = (squares(4), squares(24));
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                let right = from
                    .into_iter()
                    .map(|at| attacks::of(role, Color::White, at, occupied))
                    .fold(Bitboard::EMPTY, |all, one| all | one);
                let all = attacks_from(role, from, !occupied);
                // For a king the set includes its own squares, as one step there and back.
                let own = from.only_if(role == Role::King);
                assert_eq!(all | own, right | own, "{role:?} from {from:?} among {occupied:?}");
            }
            assert_eq!(attacks_from(Role::Pawn, from, !occupied), Bitboard::EMPTY);
        }
    }
}
