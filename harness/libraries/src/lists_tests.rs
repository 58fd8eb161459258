//! Tests that generated lists of libraries for other programs match the folders in `harness/libraries/`.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

use crate::{Ecosystem, Library};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The libraries as their folders are now. The compiled list may be out of date.
fn folders() -> Vec<Library> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join("harness/libraries")).unwrap() {
        let folder = entry.unwrap().path();
        if folder.join("library.yaml").is_file() {
            names.push(folder.file_name().unwrap().to_str().unwrap().to_owned());
        }
    }
    names.sort_by_key(|name| name.to_lowercase());
    let read = |name: String| {
        let folder = root().join("harness/libraries").join(&name);
        let text = |file| -> &'static str {
            let path = folder.join(file);
            let text = fs::read_to_string(&path);
            text.unwrap_or_else(|error| panic!("{}: {error}", path.display())).leak()
        };
        Library::read(name.leak(), text("library.yaml"), text("known.yaml")).unwrap()
    };
    names.into_iter().map(read).collect()
}

/// Compares a generated file with its expected content; `LAWBOOK_UPDATE=1` rewrites it.
#[track_caller]
fn is_current(file: &str, right: &str) {
    let path = root().join(file);
    if env::var("LAWBOOK_UPDATE").is_ok_and(|value| value == "1") {
        fs::write(&path, right).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == right,
        "{file} does not agree with the folders in harness/libraries/; run again with LAWBOOK_UPDATE=1"
    );
}

const WRITTEN: &str =
    "Written by `LAWBOOK_UPDATE=1 cargo test -p lawbook-libraries` from harness/libraries/.";

#[test]
fn every_library_has_an_adapter() {
    for one in folders() {
        let folder = root().join("harness/libraries").join(one.name);
        let mut files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
        let is_adapter = |name: std::ffi::OsString| name.to_string_lossy().starts_with("adapter");
        assert!(files.any(is_adapter), "{} has no adapter", folder.display());
    }
}

#[test]
fn the_folders_that_are_compiled_in_are_those_there_are() {
    let file = "harness/libraries/src/folders.rs";
    let there = fs::read_to_string(root().join(file)).unwrap();
    let (before, _) = there.split_once("= folders! {").unwrap();
    let names: Vec<String> = folders().iter().map(|one| format!("{:?}", one.name)).collect();
    let lines: String = names.chunks(7).map(|line| format!("    {}\n", line.join(" "))).collect();
    is_current(file, &format!("{before}= folders! {{\n{lines}}};\n"));
}

#[test]
fn the_linked_modules_are_those_of_the_crates() {
    let (mut modules, mut values) = (String::new(), String::new());
    for one in folders().iter().filter(|one| one.is_linked()) {
        let (name, module) = (one.name, one.name.replace('-', "_"));
        modules.push_str(&format!(
            "#[cfg(feature = {name:?})]\n#[path = \"../../libraries/{name}/adapter.rs\"]\nmod {module};\n"
        ));
        values.push_str(&format!(
            "        #[cfg(feature = {name:?})]\n        crate::in_process_of::<{module}::Library>(),\n"
        ));
    }
    is_current(
        "harness/linked-libraries/src/libraries.rs",
        &format!(
            "//! {WRITTEN}\n\n{modules}\nuse lawbook_catalogue::adapter::InProcess;\n\n\
             /// Every library that is linked in, by name.\n\
             pub fn in_process() -> Vec<InProcess> {{\n    vec![\n{values}    ]\n}}\n"
        ),
    );
}

#[test]
fn the_tables_of_libraries_have_a_row_for_each() {
    let file = "harness/libraries/README.md";
    let mut page = fs::read_to_string(root().join(file)).unwrap();
    let is_more = |one: &&Library| one.less_used;
    let libraries = folders();
    let linked = || libraries.iter().filter(|one| one.is_linked());
    let tables = [
        ("linked", table(linked().filter(|one| !one.less_used))),
        ("more", table(linked().filter(is_more))),
        ("foreign", table(libraries.iter().filter(|one| !one.is_linked()))),
    ];
    for (name, table) in tables {
        let (begin, end) = (format!("<!-- {name}: written -->\n"), "<!-- end -->");
        let (before, rest) = page.split_once(&begin).unwrap();
        let (_, after) = rest.split_once(end).unwrap();
        page = format!("{before}{begin}{table}{end}{after}");
    }
    is_current(file, &page);
}

fn table<'a>(libraries: impl Iterator<Item = &'a Library>) -> String {
    let mut table =
        "| library | language | licence | features | added by the adapter |\n|---|---|---|---|---|\n"
            .to_owned();
    for one in libraries {
        let adapter = one.adapter().display().to_string().replace('\\', "/");
        let language = if one.engine { "any" } else { one.language.name() };
        let package = match one.package == one.name {
            true => String::new(),
            false => format!(", the package `{}`", one.package),
        };
        table.push_str(&format!(
            "| [{}]({adapter}){package} | {language} | {} | {} | {} |\n",
            one.name, one.licence, one.brings, one.adds
        ));
    }
    table
}

#[test]
fn npm_installs_the_packages_of_the_folders() {
    let packages: BTreeMap<String, String> = folders()
        .into_iter()
        .filter(|one| one.ecosystem == Ecosystem::Npm)
        .map(|one| (one.package, one.version))
        .collect();
    let lines: Vec<String> =
        packages.iter().map(|(name, version)| format!("    {name:?}: {version:?}")).collect();
    is_current(
        "harness/libraries/package.json",
        &format!(
            "{{\n  \"name\": \"lawbook-libraries\",\n  \"private\": true,\n  \"type\": \"module\",\n  \
             \"dependencies\": {{\n{}\n  }}\n}}\n",
            lines.join(",\n")
        ),
    );
    let lock = fs::read_to_string(root().join("harness/libraries/package-lock.json")).unwrap();
    for line in &lines {
        assert!(
            lock.contains(line.trim()),
            "package-lock.json lacks {line}; expected: npm install --package-lock-only --prefix harness/libraries"
        );
    }
}

/// Cargo manifests cannot include other files, so they repeat each crate.
#[test]
fn cargo_features_match_the_library_folders() {
    let read = |file: &str| fs::read_to_string(root().join(file)).unwrap();
    let (linked, command) =
        (read("harness/linked-libraries/Cargo.toml"), read("harness/command/Cargo.toml"));
    let mut features = Vec::new();
    for one in folders().iter().filter(|one| one.is_linked()) {
        let (name, package, version) = (one.name, &one.package, &one.version);
        for (manifest, line) in [
            (&linked, format!("{package} = {{ version = \"={version}\", optional = true }}")),
            (&linked, format!("{name} = [\"dep:")),
            (&command, format!("{name} = [\"lawbook-linked-libraries/{name}\"]")),
        ] {
            assert!(
                manifest.lines().any(|there| there.starts_with(&line)),
                "{name}: no manifest has {line:?}"
            );
        }
        features.push((name, one.less_used));
    }
    for (feature, less_used) in [("linked", false), ("default", false), ("more", true)] {
        let named = features.iter().filter(|(_, is_less)| *is_less == less_used);
        let named: Vec<String> = named.map(|(name, _)| format!("{name:?}")).collect();
        let line = format!("{feature} = [{}]", named.join(", "));
        let manifest = if feature == "linked" { &command } else { &linked };
        assert!(manifest.lines().any(|there| there == line), "no manifest has {line:?}");
    }
}
