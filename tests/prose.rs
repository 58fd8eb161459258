//! Limits how many lines of comments and pages contain a phrase that is hard to read.
//!
//! The limit applies to all comments together and to all pages together. A line in which such a phrase is the right one
//! therefore needs no exception.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The highest accepted number of lines with a phrase from [`PATTERNS`], in 1,000 lines.
const MOST: usize = 20;

/// How many lines a failure lists.
const LISTED: usize = 20;

/// Folders that are not read: built, downloaded or generated files.
const SKIPPED: [&str; 5] = ["target", ".git", "node_modules", "venv", "reports"];

/// Files that are not read, by the beginning of their path, each with the reason.
const EXCEPTIONS: [(&str, &str); 3] = [
    ("src/report/golden/", "reports about invented cases, whose texts only test the rendering"),
    ("tests/prose.rs", "it quotes the phrases"),
    (".github/CONTRIBUTING.md", "it quotes the phrases"),
];

/// Phrases that contain one of the patterns and are easy to read.
const HARMLESS: [&str; 12] = [
    "there is no",
    "there are no",
    "there was no",
    "there were no",
    "There is no",
    "There are no",
    "There was no",
    "There were no",
    "is no longer",
    "are no longer",
    "was no longer",
    "were no longer",
];

/// A kind of phrase that is hard to read.
struct Pattern {
    /// Words with which the phrase begins.
    first: &'static [&'static str],
    /// Words with which it goes on. If the list is empty, the phrase is one word of `first`.
    then: &'static [&'static str],
    /// What to write instead.
    instead: &'static str,
}

/// All patterns. `.github/CONTRIBUTING.md` lists them in the section "Prose".
static PATTERNS: [Pattern; 9] = [
    Pattern {
        first: &["so", "So"],
        then: &["many", "often", "much"],
        instead: "name the parameter: \"at most `limit` nodes\"",
    },
    Pattern {
        first: &[
            "whoever",
            "Whoever",
            "nobody",
            "Nobody",
            "somebody",
            "Somebody",
            "anybody",
            "Anybody",
            "everybody",
            "Everybody",
        ],
        then: &[],
        instead: "name the one who acts: the caller, the library, a player, no library",
    },
    Pattern {
        first: &["is", "are", "was", "were"],
        then: &["no"],
        instead: "\"is not a valid X\", \"is not an X\", \"unknown X\"",
    },
    Pattern {
        first: &["behind", "beside"],
        then: &[],
        instead: "\"after\", \"next to\", \"as well as\", unless it is about squares",
    },
    Pattern {
        first: &["what", "What"],
        then: &[
            "is", "was", "are", "were", "it", "a", "an", "the", "can", "has", "came", "comes",
            "they", "those", "that", "this", "there", "stands", "others",
        ],
        instead: "a noun: \"the result of the search\" for \"what the search finds\"",
    },
    Pattern {
        first: &["of", "on", "from", "by", "in", "to", "behind", "at"],
        then: &["which"],
        instead: "two sentences, or \"whose\", \"that ... on\", \"where\"",
    },
    Pattern {
        first: &["come", "comes", "came", "become", "becomes", "made"],
        then: &["of"],
        instead: "\"results in\", \"is converted to\", \"consists of\"",
    },
    Pattern {
        first: &["but"],
        then: &["for", "the", "its", "what", "with", "by"],
        instead: "\"except\", or two sentences",
    },
    Pattern {
        first: &["is", "are"],
        then: &["asked", "told", "taken for", "looked for", "looked at"],
        instead: "say who does it: \"the runner asks the adapter\"",
    },
];

impl Pattern {
    /// The phrase of this kind in a line, if there is one.
    fn found_in(&self, line: &str) -> Option<String> {
        let mut phrases = self.first.iter().flat_map(|first| match self.then {
            [] => vec![(*first).to_owned()],
            then => then.iter().map(|then| format!("{first} {then}")).collect(),
        });
        phrases.find(|phrase| has_phrase(line, phrase))
    }
}

/// Whether a line contains a phrase between word boundaries.
fn has_phrase(line: &str, phrase: &str) -> bool {
    let in_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(phrase).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + phrase.len()..].chars().next();
        !before.is_some_and(in_word) && !after.is_some_and(in_word)
    })
}

/// The phrases that are hard to read in a line, each with what to write instead.
fn phrases(line: &str) -> Vec<(String, &'static str)> {
    let mut line = line.to_owned();
    for harmless in HARMLESS {
        line = line.replace(harmless, "~");
    }
    let found = PATTERNS.iter().filter_map(|one| Some((one.found_in(&line)?, one.instead)));
    found.collect()
}

/// The text of the comment in a line of Rust, if it has one.
fn comment(line: &str) -> Option<&str> {
    line.match_indices("//").find_map(|(at, sign)| {
        let before = line[..at].chars().next_back();
        let rest = &line[at + sign.len()..];
        let text = rest.strip_prefix(['/', '!']).unwrap_or(rest).strip_prefix(' ')?;
        before.is_none_or(char::is_whitespace).then_some(text)
    })
}

