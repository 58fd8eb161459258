//! Looking for disagreements: game after game, each decided by a seed and its number.

use std::collections::{BTreeMap, btree_map::Entry};

use proptest::{
    strategy::{SBoxedStrategy, Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};

use super::{
    AnswerDifference, Comparison, Diagnosis, Divergence, IsLate, Plan, Played, Sighting,
    Strategist, Unstable, plan::Subject, shrink, trial::Trial,
};
use crate::{
    adapter::{About, Implementation, RequestLog},
    catalogue::{Deviation, Occasion},
    position::{Move, Setup},
    question::Question,
    rules::Act,
};

/// The longest game, in plies.
const PLIES: usize = 120;

/// A search for what libraries and the reference do not say alike.
pub struct Search<'a> {
    libraries: &'a [Box<dyn Implementation>],
    groups: Vec<Comparison<'a>>,
    strategies: Vec<(Subject, SBoxedStrategy<Plan>)>,
    known: Vec<Deviation>,
    seed: u64,
    is_late: IsLate<'a>,
}

/// The time is not limited.
const NEVER: IsLate<'static> = &|| false;

/// An answer of a library, and in what it differs from the right one; in nothing if it agrees.
pub(super) struct Observation<'a> {
    pub(super) library: &'a str,
    pub(super) setup: &'a Setup,
    pub(super) moves: &'a [Move],
    pub(super) acts: &'a [Act],
    pub(super) question: &'a Question,
    pub(super) difference: Option<AnswerDifference>,
}

/// What came of some games.
#[derive(Debug, Default)]
pub struct SearchOutcome {
    /// The games played.
    pub games: u64,
    /// The plies played.
    pub plies: usize,
    /// The first disagreement of each diagnosis.
    pub first: BTreeMap<Diagnosis, Divergence>,
    /// What the process of each library that was the first with a diagnosis had been sent before.
    requests: BTreeMap<Diagnosis, RequestLog>,
    /// Answers that a library did not give again, by diagnosis.
    pub unstable: BTreeMap<Diagnosis, Unstable>,
    /// How often each diagnosis was met.
    pub times: BTreeMap<Diagnosis, usize>,
    /// How often a known deviation was met.
    pub known: usize,
    /// The texts that were read loosely, which is no disagreement: how many with each diagnosis, and the shortest.
    pub lenient: BTreeMap<Diagnosis, (usize, Divergence)>,
}

