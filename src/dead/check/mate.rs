//! Whether an invariant allows a mate, and whether a position lies in it.

use super::invariant::{InvariantCheck, beside};
use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    dead::certificate::PieceReach,
    position::Position,
};

impl InvariantCheck<'_> {
    /// Whether no position of the invariant is mate by the side in question (Lemma 12).
    pub(super) fn is_without_mate(&self) -> bool {
        let covered = self.covered_in_the_end;
        let may_be_mated = |square: Square| {
            let kings = self.king(self.side).squares.into_iter();
            covered.contains(square)
                && kings.filter(|&king| !beside(king, square)).any(|king| {
                    self.can_block(attacks::king(square) - covered - attacks::king(king))
                })
        };
        !self.king(!self.side).squares.into_iter().any(may_be_mated)
    }

    /// Whether there are as many of the king's own pieces that might stand on one of these squares as squares.
    fn can_block(&self, squares: Bitboard) -> bool {
        let lost = self.invariant.split.lost;
        let blockers = self.others(!self.side).filter(|reach| !lost.contains(reach.start));
        let useful = blockers.filter(|reach| !(reach.anywhere() & squares).is_empty());
        useful.count() >= squares.len() as usize
    }

    /// Whether the position is one that the sets allow.
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

    /// Gives each piece on the board a piece of the invariant, first to those where they started.
    fn can_assign(&self, position: &Position) -> bool {
        let mut places: Vec<Option<Square>> = Vec::new();
        let mut left = position.placement().occupied();
        for reach in &self.invariant.pieces {
            let stayed = position.at(reach.start) == Some(reach.piece);
            places.push(stayed.then_some(reach.start));
            if stayed {
                left = left - reach.start.set();
            }
        }
        for (reach, place) in self.invariant.pieces.iter().zip(&mut places) {
            if place.is_none() {
                *place = left.into_iter().find(|&at| fits(reach, position, at));
                match *place {
                    Some(at) => left = left - at.set(),
                    None if reach.removable => {}
                    None => return false,
                }
            }
        }
        left.is_empty() && self.in_order(&places)
    }

    /// Whether no pawns that started face to face on a file have passed each other (Lemma 6).
    fn in_order(&self, places: &[Option<Square>]) -> bool {
        let pawns = |color: Color| {
            let pieces = self.invariant.pieces.iter().zip(places);
            pieces.filter(move |(reach, _)| {
                reach.piece.color == color && reach.piece.role == Role::Pawn
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

fn fits(reach: &PieceReach, position: &Position, at: Square) -> bool {
    position.at(at).is_some_and(|piece| {
        let promoted = reach.promoted.contains(at)
            && piece.color == reach.piece.color
            && !matches!(piece.role, Role::Pawn | Role::King);
        (piece == reach.piece && reach.squares.contains(at)) || promoted
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dead::{
        certificate::CaseSplit,
        check::by_hand::invariant,
        rows::{self, squares},
    };

    #[test]
    fn a_king_is_mated_where_it_may_be_attacked_and_has_no_square() {
        for &(board, more, expected) in rows::MATES {
            let invariant = invariant(board, more, Color::White);
            let found = !InvariantCheck::new(&invariant).is_without_mate();
            assert_eq!(found, expected, "{board} {more:?}");
        }
    }

    /// Lemma 13: who stays, and is kept or lost, on a board on which White has mated, and whether it has in the case.
    #[test]
    fn what_is_lost_neither_mates_nor_stands_in_the_way() {
        for (stay, kept, lost, expected) in [
            ("", "", "", true),
            ("a8", "", "", true),
            ("a8", "a8", "", true),
            ("a8", "", "a8", false),
            ("g7", "g7", "", true),
            ("g7", "", "g7", false),
            ("a2", "", "a2", true),
        ] {
            let goes = &[("d8", "e7")];
            let mut invariant = invariant("R2B3k/6pp/8/8/8/8/P7/K7", goes, Color::White);
            let [stay, kept, lost] = [stay, kept, lost].map(squares);
            invariant.split = CaseSplit { stay, kept, lost, ..CaseSplit::default() };
            let found = !InvariantCheck::new(&invariant).is_without_mate();
            assert_eq!(found, expected, "{stay:?} {kept:?} {lost:?}");
        }
    }
}
