//! Tests that the theory of the dead-position solver names existing code, and that the checker is independent of the
//! solver.

use std::{collections::BTreeSet, fs, path::Path};

use crate::invariants::{File, files, root};

const THEORY: &str = include_str!("../../src/dead/THEORY.md");

/// The numbers that follow "Lemma" or "Lemmas": one, or several joined by commas, "and" and "to".
fn lemmas_named(text: &str) -> BTreeSet<u32> {
    let mut named = BTreeSet::new();
    for (place, word) in text.match_indices("Lemma") {
        let rest = text[place + word.len()..].trim_start_matches('s');
        for token in rest.split_whitespace() {
            match token.trim_end_matches([',', '.', ':', ';', ')']).parse::<u32>() {
                Ok(number) => named.extend([number]),
                Err(_) if ["and", "to", "///", "//"].contains(&token) => continue,
                Err(_) => break,
            }
            if token.ends_with(['.', ':', ';', ')']) {
                break;
            }
        }
    }
    named
}

/// The stated lemmas: number and text.
fn lemmas_stated() -> Vec<(u32, String)> {
    let parts = THEORY.split("**Lemma ").skip(1);
    let lemma = |part: &str| {
        let number = part.split(' ').next().unwrap().parse().unwrap();
        let end = part.find("\n## ").unwrap_or(part.len());
        (number, part[..end].split_whitespace().collect::<Vec<_>>().join(" "))
    };
    parts.map(lemma).collect()
}

/// The code references of a lemma: a file, and functions in it.
fn places(text: &str) -> Vec<(&str, Vec<&str>)> {
    let starts = text.match_indices("`src/").map(|(place, _)| &text[place + 1..]);
    starts
        .map(|rest| {
            let (file, rest) = rest.split_once('`').unwrap();
            let group = rest.strip_prefix(" (").and_then(|rest| rest.split_once(')'));
            let functions = group.map_or_else(Vec::new, |(group, _)| {
                group.split(", ").map(|name| name.trim_matches('`')).collect()
            });
            (file, functions)
        })
        .collect()
}

#[test]
fn every_lemma_is_stated_once_and_named_in_the_code() {
    let stated: Vec<u32> = lemmas_stated().into_iter().map(|(number, _)| number).collect();
    let count = u32::try_from(stated.len()).unwrap();
    assert_eq!(stated, (1..=count).collect::<Vec<u32>>(), "lemmas are numbered in their order");
    let mut named = BTreeSet::new();
    for File { path, text } in files("src/dead") {
        let here = lemmas_named(&text);
        let unknown: Vec<&u32> = here.iter().filter(|number| !stated.contains(number)).collect();
        assert!(unknown.is_empty(), "{path}: there is no lemma {unknown:?}");
        named.extend(here);
    }
    assert_eq!(named, stated.into_iter().collect(), "the code names some lemmas only");
}

#[test]
fn lemmas_name_files_and_functions_that_are_there() {
    for (number, text) in lemmas_stated() {
        for part in ["Prover: ", "Checker: ", "*Proof.*", "∎"] {
            assert!(text.contains(part), "lemma {number} has no {part:?}");
        }
        let mut functions = 0;
        for (file, names) in places(&text) {
            let code = fs::read_to_string(root().join(file))
                .unwrap_or_else(|error| panic!("lemma {number}: {file}: {error}"));
            for name in names {
                let is_there =
                    ["(", "<"].iter().any(|end| code.contains(&format!("fn {name}{end}")));
                assert!(is_there, "lemma {number}: {file} has no function {name}");
                functions += 1;
            }
        }
        assert!(functions > 1, "lemma {number} names {functions} functions");
    }
}

/// Of the solver, the checker may use only the data types of the evidence.
#[test]
fn the_checker_imports_nothing_of_the_solver_but_certificates() {
    let parts = files("src/dead/check");
    let own: Vec<_> = parts.iter().filter_map(|part| Path::new(&part.path).file_stem()).collect();
    let top = "src/dead/check.rs".to_owned();
    let text = fs::read_to_string(root().join(&top)).unwrap();
    let top = File { path: top, text };
    let mut certificates = 0;
    for File { path, text } in parts.iter().chain([&top]) {
        // Unit tests may use anything.
        let tests = ["\n#![cfg(test)]\n", "\n#[cfg(test)]\nmod tests {"];
        let end = tests.iter().find_map(|tests| text.find(tests)).unwrap_or(text.len());
        let code = &text[..end];
        let code: Vec<&str> =
            code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let code = code.join("\n");
        for (place, name) in code.match_indices("super::").chain(code.match_indices("dead::")) {
            let rest = &code[place + name.len()..];
            let module = rest.split("::").next().unwrap();
            let is_own =
                name == "super::" && *path != top.path && own.iter().any(|own| *own == module);
            assert!(module == "certificate" || is_own, "{path}: {name}{module}");
            certificates += usize::from(module == "certificate");
        }
        for module in ["material", "mobility", "search", "graph"] {
            let used = format!("{module}::");
            assert!(!code.contains(&used), "{path}: {used}");
        }
    }
    assert!(certificates >= 3, "certificates are imported {certificates} times");
    let data = fs::read_to_string(root().join("src/dead/certificate.rs")).unwrap();
    assert!(!data.contains("super::") && !data.contains("dead::"), "certificates are data only");
}

#[test]
fn numbers_of_lemmas_are_found() {
    let rows: [(&str, &[u32]); 5] = [
        ("/// It never leaves them (Lemma 8).", &[8]),
        ("never step to (Lemmas 4 and 5).", &[4, 5]),
        ("by Lemmas 3 to 6 leads, 7 times", &[3, 6]),
        ("Lemmas 1, 2 and 3: 4", &[1, 2, 3]),
        ("Lemmas are those of `THEORY.md`", &[]),
    ];
    for (text, numbers) in rows {
        assert_eq!(lemmas_named(text), numbers.iter().copied().collect(), "{text}");
    }
}