impl<'a> Search<'a> {
    /// A search with these strategies; what a known deviation of the version that is asked explains is no
    /// disagreement.
    pub fn new(
        libraries: &'a [Box<dyn Implementation>],
        strategists: &[Strategist],
        known: &[Deviation],
        seed: u64,
    ) -> Search<'a> {
        let strategies = strategists.iter().map(|one| (one.subject, one.plans(PLIES))).collect();
        let groups = Comparison::groups(libraries);
        let abouts: Vec<About> = libraries.iter().map(|one| one.about()).collect();
        let is_about_one = |known: &&Deviation| {
            let mut named = abouts.iter().filter(|about| about.name == known.implementation);
            named.any(|about| known.is_about(&about.version))
        };
        let known = known.iter().filter(is_about_one).cloned().collect();
        Search { libraries, groups, strategies, known, seed, is_late: NEVER }
    }

    /// The same search, in which nothing is played or made smaller once the time is up; the question that is being asked
    /// is waited for.
    #[must_use]
    pub fn until(self, is_late: IsLate<'a>) -> Search<'a> {
        Search { is_late, ..self }
    }

    /// Whether the time of the search is up.
    pub fn is_late(&self) -> bool {
        (self.is_late)()
    }

    /// Plays the game of this number and adds what it shows; the strategies take turns.
    ///
    /// The first game shows as well what failed before it.
    pub fn game(&self, number: u64, found: &mut SearchOutcome) {
        if number == 0 {
            for (library, failure) in self.groups.iter().flat_map(Comparison::failures) {
                self.note(library, failure, found);
            }
        }
        if self.is_late() {
            return;
        }
        let Some((subject, plan)) = self.plan(number) else { return };
        found.games += 1;
        if subject == Subject::Games {
            for group in &self.groups {
                let mut note = |seen: &Sighting<'_>| self.note_sighting(seen, found);
                let plies = group.game_until(&plan, self.is_late, &mut note);
                found.plies += plies;
            }
        }
        for trial in subject.trials(&plan) {
            if self.is_late() {
                break;
            }
            found.plies += 1;
            for library in self.libraries {
                let seen = trial.put_to(library.as_ref());
                seen.into_iter().for_each(|seen| self.note(library.as_ref(), seen, found));
            }
        }
    }

    /// The game of this number, as it is played before anybody is asked; none if there is no strategy.
    pub fn played(&self, number: u64) -> Option<Played> {
        self.plan(number).map(|(_, plan)| plan.play())
    }

    /// Plays the game of this number, and calls `visit` with every answer that differs or agrees.
    pub(super) fn observe(&self, number: u64, visit: &mut dyn FnMut(&Observation<'_>)) {
        if self.is_late() {
            return;
        }
        let Some((subject, plan)) = self.plan(number) else { return };
        if subject == Subject::Games {
            for group in &self.groups {
                group.observe(&plan, &mut |seen| {
                    let Sighting { library, setup, line, question, difference, .. } = *seen;
                    let moves = line.moves();
                    visit(&Observation { library, setup, moves, acts: &[], question, difference });
                });
            }
        }
        for trial in subject.trials(&plan) {
            let moves: Vec<Move> = trial.acts.iter().filter_map(Act::played).collect();
            for library in self.libraries {
                let seen = trial.put_to(library.as_ref()).filter(|seen| !seen.is_lenient);
                let difference = seen.map(|seen| seen.difference);
                if difference.is_some() || trial.is_answered_rightly(library.as_ref()) {
                    let Trial { setup, acts, question } = &trial;
                    let library = &library.about().name;
                    visit(&Observation {
                        library,
                        setup,
                        moves: &moves,
                        acts,
                        question,
                        difference,
                    });
                }
            }
        }
    }

    /// Whether a known deviation explains what a library says on this occasion.
    pub(super) fn is_known(&self, library: &str, occasion: &Occasion<'_>) -> bool {
        self.known.iter().any(|known| known.explains(library, occasion))
    }

    /// The same disagreement, made small.
    pub fn shrink(&self, found: Divergence) -> Divergence {
        self.shrink_until(found, self.is_late)
    }

    /// The same disagreement, made small as far as there is time for it. One that a new process does not repeat when it
    /// is small is left as it was.
    pub fn shrink_until(&self, found: Divergence, is_late: IsLate<'_>) -> Divergence {
        let Some(library) = self.library(&found.library) else { return found };
        let small = shrink(library, found.clone(), &|one| one.is_known(&self.known), is_late);
        let is_same = small.line == found.line && small.question == found.question;
        if is_same || small.is_repeated(library) != Some(false) { small } else { found }
    }

    fn library(&self, name: &str) -> Option<&dyn Implementation> {
        named(self.libraries, name)
    }

    fn plan(&self, number: u64) -> Option<(Subject, Plan)> {
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
    fn note(&self, library: &dyn Implementation, seen: Divergence, found: &mut SearchOutcome) {
        if seen.is_known(&self.known) {
            found.known += 1;
            return;
        }
        let diagnosis = seen.diagnosis();
        if seen.is_lenient {
            note_leniency(diagnosis, (1, seen), &mut found.lenient);
            return;
        }
        self.count(library, diagnosis, seen, found);
    }

    /// Counts a disagreement: the first of its diagnosis is kept, or taken for unstable if the library does not repeat it.
    fn count(
        &self,
        library: &dyn Implementation,
        diagnosis: Diagnosis,
        seen: Divergence,
        found: &mut SearchOutcome,
    ) {
        if !found.first.contains_key(&diagnosis) {
            let requests = library.requests(&seen.question, &seen.said);
            let (line, question) = (seen.line.clone(), seen.question.clone());
            let again = Divergence::or_nothing(library, line, question);
            let is_repeated = again
                .is_none_or(|again| again.is_some_and(|again| again.difference == seen.difference));
            if !is_repeated {
                let unstable = Unstable { found: seen, requests, times: 1 };
                note_unstable(diagnosis, unstable, &mut found.unstable);
                return;
            }
            found.requests.extend(requests.map(|requests| (diagnosis.clone(), requests)));
            found.first.insert(diagnosis.clone(), seen);
        }
        *found.times.entry(diagnosis).or_default() += 1;
    }

    /// Takes down what was met in a game; most of it is known, and nothing is kept of that.
    fn note_sighting(&self, seen: &Sighting<'_>, found: &mut SearchOutcome) {
        let Sighting { library, setup, line, question, difference, said, .. } = *seen;
        let Some(difference) = difference else { return };
        let occasion = Occasion::along(setup, line, question);
        if self.is_known(library, &occasion) {
            found.known += 1;
            return;
        }
        let diagnosis = Diagnosis::new(library, setup, question, difference);
        if found.first.contains_key(&diagnosis) {
            *found.times.entry(diagnosis).or_default() += 1;
        } else if let Some(whom) = self.library(library) {
            let (line, question) = (seen.situation(), question.clone());
            let seen = Divergence::of(whom, line, question, said.clone());
            if let Some(seen) = seen.filter(|seen| seen.difference == difference) {
                self.count(whom, diagnosis, seen, found);
            }
        }
    }
}

fn named<'a>(
    libraries: &'a [Box<dyn Implementation>],
    name: &str,
) -> Option<&'a dyn Implementation> {
    libraries.iter().find(|one| one.about().name == name).map(AsRef::as_ref)
}

