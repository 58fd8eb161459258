//! A king before a pawn that it can only take: the pawn is never pushed.

use super::{PieceReach, ReachInvariant, fixpoint::ReachFixpoint, is_still};
use crate::{
    board::{Bitboard, Color, Piece, Role, attacks},
    position::Position,
};

impl ReachFixpoint {
    /// Where pawns started before which a king stands as long as they are there, if kings never step to
    /// these squares (Lemma 6).
    pub(super) fn blockaded_by_kings(&self, guarded: [Bitboard; 2]) -> Bitboard {
        let blockaded = |color: Color| {
            let king = self.pieces[self.kings[color as usize]].start;
            let pawn = king.set().shift(8 * i32::from(color.forward()));
            let shut =
                pawn | attacks::pawns(!color, pawn) | self.barred(color) | guarded[color as usize];
            let may_castle = self.castling.iter().any(|(owner, _)| owner == color);
            let is_pawn = |reach: &PieceReach| {
                pawn.contains(reach.start)
                    && reach.piece == Piece { color: !color, role: Role::Pawn }
            };
            let stays = attacks::king(king).is_subset(shut)
                && !may_castle
                && self.pieces[..self.len].iter().any(is_pawn);
            if stays { pawn } else { Bitboard::EMPTY }
        };
        blockaded(Color::White) | blockaded(Color::Black)
    }

    /// Whether the piece is such a pawn, and nowhere else.
    pub(super) fn is_blockaded(&self, reach: &PieceReach) -> bool {
        self.blockaded.contains(reach.start) && is_still(reach)
    }
}

impl ReachInvariant {
    /// Whether kings are still before such pawns, if these are where they started (Lemma 6).
    pub(super) fn keeps_blockades(&self, position: &Position) -> bool {
        self.blockaded.into_iter().all(|start| {
            let pawns = self.pieces.iter().filter(|pawn| pawn.start == start);
            pawns.into_iter().all(|pawn| {
                let Piece { color, .. } = pawn.piece;
                position.at(start) != Some(pawn.piece)
                    || start.offset(0, color.forward()) == Some(position.king(!color))
            })
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

    #[test]
    fn a_king_blockades_a_pawn_that_it_can_only_take() {
        let rows: [(&str, Goes, &str); 13] = [
            ("k7/P7/2P5/8/8/8/8/7K", &[], "a7"),
            ("k7/P7/2P5/8/8/8/8/7K", &[("a8", "a7 b8"), ("a7", "x")], "a7"),
            ("k7/P7/8/8/8/8/8/7K", &[], ""),
            // Who guards the square has to be there.
            ("k7/P7/2P5/8/8/8/8/7K", &[("c6", "x")], ""),
            ("k7/P7/2P5/8/8/8/8/7K", &[("c6", "c7")], ""),
            // A piece of its own, a king, and a rook behind a piece that may come in between.
            ("k7/Pb6/8/8/8/8/8/7K", &[], "a7"),
            ("k7/Pb6/8/8/8/8/8/7K", &[("b7", "c6")], ""),
            ("k7/P7/1K6/8/8/8/8/8", &[], "a7"),
            ("k7/P7/1K6/8/8/8/8/8", &[("b6", "c6 b5")], ""),
            ("k7/P6R/8/8/8/8/8/7K", &[], "a7"),
            ("k7/P6R/8/8/8/8/2n5/7K", &[("c2", "e7")], ""),
            // Black's pawn, and a piece that is none.
            ("8/8/8/8/8/5p2/7p/5BRK", &[], "h2"),
            ("k7/N1p5/2P5/8/8/8/8/7K", &[], ""),
        ];
        for (board, goes, expected) in rows {
            let sets = by_hand::sets(board, goes);
            let guarded = Color::ALL.map(|color| sets.guarded_against(color));
            let found = sets.blockaded_by_kings(guarded);
            assert_eq!(found, by_hand::squares(expected), "{board} {goes:?}");
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
            sets.survey();
            let guarded = Color::ALL.map(|color| sets.guarded_against(color));
            let found = sets.blockaded_by_kings(guarded);
            assert_eq!(found, by_hand::squares(expected), "{fen}");
        }
    }

    /// Kings before pawns, and little else that moves.
    const BLOCKADES: [&str; 6] = [
        "k7/P1p5/1pP5/1Pp1p1p1/1pP1P1P1/1Pp5/2P5/1K6 w - - 0 1",
        "7k/5p1P/5Pp1/1p1p1pP1/1P1P1P2/8/8/6K1 b - - 0 1",
        "8/4k3/2p1P1p1/1pPp1pP1/1P1P1P2/8/4K3/8 b - - 0 1",
        "k7/P1p5/K1P5/8/8/8/8/8 b - - 0 1",
        "6bk/6pP/6P1/1p4p1/1P4P1/8/8/K7 b - - 0 1",
        "kb6/P1p5/2P5/p6p/P6P/8/8/3K4 w - - 0 1",
    ];

    /// A blockade and what has been changed of it.
    fn blockade(numbers: &mut Numbers) -> Option<Position> {
        let setup: Setup = BLOCKADES[numbers.below(BLOCKADES.len())].parse().unwrap();
        let start = Position::composed(&setup).unwrap();
        (0..numbers.below(4)).try_fold(start, |position, _| beside(&position, numbers))
    }

    #[test]
    fn where_kings_blockade_pawns_proofs_hold_and_no_mate_arises() {
        let mut numbers = Numbers(2);
        let (mut asked, mut shown, mut visited, mut inside) = (0, 0, 0, 0);
        while asked < 6_000 {
            let Some(position) = blockade(&mut numbers) else { continue };
            asked += 1;
            let position = if asked % 2 == 0 { position.flip() } else { position };
            for side in Color::ALL {
                let Some(cases) = prove(&position, side, 1) else { continue };
                if cases.iter().all(|invariant| invariant.blockaded.is_empty()) {
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
        assert_eq!((shown, visited, inside), (1846, 1846, 3702));
    }
}
