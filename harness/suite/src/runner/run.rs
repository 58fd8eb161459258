use std::{
    cell::OnceCell,
    collections::BTreeMap,
    ops::Range,
    ptr,
    sync::atomic::{AtomicBool, Ordering},
};

use serde::{Deserialize, Serialize};

use super::{
    Consensus, Finding, JudgedAnswer,
    causes::name_causes,
    failure::failure,
    judge,
    known::{Known, explaining, unexplained},
    put::Put,
    undo,
};
use lawbook::rules::RuleSet;
use lawbook_catalogue::{
    Case, Catalogue, Cause, Deviation,
    adapter::{About, Implementation, Reference, Response, Scenario},
    question::{
        Answer, AnswerRecord, Expectation, Expected, HistoryQuestion, Moment, PositionQuestion,
        Question,
    },
};
use lawbook_faults::{Memory, Shows, WrongAnswer, legal_moves, parallel};

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
    /// What is wrong with the answer, if a fault may be behind it.
    pub wrong: Option<WrongAnswer>,
    /// The cause that the library itself shows: it gives no answer, refuses, or ends the game.
    pub failure: Option<Cause>,
    /// The cause of a failing answer, named with regard to the other answers.
    pub cause: Option<Cause>,
    /// What was played that the case does not show, see [`lawbook_gate::session::Line::unseen`].
    pub unseen: Option<String>,
    /// The comparison with the known deviations.
    pub standing: Standing,
    /// The known deviation for this question, if there is one.
    pub deviation: Option<&'a Deviation>,
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
    /// Returns whether the gate accepts every verdict, no known deviation is stale, and the run was not stopped.
    pub fn passes(&self) -> bool {
        self.stopped.is_empty()
            && self.stale.is_empty()
            && self.verdicts().all(|verdict| verdict.standing.passes())
    }

    /// Returns all verdicts.
    pub fn verdicts(&self) -> impl Iterator<Item = &Verdict<'_>> {
        self.cases.iter().flat_map(|case| &case.verdicts)
    }
}

impl Verdict<'_> {
    /// Returns whether it is a wrong answer, or none, that is not known.
    pub fn fails(&self) -> bool {
        !self.standing.passes() && self.finding.is_scored() && self.finding != Finding::Agrees
    }
}

impl CaseRun<'_> {
    /// Returns the agreement between the implementations on a question.
    pub fn consensus(&self, question: &Question) -> Consensus {
        let about = |verdict: &&Verdict<'_>| verdict.expected.question == *question;
        let reference = self
            .verdicts
            .iter()
            .filter(about)
            .filter(|verdict| verdict.implementation == 0)
            .map(|verdict| verdict.finding)
            .max_by_key(|finding| *finding != Finding::Agrees);
        let libraries: Vec<Finding> = self
            .verdicts
            .iter()
            .filter(about)
            .filter(|verdict| verdict.implementation > 0)
            .map(|verdict| verdict.finding)
            .collect();
        Consensus::of(reference, &libraries)
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
/// is set, no library is asked any more, and the run has only the cases that a library had answered completely.
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
    let work = |(library, places): &(Option<usize>, Range<usize>), put: &mut dyn FnMut(_)| {
        for place in places.clone() {
            let case = cases[place];
            put((
                place,
                match *library {
                    Some(_) if is_stopped() => return,
                    Some(one) => {
                        let said = ask_library(case, one + 1, libraries[one].as_ref(), known);
                        // Some of the questions were perhaps not asked.
                        if is_stopped() {
                            return;
                        }
                        (one + 1, said)
                    }
                    None => (0, ask_reference(case, &reference, known)),
                },
            ));
        }
    };
    let mut answered: Vec<BTreeMap<usize, Vec<Verdict<'a>>>> = vec![BTreeMap::new(); cases.len()];
    parallel::on_threads(threads, &tasks, work, |(place, (implementation, verdicts))| {
        answered[place].insert(implementation, verdicts);
        progress();
    });
    let mut stopped = BTreeMap::new();
    for (place, about) in implementations.iter().enumerate() {
        let all = cases.len();
        let asked = answered.iter().filter(|verdicts| verdicts.contains_key(&place)).count();
        if asked < all {
            stopped.insert(about.name.clone(), format!("stopped after {asked} of {all} cases"));
        }
    }
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
    name: &str,
    library: &dyn Implementation,
    known: &'a [Deviation],
) -> Vec<Verdict<'a>> {
    if name == Reference::NAME {
        ask_reference(case, library, known)
    } else {
        ask_library(case, 1, library, known)
    }
}

