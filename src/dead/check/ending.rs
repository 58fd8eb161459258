//! Moves behind which the side in question mates no more: nothing is claimed about what follows.

use super::invariant::{InvariantCheck, beside, is_fixed, is_still, sliding};
use crate::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    dead::certificate::PieceReach,
};

impl InvariantCheck<'_> {
    /// Whether this piece, standing there, gives check to a king that never moves, whoever else stands where:
    /// it never leaves the square (Lemma 8).
    pub(super) fn gives_check(&self, reach: &PieceReach, from: Square) -> bool {
        let Piece { color, role } = reach.piece;
        let king = self.king(!color);
        is_fixed(king) && attacks::of(role, color, from, Bitboard::FULL).contains(king.start)
    }

    /// Whether no piece of this player but the king can take the piece that has just come to this square.
    fn is_out_of_reach(&self, of: Color, reach: &PieceReach, square: Square) -> bool {
        let behind = square.offset(0, -reach.piece.color.forward());
        let is_taken_en_passant = reach.piece.role == Role::Pawn
            && behind.is_some_and(|behind| self.covered[of as usize].contains(behind));
        !self.covered[of as usize].contains(square) && !is_taken_en_passant
    }

    /// Whether every step of a king from here leads into its set or ends the game.
    pub(super) fn king_is_closed(&self, king: &PieceReach, from: Square) -> bool {
        let color = king.piece.color;
        attacks::king(from).into_iter().all(|to| {
            let stays = king.squares.contains(to) && self.allows_capture(!color, to);
            let there = self.certain(to);
            stays
                || there.is_some_and(|piece| piece.color == color)
                || self.holds_safe_piece(!color, to)
                || self.is_guarded(!color, to, Bitboard::EMPTY, None)
                || self.is_near_king(!color, to)
                || self.is_final_step(king, to)
        })
    }

    /// Whether pieces that are certainly there always attack this square, even over these squares (Lemma 4).
    ///
    /// One piece, if named, does not count.
    fn is_guarded(
        &self,
        by: Color,
        square: Square,
        also_occupied: Bitboard,
        without: Option<Square>,
    ) -> bool {
        let occupied =
            self.invariant.pieces.iter().fold(also_occupied, |all, reach| all | reach.anywhere());
        self.others(by)
            .filter(|reach| is_fixed(reach) && Some(reach.start) != without)
            .any(|reach| attacks::of(reach.piece.role, by, reach.start, occupied).contains(square))
    }

    /// Whether the king's step to this square leaves the other player without a move, and is no
    /// mate by the side in question (Lemma 11).
    fn is_final_step(&self, king: &PieceReach, to: Square) -> bool {
        let color = king.piece.color;
        let other = self.king(!color);
        let pieces_are_still = self.others(!color).all(is_still)
            && !self.invariant.castling.iter().any(|(owner, _)| owner == !color);
        let before = attacks::king(to) & king.squares;
        pieces_are_still
            && self.others(!color).all(|reach| self.is_walled_in(reach))
            && other.squares.into_iter().filter(|&at| !beside(at, to)).all(|at| {
                let shut = |square: Square| {
                    beside(square, to)
                        || self.certain(square).is_some_and(|piece| piece.color == !color)
                        || self.is_guarded(color, square, to.set(), None)
                };
                attacks::king(at).into_iter().all(shut)
                    && (color != self.side || !self.may_uncover(at, before))
            })
    }

    /// Whether the king of the side in question, leaving one of these squares, may uncover an attack.
    pub(super) fn may_uncover(&self, square: Square, before: Bitboard) -> bool {
        self.others(self.side).any(|reach| {
            sliding(reach).any(|(role, from)| {
                let line = attacks::of(role, self.side, square, Bitboard::EMPTY).contains(from);
                let own = self.king(self.side).start;
                let between = attacks::between(from, square);
                let walled = between
                    .into_iter()
                    .any(|at| at != own && self.certain(at).is_some() && !self.is_mated_king(at));
                line && between.meets(before) && !walled
            })
        })
    }

    fn is_mated_king(&self, square: Square) -> bool {
        self.king(!self.side).start == square
    }

    /// Whether this player's king always stands on this square or beside it (Lemma 5).
    fn is_near_king(&self, color: Color, square: Square) -> bool {
        self.king(color).squares.into_iter().all(|king| beside(king, square))
    }

    /// Whether a king that never moves has no way out, even if this piece stops guarding and these
    /// squares are occupied.
    fn is_shut_in(
        &self,
        king: &PieceReach,
        but: Bitboard,
        without: &PieceReach,
        also: Bitboard,
    ) -> bool {
        let color = king.piece.color;
        (attacks::king(king.start) - but).into_iter().all(|square| {
            self.certain(square).is_some_and(|piece| piece.color == color)
                || self.is_near_king(!color, square)
                || self.is_guarded(!color, square, also, Some(without.start))
        })
    }

    /// Whether the piece, coming from where it starts, mates the king of the side in question here
    /// (Lemma 9).
    pub(super) fn mates_from_home(&self, reach: &PieceReach, to: Square) -> bool {
        let king = self.king(self.side);
        reach.piece.color != self.side
            && is_still(reach)
            && !self.covered[self.side as usize].contains(reach.start)
            && self.gives_check(reach, to)
            && self.is_out_of_reach(self.side, reach, to)
            && self.is_shut_in(king, to.set(), reach, self.all_checks(reach))
            && (!attacks::king(king.start).contains(to)
                || self.is_near_king(!self.side, to)
                || self.is_guarded(!self.side, to, self.all_checks(reach), Some(reach.start)))
    }

    /// Where a piece of this kind gives check to the king of the side in question.
    fn all_checks(&self, reach: &PieceReach) -> Bitboard {
        let king = self.king(self.side).start;
        Bitboard::FULL
            .into_iter()
            .filter(|&at| {
                let Piece { color, role } = reach.piece;
                attacks::of(role, color, at, Bitboard::FULL).contains(king)
            })
            .collect()
    }

    /// Whether the piece has no move wherever the other player's king stands, except to take what nothing is
    /// claimed about.
    fn is_walled_in(&self, reach: &PieceReach) -> bool {
        let Piece { color, role } = reach.piece;
        let is_own =
            |square: Square| self.certain(square).is_some_and(|piece| piece.color == color);
        let blocks = |square: Square| {
            is_own(square) || self.certain(square).is_some_and(|piece| piece.role != Role::King)
        };
        match role {
            Role::Pawn => {
                reach.start.offset(0, color.forward()).is_none_or(blocks)
                    && attacks::pawn(color, reach.start)
                        .into_iter()
                        .all(|to| !self.has_prey(!color, to))
            }
            role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King) => {
                attacks::of(role, color, reach.start, Bitboard::FULL)
                    .into_iter()
                    .all(|to| is_own(to) || self.holds_safe_piece(!color, to))
            }
        }
    }

    /// Whether the last piece of the side in question gives check here, right beside a king that never
    /// moves, and is certain to be taken by whatever is played next (Lemma 10).
    pub(super) fn is_recaptured_on(&self, reach: &PieceReach, to: Square) -> bool {
        let Piece { color, role } = reach.piece;
        let king = self.king(!self.side);
        let takes = |other: &PieceReach| {
            let Piece { color, role } = other.piece;
            is_fixed(other)
                && other.start != to
                && attacks::of(role, color, other.start, Bitboard::FULL).contains(to)
        };
        self.is_last(reach)
            && matches!(role, Role::Bishop | Role::Rook | Role::Queen)
            && is_fixed(king)
            && attacks::king(king.start).contains(to)
            && attacks::of(role, color, to, Bitboard::FULL).contains(king.start)
            && self.is_shut_in(king, to.set(), reach, Bitboard::EMPTY)
            && (!self.king(self.side).squares.into_iter().any(|own| beside(own, to))
                || self.others(!self.side).any(takes))
    }
}
