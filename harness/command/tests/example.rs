//! Tests that the code on the page for Rust is that of the example crate.

use std::fs;

/// The first steps for a crate.
const PAGE: &str = "harness/docs/rust.md";

/// Reads a file of the repository.
fn file(path: &str) -> String {
    fs::read_to_string(format!("../../{path}")).unwrap()
}

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
    let shown = block(&file(PAGE), "rust,ignore", "lawbook_gate::check");
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
    let shown = block(&file(PAGE), "toml", "lawbook-gate");
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