/// Asks the reference under every rule set. Asks a question that does not depend on the rule set once.
fn ask_reference<'a>(
    case: &Case,
    reference: &dyn Implementation,
    known: &'a [Deviation],
) -> Vec<Verdict<'a>> {
    let about = reference.about();
    let mut asked: Vec<Expected> = Vec::new();
    let mut verdicts = Vec::new();
    for rule_set in case.rule_sets.iter() {
        let mut expected = case.expected_under(rule_set);
        expected.retain(|one| one.question.depends_on_rule_set() || !asked.contains(one));
        verdicts.extend(ask(
            case,
            &About { rule_set, ..about.clone() },
            0,
            reference,
            &expected,
            known,
        ));
        asked.extend(expected);
    }
    verdicts
}

/// Asks a library under the rule set it follows; nothing if the case does not apply there.
fn ask_library<'a>(
    case: &Case,
    implementation: usize,
    library: &dyn Implementation,
    known: &'a [Deviation],
) -> Vec<Verdict<'a>> {
    let about = library.about();
    if !case.rule_sets.contains(about.rule_set) {
        return Vec::new();
    }
    let expected = case.expected_under(about.rule_set);
    ask(case, &about, implementation, library, &expected, known)
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

/// Asks questions about a case and judges the answers.
fn ask<'a>(
    case: &Case,
    about: &About,
    implementation: usize,
    library: &dyn Implementation,
    expected: &[Expected],
    known: &'a [Deviation],
) -> Vec<Verdict<'a>> {
    let rule_set = about.rule_set;
    let listed: Vec<&Deviation> =
        known.iter().filter(|one| one.implementation == about.name).collect();
    let (known, memory) = (OnceCell::new(), Memory::default());
    let mut verdicts = Vec::new();
    // A failing setup or move is a single finding. The later questions that it prevents are not reached.
    let mut is_cause_found = false;
    let is_unnoticed = is_unnoticed(about, expected);
    for moment in [Moment::End, Moment::BeforeLastAct] {
        let put = Put::new(case, case.acts_until(moment), about);
        let asked = expected.iter().filter(|one| one.moment == moment);
        let asked: Vec<Expected> = asked.map(|one| put.expected(one)).collect();
        if asked.is_empty() {
            continue;
        }
        let questions: Vec<Question> = asked.iter().map(|one| one.question.clone()).collect();
        let answers = put.ask(library, &questions);
        let scenario = &put.scenario;
        let stops_early = stops_early(library, scenario, &answers);
        let goes_on = moment == Moment::End && !stops_early && put.goes_on();
        let undone = goes_on.then(|| undo::changes(library, scenario, &questions)).flatten();
        is_cause_found |=
            (questions.iter().zip(&answers)).any(|(one, response)| refuses(one, response));
        let undo = no_changes(moment);
        let undone = undone.into_iter().map(|response| (&undo, response));
        let predicted = OnceCell::new();
        for (place, (expected, response)) in asked.iter().zip(answers).chain(undone).enumerate() {
            let JudgedAnswer { mut finding, says, mistake } =
                judge(expected, &response, &case.mistakes);
            if finding == Finding::Differs && is_excused(is_unnoticed, about, expected, scenario) {
                finding = Finding::Silent;
            }
            let is_cause = stops_early && response.is_failure();
            if is_cause && is_cause_found {
                finding = Finding::NotReached;
            }
            is_cause_found |= is_cause;
            let is_wrong = finding.is_scored() && finding != Finding::Agrees;
            let of_answer = || WrongAnswer::of(expected, &response, || legal_moves(scenario));
            let wrong = is_wrong.then(of_answer).flatten();
            let explained = wrong.as_ref().and_then(|wrong| {
                let predicted = predicted.get_or_init(|| {
                    let known = known.get_or_init(|| Known::new(listed.clone()));
                    known.predicted(&memory, scenario, &questions, Shows::Anywhere)
                });
                let asked = (place, expected);
                explaining(predicted, asked, scenario, wrong, &about.version)
            });
            let failure = failure(scenario, expected, (finding, &says));
            let one = Given { case, finding, says: &says, failure: failure.as_ref() };
            let (standing, deviation) = one.compare(expected, (&listed, &about.version), explained);
            let of_entry = deviation.map(|listed| listed.cause.clone());
            verdicts.push(Verdict {
                implementation,
                rule_set,
                expected: expected.clone(),
                finding,
                mistake,
                unseen: put.unseen(expected, &response),
                standing,
                wrong,
                cause: of_entry.or_else(|| failure.clone()),
                failure,
                says,
                deviation,
            });
        }
    }
    verdicts
}

