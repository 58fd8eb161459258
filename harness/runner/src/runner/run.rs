use std::{
    cell::OnceCell,
    collections::BTreeMap,
    ops::Range,
    ptr,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use serde::{Deserialize, Serialize};

use super::{
    Consensus, Finding,
    causes::name_causes,
    failure::failure,
    known::{Known, explaining, unexplained},
    mistake_behind, record,
};
use crate::report::case_text;
use lawbook::{
    position::Setup,
    rules::{Act, RuleSet},
};
use lawbook_catalogue::{
    Case, Catalogue, Cause, Deviation,
    adapter::{About, AsText, Implementation, Reference, Scenario, board_after, examples, typed},
    question::{
        Answer, AnswerRecord, DecisionRecord, Expectation, Expected, HistoryQuestion, Moment,
        Question,
    },
};
use lawbook_faults::{Memory, Shows, WrongAnswer, legal_moves, parallel};
use lawbook_gate::{
    Vectors,
    ask::{Found, Subject},
    baseline::Digest,
    diagnosis::Wrong,
    shared::Details,
};

/// The result of asking implementations the questions of cases.
#[derive(Debug)]
pub struct Run<'a> {
    /// The implementations, the reference first.
    pub implementations: Vec<About>,
    /// The cases, in the order of the catalogue.
    pub cases: Vec<CaseRun<'a>>,
    /// Known deviations that no verdict used because their case or question does not exist; none if the run was stopped.
    pub stale: Vec<&'a Deviation>,
    /// The libraries that were not asked about all cases because the run was stopped, each with the reason.
    pub stopped: BTreeMap<String, String>,
}

/// The result of one case.
#[derive(Debug)]
pub struct CaseRun<'a> {
    /// The case.
    pub case: &'a Case,
    /// One verdict per implementation, rule set and question.
    pub verdicts: Vec<Verdict<'a>>,
}

/// The judged answer of one implementation to one question under one rule set.
#[derive(Clone, Debug)]
pub struct Verdict<'a> {
    /// Index into [`Run::implementations`].
    pub implementation: usize,
    /// The rule set under which the question was asked.
    pub rule_set: RuleSet,
    /// The question and the right answer.
    pub expected: Expected,
    /// The result of asking.
    pub finding: Finding,
    /// The answer, or the part of it that differs from the right one.
    pub says: AnswerRecord,
    /// The name of the mistake, if the answer is a mistake that the case names.
    pub mistake: Option<String>,
    /// The difference from the right answer, if a fault may cause it.
    pub wrong: Option<WrongAnswer>,
    /// A wrong answer, or none, in the words of the gate.
    pub in_text: Option<WrongInText>,
    /// The details of a wrong answer, or of a right one that is a number.
    pub details: Option<Details>,
    /// Its common property with the other answers of its cause.
    pub shared: Option<String>,
    /// The cause that the library itself shows: it gives no answer, refuses, or ends the game.
    pub failure: Option<Cause>,
    /// The cause of a failing answer, named with regard to the other answers.
    pub cause: Option<Cause>,
    /// The moves that the case does not show, see [`lawbook_gate::session::Line::unseen`].
    pub unseen: Option<String>,
    /// The comparison with the known deviations.
    pub standing: Standing,
    /// The known deviation for this question, if there is one.
    pub deviation: Option<&'a Deviation>,
}

/// A wrong answer, or a failure in its place, in the words of the gate.
#[derive(Clone, Debug)]
pub struct WrongInText {
    /// How baselines identify it.
    pub digest: Digest,
    /// The kind of the question with the direction of the error.
    pub tendency: String,
    /// The difference from the right answer, for the diagnosis; none if no mistake may cause it.
    pub wrong: Option<Wrong>,
}

/// The comparison of a finding with the known deviations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Standing {
    /// The answer is right and no deviation is listed, or without an answer the two cannot be compared.
    AsExpected,
    /// The answer is wrong as listed.
    Known,
    /// The answer is wrong and no deviation is listed.
    New,
    /// The answer is wrong, and the listed deviation is for other versions of the library.
    LookAgain,
}

impl Standing {
    /// Returns whether the gate accepts it.
    pub const fn passes(self) -> bool {
        matches!(self, Standing::AsExpected | Standing::Known)
    }
}

