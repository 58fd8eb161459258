//! Text that nobody should write: files of cases that are made to hurt, and FEN, UCI, algebraic
//! notation, sentences and lines of the protocol with a few letters changed. None of it may do more
//! than be refused, with a message.

use std::{fs, path::Path, process::Command};

use lawbook::{
    adapter::{
        Reference,
        wire::{self, Respondent},
    },
    catalogue::read_line,
    notation::{read_san, read_uci},
    position::{Move, Position, Setup},
    question::{GameQuestion, PositionQuestion, Question},
};
use proptest::prelude::*;

/// Runs `lawbook lint` on a catalogue whose one file of cases is this; the exit code and all it says.
fn lint(name: &str, cases: &[u8]) -> (i32, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile").join(name);
    let tiny = folder.join("tiny");
    fs::create_dir_all(&tiny).unwrap();
    fs::copy("tests/fixtures/right/tiny/document.yaml", tiny.join("document.yaml")).unwrap();
    fs::write(tiny.join("mate.yaml"), cases).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_lawbook"))
        .args(["lint", "--cases"])
        .arg(&folder)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(said).unwrap())
}

/// A list of lists of lists, each ten times the one before: ten thousand million items.
fn laughs() -> String {
    let mut text = "- id: laughs\n  title: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for (level, field) in
        ["states", "tags", "play", "why", "doubt", "open", "start"].iter().enumerate()
    {
        let again = vec![format!("*a{level}"); 10].join(", ");
        text.push_str(&format!("  {field}: &a{} [{again}]\n", level + 1));
    }
    text
}

#[test]
fn files_that_are_made_to_hurt_are_refused() {
    let right = fs::read_to_string("tests/fixtures/right/tiny/mate.yaml").unwrap();
    let (lists, maps) = ("[".repeat(1 << 20), "{a: ".repeat(1 << 19));
    for (name, text, code, message) in [
        ("laughs", laughs(), 3, "mate.yaml:"),
        ("lists", format!("- id: deep\n  title: {lists}\n"), 5, "brackets are open at once"),
        ("maps", format!("- id: deep\n  expect: {maps}\n"), 5, "brackets are open at once"),
        (
            "items",
            format!("- id: deep\n  states:\n    {}x\n", "- ".repeat(1 << 20)),
            3,
            "mate.yaml:3",
        ),
        ("huge", format!("- id: huge\n  title: {}\n", "x".repeat(5 << 20)), 5, "larger than 4 MiB"),
        ("long", format!("- id: long\n  title: {}\n", "x".repeat(3 << 20)), 3, "missing field"),
        ("many", "- id: again\n".repeat(10_000), 3, "missing field"),
        (
            "twice",
            right.replacen("  title:", "  title: x\n  title:", 1),
            3,
            "duplicate field `title`",
        ),
        ("nothing", "- id: x\n  title: *nobody\n".to_owned(), 3, "unknown anchor"),
        ("itself", "- id: &x\n    - *x\n".to_owned(), 3, "mate.yaml:"),
        ("zero", right.replacen("why", "w\0hy", 1), 3, "control characters"),
        ("tab", "-\tid: x\n".to_owned(), 3, "begins at the left margin"),
        (
            "moves",
            format!(
                "- id: x\n  title: x\n  states: [T-1]\n  why: x\n  expect: {{check: true}}\n  play: [{}]\n",
                "e4 ".repeat(1 << 18)
            ),
            3,
            "is not legal here",
        ),
    ] {
        let (exit, said) = lint(name, text.as_bytes());
        assert_eq!(exit, code, "{name}: {said:.300}");
        assert!(said.contains(message), "{name}: {said:.300}");
    }
    let (exit, said) = lint("binary", &(0..=255).collect::<Vec<u8>>());
    assert!(exit == 5 && said.contains("valid UTF-8"), "{said}");
    assert_eq!(lint("right", right.as_bytes()).0, 0);
}

