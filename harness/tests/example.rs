//! Tests that the code in the README for maintainers is that of the example crate.

use std::fs;

/// Reads a file of the repository.
fn file(path: &str) -> String {
    fs::read_to_string(format!("../{path}")).unwrap()
}

/// The content of the fenced block of this kind that contains the word.
fn block(page: &str, fence: &str, word: &str) -> String {
    let fence = format!("```{fence}\n");
    let mut blocks = page.split(&fence).skip(1);
    let text = blocks.find_map(|rest| rest.split("```").next().filter(|text| text.contains(word)));
    text.unwrap().to_owned()
}

/// The README leaves out methods of the adapter, and says which.
#[test]
fn the_target_in_the_readme_is_that_of_the_example() {
    let shown = block(&file("README.md"), "rust,ignore", "lawbook_suite::main");
    let target = file("harness/example/tests/lawbook.rs");
    let mut lines = target.lines();
    let mut count = 0;
    for line in shown.lines().filter(|line| !line.is_empty()) {
        if let Some(left_out) = line.trim_start().strip_prefix("// and ") {
            let names: Vec<&str> = left_out.split('`').skip(1).step_by(2).collect();
            assert!(names.len() > 2, "{line}");
            for name in names {
                assert!(target.contains(&format!("    fn {name}(")), "{name}");
            }
            continue;
        }
        assert!(lines.any(|one| one == line), "{line}");
        count += 1;
    }
    assert!(count > 8, "{shown}");
}

#[test]
fn the_manifest_in_the_readme_is_that_of_the_example() {
    let shown = block(&file("README.md"), "toml", "harness = false");
    let manifest = file("harness/example/Cargo.toml");
    let target = shown.split_once("\n\n").unwrap().1;
    assert!(manifest.contains(target), "{target}");
    let version = shown.lines().find_map(|line| line.strip_prefix("lawbook-suite = ")).unwrap();
    assert!(env!("CARGO_PKG_VERSION").starts_with(version.trim_matches('"')), "{version}");
}

/// The README rounds the number of cases down to hundreds.
#[test]
fn the_readme_counts_the_cases() {
    let hundreds = lawbook_catalogue::Catalogue::embedded_ids().len() / 100;
    let shown = format!("more than {},{}00 cases", hundreds / 10, hundreds % 10);
    assert!(file("README.md").contains(&shown), "{shown}");
}

/// The failure quoted in the README matches the explanation of that mistake in the catalogue.
#[test]
fn the_failure_in_the_readme_is_one_of_the_catalogue() {
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = flat(&block(&file("README.md"), "text", "mistake"));
    let (_, quoted) = shown.split_once("mistake \"only-the-arrival-counts\": ").unwrap();
    let cases = flat(&file("cases/complete-rules/castling.yaml"));
    let (_, mistake) = cases.split_once("only-the-arrival-counts:").unwrap();
    let (_, because) = mistake.split_once("because: ").unwrap();
    let quoted = quoted.trim_end_matches(" ...");
    assert!(because.starts_with(quoted), "{quoted}");
}
