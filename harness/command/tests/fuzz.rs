//! Command-line tests of `lawbook fuzz`: results are deterministic for a seed.

use crate::common::{run, told};

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

#[test]
fn the_same_seed_finds_the_same_with_any_number_of_threads() {
    let one = run(&FINDS, "");
    let mut several = FINDS;
    several[7] = "--jobs=3";
    let several = run(&several, "");
    assert_eq!(one.status.code(), Some(1));
    assert!(String::from_utf8(one.stdout.clone()).unwrap().contains("\"plies\": 3360"));
    assert_eq!(one.stdout, several.stdout);
}

#[test]
fn what_cannot_be_played_is_said() {
    for (arguments, code, says) in [
        (&["--strategy=nothing"][..], 2, "unknown strategy \"nothing\"; known strategies: random,"),
        (&["--library=nobody"], 4, "unknown library \"nobody\""),
        (&["--plies=0"], 2, "expected a number from 1"),
        (&["--plies=9", "--seconds=9"], 2, "cannot be used with"),
    ] {
        let (exit, said) = told(&[&["fuzz"], arguments].concat(), "");
        assert!(exit == Some(code) && said.contains(says), "{arguments:?}: {exit:?} {said}");
    }
}

/// Serves the reference without its walks, so that it is asked about whole lines.
const WITHOUT_WALKS: &str = r#""$1" adapter serve | sed -u 's/"walks":true/"walks":false/'"#;

/// The games have lists without moves, and dead positions that only a search finds.
#[test]
fn a_right_answer_is_no_finding_however_it_is_asked() {
    let adapter = ["--", "sh", "-c", WITHOUT_WALKS, "sh", env!("CARGO_BIN_EXE_lawbook")];
    for (plies, who) in [("300", &["--library=chess"][..]), ("500", &adapter)] {
        let (exit, said) = told(&[&["fuzz", "--seed=1", "--plies", plies], who].concat(), "");
        assert_eq!(exit, Some(0), "{who:?}: {said}");
    }
}
