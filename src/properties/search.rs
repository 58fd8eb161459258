//! Looking for disagreements: game after game, each decided by a seed and its number.

use std::collections::{BTreeMap, btree_map::Entry};

use proptest::{
    strategy::{SBoxedStrategy, Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};

use super::{
    Comparison, Diagnosis, Disagreement, Plan, Sighting, Strategist, shrink, subject::Subject,
};
use crate::{
    adapter::Implementation,
    catalogue::{Deviation, Occasion},
};

/// The longest game, in plies.
const PLIES: usize = 120;

/// A search for what libraries and the reference do not say alike.
pub struct Search<'a> {
    libraries: &'a [Box<dyn Implementation>],
    groups: Vec<Comparison<'a>>,
    strategies: Vec<(Subject, SBoxedStrategy<Plan>)>,
    known: &'a [Deviation],
    seed: u64,
}

/// What came of some games.
#[derive(Debug, Default)]
pub struct Found {
    /// The plies played.
    pub plies: usize,
    /// The first disagreement of each diagnosis.
    pub first: BTreeMap<Diagnosis, Disagreement>,
    /// How often each diagnosis was met.
    pub times: BTreeMap<Diagnosis, usize>,
    /// How often a known deviation was met.
    pub known: usize,
}

impl<'a> Search<'a> {
    /// A search with these strategies; what a known deviation explains is no disagreement.
    pub fn new(
        libraries: &'a [Box<dyn Implementation>],
        strategists: &[Strategist],
        known: &'a [Deviation],
        seed: u64,
    ) -> Search<'a> {
        let strategies = strategists.iter().map(|one| (one.subject, one.plans(PLIES))).collect();
        Search { libraries, groups: Comparison::groups(libraries), strategies, known, seed }
    }

    /// Plays the game of this number and adds what it shows; the strategies take turns.
    pub fn game(&self, number: u64, found: &mut Found) {
        let Some((subject, plan)) = self.plan(number) else { return };
        if subject == Subject::Games {
            for group in &self.groups {
                found.plies += group.game(&plan, &mut |seen| self.note_sighting(seen, found));
            }
        }
        for trial in subject.trials(&plan) {
            found.plies += 1;
            for library in self.libraries {
                let seen = trial.put_to(library.as_ref());
                seen.into_iter().for_each(|seen| self.note(seen, found));
            }
        }
    }

    /// The same disagreement, made small.
    pub fn shrink(&self, found: Disagreement) -> Disagreement {
        let library = self.libraries.iter().find(|one| one.about().name == found.library);
        match library {
            Some(library) => shrink(library.as_ref(), found, &|one| one.is_known(self.known)),
            None => found,
        }
    }

    pub(super) fn plan(&self, number: u64) -> Option<(Subject, Plan)> {
        let place = number as usize % self.strategies.len().max(1);
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&number.to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
        let config = Config { failure_persistence: None, ..Config::default() };
        let mut runner = TestRunner::new_with_rng(config, rng);
        let (subject, plans) = self.strategies.get(place)?;
        Some((*subject, plans.new_tree(&mut runner).ok()?.current()))
    }

    /// Takes a disagreement down.
    fn note(&self, seen: Disagreement, found: &mut Found) {
        if seen.is_known(self.known) {
            found.known += 1;
            return;
        }
        let diagnosis = seen.diagnosis();
        *found.times.entry(diagnosis.clone()).or_default() += 1;
        found.first.entry(diagnosis).or_insert(seen);
    }

    /// Takes down what was met in a game; most of it is known, and nothing is kept of that.
    fn note_sighting(&self, seen: &Sighting<'_>, found: &mut Found) {
        let Sighting { library, setup, moves, question, difference, .. } = *seen;
        let occasion = Occasion::new(setup, moves, &[], question);
        if self.known.iter().any(|known| known.explains(library, &occasion)) {
            found.known += 1;
            return;
        }
        let diagnosis = Diagnosis::new(library, setup, question, difference);
        *found.times.entry(diagnosis.clone()).or_default() += 1;
        if let Entry::Vacant(first) = found.first.entry(diagnosis) {
            let whom = self.libraries.iter().find(|one| one.about().name == library);
            let again = whom
                .and_then(|whom| Disagreement::at(whom.as_ref(), seen.line(), question.clone()));
            again.map(|again| first.insert(again));
        }
    }
}

impl Found {
    /// Adds what came of later games.
    pub fn merge(&mut self, later: Found) {
        self.plies += later.plies;
        self.known += later.known;
        for (diagnosis, disagreement) in later.first {
            self.first.entry(diagnosis).or_insert(disagreement);
        }
        for (diagnosis, times) in later.times {
            *self.times.entry(diagnosis).or_default() += times;
        }
    }
}
