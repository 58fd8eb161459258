//! The sets of squares while they grow.
//!
//! Pieces and squares are kept for both players; what is said of a player is indexed by colour.

mod ending;
mod mate;
mod reach;
mod spread;

use super::{CaseSplit, PieceReach, ReachInvariant, mates_at_once};
use crate::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    position::{CastlingRights, Position, Wing},
};

/// The sets while they grow.
pub(super) struct ReachFixpoint {
    pieces: [PieceReach; 32],
    len: usize,
    castling: CastlingRights,
    side: Color,
    /// Where the kings are in `pieces`.
    kings: [usize; 2],
    /// Squares that the pieces of each player certainly stand on.
    fixed: [Bitboard; 2],
    /// Squares that each player's pieces other than the king may stand on.
    present: [Bitboard; 2],
    /// Squares that each player's pieces other than the king may attack.
    bearing: [Bitboard; 2],
    /// Where pawns started that certainly stay on their files.
    staying: [Bitboard; 2],
    story: CaseSplit,
    /// The only piece of `side` besides the king: nothing comes of taking it.
    last: Option<Square>,
    /// Squares of each player's pieces that are there for certain and not to be taken.
    safe: [Bitboard; 2],
    /// Pieces that might be taken before they move; to look at both stories may help.
    pub(super) doubtful: Bitboard,
}

impl ReachFixpoint {
    pub(super) fn new(position: &Position, side: Color, story: CaseSplit) -> ReachFixpoint {
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
            bearing: [Bitboard::EMPTY; 2],
            staying: [Bitboard::EMPTY; 2],
            story,
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

    /// Grows the sets to the end. `None` if there is room for a mate; else whether one is ruled out
    /// only after a move of the player to be mated.
    pub(super) fn close(&mut self, position: &Position) -> Option<bool> {
        while self.grow() {
            if !self.is_untold() && self.may_mate(true) {
                return None;
            }
        }
        if self.is_untold() {
            return Some(false);
        }
        let settled = self.may_mate(false);
        let fails = settled && (self.may_mate(true) || mates_at_once(position, self.side));
        (!fails).then_some(settled)
    }

    pub(super) fn region(&self, position: &Position, settled: bool) -> ReachInvariant {
        let pieces = self.pieces[..self.len].to_vec();
        ReachInvariant {
            pieces,
            castling: position.castling(),
            side: self.side,
            settled,
            story: self.story,
        }
    }

    /// What the piece that starts here attacks, if it never moves.
    pub(super) fn held(&self, start: Square) -> Option<(Color, Bitboard)> {
        let reach = self.pieces[..self.len].iter().find(|reach| reach.start == start)?;
        reach.is_still().then(|| (reach.piece.color, self.attacked_from_home(reach)))
    }

    /// Whether no line of play is in this story: a piece that has to move cannot.
    fn is_untold(&self) -> bool {
        self.pieces[..self.len]
            .iter()
            .any(|reach| self.story.leave.contains(reach.start) && reach.is_still())
    }

    /// One round over all pieces. Returns whether anything grew.
    fn grow(&mut self) -> bool {
        self.look_around();
        let mut grew = self.castle();
        let guarded = Color::ALL.map(|color| self.guarded_against(color));
        let (mut bearing, mut taken) = (self.story.bearing, [Bitboard::EMPTY; 2]);
        for index in 0..self.len {
            let reach = self.pieces[index];
            let us = reach.piece.color as usize;
            let mut next = reach;
            if reach.piece.role == Role::King {
                taken[us] |= self.spread_king(&mut next, guarded[us]);
            } else if self.story.stay.contains(reach.start) {
                if !self.story.held.contains(reach.start) {
                    bearing[us] |= self.attacked_from_home(&reach);
                }
            } else {
                let (hits, takes) = match reach.piece.role {
                    Role::Pawn => self.spread_pawn(&mut next),
                    _ => self.spread(&mut next),
                };
                bearing[us] |= hits;
                taken[us] |= takes;
            }
            if next != reach {
                grew = true;
                self.pieces[index] = next;
            }
        }
        grew |= bearing != self.bearing;
        self.bearing = bearing;
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
            if reach.is_still() && !self.story.stay.contains(reach.start) {
                self.doubtful |= reach.start.set();
            }
            self.pieces[index].removable = true;
            grew = true;
        }
        grew
    }

    /// Whether nothing is to be followed behind the loss of this piece.
    fn is_safe(&self, reach: &PieceReach) -> bool {
        let last = self.last == Some(reach.start) && reach.piece.color == self.side;
        last || (reach.is_still() && self.story.leave.contains(reach.start))
    }

    /// Gathers what the sets say about squares.
    fn look_around(&mut self) {
        self.fixed = [Bitboard::EMPTY; 2];
        self.present = [Bitboard::EMPTY; 2];
        self.staying = [Bitboard::EMPTY; 2];
        self.safe = [Bitboard::EMPTY; 2];
        for reach in &self.pieces[..self.len] {
            let us = reach.piece.color as usize;
            if reach.is_fixed() {
                self.fixed[us] |= reach.squares;
                if self.is_safe(reach) {
                    self.safe[us] |= reach.squares;
                }
            }
            if reach.piece.role == Role::Pawn && reach.keeps_file() {
                self.staying[us] |= reach.start.set();
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
            let (king, rook) = (Wing::king_from(color), wing.rook_from(color));
            if attacks::between(king, rook).meets(fixed) || self.story.stay.contains(rook) {
                continue;
            }
            for (from, to) in [(king, wing.king_to(color)), (rook, wing.rook_to(color))] {
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
