//! At least two cases and one random property detect every seeded bug.

#![allow(clippy::unwrap_used)] // a test

use std::collections::BTreeSet;

use lawbook::position::{Move, Position};
use lawbook_catalogue::{
    Case, Catalogue,
    adapter::{About, Implementation, Reference, Response, Scenario},
    question::Question,
};
use lawbook_faults::{self as faults, Fault, Memory, Seeded};
use lawbook_suite::{
    detection::{FaultMatrix, GAMES, LibraryMatrix, disagreement},
    properties::Played,
};

#[test]
fn every_fault_is_noticed_by_two_cases() {
    let catalogue = Catalogue::embedded();
    let cases: Vec<&Case> = catalogue.cases.iter().collect();
    let by_hand = faults::all().count();
    let faults: Vec<&Fault> = faults::all().chain(faults::grid()).collect();
    let matrix = FaultMatrix::new(&cases, &faults, 0, || ());
    let rows = &matrix.faults[..by_hand];
    let survivors: Vec<&str> =
        rows.iter().filter(|row| row.survives()).map(|row| row.name).collect();
    assert!(survivors.is_empty(), "fewer than two cases notice {survivors:?}");
    assert!(by_hand >= 60);
    assert!(matrix.idle.is_empty(), "no fault is there for {:?}", matrix.idle);
}

#[test]
fn cells_have_points_and_unique_names() {
    let mut names = BTreeSet::new();
    for fault in faults::grid() {
        let cell = fault.cell.unwrap();
        assert!(names.insert(fault.name), "{} is there twice", fault.name);
        assert_eq!(cell.kind(), cell.point[0].1);
        let values: Vec<&str> = cell.point.iter().map(|(_, value)| *value).collect();
        assert_eq!(fault.name, format!("{}/{}", cell.rule, values.join("/")));
        assert!(fault.mistake.ends_with('.'), "{}", fault.name);
    }
}

/// A fault on top of a library changes only answers that the library gives.
#[test]
fn a_silent_library_hides_every_fault() {
    let catalogue = Catalogue::embedded();
    let cases: Vec<&Case> = catalogue.cases.iter().take(40).collect();
    let faults: Vec<&Fault> = faults::grid().iter().collect();
    let silent = LibraryMatrix::new(&Silent, &cases, &faults, || ());
    assert!(silent.faults.iter().all(|row| row.cases.is_empty()));
    let full = LibraryMatrix::new(&Reference::default(), &cases, &faults, || ());
    assert!(full.faults.iter().any(|row| !row.cases.is_empty()));
}

/// A library that takes every line and answers no question.
struct Silent;

impl Implementation for Silent {
    fn about(&self) -> About {
        About::new("silent", "1.0.0")
    }

    fn ask(&self, _: &Scenario, questions: &[Question]) -> Vec<Response> {
        questions.iter().map(|_| Response::Unsupported("it is silent".to_owned())).collect()
    }
}

#[test]
fn a_fault_that_no_case_asks_about_survives() {
    let catalogue = Catalogue::embedded();
    let cases: Vec<&Case> = catalogue.case("threefold-with-written-move").into_iter().collect();
    let faults: Vec<&Fault> =
        faults::all().filter(|fault| fault.name == "ep-victim-stays").collect();
    let matrix = FaultMatrix::new(&cases, &faults, 0, || ());
    assert!(matrix.faults[0].survives() && !matrix.is_complete());
    assert_eq!(matrix.idle, ["threefold-with-written-move"]);
}

#[test]
fn names_are_unique_and_mistakes_are_sentences() {
    let mut names = BTreeSet::new();
    for fault in faults::all() {
        let words = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '-');
        assert!(fault.name.chars().all(words), "{}", fault.name);
        assert!(names.insert(fault.name), "{} is there twice", fault.name);
        assert!(fault.mistake.ends_with('.'), "{}", fault.name);
    }
}

/// In a game without en passant, a fault about en passant answers as the reference does.
#[test]
fn a_fault_shows_only_where_it_is() {
    let start: Position = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1".parse().unwrap();
    let square = |name| lawbook::board::Square::parse(name).unwrap();
    let push = Move::new(square("d7"), square("d5"));
    let take = Move::new(square("e5"), square("d6"));
    let fault = faults::all().find(|fault| fault.name == "ep-victim-stays").unwrap();
    let memory = Memory::default();
    let seeded = Seeded::new(fault, &memory);
    let before = Played { start, moves: vec![push] };
    assert!(disagreement(&seeded, &Reference::default(), &before).is_none());
    let after = Played { start, moves: vec![push, take] };
    let found = disagreement(&seeded, &Reference::default(), &after).unwrap();
    assert_eq!((found.question.as_str(), found.acts.len()), ("legal-moves", 2));
    assert!(disagreement(&Reference::default(), &Reference::default(), &after).is_none());
    assert_eq!(seeded.about(), Reference::default().about());
}

/// Random games, setups and acts also detect every fault, and the results are deterministic.
#[test]
fn every_fault_is_noticed_at_random() {
    let faults: Vec<&Fault> = faults::all().collect();
    let matrix = FaultMatrix::new(&[], &faults, GAMES, || ());
    let unseen: Vec<&str> =
        matrix.faults.iter().filter(|row| row.property.is_none()).map(|row| row.name).collect();
    assert!(unseen.is_empty(), "nothing random shows {unseen:?}");
}

/// The cells rest on a generator of moves of their own; its legal moves are the legal moves.
#[test]
fn the_grid_finds_the_legal_moves() {
    let catalogue = Catalogue::embedded();
    let wrong = faults::misjudged(catalogue.cases.iter().flat_map(Case::positions));
    assert!(wrong.is_empty(), "{wrong:?}");
}
