//! Tests histories of releases: a small one from the command line to the page, and the committed ones.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use lawbook::report::releases::{
    DisagreementHistory, LibraryHistory, ReleaseOutcome, read_history, write_history,
};

/// Linked libraries in the role of releases, and one that does not start.
const VERSIONS: &str = "chess,nobody,cozy-chess,shakmaty";

fn said(arguments: &[&str], exit: i32) -> String {
    let Output { status, stdout, stderr } = crate::common::run(arguments, b"");
    let said = String::from_utf8([stdout, stderr].concat()).unwrap();
    assert_eq!(status.code(), Some(exit), "{arguments:?}: {said}");
    said
}

/// The command that serves a linked library.
fn serving(library: &str) -> String {
    format!("'{}' adapter serve {library}", env!("CARGO_BIN_EXE_lawbook"))
}

fn folder(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn history(versions: &str, out: &Path) -> LibraryHistory {
    let adapter = serving("{version}");
    let out_text = folder(out);
    let arguments =
        ["history", "toy", "--adapter", &adapter, "--versions", versions, "--out-dir", out_text];
    let said = said(&arguments, 0);
    assert!(said.starts_with("toy: 3 of 4 releases asked, "), "{said}");
    read_history(&fs::read_to_string(out.join("toy.json")).unwrap()).unwrap()
}

#[test]
fn breaking_and_fixing_releases_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let one = history(VERSIONS, folder.path());
    let ReleaseOutcome::NotAsked(reason) = &one.releases[1].outcome else {
        panic!("{:?}", one.releases[1])
    };
    assert!(reason.contains("nobody"), "{reason}");
    let changes = |history: &LibraryHistory, version: &str| {
        let kinds = history.changes(version).into_iter();
        kinds.map(|one| (one.kind.words(), one.answer.case.clone())).collect::<Vec<_>>()
    };
    let by_cozy_chess = changes(&one, "cozy-chess");
    let of_kind = |kind: &str| by_cozy_chess.iter().filter(|one| one.0 == kind).count();
    assert!(of_kind("fixed") > 3, "{by_cozy_chess:?}");

    // In the reverse order, fixed answers are broken.
    let back = history("shakmaty,nobody,cozy-chess,chess", folder.path());
    let broken: Vec<String> = changes(&back, "chess")
        .into_iter()
        .filter(|(kind, _)| *kind == "broken")
        .map(|(_, case)| case)
        .collect();
    let mut expected: Vec<String> = by_cozy_chess
        .iter()
        .filter(|(kind, _)| *kind == "fixed")
        .map(|(_, case)| case.clone())
        .collect();
    let mut broken = broken;
    broken.sort();
    expected.sort();
    assert_eq!(broken, expected);

    // The page links to each release with changes, and lists case and position.
    let page = fs::read_to_string(folder.path().join("README.md")).unwrap();
    assert!(page.contains("**[chess](toy.md#chess)** ("), "{page}");
    let page = fs::read_to_string(folder.path().join("toy.md")).unwrap();
    for answer in back.changes("chess") {
        let line = format!("- `{}` `{}`: ", answer.answer.case, answer.answer.question);
        assert!(page.contains(&line) && page.contains(&answer.answer.fen), "{line}: {page}");
    }
}

#[test]
fn the_same_history_is_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    history(VERSIONS, folder.path());
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let names = ["toy.json", "toy.md", "toy.svg", "overview.svg", "README.md"];
    let first = names.map(read);
    history(VERSIONS, folder.path());
    assert!(first == names.map(read));
}

#[test]
fn random_games_test_every_release() {
    let out = tempfile::tempdir().unwrap();
    let run = |more: &[&str]| {
        let adapter = serving("{version}");
        let versions = "shakmaty,nobody,chess";
        let mut arguments = vec!["history", "toy", "--adapter", &adapter, "--versions", versions];
        arguments.extend(["--out-dir", folder(out.path())]);
        arguments.extend(more);
        said(&arguments, 0);
        let text = fs::read_to_string(out.path().join("toy.json")).unwrap();
        let history = read_history(&text).unwrap();
        assert_eq!(write_history(&history), text);
        (text, history.games)
    };
    let (text, games) = run(&["--games", "12", "--seed", "3"]);
    let games = games.unwrap();
    assert_eq!((games.seed, games.games), (3, 12));
    let by_chess = |one: &DisagreementHistory| {
        one.spans.iter().any(|span| span.since == "chess" && span.times > 0)
    };
    let found = games.disagreements.iter().find(|one| by_chess(one)).expect("chess differs");
    let page = fs::read_to_string(out.path().join("toy.md")).unwrap();
    assert!(page.contains(&format!("`{}`", found.diagnosis)), "{}: {page}", found.diagnosis);
    assert!(page.contains(&found.first.fen), "{}: {page}", found.first.fen);

    assert!(run(&[]).0 == text, "they are asked again, as many as before");
    assert_eq!(run(&["--games", "0"]).1, None);
    assert_eq!(run(&[]).1, None);
}

#[test]
fn foreign_files_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("toy.json"), "{\"mine\": 1}").unwrap();
    let adapter = serving("{version}");
    let out = folder.path().to_str().unwrap();
    let arguments =
        ["history", "toy", "--adapter", &adapter, "--versions", "shakmaty", "--out-dir", out];
    let said = said(&arguments, 5);
    assert!(said.contains("was not written by this command"), "{said}");
    assert_eq!(fs::read_to_string(folder.path().join("toy.json")).unwrap(), "{\"mine\": 1}");
}

