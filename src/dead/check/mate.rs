//! Tests whether an invariant allows a mate, and whether a position lies in it.

use super::invariant::{InvariantCheck, beside};
use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    dead::certificate::PieceMobility,
    position::Position,
};

impl InvariantCheck<'_> {
    /// Whether no position of the invariant is a mate by `side` (Lemma 11).
    pub(super) fn is_without_mate(&self) -> bool {
        let attacked = self.attacked;
        let may_be_mated = |square: Square| {
            let kings = self.king(self.side).squares.into_iter();
            attacked.contains(square)
                && kings.filter(|&king| !beside(king, square)).any(|king| {
                    self.can_block(attacks::king(square) - attacked - attacks::king(king))
                })
        };
        !self.king(!self.side).squares.into_iter().any(may_be_mated)
    }

    /// Whether at least as many of the mated king's own pieces can stand on one of these squares as there are squares.
    fn can_block(&self, squares: Bitboard) -> bool {
        let blockers = self.others(!self.side).filter(|mobility| !self.is_lost(mobility));
        let useful = blockers.filter(|mobility| !(mobility.anywhere() & squares).is_empty());
        useful.count() >= squares.len() as usize
    }

    /// Whether the position lies in the invariant.
    pub(super) fn contains(&self, position: &Position) -> bool {
        let rights = |(color, wing)| {
            self.invariant.castling.rook(color, wing) == position.castling().rook(color, wing)
                && self.king(color).start == position.king(color)
        };
        position.en_passant().is_none()
            && position.castling().iter().all(rights)
            && self.may_hold_all(&Role::ALL, position.placement())
            && self.can_assign(position)
    }

    /// Assigns a piece of the invariant to each piece on the board, first to those on their starts.
    fn can_assign(&self, position: &Position) -> bool {
        let mut places: Vec<Option<Square>> = Vec::new();
        let mut left = position.placement().occupied();
        for mobility in &self.invariant.pieces {
            let stayed = position.at(mobility.start) == Some(mobility.piece);
            places.push(stayed.then_some(mobility.start));
            if stayed {
                left = left - mobility.start.set();
            }
        }
        for (mobility, place) in self.invariant.pieces.iter().zip(&mut places) {
            if place.is_none() {
                *place = left.into_iter().find(|&at| fits(mobility, position, at));
                match *place {
                    Some(at) => left = left - at.set(),
                    None if mobility.removable => {}
                    None => return false,
                }
            }
        }
        left.is_empty() && self.in_order(&places)
    }

    /// Whether no two pawns that started face to face on a file have passed each other (Lemma 6).
    fn in_order(&self, places: &[Option<Square>]) -> bool {
        let pawns = |color: Color| {
            let pieces = self.invariant.pieces.iter().zip(places);
            pieces.filter(move |(mobility, _)| {
                mobility.piece.color == color && mobility.piece.role == Role::Pawn
            })
        };
        pawns(Color::White).all(|(white, here)| {
            pawns(Color::Black).all(|(black, there)| {
                let facing = white.start.file() == black.start.file() && white.start < black.start;
                match (here, there) {
                    (Some(here), Some(there)) => !facing || here < there,
                    (None, _) | (_, None) => true,
                }
            })
        })
    }
}

fn fits(mobility: &PieceMobility, position: &Position, at: Square) -> bool {
    position.at(at).is_some_and(|piece| {
        let promoted = mobility.promoted.contains(at)
            && piece.color == mobility.piece.color
            && !matches!(piece.role, Role::Pawn | Role::King);
        (piece == mobility.piece && mobility.squares.contains(at)) || promoted
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dead::{
        certificate::Case,
        check::fixtures::{invariant, square},
        rows,
    };

    #[test]
    fn a_king_is_mated_where_it_may_be_attacked_and_has_no_square() {
        for &(board, more, expected) in rows::MATES {
            let invariant = invariant(board, more, Color::White);
            let found = !InvariantCheck::new(&invariant).is_without_mate();
            assert_eq!(found, expected, "{board} {more:?}");
        }
    }

    // Lemma 12: a case of a piece on a board where White has mated, and whether the case allows a mate.
    rows!(
        a_lost_piece_neither_mates_nor_blocks,
        for (case, start, expected) in [
            (Case::Spared as fn(Square) -> Case, "a8", true),
            (Case::Lost, "a8", false),
            (Case::Spared, "g7", true),
            (Case::Lost, "g7", false),
            (Case::Lost, "a2", true),
        ] {
            let goes = &[("d8", "e7")];
            let mut invariant = invariant("R2B3k/6pp/8/8/8/8/P7/K7", goes, Color::White);
            invariant.case = case(square(start));
            let found = !InvariantCheck::new(&invariant).is_without_mate();
            assert_eq!(found, expected, "{:?}", invariant.case);
        }
    );
}
