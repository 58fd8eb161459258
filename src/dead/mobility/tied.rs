//! Pieces and kings that hold each other: as long as the piece is where it started, so is the king.

use super::{PieceReach, ReachInvariant, fixpoint::ReachFixpoint, is_still};
use crate::{
    board::{Bitboard, Color, Piece, Role, attacks},
    position::Position,
};

impl ReachFixpoint {
    /// Where the pieces start that are tied to this player's king, which never steps to the squares that are guarded
    /// (Lemma 6).
    pub(super) fn tied_to_king(&self, color: Color, guarded: Bitboard) -> Bitboard {
        let king = self.pieces[self.kings[color as usize]].start;
        let open = attacks::king(king) - self.barred(color) - guarded;
        let may_castle = self.castling.iter().any(|(owner, _)| owner == color);
        let is_tied = |reach: &&PieceReach| {
            let Piece { color: owner, role } = reach.piece;
            let own = owner == color;
            let is_stopped =
                !own && role == Role::Pawn && reach.start.offset(0, owner.forward()) == Some(king);
            let attacked = match own {
                true => Bitboard::EMPTY,
                false => attacks::of(role, owner, reach.start, Bitboard::FULL),
            };
            role != Role::King
                && attacks::king(king).contains(reach.start)
                && (is_still(reach) || is_stopped)
                && (open - attacked).is_subset(reach.start.set())
        };
        // Whoever has more than one way out that nothing attacks is tied to nobody.
        if may_castle {
            return Bitboard::EMPTY;
        }
        self.pieces[..self.len].iter().filter(is_tied).map(|reach| reach.start).collect()
    }

    /// The squares of the kings that the piece is tied to, which are in its way.
    pub(super) fn kings_that_hold(&self, reach: &PieceReach) -> Bitboard {
        let holds = |color: &Color| self.tied[*color as usize].contains(reach.start);
        let kings = Color::ALL.into_iter().filter(holds);
        kings.map(|color| self.pieces[self.kings[color as usize]].start).collect()
    }

    /// Whether the piece has been taken if the king to be mated is not where it started.
    pub(super) fn is_gone_without_king(&self, reach: &PieceReach) -> bool {
        self.tied[!self.side as usize].contains(reach.start) && is_still(reach)
    }
}

