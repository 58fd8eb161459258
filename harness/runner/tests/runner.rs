//! Tests of the runner with invented answers: which questions it asks, how it judges answers, and how implementations
//! compare.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::answering;
use lawbook::rules::{Decision, RuleSet, RuleSets, Termination};
use lawbook_catalogue::{
    Case, Catalogue, Document, Mistake,
    adapter::{About, Implementation, Reference, Response},
    question::{Answer, Expectation, Expected, GameQuestion, Moment, Question},
    read_deviations,
};
use lawbook_runner::{
    report::{self, Report},
    runner::{self, CaseRun, Consensus, Finding, Run, Verdict, mistake_behind},
};

/// A library that gives the same answer to a question in every game.
fn saying(about: About, says: fn(&Question) -> Response) -> Box<dyn Implementation> {
    answering(about, move |_, questions| questions.iter().map(says).collect())
}

fn library(name: &str, says: fn(&Question) -> Response) -> Box<dyn Implementation> {
    saying(About { chess960: true, ..About::new(name, "1.0.0") }, says)
}

fn answer(answer: Answer) -> Response {
    Response::Answer { answer, native: true }
}

/// Answers that no draw may be claimed.
fn no(question: &Question) -> Response {
    match question {
        Question::Game(GameQuestion::Claimable | GameQuestion::Claim { .. }) => {
            answer(Answer::Is(false))
        }
        _ => Response::Unsupported("not asked".to_owned()),
    }
}

/// Answers that any claim is allowed.
fn may(question: &Question) -> Response {
    let said = no(question);
    if matches!(said, Response::Answer { .. }) { answer(Answer::Is(true)) } else { said }
}

/// Answers yes to every question.
fn yes(_: &Question) -> Response {
    answer(Answer::Is(true))
}

fn is_claim(one: &Expected) -> bool {
    matches!(one.question, Question::Game(GameQuestion::Claimable | GameQuestion::Claim { .. }))
}

/// The catalogue with the cases for which `is_kept` holds, and with every eighth of the others.
fn some_cases(is_kept: impl Fn(&Case) -> bool) -> Catalogue {
    let mut catalogue = Catalogue::embedded();
    let mut number = 0;
    catalogue.cases.retain(|case| {
        number += 1;
        number % 8 == 0 || is_kept(case)
    });
    catalogue
}

/// Whether the answers of a case depend on the rule set.
fn has_exceptions(case: &Case) -> bool {
    !case.exceptions.is_empty()
}

/// All verdicts, each with its case.
fn verdicts<'a>(run: &'a Run<'_>) -> impl Iterator<Item = (&'a Case, &'a Verdict<'a>)> {
    run.cases.iter().flat_map(|one| one.verdicts.iter().map(move |verdict| (one.case, verdict)))
}

#[test]
fn the_reference_is_asked_under_each_rule_set() {
    let catalogue = some_cases(|case| has_exceptions(case) || case.rule_sets != RuleSets::ALL);
    let of = |rule_set: RuleSet| {
        let about = About { rule_set, chess960: true, ..About::new(rule_set.name(), "1.0.0") };
        saying(about, no)
    };
    let run = runner::run(&catalogue, &catalogue.cases, &RuleSet::ALL.map(of), &[], || ());
    for (case, Verdict { implementation, rule_set, expected, .. }) in verdicts(&run) {
        if *implementation > 0 {
            let applies = case.rule_sets.contains(*rule_set);
            assert_eq!(*rule_set, RuleSet::ALL[implementation - 1], "{}", case.id);
            assert!(applies, "{}: {}", case.id, expected.question);
        }
    }
    for one in &run.cases {
        for rule_set in one.case.rule_sets.iter() {
            for expected in one.case.expected_under(rule_set) {
                let times = one
                    .verdicts
                    .iter()
                    .filter(|verdict| verdict.implementation == 0 && verdict.expected == expected)
                    .filter(|verdict| {
                        !expected.question.depends_on_rule_set() || verdict.rule_set == rule_set
                    })
                    .count();
                assert_eq!(times, 1, "{} under {rule_set}: {}", one.case.id, expected.question);
            }
            let place = 1 + RuleSet::ALL.iter().position(|&one| one == rule_set).unwrap();
            let own = one.verdicts.iter().filter(|verdict| verdict.implementation == place);
            let count = own.filter(|verdict| !is_relation(verdict)).count();
            assert_eq!(count, one.case.expected_under(rule_set).len(), "{}", one.case.id);
        }
    }
}