/// Whether the game ends in a way that the library does not detect. A game that is over allows no claim, which such a
/// library cannot know, so its wrong answer does not count.
fn is_unnoticed(about: &About, expected: &[Expected]) -> bool {
    expected.iter().any(|one| {
        matches!(one.right, Expectation::Exactly(Answer::Ruling(ruling)) if about.overlooks(ruling))
    })
}

/// Returns whether a wrong answer does not count, because the library does not detect the ending that decides: a claim that
/// it denies in a game that is over (`is_unnoticed`), or a draw by such an ending.
fn is_excused(is_unnoticed: bool, about: &About, expected: &Expected, scenario: &Scenario) -> bool {
    is_unnoticed && is_denied_claim(expected)
        || expected.right == Expectation::Exactly(Answer::Is(true))
            && about.overlooks_draw(&expected.question, scenario)
}

/// Returns the expectation that playing moves and taking them back changes nothing.
fn no_changes(moment: Moment) -> Expected {
    Expected {
        question: HistoryQuestion::Undo.into(),
        right: Expectation::Exactly(Answer::Changes(Vec::new())),
        moment,
    }
}

/// A judged answer, to be compared with the known deviations.
struct Given<'a> {
    case: &'a Case,
    finding: Finding,
    says: &'a AnswerRecord,
    failure: Option<&'a Cause>,
}

impl Given<'_> {
    /// Returns the standing, and the known deviation that it is compared with. `explained` is the one with a fault that
    /// explains the answer.
    fn compare<'k>(
        &self,
        expected: &Expected,
        (known, version): (&[&'k Deviation], &str),
        explained: Option<&'k Deviation>,
    ) -> (Standing, Option<&'k Deviation>) {
        let is_its_failure = |one: &&Deviation| Some(&one.cause) == self.failure;
        let is_wrong = self.finding.is_scored() && self.finding != Finding::Agrees;
        let unexplained = is_wrong.then(|| unexplained(expected, self.says));
        // Of answers that nothing explains, an entry lists the cases.
        let lists = |one: &&Deviation| {
            Some(&one.cause) == unexplained.as_ref() && one.cases.contains(&self.case.id)
        };
        let of_cause = || {
            let all = || known.iter().copied();
            all().filter(is_its_failure).chain(explained).chain(all().filter(lists))
        };
        if let Some(deviation) = of_cause().find(|one| one.covers_version(version)) {
            return (Standing::Known, Some(deviation));
        }
        // What is left with this cause is for other versions.
        match of_cause().next() {
            Some(deviation) => (Standing::LookAgain, Some(deviation)),
            None if is_wrong => (Standing::New, None),
            None => (Standing::AsExpected, None),
        }
    }
}

/// Returns whether the setup or a move of a line failed, so that no question about it could be asked.
fn stops_early(library: &dyn Implementation, scenario: &Scenario, answers: &[Response]) -> bool {
    let is_refusal = |response: &Response| {
        matches!(response, Response::SetupRefused(_) | Response::MoveRefused(_))
    };
    if answers.iter().any(is_refusal) {
        return true;
    }
    // A panic, crash or timeout may be caused by the line or by the question. With a single failure the difference does
    // not matter.
    answers.iter().filter(|response| response.is_failure()).count() > 1
        && library.ask(scenario, &[PositionQuestion::Setup.into()]).iter().any(Response::is_failure)
}

