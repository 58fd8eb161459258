//! Which cases show which seeded fault, as the committed vectors predict it. That these are the vectors of the catalogue is
//! tested in `report/vectors.rs`.

#![allow(clippy::unwrap_used)] // a test

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use lawbook::rules::Act;
use lawbook_catalogue::{Case, CaseLevel, Catalogue};
use lawbook_faults as faults;
use lawbook_runner::report::{Vector, Vectors};

/// The rules whose common cells at least two cases of the core level detect.
const TWICE: [&str; 5] = ["repetition", "material", "notation", "fen", "chess960"];

/// Faults that are shown by cases of other rule sets only, or by one case of this one and others of those.
const OTHER_RULE_SETS: [&str; 4] = [
    "both-flags-play-on",
    "games-of-any-length",
    "history-cleared-by-castling",
    "seventy-five-before-mate",
];

/// Whether a library can handle an act. No fault is seeded for the others, the conduct of the players: only the reference
/// answers questions about it, and the mutants of `src/rules` show whether the cases notice mistakes there.
const fn is_handled(act: &Act) -> bool {
    matches!(
        act,
        Act::MoveAndPress { .. }
            | Act::Claim { .. }
            | Act::Offer { .. }
            | Act::Accept { .. }
            | Act::Decline { .. }
            | Act::Agree
            | Act::Resign { .. }
            | Act::FlagFalls { .. }
    )
}

/// Cases of acts that libraries handle, whose mistake none can make: it is about the gesture, which a library is not told.
const GESTURES: [&str; 1] = ["king-knocked-over-on-purpose"];

/// The committed vectors.
fn vectors() -> Vectors {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/fide-2023.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Returns the names of the faults that predict a wrong answer in each vector.
fn shown(vectors: &Vectors) -> impl Iterator<Item = (&Vector, BTreeSet<&str>)> {
    vectors.vectors.iter().map(|vector| {
        let places = vector.questions.iter().flat_map(|one| one.wrong.values()).flatten();
        (vector, places.map(|&place| vectors.mistakes[place].name.as_str()).collect())
    })
}

/// Returns the cases that show each fault, with their levels; those about Chess960 only for faults of that rule.
fn cases_by_fault(vectors: &Vectors) -> BTreeMap<&str, BTreeSet<(CaseLevel, &str)>> {
    let mut all: BTreeMap<&str, BTreeSet<(CaseLevel, &str)>> = BTreeMap::new();
    for (vector, names) in shown(vectors) {
        for name in names {
            if !vector.chess960 || name.starts_with("chess960/") {
                all.entry(name).or_default().insert((vector.level, &vector.case));
            }
        }
    }
    all
}

#[test]
fn two_cases_show_each_fault_that_was_written_by_hand() {
    let vectors = vectors();
    let mut cases: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (vector, names) in shown(&vectors) {
        for name in names {
            cases.entry(name).or_default().insert(&vector.case);
        }
    }
    let number = |name: &str| cases.get(name).map_or(0, BTreeSet::len);
    let thin: BTreeSet<&str> =
        faults::all().map(|fault| fault.name).filter(|name| number(name) < 2).collect();
    assert_eq!(thin, OTHER_RULE_SETS.into(), "shown by fewer than two cases");
    assert!(faults::all().count() >= 60);
}

#[test]
fn a_case_of_ordinary_chess_shows_each_cell() {
    let vectors = vectors();
    let cases = cases_by_fault(&vectors);
    let mut problems = Vec::new();
    for fault in faults::grid() {
        let (cell, of_cell) = (fault.cell.unwrap(), cases.get(fault.name));
        let core = of_cell.into_iter().flatten().filter(|(level, _)| *level == CaseLevel::Core);
        match (of_cell, core.count(), cell.is_common) {
            (None, _, _) => problems.push(format!("{}: no case", fault.name)),
            (_, 0, true) => problems.push(format!("{}: no core case", fault.name)),
            (_, 1, true) if TWICE.contains(&cell.rule) => {
                problems.push(format!("{}: one core case", fault.name));
            }
            _ => {}
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

/// A case that no fault shows in would test nothing; it may be the contrast of one that tests something.
#[test]
fn each_case_shows_a_fault_or_is_the_contrast_of_one_that_does() {
    let (catalogue, vectors) = (Catalogue::embedded(), vectors());
    let cases: BTreeMap<&str, &Case> =
        catalogue.cases.iter().map(|case| (case.id.as_str(), case)).collect();
    let mut idle: BTreeSet<&str> = vectors.vectors.iter().map(|one| one.case.as_str()).collect();
    for (vector, _) in shown(&vectors).filter(|(_, names)| !names.is_empty()) {
        idle.remove(vector.case.as_str());
        if let Some(contrast) = &cases[vector.case.as_str()].contrast {
            idle.remove(contrast.as_str());
        }
    }
    idle.retain(|id| cases[id].acts.iter().all(is_handled));
    assert_eq!(idle, GESTURES.into(), "no fault shows in these cases");
}

#[test]
fn cells_have_points_and_names_are_unique_and_mistakes_are_sentences() {
    let mut names = BTreeSet::new();
    for fault in faults::grid().iter().chain(faults::all()) {
        assert!(names.insert(fault.name), "{} is there twice", fault.name);
        assert!(fault.mistake.ends_with('.'), "{}", fault.name);
        let Some(cell) = fault.cell else {
            let words = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '-');
            assert!(fault.name.chars().all(words), "{}", fault.name);
            continue;
        };
        let values: Vec<&str> = cell.point.iter().map(|(_, value)| *value).collect();
        assert_eq!(fault.name, format!("{}/{}", cell.rule, values.join("/")));
    }
}
