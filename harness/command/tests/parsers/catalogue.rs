//! Fuzz targets: case files, known deviations, baselines and reports.

use std::{fs, path::PathBuf};

use lawbook_catalogue::{Catalogue, Problem, embedded_files, lint, read_deviations, read_files};
use lawbook_runner::{
    baseline::Baseline,
    report::{self, Diff, Report},
    runner,
};

use crate::Target;

pub(crate) static TARGETS: [Target; 4] = [
    Target { name: "cases", seeds: cases, words: &CASES, read: case, memory: 64 << 20 },
    Target { name: "known", seeds: lists, words: &KNOWN, read: known, memory: 64 << 20 },
    Target {
        name: "baselines",
        seeds: baselines,
        words: &ENTRIES,
        read: baseline,
        memory: 64 << 20,
    },
    Target { name: "reports", seeds: reports, words: &REPORTS, read: report, memory: 64 << 20 },
];

const ENTRIES: [&str; 10] = [
    "library ",
    "catalogue ",
    "level ",
    "answers ",
    "core",
    "\n",
    ", ",
    " -- ",
    "1 x -- y -- 0",
    "0.1.0",
];

const CASES: [&str; 30] = [
    "- id: x\n",
    "  title: ",
    "  states: [T-1]\n",
    "  play:\n",
    "    - 1. e4 e5\n",
    "  expect:\n",
    "    ruling: ",
    "    checkmate: true\n",
    "    legal: [Kxg7]\n",
    "  why: |\n",
    "  start: ",
    "  contrast: ",
    "  mistakes:\n",
    "  rule_sets: fide-2023\n",
    "  tags: [mate]\n",
    "  open: ",
    "&a ",
    "*a",
    "!!binary ",
    "<<: *a",
    ">-\n",
    "? ",
    ": ",
    "---\n",
    "...\n",
    "{",
    "[",
    "]",
    "\"",
    "'",
];
const KNOWN: [&str; 17] = [
    "catalogue: ",
    "libraries:\n",
    "  x:\n",
    "    answers: []\n",
    "    deviations:\n",
    "- cases: [",
    "  class: bug\n",
    "  reason: ",
    "  question: check\n",
    "  says: ",
    "- cause: {",
    "fault: castling/missing}",
    "unexplained: {question: check, direction: lacks}",
    "&a ",
    "*a",
    "{",
    "[",
];
const REPORTS: [&str; 10] =
    ["null", "[]", "{}", "\"cases\":", "\"disagreements\":", "true", "[[", "\"id\":", "\"x\"", ","];

fn document() -> String {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/right/tiny/document.yaml");
    fs::read_to_string(path).unwrap()
}

/// Each case of the catalogue as a text, and the short case file of the fixtures.
fn cases() -> Vec<Vec<u8>> {
    let right = "tests/fixtures/right/tiny/mate.yaml";
    let mut texts = vec![fs::read(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(right)).unwrap()];
    for file in embedded_files().iter().filter(|file| !file.path.ends_with("document.yaml")) {
        texts
            .extend(file.text.split("\n- ").skip(1).map(|case| format!("- {case}\n").into_bytes()));
    }
    texts
}

/// Lints a case file within a valid catalogue.
fn case(text: &[u8]) -> Result<(), String> {
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("targets-cases");
    let folder = root.join("tiny");
    let wrote = fs::create_dir_all(&folder)
        .and_then(|()| fs::write(folder.join("document.yaml"), document()))
        .and_then(|()| fs::write(folder.join("mate.yaml"), text));
    wrote.map_err(|error| error.to_string())?;
    let Ok(files) = read_files(&root) else { return Ok(()) };
    let (catalogue, mut problems) = Catalogue::from_files(&files);
    problems.extend(lint(&catalogue));
    placed(&problems)
}

fn lists() -> Vec<Vec<u8>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let all = fs::read_to_string(root.join("../catalogue/tests/fixtures/known.yaml")).unwrap();
    let right = all.split("--- # ").find_map(|one| one.strip_prefix("right\n")).unwrap();
    let mut texts = vec![right.as_bytes().to_vec()];
    for folder in fs::read_dir(root.join("../libraries")).unwrap() {
        let Ok(text) = fs::read_to_string(folder.unwrap().path().join("known.yaml")) else {
            continue;
        };
        texts.extend(text.split("\n- ").skip(1).map(|one| format!("- {one}\n").into_bytes()));
    }
    assert!(texts.len() > 100, "only {} entries were found", texts.len());
    texts
}

/// Parses known deviations.
fn known(text: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(text);
    placed(&Vec::from_iter(read_deviations("x", "x.yaml", &text).err()))
}

fn baselines() -> Vec<Vec<u8>> {
    vec![include_bytes!("../fixtures/baseline.txt").to_vec()]
}

/// Parses a baseline, which must survive writing.
fn baseline(text: &[u8]) -> Result<(), String> {
    let Ok(baseline) = Baseline::read(&String::from_utf8_lossy(text)) else { return Ok(()) };
    let written = baseline.write();
    match Baseline::read(&written) {
        Ok(again) if again == baseline => Ok(()),
        other => Err(format!("{written}\nis read as {other:?}")),
    }
}

/// Checks that each problem says what is wrong, and where.
fn placed(problems: &[Problem]) -> Result<(), String> {
    match problems.iter().find(|one| one.message.is_empty() || one.place.line == 0) {
        Some(problem) => Err(format!("it is not said what is wrong, or where: {problem:?}")),
        None => Ok(()),
    }
}

fn reports() -> Vec<Vec<u8>> {
    let (catalogue, _) = Catalogue::from_files(embedded_files());
    let cases = catalogue.cases.iter().filter(|case| case.id.starts_with("check"));
    let report = Report::new(&runner::run(&catalogue, cases, &[], &[], || ()), &catalogue);
    let sample = include_bytes!("../../../runner/src/report/golden/reports/2026-02.json");
    vec![report::write_json(&report).into_bytes(), sample.to_vec()]
}

/// Parses a report. It must survive serialization and can be rendered.
fn report(text: &[u8]) -> Result<(), String> {
    let Ok(report) = report::read_json(&String::from_utf8_lossy(text)) else { return Ok(()) };
    let written = report::write_json(&report);
    if report::read_json(&written).ok().as_ref() != Some(&report) {
        return Err(format!("{written}\nis not read as the same"));
    }
    report::markdown(&report);
    report::matrix(&report);
    report::summary(&report);
    report::junit(&report);
    report::annotations(&report);
    drop(Diff::new(&report, &report).map(|diff| (diff.text(), diff.is_worse())));
    report.passes();
    Ok(())
}
