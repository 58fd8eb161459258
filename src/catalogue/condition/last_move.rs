use super::passing::{Passing, is_en_passant};
use crate::{
    board::{Bitboard, Piece, Role, Square, attacks},
    position::{Move, Position},
};

/// The last move of a line, and the positions before and after it.
pub(super) struct LastMove<'a> {
    before: &'a Position,
    played: Move,
    after: &'a Position,
}

impl<'a> LastMove<'a> {
    pub(super) fn of(line: &'a [Position], moves: &[Move]) -> Option<LastMove<'a>> {
        match (line, moves.last()) {
            ([.., before, after], Some(&played)) => Some(LastMove { before, played, after }),
            _ => None,
        }
    }

    pub(super) fn is_check_by_castling_or_double_step(&self) -> bool {
        let is_double_step = || Passing::of(self.before, self.after, self.played).is_some();
        self.after.is_check() && (self.is_castling() || is_double_step())
    }

    pub(super) fn is_en_passant(&self) -> bool {
        is_en_passant(self.before, self.played)
    }

    /// Whether another piece like the one that moved could have gone there but for its king.
    pub(super) fn has_held_twin(&self) -> bool {
        self.twins().into_iter().any(|twin| !self.is_legal_from(twin))
    }

    /// Whether another piece like the one that moved could have gone there, from another file and rank.
    pub(super) fn has_distant_twin(&self) -> bool {
        let Move { from, .. } = self.played;
        let others = self.twins() - from.file().squares() - from.rank().squares();
        others.into_iter().any(|twin| self.is_legal_from(twin))
    }

    fn is_castling(&self) -> bool {
        let Move { from, to, .. } = self.played;
        let files = from.file().index().abs_diff(to.file().index());
        self.before.king(self.before.turn()) == from && files == 2
    }

    /// The other pieces like the one that moved, pawns apart, whose way there was free.
    fn twins(&self) -> Bitboard {
        let Move { from, to, .. } = self.played;
        let pieces = self.before.placement();
        match self.before.at(from) {
            Some(Piece { color, role }) if role != Role::Pawn => {
                let reach = attacks::of(role, color, to, pieces.occupied());
                (pieces.pieces(color, role) & reach) - from.set()
            }
            _ => Bitboard::default(),
        }
    }

    fn is_legal_from(&self, twin: Square) -> bool {
        self.before.is_legal(Move::new(twin, self.played.to))
    }
}
