//! Whether the sets allow a mate.

use super::fixpoint::ReachFixpoint;
use crate::board::{Bitboard, Role, Square, attacks};

impl ReachFixpoint {
    /// Whether some position of the sets could be mate by `side` (Lemma 12): on some square the king can be
    /// attacked, and each square beside it can be covered, or blocked by a piece of its own, another one for each.
    pub(super) fn may_mate(&self) -> bool {
        let (us, them) = (self.side as usize, !self.side as usize);
        let mated = self.pieces[self.kings[them]];
        let start = mated.start.set() & self.attacked[us];
        (mated.squares & (start | self.attacked_elsewhere)).into_iter().any(|square| {
            let attacked =
                if square == mated.start { self.attacked[us] } else { self.attacked_elsewhere };
            let open = attacks::king(square) - attacked;
            self.kings_while(square)
                .into_iter()
                .any(|king| self.can_block(open - attacks::king(king)))
        })
    }

    /// Whether the king's own pieces can stand on all these squares, each on one.
    fn can_block(&self, squares: Bitboard) -> bool {
        let mut blockers = [Bitboard::EMPTY; 16];
        let mut count = 0;
        for reach in &self.pieces[..self.len] {
            let own = reach.piece.color != self.side && reach.piece.role != Role::King;
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
    use crate::dead::chance::Numbers;

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
}
