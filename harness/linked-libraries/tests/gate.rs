//! The gate has the predictions of mistakes in its vectors, and the command computes them. Both name the same causes, so a
//! baseline of the one is that of the other.

#![allow(clippy::unwrap_used)] // a test

use std::{collections::BTreeSet, env, fs, process};

use lawbook_catalogue::{
    CaseLevel, Catalogue,
    adapter::{Implementation, InProcess},
};
use lawbook_gate::{Level, Options, baseline::Baseline};
use lawbook_runner::{baseline::write_baseline, runner::run};

/// Returns the baseline that the gate writes.
fn of_gate(library: &InProcess) -> Baseline {
    let file = env::temp_dir().join(format!("lawbook-same-baseline-{}.txt", process::id()));
    let options = Options { level: Some(Level::Strict), case: None, update: true };
    lawbook_gate::run(library.in_text().unwrap(), &file, &options).unwrap();
    let baseline = Baseline::open(&file).unwrap().unwrap();
    fs::remove_file(&file).unwrap();
    baseline
}

#[test]
fn the_gate_and_the_command_write_the_same_baseline() {
    let catalogue = Catalogue::embedded();
    let cases = || catalogue.cases.iter();
    let mut different = Vec::new();
    for library in lawbook_linked_libraries::in_process() {
        let name = library.about().name;
        let by_gate = of_gate(&library);
        let libraries = [Box::new(library) as Box<dyn Implementation>];
        let run = run(&catalogue, cases(), &libraries, &[], || ());
        let by_command = write_baseline(&run, 1, CaseLevel::Strict, None);
        let (by_gate, by_command) = (by_gate.write(), by_command.write());
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
        let differ = (&lines(&by_gate) ^ &lines(&by_command)).into_iter();
        different.extend(differ.map(|line| {
            let by = if by_gate.contains(&line) { "gate" } else { "command" };
            format!("{name}: only by the {by}: {line}")
        }));
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}
