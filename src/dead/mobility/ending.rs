//! Moves behind which `side` mates no more: the sets need not follow them.

use super::{Part, PieceReach, fixpoint::ReachFixpoint, is_fixed, is_still};
use crate::board::{Bitboard, Color, Piece, Role, Square, attacks};

impl ReachFixpoint {
    /// Squares that this player's king can never step to (Lemmas 4 and 5).
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
                && is_fixed(reach)
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

    /// Squares from which such a piece gives check to a king that never moves, whoever else stands where.
    /// It never leaves them (Lemma 8).
    pub(super) fn checking_squares(&self, color: Color, role: Role) -> Bitboard {
        let king = self.pieces[self.kings[!color as usize]];
        if !is_fixed(&king) || self.without.has(Part::StandingChecks) {
            return Bitboard::EMPTY;
        }
        match role {
            Role::Pawn => attacks::pawn(!color, king.start),
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
                attacks::of(role, color, king.start, Bitboard::FULL)
            }
        }
    }

    /// Those of these squares on which the piece, coming from home, mates the king of `side` even
    /// though it no longer guards what it did (Lemma 9).
    pub(super) fn mates_from_home(&self, reach: &PieceReach, checking: Bitboard) -> Bitboard {
        let us = self.side as usize;
        let squares = match reach.piece.role {
            // A pawn that has just made its double step may be taken on the square behind it, too.
            Role::Pawn => {
                let up = 8 * i32::from(reach.piece.color.forward());
                checking - self.attacked[us] - self.attacked[us].shift(up)
            }
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
                checking - self.attacked[us]
            }
        };
        if self.without.has(Part::MatesFromHome)
            || reach.piece.color == self.side
            || !is_still(reach)
            || squares.is_empty()
            || self.attacked[us].contains(reach.start)
        {
            return Bitboard::EMPTY;
        }
        let around = attacks::king(self.pieces[self.kings[us]].start);
        let guarded = self.guarded_without(self.side, Some(reach.start), squares);
        // What is taken on the square no longer stands in the king's way.
        let is_mate = |square: &Square| around.is_subset((self.fixed[us] - square.set()) | guarded);
        squares.into_iter().filter(is_mate).collect()
    }

    /// Squares beside a king that never moves, from which the last piece of `side` gives check only to
    /// be taken at once (Lemma 10).
    pub(super) fn recaptured_squares(&self, reach: &PieceReach) -> Bitboard {
        let Piece { color, role } = reach.piece;
        let them = !color as usize;
        let king = self.pieces[self.kings[them]].start;
        if self.without.has(Part::Recaptures)
            || self.last != Some(reach.start)
            || !matches!(role, Role::Bishop | Role::Rook | Role::Queen)
            || !self.fixed[them].contains(king)
        {
            return Bitboard::EMPTY;
        }
        let shut =
            self.fixed[them] | self.guarded_without(!color, Some(reach.start), Bitboard::EMPTY);
        let kings = self.pieces[self.kings[self.side as usize]].squares;
        let is_taken = |&target: &Square| {
            (attacks::king(king) - target.set()).is_subset(shut)
                && (!attacks::king(target).meets(kings)
                    || self.pieces[..self.len].iter().any(|other| {
                        let Piece { color, role } = other.piece;
                        color != self.side
                            && role != Role::King
                            && is_fixed(other)
                            && attacks::of(role, color, other.start, Bitboard::FULL)
                                .contains(target)
                    }))
        };
        attacks::of(role, color, king, Bitboard::FULL).into_iter().filter(is_taken).collect()
    }

    /// Squares out of these on which a king ends the game by stepping there, without a mate by `side`
    /// (Lemma 11).
    ///
    /// This holds in each position of the sets: the opponent has no move but with the king, and that
    /// king has no square. If it is the king of `side` that steps, no check is uncovered either.
    pub(super) fn final_steps(&self, mover: Color, targets: Bitboard, from: Bitboard) -> Bitboard {
        if targets.is_empty()
            || self.without.has(Part::LastSteps)
            || !self.only_king_moves(!mover)
            || !self.are_walled_in(!mover)
        {
            return Bitboard::EMPTY;
        }
        let them = !mover as usize;
        let kings = self.pieces[self.kings[them]].squares;
        let ever = self.present[0] | self.present[1] | kings | from;
        let is_final = |target: Square| {
            let near = attacks::king(target);
            let mut shut = near | self.fixed[them];
            for reach in &self.pieces[..self.len] {
                let Piece { color, role } = reach.piece;
                if color == mover && role != Role::King && is_fixed(reach) {
                    shut |= attacks::of(role, color, reach.start, ever | target.set());
                }
            }
            (kings - near - target.set()).into_iter().all(|king| {
                attacks::king(king).is_subset(shut)
                    && (mover != self.side || !self.may_uncover(king, near & from))
            })
        };
        targets.into_iter().filter(|&target| is_final(target)).collect()
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
            role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King) => {
                attacks::of(role, color, reach.start, Bitboard::FULL)
                    .is_subset(self.fixed[us] | self.safe[them])
            }
        })
    }

    /// Whether this player has no move but with the king.
    fn only_king_moves(&self, player: Color) -> bool {
        !self.castling.iter().any(|(color, _)| color == player)
            && self.pieces[..self.len].iter().all(|reach| {
                reach.piece.color != player
                    || reach.piece.role == Role::King
                    || reach.promoted.is_empty() && !reach.squares.is_several()
            })
    }

    /// Whether a king's move from one of these squares may uncover an attack on `square`.
    fn may_uncover(&self, square: Square, before: Bitboard) -> bool {
        let us = self.side as usize;
        self.pieces[..self.len].iter().filter(|reach| reach.piece.color == self.side).any(|reach| {
            let walls = self.shields(self.side) - self.pieces[self.kings[us]].squares;
            let diagonal = attacks::bishop(square, walls);
            let straight = attacks::rook(square, walls);
            let lines = match reach.piece.role {
                Role::Bishop => reach.squares & diagonal,
                Role::Rook => reach.squares & straight,
                Role::Queen => reach.squares & (diagonal | straight),
                Role::Pawn => reach.promoted & (diagonal | straight),
                Role::Knight | Role::King => Bitboard::EMPTY,
            };
            lines.into_iter().any(|slider| attacks::between(slider, square).meets(before))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Rank,
        dead::{
            mobility::by_hand::sets,
            rows::{self, Row, squares},
        },
        position::Wing,
    };

    fn ask(rows: &[Row], answer: impl Fn(&ReachFixpoint, &PieceReach) -> Bitboard) {
        for &(board, goes, start, expected) in rows {
            let sets = sets(board, goes);
            let mut pieces = sets.pieces[..sets.len].iter();
            let reach = pieces.find(|reach| squares(start) == reach.start.set()).unwrap();
            assert_eq!(answer(&sets, reach), squares(expected), "{board} {goes:?}: {start}");
        }
    }

    #[test]
    fn moves_that_need_not_be_followed_are_as_in_the_rows() {
        let checks = |sets: &ReachFixpoint, reach: &PieceReach| {
            sets.checking_squares(reach.piece.color, reach.piece.role)
        };
        ask(rows::STANDING_CHECKS, checks);
        ask(rows::GUARDS, |sets, reach| {
            sets.guarded_against(!reach.piece.color) & Rank::ALL[0].squares()
        });
        ask(rows::MATES_FROM_HOME, |sets, reach| sets.mates_from_home(reach, checks(sets, reach)));
        ask(rows::RECAPTURES, |sets, reach| sets.recaptured_squares(reach));
    }

    #[test]
    fn last_steps_are_as_in_the_rows() {
        let steps = squares(rows::STEPS);
        ask(rows::LAST_STEPS, |sets, reach| {
            sets.final_steps(reach.piece.color, steps, reach.squares)
        });
        ask(rows::WALLED_IN, |sets, reach| {
            reach.start.set().only_if(sets.are_walled_in(reach.piece.color))
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
