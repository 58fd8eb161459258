//! The least fixpoint of the squares that each piece can reach.
//!
//! Arrays of two are indexed by colour.

use super::{Case, MobilityInvariant, PieceMobility, is_fixed, is_immobile, keeps_file};
use crate::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    position::{CastlingRights, Position},
};

/// The sets of squares while they grow.
#[derive(Clone)]
pub(super) struct MobilityFixpoint {
    pub(super) pieces: [PieceMobility; 32],
    pub(super) len: usize,
    pub(super) castling: CastlingRights,
    pub(super) side: Color,
    /// Indices of the kings in `pieces`.
    pub(super) kings: [usize; 2],
    /// Squares of the fixed pieces of each player (never moved, never captured).
    pub(super) fixed: [Bitboard; 2],
    /// Squares where pieces of each player other than the king may stand.
    pub(super) present: [Bitboard; 2],
    /// Starts of the pawns that are never captured and never leave their files.
    pub(super) facing: [Bitboard; 2],
    /// The lines that the sets are to cover.
    pub(super) case: Case,
    /// The only piece of `side` besides the king. After its capture `side` cannot mate (Lemma 2).
    pub(super) last: Option<Square>,
    /// Squares of the fixed pieces of each player whose capture is pruned.
    pub(super) safe: [Bitboard; 2],
    /// The first piece found that may be captured before it moves, by its start.
    pub(super) cornered: Option<Square>,
}

impl MobilityFixpoint {
    pub(super) fn new(position: &Position, side: Color, case: Case) -> MobilityFixpoint {
        let placement = position.placement();
        let empty_slot = PieceMobility {
            piece: Piece { color: side, role: Role::King },
            start: Square::from_index(0),
            squares: Bitboard::EMPTY,
            promoted: Bitboard::EMPTY,
            removable: true,
        };
        let mut fixpoint = MobilityFixpoint {
            pieces: [empty_slot; 32],
            len: 0,
            castling: position.castling(),
            side,
            kings: [0; 2],
            fixed: [Bitboard::EMPTY; 2],
            present: [Bitboard::EMPTY; 2],
            facing: [Bitboard::EMPTY; 2],
            case,
            last: the_one(placement.color(side) - placement.role(Role::King)),
            safe: [Bitboard::EMPTY; 2],
            cornered: None,
        };
        for color in Color::ALL {
            for role in Role::ALL {
                for start in placement.pieces(color, role) {
                    fixpoint.add(Piece { color, role }, start, empty_slot);
                }
            }
        }
        fixpoint
    }

    fn add(&mut self, piece: Piece, start: Square, empty_slot: PieceMobility) {
        if let Some(slot) = self.pieces.get_mut(self.len) {
            *slot = PieceMobility {
                piece,
                start,
                squares: start.set(),
                removable: false,
                ..empty_slot
            };
            if piece.role == Role::King {
                self.kings[piece.color as usize] = self.len;
            }
            self.len += 1;
        }
    }

    /// Grows the sets until they are closed (Lemma 7). Returns whether they allow no mate by `side`.
    pub(super) fn close(&mut self) -> bool {
        // The sets only grow. So a mate that they allow early is allowed at the end.
        while self.grow() {
            if self.may_mate() {
                return false;
            }
        }
        !self.may_mate()
    }

    pub(super) fn invariant(&self) -> MobilityInvariant {
        MobilityInvariant {
            pieces: self.pieces[..self.len].to_vec(),
            castling: self.castling,
            side: self.side,
            case: self.case,
        }
    }

