//! Moves that are pruned, because `side` can no longer mate after them. The invariant claims nothing about later
//! positions.

use super::invariant::{InvariantCheck, beside, is_fixed, is_immobile, sliding};
use crate::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    dead::certificate::PieceMobility,
};

impl InvariantCheck<'_> {
    /// Whether the piece, on `from`, gives check to a king that never moves, whatever else is on the board. It never
    /// leaves such a square (Lemma 8).
    pub(super) fn gives_check(&self, mobility: &PieceMobility, from: Square) -> bool {
        let Piece { color, role } = mobility.piece;
        let king = self.king(!color);
        is_fixed(king) && attacks::of(role, color, from, Bitboard::FULL).contains(king.start)
    }

    /// Whether no piece of `side` other than the king can capture the piece that has just moved to `square`.
    fn is_out_of_reach(&self, mobility: &PieceMobility, square: Square) -> bool {
        let behind = square.offset(0, -mobility.piece.color.forward());
        let is_taken_en_passant = mobility.piece.role == Role::Pawn
            && behind.is_some_and(|behind| self.attacked.contains(behind));
        !self.attacked.contains(square) && !is_taken_en_passant
    }

    /// Whether every move of the king from `from` leads into its set or is pruned.
    pub(super) fn king_is_closed(&self, king: &PieceMobility, from: Square) -> bool {
        let color = king.piece.color;
        attacks::king(from).into_iter().all(|to| {
            let stays = king.squares.contains(to) && self.allows_capture(!color, to);
            stays || self.is_closed_to_king(color, to) || self.is_final_step(king, to)
        })
    }

    /// Whether the king of `color` never enters this square, or captures a piece there whose capture is pruned (Lemmas
    /// 3 to 5).
    pub(super) fn is_closed_to_king(&self, color: Color, square: Square) -> bool {
        self.fixed_piece(square).is_some_and(|piece| piece.color == color)
            || self.holds_safe_piece(!color, square)
            || self.is_guarded(!color, square, Bitboard::EMPTY, None)
            || self.is_near_king(!color, square)
    }

    /// Whether a fixed piece of `by` attacks this square in every position, even with the squares `also_occupied`
    /// occupied (Lemma 4).
    ///
    /// The piece that starts on `without` does not count.
    fn is_guarded(
        &self,
        by: Color,
        square: Square,
        also_occupied: Bitboard,
        without: Option<Square>,
    ) -> bool {
        let occupied = self
            .invariant
            .pieces
            .iter()
            .fold(also_occupied, |all, mobility| all | mobility.anywhere());
        self.others(by)
            .filter(|mobility| is_fixed(mobility) && Some(mobility.start) != without)
            .any(|mobility| {
                attacks::of(mobility.piece.role, by, mobility.start, occupied).contains(square)
            })
    }

    /// Whether the king's move to `to` leaves the other player without a move and is not a mate by `side` (Lemma 10).
    pub(super) fn is_final_step(&self, king: &PieceMobility, to: Square) -> bool {
        let color = king.piece.color;
        let other = self.king(!color);
        let pieces_are_still = self.others(!color).all(is_immobile)
            && !self.invariant.castling.iter().any(|(owner, _)| owner == !color);
        let before = attacks::king(to) & king.squares;
        pieces_are_still
            && self.others(!color).all(|mobility| self.is_walled_in(mobility))
            && other.squares.into_iter().filter(|&at| !beside(at, to)).all(|at| {
                let shut = |square: Square| {
                    beside(square, to)
                        || self.fixed_piece(square).is_some_and(|piece| piece.color == !color)
                        || self.is_guarded(color, square, to.set(), None)
                };
                attacks::king(at).into_iter().all(shut)
                    && (color != self.side || !self.may_uncover(at, before))
            })
    }

    /// Whether a move of the king of `side` from one of the squares `before` may uncover an attack on `square`.
    pub(super) fn may_uncover(&self, square: Square, before: Bitboard) -> bool {
        self.others(self.side).any(|mobility| {
            sliding(mobility).any(|(role, from)| {
                let line = attacks::of(role, self.side, square, Bitboard::EMPTY).contains(from);
                let own = self.king(self.side).start;
                let between = attacks::between(from, square);
                let walled = between.into_iter().any(|at| {
                    at != own && self.fixed_piece(at).is_some() && !self.is_mated_king(at)
                });
                line && between.meets(before) && !walled
            })
        })
    }

    fn is_mated_king(&self, square: Square) -> bool {
        self.king(!self.side).start == square
    }

    /// Whether this player's king is on this square or adjacent to it in every position (Lemma 5).
    fn is_near_king(&self, color: Color, square: Square) -> bool {
        self.king(color).squares.into_iter().all(|king| beside(king, square))
    }

    /// Whether the fixed king has no free square except on `but`, even if the piece `without` no longer guards and the
    /// squares `also` are occupied.
    fn is_shut_in(
        &self,
        king: &PieceMobility,
        but: Bitboard,
        without: &PieceMobility,
        also: Bitboard,
    ) -> bool {
        let color = king.piece.color;
        (attacks::king(king.start) - but).into_iter().all(|square| {
            self.fixed_piece(square).is_some_and(|piece| piece.color == color)
                || self.is_near_king(!color, square)
                || self.is_guarded(!color, square, also, Some(without.start))
        })
    }

    /// Whether the piece mates the king of `side` on `to` when it comes from its start (Lemma 9).
    pub(super) fn mates_from_home(&self, mobility: &PieceMobility, to: Square) -> bool {
        let king = self.king(self.side);
        mobility.piece.color != self.side
            && is_immobile(mobility)
            && !self.attacked.contains(mobility.start)
            && self.gives_check(mobility, to)
            && self.is_out_of_reach(mobility, to)
            && self.is_shut_in(king, to.set(), mobility, self.all_checks(mobility))
            && (!attacks::king(king.start).contains(to)
                || self.is_near_king(!self.side, to)
                || self.is_guarded(!self.side, to, self.all_checks(mobility), Some(mobility.start)))
    }

    /// Squares where a piece of this kind gives check to the king of `side`.
    fn all_checks(&self, mobility: &PieceMobility) -> Bitboard {
        let king = self.king(self.side).start;
        Bitboard::FULL
            .into_iter()
            .filter(|&at| {
                let Piece { color, role } = mobility.piece;
                attacks::of(role, color, at, Bitboard::FULL).contains(king)
            })
            .collect()
    }

    /// Whether the piece has no move except captures that are pruned, wherever the other player's king stands.
    fn is_walled_in(&self, mobility: &PieceMobility) -> bool {
        let Piece { color, role } = mobility.piece;
        let is_own =
            |square: Square| self.fixed_piece(square).is_some_and(|piece| piece.color == color);
        let blocks = |square: Square| {
            is_own(square) || self.fixed_piece(square).is_some_and(|piece| piece.role != Role::King)
        };
        match role {
            Role::Pawn => {
                mobility.start.offset(0, color.forward()).is_none_or(blocks)
                    && attacks::pawn(color, mobility.start)
                        .into_iter()
                        .all(|to| !self.has_capture_target(!color, to))
            }
            role => attacks::of(role, color, mobility.start, Bitboard::FULL)
                .into_iter()
                .all(|to| is_own(to) || self.holds_safe_piece(!color, to)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Rank,
        dead::{
            check::fixtures::{at, invariant, square},
            rows::{self, Goes, Row, squares},
        },
        position::Wing,
    };

    fn ask(rows: &[Row], is_so: impl Fn(&InvariantCheck, &PieceMobility, Square) -> bool) {
        for &(board, more, start, expected) in rows {
            let invariant = invariant(board, more, Color::White);
            let check = InvariantCheck::new(&invariant);
            let mobility = at(&check, start);
            let found: Bitboard = Square::all().filter(|&to| is_so(&check, mobility, to)).collect();
            assert_eq!(found, squares(expected), "{board} {more:?}: {start}");
        }
    }

    #[test]
    fn pruned_moves_are_as_in_the_rows() {
        ask(rows::STANDING_CHECKS, |check, mobility, from| check.gives_check(mobility, from));
        ask(rows::GUARDS, |check, mobility, to| {
            let by = mobility.piece.color;
            to.rank() == Rank::ALL[0]
                && (check.is_guarded(by, to, Bitboard::EMPTY, None) || check.is_near_king(by, to))
        });
        ask(rows::MATES_FROM_HOME, |check, mobility, to| check.mates_from_home(mobility, to));
    }

    #[test]
    fn last_steps_are_as_in_the_rows() {
        ask(rows::LAST_STEPS, |check, king, to| {
            squares(rows::STEPS).contains(to) && check.is_final_step(king, to)
        });
        ask(rows::WALLED_IN, |check, mobility, to| {
            to == mobility.start
                && check.others(mobility.piece.color).all(|other| check.is_walled_in(other))
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

    /// A square of a king, and whether each of its moves leads into its set or is pruned.
    #[test]
    fn a_king_moves_within_its_set_or_is_pruned() {
        let rows: [(&str, Goes, &str, &str, bool); 15] = [
            ("k7/8/8/8/8/8/8/K7", &[], "a1", "a1", false),
            ("k7/8/8/8/8/8/8/K7", &[("a1", "a2 b1 b2")], "a1", "a1", true),
            ("k7/8/8/8/8/8/8/K7", &[("a1", "a2 b1")], "a1", "a1", false),
            ("k7/8/8/8/8/8/8/K7", &[("a1", "a2 b1 b2")], "a1", "b2", false),
            // A piece that it captures must be removable. Its own pieces block it only if they are fixed.
            ("k7/8/8/8/8/8/1n6/K7", &[("a1", "a2 b1 b2")], "a1", "a1", false),
            ("k7/8/8/8/8/8/1n6/K7", &[("a1", "a2 b1 b2"), ("b2", "x")], "a1", "a1", true),
            ("k7/8/8/8/8/8/PP6/KN6", &[], "a1", "a1", true),
            ("k7/8/8/8/8/8/PP6/KN6", &[("b1", "c3")], "a1", "a1", false),
            // The capture of the last piece is pruned.
            ("k7/1P6/8/8/8/8/8/7K", &[("a8", "a7 b8")], "a8", "a8", true),
            ("k7/1P6/8/8/8/8/7P/7K", &[("a8", "a7 b8")], "a8", "a8", false),
            ("k7/8/8/8/8/8/1p6/K7", &[("a1", "a2 b1")], "a1", "a1", false),
            // Guarded squares, and squares adjacent to the other king in all positions.
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
