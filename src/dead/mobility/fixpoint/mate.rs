//! Whether the sets leave room for a mate.

use super::ReachFixpoint;
use crate::board::{Bitboard, Color, Role, Square, attacks};

impl ReachFixpoint {
    /// Whether the sets leave room for a mate: a square where the king can be attacked and each
    /// square beside it can be covered, or blocked by one piece each of its own.
    ///
    /// With `settled` the player to be mated has made a move before.
    pub(super) fn may_mate(&self, settled: bool) -> bool {
        let (us, them) = (self.side as usize, !self.side as usize);
        let kings = self.pieces[self.kings[us]].squares;
        let only_king = settled && self.only_king_moves(!self.side);
        for square in self.pieces[self.kings[them]].squares & self.bearing[us] {
            let open = attacks::king(square) - self.bearing[us];
            let must_cover = open - self.present[them];
            for king in kings - attacks::king(square) - square.set() {
                let near = attacks::king(king);
                if must_cover.is_subset(near)
                    && self.can_block(open - near)
                    && !(only_king && self.is_no_arrival(square, king))
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether this player has no move but with the king.
    pub(super) fn only_king_moves(&self, player: Color) -> bool {
        !self.castling.iter().any(|(color, _)| color == player)
            && self.pieces[..self.len].iter().all(|reach| {
                reach.piece.color != player
                    || reach.piece.role == Role::King
                    || reach.promoted.is_empty() && !reach.squares.is_several()
            })
    }

    /// Whether a king that is mated on `square`, with the other king on `king`, cannot have come
    /// there by the last move of its side.
    ///
    /// The square it came from must be covered now. The other king did not stand beside it before,
    /// so only a move of that king that uncovers a check, or castling, lets it be the one to cover.
    fn is_no_arrival(&self, square: Square, king: Square) -> bool {
        let (us, them) = (self.side as usize, !self.side as usize);
        let origins = attacks::king(square) & self.pieces[self.kings[them]].squares;
        let castles = self.castling.iter().any(|(color, _)| color == self.side);
        !origins.meets(self.bearing[us])
            && !(origins.meets(attacks::king(king))
                && (castles
                    || self.may_uncover(
                        square,
                        attacks::king(king) & self.pieces[self.kings[us]].squares,
                    )))
    }

    /// Whether a king's move from one of these squares may uncover an attack on `square`.
    pub(super) fn may_uncover(&self, square: Square, before: Bitboard) -> bool {
        let us = self.side as usize;
        self.pieces[..self.len].iter().filter(|reach| reach.piece.color == self.side).any(|reach| {
            let walls = self.shields(self.side, &self.fixed) - self.pieces[self.kings[us]].squares;
            let diagonal = attacks::bishop(square, walls);
            let straight = attacks::rook(square, walls);
            let lines = match reach.piece.role {
                Role::Bishop => reach.squares & diagonal,
                Role::Rook => reach.squares & straight,
                Role::Queen => reach.squares & (diagonal | straight),
                Role::Pawn => reach.promoted & (diagonal | straight),
                Role::Knight | Role::King => Bitboard::EMPTY,
            };
            lines.into_iter().any(|slider| attacks::between(slider, square).meets(before))
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