/// The prose of a file with the numbers of its lines: the comments of Rust, or the lines of a page outside of fenced
/// blocks. Lines of at most 12 letters do not count.
fn prose<'a>(name: &str, text: &'a str) -> Vec<(usize, &'a str)> {
    let (mut lines, mut is_fenced) = (Vec::new(), false);
    for (index, line) in text.lines().enumerate() {
        let words = if name.ends_with(".rs") {
            comment(line)
        } else if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
            None
        } else if is_fenced {
            None
        } else {
            Some(line.trim())
        };
        if let Some(words) = words.filter(|words| words.chars().count() > 12) {
            lines.push((index + 1, words));
        }
    }
    lines
}

/// The files below a folder whose names end with `ending`.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let (kind, name) = (entry.file_type().unwrap(), entry.file_name());
        let name = name.to_string_lossy();
        if kind.is_dir() && !SKIPPED.contains(&&*name) {
            found.extend(files(&entry.path(), ending));
        } else if kind.is_file() && name.ends_with(ending) {
            found.push(entry.path());
        }
    }
    found.sort();
    found
}

/// A line with the phrases in it that are hard to read.
struct Flagged {
    /// The file and the number of the line.
    place: String,
    /// The prose of the line.
    words: String,
    /// The phrases, each with what to write instead.
    phrases: Vec<(String, &'static str)>,
}

/// The number of lines of prose in all files that end with `ending`, and those that are flagged.
fn survey(ending: &str) -> (usize, Vec<Flagged>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut count, mut flagged) = (0, Vec::new());
    for path in files(root, ending) {
        let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        if EXCEPTIONS.iter().any(|(begin, _)| name.starts_with(begin)) {
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        for (number, words) in prose(&name, &text) {
            count += 1;
            let phrases = phrases(words);
            if !phrases.is_empty() {
                let (place, words) = (format!("{name}:{number}"), words.to_owned());
                flagged.push(Flagged { place, words, phrases });
            }
        }
    }
    (count, flagged)
}

fn check(ending: &str, kind: &str) {
    let (count, mut flagged) = survey(ending);
    assert!(count > 1000, "only {count} lines of {kind} were found");
    let rate = 1000 * flagged.len() / count;
    println!("{kind}: {} of {count} lines, {rate} in 1,000", flagged.len());
    if flagged.len() * 1000 <= MOST * count {
        return;
    }
    flagged.sort_by_key(|one| usize::MAX - one.phrases.len());
    let mut list = String::new();
    for one in flagged.iter().take(LISTED) {
        list += &format!("\n{}: {}\n", one.place, one.words);
        for (phrase, instead) in &one.phrases {
            list += &format!("    this is hard to read: \"{phrase}\"; write instead: {instead}\n");
        }
    }
    panic!(
        "{rate} in 1,000 lines of {kind} contain a phrase that is hard to read; at most {MOST} may \
         (see .github/CONTRIBUTING.md, \"Prose\"). If you have just added lines, rewrite yours. The worst lines:\n{list}"
    );
}

#[test]
fn comments_are_plain_english() {
    check(".rs", "comments");
}

#[test]
fn pages_are_plain_english() {
    check(".md", "pages");
}

#[test]
fn each_exception_is_needed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (begin, reason) in EXCEPTIONS {
        assert!(
            root.join(begin).exists(),
            "there is no {begin} any more; it is excepted because {reason}"
        );
    }
}

#[test]
fn phrases_are_found_in_prose() {
    let rows: [(&str, &[&str]); 14] = [
        ("A limit of so many nodes.", &["so many"]),
        ("Whoever is next moves.", &["Whoever"]),
        ("The text is no move.", &["is no"]),
        ("It waits behind the first.", &["behind"]),
        ("Returns what is left.", &["what is"]),
        ("The file from which it reads.", &["from which"]),
        ("The list becomes of no use.", &["becomes of"]),
        ("All but the last.", &["but the"]),
        ("A library is told nothing.", &["is told"]),
        ("Nobody knows what the end is.", &["Nobody", "what the"]),
        ("There is no position, and it is no longer read.", &[]),
        ("The basis nodes, somewhat isolated.", &[]),
        ("Nobodyelse, ofwhich and is_told.", &[]),
        ("Returns the positions after `limit` moves.", &[]),
    ];
    for (line, expected) in rows {
        let found: Vec<String> = phrases(line).into_iter().map(|(phrase, _)| phrase).collect();
        assert_eq!(found, expected, "{line}");
    }
}

#[test]
fn prose_is_told_from_code() {
    let code = "/// A first comment.\nlet a = 1; // a second comment\nlet b = \"https://example.org/a page\";\n";
    assert_eq!(prose("a.rs", code), [(1, "A first comment."), (2, "a second comment")]);
    let page =
        "A sentence on a page.\n```sh\ncargo run --release\n```\nShort.\n  Another sentence.\n";
    assert_eq!(prose("a.md", page), [(1, "A sentence on a page."), (6, "Another sentence.")]);
}
