//! Tests of architecture rules that no crate boundary enforces: dependencies between modules, linked crates, and valid
//! links.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The modules in dependency order: each may only use those before it.
const ORDER: [&str; 6] = ["board", "position", "notation", "dead", "rules", "sentence"];

/// A source file. Its path is relative to the repository, with `/`.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    /// The lines of code, numbered, without comments and without the unit tests at the end.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let tests = ["\n#![cfg(test)]\n", "#[cfg(test)]\nmod tests"];
        let end = tests.iter().find_map(|tests| self.text.find(tests));
        let end = end.unwrap_or(self.text.len());
        let lines = self.text[..end].lines().enumerate();
        lines
            .map(|(index, line)| (index + 1, line))
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
    }

    /// Whether it is one of the places, or in one: files end with `.rs`, folders do not.
    fn is_in(&self, places: &[&str]) -> bool {
        places.iter().any(|place| {
            let below = self.path.strip_prefix("src/").and_then(|path| path.strip_prefix(place));
            below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }
}

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn files(folder: &str) -> Vec<File> {
    let mut files = Vec::new();
    collect(&root().join(folder), &mut files);
    assert!(!files.is_empty(), "{folder} is empty");
    files
}

fn collect(folder: &Path, files: &mut Vec<File>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // Folders of installed libraries in other languages.
        let is_installed = ["node_modules", "venv", "debian"].iter().any(|one| path.ends_with(one));
        if path.is_dir() && !is_installed {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let relative = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
            files.push(File { path: relative, text: fs::read_to_string(&path).unwrap() });
        }
    }
}

/// Fails if one of these texts occurs in code outside of these folders, and lists all such places.
#[track_caller]
fn only_in(folders: &[&str], texts: &[&str]) {
    let mut found = Vec::new();
    for file in files("src").iter().filter(|file| !file.is_in(folders)) {
        for (number, line) in file.code() {
            if let Some(text) = texts.iter().find(|text| line.contains(**text)) {
                found.push(format!("{}:{number}: {text} in {:?}", file.path, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "allowed only in {folders:?}:\n{}", found.join("\n"));
}

#[test]
fn no_library_is_named_in_the_core() {
    // Comments and unit tests are searched too, because the core must be written from the rules alone.
    let libraries = [
        "shakmaty",
        "cozy-chess",
        "cozy_chess",
        "owlchess",
        "chess-lab",
        "chessie",
        "chasolver",
        "pleco",
        "giga-chess",
        "chessops",
        "python-chess",
        "chess.js",
        "pyffish",
        "scalachess",
        "stockfish",
        "chess::",
    ];
    for File { path, text } in files("src") {
        let text = text.to_lowercase();
        let named: Vec<&&str> = libraries.iter().filter(|name| text.contains(**name)).collect();
        assert!(named.is_empty(), "{path} names {named:?}");
    }
}

#[test]
fn yaml_is_known_in_the_editions_only() {
    only_in(&["rules/editions", "build.rs"], &["serde_yaml"]);
}

#[test]
fn the_rules_read_no_file_and_no_clock() {
    let worlds = ["std::fs", "std::io", "std::net", "std::env", "std::process", "std::thread"];
    only_in(&["build.rs"], &worlds);
    for grouped in ["fs, ", "io, ", "env, ", "process, ", "thread, "] {
        only_in(&["build.rs"], &[&format!("use std::{{{grouped}")]);
    }
}

#[test]
fn modules_depend_on_each_other_in_one_direction() {
    let folders: BTreeSet<String> = fs::read_dir(root().join("src"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(folders, ORDER.map(str::to_owned).into());
    for file in files("src") {
        let Some(place) = ORDER.iter().position(|name| file.is_in(&[name])) else { continue };
        let code: String = file.code().map(|(_, line)| format!("{line}\n")).collect();
        for named in named_modules(&code) {
            let other = ORDER.iter().position(|name| *name == named);
            let module = ORDER[place];
            assert!(
                other.is_none_or(|other| other <= place),
                "{} names {named}, which comes after {module}",
                file.path
            );
        }
    }
}

/// The modules in `crate::` paths, single or in braces.
fn named_modules(code: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|one| one.is_alphanumeric() || *one == '_').collect()
    };
    let mut named = Vec::new();
    for (place, _) in code.match_indices("crate::") {
        let rest = &code[place + "crate::".len()..];
        let Some(group) = rest.strip_prefix('{') else {
            named.push(word(rest));
            continue;
        };
        named.push(word(group));
        let mut depth = 0_usize;
        for (offset, letter) in group.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => named.push(word(&group[offset + 1..])),
                _ => {}
            }
        }
    }
    named
}

#[test]
fn the_modules_behind_a_path_are_found() {
    let code =
        "use crate::board::Color;\nuse crate::{\n    dead::{self, material},\n    rules::Act,\n};";
    let named = named_modules(code);
    assert_eq!(named, ["board", "dead", "rules", ""]);
}

#[test]
fn every_dependency_says_why() {
    let mut checked = 0;
    for manifest in tracked().into_iter().filter(|path| path.ends_with("Cargo.toml")) {
        let text = fs::read_to_string(root().join(&manifest)).unwrap();
        let (mut in_dependencies, mut before) = (false, "");
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.starts_with('[') {
                in_dependencies = line.contains("dependencies");
            } else if in_dependencies && !line.is_empty() && !line.starts_with('#') {
                let says_why = before.starts_with("# ") && before.len() > 10;
                assert!(says_why, "{manifest}:{}: no comment above {line:?}", index + 1);
                checked += 1;
            }
            before = line;
        }
    }
    assert!(checked > 100, "only {checked} dependencies were found");
}

/// The names and licences of the packages linked into the library, as cargo resolves them.
fn linked(more: &[&str]) -> Vec<(String, String)> {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["tree", "--locked", "--package", "lawbook", "--edges", "normal,build"])
        .args(["--prefix", "none", "--no-dedupe", "--format", "{p}|{l}"])
        .args(more)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let name = |package: &str| package.split(' ').next().unwrap_or_default().to_owned();
    let lines = text.lines().filter_map(|line| line.split_once('|'));
    let packages: Vec<(String, String)> =
        lines.map(|(package, licence)| (name(package), licence.to_owned())).collect();
    assert!(packages.iter().any(|(name, _)| name == "lawbook"), "{text}");
    packages
}

