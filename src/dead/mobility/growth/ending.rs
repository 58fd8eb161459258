//! Moves that end the game: nothing is followed behind them.

use super::{Growth, reach::reach};
use crate::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    dead::Roaming,
};

impl Growth {
    /// Squares that this player's king can never step to.
    pub(super) fn guarded_against(&self, color: Color) -> Bitboard {
        self.guarded_without(color, None, Bitboard::EMPTY)
    }

    /// The same, but for what this man guards, and with men on these squares in the way.
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
            | self.men[self.kings[0]].squares
            | self.men[self.kings[1]].squares;
        for man in &self.men[..self.len] {
            if man.piece.color != color
                && man.piece.role != Role::King
                && man.is_fixed()
                && Some(man.start) != without
            {
                guarded |= attacks::of(man.piece.role, man.piece.color, man.start, ever);
            }
        }
        // The other king is on one of its squares, and never beside this one.
        let mut beside = Bitboard::FULL;
        for square in self.men[self.kings[!color as usize]].squares {
            beside &= attacks::king(square) | square.set();
            if beside.is_empty() {
                break;
            }
        }
        guarded | beside
    }

    /// Squares from which a man gives mate to a king that never moves, as nobody can take it there or
    /// step in between. It never leaves them.
    pub(super) fn finals(&self, color: Color, role: Role) -> Bitboard {
        let them = !color;
        let king = self.men[self.kings[them as usize]];
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

    /// Whether each move of this man from home uncovers mate to the king of `side`, which never moves.
    ///
    /// Nothing is to be followed behind such a move.
    pub(super) fn mates_by_leaving(&self, man: &Roaming) -> bool {
        let us = self.side as usize;
        let king = self.men[self.kings[us]].start;
        if man.piece.color == self.side
            || man.squares.is_several()
            || !man.promoted.is_empty()
            || !self.fixed[us].contains(king)
        {
            return false;
        }
        let lines = |slider: &Roaming| {
            let Piece { color, role } = slider.piece;
            matches!(role, Role::Bishop | Role::Rook | Role::Queen)
                && color != self.side
                && slider.is_fixed()
                && attacks::between(slider.start, king) == man.start.set()
                && attacks::of(role, color, king, Bitboard::EMPTY).contains(slider.start)
                && !self.bearing[us].contains(slider.start)
        };
        let up = 8 * i32::from(self.side.forward());
        let pushed = |pawn: &Roaming| {
            pawn.piece == Piece { color: self.side, role: Role::Pawn }
                && (pawn.squares.shift(up) | pawn.squares.shift(up).shift(up)).contains(man.start)
        };
        let men = &self.men[..self.len];
        let shut =
            self.fixed[us] | self.guarded_without(self.side, Some(man.start), Bitboard::EMPTY);
        men.iter().any(lines)
            && !self.bearing[us].contains(man.start)
            && !men.iter().any(pushed)
            && attacks::king(king).is_subset(shut)
    }

    /// Those of these squares on which the man, coming from home, mates the king of `side` even
    /// though it no longer guards what it did.
    pub(super) fn mates_on(&self, man: &Roaming, finals: Bitboard) -> Bitboard {
        let us = self.side as usize;
        if man.piece.color == self.side || man.squares.is_several() || finals.is_empty() {
            return Bitboard::EMPTY;
        }
        let king = self.men[self.kings[us]].start;
        let shut = self.fixed[us] | self.guarded_without(self.side, Some(man.start), finals);
        if attacks::king(king).is_subset(shut) { finals } else { Bitboard::EMPTY }
    }

    /// Squares beside a king that never moves, from which the last man of `side` gives check only to
    /// be taken at once.
    pub(super) fn lost_on(&self, man: &Roaming) -> Bitboard {
        let Piece { color, role } = man.piece;
        let them = !color as usize;
        let king = self.men[self.kings[them]].start;
        if self.last != Some(man.start)
            || color != self.side
            || !matches!(role, Role::Bishop | Role::Rook | Role::Queen)
            || !self.fixed[them].contains(king)
        {
            return Bitboard::EMPTY;
        }
        let shut =
            self.fixed[them] | self.guarded_without(!color, Some(man.start), Bitboard::EMPTY);
        let kings = self.men[self.kings[self.side as usize]].squares;
        let taken = |&target: &Square| {
            (attacks::king(king) - target.set()).is_subset(shut)
                && (!attacks::king(target).meets(kings)
                    || self.men[..self.len].iter().any(|other| {
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
        if targets.is_empty() || !self.only_king_moves(!mover) {
            return Bitboard::EMPTY;
        }
        let them = !mover as usize;
        let kings = self.men[self.kings[them]].squares;
        let ever = self.present[0] | self.present[1] | kings | from;
        let ends = |target: Square| {
            let near = attacks::king(target);
            let mut shut = near | self.fixed[them];
            for man in &self.men[..self.len] {
                let Piece { color, role } = man.piece;
                if color == mover && role != Role::King && man.is_fixed() {
                    shut |= attacks::of(role, color, man.start, ever | target.set());
                }
            }
            (kings - near - target.set()).into_iter().all(|king| {
                attacks::king(king).is_subset(shut)
                    && (mover != self.side || !self.may_uncover(king, near & from))
            })
        };
        targets.into_iter().filter(|&target| ends(target)).collect()
    }

    /// Whether no man of the other player, each where it stands, could move because this king does.
    pub(super) fn is_in_nobodys_way(&self, king: &Roaming) -> bool {
        let free = !(self.fixed[0] | self.fixed[1]);
        self.men[..self.len].iter().filter(|man| man.piece.color != king.piece.color).all(|man| {
            let up = 8 * i32::from(man.piece.color.forward());
            let bearing = match man.piece.role {
                Role::Pawn => man.squares.shift(up) | attacks::pawns(man.piece.color, man.squares),
                Role::King => Bitboard::EMPTY,
                role => reach(role, man.squares, free),
            };
            !bearing.meets(king.squares)
        })
    }
}