#[test]
fn what_cannot_be_asked_is_said() {
    for (arguments, exit, says) in [
        (&["history", "ches.js"][..], 4, "did you mean \"chess.js\"?"),
        (&["history", "--out-dir", "/nonexistent"], 5, "cannot read /nonexistent"),
        (&["history", "toy", "--adapter", "x {version}"], 2, "expected --versions"),
        (&["history", "--adapter", "x", "--versions", "1"], 2, "needs the name of a library"),
        (
            &["bisect", "--library", "nobody", "--id", "castling-gives-mate"],
            4,
            "unknown library \"nobody\"",
        ),
        (
            &["bisect", "--library", "chess.js", "--id", "nothing"],
            4,
            "no case has --id \"nothing\"",
        ),
        (&["bisect", "--id", "castling-gives-mate"], 2, "--library <LIBRARY>"),
    ] {
        let said = said(arguments, exit);
        assert!(said.contains(says), "{arguments:?}: {said}");
    }
}

/// A case that the library chess answers wrongly, but cozy-chess and shakmaty answer correctly.
fn case_and_question() -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let history = history(VERSIONS, folder.path());
    let fixed = history
        .changes("cozy-chess")
        .into_iter()
        .find(|one| one.kind.words() == "fixed" && one.answer.spans.len() == 2)
        .unwrap();
    (fixed.answer.case.clone(), fixed.answer.question.clone())
}

#[test]
fn bisection_takes_few_steps_and_sets_exit_codes() {
    let (case, question) = case_and_question();
    let adapter = serving("{version}");
    let bisect = |versions: &str, exit| {
        let arguments = [
            "bisect",
            "--adapter",
            &adapter,
            "--versions",
            versions,
            "--id",
            &case,
            "--question",
            &question,
        ];
        said(&arguments, exit)
    };
    let found = bisect("chess,chess,chess,nobody,cozy-chess,shakmaty,shakmaty,shakmaty", 0);
    assert!(
        found.contains(
            "the adapter cozy-chess changed the answer, or in nobody, which cannot be tested"
        ),
        "{found}"
    );
    let steps =
        found.lines().filter(|line| line.trim_start().starts_with(char::is_numeric)).count();
    assert!(steps <= 6, "{found}");
    let alike = bisect("cozy-chess,nobody,shakmaty", 4);
    assert!(
        alike.contains("cozy-chess and shakmaty of the adapter give the same answer"),
        "{alike}"
    );

    for (library, exit) in [("cozy-chess", 0), ("chess", 1), ("nobody", 125)] {
        let adapter = serving(library);
        let said =
            said(&["bisect", "--adapter", &adapter, "--id", &case, "--question", &question], exit);
        assert!(said.starts_with(&format!("{case}: ")), "{said}");
    }
    let adapter = serving("shakmaty");
    let arguments = ["bisect", "--adapter", &adapter, "--id", &case, "--question", "taste"];
    assert!(said(&arguments, 125).contains("not \"taste\""));
}

/// Folder of the committed histories.
fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../reports/history")
}

#[test]
fn the_committed_pages_and_charts_are_what_the_data_says() {
    let out = tempfile::tempdir().unwrap();
    let mut histories = Vec::new();
    for entry in fs::read_dir(committed()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let text = fs::read_to_string(&path).unwrap();
            let history = read_history(&text).unwrap();
            assert!(write_history(&history) == text, "{} is written otherwise", path.display());
            fs::write(out.path().join(path.file_name().unwrap()), text).unwrap();
            histories.push(history);
        }
    }
    let many = histories.iter().filter(|one| one.asked().count() >= 8).count();
    assert!(many >= 12, "of only {many} libraries eight releases were asked");
    said(&["history", "--out-dir", folder(out.path())], 0);
    let names = |folder: &Path| {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(out.path()), names(&committed()));
    for name in names(out.path()) {
        let read = |folder: &Path| fs::read_to_string(folder.join(&name)).unwrap();
        assert!(
            read(out.path()) == read(&committed()),
            "reports/history/{} is out of date: `lawbook history` rewrites the pages",
            name.display()
        );
    }
}

/// The numbers of wrong answers add up, and spans are in the order of the tested releases.
#[test]
fn the_committed_data_holds_together() {
    for entry in fs::read_dir(committed()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let history = read_history(&fs::read_to_string(&path).unwrap()).unwrap();
        let asked: Vec<&str> = history.asked().map(|(one, _)| one.version.as_str()).collect();
        let wrong: usize = history.asked().map(|(_, score)| score.wrong).sum();
        let by_class: usize = history.wrong_by_class().iter().flat_map(|one| one.values()).sum();
        assert_eq!(wrong, by_class, "{}", path.display());
        for answer in &history.answers {
            let places = answer
                .spans
                .iter()
                .map(|span| asked.iter().position(|version| *version == span.since).unwrap());
            assert!(
                places.is_sorted_by(|one, next| one < next),
                "{}: {}",
                path.display(),
                answer.case
            );
            assert!(answer.spans.iter().any(|span| span.is_wrong()), "{}", answer.case);
        }
    }
}
