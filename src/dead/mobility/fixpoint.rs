//! The sets of squares while they grow.
//!
//! Pieces and squares are kept for both players; what is said of a player is indexed by colour.

use super::{CaseSplit, PieceReach, ReachInvariant, Without, is_fixed, is_still, keeps_file};
use crate::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    position::{CastlingRights, Position},
};

/// How many of the pieces that might be taken, those that are found first, are tried as the one to split cases by.
const SPLIT_CANDIDATES: usize = 3;

/// The sets while they grow.
#[derive(Clone)]
pub(super) struct ReachFixpoint {
    pub(super) pieces: [PieceReach; 32],
    pub(super) len: usize,
    pub(super) castling: CastlingRights,
    pub(super) side: Color,
    /// Where the kings are in `pieces`.
    pub(super) kings: [usize; 2],
    /// Squares that the pieces of each player certainly stand on.
    pub(super) fixed: [Bitboard; 2],
    /// Squares that each player's pieces other than the king may stand on.
    pub(super) present: [Bitboard; 2],
    /// Squares that each player's pieces other than the king may attack.
    pub(super) attacked: [Bitboard; 2],
    /// Where pawns started that certainly stay on their files.
    pub(super) facing: [Bitboard; 2],
    /// Squares that those pieces of `side` may attack that are still there in the end (Lemma 13).
    pub(super) attacked_in_the_end: Bitboard,
    pub(super) split: CaseSplit,
    /// The rules that are not applied.
    pub(super) without: Without,
    /// The only piece of `side` besides the king: once it is taken, `side` mates no more (Lemma 2).
    pub(super) last: Option<Square>,
    /// Squares of each player's fixed pieces whose loss need not be followed.
    pub(super) safe: [Bitboard; 2],
    /// The pieces found first that might be taken before they move: to split cases by them may help.
    pub(super) doubtful: Bitboard,
}

impl ReachFixpoint {
    pub(super) fn new(position: &Position, side: Color, split: CaseSplit) -> ReachFixpoint {
        let placement = position.placement();
        let nobody = PieceReach {
            piece: Piece { color: side, role: Role::King },
            start: Square::from_index(0),
            squares: Bitboard::EMPTY,
            promoted: Bitboard::EMPTY,
            removable: true,
        };
        let mut fixpoint = ReachFixpoint {
            pieces: [nobody; 32],
            len: 0,
            castling: position.castling(),
            side,
            kings: [0; 2],
            fixed: [Bitboard::EMPTY; 2],
            present: [Bitboard::EMPTY; 2],
            attacked: [Bitboard::EMPTY; 2],
            facing: [Bitboard::EMPTY; 2],
            attacked_in_the_end: Bitboard::EMPTY,
            split,
            without: Without::default(),
            last: the_one(placement.color(side) - placement.role(Role::King)),
            safe: [Bitboard::EMPTY; 2],
            doubtful: Bitboard::EMPTY,
        };
        for color in Color::ALL {
            for role in Role::ALL {
                for start in placement.pieces(color, role) {
                    fixpoint.add(Piece { color, role }, start, nobody);
                }
            }
        }
        fixpoint
    }

    fn add(&mut self, piece: Piece, start: Square, nobody: PieceReach) {
        if let Some(slot) = self.pieces.get_mut(self.len) {
            *slot = PieceReach { piece, start, squares: start.set(), removable: false, ..nobody };
            if piece.role == Role::King {
                self.kings[piece.color as usize] = self.len;
            }
            self.len += 1;
        }
    }

    /// Grows the sets until they are closed (Lemma 7). Whether no mate by `side` is in them.
    pub(super) fn close(&mut self) -> bool {
        // The sets only grow: a mate that fits into them early fits into them at the end, and a case that is
        // possible once stays so.
        while self.grow() {
            if !self.is_impossible() && self.may_mate() {
                return false;
            }
        }
        self.is_impossible() || !self.may_mate()
    }

    pub(super) fn invariant(&self) -> ReachInvariant {
        ReachInvariant {
            pieces: self.pieces[..self.len].to_vec(),
            castling: self.castling,
            side: self.side,
            split: self.split,
        }
    }

    /// Whether no line of play is in this case: a piece that has to move cannot (Lemma 13).
    fn is_impossible(&self) -> bool {
        self.pieces[..self.len]
            .iter()
            .any(|reach| self.split.leave.contains(reach.start) && is_still(reach))
    }

    /// One round over all pieces. Returns whether anything grew; if not, the sets are closed (Lemma 7).
    pub(super) fn grow(&mut self) -> bool {
        self.survey();
        let mut grew = self.castle();
        let guarded = Color::ALL.map(|color| self.guarded_against(color));
        let (mut attacked, mut taken) = ([Bitboard::EMPTY; 2], [Bitboard::EMPTY; 2]);
        let mut in_the_end = Bitboard::EMPTY;
        for index in 0..self.len {
            let reach = self.pieces[index];
            let us = reach.piece.color as usize;
            let mut next = reach;
            let (hits, takes) = match reach.piece.role {
                Role::King => continue,
                _ if self.split.stay.contains(reach.start) => {
                    (self.attacked_from_home(&reach), Bitboard::EMPTY)
                }
                Role::Pawn => self.spread_pawn(&mut next),
                Role::Knight | Role::Bishop | Role::Rook | Role::Queen => self.spread(&mut next),
            };
            attacked[us] |= hits;
            taken[us] |= takes;
            if reach.piece.color == self.side && !self.split.lost.contains(reach.start) {
                in_the_end |= hits;
            }
            if next != reach {
                grew = true;
                self.pieces[index] = next;
            }
        }
        let kings = self.kings.map(|king| self.pieces[king].squares);
        for (taken, steps) in taken.iter_mut().zip(self.spread_kings(guarded)) {
            *taken |= steps;
        }
        grew |= kings != self.kings.map(|king| self.pieces[king].squares);
        grew |= attacked != self.attacked;
        self.attacked = attacked;
        self.attacked_in_the_end = in_the_end;
        self.mark_removable(taken) || grew
    }

