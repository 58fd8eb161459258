use crate::{
    board::{Bitboard, Role, Square, attacks},
    position::{Move, Position},
};

/// A double step of a pawn.
pub(super) struct Passing<'a> {
    pub(super) after: &'a Position,
    /// The square passed over.
    pub(super) passed: Square,
    /// The squares from which an enemy pawn could capture en passant.
    beside: Bitboard,
}

impl<'a> Passing<'a> {
    pub(super) fn of(before: &Position, after: &'a Position, played: Move) -> Option<Passing<'a>> {
        let Move { from, to, .. } = played;
        let is_double_step = from.index().abs_diff(to.index()) == 16
            && before.placement().role(Role::Pawn).contains(from);
        let passed = Square::from_index((from.index() + to.index()) / 2);
        let beside = attacks::pawn(before.turn(), passed);
        is_double_step.then_some(Passing { after, passed, beside })
    }

    pub(super) fn is_in_vain(&self) -> bool {
        let pieces = self.after.placement();
        self.after.en_passant().is_none()
            && self.beside.meets(pieces.pieces(self.after.turn(), Role::Pawn))
    }

    pub(super) fn is_met_by_piece(&self) -> bool {
        let others = self.beside - self.after.placement().role(Role::Pawn);
        others.into_iter().any(|from| self.after.is_legal(Move::new(from, self.passed)))
    }
}

/// Whether a move is an en passant capture.
pub(super) fn is_en_passant(position: &Position, one: Move) -> bool {
    position.en_passant() == Some(one.to)
        && position.placement().role(Role::Pawn).contains(one.from)
}
