//! Tests the tables against hand-analysed positions, the solver, and the committed counts and samples.

#![allow(clippy::unwrap_used, clippy::panic)] // a test

use std::{
    fs,
    num::NonZero,
    path::Path,
    sync::{
        LazyLock,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use lawbook::{
    board::Color,
    dead::{
        DEFAULT_LIMIT, Winnable,
        check::{check_certificate, check_helpmate},
        search,
    },
    position::{Position, Setup},
    report::Shard,
};
use lawbook_tables::{
    AskedPositions, NoStore, TableClass, TableCount, TableSample, Tables, WhoCan,
};

/// The tables of all classes of three pieces and some of four, with the tables that they depend on.
static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut tables = Tables::new(thread::available_parallelism().map_or(1, NonZero::get));
    for class in TableClass::all(3).into_iter().chain(FOUR.map(class)) {
        tables.make(&class, &NoStore).unwrap();
    }
    tables
});

/// The classes of four pieces that are tested.
const FOUR: [&str; 7] = ["KBNvK", "KNNvK", "KBvKN", "KNvKN", "KBPvK", "KNPvK", "KPvKP"];

fn class(name: &str) -> TableClass {
    name.parse().unwrap()
}

fn position(fen: &str) -> Position {
    let setup: Setup = fen.parse().unwrap();
    Position::from_playable(&setup).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A position, and whether White and whether Black can mate.
const ROWS: [(&str, bool, bool); 22] = [
    ("8/8/8/3k4/8/3K4/8/8 w - - 0 1", false, false),
    ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", true, false),
    // The king can capture the queen, or is stalemated.
    ("7k/6Q1/8/8/8/8/8/K7 b - - 0 1", false, false),
    ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", false, false),
    ("8/8/8/8/8/8/P7/k1K5 b - - 0 1", false, false),
    ("8/8/8/8/P7/8/8/k1K5 b - - 0 1", true, false),
    ("8/8/8/3k4/8/3K4/8/5B2 w - - 0 1", false, false),
    // A mate in a corner that needs an opponent's piece to block its own king's escape square.
    ("8/8/8/3k4/5b2/3K4/8/5B2 w - - 0 1", true, true),
    ("8/8/8/3k4/4b3/3K4/8/5B2 w - - 0 1", false, false),
    ("8/8/8/3k1n2/8/3K4/8/5N2 w - - 0 1", true, true),
    ("8/8/8/3k1q2/8/3K4/8/5N2 w - - 0 1", false, true),
    ("8/8/8/3k1r2/8/3K4/8/5N2 w - - 0 1", true, true),
    // Pawns that block each other.
    ("8/8/1k6/1p6/1P6/1K6/8/8 w - - 0 1", true, true),
    ("8/8/8/8/8/k1K5/p7/8 b - - 0 1", false, true),
    ("k1K5/P7/8/8/8/8/p7/8 w - - 0 1", true, true),
    ("8/8/8/8/8/8/P1p5/k1K5 b - - 0 1", false, true),
    // Positions with en passant or castling rights.
    ("8/8/8/8/k1pP4/8/8/2K5 b - d3 0 1", true, true),
    ("8/8/8/K1pP4/8/8/8/2k5 w - c6 0 1", true, true),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", true, false),
    ("r3k3/8/8/8/8/8/8/4KB2 w q - 0 1", false, true),
    ("r3k3/8/8/8/8/8/8/4KN2 w q - 0 1", true, true),
    ("4k2r/8/8/8/8/8/8/R3K3 b Qk - 0 1", true, true),
];

#[test]
fn positions_of_few_pieces_have_the_right_answer() {
    for (fen, white, black) in ROWS {
        let position = position(fen);
        for (side, right) in [(Color::White, white), (Color::Black, black)] {
            assert_eq!(TABLES.can_mate(&position, side), Some(right), "{fen}: {side}");
            let flipped = TABLES.can_mate(&position.flip(), !side);
            assert_eq!(flipped, Some(right), "{fen} with the colours changed: {side}");
            assert_eq!(search(&position, side, DEFAULT_LIMIT).0.decided(), Some(right), "{fen}");
        }
    }
    let unknown = position("8/8/8/3k4/8/3K4/3QQ3/8 w - - 0 1");
    assert_eq!(TABLES.can_mate(&unknown, Color::White), None);
}

/// `lawbook lab tables --pieces 3 --compare` tests every position, which is too slow here.
#[test]
fn the_solver_agrees_about_a_sample_of_three_pieces() {
    let sample = AskedPositions { shard: Shard::WHOLE, every: 10 };
    let classes = TableClass::all(3);
    for class in &classes {
        let comparison = TABLES.compare(class, sample);
        assert!(comparison.compared > 30_000, "{class}: {}", comparison.compared);
        assert!(comparison.differences.is_empty(), "{class}: {:#?}", comparison.differences);
    }
}

#[test]
fn the_solver_agrees_about_a_sample_of_four_pieces() {
    let sample = AskedPositions { shard: "7/50".parse().unwrap(), every: 200 };
    let classes = FOUR.map(class);
    for class in &classes {
        let comparison = TABLES.compare(class, sample);
        assert!(comparison.compared > 1_000, "{class}: {}", comparison.compared);
        assert!(comparison.differences.is_empty(), "{class}: {:#?}", comparison.differences);
    }
}

#[test]
fn the_committed_counts_are_those_of_the_tables() {
    let classes = TableClass::all(3).into_iter().chain(FOUR.map(class));
    let committed = committed();
    for class in classes {
        let name = class.to_string();
        let count = committed.iter().find(|count| count.class == name);
        assert_eq!(count, Some(&TABLES.count(&class)), "{class}");
    }
}

/// Includes examples with five pieces. They are the examples with the most legal moves.
#[test]
fn the_solver_agrees_about_the_committed_examples() {
    let mut asked = 0;
    for TableCount { class, examples, .. } in committed() {
        for (side, example) in Color::ALL.into_iter().zip(examples) {
            let Some(fen) = example else { continue };
            let answer = search(&position(&fen), side, DEFAULT_LIMIT).0;
            assert_eq!(answer.decided(), Some(false), "{class}: {fen}: {side}");
            asked += 1;
        }
    }
    assert!(asked > 80, "only {asked} examples are committed");
}

/// The table in the page has one row for each class with a non-zero count.
#[test]
fn the_page_shows_the_committed_counts() {
    let page = file("harness/docs/tables.md");
    let mut rows = page.lines().filter(|line| line.starts_with("| K"));
    for TableCount { class, positions, cannot, dead, examples, .. } in committed() {
        if cannot == [0, 0] {
            continue;
        }
        let example = examples.into_iter().flatten().next().unwrap();
        let [positions, white, black, dead] = [positions, cannot[0], cannot[1], dead].map(grouped);
        let row = format!("| {class} | {positions} | {white} | {black} | {dead} | `{example}` |");
        assert_eq!(rows.next(), Some(row.as_str()));
    }
    assert_eq!(rows.next(), None);
}

/// Formats a number with a space between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    if number == 0 { "·".to_owned() } else { text }
}

