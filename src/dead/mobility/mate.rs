//! Whether the sets allow a mate.

use super::fixpoint::ReachFixpoint;
use crate::board::{Bitboard, Role, attacks};

impl ReachFixpoint {
    /// Whether some position of the sets could be mate by `side` (Lemma 12): on some square the king can be
    /// attacked, and each square beside it can be covered, or blocked by one piece each of its own.
    pub(super) fn may_mate(&self) -> bool {
        let (us, them) = (self.side as usize, !self.side as usize);
        let attacked = self.attacked[us];
        let own_kings = self.pieces[self.kings[us]].squares;
        (self.pieces[self.kings[them]].squares & attacked).into_iter().any(|square| {
            let open = attacks::king(square) - attacked;
            (own_kings - attacks::king(square) - square.set())
                .into_iter()
                .any(|king| self.can_block(open - attacks::king(king)))
        })
    }

    /// Whether the king's own pieces are enough to stand on all these squares.
    fn can_block(&self, squares: Bitboard) -> bool {
        let pieces = self.pieces[..self.len].iter().filter(|reach| {
            reach.piece.color != self.side
                && reach.piece.role != Role::King
                && reach.anywhere().meets(squares)
        });
        pieces.count() >= squares.len() as usize
    }
}
