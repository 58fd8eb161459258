//! Moves that end the game: nothing is followed behind them.

use super::ReachFixpoint;
use crate::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    dead::PieceReach,
};

impl ReachFixpoint {
    /// Squares that this player's king can never step to.
    pub(super) fn guarded_against(&self, color: Color) -> Bitboard {
        self.guarded_without(color, None, Bitboard::EMPTY)
    }

    /// The same, but for what this piece guards, and with pieces on these squares in the way.
    fn guarded_without(
        &self,
        color: Color,
        without: Option<Square>,
        in_the_way: Bitboard,
    ) -> Bitboard {
        let mut guarded = Bitboard::EMPTY;
        let ever = in_the_way
            | self.present[0]
            | self.present[1]
            | self.pieces[self.kings[0]].squares
            | self.pieces[self.kings[1]].squares;
        for reach in &self.pieces[..self.len] {
            if reach.piece.color != color
                && reach.piece.role != Role::King
                && reach.is_fixed()
                && Some(reach.start) != without
            {
                guarded |= attacks::of(reach.piece.role, reach.piece.color, reach.start, ever);
            }
        }
        // The other king is on one of its squares, and never beside this one.
        let mut beside = Bitboard::FULL;
        for square in self.pieces[self.kings[!color as usize]].squares {
            beside &= attacks::king(square) | square.set();
            if beside.is_empty() {
                break;
            }
        }
        guarded | beside
    }

    /// Squares from which a piece gives mate to a king that never moves, as nobody can take it there or
    /// step in between. It never leaves them.
    pub(super) fn finals(&self, color: Color, role: Role) -> Bitboard {
        let them = !color;
        let king = self.pieces[self.kings[them as usize]];
        if !self.fixed[them as usize].contains(king.start) {
            return Bitboard::EMPTY;
        }
        let checks = match role {
            Role::Pawn => attacks::pawn(them, king.start),
            Role::Knight => attacks::knight(king.start),
            _ => attacks::of(role, color, king.start, Bitboard::FULL),
        };
        checks - self.bearing[them as usize]
    }

    /// Those of these squares on which the piece, coming from home, mates the king of `side` even
    /// though it no longer guards what it did.
    pub(super) fn mates_on(&self, reach: &PieceReach, finals: Bitboard) -> Bitboard {
        let us = self.side as usize;
        if reach.piece.color == self.side
            || reach.squares.is_several()
            || !reach.promoted.is_empty()
            || finals.is_empty()
            || self.bearing[us].contains(reach.start)
        {
            return Bitboard::EMPTY;
        }
        let around = attacks::king(self.pieces[self.kings[us]].start);
        let guarded = self.guarded_without(self.side, Some(reach.start), finals);
        // What is taken on the square no longer stands in the king's way.
        let mates = |square: &Square| around.is_subset((self.fixed[us] - square.set()) | guarded);
        finals.into_iter().filter(mates).collect()
    }

    /// Squares beside a king that never moves, from which the last piece of `side` gives check only to
    /// be taken at once.
    pub(super) fn lost_on(&self, reach: &PieceReach) -> Bitboard {
        let Piece { color, role } = reach.piece;
        let them = !color as usize;
        let king = self.pieces[self.kings[them]].start;
        if self.last != Some(reach.start)
            || color != self.side
            || !matches!(role, Role::Bishop | Role::Rook | Role::Queen)
            || !self.fixed[them].contains(king)
        {
            return Bitboard::EMPTY;
        }
        let shut =
            self.fixed[them] | self.guarded_without(!color, Some(reach.start), Bitboard::EMPTY);
        let kings = self.pieces[self.kings[self.side as usize]].squares;
        let taken = |&target: &Square| {
            (attacks::king(king) - target.set()).is_subset(shut)
                && (!attacks::king(target).meets(kings)
                    || self.pieces[..self.len].iter().any(|other| {
                        let Piece { color, role } = other.piece;
                        color != self.side
                            && role != Role::King
                            && other.is_fixed()
                            && other.start != target
                            && attacks::of(role, color, other.start, Bitboard::FULL)
                                .contains(target)
                    }))
        };
        attacks::of(role, color, king, Bitboard::FULL).into_iter().filter(taken).collect()
    }

    /// Squares out of these on which a king ends the game by stepping there, without a mate by `side`.
    ///
    /// This holds in each position of the sets: the opponent has no move but with the king, and that
    /// king has no square. If it could be `side` that mates so, no check is uncovered either. The sets need
    /// not follow such a move.
    pub(super) fn ending(&self, mover: Color, targets: Bitboard, from: Bitboard) -> Bitboard {
        if targets.is_empty() || !self.only_king_moves(!mover) || !self.are_walled_in(!mover) {
            return Bitboard::EMPTY;
        }
        let them = !mover as usize;
        let kings = self.pieces[self.kings[them]].squares;
        let ever = self.present[0] | self.present[1] | kings | from;
        let ends = |target: Square| {
            let near = attacks::king(target);
            let mut shut = near | self.fixed[them];
            for reach in &self.pieces[..self.len] {
                let Piece { color, role } = reach.piece;
                if color == mover && role != Role::King && reach.is_fixed() {
                    shut |= attacks::of(role, color, reach.start, ever | target.set());
                }
            }
            (kings - near - target.set()).into_iter().all(|king| {
                attacks::king(king).is_subset(shut)
                    && (mover != self.side || !self.may_uncover(king, near & from))
            })
        };
        targets.into_iter().filter(|&target| ends(target)).collect()
    }

    /// Whether this player's pieces other than the king have no move wherever the other king stands, except
    /// to take what nothing is followed behind.
    ///
    /// That a piece never moves is not enough: its moves may be mates, which end the game only as long as the
    /// king to be mated does not move.
    fn are_walled_in(&self, color: Color) -> bool {
        let (us, them) = (color as usize, !color as usize);
        let walls = self.fixed[us] | (self.fixed[them] - self.pieces[self.kings[them]].squares);
        let prey = if self.last.is_some() && color != self.side {
            Bitboard::EMPTY
        } else {
            self.present[them] - self.safe[them]
        };
        let others = self.pieces[..self.len]
            .iter()
            .filter(|reach| reach.piece.color == color && reach.piece.role != Role::King);
        others.into_iter().all(|reach| match reach.piece.role {
            Role::Pawn => {
                let ahead = reach.squares.shift(8 * i32::from(color.forward()));
                ahead.is_subset(walls) && !attacks::pawn(color, reach.start).meets(prey)
            }
            role => attacks::of(role, color, reach.start, Bitboard::FULL)
                .is_subset(self.fixed[us] | self.safe[them]),
        })
    }
}
