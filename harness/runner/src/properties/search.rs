//! Searches random games for disagreements. A seed and the number of the game determine each game.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    ops::AddAssign,
};

use proptest::{
    strategy::{SBoxedStrategy, Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};

use super::{
    ComparedAnswer, Comparison, Diagnosis, Divergence, GameStrategy, IsLate, Plan,
    divergence::expected, plan::TestInput, shrink,
};
use crate::runner::Known;
use lawbook_catalogue::{
    Deviation,
    adapter::{About, Implementation, Scenario},
};
use lawbook_faults::Memory;
use serde::Serialize;

/// Maximum length of a game, in plies.
const PLIES: usize = 120;

/// A search for disagreements between libraries and the reference in random games.
pub struct Search<'a> {
    libraries: &'a [Box<dyn Implementation>],
    groups: Vec<Comparison<'a>>,
    strategies: Vec<(TestInput, SBoxedStrategy<Plan>)>,
    /// The known deviations by the name of the library.
    known: BTreeMap<String, Known<'a>>,
    seed: u64,
    is_late: IsLate<'a>,
}

/// A deadline that is never reached.
const NEVER: IsLate<'static> = &|| false;

/// The result of a number of games. Results can be merged.
#[derive(Debug, Default)]
pub struct SearchResults {
    /// Number of games played.
    pub games: u64,
    /// Number of plies played; each setup, text or act that is tried counts as one.
    pub plies: usize,
    /// Number of answers compared, and of questions, for each library.
    pub compared: BTreeMap<String, Compared>,
    /// The first disagreement with each diagnosis.
    pub first: BTreeMap<Diagnosis, Divergence>,
    /// Differing answers that the library did not repeat, by diagnosis.
    pub unstable: BTreeMap<Diagnosis, Unstable>,
    /// Number of disagreements with each diagnosis.
    pub times: BTreeMap<Diagnosis, usize>,
    /// Number of disagreements that a known deviation explains.
    pub known: usize,
    /// Lenient readings of nonstandard text, which are not disagreements: their number and the first of the shortest by
    /// diagnosis.
    pub lenient: BTreeMap<Diagnosis, (usize, Divergence)>,
}

/// How much of a search was compared for one library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Compared {
    /// Number of answers compared.
    pub answers: usize,
    /// Number of questions, including those that the library does not answer.
    pub questions: usize,
}

impl AddAssign for Compared {
    fn add_assign(&mut self, more: Compared) {
        self.answers += more.answers;
        self.questions += more.questions;
    }
}

impl SearchResults {
    /// Returns whether no answer differs, not even once.
    pub fn is_clean(&self) -> bool {
        self.first.is_empty() && self.unstable.is_empty()
    }
}

