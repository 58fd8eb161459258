//! The order of cases in a run.

use std::num::NonZero;

use lawbook_catalogue::{Case, digest};
use lawbook_faults::parallel::processors;

/// The order of cases and the number of threads of a run. The threads affect neither the questions to a library nor
/// their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Seed for shuffling the cases; without a seed they are in the order of the catalogue.
    pub seed: Option<u64>,
    /// Maximum number of threads.
    pub threads: NonZero<usize>,
}

impl Default for Sequence {
    /// The order of the catalogue, on all processors.
    fn default() -> Sequence {
        let threads = NonZero::new(processors()).unwrap_or(NonZero::<usize>::MIN);
        Sequence { seed: None, threads }
    }
}

impl Sequence {
    /// Returns the indices of the cases in the order of the run.
    ///
    /// With a seed, the cases are sorted by the [`digest`] of the text `SEED:ID:SEED`, where the seed has twenty
    /// digits. The relative order of two cases is therefore independent of the others.
    pub(super) fn of(self, cases: &[&Case]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..cases.len()).collect();
        if let Some(seed) = self.seed {
            let key = |&place: &usize| {
                let id = &cases[place].id;
                (digest([&format!("{seed:020}:{id}:{seed:020}")]), id)
            };
            order.sort_by_cached_key(key);
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawbook_catalogue::Catalogue;

    #[test]
    fn a_seed_orders_cases_independently_of_the_selection() {
        let catalogue = Catalogue::embedded();
        let cases: Vec<&Case> = catalogue.cases.iter().collect();
        let seeded = |seed| Sequence { seed, ..Sequence::default() };
        let ids = |seed, cases: &[&Case]| -> Vec<String> {
            seeded(seed).of(cases).into_iter().map(|place| cases[place].id.clone()).collect()
        };
        let all = ids(None, &cases);
        assert_eq!(all, cases.iter().map(|case| case.id.clone()).collect::<Vec<_>>());
        let shuffled = [0, 1, 2, u64::MAX].map(|seed| ids(Some(seed), &cases));
        for (place, one) in shuffled.iter().enumerate() {
            let mut sorted = [one.clone(), all.clone()];
            sorted.iter_mut().for_each(|list| list.sort_unstable());
            assert_eq!(sorted[0], sorted[1]);
            let neighbours = one.windows(2).filter(|two| {
                let at = |id| all.iter().position(|other| other == id);
                at(&two[0]).zip(at(&two[1])).is_some_and(|(one, other)| one + 1 == other)
            });
            assert!(neighbours.count() < all.len() / 20);
            assert!(!shuffled[..place].contains(one) && *one != all);
        }
        let some: Vec<&Case> = cases.iter().copied().step_by(3).collect();
        let mut expected = shuffled[1].clone();
        expected.retain(|id| some.iter().any(|case| case.id == *id));
        assert_eq!(ids(Some(1), &some), expected);
    }
}
