//! Tests whether the sets allow a mate.

use super::{Case, fixpoint::MobilityFixpoint};
use crate::board::{Bitboard, Role, attacks};

impl MobilityFixpoint {
    /// Whether some position of the sets could be a mate by `side`: the king can be attacked, and each adjacent square
    /// can be covered or blocked by a piece of its own (Lemma 11).
    pub(super) fn may_mate(&self) -> bool {
        let [own, mated] =
            [self.side, !self.side].map(|color| self.pieces[self.kings[color as usize]].squares);
        let attacked = self.attacked();
        (mated & attacked).into_iter().any(|square| {
            let near = attacks::king(square);
            (own - near - square.set())
                .into_iter()
                .any(|king| self.can_block(near - attacked - attacks::king(king)))
        })
    }

    /// Squares that pieces of `side` other than the king may attack. A lost piece is gone when the line ends (Lemma 12).
    pub(super) fn attacked(&self) -> Bitboard {
        let attackers = self.pieces[..self.len].iter().filter(|mobility| {
            mobility.piece.color == self.side
                && mobility.piece.role != Role::King
                && self.case != Case::Lost(mobility.start)
        });
        attackers.fold(Bitboard::EMPTY, |all, mobility| all | self.attacked_by(mobility))
    }

    /// Whether at least as many of the mated king's own pieces can stand on one of these squares as there are squares.
    fn can_block(&self, squares: Bitboard) -> bool {
        let blockers = self.pieces[..self.len].iter().filter(|mobility| {
            mobility.piece.color != self.side
                && mobility.piece.role != Role::King
                && self.case != Case::Lost(mobility.start)
                && mobility.anywhere().meets(squares)
        });
        blockers.count() >= squares.len() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Square,
        dead::{mobility::sets::sets, rows},
    };

    #[test]
    fn a_king_is_mated_where_it_may_be_attacked_and_has_no_square() {
        for &(board, goes, expected) in rows::MATES {
            assert_eq!(sets(board, goes).may_mate(), expected, "{board} {goes:?}");
        }
    }

    // Lemma 12: a case of a piece in a position where White has mated, and whether the case allows a mate.
    rows!(
        a_lost_piece_neither_mates_nor_blocks,
        for (case, start, expected) in [
            (Case::Spared as fn(Square) -> Case, "a8", true),
            (Case::Lost, "a8", false),
            (Case::Spared, "g7", true),
            (Case::Lost, "g7", false),
            (Case::Lost, "a2", true),
        ] {
            let mut sets = sets("R2K3k/6pp/8/8/8/8/P7/8", &[("d8", "d6")]);
            sets.case = case(Square::parse(start).unwrap());
            assert_eq!(sets.may_mate(), expected, "{:?}", sets.case);
        }
    );
}
