//! At least two cases and one random property detect every seeded bug.

#![allow(clippy::unwrap_used)] // a test

use std::collections::BTreeSet;

use lawbook::{
    adapter::{Implementation, Reference},
    catalogue::{Case, Catalogue},
    position::{Move, Position},
    properties::Played,
};
use lawbook_faults::{self as faults, Fault, FaultMatrix, GAMES, Memory, Seeded, disagreement};

#[test]
fn every_fault_is_noticed_by_two_cases() {
    let catalogue = Catalogue::embedded();
    let cases: Vec<&Case> = catalogue.cases.iter().collect();
    let faults: Vec<&Fault> = faults::all().collect();
    let matrix = FaultMatrix::new(&cases, &faults, 0, || ());
    let survivors: Vec<&str> =
        matrix.faults.iter().filter(|row| row.survives()).map(|row| row.name).collect();
    assert!(survivors.is_empty(), "fewer than two cases notice {survivors:?}");
    assert!(matrix.is_complete());
    assert!(matrix.faults.len() >= 60);
    assert!(matrix.idle.is_empty(), "no fault is there for {:?}", matrix.idle);
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