impl ReachInvariant {
    /// Whether each king is where it started if a piece that is tied to it is (Lemma 6).
    pub(super) fn keeps_ties(&self, position: &Position) -> bool {
        Color::ALL.into_iter().all(|color| {
            let is_there = |start| {
                let mut pieces = self.pieces.iter();
                pieces.any(|reach| reach.start == start && position.at(start) == Some(reach.piece))
            };
            self.starts_as_king(position, color)
                || !self.tied[color as usize].into_iter().any(is_there)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dead::{
            CaseSplit, Certificate,
            chance::Numbers,
            check::{check_certificate, lies_in},
            closure::no_mate_arises,
            guided::GuidedSearch,
            mobility::{by_hand, contain, prove, sets::beside},
        },
        position::Setup,
    };

    /// Which pieces also go where, or are taken (`x`).
    type Goes = &'static [(&'static str, &'static str)];

    fn tied(sets: &mut ReachFixpoint) -> [Bitboard; 2] {
        sets.survey();
        Color::ALL.map(|color| sets.tied_to_king(color, sets.guarded_against(color)))
    }

    /// What is tied to White's king and to Black's.
    #[test]
    fn a_piece_is_tied_to_a_king_that_leaves_only_over_its_square() {
        let rows: [(&str, Goes, [&str; 2]); 20] = [
            ("k7/P7/2P5/8/8/8/8/7K", &[], ["", "a7"]),
            ("k7/P7/2P5/8/8/8/8/7K", &[("a8", "a7 b8"), ("a7", "x")], ["", "a7"]),
            ("k7/P7/8/8/8/8/8/7K", &[], ["", ""]),
            // Who guards the square has to be there.
            ("k7/P7/2P5/8/8/8/8/7K", &[("c6", "x")], ["", ""]),
            ("k7/P7/2P5/8/8/8/8/7K", &[("c6", "c7")], ["", ""]),
            // A piece of its own, a king, and a rook behind a piece that may come in between.
            ("k7/Pb6/8/8/8/8/8/7K", &[], ["", "a7 b7"]),
            ("k7/Pb6/8/8/8/8/8/7K", &[("b7", "c6")], ["", ""]),
            ("k7/P7/1K6/8/8/8/8/8", &[], ["", "a7"]),
            ("k7/P7/1K6/8/8/8/8/8", &[("b6", "c6 b5")], ["", ""]),
            ("k7/P6R/8/8/8/8/8/7K", &[], ["", "a7"]),
            ("k7/P6R/8/8/8/8/2n5/7K", &[("c2", "e7")], ["", ""]),
            // White's king, and Black's pawn.
            ("8/8/8/8/8/5p2/7p/5BRK", &[], ["h2", ""]),
            // A pawn that takes on its way, and one that would have come from behind.
            ("k7/P7/2P5/8/8/8/8/7K", &[("a7", "b8")], ["", "a7"]),
            ("1k6/P1P5/P1P5/8/8/8/8/7K", &[("a7", "b8")], ["", ""]),
            // Other pieces that never move: one of its own that may be taken, and one that guards.
            ("kr6/1p6/1P6/8/8/8/8/7K", &[("b8", "x"), ("a8", "b8")], ["", "b8"]),
            ("kr6/1p6/1P6/8/8/8/8/7K", &[("b8", "c8")], ["", ""]),
            ("kr6/1p6/8/8/8/8/8/7K", &[("b8", "x")], ["", ""]),
            ("kr6/1p6/1P6/8/8/8/8/7K", &[("b8", "x"), ("b7", "x")], ["", ""]),
            ("kR6/1p6/1P6/8/8/8/8/7K", &[("b8", "x")], ["", "b8"]),
            ("k7/R7/8/1N6/8/8/8/7K", &[("a7", "x")], ["", ""]),
        ];
        for (board, goes, expected) in rows {
            let found = tied(&mut by_hand::sets(board, goes));
            assert_eq!(found, expected.map(by_hand::squares), "{board} {goes:?}");
        }
    }

    #[test]
    fn a_king_that_may_castle_leaves_otherwise() {
        for (fen, expected) in [
            ("4k2r/3pPp2/3P1P2/8/8/8/8/4K3 w k - 0 1", ""),
            ("4k2r/3pPp2/3P1P2/8/8/8/8/4K3 w - - 0 1", "e7"),
            ("4k2r/3pPp2/3P1P2/8/8/8/8/R3K3 w Q - 0 1", "e7"),
        ] {
            let position = Position::composed(&fen.parse().unwrap()).unwrap();
            let mut sets = ReachFixpoint::new(&position, Color::White, CaseSplit::default());
            let [_, black] = tied(&mut sets);
            assert_eq!(black & by_hand::squares("e7"), by_hand::squares(expected), "{fen}");
        }
    }

    /// Kings and what is tied to them, and little else that moves.
    const TIES: [&str; 9] = [
        "k7/P1p5/1pP5/1Pp1p1p1/1pP1P1P1/1Pp5/2P5/1K6 w - - 0 1",
        "7k/5p1P/5Pp1/1p1p1pP1/1P1P1P2/8/8/6K1 b - - 0 1",
        "8/4k3/2p1P1p1/1pPp1pP1/1P1P1P2/8/4K3/8 b - - 0 1",
        "k7/P1p5/K1P5/8/8/8/8/8 b - - 0 1",
        "6bk/6pP/6P1/1p4p1/1P4P1/8/8/K7 b - - 0 1",
        "kb6/P1p5/2P5/p6p/P6P/8/8/3K4 w - - 0 1",
        "krb5/1p1p4/1P1P4/3p3p/3P1K1P/8/8/6B1 w - - 0 1",
        "krb5/1p1p4/1P1P4/8/8/8/8/5KB1 w - - 0 1",
        "8/5B2/8/2k2p2/p2p1P2/P2P1p1p/5P1P/5BRK w - - 0 1",
    ];

    /// One of these, and what has been changed of it.
    fn changed(numbers: &mut Numbers) -> Option<Position> {
        let setup: Setup = TIES[numbers.below(TIES.len())].parse().unwrap();
        let start = Position::composed(&setup).unwrap();
        (0..numbers.below(4)).try_fold(start, |position, _| beside(&position, numbers))
    }

    #[test]
    fn where_pieces_are_tied_to_kings_proofs_hold_and_no_mate_arises() {
        let mut numbers = Numbers(2);
        let (mut asked, mut shown, mut visited, mut inside) = (0, 0, 0, 0);
        while asked < 6_000 {
            let Some(position) = changed(&mut numbers) else { continue };
            asked += 1;
            let position = if asked % 2 == 0 { position.flip() } else { position };
            for side in Color::ALL {
                let Some(cases) = prove(&position, side, 1) else { continue };
                if cases.iter().all(|invariant| invariant.tied == [Bitboard::EMPTY; 2]) {
                    continue;
                }
                shown += 1;
                for played in position.legal_moves() {
                    let next = position.after(played);
                    let lies = contain(&cases, &next);
                    let checked = cases.iter().all(|invariant| lies_in(&next, invariant));
                    assert_eq!(lies, checked, "{next} in those of {position}, {side}");
                    inside += u32::from(lies);
                }
                let certificate = Certificate::Mobility(cases);
                assert!(check_certificate(&position, side, &certificate), "{position}, {side}");
                match no_mate_arises(&position, side, 5_000) {
                    Some(holds) => {
                        assert!(holds, "{position}, {side}");
                        visited += 1;
                    }
                    None => {
                        let line = GuidedSearch::new(&position, side).run(8_192).0;
                        assert_eq!(line, None, "{position}, {side}");
                    }
                }
            }
        }
        // Whoever changes what is asked about sees it here.
        assert_eq!((shown, visited, inside), (1852, 1852, 4290));
    }
}