impl SearchOutcome {
    /// Asks the libraries for each first disagreement again in a new process; those that are not repeated there are
    /// unstable.
    pub fn confirm(&mut self, libraries: &[Box<dyn Implementation>]) {
        for (diagnosis, first) in std::mem::take(&mut self.first) {
            let library = named(libraries, &diagnosis.library);
            if library.and_then(|library| first.is_repeated(library)) != Some(false) {
                self.first.insert(diagnosis, first);
                continue;
            }
            let times = self.times.get(&diagnosis).copied().unwrap_or_default();
            let requests = self.requests.remove(&diagnosis);
            note_unstable(
                diagnosis,
                Unstable { found: first, requests, times },
                &mut self.unstable,
            );
        }
    }

    /// Takes out the diagnoses whose first disagreement one of these deviations explains.
    pub fn explain(&mut self, known: &[Deviation]) {
        let (times, counted) = (&mut self.times, &mut self.known);
        self.first.retain(|diagnosis, first| {
            let is_known = first.is_known(known);
            if is_known {
                *counted += times.remove(diagnosis).unwrap_or_default();
            }
            !is_known
        });
    }

    /// Adds what came of later games.
    pub fn merge(&mut self, later: SearchOutcome) {
        self.games += later.games;
        self.plies += later.plies;
        self.known += later.known;
        for (diagnosis, disagreement) in later.first {
            self.first.entry(diagnosis).or_insert(disagreement);
        }
        for (diagnosis, requests) in later.requests {
            self.requests.entry(diagnosis).or_insert(requests);
        }
        for (diagnosis, unstable) in later.unstable {
            note_unstable(diagnosis, unstable, &mut self.unstable);
        }
        for (diagnosis, times) in later.times {
            *self.times.entry(diagnosis).or_default() += times;
        }
        for (diagnosis, seen) in later.lenient {
            note_leniency(diagnosis, seen, &mut self.lenient);
        }
    }
}

/// Adds an answer that was not given again; the first of a diagnosis is kept.
fn note_unstable(
    diagnosis: Diagnosis,
    unstable: Unstable,
    all: &mut BTreeMap<Diagnosis, Unstable>,
) {
    match all.entry(diagnosis) {
        Entry::Vacant(free) => drop(free.insert(unstable)),
        Entry::Occupied(mut there) => there.get_mut().times += unstable.times,
    }
}