impl Run<'_> {
    /// Returns all verdicts.
    pub fn verdicts(&self) -> impl Iterator<Item = &Verdict<'_>> {
        self.cases.iter().flat_map(|case| &case.verdicts)
    }
}

impl Verdict<'_> {
    /// Returns whether it is a wrong answer, or none, that is not known.
    pub fn fails(&self) -> bool {
        !self.standing.passes() && self.finding.is_wrong()
    }
}

impl CaseRun<'_> {
    /// Returns the agreement between the implementations on a question.
    pub fn consensus(&self, question: &Question) -> Consensus {
        let about = self.verdicts.iter().filter(|one| one.expected.question == *question);
        let (reference, libraries): (Vec<_>, Vec<_>) =
            about.map(|one| (one.implementation, one.finding)).partition(|(place, _)| *place == 0);
        let reference = reference.into_iter().map(|(_, finding)| finding);
        let libraries: Vec<Finding> = libraries.into_iter().map(|(_, finding)| finding).collect();
        Consensus::of(reference.max_by_key(|finding| *finding != Finding::Agrees), &libraries)
    }
}

/// Asks the questions of cases: to the reference under every rule set, and to each library under the rule set it
/// follows. Uses all processors. See [`run_in`].
pub fn run<'a>(
    catalogue: &Catalogue,
    cases: impl IntoIterator<Item = &'a Case>,
    libraries: &[Box<dyn Implementation>],
    known: &'a [Deviation],
    progress: impl FnMut(),
) -> Run<'a> {
    let never = AtomicBool::new(false);
    run_in((parallel::processors(), &never), catalogue, cases, libraries, known, progress)
}

/// Asks the questions of cases like [`run`], on at most `threads` threads. Once `stop`
/// is set, the run asks no library any more, and the run has only the cases that a library had answered completely.
///
/// Open cases are skipped. One thread asks each library about all cases, one after the other, so that the requests and
/// their order depend only on the cases. The cases for the reference are distributed over all threads, because it keeps no
/// state between cases. `progress` is called after each case of each implementation.
pub fn run_in<'a>(
    (threads, stop): (usize, &AtomicBool),
    catalogue: &Catalogue,
    cases: impl IntoIterator<Item = &'a Case>,
    libraries: &[Box<dyn Implementation>],
    known: &'a [Deviation],
    mut progress: impl FnMut(),
) -> Run<'a> {
    let reference = Reference::default();
    let implementations: Vec<About> =
        std::iter::once(reference.about()).chain(libraries.iter().map(|one| one.about())).collect();
    let cases: Vec<&Case> = cases.into_iter().filter(|case| case.open.is_none()).collect();
    // Libraries first: their tasks are long, and the short tasks of the reference balance the load at the end.
    let tasks: Vec<(Option<usize>, Range<usize>)> = (0..libraries.len())
        .map(|place| (Some(place), 0..cases.len()))
        .chain((0..cases.len()).map(|case| (None, case..case + 1)))
        .collect();
    let is_stopped = || stop.load(Ordering::Relaxed);
    let prepared: Vec<OnceLock<Asked<'_>>> = cases.iter().map(|_| OnceLock::new()).collect();
    let prepare = |place: usize, rule_set| Asked::new(cases[place], rule_set, &reference);
    let read: Vec<OnceLock<Vectors<'_>>> = cases.iter().map(|_| OnceLock::new()).collect();
    let ask_library = |one: usize, places: Range<usize>, put: &mut dyn FnMut(_)| {
        let (library, about) = (libraries[one].as_ref(), &implementations[one + 1]);
        with_subject(library, about.rule_set, |subject| {
            for place in places {
                if is_stopped() {
                    return;
                }
                let said = match about.rule_set {
                    rule_set if !cases[place].rule_sets.contains(rule_set) => Vec::new(),
                    // Nearly all libraries follow it, so the questions are prepared once.
                    RuleSet::LATEST => {
                        let asked = prepared[place].get_or_init(|| prepare(place, RuleSet::LATEST));
                        let vectors = read[place].get_or_init(|| Vectors::read(&asked.text));
                        ask((asked, vectors), about, one + 1, subject, known)
                    }
                    rule_set => {
                        let asked = prepare(place, rule_set);
                        let vectors = Vectors::read(&asked.text);
                        ask((&asked, &vectors), about, one + 1, subject, known)
                    }
                };
                // Some of the questions were perhaps not asked.
                if is_stopped() {
                    return;
                }
                put((place, (one + 1, said)));
            }
        });
    };
    let work = |(library, places): &(Option<usize>, Range<usize>), put: &mut dyn FnMut(_)| {
        match *library {
            Some(one) => ask_library(one, places.clone(), put),
            None => places.clone().for_each(|place| {
                put((place, (0, ask_reference(cases[place], &reference, known))));
            }),
        }
    };
    let mut answered: Vec<BTreeMap<usize, Vec<Verdict<'a>>>> = vec![BTreeMap::new(); cases.len()];
    parallel::on_threads(threads, &tasks, work, |(place, (implementation, verdicts))| {
        answered[place].insert(implementation, verdicts);
        progress();
    });
    let stopped = not_finished(&implementations, &answered);
    let is_kept =
        |verdicts: &BTreeMap<usize, _>| stopped.is_empty() || verdicts.keys().any(|&one| one > 0);
    let kept = cases.into_iter().zip(answered).filter(|(_, verdicts)| is_kept(verdicts));
    let runs = kept.map(|(case, verdicts)| {
        let verdicts = verdicts.into_values().flatten().collect();
        CaseRun { case, verdicts }
    });
    let mut runs: Vec<CaseRun<'a>> = runs.collect();
    name_causes(runs.iter_mut().flat_map(|run| {
        let case: &Case = run.case;
        run.verdicts.iter_mut().map(move |verdict| (case, verdict))
    }));
    let stale = match stopped.is_empty() {
        true => stale(catalogue, &implementations, &runs, known),
        false => Vec::new(),
    };
    Run { implementations, cases: runs, stale, stopped }
}