fn committed() -> Vec<TableCount> {
    serde_json::from_str(&file("reports/tables.json")).unwrap()
}

fn file(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}

#[test]
fn classes_are_read_as_they_are_written() {
    for (pieces, number) in [(2, 1), (3, 5), (4, 30), (5, 110)] {
        let all = TableClass::all(pieces);
        assert_eq!(all.len(), number, "{pieces} pieces");
        for class in all {
            assert_eq!(class.to_string().parse(), Ok(class));
        }
    }
    for (name, error) in [
        ("", "does not list pieces"),
        ("KQK", "does not list pieces"),
        ("KQvq", "does not list pieces"),
        ("KxvK", "does not list pieces"),
        ("KKvK", "does not list pieces"),
        ("KQQQQvK", "more than five pieces"),
        ("KvKQ", "expected \"KQvK\""),
        ("KNvKQ", "expected \"KQvKN\""),
    ] {
        let message = name.parse::<TableClass>().unwrap_err().to_string();
        assert!(message.contains(error), "{name}: {message}");
    }
}

/// Output of `lawbook lab tables --pieces 5 --sample 1000`. The tables that it needs are too large for a test.
const SAMPLE: &str = "harness/tables/tests/five.jsonl";

#[test]
fn the_solver_agrees_about_the_committed_sample_of_five_pieces() {
    let samples = samples();
    let classes: Vec<String> = samples.iter().map(|sample| sample.class.clone()).collect();
    let mut all = TableClass::all(5);
    all.sort_by_key(TableClass::pawns);
    assert_eq!(classes, all.iter().map(TableClass::to_string).collect::<Vec<_>>());
    let next = AtomicUsize::new(0);
    let run = || {
        while let Some(sample) = samples.get(next.fetch_add(1, Ordering::Relaxed)) {
            let positions = sample.positions().unwrap();
            assert!(positions.len() >= 1_000, "{}: {}", sample.class, positions.len());
            for (position, who) in positions {
                for side in Color::ALL {
                    ask(&position, side, who.has(side));
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(run);
        }
    });
}

/// Asserts that the solver gives the right answer and that its evidence is valid.
fn ask(position: &Position, side: Color, right: bool) {
    let holds = match search(position, side, DEFAULT_LIMIT).0 {
        Winnable::Yes(line) => right && check_helpmate(position, side, &line),
        Winnable::No(why) => !right && check_certificate(position, side, &why),
        Winnable::Undetermined => false,
    };
    let right = if right { "can" } else { "cannot" };
    assert!(holds, "{position}: {side} {right} mate, and the solver does not show it");
}

/// Draws the committed samples again: places and answers must be the same.
#[test]
fn samples_are_what_the_tables_say() {
    for class in FOUR.map(class) {
        let sample = TABLES.sample(&class, 500);
        let positions = sample.positions().unwrap();
        let surprising: usize = sample.surprising.values().map(Vec::len).sum();
        assert_eq!(positions.len(), 500 + surprising, "{class}");
        for (position, who) in &positions {
            for side in Color::ALL {
                assert_eq!(TABLES.can_mate(position, side), Some(who.has(side)), "{position}");
            }
        }
        for (position, who) in &positions[500..] {
            assert!(position.has_legal_move() && *who != WhoCan::Both, "{position}");
        }
        let text = serde_json::to_string(&sample).unwrap();
        assert_eq!(serde_json::from_str::<TableSample>(&text).unwrap(), sample);
    }
}

#[test]
fn a_sample_of_other_positions_is_refused() {
    let whole = TABLES.sample(&class("KBPvK"), 100);
    type Change = fn(&mut TableSample);
    let rows: [(&str, Change); 6] = [
        ("\"KBBBBvK\" has more than five", |sample| sample.class = "KBBBBvK".to_owned()),
        ("KNPvK: the checksum", |sample| sample.class = "KNPvK".to_owned()),
        ("KBPvK: the checksum", |sample| sample.seed += 1),
        ("KBPvK: the checksum", |sample| sample.drawn[0].0 -= 1),
        ("KBPvK: the checksum", |sample| sample.surprising.clear()),
        ("at the place 1073741824", |sample| {
            sample.surprising.insert(WhoCan::White, vec![1 << 30]);
        }),
    ];
    for (right, change) in rows {
        let mut changed = whole.clone();
        change(&mut changed);
        let message = changed.positions().unwrap_err().to_string();
        assert!(message.contains(right), "{message}");
    }
}

fn samples() -> Vec<TableSample> {
    file(SAMPLE).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
