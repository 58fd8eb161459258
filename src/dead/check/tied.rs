//! Pieces that are tied to a king: as long as one of them is where it starts, so is the king.

use super::invariant::{InvariantCheck, is_still};
use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    dead::certificate::PieceReach,
    position::Position,
};

impl InvariantCheck<'_> {
    /// Whether the pieces that are called so are tied to their kings (Lemma 6).
    pub(super) fn ties_hold(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            self.invariant.tied[color as usize].into_iter().all(|start| {
                let mut pieces = self.invariant.pieces.iter();
                pieces.any(|reach| reach.start == start && self.is_tied(reach, color))
            })
        })
    }

    /// Whether this player's king leaves its start only for that of the piece, to which the piece does not return.
    fn is_tied(&self, piece: &PieceReach, color: Color) -> bool {
        let king = self.king(color).start;
        let owner = piece.piece.color;
        let attacked = attacks::of(piece.piece.role, owner, piece.start, Bitboard::FULL);
        let may_castle = self.invariant.castling.iter().any(|(player, _)| player == color);
        piece.piece.role != Role::King
            && attacks::king(king).contains(piece.start)
            && (is_still(piece) || owner != color && is_stopped_by(king, piece))
            && !may_castle
            && attacks::king(king).into_iter().all(|to| {
                to == piece.start
                    || owner != color && attacked.contains(to)
                    || self.is_closed_to_king(color, to)
            })
    }

    /// Whether a king that the piece is tied to bars its way from its start to this square.
    pub(super) fn is_held(&self, piece: &PieceReach, from: Square, to: Square) -> bool {
        Color::ALL.into_iter().any(|color| {
            let king = self.king(color).start;
            self.invariant.tied[color as usize].contains(piece.start)
                && from == piece.start
                && (to == king || attacks::between(from, to).contains(king))
        })
    }

    /// Whether the piece has been taken if the king to be mated is not where it starts.
    pub(super) fn is_gone_without_king(&self, piece: &PieceReach) -> bool {
        self.invariant.tied[!self.side as usize].contains(piece.start) && is_still(piece)
    }

    /// Whether each king is where it starts if a piece is that is tied to it.
    pub(super) fn kings_are_tied(&self, position: &Position) -> bool {
        self.invariant.pieces.iter().all(|piece| {
            Color::ALL.into_iter().all(|color| {
                !self.invariant.tied[color as usize].contains(piece.start)
                    || position.at(piece.start) != Some(piece.piece)
                    || position.king(color) == self.king(color).start
            })
        })
    }
}

