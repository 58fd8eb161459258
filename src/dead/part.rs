//! Parts of the solver that can be switched off, to measure what each of them is worth.

/// A part of the solver, named for [`Solver::without`](super::Solver::without).
///
/// Without one of them fewer positions are decided within a limit, or later, and no answer that is given is another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Quick games that aim at a corner where a side has minor pieces only.
    Corners,
    /// Quick games in which a queen or a rook is brought to where it would mate.
    Plans,
    /// More quick games while positions are searched.
    LaterPlayouts,
    /// Queues in which positions that look like many others come later.
    Crowds,
    /// All proofs by where pieces can get to (Lemmas 3 to 14).
    Invariants,
    /// Pawns that face each other on a file (Lemma 6).
    FacingPawns,
    /// A check that cannot be left (Lemma 8).
    StandingChecks,
    /// Mates by pieces of the loser that have not moved before (Lemma 9).
    MatesFromHome,
    /// A last piece that is taken at once (Lemma 10).
    Recaptures,
    /// Steps of a king that leave the opponent without a move (Lemma 11).
    LastSteps,
    /// Proofs split into cases (Lemmas 13 and 14).
    Cases,
    /// Pieces of the loser that play no part (Lemma 16).
    Spares,
    /// Pawn moves that run out (Lemma 17).
    Tempo,
}

impl Part {
    /// All of them, in the order of their declaration.
    pub const ALL: [Part; 13] = [
        Part::Corners,
        Part::Plans,
        Part::LaterPlayouts,
        Part::Crowds,
        Part::Invariants,
        Part::FacingPawns,
        Part::StandingChecks,
        Part::MatesFromHome,
        Part::Recaptures,
        Part::LastSteps,
        Part::Cases,
        Part::Spares,
        Part::Tempo,
    ];

    /// The name of the part, such as `facing-pawns`.
    pub const fn name(self) -> &'static str {
        match self {
            Part::Corners => "corners",
            Part::Plans => "plans",
            Part::LaterPlayouts => "later-playouts",
            Part::Crowds => "crowds",
            Part::Invariants => "invariants",
            Part::FacingPawns => "facing-pawns",
            Part::StandingChecks => "standing-checks",
            Part::MatesFromHome => "mates-from-home",
            Part::Recaptures => "recaptures",
            Part::LastSteps => "last-steps",
            Part::Cases => "cases",
            Part::Spares => "spares",
            Part::Tempo => "tempo",
        }
    }
}

/// The parts that are switched off.
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

    /// A wall of pawns, which is decided at once by where the pieces can get to, and otherwise by a long search.
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
