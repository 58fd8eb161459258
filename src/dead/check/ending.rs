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
        board::Rank,
        dead::{
            check::by_hand::{at, invariant, square},
            rows::{self, Goes, Row, squares},
        },
        position::Wing,
    };

    fn ask(rows: &[Row], is_so: impl Fn(&InvariantCheck, &PieceReach, Square) -> bool) {
        for &(board, more, start, expected) in rows {
            let invariant = invariant(board, more, Color::White);
            let check = InvariantCheck::new(&invariant);
            let reach = at(&check, start);
            let found: Bitboard = Square::all().filter(|&to| is_so(&check, reach, to)).collect();
            assert_eq!(found, squares(expected), "{board} {more:?}: {start}");
        }
    }

    #[test]
    fn moves_that_need_not_be_followed_are_as_in_the_rows() {
        ask(rows::STANDING_CHECKS, |check, reach, from| check.gives_check(reach, from));
        ask(rows::GUARDS, |check, reach, to| {
            let by = reach.piece.color;
            to.rank() == Rank::ALL[0]
                && (check.is_guarded(by, to, Bitboard::EMPTY, None) || check.is_near_king(by, to))
        });
        ask(rows::MATES_FROM_HOME, |check, reach, to| check.mates_from_home(reach, to));
        ask(rows::RECAPTURES, |check, reach, to| check.is_recaptured_on(reach, to));
    }

    #[test]
    fn last_steps_are_as_in_the_rows() {
        ask(rows::LAST_STEPS, |check, king, to| {
            squares(rows::STEPS).contains(to) && check.is_final_step(king, to)
        });
        ask(rows::WALLED_IN, |check, reach, to| {
            to == reach.start
                && check.others(reach.piece.color).all(|other| check.is_walled_in(other))
        });
        ask(rows::UNCOVERED, |check, _, before| check.may_uncover(square("h1"), before.set()));
    }

    #[test]
    fn a_player_who_may_castle_has_a_move() {
        for (owner, expected) in [(Color::White, true), (Color::Black, false)] {
            let mut rights = invariant("k7/p7/P7/8/8/8/8/2K5", &[], Color::White);
            rights.castling.add(owner, Wing::King);
            let check = InvariantCheck::new(&rights);
            assert_eq!(check.is_final_step(at(&check, "c1"), square("c7")), expected, "{owner}");
        }
    }

    /// Where a king stands, and whether each of its steps leads to where it may be or ends the game.
    #[test]
    fn a_king_steps_to_where_it_may_be_or_nowhere() {
        let rows: [(&str, Goes, &str, &str, bool); 15] = [
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
        ];
        for (board, more, start, from, expected) in rows {
            let invariant = invariant(board, more, Color::White);
            let check = InvariantCheck::new(&invariant);
            let found = check.king_is_closed(at(&check, start), square(from));
            assert_eq!(found, expected, "{board} {more:?}: {start} on {from}");
        }
    }
}
