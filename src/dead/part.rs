//! Parts of the solver that can be switched off to measure their value.

/// A part of the solver, for [`Solver::without`](super::Solver::without).
///
/// Without a part fewer positions are decided within a limit, or later. The answers do not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Playouts towards a corner, for a side with minor pieces only.
    Corners,
    /// Playouts that plan mates by a queen or a rook.
    Plans,
    /// Playouts during the search.
    LaterPlayouts,
    /// Queues with a penalty for positions that resemble many others.
    SimilarityPenalty,
    /// All proofs by reachability (Lemmas 3 to 13).
    Invariants,
    /// Pawns face to face (Lemma 6).
    FacingPawns,
    /// Checks that cannot be left (Lemma 8).
    StandingChecks,
    /// Mates by pieces of the opponent that come from their starts (Lemma 9).
    MatesFromHome,
    /// King moves that leave the opponent without a move (Lemma 10).
    LastSteps,
    /// Case splits (Lemmas 12 and 13).
    Cases,
    /// Proofs by abstraction (Lemma 15).
    Abstraction,
    /// Pawn moves that run out (Lemma 16).
    Tempo,
}

impl Part {
    /// All parts, in declaration order.
    pub const ALL: [Part; 12] = [
        Part::Corners,
        Part::Plans,
        Part::LaterPlayouts,
        Part::SimilarityPenalty,
        Part::Invariants,
        Part::FacingPawns,
        Part::StandingChecks,
        Part::MatesFromHome,
        Part::LastSteps,
        Part::Cases,
        Part::Abstraction,
        Part::Tempo,
    ];

    /// The name of the part on the command line, such as `facing-pawns`.
    pub const fn name(self) -> &'static str {
        match self {
            Part::Corners => "corners",
            Part::Plans => "plans",
            Part::LaterPlayouts => "later-playouts",
            Part::SimilarityPenalty => "similarity-penalty",
            Part::Invariants => "invariants",
            Part::FacingPawns => "facing-pawns",
            Part::StandingChecks => "standing-checks",
            Part::MatesFromHome => "mates-from-home",
            Part::LastSteps => "last-steps",
            Part::Cases => "cases",
            Part::Abstraction => "abstraction",
            Part::Tempo => "tempo",
        }
    }
}

/// A set of parts that are switched off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Without(u16);

impl Without {
    pub(super) fn new(parts: &[Part]) -> Without {
        Without(parts.iter().fold(0, |all, &part| all | 1 << part as u16))
    }

    #[inline]
    pub(super) const fn has(self, part: Part) -> bool {
        self.0 >> part as u16 & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Color, dead::Solver};

    /// A wall of pawns. Reachability decides it at once, and without it a long search is needed.
    #[test]
    fn a_part_that_is_switched_off_decides_nothing() {
        let position = "8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1".parse().unwrap();
        for part in Part::ALL {
            let (answer, _) = Solver::without(&[part]).search(&position, Color::White, 100);
            let expected = (part != Part::Invariants).then_some(false);
            assert_eq!(answer.decided(), expected, "without {}", part.name());
        }
        let (answer, _) = Solver::without(&[]).search(&position, Color::White, 100);
        assert_eq!(answer.decided(), Some(false));
    }

    #[test]
    fn each_part_has_a_name_and_a_place_of_its_own() {
        for (index, part) in Part::ALL.into_iter().enumerate() {
            let without = Without::new(&[part]);
            let off: Vec<Part> = Part::ALL.into_iter().filter(|&one| without.has(one)).collect();
            assert_eq!(off, [part]);
            assert!(Part::ALL[..index].iter().all(|other| other.name() != part.name()));
        }
    }
}
