//! Moves after which `side` can no longer mate. The sets do not need to follow them.

use super::{PieceMobility, fixpoint::MobilityFixpoint, is_fixed, is_immobile};
use crate::board::{Bitboard, Color, Piece, Role, Square, attacks};

impl MobilityFixpoint {
    /// Squares that the king of `color` can never enter (Lemmas 4 and 5).
    pub(super) fn guarded_against(&self, color: Color) -> Bitboard {
        self.guarded_without(color, None, Bitboard::EMPTY)
    }

    /// Like [`Self::guarded_against`], but ignores the guard of the piece that started on `without`, and treats the
    /// squares `in_the_way` as occupied.
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
        for mobility in &self.pieces[..self.len] {
            if mobility.piece.color != color
                && mobility.piece.role != Role::King
                && is_fixed(mobility)
                && Some(mobility.start) != without
            {
                guarded |=
                    attacks::of(mobility.piece.role, mobility.piece.color, mobility.start, ever);
            }
        }
        // The other king is on one of its squares and is never adjacent to this one.
        let mut beside = Bitboard::FULL;
        for square in self.pieces[self.kings[!color as usize]].squares {
            beside &= attacks::king(square) | square.set();
            if beside.is_empty() {
                break;
            }
        }
        guarded | beside
    }

    /// Squares from where a piece of this kind gives check to a king that never moves, whatever else is on the board.
    /// The piece never leaves such a square (Lemma 8).
    pub(super) fn checking_squares(&self, color: Color, role: Role) -> Bitboard {
        let king = self.pieces[self.kings[!color as usize]];
        if !is_fixed(&king) {
            return Bitboard::EMPTY;
        }
        match role {
            Role::Pawn => attacks::pawn(!color, king.start),
            _ => attacks::of(role, color, king.start, Bitboard::FULL),
        }
    }

    /// The squares of `checking` where the piece mates the king of `side` when it comes from its start, although it
    /// no longer guards the squares that it guarded there (Lemma 9).
    pub(super) fn mates_from_home(&self, mobility: &PieceMobility, checking: Bitboard) -> Bitboard {
        if mobility.piece.color == self.side || !is_immobile(mobility) || checking.is_empty() {
            return Bitboard::EMPTY;
        }
        let us = self.side as usize;
        let attacked = self.attacked();
        let squares = match mobility.piece.role {
            // A pawn that has just made a double step can also be captured en passant.
            Role::Pawn => {
                let up = 8 * i32::from(mobility.piece.color.forward());
                checking - attacked - attacked.shift(up)
            }
            _ => checking - attacked,
        };
        if squares.is_empty() || attacked.contains(mobility.start) {
            return Bitboard::EMPTY;
        }
        let around = attacks::king(self.pieces[self.kings[us]].start);
        let guarded = self.guarded_without(self.side, Some(mobility.start), squares);
        // A piece captured on the square no longer blocks the king's escape.
        let is_mate = |square: &Square| around.is_subset((self.fixed[us] - square.set()) | guarded);
        squares.into_iter().filter(is_mate).collect()
    }

    /// The squares of `targets` where the king of `mover`, coming from one of the squares `from`, ends the game
    /// without a mate by `side` (Lemma 10).
    ///
    /// In each position of the sets the opponent then has no move: only its king could move, and that has no free
    /// square. If `mover` is `side`, the king's move also uncovers no check.
    pub(super) fn final_steps(&self, mover: Color, targets: Bitboard, from: Bitboard) -> Bitboard {
        if targets.is_empty() || !self.only_king_moves(!mover) || !self.are_walled_in(!mover) {
            return Bitboard::EMPTY;
        }
        let them = !mover as usize;
        let kings = self.pieces[self.kings[them]].squares;
        let ever = self.present[0] | self.present[1] | kings | from;
        let is_final = |target: Square| {
            let near = attacks::king(target);
            let mut shut = near | self.fixed[them];
            for mobility in &self.pieces[..self.len] {
                let Piece { color, role } = mobility.piece;
                if color == mover && role != Role::King && is_fixed(mobility) {
                    shut |= attacks::of(role, color, mobility.start, ever | target.set());
                }
            }
            (kings - near - target.set()).into_iter().all(|king| {
                attacks::king(king).is_subset(shut)
                    && (mover != self.side || !self.may_uncover(king, near & from))
            })
        };
        targets.into_iter().filter(|&target| is_final(target)).collect()
    }

    /// Whether the pieces of `color` other than the king have no move, wherever the other king stands, except captures
    /// that are pruned.
    ///
    /// It is not enough that these pieces never leave their squares: a move that mates does not enlarge the sets, but
    /// it is a mate only while the mated king stays where it is.
    fn are_walled_in(&self, color: Color) -> bool {
        let (us, them) = (color as usize, !color as usize);
        let walls = self.fixed[us] | (self.fixed[them] - self.pieces[self.kings[them]].squares);
        let capturable = if self.last.is_some() && color != self.side {
            Bitboard::EMPTY
        } else {
            self.present[them] - self.safe[them]
        };
        let others = self.pieces[..self.len]
            .iter()
            .filter(|mobility| mobility.piece.color == color && mobility.piece.role != Role::King);
        others.into_iter().all(|mobility| match mobility.piece.role {
            Role::Pawn => {
                let ahead = mobility.squares.shift(8 * i32::from(color.forward()));
                ahead.is_subset(walls) && !attacks::pawn(color, mobility.start).meets(capturable)
            }
            role => attacks::of(role, color, mobility.start, Bitboard::FULL)
                .is_subset(self.fixed[us] | self.safe[them]),
        })
    }

    /// Whether `player` can move only its king.
    fn only_king_moves(&self, player: Color) -> bool {
        !self.castling.iter().any(|(color, _)| color == player)
            && self.pieces[..self.len].iter().all(|mobility| {
                mobility.piece.color != player
                    || mobility.piece.role == Role::King
                    || mobility.promoted.is_empty() && !mobility.squares.is_several()
            })
    }

    /// Whether a move of the king of `side` from one of the squares `before` may uncover an attack on `square`.
    fn may_uncover(&self, square: Square, before: Bitboard) -> bool {
        let us = self.side as usize;
        self.pieces[..self.len].iter().filter(|mobility| mobility.piece.color == self.side).any(
            |mobility| {
                let walls = self.shields(self.side) - self.pieces[self.kings[us]].squares;
                let diagonal = attacks::bishop(square, walls);
                let straight = attacks::rook(square, walls);
                let lines = match mobility.piece.role {
                    Role::Bishop => mobility.squares & diagonal,
                    Role::Rook => mobility.squares & straight,
                    Role::Queen => mobility.squares & (diagonal | straight),
                    Role::Pawn => mobility.promoted & (diagonal | straight),
                    Role::Knight | Role::King => Bitboard::EMPTY,
                };
                lines.into_iter().any(|slider| attacks::between(slider, square).meets(before))
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Rank,
        dead::{
            mobility::sets::{at, sets},
            rows::{self, Row, squares},
        },
        position::Wing,
    };

    fn ask(rows: &[Row], answer: impl Fn(&MobilityFixpoint, &PieceMobility) -> Bitboard) {
        for &(board, goes, start, expected) in rows {
            let sets = sets(board, goes);
            let found = answer(&sets, &at(&sets, start));
            assert_eq!(found, squares(expected), "{board} {goes:?}: {start}");
        }
    }

    #[test]
    fn pruned_moves_are_as_in_the_rows() {
        let checks = |sets: &MobilityFixpoint, mobility: &PieceMobility| {
            sets.checking_squares(mobility.piece.color, mobility.piece.role)
        };
        ask(rows::STANDING_CHECKS, checks);
        ask(rows::GUARDS, |sets, mobility| {
            sets.guarded_against(!mobility.piece.color) & Rank::ALL[0].squares()
        });
        ask(rows::MATES_FROM_HOME, |sets, mobility| {
            sets.mates_from_home(mobility, checks(sets, mobility))
        });
    }

    #[test]
    fn last_steps_are_as_in_the_rows() {
        let steps = squares(rows::STEPS);
        ask(rows::LAST_STEPS, |sets, mobility| {
            sets.final_steps(mobility.piece.color, steps, mobility.squares)
        });
        ask(rows::WALLED_IN, |sets, mobility| {
            mobility.start.set().only_if(sets.are_walled_in(mobility.piece.color))
        });
        ask(rows::UNCOVERED, |sets, _| {
            let h1 = Square::parse("h1").unwrap();
            let before = Bitboard::FULL.into_iter();
            before.filter(|square| sets.may_uncover(h1, square.set())).collect()
        });
    }

    #[test]
    fn a_player_who_may_castle_has_a_move() {
        for (owner, expected) in [(Color::White, "c7 c8"), (Color::Black, "")] {
            let mut sets = sets("k7/p7/P7/8/8/8/8/2K5", &[]);
            sets.castling.add(owner, Wing::King);
            let steps = sets.final_steps(Color::White, squares("c7 c8"), squares("c1"));
            assert_eq!(steps, squares(expected), "{owner}");
        }
    }
}
