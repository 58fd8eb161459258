//! Tests the field `functions` of each linked library: it names every public function that rules on something, and the
//! adapter calls the functions that it lists as used.
//!
//! The sources come from cargo's download cache. A library of the feature `more` that has not been downloaded is
//! skipped with a message; the others are always there, because this test is built with them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use lawbook_libraries::{Library, libraries};
use serde_json::Value;
use syn::{Attribute, ImplItem, Item, TraitItem, Type, UseTree, Visibility, parse_file};

/// A function is relevant (it rules on something, or lists, reads or writes moves) if a word of its name is in this
/// list, ...
const WORDS: [&str; 18] = [
    "algebraic",
    "can",
    "dead",
    "ep",
    "gives",
    "has",
    "in",
    "is",
    "key",
    "may",
    "moves",
    "over",
    "passant",
    "san",
    "sane",
    "uci",
    "was",
    "winner",
];

/// ... or begins with one of these.
const BEGINNINGS: [&str; 31] = [
    "agree",
    "attack",
    "castl",
    "check",
    "claim",
    "clock",
    "defend",
    "draw",
    "equal",
    "fifty",
    "halfmove",
    "hash",
    "illegal",
    "insufficient",
    "legal",
    "mate",
    "outcome",
    "pin",
    "repetition",
    "resign",
    "result",
    "rule",
    "same",
    "stalemate",
    "status",
    "sufficient",
    "threat",
    "unwinnable",
    "valid",
    "winnab",
    "zobrist",
];

fn rules(name: &str) -> bool {
    name.split('_')
        .any(|word| WORDS.contains(&word) || BEGINNINGS.iter().any(|begin| word.starts_with(begin)))
}

