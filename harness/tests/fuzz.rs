//! Command-line tests of `lawbook fuzz`: results are deterministic for a seed and can be saved as drafts.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// Arguments with which a fault is found within few games.
const FINDS: [&str; 8] = [
    "fuzz",
    "--library=cozy-chess",
    "--strategy=double-push",
    "--plies=3000",
    "--seed=11",
    "--no-known",
    "--format=json",
    "--jobs=1",
];

fn lawbook(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lawbook")).args(arguments).output().unwrap()
}

/// Creates an empty folder for this test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_same_seed_finds_the_same_with_any_number_of_threads() {
    let one = lawbook(&FINDS);
    let mut several = FINDS;
    several[7] = "--jobs=3";
    let several = lawbook(&several);
    assert_eq!(one.status.code(), Some(1));
    assert!(String::from_utf8(one.stdout.clone()).unwrap().contains("\"plies\": 3360"));
    assert_eq!(one.stdout, several.stdout);
}

#[test]
fn a_draft_is_rejected_until_it_is_decided() {
    let root = folder("drafts");
    let drafts = root.join("regressions").display().to_string();
    let promoted = [&FINDS[..], &["--promote", &drafts]].concat();
    assert_eq!(lawbook(&promoted).status.code(), Some(1));
    let draft = root.join("regressions/cozy-chess-occurrences-counts-less.yaml");
    let written = fs::read_to_string(&draft).unwrap();

    // A draft that a person may have edited is not overwritten.
    fs::write(&draft, format!("# begun\n{written}")).unwrap();
    assert_eq!(lawbook(&promoted).status.code(), Some(1));
    assert!(fs::read_to_string(&draft).unwrap().starts_with("# begun\n"));

    let lint = lawbook(&["lint", "--cases", &root.display().to_string()]);
    assert_eq!(lint.status.code(), Some(3));
    assert!(String::from_utf8(lint.stdout).unwrap().contains("expects nothing"));

    let draft = draft.display().to_string();
    for (more, code, says) in [
        (&["--no-known", "--library=cozy-chess"][..], 1, "cozy-chess: occurrences: counts less"),
        (&["--library=cozy-chess"], 0, "no disagreement"),
        (&["--no-known", "--library=shakmaty"], 0, "no disagreement"),
    ] {
        let again = lawbook(&[&["fuzz", "--replay", &draft], more].concat());
        assert_eq!(again.status.code(), Some(code), "{more:?}");
        assert!(String::from_utf8(again.stdout).unwrap().contains(says), "{more:?}");
    }
}

/// The draft of a finding with a text contains that text, also if the finding is a panic.
#[test]
fn a_text_that_was_found_is_asked_again_from_its_draft() {
    let drafts = folder("text-drafts").join("regressions");
    let draft = drafts.join("owlchess-reads-uci-panics.yaml");
    let search = [
        "fuzz",
        "--library=owlchess",
        "--strategy=texts",
        "--plies=9000",
        "--seed=1",
        "--no-known",
    ];
    let promoted = lawbook(&[&search[..], &["--promote", &drafts.display().to_string()]].concat());
    assert_eq!(promoted.status.code(), Some(1));
    let draft = draft.display().to_string();
    let again = lawbook(&["fuzz", "--library=owlchess", "--no-known", "--replay", &draft]);
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8(again.stdout).unwrap().contains("owlchess: reads-uci: panics"));
}

#[test]
fn what_cannot_be_played_or_replayed_is_said() {
    let root = folder("unreadable");
    let (empty, wrong) = (root.join("empty.yaml"), root.join("wrong.yaml"));
    fs::write(&empty, "").unwrap();
    fs::write(&wrong, "- id: a\n  title: b\n  states: []\n  start: nonsense\n  why: c\n").unwrap();
    let (empty, wrong) = (empty.display().to_string(), wrong.display().to_string());
    for (arguments, code, says) in [
        (&["--strategy=nothing"][..], 4, "unknown strategy \"nothing\"; known strategies: random,"),
        (&["--library=nobody"], 4, "unknown library \"nobody\""),
        (&["--plies=0"], 2, "expected a number from 1"),
        (&["--plies=9", "--seconds=9"], 2, "cannot be used with"),
        (&["--replay", &empty], 4, "contains no case"),
        (&["--replay", &wrong], 3, "wrong.yaml:4"),
        (&["--replay", "no-such-file"], 5, "cannot read no-such-file"),
    ] {
        let output = lawbook(&[&["fuzz"], arguments].concat());
        let talk = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {talk}");
        assert!(talk.contains(says), "{arguments:?}: {talk}");
    }
}