/// Returns whether the library answers that the setup is illegal.
fn refuses(question: &Question, response: &Response) -> bool {
    *question == PositionQuestion::Setup.into() && response.answer() == Some(&Answer::Is(false))
}

/// Returns whether the expected answer is that no draw can be claimed at the end of the case.
fn is_denied_claim(expected: &Expected) -> bool {
    expected.question.is_claim()
        && expected.moment == Moment::End
        && expected.right == Expectation::Exactly(Answer::Is(false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawbook::{
        notation::read_uci,
        position::{Move, Position},
        rules::Termination,
    };
    use lawbook_catalogue::{adapter::InProcess, question::Answer, read_deviations};
    use lawbook_gate::{Adapter, Refusal, Reply};

    /// The reference with an extra move among the legal moves, if the text is a move.
    struct Jumping(&'static str);

    impl Implementation for Jumping {
        fn about(&self) -> About {
            About { name: "jumping".to_owned(), ..Reference::default().about() }
        }

        fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
            let mut responses = Reference::default().ask(scenario, questions);
            for one in &mut responses {
                if let Response::Answer { answer: Answer::Moves(moves), .. } = one {
                    moves.extend(self.0.parse::<Move>().ok());
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
        let asks = |case: &Case| {
            case.expected.iter().filter(|one| BRIEF.contains(&one.question.kind())).count()
        };
        catalogue.cases.retain(|case| case.acts.len() > 2 && asks(case) > 0);
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
                    assert!(BRIEF.contains(&kind), "{failing:?}, {}: {kind}", case.case.id);
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
                let verdicts = ask_one(&case, "undrawn", &Undrawn(endings), &[]);
                let drawn = verdicts.iter().filter(|one| one.expected.question.kind() == "drawn");
                let findings: Vec<Finding> = drawn.map(|one| one.finding).collect();
                let right = if wrong.contains(&by) { Finding::Differs } else { Finding::Silent };
                assert_eq!(findings, [right], "{endings:?} {by}");
            }
        }
    );

    /// Returns the standings of the wrong answers to questions about legal moves in a case, with an entry for it.
    fn wrong_standings(case: &str, adds: &'static str, text: &str) -> Vec<Standing> {
        let case = Catalogue::embedded_case(case).unwrap();
        let known = read_deviations("jumping", "known.yaml", text).unwrap();
        let verdicts = ask_one(&case, "jumping", &Jumping(adds), &known);
        let wrong = verdicts.iter().filter(|one| one.finding == Finding::Differs);
        wrong.map(|one| one.standing).collect()
    }

    /// An entry whose cause is that of an additional move.
    const CAUSED: &str = "- cause: {fault: castling/over-a-piece}\n  cases: [knight-beside-the-rook]\n  question: legal-moves\n  class: bug\n  reason: it jumps\n";

    rows!(
        an_entry_about_other_versions_says_look_again,
        for (more, standing) in [
            ("", Standing::Known),
            ("  versions: \"=9.0.0\"\n", Standing::LookAgain),
            ("  fixed_in: \"0.0.1\"\n", Standing::LookAgain),
        ] {
            let text = format!("{CAUSED}{more}");
            let standings = wrong_standings("knight-beside-the-rook", "e1c1", &text);
            assert_eq!(standings, [standing], "{text}");
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
            let all =
                catalogue.cases.iter().flat_map(|case| ask_one(case, "brief", &refusing, &known));
            let refused = all.filter(|one| {
                matches!(
                    &one.failure,
                    Some(Cause::MoveRefused { kind: lawbook_catalogue::MoveKind::Ordinary, .. })
                )
            });
            refused.map(|one| one.standing).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(standings("_: too long").into_iter().collect::<Vec<_>>(), [Standing::Known]);
        assert_eq!(standings("_: short").into_iter().collect::<Vec<_>>(), [Standing::New]);
    }
}