/// Whether the game is over at the end of a case.
fn is_over(case: &Case) -> bool {
    case.expected_under(RuleSet::LATEST)
        .iter()
        .any(|one| matches!(one.right, Expectation::Exactly(Answer::Ruling(Decision::Over(_)))))
}

/// Whether a verdict is about what harmless calls change.
fn is_relation(verdict: &Verdict<'_>) -> bool {
    matches!(verdict.expected.question.sent_as(), "again" | "undo")
}

#[test]
fn claims_after_an_undetected_end_are_not_scored() {
    let catalogue = some_cases(|case| is_over(case) && case.expected.iter().any(is_claim));
    let looks = |name: &str, endings: &'static [Termination]| {
        saying(About { endings, chess960: true, ..About::new(name, "1.0.0") }, yes)
    };
    let libraries = [looks("blind", &[]), looks("seeing", &Termination::ALL)];
    let run = runner::run(&catalogue, &catalogue.cases, &libraries, &[], || ());
    for (implementation, forgives) in [(1, true), (2, false)] {
        let mut forgiven = 0;
        let of = verdicts(&run).filter(|(_, verdict)| verdict.implementation == implementation);
        let of = of.filter(|(_, verdict)| !is_relation(verdict));
        for (case, Verdict { expected, finding, .. }) in of {
            let is_right = expected.right == Expectation::Exactly(Answer::Is(true));
            let wanted = if is_right {
                Finding::Agrees
            } else if forgives
                && is_over(case)
                && expected.moment == Moment::End
                && is_claim(expected)
                && expected.right == Expectation::Exactly(Answer::Is(false))
            {
                forgiven += 1;
                Finding::Silent
            } else {
                Finding::Differs
            };
            assert_eq!(*finding, wanted, "{}: {}", case.id, expected.question);
        }
        assert_eq!(forgiven > 0, forgives);
    }
}

#[test]
fn a_wrong_answer_is_matched_with_its_mistake() {
    let catalogue = Catalogue::embedded();
    let (mut named, mut unnamed) = (0, 0);
    for Case { id, mistakes, .. } in &catalogue.cases {
        for (place, mistake) in mistakes.iter().enumerate() {
            for wrong in &mistake.expected {
                let leads_to = |mistake: &Mistake, answer: &Answer| {
                    let same = |one: &&Expected| one.question == wrong.question;
                    let mut own = mistake.expected.iter().filter(same);
                    own.any(|one| one.right.is_satisfied_by(answer) == Some(true))
                };
                if let Expectation::Exactly(right) = &wrong.right {
                    let name = mistake_behind(mistakes, &wrong.question, &answer(right.clone()));
                    // Two mistakes may lead to the same answer. Then the first is named.
                    let mut earlier = mistakes[..place].iter();
                    let first = earlier.find(|one| leads_to(one, right)).unwrap_or(mistake);
                    assert_eq!(name.as_ref(), Some(&first.name), "{id}: {}", wrong.question);
                    named += 1;
                }
                // An answer that no mistake leads to has no name.
                let odd = Answer::Moves(Vec::new());
                if !mistakes.iter().any(|one| leads_to(one, &odd)) {
                    let name = mistake_behind(mistakes, &wrong.question, &answer(odd));
                    assert_eq!(name, None, "{id}: {}", wrong.question);
                    unnamed += 1;
                }
            }
        }
    }
    assert!(named > 100 && unnamed > 100, "{named} named, {unnamed} not");
}

#[test]
fn it_is_told_who_stands_where() {
    let catalogue = some_cases(|case| case.expected.iter().any(is_claim));
    let right = |_: &Question| Response::Unsupported("nothing".to_owned());
    for (libraries, wrong) in [
        (vec![library("no", no)], Consensus::OneAlone),
        (vec![library("no", no), library("none", no)], Consensus::AllAgainstCatalogue),
        (vec![library("no", no), library("may", may)], Consensus::OneAlone),
        (vec![library("mute", right)], Consensus::Unanimous),
    ] {
        let run = runner::run(&catalogue, &catalogue.cases, &libraries, &[], || ());
        let mut seen = 0;
        for one in &run.cases {
            let may = one.verdicts.iter().find(|verdict| {
                verdict.implementation == 1
                    && is_claim(&verdict.expected)
                    && verdict.expected.right == Expectation::Exactly(Answer::Is(true))
            });
            let Some(may) = may else { continue };
            seen += 1;
            assert_eq!(one.consensus(&may.expected.question), wrong, "{}", one.case.id);
            let other = one.verdicts.iter().find(|verdict| !is_claim(&verdict.expected)).unwrap();
            assert_eq!(
                one.consensus(&other.expected.question),
                Consensus::Unanimous,
                "{}",
                one.case.id
            );
        }
        assert!(seen > 10, "{seen}");
    }
}

