//! How the squares of one man grow.

use super::{Growth, reach::reach};
use crate::{
    board::{Bitboard, Color, Piece, Rank, Role, attacks},
    dead::Roaming,
};

impl Growth {
    /// Grows the squares of a man other than a king or a pawn; returns what it may attack and what
    /// it may take.
    pub(super) fn spread(&self, man: &mut Roaming) -> (Bitboard, Bitboard) {
        let Piece { color, role } = man.piece;
        if self.mates_by_leaving(man) {
            return (self.attacked_from_home(man), Bitboard::EMPTY);
        }
        let finals = self.finals(color, role);
        let lost = self.lost_on(man) | self.mates_on(man, finals);
        loop {
            let fixed = self.fixed_while(man);
            let barred = self.barred(color, &fixed);
            let takes = reach(role, man.squares - finals, !(fixed[0] | fixed[1])) - lost;
            let next = man.squares | (takes - barred);
            if next == man.squares {
                return (reach(role, next, !self.shields(color, &fixed)), takes);
            }
            man.squares = next;
        }
    }

    pub(super) fn spread_king(&self, king: &mut Roaming, guarded: Bitboard) -> Bitboard {
        let mut barred = self.barred(king.piece.color, &self.fixed_while(king)) | guarded;
        loop {
            let steps = reach(Role::King, king.squares, Bitboard::FULL);
            if king.squares.is_several() || self.is_in_nobodys_way(king) {
                barred |=
                    self.ending(king.piece.color, steps - barred - king.squares, king.squares);
            }
            let hits = steps - barred;
            let next = king.squares | hits;
            if next == king.squares {
                return hits;
            }
            king.squares = next;
        }
    }

    /// The same for a pawn and what it may become.
    pub(super) fn spread_pawn(&self, pawn: &mut Roaming) -> (Bitboard, Bitboard) {
        let Piece { color, .. } = pawn.piece;
        let up = 8 * i32::from(color.forward());
        let last = Rank::relative(8, color).squares();
        let file = pawn.start.file().squares();
        // A pawn that has just made its double step may be taken on the square behind it, too.
        let behind = self.bearing[!color as usize].shift(up);
        let finals = self.finals(color, Role::Pawn) - behind;
        let ends = self.mates_on(pawn, finals);
        let home = Rank::relative(2, color).squares();
        let (hits, mut takes) = loop {
            let fixed = self.fixed_while(pawn);
            let mut stopped = fixed[0] | fixed[1];
            if pawn.squares.is_subset(file) {
                stopped |= self.staying[!color as usize];
            }
            let movers = pawn.squares - finals;
            let takes = attacks::pawns(color, movers) - ends;
            let steps = movers.shift(up) - stopped;
            let double = (movers & home).shift(up) - stopped;
            let steps = (steps | (double.shift(up) - stopped)) - ends;
            let prey = if self.last.is_some() && color != self.side {
                Bitboard::EMPTY
            } else {
                self.present[!color as usize] - self.safe[!color as usize]
            };
            let entered = steps | (takes & prey);
            let next = pawn.squares | (entered - last);
            pawn.promoted |= entered & last;
            if next == pawn.squares {
                break (attacks::pawns(color, next), takes);
            }
            pawn.squares = next;
        };
        if pawn.promoted.is_empty() {
            return (hits, takes);
        }
        let barred = self.barred(color, &self.fixed);
        let free = !(self.fixed[0] | self.fixed[1]);
        let seen = !self.shields(color, &self.fixed);
        loop {
            let grown =
                reach(Role::Queen, pawn.promoted, free) | reach(Role::Knight, pawn.promoted, free);
            let next = pawn.promoted | (grown - barred);
            if next == pawn.promoted {
                takes |= grown;
                let hits = hits | reach(Role::Queen, next, seen) | reach(Role::Knight, next, seen);
                return (hits, takes);
            }
            pawn.promoted = next;
        }
    }

    pub(super) fn attacked_from_home(&self, man: &Roaming) -> Bitboard {
        match man.piece.role {
            Role::Pawn => attacks::pawns(man.piece.color, man.squares),
            role => {
                let fixed = self.fixed_while(man);
                reach(role, man.squares, !self.shields(man.piece.color, &fixed))
            }
        }
    }

    /// Squares that a man of this colour can never enter.
    fn barred(&self, color: Color, fixed: &[Bitboard; 2]) -> Bitboard {
        let king = self.men[self.kings[!color as usize]].squares;
        fixed[color as usize] | (king & fixed[!color as usize]) | self.safe[!color as usize]
    }

    /// Squares that the men of each player certainly stand on while this man has not moved.
    ///
    /// A man that is never taken stands somewhere; where others certainly stand it does not.
    fn fixed_while(&self, man: &Roaming) -> [Bitboard; 2] {
        let mut fixed = self.fixed;
        if man.squares.is_several() || !man.promoted.is_empty() {
            return fixed;
        }
        loop {
            let before = fixed;
            let taken = fixed[0] | fixed[1] | man.squares;
            for other in &self.men[..self.len] {
                let left = other.squares - taken;
                if !other.removable && other.promoted.is_empty() && !left.is_several() {
                    fixed[other.piece.color as usize] |= left;
                }
            }
            if fixed == before {
                return fixed;
            }
        }
    }

    /// Squares that certainly stop a line of attack. The king to be mated does not stop the other
    /// side's: it may not step back along the line.
    pub(super) fn shields(&self, color: Color, fixed: &[Bitboard; 2]) -> Bitboard {
        let walls = fixed[0] | fixed[1];
        if color == self.side {
            walls - self.men[self.kings[!color as usize]].squares
        } else {
            walls
        }
    }
}
