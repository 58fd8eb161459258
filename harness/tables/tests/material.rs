//! Tests the lists of drawn material against exhaustive enumeration of placements.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use lawbook::{
    board::{Color, Placement},
    dead::{
        Certificate,
        check::check_certificate,
        material::{
            has_mating_material, is_insufficient_at_chesscom, is_insufficient_by_uscf_14e,
            is_on_list_of_1993,
        },
    },
    position::{Position, Setup},
};
use lawbook_tables::material::{CLASSES, ClassError, MaterialClass, PlacementCount};

/// Class; number of checkmates and of stalemates; whether the lists call it insufficient: the Laws of 1993, chess.com,
/// US Chess.
type Row = (&'static str, u64, u64, bool, bool, bool);

const ROWS: [Row; 24] = [
    ("KvK", 0, 0, true, true, true),
    ("KvKN", 0, 0, true, true, true),
    ("KvKQ", 0, 0, false, true, true),
    ("KNvK", 0, 40, true, true, true),
    ("KBvK", 0, 136, true, true, true),
    ("KPvK", 0, 18, false, false, false),
    ("KRvK", 216, 68, false, false, false),
    ("KQvK", 364, 872, false, false, false),
    ("KLvKL", 0, 0, true, true, true),
    ("KNvKQ", 0, 0, false, true, true),
    ("KBvKR", 0, 0, false, true, true),
    ("KBvKQ", 0, 0, false, true, true),
    ("KLLvK", 0, 4884, false, false, false),
    ("KNvKN", 8, 0, false, true, true),
    ("KNvKB", 8, 0, false, true, true),
    ("KNvKR", 8, 0, false, true, true),
    ("KNvKP", 8, 320, false, true, true),
    ("KLvKD", 112, 0, false, true, true),
    ("KBvKN", 8, 0, false, true, true),
    ("KBvKP", 56, 492, false, true, true),
    ("KNNvK", 120, 3864, false, true, true),
    ("KBNvK", 464, 12_888, false, false, false),
    ("KLDvK", 3104, 10_640, false, false, false),
    ("KRvKN", 9328, 48, false, false, false),
];

#[test]
fn lists_of_material_are_as_right_as_all_placements_show() {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(row) = ROWS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(row);
                }
            });
        }
    });
}

fn check(&(name, mates, stalemates, laws, chesscom, uscf): &Row) {
    let class: MaterialClass = name.parse().unwrap();
    let tally = class.count();
    assert_eq!((tally.mates, tally.stalemates), (mates, stalemates), "{name}");
    if let Some(example) = tally.example {
        assert!(example.is_checkmate() && example.turn() == Color::Black, "{name}: {example}");
    }
    assert_eq!(tally.example.is_some(), mates > 0, "{name}");
    // A pawn itself never gives mate in this class, but a promoted piece can.
    assert_eq!(class.has_mating_material(), mates > 0 || name == "KPvK", "{name}");
    for pieces in class.samples() {
        let on_lists = (
            is_on_list_of_1993(&pieces),
            is_insufficient_at_chesscom(&pieces, Color::White),
            is_insufficient_by_uscf_14e(&pieces, Color::White),
        );
        assert_eq!(on_lists, (laws, chesscom, uscf), "{name}: {pieces}");
        assert!(!laws || mates == 0, "{name}: {pieces}");
        let proven = check_certificate(&position(pieces), Color::White, &Certificate::Material);
        assert_eq!(proven, !has_mating_material(&pieces, Color::White), "{name}: {pieces}");
    }
}

fn position(placement: Placement) -> Position {
    let setup = Setup { placement, turn: Color::Black, ..Setup::start() };
    let castling = lawbook::position::CastlingRights::NONE;
    Position::from_playable(&Setup { castling, ..setup }).unwrap()
}

#[test]
fn parts_add_up_and_mirrored_bishops_are_one_class() {
    for name in ["KQvK", "KPvK", "KLvKL", "KLvKD"] {
        let class: MaterialClass = name.parse().unwrap();
        let sum: PlacementCount = class.parts().iter().map(|part| part.count()).sum();
        assert_eq!(sum, class.count());
    }
    let count = |name: &str| name.parse::<MaterialClass>().unwrap().count();
    let (any, one, two) = (count("KBvKB"), count("KLvKL"), count("KLvKD"));
    assert_eq!(any.positions, one.positions + two.positions);
    assert_eq!(any.mates, one.mates + two.mates);
}

/// There are 3,612 ways to place two kings that do not touch. White's other pieces can be on any of the remaining 62
/// squares, because they never give check to White.
#[test]
fn placements_are_as_many_as_there_are_ways_to_choose_squares() {
    for (name, ways) in [
        ("KvK", 1),
        ("KRvK", 62),
        ("KQvK", 62),
        ("KLvK", 62),
        ("KNNvK", 62 * 61 / 2),
        ("KBNvK", 62 * 61),
    ] {
        let class: MaterialClass = name.parse().unwrap();
        assert_eq!(class.count().positions, 3612 * ways, "{name}");
    }
}

#[test]
fn classes_read_back_as_they_are_written() {
    for name in CLASSES.into_iter().chain(["KNNvKQR", "KvKPPPP"]) {
        assert_eq!(name.parse::<MaterialClass>().unwrap().to_string(), name);
    }
    assert_eq!("KLRvK".parse::<MaterialClass>().unwrap().to_string(), "KRLvK");
    for text in ["", "K", "KvQ", "knvk", "KXvK", "KvKvK", "KKvK", "KN v K"] {
        assert_eq!(
            text.parse::<MaterialClass>(),
            Err(ClassError::Unreadable(text.to_owned())),
            "{text:?}"
        );
    }
    for text in ["KNNNNNvK", "KNNNvKNN"] {
        assert_eq!(
            text.parse::<MaterialClass>(),
            Err(ClassError::TooMany(text.to_owned())),
            "{text}"
        );
    }
}
