//! Tests that each lint has a document that fails it, with the right location.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test

use std::{fs, path::Path};

use lawbook_catalogue::{
    Catalogue, CatalogueFile, Problem, embedded_files, fields_without_value, lint, read_deviations,
};

const DOCUMENT: &str = "
id: T
title: A document for tests
about: It has three statements.
rule_set: fide-2009
source: { form: none, sha256: none }
statements:
  - { id: T-1, says: Mate is mate. }
  - { id: T-2, says: Another thing is not. }
  - { id: T-3, says: Chess is nice., untestable: a matter of taste }
";

fn problems(text: &str) -> Vec<Problem> {
    let file =
        |path: &str, text: &str| CatalogueFile { path: path.to_owned(), text: text.to_owned() };
    let files = [file("test/document.yaml", DOCUMENT), file("test/cases.yaml", text)];
    let (catalogue, mut problems) = Catalogue::from_files(&files);
    problems.extend(lint(&catalogue));
    problems.extend(fields_without_value(&files));
    problems
}

/// The documents of a file that do not fail as their first line says, and the number of documents.
fn failures(file: &str, place: &str, problems: &dyn Fn(&str) -> Vec<Problem>) -> (String, usize) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(file);
    let all = fs::read_to_string(file).unwrap();
    let documents: Vec<&str> = all.split("--- # ").skip(1).collect();
    let mut wrong = Vec::new();
    for document in &documents {
        let (name, text) = document.split_once('\n').unwrap();
        let found: Vec<String> = problems(text).iter().map(Problem::to_string).collect();
        match text.lines().next().unwrap().strip_prefix("# expects: ") {
            None => assert_eq!(found, [""; 0], "{name}"),
            Some(expected) => {
                let (line, says) = expected.split_once(' ').unwrap();
                let place = format!("{place}:{line}: ");
                if !found.iter().any(|one| one.starts_with(&place) && one.contains(says)) {
                    wrong.push(format!("{name} expects {expected}, found {found:#?}"));
                }
            }
        }
    }
    (wrong.join("\n"), documents.len())
}

#[test]
fn each_fixture_fails_as_it_says() {
    let (wrong, checked) = failures("lint.yaml", "cases/test/cases.yaml", &problems);
    assert!(wrong.is_empty(), "{wrong}");
    assert!(checked > 50, "only {checked} fixtures were found");
}

#[test]
fn each_list_of_known_deviations_fails_as_it_says() {
    let problems =
        |text: &str| read_deviations("toy", "known/toy.yaml", text).err().into_iter().collect();
    let (wrong, checked) = failures("known.yaml", "cases/known/toy.yaml", &problems);
    assert!(wrong.is_empty(), "{wrong}");
    assert!(checked > 12, "only {checked} fixtures were found");
}

#[test]
fn the_catalogue_has_no_problem() {
    let (catalogue, mut problems) = Catalogue::from_files(embedded_files());
    problems.extend(lint(&catalogue));
    problems.extend(fields_without_value(embedded_files()));
    assert_eq!(problems, []);
    assert_eq!(catalogue.documents.len(), 6);
    for document in &catalogue.documents {
        let cases = catalogue.cases.iter().filter(|case| case.place.folder() == document.folder);
        assert!(cases.count() >= 10, "{} has fewer than ten cases", document.id);
    }
}

#[test]
fn every_statement_has_a_case_or_a_reason_why_not() {
    let catalogue = Catalogue::embedded();
    for statement in catalogue.documents.iter().flat_map(|document| &document.statements) {
        let covered = catalogue.cases.iter().any(|case| case.states.contains(&statement.id));
        assert!(covered || statement.untestable.is_some(), "{} has no case", statement.id);
    }
    assert!(catalogue.conflicts.len() >= 10, "the conflicts between the documents are missing");
}

#[test]
fn one_case_is_read_as_it_is_among_all() {
    let catalogue = Catalogue::embedded();
    for case in catalogue.cases.iter().step_by(7) {
        let alone = Catalogue::embedded_case(&case.id).unwrap();
        assert_eq!(format!("{alone:?}"), format!("{case:?}"));
    }
    assert!(Catalogue::embedded_case("no-such-case").is_none());
}