/// Folder of the command's package.
fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Source folders of the available packages, by name.
fn sources() -> BTreeMap<String, PathBuf> {
    let said = |arguments: &[&str]| {
        let cargo = Command::new(env!("CARGO")).args(arguments).current_dir(package()).output();
        String::from_utf8(cargo.unwrap().stdout).unwrap()
    };
    let version = said(&["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    // Cargo fails if one package is missing, so this tries all features first and then only those of this build.
    let metadata = [Some("--all-features"), None].into_iter().find_map(|features| {
        let mut arguments = vec!["metadata", "--offline", "--locked", "--format-version", "1"];
        arguments.extend(["--filter-platform", host]);
        arguments.extend(features);
        serde_json::from_str::<Value>(&said(&arguments)).ok()
    });
    let source = |package: &Value| {
        let manifest = Path::new(package["manifest_path"].as_str()?);
        Some((package["name"].as_str()?.to_owned(), manifest.parent()?.join("src")))
    };
    metadata.unwrap()["packages"].as_array().unwrap().iter().filter_map(source).collect()
}

/// A module of a crate.
struct Module {
    name: String,
    items: Vec<Item>,
    is_public: bool,
    /// Index of the parent module.
    outer: Option<usize>,
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|one| {
        one.path().is_ident("cfg")
            && one.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}

fn read(file: &Path) -> Vec<Item> {
    parse_file(&fs::read_to_string(file).unwrap()).unwrap().items
}

/// Appends the modules inside of module `place`, recursively. `folder` contains their files.
fn walk(place: usize, folder: &Path, modules: &mut Vec<Module>) {
    let mut inner = Vec::new();
    for item in &modules[place].items {
        if let Item::Mod(one) = item
            && !is_test(&one.attrs)
        {
            let name = one.ident.to_string();
            let inside = folder.join(&name);
            let items = match &one.content {
                Some((_, items)) => items.clone(),
                None => {
                    let file = folder.join(format!("{name}.rs"));
                    read(&if file.is_file() { file } else { inside.join("mod.rs") })
                }
            };
            let is_public = is_public(&one.vis);
            inner.push((Module { name, items, is_public, outer: Some(place) }, inside));
        }
    }
    for (module, inside) in inner {
        modules.push(module);
        walk(modules.len() - 1, &inside, modules);
    }
}

/// Collects the names that a `use` re-exports; `module::*` for a glob.
fn exported(tree: &UseTree, module: &str, names: &mut BTreeSet<String>) {
    match tree {
        UseTree::Path(path) => exported(&path.tree, &path.ident.to_string(), names),
        UseTree::Name(name) => _ = names.insert(name.ident.to_string()),
        UseTree::Rename(renamed) => _ = names.insert(renamed.ident.to_string()),
        UseTree::Glob(_) => _ = names.insert(format!("{module}::*")),
        UseTree::Group(group) => {
            group.items.iter().for_each(|inner| exported(inner, module, names));
        }
    }
}

/// Which modules are reachable from outside, and the names that these re-export.
fn seen(modules: &[Module]) -> (Vec<bool>, BTreeSet<String>) {
    let (mut seen, mut names) = (vec![false; modules.len()], BTreeSet::new());
    loop {
        let before = seen.clone();
        for (place, module) in modules.iter().enumerate() {
            let inside = module.is_public && module.outer.is_none_or(|outer| seen[outer]);
            if inside || names.contains(&format!("{}::*", module.name)) {
                seen[place] = true;
                for item in &module.items {
                    if let Item::Use(one) = item
                        && is_public(&one.vis)
                    {
                        exported(&one.tree, "", &mut names);
                    }
                }
            }
        }
        if seen == before {
            return (seen, names);
        }
    }
}

/// The relevant public functions of a crate, each with its type or trait, if any.
///
/// Functions generated by macros are not found. Re-exports are matched by name only, so a private function with the
/// name of a re-export counts as public.
fn functions(src: &Path) -> BTreeSet<(Option<String>, String)> {
    let items = read(&src.join("lib.rs"));
    let mut modules = vec![Module { name: String::new(), items, is_public: true, outer: None }];
    walk(0, src, &mut modules);
    let (seen, names) = seen(&modules);
    let (mut types, mut found) = (BTreeSet::new(), BTreeSet::new());
    for (place, module) in modules.iter().enumerate() {
        let is_seen = |visibility: &Visibility, name: &syn::Ident| {
            is_public(visibility) && (seen[place] || names.contains(&name.to_string()))
        };
        for item in &module.items {
            if let Item::Struct(one) = item
                && is_seen(&one.vis, &one.ident)
            {
                types.insert(one.ident.to_string());
            } else if let Item::Enum(one) = item
                && is_seen(&one.vis, &one.ident)
            {
                types.insert(one.ident.to_string());
            } else if let Item::Fn(one) = item
                && is_seen(&one.vis, &one.sig.ident)
            {
                found.insert((None, one.sig.ident.to_string()));
            } else if let Item::Trait(one) = item
                && is_seen(&one.vis, &one.ident)
            {
                let of = Some(one.ident.to_string());
                for inner in &one.items {
                    if let TraitItem::Fn(inner) = inner {
                        found.insert((of.clone(), inner.sig.ident.to_string()));
                    }
                }
            }
        }
    }
    for item in modules.iter().flat_map(|module| &module.items) {
        if let Item::Impl(one) = item
            && one.trait_.is_none()
            && let Type::Path(path) = &*one.self_ty
            && let Some(name) = path.path.segments.last().map(|last| last.ident.to_string())
            && types.contains(&name)
        {
            for inner in &one.items {
                if let ImplItem::Fn(inner) = inner
                    && is_public(&inner.vis)
                {
                    found.insert((Some(name.clone()), inner.sig.ident.to_string()));
                }
            }
        }
    }
    found.retain(|(_, name)| rules(name));
    found
}

/// The words of a text that can be identifiers.
fn words(text: &str) -> BTreeSet<&str> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.split(|letter| !is_name(letter)).filter(|word| !word.is_empty()).collect()
}

/// The identifiers in code spans.
fn names(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).flat_map(words).collect()
}

/// The identifiers in the last column of a table.
fn asked(section: &str) -> BTreeSet<&str> {
    let rows = section.lines().filter(|line| line.starts_with('|'));
    rows.filter_map(|row| row.trim_end_matches('|').rsplit('|').next()).flat_map(names).collect()
}

/// The concatenated sources in a folder.
fn text_of(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text += &text_of(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text += &fs::read_to_string(path).unwrap();
        }
    }
    text
}

