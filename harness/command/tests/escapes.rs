//! Hostile text from outside: escape sequences, bidirectional controls, line feeds, mentions and markup. All output is
//! printed as for a terminal.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use serde_json::Value;

use crate::common::empty_folder;

/// Moves the cursor, sets the title, hides text, or changes the text direction.
const HOSTILE: &str =
    "x\u{1b}[31m\u{1b}[8m\u{1b}]0;t\u{7}\u{9b}2J\r\u{8}\u{202e}\u{2066}\u{200f}\u{fdd1}y\u{7f}";

/// Escape sequences that the command itself uses.
const OWN: [&str; 12] = [
    "\u{1b}[1;31m",
    "\u{1b}[1;32m",
    "\u{1b}[1;33m",
    "\u{1b}[1;36m",
    "\u{1b}[38;5;16;48;5;223m",
    "\u{1b}[38;5;16;48;5;180m",
    "\u{1b}[38;5;16;48;5;192m",
    "\u{1b}[38;5;16;48;5;149m",
    "\u{1b}[0m",
    "\u{1b}[1m",
    "\u{1b}[4m",
    "\u{1b}[32m",
];

/// Runs the command with coloured output, as on a terminal.
fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
    command.args(arguments).env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR").output().unwrap()
}

#[track_caller]
fn assert_harmless(output: &Output) -> String {
    let said = [output.stdout.clone(), output.stderr.clone()].concat();
    let said = String::from_utf8(said).unwrap();
    let mut others = said.clone();
    OWN.iter().for_each(|own| others = others.replace(own, ""));
    let is_hidden = |letter: char| {
        letter.is_control() && !"\n\t".contains(letter)
            || ('\u{200e}'..='\u{200f}').contains(&letter)
            || ('\u{202a}'..='\u{202e}').contains(&letter)
            || ('\u{2066}'..='\u{2069}').contains(&letter)
            || ('\u{fdd0}'..='\u{fdef}').contains(&letter)
    };
    assert!(!others.contains(is_hidden), "{others:?}");
    said
}

/// Writes a report with a hostile string in every name.
fn hostile_report(path: &Path, month: &str, payload: &str) {
    let golden = format!("../runner/src/report/golden/reports/{month}.json");
    let text = fs::read_to_string(golden).unwrap();
    let mut report: Value = serde_json::from_str(&text).unwrap();
    let names: Vec<String> = report["implementations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap().to_owned())
        .collect();
    spoil(&mut report, &names, payload);
    fs::write(path, serde_json::to_string(&report).unwrap()).unwrap();
}

/// Appends the payload to all names of implementations and to descriptive texts.
fn spoil(value: &mut Value, names: &[String], payload: &str) {
    match value {
        Value::Object(members) => {
            for (key, mut value) in std::mem::take(members) {
                let is_text = ["version", "title", "asks", "why", "reason", "digest", "place"]
                    .contains(&key.as_str());
                spoil(&mut value, names, payload);
                if let Value::String(text) = &mut value
                    && is_text
                {
                    text.push_str(payload);
                }
                let key = if names.contains(&key) { format!("{key}{payload}") } else { key };
                members.insert(key, value);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|one| spoil(one, names, payload)),
        Value::String(text) if names.contains(text) => text.push_str(payload),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn reports_with_hostile_names_are_harmless_in_every_rendering() {
    let folder = empty_folder("escapes/reports");
    let [old, new] = ["2026-01", "2026-02"].map(|month| {
        let path = folder.join(format!("{month}{}.json", HOSTILE.replace('/', "")));
        hostile_report(&path, month, &format!("{HOSTILE}\n@user #1 <b>|`[z](javascript:1)\n"));
        path.to_str().unwrap().to_owned()
    });
    for format in ["text", "json"] {
        let said = assert_harmless(&run(&["diff", "--format", format, &old, &new]));
        assert!(said.contains("u{202e}") || said.contains("\\u202e"), "{format}: {said}");
        if format == "text" {
            // The payload must not be able to start a line of its own.
            assert!(!said.lines().any(|line| line.starts_with("@user")), "{said}");
        }
    }
    for format in ["text", "json"] {
        let said = assert_harmless(&run(&["trend", "--format", format, folder.to_str().unwrap()]));
        assert!(said.contains("u{202e}") || said.contains("\\u202e"), "{format}: {said}");
    }
}

#[test]
fn names_of_files_and_arguments_are_harmless() {
    let folder = empty_folder("escapes/files");
    let file = folder.join(format!("{HOSTILE}.json"));
    fs::write(&file, format!("{{\"{HOSTILE}\"")).unwrap();
    let name = file.to_str().unwrap();
    for arguments in [
        &["diff", name, name][..],
        &["trend", folder.to_str().unwrap()],
        &["trend", name],
        &["check", "--baseline", name, "--library", "chess"],
        &["check", "--baseline", HOSTILE, "--library", "chess"],
        &["check", "--library", HOSTILE],
        &["check", "--id", HOSTILE],
        &["check", "--cases", name],
        &["check", "--", HOSTILE],
        &["audit", name],
        &["claims", name],
        &["claims", HOSTILE],
        &["dead", HOSTILE],
        &["rule", "phone", "--fact", HOSTILE],
        &["rule", "--game", "--fen", HOSTILE],
        &["rule", "--game", "--rules", HOSTILE],
        &["list", "--tag", HOSTILE],
        &["list", "--format", HOSTILE],
        &["show", HOSTILE],
        &["lint", "--cases", name],
        &["repro", HOSTILE],
        &["fuzz", "--library", HOSTILE],
        &["export", "--out-dir", name, "--rules", HOSTILE],
        &["list", "--format", "pgn", "--id", HOSTILE],
        &["site", "--out-dir", name, "--report", name],
        &[HOSTILE],
        &["--no-such", HOSTILE],
    ] {
        let output = run(arguments);
        assert_ne!(output.status.code(), Some(0), "{arguments:?}");
        assert!(output.status.code().is_some_and(|code| code < 100), "{arguments:?}");
        assert_harmless(&output);
    }
}

#[test]
fn games_with_hostile_names_are_harmless() {
    let folder = empty_folder("escapes/games");
    let file = folder.join("game.pgn");
    let game = format!(
        "[White \"{HOSTILE}\"]\n[Black \"{HOSTILE}\"]\n[Site \"{HOSTILE}\"]\n[Result \"1-0\"]\n[Termination \"{HOSTILE} won by checkmate\"]\n\n1. e4 e5 2. Nf3 1-0\n"
    );
    fs::write(&file, game.replace('\r', "")).unwrap();
    let name = file.to_str().unwrap();
    for format in ["text", "json", "pgn"] {
        assert_harmless(&run(&["claims", "--format", format, name]));
    }
    for format in ["text", "json"] {
        assert_harmless(&run(&["audit", "--format", format, name]));
    }
    let bad = folder.join("bad.txt");
    fs::write(&bad, format!("{HOSTILE}\n{{\"fen\": \"{HOSTILE}\"}}\n").replace('\r', "")).unwrap();
    let input = fs::File::open(&bad).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
    assert_harmless(
        &command.args(["dead", "-"]).stdin(input).env("CLICOLOR_FORCE", "1").output().unwrap(),
    );
}