/// Also if only the verdict under one of several rule sets differs.
#[test]
fn the_reference_is_against_the_catalogue_if_it_is_once() {
    let catalogue = Catalogue::embedded();
    let case = Catalogue::embedded_case("threefold-with-written-move").unwrap();
    let mut run = runner::run(&catalogue, [&case], &[], &[], || ());
    let one = &mut run.cases[0];
    let question = one.verdicts[0].expected.question.clone();
    let asked = |verdict: &Verdict<'_>| verdict.expected.question == question;
    let often: Vec<usize> =
        (0..one.verdicts.len()).filter(|&index| asked(&one.verdicts[index])).collect();
    assert!(often.len() > 2, "{often:?}");
    assert_eq!(one.consensus(&question), Consensus::Unanimous);
    for index in often {
        let rule_set = one.verdicts[index].rule_set;
        let right = std::mem::replace(&mut one.verdicts[index].finding, Finding::Differs);
        assert_eq!(one.consensus(&question), Consensus::ReferenceAlone, "{rule_set}");
        one.verdicts[index].finding = right;
    }
}

#[test]
fn a_run_passes_if_findings_match_the_list() {
    let catalogue = Catalogue::embedded();
    let case = Catalogue::embedded_case("threefold-with-written-move").unwrap();
    let questions: Vec<(String, &str)> = case
        .expected_under(RuleSet::LATEST)
        .iter()
        .filter(|one| is_claim(one) && one.right == Expectation::Exactly(Answer::Is(true)))
        .map(|one| (one.question.name(), one.question.kind()))
        .collect();
    let entry = |id: &str, (question, kind): &(String, &str)| {
        format!(
            "- cause: {{unexplained: {{question: {kind}, direction: lacks}}}}\n  cases: [{id}]\n  question: {question}\n  class: bug\n  reason: it says no\n"
        )
    };
    let listed: String = questions.iter().map(|question| entry(&case.id, question)).collect();
    let more = format!("{listed}{}", entry("no-such-case", &questions[0]));
    for (text, of, passes, stale) in [
        (listed.as_str(), "no", true, 0),
        // Deviations listed for another library do not apply to this one.
        (listed.as_str(), "another", false, 0),
        (more.as_str(), "no", false, 1),
    ] {
        let known = read_deviations(of, "known.yaml", text).unwrap();
        let run = runner::run(&catalogue, [&case], &[library("no", no)], &known, || ());
        let is_passed = Report::new(&run, &catalogue).passes();
        assert_eq!((is_passed, run.stale.len()), (passes, stale), "{of}: {text}");
    }
}

#[test]
fn a_stopped_run_has_the_complete_answers_until_then_and_fails() {
    static STOP: AtomicBool = AtomicBool::new(false);
    fn stops(question: &Question) -> Response {
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        STOP.fetch_or(ASKED.fetch_add(1, Ordering::Relaxed) == 200, Ordering::Relaxed);
        no(question)
    }
    let catalogue = Catalogue::embedded();
    let libraries = [("one", no as fn(&_) -> _), ("two", stops), ("three", no)];
    let libraries = libraries.map(|(name, says)| library(name, says));
    let entry = "- cause: timed-out\n  cases: [no-such-case]\n  question: setup\n  class: bug\n  reason: why\n";
    let known = read_deviations("one", "known.yaml", entry).unwrap();
    let cases = &catalogue.cases;
    let run = runner::run_in((1, &STOP), &catalogue, cases, &libraries, &known, || ());
    let all = run.cases.len();
    let stopped = |cases: usize| format!("stopped after {cases} of {all} cases");
    let has = |place| {
        let asked = |one: &&CaseRun<'_>| one.verdicts.iter().any(|one| one.implementation == place);
        run.cases.iter().filter(asked).count()
    };
    assert!(0 < has(2) && has(2) < has(1) && has(3) == 0);
    assert_eq!(run.stopped["three"], stopped(0));
    assert!(run.stopped.len() == 2 && run.stopped["two"].starts_with("stopped after "));
    let report = Report::new(&run, &catalogue);
    assert!(!report.passes() && run.stale.is_empty());
    let summary = report::summary(&report);
    assert!(summary.starts_with("STOPPED: ") && summary.contains(&stopped(0)), "{summary}");
    let failure = format!("<failure message=\"{}\"/>", stopped(0));
    assert!(report::junit(&report).contains(&failure));
    assert!(report::read_json(&report::write_json(&report)).is_err());
}

