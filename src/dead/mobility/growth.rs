//! The sets of squares while they grow.
//!
//! Men and squares are kept for both players; what is said of a player is indexed by colour.

mod ending;
mod mate;
mod reach;
mod spread;

use super::{Region, Roaming, Story, mates_at_once};
use crate::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    position::{CastlingRights, Position, Wing},
};

/// The sets while they grow.
pub(super) struct Growth {
    men: [Roaming; 32],
    len: usize,
    castling: CastlingRights,
    side: Color,
    /// Where the kings are in `men`.
    kings: [usize; 2],
    /// Squares that the men of each player certainly stand on.
    fixed: [Bitboard; 2],
    /// Squares that each player's men other than the king may stand on.
    present: [Bitboard; 2],
    /// Squares that each player's men other than the king may attack.
    bearing: [Bitboard; 2],
    /// Where pawns started that certainly stay on their files.
    staying: [Bitboard; 2],
    story: Story,
    /// The only man of `side` besides the king: nothing comes of taking it.
    last: Option<Square>,
    /// Squares of each player's men that are there for certain and not to be taken.
    safe: [Bitboard; 2],
    /// Men that might be taken before they move; to look at both stories may help.
    pub(super) doubtful: Bitboard,
}

impl Growth {
    pub(super) fn new(position: &Position, side: Color, story: Story) -> Growth {
        let placement = position.placement();
        let nobody = Roaming {
            piece: Piece { color: side, role: Role::King },
            start: Square::from_index(0),
            squares: Bitboard::EMPTY,
            promoted: Bitboard::EMPTY,
            removable: true,
        };
        let mut growth = Growth {
            men: [nobody; 32],
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
                for start in placement.men(color, role) {
                    growth.add(Piece { color, role }, start, nobody);
                }
            }
        }
        growth
    }

    fn add(&mut self, piece: Piece, start: Square, nobody: Roaming) {
        if let Some(slot) = self.men.get_mut(self.len) {
            *slot = Roaming { piece, start, squares: start.set(), removable: false, ..nobody };
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

    pub(super) fn region(&self, position: &Position, settled: bool) -> Region {
        let men = self.men[..self.len].to_vec();
        Region { men, castling: position.castling(), side: self.side, settled, story: self.story }
    }

    /// What the man that starts here attacks, if it never moves.
    pub(super) fn held(&self, start: Square) -> Option<(Color, Bitboard)> {
        let man = self.men[..self.len].iter().find(|man| man.start == start)?;
        man.is_still().then(|| (man.piece.color, self.attacked_from_home(man)))
    }

    /// Whether no line of play is in this story: a man that has to move cannot.
    fn is_untold(&self) -> bool {
        self.men[..self.len]
            .iter()
            .any(|man| self.story.leave.contains(man.start) && man.is_still())
    }

    /// One round over all men. Returns whether anything grew.
    fn grow(&mut self) -> bool {
        self.look_around();
        let mut grew = self.castle();
        let guarded = Color::ALL.map(|color| self.guarded_against(color));
        let (mut bearing, mut taken) = (self.story.bearing, [Bitboard::EMPTY; 2]);
        for index in 0..self.len {
            let man = self.men[index];
            let us = man.piece.color as usize;
            let mut next = man;
            if man.piece.role == Role::King {
                taken[us] |= self.spread_king(&mut next, guarded[us]);
            } else if self.story.stay.contains(man.start) {
                if !self.story.held.contains(man.start) {
                    bearing[us] |= self.attacked_from_home(&man);
                }
            } else {
                let (hits, takes) = match man.piece.role {
                    Role::Pawn => self.spread_pawn(&mut next),
                    _ => self.spread(&mut next),
                };
                bearing[us] |= hits;
                taken[us] |= takes;
            }
            if next != man {
                grew = true;
                self.men[index] = next;
            }
        }
        grew |= bearing != self.bearing;
        self.bearing = bearing;
        self.mark_removable(taken) || grew
    }

    /// Men on squares that the other player may enter can be taken. Returns whether there is a new one.
    fn mark_removable(&mut self, taken: [Bitboard; 2]) -> bool {
        let mut grew = false;
        for index in 0..self.len {
            let man = self.men[index];
            let them = !man.piece.color as usize;
            let king = man.piece.role == Role::King;
            if man.removable || king || !man.anywhere().meets(taken[them]) || self.is_safe(&man) {
                continue;
            }
            if man.is_still() && !self.story.stay.contains(man.start) {
                self.doubtful |= man.start.set();
            }
            self.men[index].removable = true;
            grew = true;
        }
        grew
    }

    /// Whether nothing is to be followed behind the loss of this man.
    fn is_safe(&self, man: &Roaming) -> bool {
        let last = self.last == Some(man.start) && man.piece.color == self.side;
        last || (man.is_still() && self.story.leave.contains(man.start))
    }

    /// Gathers what the sets say about squares.
    fn look_around(&mut self) {
        self.fixed = [Bitboard::EMPTY; 2];
        self.present = [Bitboard::EMPTY; 2];
        self.staying = [Bitboard::EMPTY; 2];
        self.safe = [Bitboard::EMPTY; 2];
        for man in &self.men[..self.len] {
            let us = man.piece.color as usize;
            if man.is_fixed() {
                self.fixed[us] |= man.squares;
                if self.is_safe(man) {
                    self.safe[us] |= man.squares;
                }
            }
            if man.piece.role == Role::Pawn && man.keeps_file() {
                self.staying[us] |= man.start.set();
            }
            if man.piece.role != Role::King {
                self.present[us] |= man.anywhere();
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
                let men = &mut self.men[..self.len];
                for man in men.iter_mut().filter(|man| man.start == from) {
                    grew |= !man.squares.contains(to);
                    man.squares |= to.set();
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