/// Whether the piece is a pawn with a king right ahead, and its other squares are on ranks that follow.
fn is_stopped_by(king: Square, piece: &PieceReach) -> bool {
    let rank = |square: Square| square.rank().index();
    piece.piece.role == Role::Pawn
        && piece.start.offset(0, piece.piece.color.forward()) == Some(king)
        && piece.squares.into_iter().all(|at| {
            at == piece.start
                || match piece.piece.color {
                    Color::White => rank(at) > rank(piece.start),
                    Color::Black => rank(at) < rank(piece.start),
                }
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dead::check::by_hand::{Goes, square, squares, with_rights};

    /// A board with rights to castle, what may happen there, which piece is called tied to Black's king, and whether it is.
    #[test]
    fn a_piece_is_tied_to_a_king_that_leaves_only_over_its_square() {
        type Row = (&'static str, &'static str, Goes, &'static str, bool);
        let rows: [Row; 26] = [
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[], "a7", true),
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[("a7", "x"), ("a8", "a7 b8")], "a7", true),
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[("c6", "x")], "a7", false),
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[("c6", "c7")], "a7", false),
            ("k7/P7/8/8/8/8/8/7K", "-", &[], "a7", false),
            ("k7/Pb6/8/8/8/8/8/7K", "-", &[], "a7", true),
            ("k7/Pb6/8/8/8/8/8/7K", "-", &[("b7", "c6")], "a7", false),
            ("k7/P7/1K6/8/8/8/8/8", "-", &[], "a7", true),
            // A piece elsewhere, a king, and nobody.
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[], "c6", false),
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[], "a8", false),
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[], "b7", false),
            // A pawn takes on its way if it has the king right ahead, but never comes from behind.
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[("a7", "b8"), ("a7", "=c8")], "a7", true),
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[("a7", "a6")], "a7", false),
            ("k7/P7/2P5/8/8/8/8/7K", "-", &[("a7", "b7")], "a7", false),
            ("1k6/P1P5/P1P5/8/8/8/8/7K", "-", &[], "a7", false),
            // Other pieces never move; those of the other side guard, the king's own do not.
            ("kr6/1p6/1P6/8/8/8/8/7K", "-", &[("b8", "x"), ("a8", "b8")], "b8", true),
            ("kr6/1p6/1P6/8/8/8/8/7K", "-", &[("b8", "c8")], "b8", false),
            ("kr6/1p6/8/8/8/8/8/7K", "-", &[("b8", "x")], "b8", false),
            ("kr6/1p6/1P6/8/8/8/8/7K", "-", &[("b8", "x"), ("b7", "x")], "b8", false),
            ("kR6/1p6/8/8/8/8/8/7K", "-", &[("b8", "x")], "b8", false),
            ("kR6/1p6/1P6/8/8/8/8/7K", "-", &[("b8", "x")], "b8", true),
            ("k7/R7/8/1N6/8/8/8/7K", "-", &[("a7", "x")], "a7", false),
            ("k7/RB6/8/8/8/8/8/7K", "-", &[("a7", "x")], "a7", false),
            // A king that may castle, and one that has lost the right.
            ("4k2r/3pPp2/3P1P2/8/8/8/8/4K3", "-", &[], "e7", true),
            ("4k2r/3pPp2/3P1P2/8/8/8/8/4K3", "k", &[], "e7", false),
            ("4k2r/3pPp2/3P1P2/8/8/8/8/R3K3", "Q", &[], "e7", true),
        ];
        for (board, rights, goes, start, expected) in rows {
            let mut invariant = with_rights(board, rights, goes, Color::White);
            invariant.tied = [Bitboard::EMPTY, squares(start)];
            let found = InvariantCheck::new(&invariant).ties_hold();
            assert_eq!(found, expected, "{board} {rights} {goes:?}: {start}");
        }
    }

    /// A board, which pieces are tied to White's and to Black's king, another board, and whether the kings are where they
    /// have to be.
    #[test]
    fn the_king_is_there_as_long_as_the_piece_is() {
        const BOARD: &str = "k7/P7/2P5/8/8/5p2/7p/5BRK";
        for (white, black, board, expected) in [
            ("", "a7", BOARD, true),
            ("h2", "a7", BOARD, true),
            ("", "a7", "2k5/P7/2P5/8/8/8/8/7K", false),
            ("", "a7", "8/k7/2P5/8/8/8/8/7K", true),
            ("", "a7", "1k6/N7/2P5/8/8/8/8/7K", true),
            ("", "", "2k5/P7/2P5/8/8/8/8/7K", true),
            ("h2", "a7", "k7/P7/2P5/8/8/5p2/7p/5BK1", false),
            ("h2", "a7", "k7/P7/2P5/8/8/5p2/7P/5BK1", true),
        ] {
            let mut invariant = with_rights(BOARD, "-", &[], Color::White);
            invariant.tied = [white, black].map(squares);
            let position = Position::composed(&format!("{board} w - - 0 1").parse().unwrap());
            let found = InvariantCheck::new(&invariant).kings_are_tied(&position.unwrap());
            assert_eq!(found, expected, "{board}, {white}, {black}");
        }
    }

    /// A piece that is tied to Black's king, where it goes to, and whether the king is in its way.
    #[test]
    fn the_king_is_in_the_way_from_the_start() {
        for (board, tied, from, to, expected) in [
            ("k7/P7/8/8/8/8/8/7K", "a7", "a7", "a8", true),
            ("k7/P7/8/8/8/8/8/7K", "a7", "a7", "b8", false),
            ("k7/P7/8/8/8/8/8/7K", "", "a7", "a8", false),
            ("1kr5/8/8/8/8/8/8/7K", "c8", "c8", "b8", true),
            ("1kr5/8/8/8/8/8/8/7K", "c8", "c8", "a8", true),
            ("1kr5/8/8/8/8/8/8/7K", "c8", "c8", "d8", false),
            ("1kr5/8/8/8/8/8/8/7K", "c8", "c7", "b8", false),
        ] {
            let mut invariant = with_rights(board, "-", &[], Color::White);
            invariant.tied = [Bitboard::EMPTY, squares(tied)];
            let check = InvariantCheck::new(&invariant);
            let starts = invariant.pieces.iter().filter(|reach| reach.start != square("h1"));
            let piece = starts.into_iter().find(|reach| reach.piece.role != Role::King).unwrap();
            let found = check.is_held(piece, square(from), square(to));
            assert_eq!(found, expected, "{board}, {tied}: {from} to {to}");
        }
    }

    /// Lemma 12: what the piece attacks counts only where the king starts, if it goes nowhere else and is tied.
    #[test]
    fn a_king_that_has_left_is_not_mated_by_what_it_took() {
        const BOARD: &str = "k7/Pp6/1K6/8/8/8/8/8";
        const LEFT: Goes = &[("a8", "a7 b8"), ("a7", "x"), ("b7", "c8 c7"), ("b6", "d7")];
        for (goes, start, covers) in [
            (LEFT, "", true),
            (LEFT, "a7", false),
            (&[("a8", "a7 b8"), ("a7", "b8")] as Goes, "a7", true),
        ] {
            let mut invariant = with_rights(BOARD, "-", goes, Color::White);
            invariant.tied = [Bitboard::EMPTY, squares(start)];
            let check = InvariantCheck::new(&invariant);
            let found = check.covered_elsewhere.meets(squares("b8"));
            assert_eq!(found, covers, "{goes:?}, {start}");
            assert!(check.covered[Color::White as usize].meets(squares("b8")), "{goes:?}");
        }
    }
}
