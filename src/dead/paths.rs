//! Flood fill and distances for a single piece on a board with blockers.

use crate::board::{Bitboard, Piece, Square, attacks};

/// Number of moves from each square.
pub(super) type MoveCounts = [u8; 64];

/// The distance of squares from where the goal is out of reach. Twice this value and a few more fit into a byte.
pub(super) const NEVER: u8 = 99;

/// The squares `from` and all squares that the piece reaches from them, if only `walls` block it and it never enters
/// `barred`.
pub(super) fn flood_fill(
    piece: Piece,
    from: Bitboard,
    walls: Bitboard,
    barred: Bitboard,
) -> Bitboard {
    let (mut all, mut front) = (from, from);
    while !front.is_empty() {
        let next = |next, at| next | attacks::of(piece.role, piece.color, at, walls);
        front = front.into_iter().fold(Bitboard::EMPTY, next) - barred - all;
        all |= front;
    }
    all
}

/// Distances to the nearest square of `goal`. `before` returns the squares from where a square is reached in one move.
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

    rows!(
        moves_are_counted_back_from_where_they_lead,
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
    );
}
