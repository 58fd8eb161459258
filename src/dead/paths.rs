//! Ways over a board with nothing but the pawns, and what is in the way of a king.

use crate::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    position::Position,
};

/// How many moves it takes from each square.
pub(super) type MoveCounts = [u8; 64];

/// More moves than any.
pub(super) const NEVER: u16 = 199;

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

/// The moves of a king from here, which may be in check.
pub(super) fn moves_of_king(moves: &MoveCounts, king: Square) -> u16 {
    let here = u16::from(moves[king.index()]);
    let next = || nearer(moves, king).map(|to| u16::from(moves[to.index()]) + 1).min();
    if here < NEVER { here } else { next().unwrap_or(NEVER) }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        Square::parse(name).unwrap()
    }

    fn position(fen: &str) -> Position {
        Position::composed(&fen.parse().unwrap()).unwrap()
    }

    #[test]
    fn moves_are_counted_back_from_where_they_lead() {
        for (role, blocked, from, moves) in [
            (Role::King, "", "a1", 7),
            (Role::King, "g8 g7", "a1", 8),
            (Role::King, "g8 g7 h7", "a1", NEVER as u8),
            (Role::Rook, "", "a1", 2),
            (Role::Rook, "h8", "h8", 0),
            (Role::Bishop, "", "b1", NEVER as u8),
            (Role::Knight, "", "g6", 1),
        ] {
            let blocked: Bitboard = blocked.split_whitespace().map(square).collect();
            let goal = square("h8").set();
            let counts =
                moves_to(goal, |to| attacks::of(role, Color::White, to, blocked) - blocked);
            assert_eq!(counts[square(from).index()], moves, "{role} from {from}");
        }
    }

    #[test]
    fn a_king_goes_from_where_it_may_not_be_by_the_nearest_square() {
        for (blocked, from, moves) in [
            ("", "a1", 7),
            ("", "h8", 0),
            ("g7", "g7", 1),
            ("e5", "e5", 3),
            ("g8 g7 h7", "a1", NEVER),
        ] {
            let blocked: Bitboard = blocked.split_whitespace().map(square).collect();
            let counts = moves_to(square("h8").set(), |to| attacks::king(to) - blocked);
            assert_eq!(moves_of_king(&counts, square(from)), moves, "{from} without {blocked:?}");
        }
    }

    #[test]
    fn a_king_is_kept_from_a_square_by_those_who_guard_it() {
        for (fen, to, expected) in [
            ("k7/8/8/8/8/8/8/K7 w - - 0 1", "b7", 0),
            // Behind another piece, too, but not behind a pawn.
            ("k7/8/8/8/8/8/1R6/KR6 w - - 0 1", "b7", 2),
            ("k7/8/8/8/1P6/8/1R6/KR6 w - - 0 1", "b7", 0),
            // Who stands there is in the way only if somebody guards it.
            ("k7/1R6/8/8/8/8/8/K7 w - - 0 1", "b7", 0),
            ("k7/1R6/8/8/4B3/8/8/K7 w - - 0 1", "b7", 2),
        ] {
            assert_eq!(guards(&position(fen), Color::White, square(to)), expected, "{fen}");
        }
    }

    #[test]
    fn pieces_are_stuck_if_only_each_other_and_fixed_ones_are_in_their_way() {
        for (fen, expected) in [
            // The rook and the bishop wait for each other, and the king for them.
            ("7k/8/8/8/8/8/4P1P1/5BRK w - - 0 1", "f1 g1"),
            // One that can move frees the others.
            ("7k/8/8/8/8/8/4P3/5BRK w - - 0 1", ""),
            ("7k/8/8/8/8/8/4P1P1/4RBRK w - - 0 1", "f1 g1"),
            ("7k/8/8/8/8/8/4P1P1/5NRK w - - 0 1", ""),
            // Nothing goes through the king.
            ("7k/8/8/8/8/8/P7/RK6 w - - 0 1", "a1"),
        ] {
            let expected: Bitboard = expected.split_whitespace().map(square).collect();
            assert_eq!(stuck(&position(fen), Color::White), expected, "{fen}");
        }
    }
}
