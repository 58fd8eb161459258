use crate::board::{Bitboard, Color, File, Placement, Role, Square, attacks};

/// The squares that a player's pieces attack, and those that at least two of them attack. Shows what stays attacked
/// when a piece leaves.
///
/// Attacks that the leaving piece uncovers are ignored.
pub(super) struct AttackMap {
    pub(super) once: Bitboard,
    twice: Bitboard,
}

impl AttackMap {
    /// The attacks of the pieces of `by`, whose king is on `king`, with `occupied` as blockers.
    #[inline]
    pub(super) fn new(
        pieces: &Placement,
        by: Color,
        king: Square,
        occupied: Bitboard,
    ) -> AttackMap {
        let own = pieces.color(by);
        let queens = pieces.role(Role::Queen);
        let pawns = own & pieces.role(Role::Pawn);
        let mut attack_map = AttackMap { once: attacks::king(king), twice: Bitboard::EMPTY };
        for (edge, side) in [(File::ALL[0], -1), (File::ALL[7], 1)] {
            attack_map.add((pawns - edge.squares()).shift(8 * i32::from(by.forward()) + side));
        }
        for from in own & pieces.role(Role::Knight) {
            attack_map.add(attacks::knight(from));
        }
        for from in own & (pieces.role(Role::Bishop) | queens) {
            attack_map.add(attacks::bishop(from, occupied));
        }
        for from in own & (pieces.role(Role::Rook) | queens) {
            attack_map.add(attacks::rook(from, occupied));
        }
        attack_map
    }

    #[inline]
    fn add(&mut self, attacked: Bitboard) {
        self.twice |= self.once & attacked;
        self.once |= attacked;
    }

    /// The squares still attacked without the piece whose attacks are `attacked`.
    #[inline]
    pub(super) fn without(&self, attacked: Bitboard) -> Bitboard {
        self.twice | (self.once - attacked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    rows!(
        without_a_piece_the_attacks_of_the_others_remain,
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "k2q4/Pp4pP/1p4p1/8/8/1P4P1/pP4Pp/4Q2K w - - 0 1",
            "2bnr1k1/2rqb3/8/n7/N7/8/3BQR2/1K2RNB1 w - - 0 1",
        ] {
            let at: Position = fen.parse().unwrap();
            for by in Color::ALL {
                let pieces = at.placement();
                let occupied = pieces.occupied() - at.king(!by).set();
                let from = |from| attacks::of(pieces.role_at(from), by, from, occupied);
                let attacked = |by: Bitboard| {
                    by.into_iter().map(from).fold(Bitboard::EMPTY, |all, one| all | one)
                };
                let (own, king) = (pieces.color(by), at.king(by));
                let attack_map = AttackMap::new(pieces, by, king, occupied);
                assert_eq!(attack_map.once, attacked(own), "{fen}, {by}");
                for piece in own - king.set() {
                    let others = attacked(own - piece.set());
                    assert_eq!(
                        attack_map.without(from(piece)),
                        others,
                        "{fen}, {by} without {piece}"
                    );
                }
            }
        }
    );
}