    /// Pieces on squares that the other player may enter can be taken. Returns whether there is a new one.
    fn mark_removable(&mut self, taken: [Bitboard; 2]) -> bool {
        let mut grew = false;
        for index in 0..self.len {
            let reach = self.pieces[index];
            let them = !reach.piece.color as usize;
            let king = reach.piece.role == Role::King;
            if reach.removable
                || king
                || !reach.anywhere().meets(taken[them])
                || self.is_safe(&reach)
            {
                continue;
            }
            if is_still(&reach)
                && !self.split.stay.contains(reach.start)
                && (self.doubtful.len() as usize) < SPLIT_CANDIDATES
            {
                self.doubtful |= reach.start.set();
            }
            self.pieces[index].removable = true;
            grew = true;
        }
        grew
    }

    /// Whether nothing is to be followed behind the loss of this piece (Lemmas 2 and 13).
    fn is_safe(&self, reach: &PieceReach) -> bool {
        let is_last = self.last == Some(reach.start) && reach.piece.color == self.side;
        let is_there = self.split.leave | self.split.kept;
        is_last || (is_still(reach) && is_there.contains(reach.start))
    }

    /// Gathers what the sets say about squares.
    pub(super) fn survey(&mut self) {
        self.fixed = [Bitboard::EMPTY; 2];
        self.present = [Bitboard::EMPTY; 2];
        self.facing = [Bitboard::EMPTY; 2];
        self.safe = [Bitboard::EMPTY; 2];
        for reach in &self.pieces[..self.len] {
            let us = reach.piece.color as usize;
            if is_fixed(reach) {
                self.fixed[us] |= reach.squares;
                if self.is_safe(reach) {
                    self.safe[us] |= reach.squares;
                }
            }
            if reach.piece.role == Role::Pawn && keeps_file(reach) {
                self.facing[us] |= reach.start.set();
            }
            if reach.piece.role != Role::King {
                self.present[us] |= reach.anywhere();
            }
        }
    }

    /// Castling, as far as the sets allow. Returns whether anything grew.
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
            // In Chess960 the rook may stand where castling puts it, and stays.
            let stays = self.split.stay.contains(rook) && rook != wing.rook_to(color);
            if (way - king.set() - rook.set()).meets(fixed) || stays {
                continue;
            }
            for (from, to) in moves {
                let pieces = &mut self.pieces[..self.len];
                for reach in pieces.iter_mut().filter(|reach| reach.start == from) {
                    grew |= !reach.squares.contains(to);
                    reach.squares |= to.set();
                }
            }
        }
        grew
    }
}

/// The only square of a set that has no more.
fn the_one(squares: Bitboard) -> Option<Square> {
    squares.first().filter(|_| !squares.is_several())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dead::rows::squares;

    /// Who stays, where the king and the rook of White get to, and nobody else to anywhere.
    #[test]
    fn king_and_rook_castle_where_nothing_stays_between() {
        for (fen, stay, expected) in [
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", ["e1 g1", "f1 h1"]),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1", ["e1", "h1"]),
            ("4k3/8/8/8/8/8/8/4KN1R w K - 0 1", "", ["e1", "h1"]),
            ("4k3/8/8/8/8/8/8/4K1nR w K - 0 1", "", ["e1", "h1"]),
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", ["c1 e1", "a1 d1"]),
            ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "", ["e1", "a1"]),
            ("4k3/8/8/8/8/8/8/R1N1K3 w Q - 0 1", "", ["e1", "a1"]),
            ("4k3/8/8/8/8/8/8/R2NK3 w Q - 0 1", "", ["e1", "a1"]),
            ("4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1", "a1", ["e1", "a1"]),
            // In Chess960 it may be where it goes to.
            ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "", ["e1 g1", "f1"]),
            ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "f1", ["e1 g1", "f1"]),
        ] {
            let position = Position::composed(&fen.parse().unwrap()).unwrap();
            let split = CaseSplit { stay: squares(stay), ..CaseSplit::default() };
            let mut sets = ReachFixpoint::new(&position, Color::White, split);
            sets.survey();
            let can_castle = squares(expected[0]).is_several();
            assert_eq!(sets.castle(), can_castle, "{fen}, {stay}");
            assert!(!sets.castle(), "{fen}, {stay}: a second time");
            for reach in &sets.pieces[..sets.len] {
                let squares = match (reach.piece.color, reach.piece.role) {
                    (Color::White, Role::King) => squares(expected[0]),
                    (Color::White, Role::Rook) => squares(expected[1]),
                    (Color::White, Role::Pawn | Role::Knight | Role::Bishop | Role::Queen)
                    | (Color::Black, _) => reach.start.set(),
                };
                assert_eq!(reach.squares, squares, "{fen}, {stay}: {}", reach.start);
            }
        }
    }

    /// Lemma 13: White mates in the corner, but not in a case in which somebody has to leave who never can.
    #[test]
    fn a_case_has_no_line_if_who_is_to_leave_stays() {
        let position: Position = "k7/p7/P6p/7P/8/8/8/K4B2 w - - 0 1".parse().unwrap();
        for (leave, is_closed) in [("", false), ("h5 h6", false), ("a6 a7 h5 h6", true)] {
            let split = CaseSplit { leave: squares(leave), ..CaseSplit::default() };
            let found = ReachFixpoint::new(&position, Color::White, split).close();
            assert_eq!(found, is_closed, "{leave}");
        }
    }
}
