//! Proofs by case analysis, with one invariant for each case.

use super::{CaseSplit, MobilityInvariant, fixpoint::MobilityFixpoint};
use crate::{
    board::{Color, Square},
    position::Position,
};

/// Proves that `side` cannot mate: returns invariants without mate that contain the position, one for each case (Lemma
/// 13).
///
/// `None` means that no proof was found. Positions with an en passant right are left to the search. `depth` is the
/// maximum depth of nested case splits.
pub(in crate::dead) fn prove(
    position: &Position,
    side: Color,
    depth: u32,
) -> Option<Vec<MobilityInvariant>> {
    if position.en_passant().is_some() {
        return None;
    }
    let mut cases = Cases { position, side, invariants: Vec::new() };
    cases.add(CaseSplit::default(), depth).then_some(cases.invariants)
}

/// The invariants of the cases proven so far.
struct Cases<'a> {
    position: &'a Position,
    side: Color,
    invariants: Vec<MobilityInvariant>,
}

impl Cases<'_> {
    /// Adds invariants without mate for this case, with at most `depth` further splits. Returns `false` if there are
    /// none.
    fn add(&mut self, split: CaseSplit, depth: u32) -> bool {
        let mut fixpoint = MobilityFixpoint::new(self.position, self.side, split);
        if fixpoint.close() {
            self.invariants.push(fixpoint.invariant());
            return true;
        }
        self.split_further(&fixpoint, depth)
    }

    /// Splits a case whose sets allow a mate, by the first candidate that leads to a proof.
    fn split_further(&mut self, fixpoint: &MobilityFixpoint, depth: u32) -> bool {
        depth > 0
            && fixpoint.split_candidates.into_iter().any(|start| {
                let before = self.invariants.len();
                let is_proven = self.add_each(fixpoint.split, start, depth - 1);
                if !is_proven {
                    self.invariants.truncate(before);
                }
                is_proven
            })
    }

    /// Proves each case of the piece that starts on `start`: it leaves, or it stays. If staying is not enough as an
    /// assumption, it is split into kept and lost.
    fn add_each(&mut self, split: CaseSplit, start: Square, depth: u32) -> bool {
        let leaves = CaseSplit { leave: split.leave | start.set(), ..split };
        let stays = CaseSplit { stay: split.stay | start.set(), ..split };
        let [kept, lost] = [
            CaseSplit { kept: split.kept | start.set(), ..stays },
            CaseSplit { lost: split.lost | start.set(), ..stays },
        ];
        if !self.add(leaves, depth) {
            return false;
        }
        let before = self.invariants.len();
        self.add(stays, depth) || {
            self.invariants.truncate(before);
            self.add(kept, depth) && self.add(lost, depth)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dead::{
        mobility::{contain, sets::changed},
        rows::{Lcg, try_proof},
    };

    /// Positions with almost immobile pieces, whose kings have one way out.
    const POCKETS: [&str; 9] = [
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

    /// Invariants without mate for the three cases: the first split candidate leaves, is kept and is lost.
    fn kept_or_lost(position: &Position, side: Color) -> Option<Vec<MobilityInvariant>> {
        let mut cases = Cases { position, side, invariants: Vec::new() };
        let mut fixpoint = MobilityFixpoint::new(position, side, CaseSplit::default());
        while fixpoint.grow() {}
        let start = fixpoint.split_candidates.first()?.set();
        let stays = CaseSplit { stay: start, ..CaseSplit::default() };
        [
            CaseSplit { leave: start, ..CaseSplit::default() },
            CaseSplit { kept: start, ..stays },
            CaseSplit { lost: start, ..stays },
        ]
        .into_iter()
        .all(|split| cases.add(split, 0))
        .then_some(cases.invariants)
    }

    #[test]
    fn proofs_with_kept_and_lost_pieces_hold() {
        let mut random = Lcg(2);
        let (mut asked, mut shown, mut visited, mut inside) = (0, 0, 0, 0);
        while asked < 24_000 {
            let Some(position) = changed(&POCKETS, &mut random) else { continue };
            asked += 1;
            let position = if asked % 2 == 0 { position.flip() } else { position };
            for side in Color::ALL {
                let Some(cases) = kept_or_lost(&position, side) else { continue };
                shown += 1;
                visited += u32::from(try_proof(&position, side, &cases));
                let next = position.legal_moves().into_iter().map(|played| position.after(played));
                inside += next.filter(|next| contain(&cases, next)).count();
            }
        }
        assert!(shown > 1_000 && visited > 1_000 && inside > 3_000, "{shown} {visited} {inside}");
    }
}
