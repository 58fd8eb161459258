//! Tests the examples in README.md and the pages of `harness/docs/`.
//!
//! A block fenced as `console` contains commands after `$ `, each followed by its output. The commands are run in the
//! root of the repository. A line `...` matches any number of lines, and ` ...` at the end of a line matches the rest
//! of it. A comment `<!-- exit: 1 -->` before a block gives the exit code of its commands, which is 0 by default.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Root of the repository.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().find(|folder| folder.join("cases").is_dir()).unwrap().to_owned()
}

/// Names and texts of the user documentation.
fn pages() -> Vec<(String, String)> {
    let mut paths = vec![PathBuf::from("README.md"), PathBuf::from("harness/example/README.md")];
    for entry in fs::read_dir(root().join("harness/docs")).unwrap() {
        paths.push(Path::new("harness/docs").join(entry.unwrap().file_name()));
    }
    paths.sort();
    let read = |path: &PathBuf| fs::read_to_string(root().join(path)).unwrap();
    paths.iter().map(|path| (path.display().to_string(), read(path))).collect()
}

/// A command in a page.
struct Example {
    /// Page and line number.
    place: String,
    command: String,
    exit: i32,
    shown: Vec<String>,
}

/// The commands of a page with their expected output.
fn examples(page: &str, text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let (mut inside, mut exit) = (false, 0);
    for (index, line) in text.lines().enumerate() {
        let fence = line.starts_with("```");
        if let Some(rest) = line.strip_prefix("<!-- exit: ") {
            exit = rest.trim_end_matches(" -->").parse().unwrap();
        } else if inside && fence {
            (inside, exit) = (false, 0);
        } else if line == "```console" {
            inside = true;
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            let (place, command) = (format!("{page}:{}", index + 1), command.to_owned());
            examples.push(Example { place, command, exit, shown: Vec::new() });
        } else if inside {
            examples.last_mut().unwrap().shown.push(line.to_owned());
        }
    }
    examples
}

/// Whether a printed line matches the line in the page.
fn is_like(shown: &str, printed: &str) -> bool {
    match shown.strip_suffix(" ...") {
        Some(begin) => printed.starts_with(begin),
        None => shown.trim_end() == printed.trim_end(),
    }
}

/// Whether the printed lines match the lines in the page.
fn matches(shown: &[String], printed: &[&str]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (None, _) => printed.is_empty(),
        (Some((first, rest)), _) if first == "..." => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        (Some(_), None) => false,
        (Some((first, rest)), Some((line, more))) => is_like(first, line) && matches(rest, more),
    }
}

#[test]
fn the_examples_of_the_pages_are_what_happens() {
    let mut count = 0;
    let mut wrong = String::new();
    for (page, text) in pages() {
        for example in examples(&page, &text) {
            let Example { place, command, exit, shown } = example;
            let words = shell_words::split(&command).unwrap();
            assert_eq!(words[0], "lawbook", "{place}: {command}");
            let output = Command::new(env!("CARGO_BIN_EXE_lawbook"))
                .current_dir(root())
                .args(&words[1..])
                .output()
                .unwrap();
            let printed = [output.stdout, output.stderr].concat();
            let printed = String::from_utf8(printed).unwrap();
            // On a busy machine a command that takes long also prints its progress.
            let lines = printed.trim_end().lines().filter(|line| !line.ends_with(" %)"));
            let lines: Vec<&str> = lines.collect();
            if output.status.code() != Some(exit) || !matches(&shown, &lines) {
                wrong += &format!("{place}: `{command}` ends with {}:\n{printed}\n", output.status);
            }
            count += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 10, "only {count} examples were found");
}

/// Every case that the table of public reports names is in the catalogue.
#[test]
fn the_cases_of_public_reports_exist() {
    let text = std::fs::read_to_string(root().join("harness/libraries/README.md")).unwrap();
    let (_, text) = text.split_once("## Public reports").unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| ") && line.contains('`'));
    let cells = rows.filter_map(|row| row.split(" | ").nth(2));
    let names: Vec<&str> = cells
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .filter(|one| !["again", "undo"].contains(one))
        .collect();
    assert!(names.len() > 10, "{names:?}");
    let catalogue = lawbook_catalogue::Catalogue::embedded();
    for name in names {
        assert!(catalogue.case(name).is_some(), "no case is called {name:?}");
    }
}

/// Every package that a page, an action or a recipe builds by its path is there.
#[test]
fn the_packages_that_are_built_by_a_path_exist() {
    let mut texts = pages();
    for path in [
        ".github/actions/gate/action.yml",
        ".github/CONTRIBUTING.md",
        "harness/packaging/Containerfile",
        "harness/packaging/README.md",
    ] {
        texts.push((path.to_owned(), fs::read_to_string(root().join(path)).unwrap()));
    }
    let mut count = 0;
    for (page, text) in texts {
        for (_, rest) in
            text.match_indices("--path").map(|(place, word)| text[place..].split_at(word.len()))
        {
            let path =
                rest.trim_start().trim_start_matches('"').split(['"', ' ', '`', '\n']).next();
            // What stands before it is the place of the clone.
            let Some((_, path)) = path.and_then(|path| path.split_once("harness")) else {
                continue;
            };
            let manifest = root().join(format!("harness{path}/Cargo.toml"));
            assert!(manifest.is_file(), "{page}: {}", manifest.display());
            count += 1;
        }
    }
    assert!(count > 5, "only {count} paths were found");
}