/// One of these texts with some letters exchanged, put in or left out, or any text at all.
fn mutated(texts: &'static [&'static str]) -> impl Strategy<Value = String> {
    let letters = prop_oneof![
        any::<char>(),
        prop::sample::select(
            "KQRBNPkqrbnpabcdefgh12345678-/=+#x0O \"{}[]:,\n".chars().collect::<Vec<_>>()
        ),
    ];
    let edits = prop::collection::vec(
        (any::<prop::sample::Index>(), prop::option::of(letters), any::<bool>()),
        1..4,
    );
    let changed = (prop::sample::select(texts), edits).prop_map(|(text, edits)| {
        let mut letters: Vec<char> = text.chars().collect();
        for (place, letter, replaces) in edits {
            let place = place.index(letters.len() + 1);
            if (replaces || letter.is_none()) && place < letters.len() {
                letters.remove(place);
            }
            if let Some(letter) = letter {
                letters.insert(place.min(letters.len()), letter);
            }
        }
        letters.into_iter().collect()
    });
    prop_oneof![4 => changed, 1 => any::<String>()]
}

const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2",
    "8/8/4k3/8/2R5/8/3K4/8 b - - 100 110",
    "4k3/8/8/8/8/8/8/4K3 w - -",
];
const MOVES: [&str; 8] = ["e4", "Nf3", "O-O", "exd6", "e2e4", "a7a8q", "R1xa3+", "Qh4#"];
const LINES: [&str; 6] = [
    "1. e4 e5 2. Nf3",
    "White claims a draw by threefold repetition",
    "White writes Ra2 and claims a draw by the fifty-move rule",
    "White makes the illegal move e2-a2, and Black replies to it",
    "White's move of 20 moves ago is found to have been illegal",
    "White thinks for 40 seconds",
];
const WIRE: [&str; 5] = [
    r#"{"type":"hello","id":0,"protocol":1}"#,
    r#"{"type":"ask","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","rule_set":"fide-2023","play":[{"act":"move","move":"e1g1"}],"questions":[{"id":1,"ask":"check"},{"id":2,"ask":"fen"}]}"#,
    r#"{"id":1,"protocol":1,"name":"a","version":"1","questions":["check"],"endings":["time"]}"#,
    r#"{"id":1,"native":["e2e4","e7e8q"]}"#,
    r#"{"id":1,"native":{"winner":"white","by":"checkmate"}}"#,
];

proptest! {
    /// What is read is a position that is written and read again as itself; anything else is refused.
    #[test]
    fn any_fen_is_read_or_refused(text in mutated(&FENS)) {
        if let Ok(setup) = text.parse::<Setup>() {
            prop_assert_eq!(setup.to_string().parse::<Setup>().ok(), Some(setup));
        }
        if let Ok(position) = text.parse::<Position>() {
            position.legal_moves();
            let again = position.to_string().parse::<Position>().ok();
            prop_assert_eq!(again.map(|again| again.to_string()), Some(position.to_string()));
        }
    }

    #[test]
    fn any_move_is_legal_or_refused(text in mutated(&MOVES), fen in prop::sample::select(&FENS[..])) {
        let position: Position = fen.parse().unwrap();
        for read in [read_san(&position, &text).ok(), read_uci(&position, &text).ok()] {
            prop_assert!(read.is_none_or(|read| position.is_legal(read)), "{text:?}");
        }
        if let Ok(read) = text.parse::<Move>() {
            prop_assert_eq!(read.to_string().parse::<Move>().ok(), Some(read));
        }
    }

    #[test]
    fn any_line_of_a_game_is_read_or_refused(text in mutated(&LINES)) {
        if let Err(error) = read_line(&mut Position::start(), &text) {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn any_line_of_the_protocol_is_read_or_refused(text in mutated(&WIRE)) {
        let line = text.replace('\n', " ");
        let mut output = Vec::new();
        let served = wire::serve(&Reference::default(), format!("{line}\n").as_bytes(), &mut output);
        prop_assert!(served.is_err() || !output.is_empty() || line.contains("questions"));
        let hello = r#"{"id":1,"protocol":1,"name":"a","version":"1","questions":["legal-moves"]}"#;
        let whom = Respondent::read(1, hello).unwrap();
        for question in [Question::Position(PositionQuestion::LegalMoves), Question::Game(GameQuestion::Ruling), Question::Position(PositionQuestion::Placement), Question::Position(PositionQuestion::Pinned)] {
            if let Err(message) = whom.read_reply(1, &question, &line) {
                prop_assert!(!message.to_string().is_empty());
            }
        }
        if let Err(message) = Respondent::read(1, &line) {
            prop_assert!(!message.is_empty());
        }
    }
}
