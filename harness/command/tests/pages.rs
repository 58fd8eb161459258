//! Tests the examples in README.md and the pages of `harness/docs/`, and that the page for Rust shows the example crate.
//!
//! A block fenced as `console` contains commands after `$ `, each followed by its output. The commands are run in the
//! root of the repository. A line `...` matches any number of lines, and ` ...` at the end of a line matches the rest
//! of it. A comment `<!-- exit: 1 -->` before a block gives the exit code of its commands, which is 0 by default.

use std::{fs, path::Path, process::Command};

/// Root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Reads a file of the repository.
fn file(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap()
}

/// Names and texts of the user documentation.
fn pages() -> Vec<(String, String)> {
    let mut paths = vec!["README.md".to_owned(), "harness/example/README.md".to_owned()];
    for entry in fs::read_dir(Path::new(ROOT).join("harness/docs")).unwrap() {
        paths.push(format!("harness/docs/{}", entry.unwrap().file_name().display()));
    }
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), file(&path))).collect()
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
                .current_dir(ROOT)
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
    let text = file("harness/libraries/README.md");
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
        texts.push((path.to_owned(), file(path)));
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
            let manifest = Path::new(ROOT).join(format!("harness{path}/Cargo.toml"));
            assert!(manifest.is_file(), "{page}: {}", manifest.display());
            count += 1;
        }
    }
    assert!(count > 5, "only {count} paths were found");
}

/// The page with the first steps for a crate.
const RUST: &str = "harness/docs/rust.md";

/// The content of the fenced block of this kind that contains the word.
fn block(page: &str, fence: &str, word: &str) -> String {
    let fence = format!("```{fence}\n");
    let mut blocks = page.split(&fence).skip(1);
    let text = blocks.find_map(|rest| rest.split("```").next().filter(|text| text.contains(word)));
    text.unwrap().to_owned()
}

/// The page may write a function on one line. Its imports and comments may differ.
#[test]
fn the_target_in_the_page_is_that_of_the_example() {
    let shown = block(&file(RUST), "rust,ignore", "lawbook_gate::check");
    let target = file("harness/example/tests/lawbook.rs");
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let target = words(&target.lines().filter(is_code).collect::<Vec<_>>().join(" "));
    let mut count = 0;
    for line in shown.lines().filter(|line| !line.is_empty() && !line.starts_with("use ")) {
        assert!(target.contains(&words(line)), "{line}");
        count += 1;
    }
    assert!(count > 8, "{shown}");
}

#[test]
fn the_manifest_in_the_page_is_that_of_the_example() {
    let shown = block(&file(RUST), "toml", "lawbook-gate");
    let version = shown.lines().find_map(|line| line.strip_prefix("lawbook-gate = ")).unwrap();
    assert!(env!("CARGO_PKG_VERSION").starts_with(version.trim_matches('"')), "{version}");
    let manifest = file("harness/example/Cargo.toml");
    assert!(manifest.contains(&format!("lawbook-gate = {version}")), "{version}");
}

/// The README rounds the number of cases down to hundreds.
#[test]
fn the_readme_counts_the_cases() {
    let hundreds = lawbook_catalogue::Catalogue::embedded().cases.len() / 100;
    let shown = format!("more than {},{}00 cases", hundreds / 10, hundreds % 10);
    assert!(file("README.md").contains(&shown), "{shown}");
}
