//! How the squares of one piece grow.

use super::{PieceReach, attack::attacks_from, fixpoint::ReachFixpoint};
use crate::board::{Bitboard, Color, Piece, Rank, Role, attacks};

impl ReachFixpoint {
    /// Grows the squares of a piece other than a king or a pawn; returns what it may attack and what
    /// it may take.
    pub(super) fn spread(&self, reach: &mut PieceReach) -> (Bitboard, Bitboard) {
        let Piece { color, role } = reach.piece;
        let checking = self.checking_squares(color, role);
        let cut = self.recaptured_squares(reach) | self.mates_from_home(reach, checking);
        let (free, barred) = (!(self.fixed[0] | self.fixed[1]), self.barred(color));
        loop {
            let takes = attacks_from(role, reach.squares - checking, free) - cut;
            let next = reach.squares | (takes - barred);
            if next == reach.squares {
                return (attacks_from(role, next, !self.shields(color)), takes);
            }
            reach.squares = next;
        }
    }

    pub(super) fn spread_king(&self, king: &mut PieceReach, guarded: Bitboard) -> Bitboard {
        let mut barred = self.barred(king.piece.color) | guarded;
        loop {
            let steps = attacks_from(Role::King, king.squares, Bitboard::FULL);
            barred |=
                self.final_steps(king.piece.color, steps - barred - king.squares, king.squares);
            let hits = steps - barred;
            let next = king.squares | hits;
            if next == king.squares {
                return hits;
            }
            king.squares = next;
        }
    }

    /// The same for a pawn and what it may become.
    pub(super) fn spread_pawn(&self, pawn: &mut PieceReach) -> (Bitboard, Bitboard) {
        let Piece { color, .. } = pawn.piece;
        let up = 8 * i32::from(color.forward());
        let last = Rank::relative(8, color).squares();
        let file = pawn.start.file().squares();
        let checking = self.checking_squares(color, Role::Pawn);
        let ends = self.mates_from_home(pawn, checking);
        let home = Rank::relative(2, color).squares();
        let (hits, mut takes) = loop {
            let mut stopped = self.fixed[0] | self.fixed[1];
            if pawn.squares.is_subset(file) {
                stopped |= self.facing[!color as usize];
            }
            let movers = pawn.squares - checking;
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
        let barred = self.barred(color);
        let free = !(self.fixed[0] | self.fixed[1]);
        let seen = !self.shields(color);
        loop {
            let grown = attacks_from(Role::Queen, pawn.promoted, free)
                | attacks_from(Role::Knight, pawn.promoted, free);
            let next = pawn.promoted | (grown - barred);
            if next == pawn.promoted {
                takes |= grown;
                let hits = hits
                    | attacks_from(Role::Queen, next, seen)
                    | attacks_from(Role::Knight, next, seen);
                return (hits, takes);
            }
            pawn.promoted = next;
        }
    }

    pub(super) fn attacked_from_home(&self, reach: &PieceReach) -> Bitboard {
        match reach.piece.role {
            Role::Pawn => attacks::pawns(reach.piece.color, reach.squares),
            role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King) => {
                attacks_from(role, reach.squares, !self.shields(reach.piece.color))
            }
        }
    }

    /// Squares that a piece of this colour can never enter.
    fn barred(&self, color: Color) -> Bitboard {
        let king = self.pieces[self.kings[!color as usize]].squares;
        let (own, other) = (self.fixed[color as usize], self.fixed[!color as usize]);
        own | (king & other) | self.safe[!color as usize]
    }

    /// Squares that certainly stop a line of attack (Lemma 3). The king to be mated does not stop the other
    /// side's: it may not step back along the line.
    pub(super) fn shields(&self, color: Color) -> Bitboard {
        let walls = self.fixed[0] | self.fixed[1];
        if color == self.side {
            walls - self.pieces[self.kings[!color as usize]].squares
        } else {
            walls
        }
    }
}
