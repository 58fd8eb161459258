use crate::board::{Bitboard, Color, File, Placement, Role, Square, attacks};

/// The squares that a player's pieces attack, and those that several do: what one of them leaves to the others.
///
/// What stands behind the piece that leaves is not looked for.
pub(super) struct Cover {
    pub(super) once: Bitboard,
    twice: Bitboard,
}

impl Cover {
    /// What the pieces of this player attack over the given occupied squares, with the king on this one.
    #[inline]
    pub(super) fn new(pieces: &Placement, by: Color, king: Square, occupied: Bitboard) -> Cover {
        let own = pieces.color(by);
        let queens = pieces.role(Role::Queen);
        let pawns = own & pieces.role(Role::Pawn);
        let mut cover = Cover { once: attacks::king(king), twice: Bitboard::EMPTY };
        for (edge, side) in [(File::ALL[0], -1), (File::ALL[7], 1)] {
            cover.add((pawns - edge.squares()).shift(8 * i32::from(by.forward()) + side));
        }
        for from in own & pieces.role(Role::Knight) {
            cover.add(attacks::knight(from));
        }
        for from in own & (pieces.role(Role::Bishop) | queens) {
            cover.add(attacks::bishop(from, occupied));
        }
        for from in own & (pieces.role(Role::Rook) | queens) {
            cover.add(attacks::rook(from, occupied));
        }
        cover
    }

    #[inline]
    fn add(&mut self, attacked: Bitboard) {
        self.twice |= self.once & attacked;
        self.once |= attacked;
    }

    /// The squares that are still attacked without a piece that attacks these.
    #[inline]
    pub(super) fn without(&self, attacked: Bitboard) -> Bitboard {
        self.twice | (self.once - attacked)
    }
}