impl<'a> Search<'a> {
    /// Creates a search with these strategies. Disagreements that an entry of `known` explains for the version of the
    /// library under test are not reported.
    pub fn new(
        libraries: &'a [Box<dyn Implementation>],
        strategists: &[GameStrategy],
        known: &'a [Deviation],
        seed: u64,
    ) -> Search<'a> {
        let strategies = strategists.iter().map(|one| (one.subject, one.plans(PLIES))).collect();
        let groups = Comparison::groups(libraries);
        let known = libraries.iter().map(|library| {
            let About { name, version, .. } = library.about();
            let is_own =
                |one: &&Deviation| one.implementation == name && one.covers_version(&version);
            let own = known.iter().filter(is_own).collect();
            (name, Known::new(own))
        });
        let known = known.collect();
        Search { libraries, groups, strategies, known, seed, is_late: NEVER }
    }

    /// Returns the same search with a deadline: when `is_late` returns `true`, it neither plays nor
    /// shrinks any further. A question in progress is not interrupted.
    #[must_use]
    pub fn until(self, is_late: IsLate<'a>) -> Search<'a> {
        Search { is_late, ..self }
    }

    /// Returns whether the deadline of the search has passed.
    pub fn is_late(&self) -> bool {
        (self.is_late)()
    }

    /// Plays game `number` and adds its disagreements to `found`. Consecutive games use the strategies in turn.
    ///
    /// Game 0 also reports the failures that occurred while the libraries reported which questions they support.
    pub fn game(&self, number: u64, found: &mut SearchResults) {
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
        if subject == TestInput::Games {
            for group in &self.groups {
                let mut memory = None;
                let mut note =
                    |seen: &ComparedAnswer<'_>| self.note_sighting(seen, &mut memory, found);
                let (plies, compared) = group.game(&plan, self.is_late, &mut note);
                found.plies += plies;
                for (library, compared) in compared {
                    *found.compared.entry(library.to_owned()).or_default() += compared;
                }
            }
        }
        for trial in subject.trials(&plan) {
            if self.is_late() {
                break;
            }
            found.plies += 1;
            for library in self.libraries {
                let compared = found.compared.entry(library.about().name).or_default();
                let seen = trial.put_to(library.as_ref(), compared);
                seen.into_iter().for_each(|seen| self.note(library.as_ref(), seen, found));
            }
        }
    }

    /// Returns whether the known deviations of the library explain a disagreement.
    fn is_known(&self, found: &Divergence) -> bool {
        let Some(known) = self.known.get(&found.library) else { return false };
        let memory = Memory::default();
        let (scenario, response) = (&found.scenario, &found.response);
        known.explains(&memory, scenario, &found.expected(), response)
    }

    /// Shrinks a disagreement to a smaller one with the same diagnosis until `is_late` returns `true`. Returns `found`
    /// itself if a new process of the library does not repeat the smaller one.
    pub fn shrink(&self, found: Divergence, is_late: IsLate<'_>) -> Divergence {
        let Some(library) = self.library(&found.library) else { return found };
        let small = shrink(library, found.clone(), &|one| self.is_known(one), is_late);
        let is_same = small.scenario == found.scenario && small.question == found.question;
        if is_same || small.is_repeated(library) != Some(false) {
            return small;
        }
        Divergence { cut_short: small.cut_short, ..found }
    }

    fn library(&self, name: &str) -> Option<&dyn Implementation> {
        named(self.libraries, name)
    }

    fn plan(&self, number: u64) -> Option<(TestInput, Plan)> {
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

    /// Records a disagreement as known, lenient or new.
    fn note(&self, library: &dyn Implementation, seen: Divergence, found: &mut SearchResults) {
        if self.is_known(&seen) {
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

    /// Counts a disagreement. Asks again for the first one with each diagnosis: stores it in `first` if the library
    /// repeats its answer and in `unstable` otherwise.
    fn count(
        &self,
        library: &dyn Implementation,
        diagnosis: Diagnosis,
        seen: Divergence,
        found: &mut SearchResults,
    ) {
        if !found.first.contains_key(&diagnosis) {
            if seen.is_given_again(library) == Some(false) {
                let unstable = Unstable { found: seen, times: 1 };
                note_unstable(diagnosis, unstable, &mut found.unstable);
                return;
            }
            found.first.insert(diagnosis.clone(), seen);
        }
        *found.times.entry(diagnosis).or_default() += 1;
    }

    /// Records a mismatch along a game. Known and repeated ones are counted without building a [`Divergence`], because
    /// most of them are of this kind. `memory` is for the game.
    fn note_sighting(
        &self,
        seen: &ComparedAnswer<'_>,
        memory: &mut Option<(Scenario, Memory)>,
        found: &mut SearchResults,
    ) {
        let ComparedAnswer { library, round, question, difference, right, response } = *seen;
        if let Some(known) = self.known.get(library) {
            let scenario = round.scenario();
            let of_line = memory.take().filter(|(line, _)| *line == scenario);
            let (scenario, memory) =
                memory.insert(of_line.unwrap_or_else(|| (scenario, Memory::default())));
            if known.explains(memory, scenario, &expected(question, right), response) {
                found.known += 1;
                return;
            }
        }
        let diagnosis = Diagnosis::new(library, round.setup, question, difference);
        if found.first.contains_key(&diagnosis) {
            *found.times.entry(diagnosis).or_default() += 1;
        } else if let Some(implementation) = self.library(library) {
            let (scenario, question) = (round.scenario(), question.clone());
            let seen = Divergence::of(implementation, scenario, question, response.clone());
            if let Some(seen) = seen.filter(|seen| seen.difference == difference) {
                self.count(implementation, diagnosis, seen, found);
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

impl SearchResults {
    /// Repeats the first disagreement with each diagnosis in a new process of the library. Those that are not repeated
    /// become unstable.
    pub fn confirm(&mut self, libraries: &[Box<dyn Implementation>]) {
        for (diagnosis, first) in std::mem::take(&mut self.first) {
            let library = named(libraries, &diagnosis.library);
            if library.and_then(|library| first.is_repeated(library)) != Some(false) {
                self.first.insert(diagnosis, first);
                continue;
            }
            let times = self.times.get(&diagnosis).copied().unwrap_or_default();
            note_unstable(diagnosis, Unstable { found: first, times }, &mut self.unstable);
        }
    }

    /// Adds the result of later games.
    pub fn merge(&mut self, later: SearchResults) {
        self.games += later.games;
        self.plies += later.plies;
        for (library, compared) in later.compared {
            *self.compared.entry(library).or_default() += compared;
        }
        self.known += later.known;
        for (diagnosis, disagreement) in later.first {
            self.first.entry(diagnosis).or_insert(disagreement);
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

/// Adds the count of an unstable answer; keeps the first one with each diagnosis.
fn note_unstable(
    diagnosis: Diagnosis,
    unstable: Unstable,
    all: &mut BTreeMap<Diagnosis, Unstable>,
) {
    let times = unstable.times;
    all.entry(diagnosis).and_modify(|there| there.times += times).or_insert(unstable);
}

/// Adds `times` lenient readings, `shortest` being the shortest of them.
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

/// A differing answer that a new process of the library does not repeat for the same question.
#[derive(Clone, Debug)]
pub struct Unstable {
    /// The disagreement with the answer given first.
    pub found: Divergence,
    /// Number of answers with this diagnosis that were not repeated.
    pub times: usize,
}

impl Divergence {
    /// Returns whether the library repeats the difference in a new process; `None` if the library cannot be asked any
    /// more. Without a process of its own, the library must repeat it in this process.
    fn is_repeated(&self, library: &dyn Implementation) -> Option<bool> {
        let fresh = library.fresh();
        self.is_given_again(fresh.as_deref().unwrap_or(library))
    }
}

#[cfg(test)]
mod tests {
    use std::{
        collections::BTreeSet,
        sync::atomic::{AtomicUsize, Ordering},
    };

    use super::*;
    use crate::properties::{STRATEGISTS, divergence::scenario};
    use lawbook::{
        position::Setup,
        rules::{Act, Decision, RuleSet, Termination},
    };
    use lawbook_catalogue::{
        adapter::{Reference, Response, Scenario, SelfEnd},
        question::{Answer, GameQuestion, NotationQuestion, Question, ReportedResult},
        read_deviations,
    };

    /// The reference, except that a draw can still be claimed after the game has ended in one of these ways.
    struct Claiming(&'static [Termination]);

    impl Implementation for Claiming {
        fn about(&self) -> About {
            About { endings: self.0, ..About::new("claiming", "1.0.0") }
        }

        fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
            let over = Reference::default().ask(scenario, &[GameQuestion::Ruling.into()]);
            let is_over = matches!(
                over[..],
                [Response::Answer { answer: Answer::Ruling(Decision::Over(_)), .. }]
            );
            let mut responses = Reference::default().ask(scenario, questions);
            for (question, response) in questions.iter().zip(&mut responses) {
                if question.is_claim() && is_over {
                    *response = Response::Answer { answer: Answer::Is(true), native: true };
                }
            }
            responses
        }
    }

    #[test]
    fn claims_after_an_undetected_end_agree() {
        for (endings, is_held_against) in [(&[][..], false), (&Termination::ALL[..], true)] {
            let libraries: Vec<Box<dyn Implementation>> = vec![Box::new(Claiming(endings))];
            let strategists =
                [GameStrategy::named("late").unwrap(), GameStrategy::named("acts").unwrap()];
            let search = Search::new(&libraries, &strategists, &[], 1);
            let mut found = SearchResults::default();
            (0..8).for_each(|number| search.game(number, &mut found));
            let claims = found.first.keys().filter(|one| one.question.starts_with("claim"));
            assert_eq!(claims.count() > 0, is_held_against, "{:?}", found.first.keys());
            assert_eq!(found.unstable.len(), 0);
        }
    }

    /// The reference with a fault.
    struct Faulty(&'static str);

    impl Implementation for Faulty {
        fn about(&self) -> About {
            About::new("faulty", "1.0.0")
        }

        fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
            let fault = lawbook_faults::faults_named(self.0).next().unwrap();
            fault.ask(&Memory::default(), scenario, questions)
        }
    }

    /// The reference, except that it ends games by agreement before a move, and after the fiftieth move of each player. It
    /// refuses moves of a game that the players have ended.
    struct Early;

    impl Implementation for Early {
        fn about(&self) -> About {
            About { endings: &Termination::ALL, ..About::new("early", "1.0.0") }
        }

        fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
            let agreed = scenario.acts.iter().position(|act| *act == Act::Agree);
            let goes_on = |at| scenario.acts[at..].iter().any(|act| act.played().is_some());
            if agreed.is_some_and(goes_on) {
                let refused = Response::MoveRefused("the game is over".to_owned());
                return vec![refused; questions.len()];
            }
            let is_over =
                agreed.is_some() || SelfEnd::holds_after(scenario, Termination::FiftyMoves);
            let mut responses = Reference::default().ask(scenario, questions);
            for (question, response) in questions.iter().zip(&mut responses) {
                let ruling = response.answer().cloned();
                if let Some(Answer::Ruling(decision)) = ruling
                    && *question == GameQuestion::Ruling.into()
                    && !matches!(decision, Decision::Over(_))
                    && is_over
                {
                    let answer = Answer::Ended {
                        ended: Some(ReportedResult { winner: None, by: None }),
                        knows: &Termination::ALL,
                    };
                    *response = Response::Answer { answer, native: true };
                }
            }
            responses
        }
    }

    /// Returns the kinds of questions with new disagreements of a library with a known cause, and whether some are known.
    fn new(
        library: impl Implementation + 'static,
        cause: &str,
        (strategy, games): (&str, u64),
    ) -> (BTreeSet<&'static str>, bool) {
        let name = library.about().name;
        let libraries: Vec<Box<dyn Implementation>> = vec![Box::new(library)];
        let text = format!(
            "- cause: {{{cause}}}\n  cases: [any]\n  question: fen\n  class: bug\n  reason: short\n"
        );
        let known = read_deviations(&name, "known.yaml", &text).unwrap();
        let strategists = [GameStrategy::named(strategy).unwrap()];
        let search = Search::new(&libraries, &strategists, &known, 1);
        let mut found = SearchResults::default();
        (0..games).for_each(|number| search.game(number, &mut found));
        (found.first.keys().map(|one| one.question).collect(), found.known > 0)
    }

    #[test]
    fn a_known_cause_holds_in_games() {
        let fault = "fen-with-clock-zero";
        assert!(!new(Faulty(fault), "fault: castling/missing", ("sparse", 2)).0.is_empty());
        let (others, is_known) = new(Faulty(fault), &format!("fault: {fault}"), ("sparse", 2));
        assert_eq!((others, is_known), (BTreeSet::new(), true));
    }

    #[test]
    fn what_follows_an_early_end_is_no_disagreement_of_its_own() {
        let (others, _) = new(Early, "fault: castling/missing", ("acts", 24));
        assert_eq!(others, BTreeSet::from(["ruling"]));
        let (others, is_known) = new(Early, "ends-by-itself: fifty-moves", ("late", 4));
        assert_eq!((others, is_known), (BTreeSet::new(), true));
    }

    rows!(
        what_the_time_was_too_short_to_shrink_says_so,
        {
            let libraries: Vec<Box<dyn Implementation>> =
                vec![Box::new(Faulty("fen-with-clock-zero"))];
            let search = Search::new(&libraries, &[], &[], 1);
            let line = scenario(RuleSet::LATEST, Setup::start(), &["g1f3".parse().unwrap()]);
            let first =
                Divergence::at(&Faulty("fen-with-clock-zero"), line, NotationQuestion::Fen.into())
                    .unwrap();
        },
        for (questions, cut_short) in [(usize::MAX, false), (0, true), (5, true)] {
            let asked = AtomicUsize::new(0);
            let is_late = || asked.fetch_add(1, Ordering::Relaxed) >= questions;
            let small = search.shrink(first.clone(), &is_late);
            assert_eq!(small.cut_short, cut_short, "{:?}", small.scenario);
        }
    );

    /// The reference, except that it panics for each fiftieth line.
    struct Lapsing(AtomicUsize);

    impl Implementation for Lapsing {
        fn about(&self) -> About {
            About { name: "lapsing".to_owned(), ..Reference::default().about() }
        }

        fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
            if self.0.fetch_add(1, Ordering::Relaxed) % 50 == 49 {
                return questions.iter().map(|_| Response::Panicked("tired".to_owned())).collect();
            }
            Reference::default().ask(scenario, questions)
        }
    }

    /// The reference, except that it panics if it has to write a move and none has been played.
    struct WritesMoves;

    impl Implementation for WritesMoves {
        fn about(&self) -> About {
            About { name: "writing".to_owned(), ..Reference::default().about() }
        }

        fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
            let mut responses = Reference::default().ask(scenario, questions);
            for (question, response) in questions.iter().zip(&mut responses) {
                if *question == NotationQuestion::San.into() && scenario.acts.is_empty() {
                    *response = Response::Panicked("no move".to_owned());
                }
            }
            responses
        }
    }

    #[test]
    fn the_last_move_is_not_asked_for_before_one() {
        let libraries: Vec<Box<dyn Implementation>> = vec![Box::new(WritesMoves)];
        let strategists =
            ["sparse", "setups", "texts"].map(|one| GameStrategy::named(one).unwrap());
        let search = Search::new(&libraries, &strategists, &[], 1);
        let mut found = SearchResults::default();
        (0..12).for_each(|number| search.game(number, &mut found));
        assert!(found.is_clean(), "{:?}", found.first.keys());
        assert!(found.compared["writing"].answers > 100);
    }

    rows!(
        an_answer_that_is_not_given_again_is_unstable,
        {
            let libraries: Vec<Box<dyn Implementation>> =
                vec![Box::new(Lapsing(AtomicUsize::new(0)))];
        },
        for (name, games) in [("sparse", 1), ("setups", 2), ("texts", 2), ("acts", 24)] {
            let strategist = GameStrategy::named(name).unwrap();
            let search = Search::new(&libraries, &[strategist], &[], 1);
            let mut found = SearchResults::default();
            (0..games).for_each(|number| search.game(number, &mut found));
            found.confirm(&libraries);
            assert!(found.first.is_empty(), "{}: {:?}", strategist.name, found.first.keys());
            assert!(!found.unstable.is_empty(), "{}", strategist.name);
        }
    );

    #[test]
    fn nothing_is_played_when_the_time_is_up() {
        let libraries: Vec<Box<dyn Implementation>> = vec![Box::new(Reference::default())];
        let times: [(IsLate<'_>, bool); 2] = [(NEVER, true), (&|| true, false)];
        for (is_late, plays) in times {
            let mut found = SearchResults::default();
            Search::new(&libraries, &STRATEGISTS, &[], 1).until(is_late).game(0, &mut found);
            assert_eq!((found.games > 0, found.plies > 0), (plays, plays));
        }
        // The deadline interrupts games and shrinking.
        let asked = AtomicUsize::new(0);
        let is_late = || asked.fetch_add(1, Ordering::Relaxed) > 20;
        let mut found = SearchResults::default();
        Search::new(&libraries, &STRATEGISTS, &[], 1).until(&is_late).game(0, &mut found);
        assert!((10..30).contains(&found.plies), "{}", found.plies);
    }
}
