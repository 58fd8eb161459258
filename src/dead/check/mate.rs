//! Whether a region has room for a mate, and whether a position lies in it.

use super::region::{Claim, beside, is_still};
use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    dead::Roaming,
    position::Position,
};

impl Claim<'_> {
    /// Whether some position that the sets allow could be mate by the side in question.
    pub(super) fn has_mate(&self) -> bool {
        let covered = self.covered[self.side as usize];
        let mated = self.king(!self.side).squares;
        (mated & covered).into_iter().any(|square| {
            let kings = self.king(self.side).squares.into_iter();
            kings.filter(|&king| !beside(king, square)).any(|king| {
                let open = attacks::king(square) - covered - attacks::king(king);
                self.can_block(open) && self.could_have_arrived(square, king, covered)
            })
        })
    }

    /// Whether the king's own men might stand on all these squares, one on each.
    fn can_block(&self, squares: Bitboard) -> bool {
        let useful = self.others(!self.side).filter(|man| man.anywhere().meets(squares)).count();
        useful >= squares.len() as usize
            && squares.into_iter().all(|square| self.may_hold(!self.side, square))
    }

    /// Whether the mated king can have come to its square by the last move of its side, where that
    /// matters: the region was claimed after such a move, and no other man can have made it.
    fn could_have_arrived(&self, square: Square, king: Square, covered: Bitboard) -> bool {
        let mated = !self.side;
        let castles = |color| self.region.castling.iter().any(|(owner, _)| owner == color);
        if !self.region.settled || castles(mated) || !self.others(mated).all(is_still) {
            return true;
        }
        let origins = attacks::king(square) & self.king(mated).squares;
        let before = attacks::king(king) & self.king(self.side).squares;
        origins.meets(covered)
            || (origins.meets(attacks::king(king))
                && (castles(self.side) || self.may_uncover(square, before)))
    }

    /// Whether the position is one that the sets allow.
    pub(super) fn holds(&self, position: &Position) -> bool {
        let rights = |(color, wing)| self.region.castling.has(color, wing);
        position.en_passant().is_none()
            && position.castling().iter().all(rights)
            && self.has_room(position.placement())
            && self.assign(position)
            && !(self.region.settled && mates_at_once(position, self.side))
    }

    /// Gives each man on the board a man of the region, first to those where they started.
    fn assign(&self, position: &Position) -> bool {
        let mut places: Vec<Option<Square>> = Vec::new();
        let mut left = position.placement().occupied();
        for man in &self.region.men {
            let stayed = position.at(man.start) == Some(man.piece);
            places.push(stayed.then_some(man.start));
            if stayed {
                left = left - man.start.set();
            }
        }
        for (man, place) in self.region.men.iter().zip(&mut places) {
            if place.is_none() {
                *place = left.into_iter().find(|&at| fits(man, position, at));
                match *place {
                    Some(at) => left = left - at.set(),
                    None if man.removable => {}
                    None => return false,
                }
            }
        }
        left.is_empty() && self.in_order(&places)
    }

    /// Whether no pawns that started face to face on a file have passed each other.
    fn in_order(&self, places: &[Option<Square>]) -> bool {
        let pawns = |color: Color| {
            let men = self.region.men.iter().zip(places);
            men.filter(move |(man, _)| man.piece.color == color && man.piece.role == Role::Pawn)
        };
        pawns(Color::White).all(|(white, here)| {
            pawns(Color::Black).all(|(black, there)| {
                let facing = white.start.file() == black.start.file() && white.start < black.start;
                match (here, there) {
                    (Some(here), Some(there)) if facing => here < there,
                    _ => true,
                }
            })
        })
    }
}

fn fits(man: &Roaming, position: &Position, at: Square) -> bool {
    position.at(at).is_some_and(|piece| {
        let promoted = man.promoted.contains(at)
            && piece.color == man.piece.color
            && !matches!(piece.role, Role::Pawn | Role::King);
        (piece == man.piece && man.squares.contains(at)) || promoted
    })
}

fn mates_at_once(position: &Position, side: Color) -> bool {
    position.turn() == side
        && position.legal_moves().into_iter().any(|played| position.after(played).is_checkmate())
}
