//! Malicious case files. The command must reject them with a message, without other effects. Random texts are tested in
//! `harness/command/tests/parsers/`.

use std::{fs, process::Command};

use crate::common::{empty_folder, told};

/// Runs `lawbook lint` on a catalogue with a single case file. Returns the exit code and all output.
fn lint(name: &str, cases: &[u8]) -> (Option<i32>, String) {
    let folder = empty_folder(&format!("hostile/{name}"));
    let tiny = folder.join("tiny");
    fs::create_dir(&tiny).unwrap();
    fs::copy("tests/fixtures/right/tiny/document.yaml", tiny.join("document.yaml")).unwrap();
    fs::write(tiny.join("mate.yaml"), cases).unwrap();
    told(&["lint", "--cases", folder.to_str().unwrap()], "")
}

/// "Billion laughs": nested YAML aliases that expand to ten thousand million items.
fn laughs() -> String {
    let mut text = "- id: laughs\n  title: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for (level, field) in
        ["states", "tags", "play", "why", "doubt", "open", "start"].iter().enumerate()
    {
        let again = vec![format!("*a{level}"); 10].join(", ");
        text.push_str(&format!("  {field}: &a{} [{again}]\n", level + 1));
    }
    text
}

/// The first lines of a case, without its expectations.
const HEAD: &str = "- id: x\n  title: x\n  states: [T-1]\n  why: x\n";

#[test]
fn files_that_are_made_to_hurt_are_refused() {
    let right = fs::read_to_string("tests/fixtures/right/tiny/mate.yaml").unwrap();
    let (lists, maps) = ("[".repeat(1 << 20), "{a: ".repeat(1 << 19));
    for (name, text, code, message) in [
        ("laughs", laughs(), 3, "mate.yaml:"),
        ("lists", format!("- id: deep\n  title: {lists}\n"), 5, "brackets are open at once"),
        ("maps", format!("- id: deep\n  expect: {maps}\n"), 5, "brackets are open at once"),
        (
            "items",
            format!("- id: deep\n  states:\n    {}x\n", "- ".repeat(10_000)),
            3,
            "mate.yaml:3",
        ),
        ("huge", format!("- id: huge\n  title: {}\n", "x".repeat(5 << 20)), 5, "larger than 4 MiB"),
        (
            "long",
            format!("- id: long\n  title: {}\n", "x".repeat(3 << 20)),
            3,
            "the case is longer than 32 KiB",
        ),
        ("many", "- id: again\n".repeat(10_000), 3, "missing field"),
        ("more", "- id: again\n".repeat(10_000), 3, "the first 100 problems of this file are told"),
        (
            "squares",
            format!("{HEAD}  expect: {{light: [{}]}}\n", "e4, ".repeat(8_000)).repeat(120),
            3,
            "has no contrast",
        ),
        (
            "statements",
            HEAD.replace("T-1", &(0..3_500).map(|one| format!("T-9{one}, ")).collect::<String>())
                + "  open: x\n",
            3,
            "only the first 1000 problems are listed",
        ),
        (
            "twice",
            right.replacen("  title:", "  title: x\n  title:", 1),
            3,
            "duplicate field `title`",
        ),
        ("nothing", "- id: x\n  title: *nobody\n".to_owned(), 3, "unknown anchor"),
        ("itself", "- id: &x\n    - *x\n".to_owned(), 3, "mate.yaml:"),
        ("zero", right.replacen("why", "w\0hy", 1), 3, "control characters"),
        ("tab", "-\tid: x\n".to_owned(), 3, "begins at the left margin"),
        (
            "moves",
            format!(
                "- id: x\n  title: x\n  states: [T-1]\n  why: x\n  expect: {{check: true}}\n  play: [{}]\n",
                "e4 ".repeat(10_000)
            ),
            3,
            "is not legal here",
        ),
    ] {
        let (exit, said) = lint(name, text.as_bytes());
        assert_eq!(exit, Some(code), "{name}: {said:.300}");
        assert!(said.contains(message), "{name}: {said:.300}");
    }
    let (exit, said) = lint("binary", &(0..=255).collect::<Vec<u8>>());
    assert!(exit == Some(5) && said.contains("valid UTF-8"), "{said}");
    assert_eq!(lint("right", right.as_bytes()).0, Some(0));
}

#[test]
#[cfg(unix)]
fn pipes_and_devices_do_not_block() {
    let folder = empty_folder("hostile/pipe");
    let tiny = folder.join("tiny");
    fs::create_dir(&tiny).unwrap();
    let pipe = tiny.join("x.yaml");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reports/conformance.json");
    let (folder, pipe) = (folder.to_str().unwrap(), pipe.to_str().unwrap());
    for (arguments, says) in [
        (&["lint", "--cases", folder][..], "x.yaml: it is not a regular file"),
        (&["check", "--baseline", pipe, "--library", "shakmaty"], "it is not a regular file"),
        (&["diff", committed, "/dev/zero"], "it is larger than 256 MiB"),
    ] {
        let (exit, said) = told(arguments, "");
        assert!(exit == Some(5) && said.contains(says), "{arguments:?}: {exit:?} {said}");
    }
}

/// A file that would be left out is named. A link to the folder of a document is followed.
#[test]
#[cfg(unix)]
fn files_that_are_not_read_are_errors() {
    let right = fs::canonicalize("tests/fixtures/right/tiny").unwrap();
    for (path, code, says) in [
        ("more/more.yml", 5, "more/more.yml: expected a name that ends in .yaml"),
        ("more/more.YAML", 5, "more/more.YAML: expected a name that ends in .yaml"),
        ("more/below/more.yaml", 5, "folders below that of a document are not read"),
        ("more.yaml", 3, "this file belongs to no document and is not read"),
        ("more/more.yaml", 3, "more.yaml:1: this file has no case"),
        ("more/.more.yml", 0, "2 cases, 0 incidents, 1 document, 0 problems"),
        ("more/README.md", 0, "2 cases, 0 incidents, 1 document, 0 problems"),
    ] {
        let folder = empty_folder("hostile/unread");
        std::os::unix::fs::symlink(&right, folder.join("tiny")).unwrap();
        let file = folder.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, "").unwrap();
        let (exit, said) = told(&["lint", "--cases", folder.to_str().unwrap()], "");
        assert!(exit == Some(code) && said.contains(says), "{path}: {exit:?} {said}");
    }
}