/// Asks one implementation the questions of a case: the reference under every rule set of the case, a library under the
/// rule set it follows.
pub fn ask_one<'a>(
    case: &Case,
    library: &dyn Implementation,
    known: &'a [Deviation],
) -> Vec<Verdict<'a>> {
    if library.about().name == Reference::NAME {
        ask_reference(case, library, known)
    } else {
        ask_each(&[case], library, known, || ()).into_iter().flat_map(|(_, said)| said).collect()
    }
}

/// Asks a library the questions of cases, one after the other, and not the reference. Names no causes. `progress` is called
/// after each case.
pub fn ask_each<'a, 'c>(
    cases: &[&'c Case],
    library: &dyn Implementation,
    known: &'a [Deviation],
    mut progress: impl FnMut(),
) -> Vec<(&'c Case, Vec<Verdict<'a>>)> {
    let (about, reference) = (library.about(), Reference::default());
    let applies = |case: &&&Case| case.rule_sets.contains(about.rule_set);
    with_subject(library, about.rule_set, |subject| {
        let ask = |case: &&'c Case| {
            let asked = Asked::new(case, about.rule_set, &reference);
            let verdicts = ask((&asked, &Vectors::read(&asked.text)), &about, 1, subject, known);
            progress();
            (*case, verdicts)
        };
        cases.iter().filter(applies).map(ask).collect()
    })
}

/// Asks the reference under every rule set. Asks a question that does not depend on the rule set once.
fn ask_reference<'a>(
    case: &Case,
    reference: &dyn Implementation,
    known: &'a [Deviation],
) -> Vec<Verdict<'a>> {
    let about = reference.about();
    let mut seen: Vec<Expected> = Vec::new();
    let mut verdicts = Vec::new();
    for rule_set in case.rule_sets.iter() {
        let mut expected = case.expected_under(rule_set);
        expected.retain(|one| one.question.depends_on_rule_set() || !seen.contains(one));
        if expected.is_empty() {
            continue;
        }
        seen.extend(expected.iter().cloned());
        let text = case_text(case, rule_set, &expected, None);
        let asked = Asked { case, rule_set, expected, text };
        let vectors = Vectors::read(&asked.text);
        let ask = |subject: &Subject<'_>| ask((&asked, &vectors), &about, 0, subject, known);
        verdicts.extend(with_subject(reference, rule_set, ask));
    }
    verdicts
}

