//! Command-line tests of help, results, and every exit code.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use lawbook_runner::report;
use serde_json::json;

use crate::common::{RIGHT, empty_folder, printed, run, start};

#[test]
fn every_exit_code_is_met() {
    trycmd::TestCases::new()
        .register_bin("lawbook", Path::new(env!("CARGO_BIN_EXE_lawbook")))
        .case("tests/cmd/*.trycmd");
}

#[test]
fn there_is_no_colour_where_there_is_no_terminal() {
    for arguments in [
        &["show", "threefold-with-written-move"][..],
        &["check", "--no-known", "--cases", "tests/fixtures/wrong-answer"],
        &["check", "--no-known", "--cases", "tests/fixtures/misspelt-field"],
        &["show", "no-such-case"],
        &["--help"],
        &["--no-such-flag"],
    ] {
        let Output { stdout, stderr, .. } = run(arguments, "");
        assert!(!stdout.is_empty() || !stderr.is_empty(), "{arguments:?} says nothing");
        for text in [stdout, stderr] {
            assert!(!text.contains(&b'\x1b'), "{arguments:?}: {}", String::from_utf8_lossy(&text));
        }
    }
}

#[test]
fn results_and_talk_are_kept_apart() {
    let failed = run(&["show", "no-such-case"], "");
    assert!(failed.stdout.is_empty() && failed.stderr.starts_with(b"error: "));
    let shown = run(&["show", "threefold-with-written-move"], "");
    assert!(shown.stderr.is_empty() && !shown.stdout.is_empty());
}

#[test]
fn a_list_for_machines_is_json() {
    let text = printed(
        &["list", "--cases", "tests/fixtures/right", "--tag", "mate", "--format", "json"],
        "",
    );
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let [case] = &value.as_array().unwrap()[..] else { panic!("{text}") };
    for (field, expected) in [
        ("id", json!("queen-is-protected")),
        ("document", json!("tiny")),
        ("title", json!("The queen beside the king is protected")),
        ("states", json!(["T-1"])),
        ("tags", json!(["mate"])),
        ("rule_sets", json!(["fide-2023"])),
        ("place", json!("cases/tiny/mate.yaml:1")),
        ("rule_set", json!("fide-2023")),
        ("contrast", json!("queen-is-not-protected")),
    ] {
        assert_eq!(case[field], expected, "{field}");
    }
    let right = json!({
        "question": "checkmate",
        "asks": "Is the player on move checkmated?",
        "answer": "yes",
        "before_last_act": false,
    });
    assert!(case["expected"].as_array().unwrap().contains(&right), "{text}");
}

#[test]
fn the_same_cases_give_the_same_reports_and_these_read_back() {
    let folder = empty_folder("reports");
    let check = ["check", "--no-known", "--cases", "tests/fixtures/right", "--format", "json"];
    let text = printed(&check, "");
    let out = ["--out-dir", folder.to_str().unwrap()];
    assert_eq!(printed(&[&check[..], &out].concat(), ""), text);
    let written = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(written("conformance.json"), text);
    let read = report::read_json(&text).unwrap();
    assert!(read.passes());
    assert_eq!(read.cases.len(), 2);
    assert_eq!(report::write_json(&read), text);
    assert_eq!(report::markdown(&read), written("README.md"));
}

#[test]
fn the_first_run_is_a_screen() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_string_lossy().into_owned();
    let text = printed(&["check", "--out-dir", &out], "");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() <= 60, "{} lines:\n{text}", lines.len());
    for library in ["lawbook", "chess", "shakmaty"] {
        assert!(lines[0].contains(library), "{text}");
    }
    let known = lines.iter().find(|line| line.starts_with("chess ")).unwrap();
    assert!(known.contains("bug") && known.contains("incomplete"), "{known}");
    assert!(text.contains("--known"), "{text}");
    // Known deviations are printed with `--known`.
    let known = printed(&["check", "--library", "chess", "--known", "--brief"], "");
    assert!(
        known.lines().filter(|line| line.starts_with("known  chess  ")).count() > 10,
        "{known}"
    );
}

#[test]
fn a_sound_library_passes_the_core_without_a_list() {
    let text = printed(&["check", "--library", "Shakmaty", "--level", "core", "--no-known"], "");
    assert!(text.contains("agreed: ") && text.contains("shakmaty  0.30.1   "), "{text}");
}

#[test]
fn completions_are_printed_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(printed(&["completions", shell], "").contains("lawbook"), "{shell}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = start(&["list", "--cases", RIGHT]);
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// Shell completion of values: case ids, tags, libraries and rule sets.
#[test]
fn values_are_completed() {
    for (line, offered) in [
        (&["show", "threefold-with"][..], "threefold-with-written-move"),
        (&["list", "--tag", "repe"], "repetition"),
        (&["check", "--library", "coz"], "cozy-chess"),
        (&["audit", "--rules", "fide-20"], "fide-2018"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_lawbook"))
            .args([&["--", "lawbook"], line].concat())
            .env("COMPLETE", "bash")
            .env("_CLAP_IFS", "\n")
            .env("_CLAP_COMPLETE_INDEX", line.len().to_string())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.lines().any(|one| one == offered), "{line:?}: {said}");
    }
}

#[test]
fn the_links_of_the_committed_report_lead_somewhere() {
    let page = fs::read_to_string("../../reports/README.md").unwrap();
    let links: Vec<&str> =
        page.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(links.len() > 10, "{links:?}");
    for link in links {
        assert!(Path::new("../../reports").join(link).exists(), "{link}");
    }
}