#[test]
fn a_library_is_asked_under_its_own_rule_set() {
    let case = Catalogue::embedded_case("threefold-with-written-move").unwrap();
    let rule_sets = |name: &str| {
        let verdicts = runner::ask_one(&case, library(name, no).as_ref(), &[]);
        RuleSet::ALL
            .into_iter()
            .filter(|&one| verdicts.iter().any(|verdict| verdict.rule_set == one))
            .count()
    };
    assert_eq!(rule_sets("no"), 1);
    assert_eq!(rule_sets(Reference::NAME), case.rule_sets.iter().count());
}

#[test]
fn an_explanation_is_that_of_the_rule_set_of_the_answer() {
    let catalogue = some_cases(has_exceptions);
    let of = |rule_set: RuleSet| {
        let about = About { rule_set, chess960: true, ..About::new(rule_set.name(), "1.0.0") };
        saying(about, yes)
    };
    let (mut own, mut shared) = (0, 0);
    let libraries =
        ["fide-2009", "fide-2023", "uscf-7"].map(|name| name.parse::<RuleSet>().unwrap());
    let alone = libraries.iter().map(|one| vec![*one]);
    for rule_sets in alone.chain([libraries.to_vec()]) {
        let libraries: Vec<_> = rule_sets.iter().map(|one| of(*one)).collect();
        let run = runner::run(&catalogue, &catalogue.cases, &libraries, &[], || ());
        let report = Report::new(&run, &catalogue);
        for reported in &report.cases {
            let case = catalogue.case(&reported.id).unwrap();
            for one in reported.disagreements.iter().filter(|one| one.implementation != "lawbook") {
                let right = case.why_under(one.rule_set.parse().unwrap());
                assert_eq!(reported.why_of(one), right, "{} {}", case.id, one.rule_set);
                own += usize::from(one.why.is_some());
                shared += usize::from(one.why.is_none());
                // Alone, a library shares its rule set with the case.
                assert!(one.why.is_none() || rule_sets.len() > 1, "{}", case.id);
                for stated in reported.states.iter().filter(|_| one.why.is_none()) {
                    let is_of =
                        |one: &&Document| one.statements.iter().any(|one| one.id == stated.id);
                    let document = catalogue.documents.iter().find(is_of).unwrap();
                    assert_eq!(case.why_under(document.rule_set), right, "{}", case.id);
                }
            }
        }
    }
    assert!(own > 50 && shared > 1000, "{own} {shared}");
}

#[test]
fn every_rendering_has_the_explanation_of_the_rule_set() {
    let catalogue = Catalogue::embedded();
    let cases = [catalogue.case("hundred-and-fifty-without-a-claim").unwrap().clone()];
    let [general, present] =
        ["nothing but a claim turned", "Since July 2014 the game ends by itself"];
    let old: RuleSet = "fide-2009".parse().unwrap();
    let texts = |rule_sets: &[RuleSet]| {
        let of = |rule_set: &RuleSet| {
            let about = About { rule_set: *rule_set, ..About::new(rule_set.name(), "1.0.0") };
            let play_on = |_: &Question| answer(Answer::Ruling(Decision::Cancelled));
            saying(about, play_on)
        };
        let libraries: Vec<_> = rule_sets.iter().map(of).collect();
        let run = runner::run(&catalogue, &cases, &libraries, &[], || ());
        let report = Report::new(&run, &catalogue);
        let groups = report::causes(&report);
        let causes: String = groups.iter().map(|group| report::cause(group, |_| None)).collect();
        [
            causes,
            report::write_json(&report),
            report::junit(&report),
            report::markdown(&report),
            report::annotations(&report),
        ]
        .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    for (text, place) in texts(&[RuleSet::LATEST]).iter().zip(0..) {
        assert!(text.contains(present) && !text.contains(general), "{place}: {text}");
        assert!(!text.contains("S0-5.2"), "{place}: {text}");
    }
    for text in texts(&[old]) {
        assert!(text.contains(general) && !text.contains(present), "{text}");
    }
    for text in texts(&[old, RuleSet::LATEST]) {
        assert!(text.contains(general) && text.contains(present), "{text}");
    }
}