/// Returns the stale deviations of the implementations: those that are gone, and those whose case does not exist.
fn stale<'a>(
    catalogue: &Catalogue,
    implementations: &[About],
    runs: &[CaseRun<'a>],
    known: &'a [Deviation],
) -> Vec<&'a Deviation> {
    let is_stale = |deviation: &&Deviation| {
        let Some(about) = implementations.iter().find(|one| one.name == deviation.implementation)
        else {
            return false;
        };
        // A deviation for other versions cannot be verified with this one.
        deviation.covers_version(&about.version) && is_gone(deviation, about, runs)
            || deviation.cases.iter().any(|id| catalogue.case(id).is_none())
    };
    known.iter().filter(is_stale).collect()
}

/// Returns whether a deviation with a cause explains no answer, and the question of its example is answered rightly.
fn is_gone(deviation: &Deviation, about: &About, runs: &[CaseRun<'_>]) -> bool {
    let mut all = runs.iter().flat_map(|run| &run.verdicts);
    let is_used = all.any(|one| one.deviation.is_some_and(|used| ptr::eq(used, deviation)));
    let of_example = runs.iter().filter(|run| deviation.cases.contains(&run.case.id));
    let mut verdicts = of_example.flat_map(|run| &run.verdicts);
    !is_used
        && verdicts.any(|one| {
            deviation.asks(&one.expected.question)
                && one.finding == Finding::Agrees
                && one.rule_set == about.rule_set
        })
}

/// Returns the implementations that have not answered all cases, each with how many it has.
fn not_finished(
    implementations: &[About],
    answered: &[BTreeMap<usize, Vec<Verdict<'_>>>],
) -> BTreeMap<String, String> {
    let all = answered.len();
    let of = |(place, about): (usize, &About)| {
        let asked = answered.iter().filter(|verdicts| verdicts.contains_key(&place)).count();
        let text = format!("stopped after {asked} of {all} cases");
        (asked < all).then(|| (about.name.clone(), text))
    };
    implementations.iter().enumerate().filter_map(of).collect()
}

/// The questions about a case.
struct Asked<'c> {
    case: &'c Case,
    rule_set: RuleSet,
    expected: Vec<Expected>,
    /// The questions as the gate reads them.
    text: String,
}

impl<'c> Asked<'c> {
    /// Prepares the questions of a case for a library. `reference` finds where the games end.
    fn new(case: &'c Case, rule_set: RuleSet, reference: &Reference) -> Asked<'c> {
        let expected = case.expected_under(rule_set);
        let text = case_text(case, rule_set, &expected, Some(reference));
        Asked { case, rule_set, expected, text }
    }

    /// Returns the line as the library gets it.
    fn scenario(&self, moment: Moment, about: &About) -> Scenario {
        let line = self.case.scenario_until(moment, self.rule_set);
        if about.reads_fen || self.case.from_start.is_empty() {
            return line;
        }
        let before = self.case.from_start.iter().map(|&mv| Act::MoveAndPress { mv });
        let acts = before.chain(line.acts.iter().copied()).collect();
        Scenario { setup: Setup::start(), acts, ..line }
    }
}

/// Asks the questions of a case and compares the answers with the known deviations.
fn ask<'a>(
    (asked, vectors): (&Asked<'_>, &Vectors<'_>),
    about: &About,
    implementation: usize,
    subject: &Subject<'_>,
    known: &'a [Deviation],
) -> Vec<Verdict<'a>> {
    let (case, rule_set) = (asked.case, asked.rule_set);
    let listed: Vec<&Deviation> =
        known.iter().filter(|one| one.implementation == about.name).collect();
    let (known, memory) = (OnceCell::new(), Memory::default());
    let found: Vec<Found<'_>> = vectors.cases.iter().flat_map(|one| subject.ask(one)).collect();
    let mut verdicts = Vec::new();
    for moment in [Moment::End, Moment::BeforeLastAct] {
        let found = found.iter().filter(|one| one.is_before_last_act() == (moment != Moment::End));
        let own = asked.expected.iter().filter(|one| one.moment == moment);
        let questions: Vec<Question> = own.clone().map(|one| one.question.clone()).collect();
        let scenario = asked.scenario(moment, about);
        let predicted = OnceCell::new();
        let mut own = own.cloned();
        for (place, found) in found.enumerate() {
            let expected = match found.relation() {
                Some(name) => Some(no_changes(name, moment)),
                None => own.next().map(|own| as_put(own, found)),
            };
            let Some(expected) = expected else { continue };
            let response =
                typed(&expected.question, found.response.clone(), about, || board_after(&scenario));
            let finding = Finding::of(found);
            let is_wrong = finding.is_wrong();
            let says = record(&expected, &response, finding == Finding::Agrees);
            let of_answer = || WrongAnswer::of(&expected, &response, || legal_moves(&scenario));
            let wrong = is_wrong.then(of_answer).flatten();
            let explained = wrong.as_ref().and_then(|wrong| {
                let predicted = predicted.get_or_init(|| {
                    let known = known.get_or_init(|| Known::new(listed.clone()));
                    known.predicted(&memory, &scenario, &questions, Shows::Anywhere)
                });
                let asked = (place, &expected);
                explaining(predicted, asked, &scenario, wrong, &about.version)
            });
            let failure = is_wrong.then(|| failure(&scenario, &expected, &says)).flatten();
            let unexplained = is_wrong.then(|| unexplained(&expected, &says));
            let causes = (failure.as_ref(), unexplained.as_ref());
            let (standing, deviation) = compare(case, causes, (&listed, &about.version), explained);
            let of_entry = deviation.map(|listed| listed.cause.clone());
            let mistake = (finding == Finding::Differs)
                .then(|| mistake_behind(&case.mistakes, &expected.question, &response));
            verdicts.push(Verdict {
                implementation,
                rule_set,
                expected,
                finding,
                mistake: mistake.flatten(),
                unseen: found.unseen.clone(),
                standing,
                wrong,
                in_text: is_wrong.then(|| WrongInText {
                    digest: found.digest(),
                    tendency: found.tendency(),
                    wrong: found.wrong(),
                }),
                details: found.details(),
                shared: None,
                cause: of_entry.or_else(|| failure.clone()),
                failure,
                says,
                deviation,
            });
        }
    }
    verdicts
}

