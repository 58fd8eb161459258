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
        dead::mobility::by_hand::{sets, squares},
        position::Wing,
    };

    /// A board, which pieces go where, are promoted there (`=`) or may be taken (`x`), a piece, and the squares that are asked
    /// for.
    type Row = (&'static str, &'static [(&'static str, &'static str)], &'static str, &'static str);

    fn ask(rows: &[Row], answer: impl Fn(&ReachFixpoint, &PieceReach) -> Bitboard) {
        for &(board, goes, start, expected) in rows {
            let sets = sets(board, goes);
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
                ("7k/1r6/8/8/3n4/8/N7/KN6", &[], "d4", ""),
                ("7k/1r6/8/8/3n4/7P/N7/KN6", &[("h3", "b3")], "d4", ""),
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

    /// Squares of the first rank on which Black's king is guarded against, over whatever may stand between.
    #[test]
    fn what_stays_guards_squares_as_far_as_nothing_may_stand_between() {
        ask(
            &[
                ("4k3/8/8/8/8/8/8/R5K1", &[], "a1", "b1 c1 d1 e1 f1 g1 h1"),
                ("4k3/8/8/8/8/8/8/R5K1", &[("a1", "x")], "a1", "f1 g1 h1"),
                ("4k3/8/8/8/8/8/8/R5K1", &[("a1", "a2")], "a1", "f1 g1 h1"),
                ("4k3/8/8/8/8/8/8/R5K1", &[("e8", "c1")], "a1", "b1 c1 f1 g1 h1"),
                ("4k3/8/8/8/8/8/8/R5K1", &[("g1", "c1")], "a1", "b1 c1"),
                ("4k3/8/8/8/8/8/8/R5K1", &[("g1", "c1"), ("e8", "c1")], "a1", "b1 c1"),
                ("4k3/8/8/8/8/8/8/R5KN", &[("h1", "c1")], "a1", "b1 c1 f1 g1 h1"),
                ("4k2n/8/8/8/8/8/8/R5K1", &[("h8", "c1")], "a1", "b1 c1 f1 g1 h1"),
                ("4k3/7p/8/8/8/8/8/R5K1", &[("h7", "=c1")], "a1", "b1 c1 f1 g1 h1"),
                ("4k2n/8/8/8/8/8/8/R5KN", &[("h1", "c1"), ("h8", "c1")], "a1", "b1 c1 f1 g1 h1"),
                ("4k2n/8/8/8/8/8/8/R5K1", &[("h8", "c1"), ("g1", "c1")], "a1", "b1 c1"),
            ],
            |sets, reach| {
                sets.guarded_against(!reach.piece.color) & squares("a1 b1 c1 d1 e1 f1 g1 h1")
            },
        );
    }

    /// Lemma 11: where a king ends the game, as the opponent has no move and no line is opened.
    #[test]
    fn a_step_ends_the_game_if_the_opponent_has_no_move_and_no_line_is_opened() {
        const BLOCKED: &str = "k7/p7/P7/8/8/8/8/2K5";
        const GUARDED: &str = "k7/p7/P7/8/8/8/7B/2K5";
        ask(
            &[
                (BLOCKED, &[], "c1", "c7 c8"),
                (BLOCKED, &[("a7", "x")], "c1", ""),
                (BLOCKED, &[("a7", "b6")], "c1", ""),
                (BLOCKED, &[("a7", "=b1")], "c1", ""),
                (BLOCKED, &[("a6", "x")], "c1", ""),
                // The other king is beside it, or elsewhere with a square to go to.
                (BLOCKED, &[("a8", "b8")], "c1", "c7 c8"),
                (BLOCKED, &[("a8", "h1")], "c1", ""),
                // Another piece has a move.
                ("k6n/p7/P7/8/8/8/8/2K5", &[], "c1", ""),
                ("k7/p7/P7/8/8/7p/7P/2K5", &[], "c1", "c7 c8"),
                ("k7/p7/P7/8/8/7p/7P/2K5", &[("h3", "=b1")], "c1", ""),
                ("k7/p7/P7/8/8/8/7P/2K5", &[("h2", "h3")], "c1", "c7 c8"),
                // Where its own pieces stand beside both kings.
                ("kb6/p1p5/P1P5/8/8/8/8/2K5", &[], "c1", "c6 c7 c8 d6 d7"),
                // A square is guarded by a piece that stays, over all squares that may be occupied.
                (GUARDED, &[], "c1", "c6 c7 c8 d7"),
                (GUARDED, &[("h2", "x")], "c1", "c7 c8"),
                (GUARDED, &[("c1", "d6")], "c1", "c7 c8"),
                (GUARDED, &[("a8", "d6")], "c1", "c7"),
                (GUARDED, &[("a8", "d6"), ("c1", "d6")], "c1", "c7"),
                ("k7/p7/P7/8/8/8/7B/N1K5", &[("a1", "e5")], "c1", "c7 c8"),
                ("k7/p7/P7/4p3/4P3/8/7B/2K5", &[], "c1", "c7 c8"),
                ("k7/p7/P7/4p3/4P3/8/7B/N1K5", &[("a1", "e5")], "c1", "c7 c8"),
                ("k7/p7/P2p4/3P4/8/8/7B/2K5", &[("a8", "d6")], "c1", "c7"),
                ("k2N4/p7/P7/8/8/8/7B/2K5", &[], "c1", "c6 c7 c8 d7"),
                ("k2N4/p7/P7/8/8/8/7B/2KR4", &[("d1", "d6")], "c1", "c7 c8"),
                ("k7/p7/P7/8/8/8/7b/2K5", &[], "c1", ""),
                // A line is opened, but not by the king to be mated.
                ("k6R/p7/P7/8/8/8/8/2K5", &[("c1", "c8 c7")], "c1", "c8"),
                ("k6R/p7/P7/8/8/8/8/2K5", &[("c1", "b6 c7")], "c1", "c6 c7 c8 d6 d7"),
                ("K6r/P7/p7/8/8/8/8/2k5", &[("c1", "c8 c7")], "c1", "c7 c8"),
            ],
            |sets, reach| {
                sets.final_steps(reach.piece.color, squares("c6 c7 c8 d6 d7"), reach.squares)
            },
        );
        for (owner, expected) in [(Color::White, "c7 c8"), (Color::Black, "")] {
            let mut sets = sets(BLOCKED, &[]);
            sets.castling.add(owner, Wing::King);
            let steps = sets.final_steps(Color::White, squares("c7 c8"), squares("c1"));
            assert_eq!(steps, squares(expected), "{owner}");
        }
    }

    #[test]
    fn who_is_walled_in_has_no_move_wherever_the_other_king_is() {
        ask(
            &[
                ("7k/8/8/8/8/p7/P7/7K", &[], "a2", "a2"),
                ("7k/8/8/8/8/8/P7/7K", &[], "a2", ""),
                ("7k/8/8/8/8/p7/P7/7K", &[("a3", "x")], "a2", ""),
                ("8/8/8/8/8/k7/P7/7K", &[], "a2", ""),
                ("7k/8/8/8/8/pn6/P7/7K", &[], "a2", ""),
                ("7k/8/8/8/p7/P7/8/7K", &[], "a4", "a4"),
                ("7k/8/8/8/pP6/P7/8/7K", &[("b4", "b3")], "a4", ""),
                // White's last piece may be taken: nothing is followed behind it.
                ("8/8/8/8/pp6/kP6/8/7K", &[], "a4", "a4"),
                ("k7/8/8/8/8/8/6PP/6KR", &[], "h1", ""),
                ("k7/8/8/8/8/7p/7P/6KR", &[], "h1", "h1"),
                ("8/8/8/8/8/8/6pR/K5kr", &[], "h1", "h1"),
                ("8/8/8/8/8/8/N5pR/K5kr", &[], "h1", ""),
                ("k7/8/8/8/8/8/7P/6KR", &[("h2", "h3")], "h1", ""),
            ],
            |sets, reach| match sets.are_walled_in(reach.piece.color) {
                true => reach.start.set(),
                false => Bitboard::EMPTY,
            },
        );
    }

    /// The squares out of which White's king may uncover an attack on h1.
    #[test]
    fn a_king_uncovers_what_stands_behind_it_on_an_open_line() {
        ask(
            &[
                ("7k/8/8/8/8/8/8/RK6", &[], "b1", "b1 c1 d1 e1 f1 g1"),
                ("7k/8/8/8/8/8/8/QK6", &[], "b1", "b1 c1 d1 e1 f1 g1"),
                ("7k/8/8/8/8/8/8/rK6", &[], "b1", ""),
                ("7k/8/8/8/8/8/8/NK6", &[], "b1", ""),
                ("7k/8/8/8/8/8/8/BK6", &[], "b1", ""),
                ("7k/8/8/8/8/8/8/RK1p4", &[], "b1", ""),
                ("7k/8/8/8/8/8/8/RK1p4", &[("d1", "x")], "b1", "b1 c1 d1 e1 f1 g1"),
                ("8/8/8/8/8/8/8/RK2k3", &[], "b1", "b1 c1 d1 e1 f1 g1"),
                ("7k/8/8/8/8/8/P7/1K6", &[], "b1", ""),
                ("7k/8/8/8/8/8/P7/1K6", &[("a2", "=a1")], "b1", "b1 c1 d1 e1 f1 g1"),
                ("7k/8/8/8/8/8/P7/1K6", &[("a2", "=a8")], "b1", "b7 c6 d5 e4 f3 g2"),
                ("7k/8/8/8/8/8/P7/1K6", &[("a2", "=b8")], "b1", ""),
                ("7k/8/8/8/8/8/R7/1K6", &[("a2", "a1")], "b1", "b1 c1 d1 e1 f1 g1"),
                ("7k/8/8/8/B7/8/8/1K6", &[("a4", "c6")], "b1", "d5 e4 f3 g2"),
                ("7k/8/8/8/Q7/8/8/1K6", &[("a4", "c6")], "b1", "d5 e4 f3 g2"),
                ("7k/8/8/8/Q7/8/8/1K6", &[("a4", "c6 e1")], "b1", "d5 e4 f1 f3 g1 g2"),
            ],
            |sets, _| {
                let h1 = Square::parse("h1").unwrap();
                let before = Bitboard::FULL.into_iter();
                before.filter(|square| sets.may_uncover(h1, square.set())).collect()
            },
        );
    }
}