/// Each new dependency is a cost for all users of the suite, so the list has to be edited by hand.
#[test]
fn the_library_links_little() {
    let allowed = [
        "equivalent",
        "hashbrown",
        "indexmap",
        "itoa",
        "lawbook",
        "memchr",
        "proc-macro2",
        "quote",
        "rustc-hash",
        "ryu",
        "serde",
        "serde_core",
        "serde_derive",
        "serde_json",
        "serde_yaml",
        "strsim",
        "syn",
        "thiserror",
        "thiserror-impl",
        "unicode-ident",
        "unsafe-libyaml",
        "zmij",
    ];
    for (name, _) in linked(&[]) {
        assert!(allowed.contains(&name.as_str()), "{name} is new among the dependencies");
    }
}

#[test]
fn the_library_links_no_chess_crate_and_nothing_under_a_copyleft_licence() {
    for (name, licence) in linked(&["--all-features"]) {
        let words = ["chasolver", "chess", "pgn-reader", "pleco", "shakmaty"];
        assert!(!words.iter().any(|word| name.contains(word)), "{name} is a chess crate");
        let mut choices = licence.split(" OR ").flat_map(|part| part.split('/'));
        let is_free = choices.any(|one| !one.trim().is_empty() && !one.contains("GPL"));
        assert!(is_free, "{name} is under {licence:?}");
    }
}

#[test]
fn the_map_shows_every_folder_and_no_other() {
    let map = fs::read_to_string(root().join("harness/docs/architecture.md")).unwrap();
    for module in ORDER {
        assert!(map.contains(&format!("`src/{module}/`")), "src/{module}/ is not on the map");
    }
    for name in map.split('`').skip(1).step_by(2) {
        let is_path = name.ends_with('/')
            || [".rs", ".md", ".yaml", ".yml"].iter().any(|end| name.ends_with(end));
        if name.contains('/') && is_path && !name.contains(['*', ' ']) {
            assert!(root().join(name).exists(), "the map names {name}, which does not exist");
        }
    }
}

/// The files under version control, relative to the repository, with `/`.
fn tracked() -> Vec<String> {
    let output = Command::new("git").current_dir(root()).args(["ls-files", "-z"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let files: Vec<String> = text.split_terminator('\0').map(str::to_owned).collect();
    assert!(files.len() > 300, "only {} files are tracked", files.len());
    files.into_iter().filter(|path| root().join(path).exists()).collect()
}

/// Downloads, notes and results that were committed by accident would stand in the root.
#[test]
fn the_root_holds_only_what_belongs_there() {
    let allowed = [
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "cases",
        "harness",
        "reports",
        "src",
    ];
    for path in tracked() {
        let name = path.split('/').next().unwrap_or_default();
        assert!(name.starts_with('.') || allowed.contains(&name), "{name} is in the root");
    }
}

/// The anchors of the headings of a page, as Markdown renderers generate them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = outside_of_blocks(text).filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let kept = line.trim_start_matches('#').trim().chars();
            kept.filter(|one| one.is_alphanumeric() || [' ', '-', '_'].contains(one))
                .map(|one| if one == ' ' { '-' } else { one.to_ascii_lowercase() })
                .collect()
        })
        .collect()
}

/// The lines of a page outside of fenced blocks.
fn outside_of_blocks(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    })
}

#[test]
fn links_between_pages_lead_somewhere() {
    let mut checked = 0;
    let is_page = |path: &String| path.ends_with(".md") && !path.starts_with("reports/");
    for document in tracked().into_iter().filter(is_page) {
        let path = root().join(&document);
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = outside_of_blocks(&text).collect();
        let lines = lines.join("\n");
        for link in lines.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if target.is_empty() { path.clone() } else { path.with_file_name(target) };
            assert!(target.exists(), "{document}: {link} leads nowhere");
            if !anchor.is_empty() {
                let page = fs::read_to_string(&target).unwrap();
                assert!(anchors(&page).contains(anchor), "{document}: {link} names no heading");
            }
            checked += 1;
        }
    }
    assert!(checked > 50, "only {checked} links were found");
}
