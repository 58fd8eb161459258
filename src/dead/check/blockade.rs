//! Pawns before which a king stands that can only take them.

use super::invariant::{InvariantCheck, is_still};
use crate::{
    board::{Color, Role, Square, attacks},
    dead::certificate::PieceReach,
    position::Position,
};

impl InvariantCheck<'_> {
    /// Whether the pawns that are called so are blockaded as long as they are where they start (Lemma 6).
    pub(super) fn blockades_hold(&self) -> bool {
        let pieces = &self.invariant.pieces;
        self.invariant.blockaded.into_iter().all(|start| {
            pieces.iter().any(|reach| reach.start == start && self.is_blockaded(reach))
        })
    }

    /// Whether the other player's king starts before the pawn and goes nowhere else but to take it.
    fn is_blockaded(&self, pawn: &PieceReach) -> bool {
        let color = pawn.piece.color;
        let king = self.king(!color).start;
        let may_castle = self.invariant.castling.iter().any(|(owner, _)| owner == !color);
        pawn.piece.role == Role::Pawn
            && is_right_before(pawn, king)
            && pawn.squares.into_iter().all(|at| at == pawn.start || is_past(pawn, at))
            && !may_castle
            && attacks::king(king).into_iter().all(|to| {
                to == pawn.start
                    || attacks::pawn(color, pawn.start).contains(to)
                    || self.is_closed_to_king(!color, to)
            })
    }

    /// Whether the other king stands on this square as long as the pawn is where it starts, and so is in its way.
    pub(super) fn is_held_back(&self, pawn: &PieceReach, to: Square) -> bool {
        self.invariant.blockaded.contains(pawn.start) && is_right_before(pawn, to)
    }

    /// Whether the piece has been taken if the other king is not where it starts.
    pub(super) fn is_gone_without_king(&self, reach: &PieceReach) -> bool {
        self.invariant.blockaded.contains(reach.start) && is_still(reach)
    }

    /// Whether a king stands before each of these pawns that is where it started.
    pub(super) fn kings_blockade(&self, position: &Position) -> bool {
        let pieces = self.invariant.pieces.iter();
        let mut pawns = pieces.filter(|reach| self.invariant.blockaded.contains(reach.start));
        pawns.all(|pawn| {
            position.at(pawn.start) != Some(pawn.piece)
                || is_right_before(pawn, position.king(!pawn.piece.color))
        })
    }
}

fn is_right_before(pawn: &PieceReach, square: Square) -> bool {
    pawn.start.offset(0, pawn.piece.color.forward()) == Some(square)
}

/// Whether the square is on a rank to which the pawn comes from where it starts.
fn is_past(pawn: &PieceReach, square: Square) -> bool {
    let (from, to) = (pawn.start.rank().index(), square.rank().index());
    match pawn.piece.color {
        Color::White => to > from,
        Color::Black => to < from,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dead::check::by_hand::{Goes, squares, with_rights};

    #[test]
    fn a_pawn_is_blockaded_by_a_king_that_can_only_take_it() {
        type Row = (&'static str, &'static str, Goes, &'static str, bool);
        let rows: [Row; 18] = [
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[], "a7", true),
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[("a7", "x"), ("a8", "a7 b8")], "a7", true),
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[("c6", "x")], "a7", false),
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[("c6", "c7")], "a7", false),
            ("k7/P7/8/8/8/8/8/7K", "-", &[], "a7", false),
            ("k7/Pb6/8/8/8/8/8/7K", "-", &[], "a7", true),
            ("k7/Pb6/8/8/8/8/8/7K", "-", &[("b7", "c6")], "a7", false),
            ("k7/P7/1K6/8/8/8/8/8", "-", &[], "a7", true),
            // Another square, and a piece that is no pawn.
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[], "c6", false),
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[], "a6", false),
            ("k7/N7/2P5/8/8/8/8/7K", "-", &[], "a7", false),
            // It takes on its way, but never comes from behind.
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[("a7", "b8"), ("a7", "=c8")], "a7", true),
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[("a7", "a6")], "a7", false),
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[("a7", "b7")], "a7", false),
            // A king that may castle, and one that has lost the right.
            ("4k2r/3pPp2/3P1P2/8/8/8/8/4K3", "-", &[], "e7", true),
            ("4k2r/3pPp2/3P1P2/8/8/8/8/4K3", "k", &[], "e7", false),
            ("4k2r/3pPp2/3P1P2/8/8/8/8/R3K3", "Q", &[], "e7", true),
            // Black's pawn.
            ("8/8/8/8/8/5p2/7p/5BRK", "-", &[("h2", "g1")], "h2", true),
        ];
        for (board, rights, goes, start, expected) in rows {
            let mut invariant = with_rights(board, rights, goes, Color::White);
            invariant.blockaded = squares(start);
            let found = InvariantCheck::new(&invariant).blockades_hold();
            assert_eq!(found, expected, "{board} {rights} {goes:?}: {start}");
        }
    }

    /// A board, where pawns are called blockaded, another board, and whether the kings are where they have to be.
    #[test]
    fn the_king_is_there_as_long_as_the_pawn_is() {
        const PAWNS: &str = "k7/P7/2P5/8/8/5p2/7p/5BRK";
        for (start, board, expected) in [
            ("a7", PAWNS, true),
            ("a7 h2", PAWNS, true),
            ("a7", "2k5/P7/2P5/8/8/8/8/7K", false),
            ("a7", "8/k7/2P5/8/8/8/8/7K", true),
            ("a7", "1k6/N7/2P5/8/8/8/8/7K", true),
            ("", "2k5/P7/2P5/8/8/8/8/7K", true),
            ("a7 h2", "k7/P7/2P5/8/8/5p2/7p/5BK1", false),
            ("a7 h2", "k7/P7/2P5/8/8/5p2/7P/5BK1", true),
        ] {
            let mut invariant = with_rights(PAWNS, "-", &[], Color::White);
            invariant.blockaded = squares(start);
            let position = Position::composed(&format!("{board} w - - 0 1").parse().unwrap());
            let found = InvariantCheck::new(&invariant).kings_blockade(&position.unwrap());
            assert_eq!(found, expected, "{board}, {start}");
        }
    }

    /// Lemma 12: what the pawn attacks counts only where it starts, if it goes nowhere else and is blockaded.
    #[test]
    fn a_king_that_has_left_is_not_mated_by_the_pawn_that_it_took() {
        const BOARD: &str = "k7/Pp6/1K6/8/8/8/8/8";
        const LEFT: Goes = &[("a8", "a7 b8"), ("a7", "x"), ("b7", "c8 c7"), ("b6", "d7")];
        for (goes, start, covers) in [
            (LEFT, "", true),
            (LEFT, "a7", false),
            (&[("a8", "a7 b8"), ("a7", "b8")] as Goes, "a7", true),
        ] {
            let mut invariant = with_rights(BOARD, "-", goes, Color::White);
            invariant.blockaded = squares(start);
            let check = InvariantCheck::new(&invariant);
            let found = check.covered_elsewhere.meets(squares("b8"));
            assert_eq!(found, covers, "{goes:?}, {start}");
            assert!(check.covered[Color::White as usize].meets(squares("b8")), "{goes:?}");
        }
    }
}
