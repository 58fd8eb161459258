//! Moves behind which `side` mates no more: the sets need not follow them.

use super::{PieceReach, fixpoint::ReachFixpoint, is_fixed, is_still};
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
        if !is_fixed(&king) {
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
        if reach.piece.color == self.side
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
        if self.last != Some(reach.start)
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
        if targets.is_empty() || !self.only_king_moves(!mover) || !self.are_walled_in(!mover) {
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
        dead::CaseSplit,
        position::{Position, Setup},
    };

    /// A board, which pieces go where or may be taken (`x`), a piece, and the squares that are asked for.
    type Row = (&'static str, &'static [(&'static str, &'static str)], &'static str, &'static str);

    fn squares(names: &str) -> Bitboard {
        names.split_whitespace().map(|name| Square::parse(name).unwrap()).collect()
    }

    /// Asks about a piece when White should not mate.
    fn ask(rows: &[Row], answer: impl Fn(&ReachFixpoint, &PieceReach) -> Bitboard) {
        for &(board, goes, start, expected) in rows {
            let setup: Setup = format!("{board} w - - 0 1").parse().unwrap();
            let position = Position::composed(&setup).unwrap();
            let mut sets = ReachFixpoint::new(&position, Color::White, CaseSplit::default());
            for &(name, to) in goes {
                let mut pieces = sets.pieces.iter_mut();
                let reach = pieces.find(|reach| squares(name) == reach.start.set()).unwrap();
                match to {
                    "x" => reach.removable = true,
                    to => reach.squares |= squares(to),
                }
            }
            sets.survey();
            for index in 0..sets.len {
                let reach = sets.pieces[index];
                if reach.piece.role != Role::King {
                    sets.attacked[reach.piece.color as usize] |= sets.attacked_from_home(&reach);
                }
            }
            let mut pieces = sets.pieces[..sets.len].iter();
            let reach = pieces.find(|reach| squares(start) == reach.start.set()).unwrap();
            assert_eq!(answer(&sets, reach), squares(expected), "{board} {goes:?}: {start}");
        }
    }

    /// Lemma 9: a smothered king, and one that a guarded pawn mates beside it.
    #[test]
    fn a_piece_that_comes_from_home_mates_where_nobody_takes_it_if_the_king_has_no_square() {
        ask(
            &[
                ("7k/8/8/8/3n4/8/PP6/KN6", &[], "d4", "c2"),
                // It is taken where it starts, or comes from elsewhere.
                ("7k/8/8/8/3n4/2P5/PP6/KN6", &[], "d4", ""),
                ("7k/8/8/8/3n4/8/PP6/KN6", &[("d4", "f3")], "d4", ""),
                ("7k/8/8/8/3n4/8/PP6/KN6", &[("a1", "a3")], "d4", ""),
                // The king has a square, or one that is guarded.
                ("7k/8/8/8/3n4/8/PP6/K7", &[], "d4", ""),
                ("7k/8/8/8/3n4/8/PP6/KN6", &[("a2", "x")], "d4", ""),
                ("7k/8/8/8/2nn4/8/P7/KN6", &[], "d4", "c2"),
                ("7k/8/8/8/2nn4/8/P7/KN6", &[("c4", "x")], "d4", ""),
                ("8/8/8/8/1n6/8/P7/KNk5", &[], "b4", "c2"),
                ("8/8/8/8/1n6/8/P7/KNk5", &[("c1", "d1")], "b4", ""),
                // A pawn beside the king has to be covered, and is taken where it is or en passant.
                ("1r5k/8/8/8/8/p7/N7/KB6", &[], "a3", "b2"),
                ("7k/8/8/8/8/p7/N7/KB6", &[], "a3", ""),
                ("1r4k1/8/8/8/8/p7/N6R/KB6", &[], "a3", ""),
                ("1r5k/8/8/8/2p5/8/N7/KB6", &[], "c4", "b2"),
                ("1r4k1/8/8/8/2p5/7R/N7/KB6", &[], "c4", ""),
            ],
            |sets, reach| {
                let Piece { color, role } = reach.piece;
                sets.mates_from_home(reach, sets.checking_squares(color, role))
            },
        );
    }

    /// Lemma 10: the king of h8 is shut in, and takes what comes beside it, or another piece does.
    #[test]
    fn the_last_piece_is_retaken_beside_the_king() {
        ask(
            &[
                ("7k/6pp/8/8/8/8/R7/K7", &[], "a2", "g8"),
                ("7k/6pp/8/8/8/8/Q7/K7", &[], "a2", "g8"),
                ("7k/6pp/8/8/8/8/B7/K7", &[], "a2", ""),
                ("6bk/7p/8/8/8/8/B7/K7", &[], "a2", "g7"),
                ("6rk/6pp/8/8/8/8/N7/K7", &[], "a2", ""),
                // It is not the last one, or it is Black's.
                ("7k/6pp/8/8/8/8/RP6/K7", &[], "a2", ""),
                ("7k/6pp/8/8/8/8/r6R/K7", &[], "a2", ""),
                // The king may move, or has another square but for those beside the other king.
                ("7k/6pp/8/8/8/8/R7/K7", &[("h8", "g8")], "a2", ""),
                ("7k/6p1/8/8/8/8/R7/K7", &[], "a2", ""),
                ("7k/6pp/8/8/8/8/R7/K7", &[("h7", "h6")], "a2", ""),
                ("7k/8/8/8/8/8/R7/K7", &[], "a2", ""),
                ("7k/8/6K1/8/8/8/R7/8", &[], "a2", "g8"),
                ("7k/6pp/5K2/8/8/8/R7/8", &[], "a2", "g8"),
                // The other king stands beside it, and a piece takes instead; not that which stands there.
                ("7k/6pp/8/8/8/8/R7/K7", &[("a1", "f7")], "a2", ""),
                ("5r1k/6pp/8/8/8/8/R7/K7", &[("a1", "f7")], "a2", "g8"),
                ("4r2k/6pp/8/8/8/8/R7/K7", &[("a1", "f7")], "a2", ""),
                ("5r1k/6pp/8/8/8/8/R7/K7", &[("a1", "f7"), ("f8", "x")], "a2", ""),
                ("5r1k/6pp/8/8/8/8/R7/K7", &[("a1", "f7"), ("f8", "e8")], "a2", ""),
                ("6rk/6pp/8/8/8/8/R7/K7", &[("a1", "f7")], "a2", "h7"),
            ],
            |sets, reach| sets.recaptured_squares(reach),
        );
    }
}
