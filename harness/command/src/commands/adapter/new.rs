use std::fs;

use super::{Language, NewOptions};
use crate::{
    output::{self, Exit, Result},
    write::write_file,
};

/// `lawbook adapter new`
pub(super) fn run(options: &NewOptions) -> Result {
    let (name, text) = skeleton(options.language);
    let path = match &options.out {
        Some(path) if path.is_dir() => path.join(name),
        Some(path) => path.clone(),
        None => name.into(),
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    write_file(&path, options.force, text.as_bytes())?;
    let shown = path.display().to_string();
    let steps: String =
        steps(options.language, &shown).iter().map(|step| format!("  {step}\n")).collect();
    output::print(&format!(
        "{shown} is written. To test it:\n{steps}Then replace the part marked YOUR LIBRARY.\n"
    ))?;
    Ok(Exit::Agreed)
}

/// Returns the usual name of the file and its text.
fn skeleton(language: Language) -> (&'static str, &'static str) {
    match language {
        Language::Python => ("lawbook_adapter.py", include_str!("skeletons/lawbook_adapter.py")),
        Language::Node => ("lawbook_adapter.mjs", include_str!("skeletons/lawbook_adapter.mjs")),
        Language::Rust => ("tests/lawbook.rs", include_str!("skeletons/lawbook.rs")),
        Language::Java => ("LawbookAdapter.java", include_str!("skeletons/LawbookAdapter.java")),
        Language::Go => ("lawbook_adapter.go", include_str!("skeletons/lawbook_adapter.go")),
        Language::Cpp => ("lawbook_adapter.cpp", include_str!("skeletons/lawbook_adapter.cpp")),
    }
}

/// Returns the commands that build and test the file.
fn steps(language: Language, path: &str) -> Vec<String> {
    let word = shell_words::quote(path);
    let tested = |command: &str| format!("lawbook adapter smoke -- {command}");
    match language {
        Language::Python => vec![tested(&format!("python3 {word}"))],
        Language::Node => vec![tested(&format!("node {word}"))],
        Language::Rust => vec![
            "add the lines in its first comment to Cargo.toml".to_owned(),
            "cargo test --test lawbook".to_owned(),
            tested("cargo run --quiet --example lawbook"),
        ],
        Language::Java => {
            vec![format!("javac -d build {word}"), tested("java -cp build LawbookAdapter")]
        }
        Language::Go => {
            vec![format!("go build -o lawbook_adapter {word}"), tested("./lawbook_adapter")]
        }
        Language::Cpp => {
            vec![format!("g++ -std=c++17 -o lawbook_adapter {word}"), tested("./lawbook_adapter")]
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, path::Path};

    use clap::ValueEnum;
    use lawbook_catalogue::adapter::{probes, wire};

    use super::*;

    /// Questions that only an adapter with rulings answers.
    const OF_ARBITERS: [&str; 4] = ["orders", "pinned", "ruling", "seconds"];

    #[test]
    fn a_skeleton_names_every_question_of_a_library() {
        let names = probes().iter().map(|probe| wire::name_of(&probe.question, false));
        let names: BTreeSet<&str> = names.filter(|name| !OF_ARBITERS.contains(name)).collect();
        assert!(names.len() > 20, "{names:?}");
        for &language in Language::value_variants() {
            // In Rust, the compiler compares the methods with the trait.
            if language == Language::Rust {
                continue;
            }
            let (file, text) = skeleton(language);
            for name in names.iter().filter(|name| **name != "setup") {
                let is_named = text.contains(&format!("\"{name}\""))
                    || text.lines().any(|line| line.starts_with(&format!("  {name}")));
                assert!(is_named, "{file} does not name {name}");
            }
            assert!(text.contains("TODO") && text.contains("YOUR LIBRARY: begin"), "{file}");
        }
    }

    #[test]
    fn a_skeleton_has_a_place_for_each_declaration() {
        for &language in Language::value_variants() {
            let (file, text) = skeleton(language);
            let marked = text.split("YOUR LIBRARY: ").nth(1).unwrap();
            assert!(marked.starts_with("begin"), "{file}");
            let natures = ["endings", "ends_by_itself", "reads_fen", "validates_setups"];
            // The gate of Rust has the Laws in force only.
            let others = ["chess960", "rule_set"];
            let others = others.into_iter().filter(|_| language != Language::Rust);
            for field in natures.into_iter().chain(others) {
                let is_there = marked.contains(field) || marked.contains(&field.to_uppercase());
                assert!(is_there, "{file} has no place for {field}");
            }
        }
    }

    /// The table of languages in the page about adapters has the lines of each file, and of the part for a library.
    #[test]
    fn the_page_about_adapters_counts_the_lines_of_each_file() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let page = fs::read_to_string(root.join("../docs/adapters.md")).unwrap();
        for (language, part) in [
            (Language::Python, "python/library.py.part"),
            (Language::Node, "node/library.mjs.part"),
            (Language::Rust, "rust/library.rs.part"),
            (Language::Java, "java/library.java.part"),
            (Language::Go, "go/library.go.part"),
            (Language::Cpp, "cpp/library.cpp.part"),
        ] {
            let (file, text) = skeleton(language);
            let part = fs::read_to_string(root.join("tests/skeletons").join(part)).unwrap();
            let is_code = |line: &&str| {
                let line = line.trim_start();
                !["#", "//", "/*", "*"].iter().any(|mark| line.starts_with(mark))
                    && !line.is_empty()
            };
            let own = part.lines().filter(is_code).count();
            let row = format!("| `{file}` | {} | {own} |", text.lines().count());
            assert!(page.contains(&row), "{row}");
        }
    }
}
