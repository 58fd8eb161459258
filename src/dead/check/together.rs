//! Squares on which the kings may be together.

use super::invariant::{InvariantCheck, beside};
use crate::{
    board::{Bitboard, Color, Square, attacks},
    position::Position,
};

impl InvariantCheck<'_> {
    /// Whether every step of a king from squares on which both may be leads to such squares, or ends the game
    /// (Lemmas 5 and 7).
    pub(super) fn kings_stay_together(&self, together: &[Bitboard; 64]) -> bool {
        let leads = |color: Color| {
            let is_open = |to: &Square| {
                let king = self.king(color);
                !self.is_closed_to_king(color, *to) && !self.is_final_step(king, *to)
            };
            Bitboard::FULL.into_iter().filter(is_open).collect::<Bitboard>()
        };
        let open = Color::ALL.map(leads);
        let [by_white, by_black] = Color::ALL.map(|color| {
            let is_allowed = |to: &Square| self.allows_capture(!color, *to);
            Bitboard::FULL.into_iter().filter(is_allowed).collect::<Bitboard>()
        });
        let stays = |white: Square, black: Square| {
            let steps = |from: Square, color: Color, other: Square| {
                let open = attacks::king(from) & open[color as usize];
                open.into_iter().filter(move |&to| !beside(to, other))
            };
            self.king(Color::White).squares.contains(white)
                && self.king(Color::Black).squares.contains(black)
                && steps(white, Color::White, black)
                    .all(|to| together[to.index()].contains(black) && by_white.contains(to))
                && steps(black, Color::Black, white)
                    .all(|to| together[white.index()].contains(to) && by_black.contains(to))
        };
        let mut pairs = Bitboard::FULL
            .into_iter()
            .flat_map(|white| together[white.index()].into_iter().map(move |black| (white, black)));
        self.invariant.castling.iter().next().is_none()
            && pairs.all(|(white, black)| stays(white, black))
    }

    /// Whether the king of the side in question may be on a square while the other one is on another.
    pub(super) fn may_be_together(&self, own: Square, mated: Square) -> bool {
        let (white, black) = match self.side {
            Color::White => (own, mated),
            Color::Black => (mated, own),
        };
        let pairs = self.invariant.together.as_ref();
        !beside(own, mated) && pairs.is_none_or(|pairs| pairs[white.index()].contains(black))
    }

    /// Whether the kings of the position may be where they are.
    pub(super) fn kings_are_together(&self, position: &Position) -> bool {
        let [own, mated] = [self.side, !self.side].map(|color| position.king(color));
        self.may_be_together(own, mated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dead::check::by_hand::{square, squares, with_rights};

    /// Black's king and White's have no square, and a rook may castle.
    const SHUT: &str = "kn6/1p6/1P6/8/8/8/3PPP2/3QKB1R";

    /// Rights to castle, where else Black's king may be and what else may go on, where it may be with White's on e1, and
    /// whether no step leads elsewhere.
    #[test]
    fn no_step_leads_kings_to_where_they_are_not_together() {
        type Row = (&'static str, &'static [(&'static str, &'static str)], &'static str, bool);
        let rows: [Row; 9] = [
            ("-", &[], "a8", true),
            ("-", &[], "", true),
            ("K", &[], "a8", false),
            // A square that is none of the king's.
            ("-", &[], "a8 h5", false),
            ("-", &[("a8", "h5")], "a8 h5", false),
            // The king gets to b8 once the knight may go, and is shut in there, too, or takes it and goes on.
            ("-", &[("a8", "b8"), ("b8", "a6")], "a8", false),
            ("-", &[("a8", "b8"), ("b8", "a6")], "a8 b8", false),
            ("-", &[("a8", "b8 c8 d8 d7"), ("b8", "a6")], "a8 b8", false),
            ("-", &[("a8", "b8"), ("b8", "a6"), ("d1", "c1")], "a8 b8", false),
        ];
        for (rights, goes, there, expected) in rows {
            let invariant = with_rights(SHUT, rights, goes, Color::White);
            let mut together = [Bitboard::EMPTY; 64];
            together[square("e1").index()] = squares(there);
            let found = InvariantCheck::new(&invariant).kings_stay_together(&together);
            assert_eq!(found, expected, "{rights} {goes:?} {there}");
        }
    }

    /// Kings that go everywhere, on a board: a square of Black's that is left out with White's on a1, what else may happen, and
    /// whether no step leads to where they are not together.
    #[test]
    fn kings_step_everywhere_but_beside_each_other_and_take_what_may_be_taken() {
        let names: Vec<String> = Bitboard::FULL.into_iter().map(|at| at.to_string()).collect();
        let everywhere = names.join(" ");
        for (board, without, taken, expected) in [
            ("7k/8/8/8/8/8/8/K7", "", "", true),
            ("7k/8/8/8/8/8/8/K7", "h8", "", false),
            ("7k/8/8/8/8/8/8/K7", "c1", "", false),
            ("7k/8/8/8/8/8/8/K7", "b2", "", true),
            ("7k/8/8/3n4/8/8/8/K7", "", "", false),
            ("7k/8/8/3n4/8/8/8/K7", "", "d5", true),
        ] {
            let mut goes = vec![("a1", &*everywhere), ("h8", &*everywhere)];
            goes.extend((!taken.is_empty()).then_some((taken, "x")));
            let invariant = with_rights(board, "-", &goes, Color::White);
            let mut together = [Bitboard::EMPTY; 64];
            for at in Bitboard::FULL {
                together[at.index()] = Bitboard::FULL - attacks::king(at) - at.set();
            }
            together[0] = together[0] - squares(without);
            let found = InvariantCheck::new(&invariant).kings_stay_together(&together);
            assert_eq!(found, expected, "{board}, {without}, {taken}");
        }
    }

    /// Where the kings may be together, and whether they may for each side.
    #[test]
    fn kings_are_where_they_may_be_together() {
        for (white, black, expected) in
            [("a1", "h8", true), ("h8", "a1", false), ("a1", "b2", false), ("a1", "h7", false)]
        {
            for side in Color::ALL {
                let mut invariant = with_rights("7k/8/8/8/8/8/8/K7", "-", &[], side);
                let mut together = Box::new([Bitboard::EMPTY; 64]);
                together[square("a1").index()] = squares("h8 b2");
                invariant.together = Some(together);
                let check = InvariantCheck::new(&invariant);
                let [white, black] = [white, black].map(square);
                let (own, mated) = match side {
                    Color::White => (white, black),
                    Color::Black => (black, white),
                };
                assert_eq!(check.may_be_together(own, mated), expected, "{white} {black} {side}");
            }
        }
        for (board, expected) in [("7k/8/8/8/8/8/8/K7", true), ("8/7k/8/8/8/8/8/K7", false)] {
            let mut invariant = with_rights("7k/8/8/8/8/8/8/K7", "-", &[], Color::White);
            let mut together = Box::new([Bitboard::EMPTY; 64]);
            together[square("a1").index()] = squares("h8");
            invariant.together = Some(together);
            let at: Position = format!("{board} w - - 0 1").parse().unwrap();
            let found = InvariantCheck::new(&invariant).kings_are_together(&at);
            assert_eq!(found, expected, "{board}");
        }
    }
}
