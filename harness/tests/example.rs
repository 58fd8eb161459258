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
    let shown = block(&file("README.md"), "rust,ignore", "lawbook_gate::check");
    let target = file("harness/example/tests/lawbook.rs");
    let mut lines = target.lines();
    let mut count = 0;
    for line in shown.lines().filter(|line| !line.is_empty()) {
        if let Some(left_out) = line.trim_start().strip_prefix("// and ") {
            let names: Vec<&str> = left_out.split('`').skip(1).step_by(2).collect();
            assert!(names.len() > 2, "{line}");
            for name in names {
                let mut lines =
                    target.lines().map(|line| line.trim_start().trim_start_matches("fn "));
                assert!(lines.any(|line| line.starts_with(name)), "{name}");
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
    let shown = block(&file("README.md"), "toml", "lawbook-gate");
    let version = shown.lines().find_map(|line| line.strip_prefix("lawbook-gate = ")).unwrap();
    assert!(env!("CARGO_PKG_VERSION").starts_with(version.trim_matches('"')), "{version}");
    let manifest = file("harness/example/Cargo.toml");
    assert!(manifest.contains(&format!("lawbook-gate = {version}")), "{version}");
}

/// The README rounds the number of cases down to hundreds.
#[test]
fn the_readme_counts_the_cases() {
    let hundreds = lawbook_catalogue::Catalogue::embedded_ids().len() / 100;
    let shown = format!("more than {},{}00 cases", hundreds / 10, hundreds % 10);
    assert!(file("README.md").contains(&shown), "{shown}");
}