/// The crates of a library.
fn crates(library: &Library) -> Vec<&str> {
    match library.public.as_slice() {
        [] => vec![&library.package],
        several => several.iter().map(String::as_str).collect(),
    }
}

/// The errors in a library's section. Adds the number of functions to `found`.
fn mistakes(
    library: &Library,
    sources: &BTreeMap<String, PathBuf>,
    found: &mut usize,
) -> Vec<String> {
    let section = library.functions.as_str();
    let folders: Vec<&PathBuf> = crates(library).iter().map(|name| &sources[*name]).collect();
    let functions: Vec<_> = folders.iter().flat_map(|folder| functions(folder)).collect();
    let named = names(section);
    let left_out = section.split("\nLeft out whole: ").nth(1).map(names).unwrap_or_default();
    let mut mistakes = Vec::new();
    if functions.is_empty() {
        mistakes.push("no function was found".to_owned());
    }
    *found += functions.len();
    for (of, function) in functions {
        let is_left_out = of.as_deref().is_some_and(|of| left_out.contains(of));
        if !is_left_out && !named.contains(function.as_str()) {
            let of = of.map(|of| of + "::").unwrap_or_default();
            mistakes.push(format!("{of}{function} is not named"));
        }
    }
    let texts: Vec<String> = folders.iter().map(|folder| text_of(folder)).collect();
    let folder = package().join("libraries");
    let adapter = [folder.join(library.adapter()), folder.join("shared/chess_board.rs")]
        .map(|file| fs::read_to_string(file).unwrap());
    let protocol = package().join("../src/adapter/wire/PROTOCOL.md");
    let protocol = fs::read_to_string(protocol).unwrap();
    let there: BTreeSet<&str> =
        texts.iter().chain(&adapter).chain([&protocol]).flat_map(|text| words(text)).collect();
    for word in &named - &there {
        mistakes.push(format!("{word} is neither in its sources nor in the protocol"));
    }
    let used: BTreeSet<&str> = adapter.iter().flat_map(|text| words(text)).collect();
    for word in &asked(section) - &used {
        mistakes.push(format!("{word} is said to be asked, and its adapter does not have it"));
    }
    mistakes
}

#[test]
fn every_function_that_rules_is_named() {
    let sources = sources();
    let (mut wrong, mut compared, mut found) = (String::new(), 0, 0);
    for library in libraries().iter().filter(|one| one.is_linked()) {
        if library.less_used && !crates(library).iter().all(|one| sources.contains_key(*one)) {
            println!("not compared: {}, which has not been fetched", library.name);
            continue;
        }
        for mistake in mistakes(library, &sources, &mut found) {
            wrong += &format!("{}: {mistake}\n", library.name);
        }
        compared += 1;
    }
    assert!(wrong.is_empty(), "`functions` in harness/libraries/*/library.yaml\n{wrong}");
    assert!(compared >= 6 && found >= 290, "only {compared} libraries with {found} functions");
}

/// The page on speed refers to published code of each library: the file is in its package and contains the functions.
#[test]
fn the_published_code_on_the_page_on_speed_exists() {
    let page = fs::read_to_string(package().join("docs/speed.md")).unwrap();
    let sources = sources();
    let mut found = 0;
    for line in page.lines() {
        // Such as: | chess | chess 3.2.0, `src/board.rs`: `legal`, `status` | ... |
        let cells: Vec<&str> = line.split(" | ").collect();
        let [_, code, _] = cells[..] else { continue };
        let Some((library, code)) = code.split_once(", `") else { continue };
        let (package, version) = library.split_once(' ').unwrap();
        let (file, functions) = code.split_once("`: ").unwrap();
        let folder = sources[package].parent().unwrap();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert!(manifest.contains(&format!("version = \"{version}\"")), "{line}");
        let text = fs::read_to_string(folder.join(file)).unwrap();
        for function in functions.split(", ").map(|name| name.trim_matches('`')) {
            let is_there =
                ["(", "<"].iter().any(|next| text.contains(&format!("fn {function}{next}")));
            assert!(is_there, "{line}: no function {function} in {file}");
            found += 1;
        }
    }
    assert!(found >= 20, "only {found} functions are named");
}