/// Adds so many texts that were read loosely, of which this is the shortest.
fn note_leniency(
    diagnosis: Diagnosis,
    (times, shortest): (usize, Divergence),
    all: &mut BTreeMap<Diagnosis, (usize, Divergence)>,
) {
    let length = |one: &Divergence| one.question.to_string().len();
    match all.entry(diagnosis) {
        Entry::Vacant(free) => {
            free.insert((times, shortest));
        }
        Entry::Occupied(mut there) => {
            let (counted, kept) = there.get_mut();
            *counted += times;
            if length(&shortest) < length(kept) {
                *kept = shortest;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::{
        adapter::{Reference, Response, Situation},
        properties::STRATEGISTS,
        question::{Answer, GameQuestion},
        rules::{Decision, Termination},
    };

    /// The reference, for which a draw can be claimed after every end of the game.
    struct Claiming(&'static [Termination]);

    impl Implementation for Claiming {
        fn about(&self) -> About {
            About { endings: self.0, ..About::new("claiming", "1.0.0") }
        }

        fn ask(&self, line: &Situation, questions: &[Question]) -> Vec<Response> {
            let over = Reference::default().ask(line, &[GameQuestion::Ruling.into()]);
            let is_over = matches!(
                over[..],
                [Response::Answer { answer: Answer::Ruling(Decision::Over(_)), .. }]
            );
            let mut said = Reference::default().ask(line, questions);
            for (question, said) in questions.iter().zip(&mut said) {
                if question.is_claim() && is_over {
                    *said = Response::Answer { answer: Answer::Is(true), native: true };
                }
            }
            said
        }
    }

    #[test]
    fn a_claim_after_an_end_that_is_not_looked_for_is_no_disagreement() {
        for (endings, is_held_against) in [(&[][..], false), (&Termination::ALL[..], true)] {
            let libraries: Vec<Box<dyn Implementation>> = vec![Box::new(Claiming(endings))];
            let strategists =
                [Strategist::named("late").unwrap(), Strategist::named("acts").unwrap()];
            let search = Search::new(&libraries, &strategists, &[], 1);
            let mut found = SearchOutcome::default();
            (0..8).for_each(|number| search.game(number, &mut found));
            let claims = found.first.keys().filter(|one| one.question.starts_with("claim"));
            assert_eq!(claims.count() > 0, is_held_against, "{:?}", found.first.keys());
            assert_eq!(found.unstable.len(), 0);
        }
    }

    /// The reference, which panics at each fiftieth line.
    struct Lapsing(AtomicUsize);

    impl Implementation for Lapsing {
        fn about(&self) -> About {
            About { name: "lapsing".to_owned(), ..Reference::default().about() }
        }

        fn ask(&self, line: &Situation, questions: &[Question]) -> Vec<Response> {
            if self.0.fetch_add(1, Ordering::Relaxed) % 50 == 49 {
                return questions.iter().map(|_| Response::Panicked("tired".to_owned())).collect();
            }
            Reference::default().ask(line, questions)
        }
    }

    #[test]
    fn an_answer_that_is_not_given_again_is_unstable() {
        let libraries: Vec<Box<dyn Implementation>> = vec![Box::new(Lapsing(AtomicUsize::new(0)))];
        for (name, games) in [("sparse", 1), ("setups", 2), ("texts", 2), ("acts", 24)] {
            let strategist = Strategist::named(name).unwrap();
            let search = Search::new(&libraries, &[strategist], &[], 1);
            let mut found = SearchOutcome::default();
            (0..games).for_each(|number| search.game(number, &mut found));
            found.confirm(&libraries);
            assert!(found.first.is_empty(), "{}: {:?}", strategist.name, found.first.keys());
            assert!(!found.unstable.is_empty(), "{}", strategist.name);
        }
    }

    #[test]
    fn nothing_is_played_when_the_time_is_up() {
        let libraries: Vec<Box<dyn Implementation>> = vec![Box::new(Reference::default())];
        let times: [(IsLate<'_>, bool); 2] = [(NEVER, true), (&|| true, false)];
        for (is_late, plays) in times {
            let mut found = SearchOutcome::default();
            Search::new(&libraries, &STRATEGISTS, &[], 1).until(is_late).game(0, &mut found);
            assert_eq!((found.games > 0, found.plies > 0), (plays, plays));
        }
        // A game is broken off, and so is what is made small.
        let asked = AtomicUsize::new(0);
        let is_late = || asked.fetch_add(1, Ordering::Relaxed) > 20;
        let mut found = SearchOutcome::default();
        Search::new(&libraries, &STRATEGISTS, &[], 1).until(&is_late).game(0, &mut found);
        assert!((10..30).contains(&found.plies), "{}", found.plies);
    }
}
