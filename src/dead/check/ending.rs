//! Moves behind which the side in question mates no more: nothing is claimed about what follows.

use super::invariant::{InvariantCheck, beside, is_fixed, is_still, sliding};
use crate::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    dead::certificate::PieceReach,
};

impl InvariantCheck<'_> {
    /// Whether this piece, standing there, gives check to a king that never moves, whoever else stands where:
    /// it never leaves the square (Lemma 8).
    pub(super) fn gives_check(&self, reach: &PieceReach, from: Square) -> bool {
        let Piece { color, role } = reach.piece;
        let king = self.king(!color);
        is_fixed(king) && attacks::of(role, color, from, Bitboard::FULL).contains(king.start)
    }

    /// Whether no piece of this player but the king can take the piece that has just come to this square.
    fn is_out_of_reach(&self, of: Color, reach: &PieceReach, square: Square) -> bool {
        let behind = square.offset(0, -reach.piece.color.forward());
        let is_taken_en_passant = reach.piece.role == Role::Pawn
            && behind.is_some_and(|behind| self.covered[of as usize].contains(behind));
        !self.covered[of as usize].contains(square) && !is_taken_en_passant
    }

    /// Whether every step of a king from here leads into its set or ends the game.
    pub(super) fn king_is_closed(&self, king: &PieceReach, from: Square) -> bool {
        let color = king.piece.color;
        attacks::king(from).into_iter().all(|to| {
            let stays = king.squares.contains(to) && self.allows_capture(!color, to);
            stays || self.is_closed_to_king(color, to) || self.is_final_step(king, to)
        })
    }

    /// Whether this player's king never steps to this square, or takes what nothing is claimed about
    /// (Lemmas 3 to 5).
    pub(super) fn is_closed_to_king(&self, color: Color, square: Square) -> bool {
        self.certain(square).is_some_and(|piece| piece.color == color)
            || self.holds_safe_piece(!color, square)
            || self.is_guarded(!color, square, Bitboard::EMPTY, None)
            || self.is_near_king(!color, square)
    }

    /// Whether pieces that are certainly there always attack this square, even over these squares (Lemma 4).
    ///
    /// One piece, if named, does not count.
    fn is_guarded(
        &self,
        by: Color,
        square: Square,
        also_occupied: Bitboard,
        without: Option<Square>,
    ) -> bool {
        let occupied =
            self.invariant.pieces.iter().fold(also_occupied, |all, reach| all | reach.anywhere());
        self.others(by)
            .filter(|reach| is_fixed(reach) && Some(reach.start) != without)
            .any(|reach| attacks::of(reach.piece.role, by, reach.start, occupied).contains(square))
    }

    /// Whether the king's step to this square leaves the other player without a move, and is no
    /// mate by the side in question (Lemma 11).
    pub(super) fn is_final_step(&self, king: &PieceReach, to: Square) -> bool {
        let color = king.piece.color;
        let other = self.king(!color);
        let pieces_are_still = self.others(!color).all(is_still)
            && !self.invariant.castling.iter().any(|(owner, _)| owner == !color);
        let before = attacks::king(to) & king.squares;
        pieces_are_still
            && self.others(!color).all(|reach| self.is_walled_in(reach))
            && other.squares.into_iter().filter(|&at| !beside(at, to)).all(|at| {
                let shut = |square: Square| {
                    beside(square, to)
                        || self.certain(square).is_some_and(|piece| piece.color == !color)
                        || self.is_guarded(color, square, to.set(), None)
                };
                attacks::king(at).into_iter().all(shut)
                    && (color != self.side || !self.may_uncover(at, before))
            })
    }

    /// Whether the king of the side in question, leaving one of these squares, may uncover an attack.
    pub(super) fn may_uncover(&self, square: Square, before: Bitboard) -> bool {
        self.others(self.side).any(|reach| {
            sliding(reach).any(|(role, from)| {
                let line = attacks::of(role, self.side, square, Bitboard::EMPTY).contains(from);
                let own = self.king(self.side).start;
                let between = attacks::between(from, square);
                let walled = between
                    .into_iter()
                    .any(|at| at != own && self.certain(at).is_some() && !self.is_mated_king(at));
                line && between.meets(before) && !walled
            })
        })
    }

    fn is_mated_king(&self, square: Square) -> bool {
        self.king(!self.side).start == square
    }

    /// Whether this player's king always stands on this square or beside it (Lemma 5).
    fn is_near_king(&self, color: Color, square: Square) -> bool {
        self.king(color).squares.into_iter().all(|king| beside(king, square))
    }

    /// Whether a king that never moves has no way out, even if this piece stops guarding and these
    /// squares are occupied.
    fn is_shut_in(
        &self,
        king: &PieceReach,
        but: Bitboard,
        without: &PieceReach,
        also: Bitboard,
    ) -> bool {
        let color = king.piece.color;
        (attacks::king(king.start) - but).into_iter().all(|square| {
            self.certain(square).is_some_and(|piece| piece.color == color)
                || self.is_near_king(!color, square)
                || self.is_guarded(!color, square, also, Some(without.start))
        })
    }

    /// Whether the piece, coming from where it starts, mates the king of the side in question here
    /// (Lemma 9).
    pub(super) fn mates_from_home(&self, reach: &PieceReach, to: Square) -> bool {
        let king = self.king(self.side);
        reach.piece.color != self.side
            && is_still(reach)
            && !self.covered[self.side as usize].contains(reach.start)
            && self.gives_check(reach, to)
            && self.is_out_of_reach(self.side, reach, to)
            && self.is_shut_in(king, to.set(), reach, self.all_checks(reach))
            && (!attacks::king(king.start).contains(to)
                || self.is_near_king(!self.side, to)
                || self.is_guarded(!self.side, to, self.all_checks(reach), Some(reach.start)))
    }

    /// Where a piece of this kind gives check to the king of the side in question.
    fn all_checks(&self, reach: &PieceReach) -> Bitboard {
        let king = self.king(self.side).start;
        Bitboard::FULL
            .into_iter()
            .filter(|&at| {
                let Piece { color, role } = reach.piece;
                attacks::of(role, color, at, Bitboard::FULL).contains(king)
            })
            .collect()
    }

    /// Whether the piece has no move wherever the other player's king stands, except to take what nothing is
    /// claimed about.
    fn is_walled_in(&self, reach: &PieceReach) -> bool {
        let Piece { color, role } = reach.piece;
        let is_own =
            |square: Square| self.certain(square).is_some_and(|piece| piece.color == color);
        let blocks = |square: Square| {
            is_own(square) || self.certain(square).is_some_and(|piece| piece.role != Role::King)
        };
        match role {
            Role::Pawn => {
                reach.start.offset(0, color.forward()).is_none_or(blocks)
                    && attacks::pawn(color, reach.start)
                        .into_iter()
                        .all(|to| !self.has_prey(!color, to))
            }
            role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King) => {
                attacks::of(role, color, reach.start, Bitboard::FULL)
                    .into_iter()
                    .all(|to| is_own(to) || self.holds_safe_piece(!color, to))
            }
        }
    }

    /// Whether the last piece of the side in question gives check here, right beside a king that never
    /// moves, and is certain to be taken by whatever is played next (Lemma 10).
    pub(super) fn is_recaptured_on(&self, reach: &PieceReach, to: Square) -> bool {
        let Piece { color, role } = reach.piece;
        let king = self.king(!self.side);
        let takes = |other: &PieceReach| {
            let Piece { color, role } = other.piece;
            is_fixed(other)
                && other.start != to
                && attacks::of(role, color, other.start, Bitboard::FULL).contains(to)
        };
        self.is_last(reach)
            && matches!(role, Role::Bishop | Role::Rook | Role::Queen)
            && is_fixed(king)
            && attacks::king(king.start).contains(to)
            && attacks::of(role, color, to, Bitboard::FULL).contains(king.start)
            && self.is_shut_in(king, to.set(), reach, Bitboard::EMPTY)
            && (!self.king(self.side).squares.into_iter().any(|own| beside(own, to))
                || self.others(!self.side).any(takes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dead::check::by_hand::{Goes, at, invariant, square, squares},
        position::Wing,
    };

    /// A board, what may happen there, a piece, and where it goes; and whether what is asked is so for White.
    type Row = (&'static str, Goes, &'static str, &'static str, bool);

    /// A board, what may happen there, who guards a square, over which squares, and without which piece.
    type GuardRow = (&'static str, Goes, Color, &'static str, Bitboard, Option<&'static str>, bool);

    fn ask(rows: &[Row], is_so: impl Fn(&InvariantCheck, &PieceReach, Square) -> bool) {
        for &(board, more, start, to, expected) in rows {
            let invariant = invariant(board, more, Color::White);
            let check = InvariantCheck::new(&invariant);
            let found = is_so(&check, at(&check, start), square(to));
            assert_eq!(found, expected, "{board} {more:?}: {start} to {to}");
        }
    }

    /// Where a king stands, and whether each of its steps leads to where it may be or ends the game.
    #[test]
    fn a_king_steps_to_where_it_may_be_or_nowhere() {
        ask(
            &[
                ("k7/8/8/8/8/8/8/K7", &[], "a1", "a1", false),
                ("k7/8/8/8/8/8/8/K7", &[("a1", "a2 b1 b2")], "a1", "a1", true),
                ("k7/8/8/8/8/8/8/K7", &[("a1", "a2 b1")], "a1", "a1", false),
                ("k7/8/8/8/8/8/8/K7", &[("a1", "a2 b1 b2")], "a1", "b2", false),
                // What it takes is said to be taken, and what is its own stays there.
                ("k7/8/8/8/8/8/1n6/K7", &[("a1", "a2 b1 b2")], "a1", "a1", false),
                ("k7/8/8/8/8/8/1n6/K7", &[("a1", "a2 b1 b2"), ("b2", "x")], "a1", "a1", true),
                ("k7/8/8/8/8/8/PP6/KN6", &[], "a1", "a1", true),
                ("k7/8/8/8/8/8/PP6/KN6", &[("b1", "c3")], "a1", "a1", false),
                // The last piece may be taken: nothing is claimed about what follows.
                ("k7/1P6/8/8/8/8/8/7K", &[("a8", "a7 b8")], "a8", "a8", true),
                ("k7/1P6/8/8/8/8/7P/7K", &[("a8", "a7 b8")], "a8", "a8", false),
                ("k7/8/8/8/8/8/1p6/K7", &[("a1", "a2 b1")], "a1", "a1", false),
                // Squares that a piece guards, and those beside the other king; not those beside itself.
                ("k7/8/8/8/8/8/7r/K7", &[("a1", "b1")], "a1", "a1", true),
                ("k7/8/8/8/8/8/7R/K7", &[("a1", "b1")], "a1", "a1", false),
                ("8/8/8/8/8/1k6/8/K7", &[("a1", "b1")], "a1", "a1", true),
                ("8/8/8/8/8/1k6/8/K7", &[("a1", "b1"), ("b3", "c4")], "a1", "a1", false),
            ],
            |check, king, from| check.king_is_closed(king, from),
        );
    }

    /// Lemma 8.
    #[test]
    fn check_is_given_from_beside_a_king_that_never_moves() {
        ask(
            &[
                ("7k/6P1/8/8/8/8/8/K7", &[], "g7", "g7", true),
                ("7k/6P1/8/8/8/8/8/K7", &[], "g7", "h7", false),
                ("7k/6P1/8/8/8/8/8/K7", &[("h8", "g8")], "g7", "g7", false),
                ("7k/6P1/8/8/8/8/8/K7", &[("h8", "x")], "g7", "g7", false),
                ("7k/6P1/8/8/8/8/8/K7", &[("a1", "a2")], "g7", "g7", true),
                ("7k/8/8/8/8/8/8/K6R", &[], "h1", "h7", true),
                ("7k/8/8/8/8/8/8/K6R", &[], "h1", "h6", false),
                ("7k/8/8/8/8/8/8/K6N", &[], "h1", "f7", true),
                ("7k/8/8/8/8/8/8/K6n", &[], "h1", "c2", true),
                ("7k/8/8/8/8/8/8/K6n", &[], "h1", "f7", false),
            ],
            |check, reach, to| check.gives_check(reach, to),
        );
    }

    /// What Lemmas 9 to 11 rest on: White's rook or king where it is, and what else is there.
    #[test]
    fn squares_are_guarded_by_what_stays_over_whatever_may_stand_between() {
        let none = Bitboard::EMPTY;
        let c1 = squares("c1");
        let rows: [GuardRow; 13] = [
            ("4k3/8/8/8/8/8/8/R3K3", &[], Color::White, "d1", none, None, true),
            ("4k3/8/8/8/8/8/8/R3K3", &[], Color::White, "d1", c1, None, false),
            ("4k3/8/8/8/8/8/8/R3K3", &[], Color::White, "c1", c1, None, true),
            ("4k3/8/8/8/8/8/8/R3K3", &[], Color::White, "f1", none, None, false),
            ("4k3/8/8/8/8/8/8/R3K3", &[], Color::White, "f2", none, None, false),
            ("4k3/8/8/8/8/8/8/R3K3", &[], Color::White, "d1", none, Some("a1"), false),
            ("4k3/8/8/8/8/8/8/R3K3", &[], Color::White, "d1", none, Some("b1"), true),
            ("4k3/8/8/8/8/8/8/R3K3", &[], Color::Black, "d1", none, None, false),
            ("4k3/8/8/8/8/8/8/R3K3", &[("a1", "a2")], Color::White, "d1", none, None, false),
            ("4k3/8/8/8/8/8/8/R3K3", &[("a1", "x")], Color::White, "d1", none, None, false),
            ("4k3/8/8/8/8/8/8/R3K3", &[("e8", "b1")], Color::White, "d1", none, None, false),
            ("4k3/7p/8/8/8/8/8/R3K3", &[("h7", "=b1")], Color::White, "d1", none, None, false),
            (
                "4k3/7p/8/8/8/8/8/R3K3",
                &[("h7", "=b1"), ("e8", "b1")],
                Color::White,
                "d1",
                none,
                None,
                false,
            ),
        ];
        for (board, more, by, to, also, without, expected) in rows {
            let invariant = invariant(board, more, Color::White);
            let check = InvariantCheck::new(&invariant);
            let found = check.is_guarded(by, square(to), also, without.map(square));
            assert_eq!(found, expected, "{board} {more:?}: {to}, {also:?}, {without:?}");
        }
        for (to, expected) in
            [("d2", true), ("e1", true), ("d1", true), ("f1", false), ("c1", false), ("e3", false)]
        {
            let invariant = invariant("4k3/8/8/8/8/8/8/4K3", &[("e1", "d1")], Color::White);
            let check = InvariantCheck::new(&invariant);
            assert_eq!(check.is_near_king(Color::White, square(to)), expected, "{to}");
        }
    }

    #[test]
    fn checks_on_the_king_of_the_side_come_from_beside_it() {
        for (board, expected) in [
            ("7k/8/8/8/8/8/7n/K7", "b3 c2"),
            ("7k/8/8/8/8/8/7p/K7", "b2"),
            ("7k/8/8/8/8/8/7r/K7", "a2 b1"),
            ("7k/8/8/8/8/8/7b/K7", "b2"),
            ("7k/8/8/8/8/8/7q/K7", "a2 b1 b2"),
        ] {
            let invariant = invariant(board, &[], Color::White);
            let check = InvariantCheck::new(&invariant);
            assert_eq!(check.all_checks(at(&check, "h2")), squares(expected), "{board}");
        }
    }

    /// Where the king of White leaves b1, or goes elsewhere, and the king to be mated is on h1.
    #[test]
    fn a_king_uncovers_what_stands_behind_it_on_an_open_line() {
        let rows: [(&str, Goes, &str, bool); 14] = [
            ("7k/8/8/8/8/8/8/RK6", &[], "b1", true),
            ("7k/8/8/8/8/8/8/QK6", &[], "b1", true),
            ("7k/8/8/8/8/8/8/RK6", &[], "b2", false),
            ("7k/8/8/8/8/8/8/RK6", &[("b1", "c1")], "c1 b2", true),
            ("7k/8/8/8/8/8/8/rK6", &[], "b1", false),
            ("7k/8/8/8/8/8/8/NK6", &[], "b1", false),
            ("7k/8/8/8/8/8/8/BK6", &[], "b1", false),
            ("7k/8/8/8/8/8/8/RK1p4", &[], "b1", false),
            ("7k/8/8/8/8/8/8/RK1p4", &[("d1", "x")], "b1", true),
            ("8/8/8/8/8/8/8/RK2k3", &[], "b1", true),
            ("7k/8/8/8/8/8/P7/1K6", &[], "b1", false),
            ("7k/8/8/8/8/8/P7/1K6", &[("a2", "=a1")], "b1", true),
            ("7k/8/8/8/8/8/R7/1K6", &[("a2", "a1")], "b1", true),
            ("7k/8/8/8/B7/8/8/1K6", &[("a4", "c6"), ("b1", "e4")], "e4", true),
        ];
        for (board, more, before, expected) in rows {
            let invariant = invariant(board, more, Color::White);
            let check = InvariantCheck::new(&invariant);
            let found = check.may_uncover(square("h1"), squares(before));
            assert_eq!(found, expected, "{board} {more:?}: {before}");
        }
    }

    #[test]
    fn who_is_walled_in_has_no_move_wherever_the_other_king_is() {
        ask(
            &[
                ("7k/8/8/8/8/p7/P7/7K", &[], "a2", "a2", true),
                ("7k/8/8/8/8/8/P7/7K", &[], "a2", "a2", false),
                ("7k/8/8/8/8/p7/P7/7K", &[("a3", "x")], "a2", "a2", false),
                ("7k/8/8/8/8/N7/P7/7K", &[], "a2", "a2", true),
                ("8/8/8/8/8/K7/P7/7k", &[], "a2", "a2", true),
                ("8/8/8/8/8/k7/P7/7K", &[], "a2", "a2", false),
                ("7k/8/8/8/8/pn6/P7/7K", &[], "a2", "a2", false),
                ("7k/8/8/8/8/pN6/P7/7K", &[], "a2", "a2", true),
                ("7k/8/8/8/p7/P7/8/7K", &[], "a4", "a4", true),
                ("7k/8/8/8/pP6/P7/8/7K", &[("b4", "b3")], "a4", "a4", false),
                // White's last piece may be taken: nothing is claimed about what follows.
                ("7k/8/8/8/pp6/kP6/8/7K", &[], "a4", "a4", true),
                ("k7/8/8/8/8/8/6PP/6KR", &[], "h1", "h1", true),
                ("k7/8/8/8/8/8/6Pp/6KR", &[], "h1", "h1", false),
                ("k7/8/8/8/8/8/7P/6KR", &[("h2", "h3")], "h1", "h1", false),
                ("7K/8/8/8/8/8/6pR/6kr", &[], "h1", "h1", true),
                ("7K/8/8/8/8/7N/6pR/6kr", &[], "h1", "h1", false),
            ],
            |check, reach, _| check.is_walled_in(reach),
        );
    }

    /// Lemma 9: a smothered king, and one that a guarded pawn mates beside it.
    #[test]
    fn a_piece_that_comes_from_home_mates_if_nobody_takes_it_and_the_king_has_no_square() {
        ask(
            &[
                ("7k/8/8/8/3n4/8/PP6/KN6", &[], "d4", "c2", true),
                // It is taken there, or where it starts, or it may come from elsewhere; it gives no check.
                ("7k/8/8/8/3n4/8/PP6/KN6", &[], "d4", "b3", false),
                ("7k/8/8/8/3n4/8/PP6/KN6", &[], "d4", "e2", false),
                ("7k/8/8/8/3n4/2P5/PP6/KN6", &[], "d4", "c2", false),
                ("7k/8/8/8/3n4/8/PP6/KN6", &[("d4", "f3")], "d4", "c2", false),
                ("7k/8/8/8/3n4/8/PP6/KN6", &[("a1", "a3")], "d4", "c2", false),
                // The king has a square, or its pieces may go away.
                ("7k/8/8/8/3n4/8/PP6/K7", &[], "d4", "c2", false),
                ("7k/8/8/8/3n4/8/PP6/KN6", &[("a2", "x")], "d4", "c2", false),
                ("7k/8/8/8/3n4/8/Pp6/KN6", &[], "d4", "c2", false),
                // A square is guarded by another piece, but not over one from which such a piece gives check.
                ("7k/8/8/8/2nn4/8/P7/KN6", &[], "d4", "c2", true),
                ("7k/8/8/8/2nn4/8/P7/KN6", &[("c4", "x")], "d4", "c2", false),
                ("7k/1r6/8/8/3n4/8/P7/KN6", &[], "d4", "c2", false),
                // It is guarded by the king.
                ("8/8/8/8/1n6/k7/P7/KN6", &[], "b4", "c2", true),
                ("8/8/8/8/1n6/k7/P7/KN6", &[("a3", "a4")], "b4", "c2", false),
                // A pawn beside the king has to be covered.
                ("1r5k/8/8/8/8/p7/N7/KB6", &[], "a3", "b2", true),
                ("7k/8/8/8/8/p7/N7/KB6", &[], "a3", "b2", false),
                ("1r5k/8/8/1p6/8/p7/N7/KB6", &[], "a3", "b2", false),
                ("8/8/8/8/8/kp6/N7/KB6", &[], "b3", "b2", true),
                // It may be taken where it is, or en passant on the square behind it.
                ("1r5k/8/8/8/8/p7/N6R/KB6", &[], "a3", "b2", false),
                ("1r5k/8/8/8/2p5/8/N7/KB6", &[], "c4", "b2", true),
                ("1r5k/8/8/8/2p5/7R/N7/KB6", &[], "c4", "b2", false),
            ],
            |check, reach, to| check.mates_from_home(reach, to),
        );
    }

    #[test]
    fn a_pawn_is_taken_en_passant_on_the_square_behind_it() {
        ask(
            &[
                ("7k/8/8/8/R7/8/8/K6p", &[], "h1", "d5", true),
                ("7k/8/8/8/R7/8/8/K6p", &[], "h1", "d4", false),
                ("7k/8/8/8/R7/8/8/K6p", &[], "h1", "d3", false),
                ("7k/8/8/8/R7/8/8/K6n", &[], "h1", "d3", true),
                ("7k/8/8/8/R7/8/8/K6n", &[], "h1", "d4", false),
            ],
            |check, reach, to| check.is_out_of_reach(Color::White, reach, to),
        );
    }

    /// Lemma 10: the king of h8 is shut in, and takes on g8, or another piece does.
    #[test]
    fn the_last_piece_is_retaken_beside_the_king() {
        ask(
            &[
                ("7k/6pp/8/8/8/8/R7/K7", &[], "a2", "g8", true),
                ("7k/6pp/8/8/8/8/Q7/K7", &[], "a2", "g8", true),
                ("7k/6pp/8/8/8/8/N7/K7", &[], "a2", "g8", false),
                ("7k/6pp/8/8/8/8/B7/K7", &[], "a2", "g8", false),
                ("7k/6pp/8/8/8/8/P7/K7", &[], "a2", "g8", false),
                ("6bk/7p/8/8/8/8/B7/K7", &[], "a2", "g7", true),
                // It is not the last one, or it is Black's.
                ("7k/6pp/8/8/8/8/RP6/K7", &[], "a2", "g8", false),
                ("7k/6pp/8/8/8/8/r7/K7", &[], "a2", "g8", false),
                // The king may move, or has another square; no check is given from afar.
                ("7k/6pp/8/8/8/8/R7/K7", &[("h8", "g8")], "a2", "g8", false),
                ("7k/6p1/8/8/8/8/R7/K7", &[], "a2", "g8", false),
                ("7k/6pp/8/8/8/8/R7/K7", &[("h7", "h6")], "a2", "g8", false),
                ("7k/6pp/8/8/8/8/R7/K7", &[], "a2", "f8", false),
                // The other king stands beside it, and a piece takes instead.
                ("7k/6pp/8/8/8/8/R7/K7", &[("a1", "f7")], "a2", "g8", false),
                ("5r1k/6pp/8/8/8/8/R7/K7", &[("a1", "f7")], "a2", "g8", true),
                ("4r2k/6pp/8/8/8/8/R7/K7", &[("a1", "f7")], "a2", "g8", false),
                ("5r1k/6pp/8/8/8/8/R7/K7", &[("a1", "f7"), ("f8", "x")], "a2", "g8", false),
                ("5r1k/6pp/8/8/8/8/R7/K7", &[("a1", "f7"), ("f8", "e8")], "a2", "g8", false),
                // What stands there is taken, and takes nothing.
                ("6rk/6pp/8/8/8/8/R7/K7", &[("a1", "f7")], "a2", "g8", false),
            ],
            |check, reach, to| check.is_recaptured_on(reach, to),
        );
    }

    /// Lemma 11: White's king steps, and Black has no move, and is not in check.
    #[test]
    fn a_step_ends_the_game_if_the_opponent_has_no_move_and_no_line_is_opened() {
        const BLOCKED: &str = "k7/p7/P7/8/8/8/8/2K5";
        ask(
            &[
                (BLOCKED, &[], "c1", "c7", true),
                (BLOCKED, &[], "c1", "c8", true),
                (BLOCKED, &[], "c1", "c6", false),
                (BLOCKED, &[], "c1", "d7", false),
                (BLOCKED, &[("a7", "x")], "c1", "c7", false),
                (BLOCKED, &[("a7", "b6")], "c1", "c7", false),
                (BLOCKED, &[("a7", "=b1")], "c1", "c7", false),
                (BLOCKED, &[("a6", "x")], "c1", "c7", false),
                // The other king is beside it, or elsewhere with a square to go to.
                (BLOCKED, &[("a8", "b8")], "c1", "c7", true),
                (BLOCKED, &[("a8", "h1")], "c1", "c7", false),
                // Another piece has a move.
                ("k6n/p7/P7/8/8/8/8/2K5", &[], "c1", "c7", false),
                // Whether White's others stand still does not matter.
                ("k7/p7/P7/8/8/8/7P/2K5", &[("h2", "h3")], "c1", "c7", true),
                // A square is guarded by a piece that stays, over all squares that may be occupied.
                ("k7/p7/P7/8/8/8/7B/2K5", &[("c1", "b6")], "c1", "c6", true),
                ("k7/p7/P7/8/8/8/7B/2K5", &[("c1", "d6")], "c1", "c6", false),
                ("k7/p7/P7/8/8/8/7B/2K5", &[("h2", "x")], "c1", "c6", false),
                ("k7/p7/P7/8/8/8/7b/2K5", &[], "c1", "c6", false),
                // A line is opened.
                ("k6R/p7/P7/8/8/8/8/2K5", &[("c1", "c8 c7")], "c1", "c7", false),
                ("k6R/p7/P7/8/8/8/8/2K5", &[("c1", "b6 c7")], "c1", "c7", true),
            ],
            |check, reach, to| check.is_final_step(reach, to),
        );
        for (owner, expected) in [(Color::White, true), (Color::Black, false)] {
            let mut rights = invariant(BLOCKED, &[], Color::White);
            rights.castling.add(owner, Wing::King);
            let check = InvariantCheck::new(&rights);
            assert_eq!(check.is_final_step(at(&check, "c1"), square("c7")), expected, "{owner}");
        }
        // If it is the king to be mated that steps, what it opens does no harm.
        let mated = invariant("K6r/P7/p7/8/8/8/8/2k5", &[("c1", "c8 c7")], Color::White);
        let check = InvariantCheck::new(&mated);
        assert!(check.is_final_step(at(&check, "c1"), square("c7")));
    }
}
