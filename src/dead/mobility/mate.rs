//! Whether the sets allow a mate.

use super::fixpoint::ReachFixpoint;
use crate::board::{Bitboard, Role, Square, attacks};

impl ReachFixpoint {
    /// Whether some position of the sets could be mate by `side`: on some square the king can be attacked, and each
    /// square beside it can be covered, or blocked by a piece of its own, another one for each (Lemma 12).
    pub(super) fn may_mate(&self) -> bool {
        let [own, mated] =
            [self.side, !self.side].map(|color| self.pieces[self.kings[color as usize]].squares);
        let attacked = self.attacked_in_the_end;
        (mated & attacked).into_iter().any(|square| {
            let near = attacks::king(square);
            (own - near - square.set())
                .into_iter()
                .any(|king| self.can_block(near - attacked - attacks::king(king)))
        })
    }

    /// Whether the king's own pieces can stand on all these squares, each on one.
    fn can_block(&self, squares: Bitboard) -> bool {
        let mut blockers = [Bitboard::EMPTY; 16];
        let mut count = 0;
        for reach in &self.pieces[..self.len] {
            let own = reach.piece.color != self.side
                && reach.piece.role != Role::King
                && !self.split.lost.contains(reach.start);
            let useful = reach.anywhere() & squares;
            if own && !useful.is_empty() && count < blockers.len() {
                blockers[count] = useful;
                count += 1;
            }
        }
        count >= squares.len() as usize && can_share(squares, &blockers[..count])
    }
}

/// Whether each of the squares can have a piece of its own, if the pieces may stand on these.
fn can_share(squares: Bitboard, pieces: &[Bitboard]) -> bool {
    let mut places = [None; 16];
    squares.into_iter().all(|square| place(square, pieces, &mut places, &mut [false; 16]))
}

/// Puts a piece on the square, moving others on to squares that have none if need be; pieces that were asked are not
/// asked again.
fn place(
    square: Square,
    pieces: &[Bitboard],
    places: &mut [Option<Square>; 16],
    asked: &mut [bool; 16],
) -> bool {
    for (index, piece) in pieces.iter().enumerate() {
        if !piece.contains(square) || std::mem::replace(&mut asked[index], true) {
            continue;
        }
        let is_free = match places[index] {
            None => true,
            Some(other) => place(other, pieces, places, asked),
        };
        if is_free {
            places[index] = Some(square);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Color,
        dead::{
            CaseSplit,
            chance::Numbers,
            mobility::by_hand::{sets, squares},
        },
        position::Position,
    };

    #[test]
    fn squares_are_shared_exactly_if_no_part_of_them_has_too_few_pieces() {
        let mut numbers = Numbers(5);
        let mut shared = 0;
        for _ in 0..2_000 {
            let names: Vec<Square> = (0..1 + numbers.below(5)).map(Square::from_index).collect();
            let squares: Bitboard = names.iter().copied().collect();
            let mut some =
                || Bitboard(1 + numbers.below(31) as u64) & Bitboard(numbers.below(32) as u64);
            let pieces: Vec<Bitboard> = (0..5).map(|_| some()).collect();
            let has_enough = |part: u64| {
                let part = Bitboard(part) & squares;
                pieces.iter().filter(|piece| piece.meets(part)).count() >= part.len() as usize
            };
            let expected = (0..32).all(has_enough);
            assert_eq!(can_share(squares, &pieces), expected, "{squares:?} {pieces:?}");
            shared += u32::from(expected);
        }
        assert!((400..1_600).contains(&shared), "{shared}");
    }

    /// Lemma 12: a board, where pieces also go, and whether White might have mated.
    #[test]
    fn a_king_is_mated_where_it_may_be_attacked_and_has_no_square() {
        type Row = (&'static str, &'static [(&'static str, &'static str)], bool);
        let rows: [Row; 8] = [
            ("R6k/6pp/8/8/8/8/8/K7", &[], true),
            ("r6k/6pp/8/8/8/8/8/K7", &[], false),
            ("R6k/6p1/8/8/8/8/8/K7", &[("a8", "a1")], false),
            ("R6k/6p1/8/8/8/8/8/K5n1", &[("g1", "h7"), ("a8", "b8")], true),
            ("R6k/8/8/8/8/8/8/K7", &[("a8", "a7")], true),
            ("7k/8/6K1/8/8/8/8/R7", &[("a1", "a8")], true),
            ("7k/8/8/6K1/8/8/8/R7", &[("a1", "a8")], false),
            ("7k/6K1/8/8/8/8/8/R7", &[("a1", "a8")], false),
        ];
        for (board, goes, expected) in rows {
            let mut sets = sets(board, goes);
            sets.attacked_in_the_end = sets.attacked[0];
            assert_eq!(sets.may_mate(), expected, "{board} {goes:?}");
        }
    }

    /// Lemma 13: who stays, and is kept or lost, in a position in which White has mated, and whether it has in the case.
    #[test]
    fn what_is_lost_neither_mates_nor_stands_in_the_way() {
        let setup = "R2K3k/6pp/8/8/8/8/P7/8 w - - 0 1".parse().unwrap();
        let position = Position::composed(&setup).unwrap();
        let walls = squares("a2 a8 g7 h7 h8");
        for (kept, lost, expected) in [
            ("", "", true),
            ("a8", "", true),
            ("", "a8", false),
            ("g7", "", true),
            ("", "g7", false),
            ("", "a2", true),
        ] {
            let [kept, lost] = [kept, lost].map(squares);
            // Nobody moves but the king.
            let split = CaseSplit { stay: walls, kept, lost, ..CaseSplit::default() };
            let mut sets = ReachFixpoint::new(&position, Color::White, split);
            while sets.grow() {}
            for (king, names) in sets.kings.into_iter().zip(["d6 d8", "h8"]) {
                sets.pieces[king].squares = squares(names);
            }
            assert_eq!(sets.may_mate(), expected, "{kept:?} {lost:?}");
        }
    }
}
