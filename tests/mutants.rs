//! Tests that the list of accepted surviving mutants matches the code, including their numbers. A nightly job,
//! `harness/mutants/run`, tests which mutants survive.

use std::{collections::BTreeMap, fs, path::Path};

use serde::Deserialize;

/// Content of `harness/mutants/survivors.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SurvivorList {
    survivors: Vec<Survivors>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Survivors {
    because: String,
    mutants: Vec<String>,
}

/// A parsed name of a mutant: `src/a.rs: replace + with - in Type::function`, or `src/a.rs: replace function with ()`.
struct Mutant<'a> {
    file: &'a str,
    /// Empty for a mutant in a constant.
    function: &'a str,
    /// The token or expression that is replaced or deleted; `None` if the whole function is replaced.
    what: Option<&'a str>,
}

impl<'a> Mutant<'a> {
    fn parse(name: &'a str) -> Option<Mutant<'a>> {
        let (file, change) = name.split_once(": ")?;
        let (what, path) = match change.rsplit_once(" in ") {
            Some((change, path)) => {
                let what =
                    change.strip_prefix("delete ").or_else(|| change.strip_prefix("replace "))?;
                (what.split(" with ").next(), path)
            }
            None => {
                let what = change.strip_prefix("delete ").or(change.strip_prefix("replace "))?;
                let what = what.split(" with ").next()?;
                if what.contains(char::is_alphanumeric) { (None, what) } else { (Some(what), "") }
            }
        };
        let path = path.split(" -> ").next()?;
        Some(Mutant { file, function: path.rsplit("::").next()?, what })
    }

    /// Number of places in functions of this name to which the mutation applies; 0 if no such function exists.
    fn places(&self, code: &str) -> usize {
        if let ("", Some(what)) = (self.function, self.what) {
            let constants = code.lines().filter(|line| line.contains("const "));
            return constants.map(|line| line.matches(what).count()).sum();
        }
        let heads = ["(", "<"].map(|end| format!("fn {}{end}", self.function));
        let starts = heads.iter().flat_map(|head| code.match_indices(head.as_str()));
        starts
            .map(|(start, _)| {
                let line = code[..start].rfind('\n').map_or(0, |end| end + 1);
                let indent: String = code[line..].chars().take_while(|c| *c == ' ').collect();
                let text = code[start..].split(&format!("\n{indent}}}")).next().unwrap_or_default();
                match self.what {
                    None => 1,
                    Some("!") => text.matches('!').count(),
                    Some(what) if what.starts_with("field ") => 1,
                    Some(what) if what.starts_with("match ") => {
                        // Such as `match guard a < b` or `match arm 7`.
                        let what = what.splitn(3, ' ').last().unwrap_or_default();
                        text.matches(what).count()
                    }
                    Some(operator) => {
                        text.split_whitespace().filter(|word| *word == operator).count()
                    }
                }
            })
            .sum()
    }
}

#[test]
fn what_may_go_unnoticed_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = fs::read_to_string(root.join("harness/mutants/survivors.toml")).unwrap();
    let list: SurvivorList = toml::from_str(&list).unwrap();
    let mut often = BTreeMap::new();
    for reason in &list.survivors {
        assert!(!reason.because.trim().is_empty(), "no reason for {:?}", reason.mutants);
        for mutant in &reason.mutants {
            *often.entry(mutant).or_insert(0) += 1;
        }
    }
    assert!(!often.is_empty());
    for (name, listed) in often {
        let mutant = Mutant::parse(name).unwrap_or_else(|| panic!("no name of a change: {name}"));
        let code = fs::read_to_string(root.join(mutant.file))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let places = mutant.places(&code);
        assert!(places >= listed, "{name}: listed {listed} times, and there in {places} places");
    }
}

#[test]
fn changes_are_found_in_the_code() {
    let code = "const FIVE: i8 = -5;\n\nfn one(a: u8) {\n    a | b\n        | !c\n}\n\nfn two() {\n    a | b\n}\n\n\
        fn four() {\n    match a {\n        _ if b < c => 0,\n        7 => 1,\n    }\n}\n";
    for (name, places) in [
        ("src/a.rs: replace | with ^ in one", 2),
        ("src/a.rs: replace | with ^ in Type<'a>::two", 1),
        ("src/a.rs: replace & with | in one", 0),
        ("src/a.rs: delete ! in <impl Trait for Type>::one", 1),
        ("src/a.rs: delete ! in two", 0),
        ("src/a.rs: replace two with ()", 1),
        ("src/a.rs: replace Type::one -> bool with true", 1),
        ("src/a.rs: replace | with ^ in three", 0),
        ("src/a.rs: replace match guard b < c with true in four", 1),
        ("src/a.rs: replace match guard b < d with true in four", 0),
        ("src/a.rs: delete match arm 7 in four", 1),
        ("src/a.rs: delete match arm 8 in four", 0),
        ("src/a.rs: delete -", 1),
        ("src/a.rs: replace << with >>", 0),
    ] {
        assert_eq!(Mutant::parse(name).unwrap().places(code), places, "{name}");
    }
    for name in ["src/a.rs replace | with ^ in one", "src/a.rs: change | in one"] {
        assert!(Mutant::parse(name).is_none(), "{name}");
    }
}
