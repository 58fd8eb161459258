//! The squares that a piece reaches over a board with walls, and the moves that it takes.

use crate::board::{Bitboard, Piece, Square, attacks};

/// How many moves it takes from each square.
pub(super) type MoveCounts = [u8; 64];

/// More moves than any; two of them and some more fit a byte.
pub(super) const NEVER: u8 = 99;

/// These squares, and all to which such a piece comes from them if it passes all but walls and goes nowhere where it is
/// barred.
pub(super) fn spread(piece: Piece, from: Bitboard, walls: Bitboard, barred: Bitboard) -> Bitboard {
    let (mut all, mut front) = (from, from);
    while !front.is_empty() {
        let next = |next, at| next | attacks::of(piece.role, piece.color, at, walls);
        front = front.into_iter().fold(Bitboard::EMPTY, next) - barred - all;
        all |= front;
    }
    all
}

/// The moves from each square to one of these, if the closure says from where a square is reached.
pub(super) fn moves_to(goal: Bitboard, before: impl Fn(Square) -> Bitboard) -> MoveCounts {
    let mut moves = [NEVER; 64];
    let (mut seen, mut front, mut count) = (goal, goal, 0);
    while !front.is_empty() {
        for at in front {
            moves[at.index()] = count;
        }
        let next = front.into_iter().fold(Bitboard::EMPTY, |all, at| all | before(at));
        front = next - seen;
        seen |= front;
        count += 1;
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Role};

    fn square(name: &str) -> Square {
        Square::parse(name).unwrap()
    }

    #[test]
    fn moves_are_counted_back_from_where_they_lead() {
        for (role, blocked, from, moves) in [
            (Role::King, "", "a1", 7),
            (Role::King, "g8 g7", "a1", 8),
            (Role::King, "g8 g7 h7", "a1", NEVER),
            (Role::Rook, "", "a1", 2),
            (Role::Rook, "h8", "h8", 0),
            (Role::Bishop, "", "b1", NEVER),
            (Role::Knight, "", "g6", 1),
        ] {
            let blocked: Bitboard = blocked.split_whitespace().map(square).collect();
            let goal = square("h8").set();
            let counts =
                moves_to(goal, |to| attacks::of(role, Color::White, to, blocked) - blocked);
            assert_eq!(counts[square(from).index()], moves, "{role} from {from}");
        }
    }
}
