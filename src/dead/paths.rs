//! Ways over a board with nothing but the pawns, and what is in the way of a king.

use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    position::Position,
};

/// How many moves it takes from each square.
pub(super) type MoveCounts = [u8; 64];

/// More moves than any.
pub(super) const NEVER: u16 = 199;

/// The moves from each square to one of these, if the closure says from where a square is reached.
pub(super) fn moves_to(goal: Bitboard, before: impl Fn(Square) -> Bitboard) -> MoveCounts {
    let mut moves = [NEVER as u8; 64];
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

/// Where a king goes from here to be a move nearer.
pub(super) fn nearer(moves: &MoveCounts, king: Square) -> impl Iterator<Item = Square> {
    attacks::king(king).into_iter().filter(move |to| moves[to.index()] < moves[king.index()])
}

/// How many pieces of this player keep the other king from this square: those that guard it, with whatever is between
/// but pawns, and one that stands there while others guard it.
pub(super) fn guards(at: &Position, by: Color, square: Square) -> u16 {
    let pieces = at.placement();
    let guards = pieces.attackers(by, square, pieces.role(Role::Pawn)).len() as u16;
    guards + u16::from(guards > 0 && pieces.color(by).contains(square))
}

/// The pieces of this player that keep each other and themselves where they are.
pub(super) fn stuck(at: &Position, color: Color) -> Bitboard {
    let pieces = at.placement();
    let own = pieces.color(color);
    let pawns = pieces.role(Role::Pawn);
    let fixed = (pawns & own) | at.king(color).set();
    let mut stuck = own - fixed;
    loop {
        let is_stuck = |square: &Square| {
            let occupied = pawns | fixed | stuck;
            attacks::of(pieces.role_at(*square), color, *square, occupied).is_subset(fixed | stuck)
        };
        let still: Bitboard = stuck.into_iter().filter(is_stuck).collect();
        if still == stuck {
            return stuck;
        }
        stuck = still;
    }
}
