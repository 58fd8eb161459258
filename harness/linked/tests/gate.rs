//! The gate, which has no rules engine, and the runner find the same wrong answers and write the same baseline.

#![allow(clippy::unwrap_used, clippy::panic)] // a test

use std::{collections::BTreeSet, env, fs, process};

use lawbook::rules::RuleSet;
use lawbook_catalogue::{
    CaseLevel, Catalogue,
    adapter::{Implementation, InProcess},
};
use lawbook_gate::{Level, Options, baseline::Baseline, run_library, wrong_answers};
use lawbook_suite::{
    baseline::write_baseline,
    report::{Vectors, question_id, said},
    runner::{ask_one, run},
};

/// The wrong answers by the identifiers of their questions.
type Wrong = BTreeSet<(String, String)>;

/// Returns the wrong answers that the gate finds to the questions with these identifiers.
fn by_gate(library: &InProcess, ids: &BTreeSet<String>) -> Wrong {
    let all = wrong_answers(library.library(), Level::Strict).into_iter();
    all.map(|one| (one.id, one.said)).filter(|(id, _)| ids.contains(id)).collect()
}

/// Returns the wrong answers that the runner finds to them.
fn by_runner(catalogue: &Catalogue, library: &InProcess, ids: &BTreeSet<String>) -> Wrong {
    let mut wrong = Wrong::new();
    for case in &catalogue.cases {
        let verdicts = ask_one(case, "library", library, &[]);
        for one in verdicts.iter().filter(|one| !one.standing.passes()) {
            let id = question_id(&case.id, &one.expected);
            if ids.contains(&id) {
                let says = said(&one.expected.right, &one.says);
                wrong.insert((id, says.unwrap_or_else(|| one.says.to_string())));
            }
        }
    }
    wrong
}

#[test]
fn the_gate_and_the_runner_find_the_same_wrong_answers() {
    let catalogue = Catalogue::embedded();
    let vectors = Vectors::new(&catalogue, RuleSet::LATEST).vectors;
    let ids: BTreeSet<String> = vectors
        .iter()
        // These depend on the conditions of a game, which the trait of the gate does not have.
        .filter(|vector| vector.event.is_none())
        .flat_map(|vector| vector.questions.iter().map(|one| one.id.clone()))
        .collect();
    let mut compared = 0;
    let mut different = Vec::new();
    for library in lawbook_linked::in_process() {
        let name = library.about().name;
        let (gate, runner) = (by_gate(&library, &ids), by_runner(&catalogue, &library, &ids));
        compared += runner.len();
        for one in gate.symmetric_difference(&runner) {
            let by = if gate.contains(one) { "gate" } else { "runner" };
            different.push(format!("{name}: only by the {by}: {} {}", one.0, one.1));
        }
    }
    assert!(compared > 300, "{compared}");
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}

/// Returns the baseline that the gate writes.
fn of_gate(library: &InProcess) -> Baseline {
    let file = env::temp_dir().join(format!("lawbook-same-baseline-{}.txt", process::id()));
    let options = Options { level: Some(Level::Strict), case: None, update: true };
    run_library(library.library(), &file, &options).unwrap();
    let baseline = Baseline::open(&file).unwrap().unwrap();
    fs::remove_file(&file).unwrap();
    baseline
}

#[test]
fn the_gate_and_the_command_write_the_same_baseline() {
    let catalogue = Catalogue::embedded();
    let cases = || catalogue.cases.iter();
    for library in lawbook_linked::in_process() {
        let name = library.about().name;
        let by_gate = of_gate(&library);
        let libraries = [Box::new(library) as Box<dyn Implementation>];
        let run = run(&catalogue, cases(), &libraries, &[], || ());
        let by_command = write_baseline(&run, 1, CaseLevel::Strict, None);
        assert_eq!(by_gate.write(), by_command.write(), "{name}");
    }
}
