//! Whether an invariant allows a mate, and whether a position lies in it.

use super::invariant::{InvariantCheck, beside};
use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    dead::certificate::PieceReach,
    position::Position,
};

impl InvariantCheck<'_> {
    /// Whether some position that the sets allow could be mate by the side in question (Lemma 12).
    pub(super) fn has_mate(&self) -> bool {
        let covered = self.covered[self.side as usize];
        let mated = self.king(!self.side).squares;
        (mated & covered).into_iter().any(|square| {
            let kings = self.king(self.side).squares.into_iter();
            kings.filter(|&king| !beside(king, square)).any(|king| {
                let open = attacks::king(square) - covered - attacks::king(king);
                self.can_block(open)
            })
        })
    }

    /// Whether the king's own pieces might stand on all these squares, one on each.
    fn can_block(&self, squares: Bitboard) -> bool {
        let useful =
            self.others(!self.side).filter(|reach| reach.anywhere().meets(squares)).count();
        useful >= squares.len() as usize
            && squares.into_iter().all(|square| self.may_hold(!self.side, square))
    }

    /// Whether the position is one that the sets allow.
    pub(super) fn contains(&self, position: &Position) -> bool {
        let rights = |(color, wing)| {
            self.invariant.castling.rook(color, wing) == position.castling().rook(color, wing)
                && self.king(color).start == position.king(color)
        };
        position.en_passant().is_none()
            && position.castling().iter().all(rights)
            && self.may_hold_all(position.placement())
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
    use crate::{
        board::Piece,
        dead::{
            certificate::{CaseSplit, ReachInvariant},
            mobility,
        },
        position::Setup,
    };

    fn position(fen: &str) -> Position {
        Position::composed(&fen.parse::<Setup>().unwrap()).unwrap()
    }

    /// The pieces where they stand; those that are named may also go to squares, be promoted there, or be taken.
    fn invariant(fen: &str, more: &[(&str, &str, &str, bool)]) -> ReachInvariant {
        let position = position(fen);
        let squares = |names: &str| -> Bitboard {
            names.split_whitespace().map(|name| Square::parse(name).unwrap()).collect()
        };
        let reach = |start: Square| {
            let extra = more.iter().find(|(name, ..)| start.to_string() == *name);
            let (_, stays, promoted, removable) = extra.copied().unwrap_or(("", "", "", false));
            PieceReach {
                piece: position
                    .at(start)
                    .unwrap_or(Piece { color: Color::White, role: Role::King }),
                start,
                squares: start.set() | squares(stays),
                promoted: squares(promoted),
                removable,
            }
        };
        ReachInvariant {
            pieces: position.placement().occupied().into_iter().map(reach).collect(),
            castling: position.castling(),
            side: Color::White,
            split: CaseSplit::default(),
        }
    }

    #[test]
    fn a_position_lies_in_an_invariant_for_who_makes_it_and_for_who_checks_it() {
        const ROOKS: &str = "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1";
        const APART: &str = "4k3/8/4p3/8/8/3P4/8/4K3 w - - 0 1";
        const PAWNS: &str = "4k3/8/4p3/8/8/4P3/8/4K3 w - - 0 1";
        for (fen, more, other, lies) in [
            // Rights may be gone; others, or those of another rook or king, were not there.
            (ROOKS, &[][..], ROOKS, true),
            (ROOKS, &[], "r3k2r/8/8/8/8/8/8/4K3 w k - 5 9", true),
            (ROOKS, &[], "r3k2r/8/8/8/8/8/8/4K3 b - - 0 1", true),
            ("r3k2r/8/8/8/8/8/8/4K3 b q - 0 1", &[], ROOKS, false),
            ("r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1", &[], "r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1", true),
            (
                "r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1",
                &[("e8", "d8", "", false)],
                "r2k3r/8/8/8/8/8/8/4K3 b ha - 0 1",
                false,
            ),
            (
                "r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1",
                &[("e8", "d8", "", false)],
                "r2k3r/8/8/8/8/8/8/4K3 b - - 0 1",
                true,
            ),
            (
                "r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1",
                &[("a8", "b8", "", false)],
                "1r2k2r/8/8/8/8/8/8/4K3 b hb - 0 1",
                false,
            ),
            // Each piece is where it may be, and nobody is missing who cannot be taken, or there who was not.
            (PAWNS, &[("e3", "e4", "", false)], "4k3/8/4p3/8/4P3/8/8/4K3 b - - 0 1", true),
            (PAWNS, &[], "4k3/8/4p3/8/4P3/8/8/4K3 b - - 0 1", false),
            (PAWNS, &[("e3", "", "", true)], "4k3/8/4p3/8/8/8/8/4K3 b - - 0 1", true),
            (PAWNS, &[("e3", "", "", false)], "4k3/8/4p3/8/8/8/8/4K3 b - - 0 1", false),
            (PAWNS, &[("e3", "", "", true)], "4k3/8/4p3/8/8/4P3/8/4KN2 b - - 0 1", false),
            (PAWNS, &[("e3", "", "", true)], "4k3/8/4p3/8/8/4p3/8/4K3 b - - 0 1", false),
            // Promoted, to whatever but a king or a pawn.
            (
                APART,
                &[("d3", "", "e8 h8", false), ("e8", "d7", "", false)],
                "7N/3k4/4p3/8/8/8/8/4K3 b - - 0 1",
                true,
            ),
            (APART, &[("d3", "", "h7", false)], "4k3/7P/4p3/8/8/8/8/4K3 b - - 0 1", false),
            (APART, &[("d3", "", "h7", false)], "4k3/7r/4p3/8/8/8/8/4K3 b - - 0 1", false),
            (APART, &[("d3", "h7", "", false)], "4k3/7Q/4p3/8/8/8/8/4K3 b - - 0 1", false),
            // Pawns that faced each other have not passed each other, and others may have.
            (
                PAWNS,
                &[("e3", "e4 e5 e6", "", false), ("e6", "e5 e4 e3", "", false)],
                "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1",
                true,
            ),
            (
                PAWNS,
                &[("e3", "e4 e5 e6", "", false), ("e6", "e5 e4 e3", "", false)],
                "4k3/8/8/4P3/4p3/8/8/4K3 w - - 0 1",
                false,
            ),
            (
                "4k3/8/4p3/8/8/3P4/8/4K3 w - - 0 1",
                &[("d3", "e5", "", false), ("e6", "e4", "", false)],
                "4k3/8/8/4P3/4p3/8/8/4K3 w - - 0 1",
                true,
            ),
            (
                "4k3/8/4P3/8/8/4p3/8/4K3 w - - 0 1",
                &[("e6", "e7", "", false), ("e3", "e2", "", false)],
                "4k3/4P3/8/8/8/8/4p3/4K3 b - - 0 1",
                true,
            ),
            // A right to capture en passant is followed by nobody.
            (
                "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1",
                &[("d2", "d4", "", false)],
                "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1",
                false,
            ),
            (
                "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1",
                &[("d2", "d4", "", false)],
                "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1",
                true,
            ),
        ] {
            let (invariant, at) = (invariant(fen, more), position(other));
            assert_eq!(
                InvariantCheck::new(&invariant).contains(&at),
                lies,
                "checked: {other} in {fen}, {more:?}"
            );
            assert_eq!(
                mobility::contain(&[invariant], &at),
                lies,
                "made: {other} in {fen}, {more:?}"
            );
        }
    }
}