/// Returns a question with the answer that is right for this library, which may have ended the game by itself.
fn as_put(mut own: Expected, found: &Found<'_>) -> Expected {
    let (kind, right) = &found.right;
    if kind == "decision"
        && let Ok(DecisionRecord::Decided(decision)) = right.clone().try_into()
    {
        own.right = Expectation::Exactly(Answer::Ruling(decision));
    }
    own
}

/// Checks that a library works at all, see [`Subject::fits`].
///
/// # Errors
///
/// Returns the first failure.
pub fn fits(library: &dyn Implementation) -> Result<(), String> {
    with_subject(library, library.about().rule_set, |subject| subject.fits())
}

/// Calls `work` with a library as the gate asks it, under a rule set.
fn with_subject<T>(
    library: &dyn Implementation,
    rule_set: RuleSet,
    work: impl FnOnce(&Subject<'_>) -> T,
) -> T {
    let in_types = AsText::new(library, rule_set);
    let in_text = library.in_text().unwrap_or(&in_types);
    work(&Subject::new(in_text, &|| examples(), &|_| ()))
}

/// Returns the expectation that harmless calls change nothing, as the relation of this name says.
fn no_changes(relation: &str, moment: Moment) -> Expected {
    let is_again = relation == "again";
    Expected {
        question: if is_again { HistoryQuestion::Again } else { HistoryQuestion::Undo }.into(),
        right: Expectation::Exactly(Answer::Changes(Vec::new())),
        moment,
    }
}

/// Returns the standing of an answer, and the known deviation that it is compared with. `failure` is the cause that the
/// library itself shows, `explained` the deviation with a fault that explains the answer, and `unexplained` the cause that a
/// wrong answer has if nothing explains it.
fn compare<'k>(
    case: &Case,
    (failure, unexplained): (Option<&Cause>, Option<&Cause>),
    (known, version): (&[&'k Deviation], &str),
    explained: Option<&'k Deviation>,
) -> (Standing, Option<&'k Deviation>) {
    let is_its_failure = |one: &&Deviation| Some(&one.cause) == failure;
    // Of answers that nothing explains, an entry lists the cases.
    let lists = |one: &&Deviation| Some(&one.cause) == unexplained && one.cases.contains(&case.id);
    let of_cause = || {
        let all = || known.iter().copied();
        all().filter(is_its_failure).chain(explained).chain(all().filter(lists))
    };
    if let Some(deviation) = of_cause().find(|one| one.covers_version(version)) {
        return (Standing::Known, Some(deviation));
    }
    // The other entries with this cause are for other versions.
    match of_cause().next() {
        Some(deviation) => (Standing::LookAgain, Some(deviation)),
        None if unexplained.is_some() => (Standing::New, None),
        None => (Standing::AsExpected, None),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use lawbook::{notation::read_uci, position::Position, rules::Termination};
    use lawbook_catalogue::{
        MoveKind,
        adapter::{InProcess, Response},
        question::Answer,
        read_deviations,
    };
    use lawbook_gate::{Adapter, Refusal, Reply};

    /// The reference, which castles over a piece.
    struct Jumping;

    impl Implementation for Jumping {
        fn about(&self) -> About {
            About { name: "jumping".to_owned(), ..Reference::default().about() }
        }

        fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
            let mut responses = Reference::default().ask(scenario, questions);
            for one in &mut responses {
                if let Response::Answer { answer: Answer::Moves(moves), .. } = one {
                    moves.push("e1c1".parse().unwrap());
                }
            }
            responses
        }
    }

    /// The failure of a library at the third ply.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Failing {
        Refuses,
        Panics,
        /// Panics only at the question about check.
        PanicsAtCheck,
    }

    /// A library that supports three kinds of questions.
    struct Brief(Failing);

    impl Adapter for Brief {
        type Game = Vec<Position>;

        fn about(&self) -> lawbook_gate::About {
            lawbook_gate::About::new("brief", "1.0.0")
        }

        fn set_up(&self, fen: &str) -> Result<Vec<Position>, Refusal> {
            Ok(vec![fen.parse()?])
        }

        fn play(&self, game: &mut Vec<Position>, uci: &str) -> Result<(), Refusal> {
            let position = *game.last().unwrap();
            let played = read_uci(&position, uci)?;
            match self.0 {
                Failing::Refuses if game.len() > 2 => return Err("too long".into()),
                Failing::Panics if game.len() > 2 => panic!("too long"),
                Failing::Refuses | Failing::Panics | Failing::PanicsAtCheck => {}
            }
            game.push(position.after(played));
            Ok(())
        }

        fn is_check(&self, game: &Vec<Position>) -> Reply<bool> {
            assert!(self.0 != Failing::PanicsAtCheck, "no check");
            Reply::Native(game.last().unwrap().is_check())
        }

        fn is_checkmate(&self, game: &Vec<Position>) -> Reply<bool> {
            Reply::Native(game.last().unwrap().is_checkmate())
        }

        fn is_stalemate(&self, game: &Vec<Position>) -> Reply<bool> {
            Reply::Native(game.last().unwrap().is_stalemate())
        }
    }

    /// Returns the cases with more than two acts and a question of these kinds.
    fn few() -> Catalogue {
        let mut catalogue = Catalogue::embedded();
        let asks =
            |case: &Case| case.expected.iter().any(|one| BRIEF.contains(&one.question.kind()));
        catalogue.cases.retain(|case| case.acts.len() > 2 && asks(case));
        assert!(catalogue.cases.len() > 20, "{}", catalogue.cases.len());
        catalogue
    }

    /// The kinds of questions that [`Brief`] supports. The question about the setup is always supported.
    const BRIEF: [&str; 4] = ["check", "checkmate", "stalemate", "setup"];

    rows!(
        a_failing_line_is_one_finding,
        {
            let catalogue = few();
        },
        for (failing, finding) in [
            (Failing::Refuses, Finding::MoveRefused),
            (Failing::Panics, Finding::Panicked),
            (Failing::PanicsAtCheck, Finding::Panicked),
        ] {
            let libraries = [Box::new(InProcess::new(Brief(failing))) as Box<dyn Implementation>];
            let run = run(&catalogue, &catalogue.cases, &libraries, &[], || ());
            let (mut causes, mut not_reached) = (0, 0);
            for case in &run.cases {
                let own = case.verdicts.iter().filter(|one| one.implementation == 1);
                let of = |finding| own.clone().filter(move |one| one.finding == finding);
                for one in own.clone().filter(|one| one.finding != Finding::Unsupported) {
                    let kind = one.expected.question.kind();
                    let is_asked = BRIEF.contains(&kind) || kind == "again";
                    assert!(is_asked, "{failing:?}, {}: {kind}", case.case.id);
                }
                let failed = of(finding).count();
                assert!(failed <= 1 || failing == Failing::PanicsAtCheck, "{}", case.case.id);
                assert!(failed > 0 || of(Finding::NotReached).count() == 0, "{}", case.case.id);
                causes += failed;
                not_reached += of(Finding::NotReached).count();
            }
            assert!(causes > 5, "{failing:?}: {causes}");
            assert_eq!(not_reached > 2, failing != Failing::PanicsAtCheck, "{failing:?}");
        }
    );

    /// A library with these endings that never says that it is a draw.
    struct Undrawn(&'static [Termination]);

    impl Implementation for Undrawn {
        fn about(&self) -> About {
            About { endings: self.0, ..About::new("undrawn", "1.0.0") }
        }

        fn ask(&self, _: &Scenario, questions: &[Question]) -> Vec<Response> {
            let no = Response::Answer { answer: Answer::Is(false), native: true };
            questions.iter().map(|_| no.clone()).collect()
        }
    }

    rows!(
        a_draw_counts_only_for_the_endings_that_the_library_detects,
        for (endings, wrong) in [
            (&[][..], &[][..]),
            (&[Termination::Stalemate][..], &["by-stalemate"][..]),
            (&[Termination::ThreefoldRepetition, Termination::Checkmate], &["by-repetition"]),
            (
                &Termination::ALL,
                &["by-stalemate", "by-two-kings", "by-repetition", "by-fifty-moves"]
            ),
        ] {
            for by in ["by-stalemate", "by-two-kings", "by-repetition", "by-fifty-moves"] {
                let case = Catalogue::embedded_case(&format!("draw-now-{by}")).unwrap();
                let verdicts = ask_one(&case, &Undrawn(endings), &[]);
                let drawn = verdicts.iter().filter(|one| one.expected.question.kind() == "drawn");
                let findings: Vec<Finding> = drawn.map(|one| one.finding).collect();
                let right = if wrong.contains(&by) { Finding::Differs } else { Finding::Silent };
                assert_eq!(findings, [right], "{endings:?} {by}");
            }
        }
    );

    /// An entry with the cause of the additional move of [`Jumping`].
    const CAUSED: &str = "- cause: {fault: castling/over-a-piece}\n  cases: [knight-beside-the-rook]\n  question: legal-moves\n  class: bug\n  reason: it jumps\n";

    rows!(
        an_entry_about_other_versions_says_look_again,
        {
            let case = Catalogue::embedded_case("knight-beside-the-rook").unwrap();
        },
        for (more, standing) in [
            ("", Standing::Known),
            ("  versions: \"=9.0.0\"\n", Standing::LookAgain),
            ("  fixed_in: \"0.0.1\"\n", Standing::LookAgain),
        ] {
            let text = format!("{CAUSED}{more}");
            let known = read_deviations("jumping", "known.yaml", &text).unwrap();
            let verdicts = ask_one(&case, &Jumping, &known);
            let wrong = verdicts.iter().filter(|one| one.finding == Finding::Differs);
            assert!(wrong.map(|one| one.standing).eq([standing]), "{text}");
        }
    );

    #[test]
    fn a_failure_is_known_by_its_message_in_every_case() {
        let catalogue = few();
        let refusing = InProcess::new(Brief(Failing::Refuses));
        let standings = |message: &str| {
            let text = format!(
                "- cause: {{move-refused: {{kind: ordinary, message: {message:?}}}}}\n  cases: [{}]\n  question: check\n  class: bug\n  reason: short\n",
                catalogue.cases[0].id
            );
            let known = read_deviations("brief", "known.yaml", &text).unwrap();
            let all = catalogue.cases.iter().flat_map(|case| ask_one(case, &refusing, &known));
            let is_refused = |one: &Verdict<'_>| {
                matches!(one.failure, Some(Cause::MoveRefused { kind: MoveKind::Ordinary, .. }))
            };
            all.filter(is_refused).map(|one| one.standing).collect::<BTreeSet<_>>()
        };
        assert_eq!(standings("_: too long"), BTreeSet::from([Standing::Known]));
        assert_eq!(standings("_: short"), BTreeSet::from([Standing::New]));
    }
}