    /// Grows the sets of all pieces once. Returns whether anything grew; if not, the sets are closed (Lemma 7).
    pub(super) fn grow(&mut self) -> bool {
        self.survey();
        let mut grew = self.castle();
        let guarded = Color::ALL.map(|color| self.guarded_against(color));
        let mut taken = [Bitboard::EMPTY; 2];
        for index in 0..self.len {
            let mobility = self.pieces[index];
            let mut next = mobility;
            let takes = match mobility.piece.role {
                Role::King => continue,
                _ if self.case == Case::Lost(mobility.start) => continue,
                Role::Pawn => self.grow_pawn(&mut next),
                Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                    self.grow_piece(&mut next)
                }
            };
            taken[mobility.piece.color as usize] |= takes;
            if next != mobility {
                grew = true;
                self.pieces[index] = next;
            }
        }
        let kings = self.kings.map(|king| self.pieces[king].squares);
        for (taken, steps) in taken.iter_mut().zip(self.grow_kings(guarded)) {
            *taken |= steps;
        }
        grew |= kings != self.kings.map(|king| self.pieces[king].squares);
        self.mark_removable(taken) || grew
    }

    /// Marks pieces on squares of `taken`, those that the other player may enter, as removable. Returns whether there
    /// is a new one.
    fn mark_removable(&mut self, taken: [Bitboard; 2]) -> bool {
        let mut grew = false;
        for index in 0..self.len {
            let mobility = self.pieces[index];
            let them = !mobility.piece.color as usize;
            let king = mobility.piece.role == Role::King;
            if mobility.removable
                || king
                || !mobility.anywhere().meets(taken[them])
                || self.is_safe(&mobility)
            {
                continue;
            }
            if is_immobile(&mobility) {
                self.cornered = self.cornered.or(Some(mobility.start));
            }
            self.pieces[index].removable = true;
            grew = true;
        }
        grew
    }

    /// Whether the capture of this piece is pruned (Lemmas 2 and 12).
    fn is_safe(&self, mobility: &PieceMobility) -> bool {
        let is_last = self.last == Some(mobility.start) && mobility.piece.color == self.side;
        is_last || (self.case == Case::Spared(mobility.start) && is_immobile(mobility))
    }

    /// Recomputes the summaries of the sets by square: `fixed`, `present`, `facing` and `safe`.
    pub(super) fn survey(&mut self) {
        self.fixed = [Bitboard::EMPTY; 2];
        self.present = [Bitboard::EMPTY; 2];
        self.facing = [Bitboard::EMPTY; 2];
        self.safe = [Bitboard::EMPTY; 2];
        for mobility in &self.pieces[..self.len] {
            let us = mobility.piece.color as usize;
            if is_fixed(mobility) {
                self.fixed[us] |= mobility.squares;
                if self.is_safe(mobility) {
                    self.safe[us] |= mobility.squares;
                }
            }
            if mobility.piece.role == Role::Pawn && keeps_file(mobility) {
                self.facing[us] |= mobility.start.set();
            }
            if mobility.piece.role != Role::King {
                self.present[us] |= mobility.anywhere();
            }
        }
    }

    /// Adds the squares that castling leads to. Returns whether anything grew.
    fn castle(&mut self) -> bool {
        let mut grew = false;
        let fixed = self.fixed[0] | self.fixed[1];
        for (color, wing) in self.castling.iter() {
            let king = self.pieces[self.kings[color as usize]].start;
            let Some(rook) = self.castling.rook(color, wing) else { continue };
            let moves = [(king, wing.king_to(color)), (rook, wing.rook_to(color))];
            let way = moves.into_iter().fold(Bitboard::EMPTY, |way, (from, to)| {
                way | attacks::between(from, to) | to.set()
            });
            // In Chess960 the rook may already stand on the square that castling puts it on. Then it does not move.
            let stays = self.case == Case::Lost(rook) && rook != wing.rook_to(color);
            if (way - king.set() - rook.set()).meets(fixed) || stays {
                continue;
            }
            for (from, to) in moves {
                let pieces = &mut self.pieces[..self.len];
                for mobility in pieces.iter_mut().filter(|mobility| mobility.start == from) {
                    grew |= !mobility.squares.contains(to);
                    mobility.squares |= to.set();
                }
            }
        }
        grew
    }
}

/// The square of a set that has exactly one.
fn the_one(squares: Bitboard) -> Option<Square> {
    squares.first().filter(|_| !squares.is_several())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dead::rows::squares;

    // A lost piece, and the squares of White's king and rook after castling. All other pieces keep their squares.
    rows!(
        king_and_rook_castle_where_nothing_stays_between,
        for (fen, lost, expected) in [
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", ["e1 g1", "f1 h1"]),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1", ["e1", "h1"]),
            ("4k3/8/8/8/8/8/8/4KN1R w K - 0 1", "", ["e1", "h1"]),
            ("4k3/8/8/8/8/8/8/4K1nR w K - 0 1", "", ["e1", "h1"]),
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", ["c1 e1", "a1 d1"]),
            ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "", ["e1", "a1"]),
            ("4k3/8/8/8/8/8/8/R1N1K3 w Q - 0 1", "", ["e1", "a1"]),
            ("4k3/8/8/8/8/8/8/R2NK3 w Q - 0 1", "", ["e1", "a1"]),
            ("4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1", "a1", ["e1", "a1"]),
            // In Chess960 the rook may stand on its destination.
            ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "", ["e1 g1", "f1"]),
            ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "f1", ["e1 g1", "f1"]),
        ] {
            let position = Position::from_playable(&fen.parse().unwrap()).unwrap();
            let case = squares(lost).first().map_or(Case::All, Case::Lost);
            let mut sets = MobilityFixpoint::new(&position, Color::White, case);
            sets.survey();
            let can_castle = squares(expected[0]).is_several();
            assert_eq!(sets.castle(), can_castle, "{fen}, {lost}");
            assert!(!sets.castle(), "{fen}, {lost}: a second time");
            for mobility in &sets.pieces[..sets.len] {
                let squares = match (mobility.piece.color, mobility.piece.role) {
                    (Color::White, Role::King) => squares(expected[0]),
                    (Color::White, Role::Rook) => squares(expected[1]),
                    (Color::White, Role::Pawn | Role::Knight | Role::Bishop | Role::Queen)
                    | (Color::Black, _) => mobility.start.set(),
                };
                assert_eq!(mobility.squares, squares, "{fen}, {lost}: {}", mobility.start);
            }
        }
    );
}
