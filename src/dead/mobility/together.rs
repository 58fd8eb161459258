//! The squares of the kings, each by itself or both together.

use super::{PieceReach, ReachInvariant, attack::attacks_from, fixpoint::ReachFixpoint};
use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    position::Position,
};

impl ReachFixpoint {
    /// Follows the kings together from where they start. `false` if one of them may castle: that is not followed.
    pub(super) fn follow_kings(&mut self) -> bool {
        let [white, black] = self.kings.map(|king| self.pieces[king].start);
        let mut together = Box::new([Bitboard::EMPTY; 64]);
        together[white.index()] = black.set();
        self.together = Some(together);
        self.castling.iter().next().is_none()
    }

    /// Grows the squares of both kings; returns those to which each may step.
    pub(super) fn spread_kings(&mut self, guarded: [Bitboard; 2]) -> [Bitboard; 2] {
        if let Some(together) = self.together.take() {
            return self.spread_together(together, guarded);
        }
        Color::ALL.map(|color| {
            let mut king = self.pieces[self.kings[color as usize]];
            let hits = self.spread_king(&mut king, guarded[color as usize]);
            self.pieces[self.kings[color as usize]] = king;
            hits
        })
    }

    fn spread_king(&self, king: &mut PieceReach, guarded: Bitboard) -> Bitboard {
        let mut barred = self.barred(king.piece.color) | guarded;
        loop {
            let steps = attacks_from(Role::King, king.squares, Bitboard::FULL);
            barred |=
                self.final_steps(king.piece.color, steps - barred - king.squares, king.squares);
            let hits = steps - barred;
            let next = king.squares | hits;
            if next == king.squares {
                return hits;
            }
            king.squares = next;
        }
    }

    /// The same for both, neither of which ever steps beside the other (Lemma 5).
    fn spread_together(
        &mut self,
        mut together: Box<[Bitboard; 64]>,
        guarded: [Bitboard; 2],
    ) -> [Bitboard; 2] {
        let [white, black] = self.kings;
        let mut barred = Color::ALL.map(|color| self.barred(color) | guarded[color as usize]);
        let mut hits = [Bitboard::EMPTY; 2];
        loop {
            for color in Color::ALL {
                let squares = self.pieces[self.kings[color as usize]].squares;
                let barred = &mut barred[color as usize];
                let steps = attacks_from(Role::King, squares, Bitboard::FULL) - *barred - squares;
                *barred |= self.final_steps(color, steps, squares);
            }
            let before = together.clone();
            for at in self.pieces[white].squares {
                let near = attacks::king(at) | at.set();
                let mut there = together[at.index()];
                loop {
                    let steps = attacks_from(Role::King, there, Bitboard::FULL)
                        - barred[Color::Black as usize]
                        - near;
                    hits[Color::Black as usize] |= steps;
                    if steps.is_subset(there) {
                        break;
                    }
                    there |= steps;
                }
                together[at.index()] = there;
                self.pieces[black].squares |= there;
                for to in attacks::king(at) - barred[Color::White as usize] {
                    let apart = there - attacks::king(to) - to.set();
                    together[to.index()] |= apart;
                    if !apart.is_empty() {
                        hits[Color::White as usize] |= to.set();
                        self.pieces[white].squares |= to.set();
                    }
                }
            }
            if together == before {
                self.together = Some(together);
                return hits;
            }
        }
    }

    /// Where the king of `side` may be while the other one is on this square.
    pub(super) fn kings_while(&self, mated: Square) -> Bitboard {
        let squares = self.pieces[self.kings[self.side as usize]].squares;
        let Some(together) = &self.together else {
            return squares - attacks::king(mated) - mated.set();
        };
        match self.side {
            Color::White => {
                squares.into_iter().filter(|at| together[at.index()].contains(mated)).collect()
            }
            Color::Black => together[mated.index()],
        }
    }
}

