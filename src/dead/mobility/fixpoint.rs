//! The sets of squares while they grow.
//!
//! Pieces and squares are kept for both players; what is said of a player is indexed by colour.

use super::{CaseSplit, PieceReach, ReachInvariant, is_fixed, is_still, keeps_file};
use crate::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    position::{CastlingRights, Position},
};

/// The sets while they grow.
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
    split: CaseSplit,
    /// The only piece of `side` besides the king: once it is taken, `side` mates no more (Lemma 2).
    pub(super) last: Option<Square>,
    /// Squares of each player's fixed pieces whose loss need not be followed.
    pub(super) safe: [Bitboard; 2],
    /// Pieces that might be taken before they move: to split cases by them may help.
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
            split,
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

    /// What the piece that starts here attacks, if it never moves.
    pub(super) fn held(&self, start: Square) -> Option<(Color, Bitboard)> {
        let reach = self.pieces[..self.len].iter().find(|reach| reach.start == start)?;
        is_still(reach).then(|| (reach.piece.color, self.attacked_from_home(reach)))
    }

    /// Whether no line of play is in this case: a piece that has to move cannot (Lemma 13).
    fn is_impossible(&self) -> bool {
        self.pieces[..self.len]
            .iter()
            .any(|reach| self.split.leave.contains(reach.start) && is_still(reach))
    }

    /// One round over all pieces. Returns whether anything grew; if not, the sets are closed (Lemma 7).
    fn grow(&mut self) -> bool {
        self.survey();
        let mut grew = self.castle();
        let guarded = Color::ALL.map(|color| self.guarded_against(color));
        let (mut attacked, mut taken) = (self.split.held_attacks, [Bitboard::EMPTY; 2]);
        for index in 0..self.len {
            let reach = self.pieces[index];
            let us = reach.piece.color as usize;
            let mut next = reach;
            if reach.piece.role == Role::King {
                taken[us] |= self.spread_king(&mut next, guarded[us]);
            } else if self.split.stay.contains(reach.start) {
                if !self.split.held.contains(reach.start) {
                    attacked[us] |= self.attacked_from_home(&reach);
                }
            } else {
                let (hits, takes) = match reach.piece.role {
                    Role::Pawn => self.spread_pawn(&mut next),
                    Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
                        self.spread(&mut next)
                    }
                };
                attacked[us] |= hits;
                taken[us] |= takes;
            }
            if next != reach {
                grew = true;
                self.pieces[index] = next;
            }
        }
        grew |= attacked != self.attacked;
        self.attacked = attacked;
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
            if is_still(&reach) && !self.split.stay.contains(reach.start) {
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
        is_last || (is_still(reach) && self.split.leave.contains(reach.start))
    }

    /// Gathers what the sets say about squares.
    fn survey(&mut self) {
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
