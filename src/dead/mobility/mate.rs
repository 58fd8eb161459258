//! Tests whether the sets allow a mate.

use super::fixpoint::MobilityFixpoint;
use crate::board::{Bitboard, Role, attacks};

impl MobilityFixpoint {
    /// Whether some position of the sets could be a mate by `side`: the king can be attacked, and each adjacent square
    /// can be covered or blocked by a piece of its own (Lemma 11).
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

    /// Whether at least as many of the mated king's own pieces can stand on one of these squares as there are squares.
    fn can_block(&self, squares: Bitboard) -> bool {
        let blockers = self.pieces[..self.len].iter().filter(|mobility| {
            mobility.piece.color != self.side
                && mobility.piece.role != Role::King
                && !self.split.lost.contains(mobility.start)
                && mobility.anywhere().meets(squares)
        });
        blockers.count() >= squares.len() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Color,
        dead::{
            CaseSplit,
            mobility::sets::sets,
            rows::{self, squares},
        },
        position::Position,
    };

    #[test]
    fn a_king_is_mated_where_it_may_be_attacked_and_has_no_square() {
        for &(board, goes, expected) in rows::MATES {
            let mut sets = sets(board, goes);
            sets.attacked_in_the_end = sets.attacked[0];
            assert_eq!(sets.may_mate(), expected, "{board} {goes:?}");
        }
    }

    // Lemma 12: pieces that stay and are kept or lost in a position where White has mated, and whether the case allows
    // a mate.
    rows!(
        lost_pieces_neither_mate_nor_block,
        {
            let setup = "R2K3k/6pp/8/8/8/8/P7/8 w - - 0 1".parse().unwrap();
            let position = Position::from_playable(&setup).unwrap();
            let walls = squares("a2 a8 g7 h7 h8");
        },
        for (kept, lost, expected) in [
            ("", "", true),
            ("a8", "", true),
            ("", "a8", false),
            ("g7", "", true),
            ("", "g7", false),
            ("", "a2", true),
        ] {
            let [kept, lost] = [kept, lost].map(squares);
            // Only the king moves.
            let split = CaseSplit { stay: walls, kept, lost, ..CaseSplit::default() };
            let mut sets = MobilityFixpoint::new(&position, Color::White, split);
            while sets.grow() {}
            for (king, names) in sets.kings.into_iter().zip(["d6 d8", "h8"]) {
                sets.pieces[king].squares = squares(names);
            }
            assert_eq!(sets.may_mate(), expected, "{kept:?} {lost:?}");
        }
    );
}