impl ReachInvariant {
    /// Whether the kings are on squares on which they may be together (Lemma 5).
    pub(super) fn keeps_together(&self, position: &Position) -> bool {
        self.together.as_ref().is_none_or(|together| {
            let [white, black] = Color::ALL.map(|color| position.king(color));
            together[white.index()].contains(black)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dead::{
            CaseSplit,
            chance::Numbers,
            check::{is_closed, may_be_mate},
            closure::try_proof,
            mobility::{by_hand::squares, contain, sets::changed},
        },
        position::Setup,
    };

    fn position(fen: &str) -> Position {
        Position::composed(&fen.parse::<Setup>().unwrap()).unwrap()
    }

    /// The sets when nothing grows any more.
    fn closed(position: &Position, side: Color, is_together: bool) -> ReachFixpoint {
        let mut sets = ReachFixpoint::new(position, side, CaseSplit::default());
        assert!(!is_together || sets.follow_kings());
        while sets.grow() {}
        sets
    }

    /// Two pockets beside a way along the first rank.
    const WAY: &str = "8/8/1p1p4/1PpPp3/1kPpP3/2pBp1p1/2P1P1P1/1K6 w - - 0 1";

    /// Squares that Black's king gets to if each king is followed by itself, and those of them that it does not get to in
    /// the end, as it would have to pass the other one.
    #[test]
    fn kings_do_not_pass_each_other_where_there_is_no_room() {
        let rows: [(&str, &str, &str); 3] = [
            (WAY, "a1 b2 e1 g2 g8", "g2 g8"),
            ("8/8/1p1p4/1PpPp3/1kPpP3/2pBp1p1/2P1P1P1/5K2 w - - 0 1", "a1 b2 e1 g2 g8", "g2 g8"),
            ("7k/8/8/8/8/8/8/K7 w - - 0 1", "a1 b2 e1 g2 g8", ""),
        ];
        for (fen, reached, shut) in rows {
            let position = position(fen);
            let [apart, together] = [false, true].map(|is_together| {
                let sets = closed(&position, Color::White, is_together);
                sets.pieces[sets.kings[Color::Black as usize]].squares & squares(reached)
            });
            assert_eq!(apart, squares(reached), "{fen}");
            assert_eq!(together, squares(reached) - squares(shut), "{fen}");
        }
    }

    #[test]
    fn on_an_open_board_kings_are_everywhere_but_beside_each_other() {
        let sets = closed(&position("7k/8/8/8/8/8/8/K7 w - - 0 1"), Color::White, true);
        let together = sets.together.as_ref().unwrap();
        for at in Bitboard::FULL {
            let apart = Bitboard::FULL - attacks::king(at) - at.set();
            assert_eq!(together[at.index()], apart, "{at}");
            assert_eq!(sets.kings_while(at), apart, "{at}");
        }
    }

    #[test]
    fn a_position_lies_in_sets_only_if_its_kings_may_be_together() {
        let position = position("7k/8/8/8/8/8/8/K7 w - - 0 1");
        let mut invariant = closed(&position, Color::White, true).invariant();
        assert!(contain(std::slice::from_ref(&invariant), &position));
        let together = invariant.together.as_mut().unwrap();
        let there = &mut together[position.king(Color::White).index()];
        *there = *there - position.king(Color::Black).set();
        assert!(!contain(std::slice::from_ref(&invariant), &position));
    }

    #[test]
    fn kings_that_may_castle_are_not_followed() {
        for (fen, is_followed) in
            [("4k3/8/8/8/8/8/8/4K2R w - - 0 1", true), ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false)]
        {
            let position = position(fen);
            let mut sets = ReachFixpoint::new(&position, Color::White, CaseSplit::default());
            assert_eq!(sets.follow_kings(), is_followed, "{fen}");
        }
    }

    /// Kings that are in each other's way, and little else that moves.
    const WAYS: [&str; 5] = [
        WAY,
        "8/8/1p1p4/1PpPp3/1kPpP3/2pBp1p1/2P1P1P1/1K5B b - - 0 1",
        "8/8/4p1p1/3pPpP1/3PpPk1/1p1pBp2/1P1P1P2/2B3K1 w - - 0 1",
        "8/8/4p1p1/3pPpP1/3PpPk1/1p1pBp2/1P1P1P2/6K1 b - - 0 1",
        "1k6/1p1p1p2/1P1P1P2/3pPpK1/3PpPp1/4P1P1/8/8 b - - 0 1",
    ];

    #[test]
    fn where_kings_are_followed_together_proofs_hold_and_no_mate_arises() {
        let mut numbers = Numbers(3);
        let (mut asked, mut shown, mut visited, mut inside) = (0, 0, 0, 0);
        while asked < 1_500 {
            let Some(position) = changed(&WAYS, &mut numbers) else { continue };
            asked += 1;
            let position = if asked % 2 == 0 { position.flip() } else { position };
            for side in Color::ALL {
                let sets = closed(&position, side, true);
                let invariants = [sets.invariant()];
                assert!(is_closed(&invariants[0]), "{position}, {side}");
                assert_eq!(may_be_mate(&invariants[0]), sets.may_mate(), "{position}, {side}");
                if sets.may_mate() || !closed(&position, side, false).may_mate() {
                    continue;
                }
                shown += 1;
                visited += u32::from(try_proof(&position, side, &invariants));
                let next = position.legal_moves().into_iter().map(|played| position.after(played));
                inside += next.filter(|next| contain(&invariants, next)).count();
            }
        }
        // Whoever changes what is asked about sees it here.
        assert_eq!((shown, visited, inside), (1308, 1308, 3948));
    }
}
