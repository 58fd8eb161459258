//! Layouts made by hand, and whether proofs hold that follow pieces.

#![cfg(test)]

use super::*;
use crate::{
    dead::{
        CaseSplit,
        certificate::layout,
        chance::Numbers,
        closure::{no_mate_arises, try_proof},
        mobility::{
            by_hand::{sets, squares},
            sets::changed,
        },
        search,
    },
    position::Position,
};

/// The sets when nothing grows any more, with the kings together.
fn closed(position: &Position, side: Color) -> ReachFixpoint {
    let mut sets = ReachFixpoint::new(position, side, CaseSplit::default());
    assert!(sets.follow_kings());
    while sets.grow() {}
    sets
}

/// A bishop behind its own pawns, and a king before them with bishops that stand in its way.
const POCKET: &str = "8/8/1p1p4/bPpPp3/1kPbP3/bBpBp1p1/2P1P1P1/7K w - - 0 1";

/// Who is followed, in the order in which they are needed, or that it can come to a mate.
#[test]
fn whoever_a_mate_needs_is_followed() {
    let rows: [(&str, Color, Option<&str>); 6] = [
        (POCKET, Color::White, Some("h1 b4 b3")),
        ("8/8/1p1p4/bPpPp3/1kPbP3/nBpBp1p1/2P1P1P1/7K w - - 0 1", Color::White, None),
        ("8/8/1p1p4/bPpPp3/1kPbP3/bNpBp1p1/2P1P1P1/7K w - - 0 1", Color::White, None),
        // With one bishop more they are enough, and with one less no king is shut in.
        ("8/8/1p1p4/bPpPp3/1kPbP3/bBpBp1p1/1bP1P1P1/7K w - - 0 1", Color::White, None),
        ("8/8/1p1p4/bPpPp3/1kPbP3/1BpBp1p1/2P1P1P1/7K w - - 0 1", Color::White, Some("h1 b4")),
        (POCKET, Color::Black, None),
    ];
    for (fen, side, expected) in rows {
        let position = Position::composed(&fen.parse().unwrap()).unwrap();
        let followed = closed(&position, side).follow(&mut (1 << 18));
        let starts = followed.map(|followed| {
            let starts = followed.starts.iter().map(|start| start.to_string());
            starts.collect::<Vec<_>>().join(" ")
        });
        assert_eq!(starts.as_deref(), expected, "{fen}, {side}");
        let answer = search(&position, side, 1 << 20).0;
        assert_eq!(answer.decided(), Some(expected.is_none()), "{fen}, {side}");
    }
}

/// The pieces that start on these squares.
fn starting_on(sets: &ReachFixpoint, starts: &str) -> Vec<PieceReach> {
    let starts_on = |name: &str| {
        let mut pieces = sets.pieces[..sets.len].iter();
        pieces.find(|reach| reach.start.to_string() == name).copied()
    };
    starts.split_whitespace().filter_map(starts_on).collect()
}

/// A board, where pieces also go, who is followed, a layout, and what comes of it.
type NextRow = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
    &'static str,
    &'static [&'static str],
);

#[test]
fn every_move_leads_to_a_layout() {
    const TWO: &str = "7k/3n4/8/8/8/8/8/KB6";
    const BETWEEN: &str = "7k/3n4/8/4r3/8/8/1B6/K7";
    const FACING: &str = "7k/8/8/8/8/3b4/8/KB6";
    let rows: [NextRow; 16] = [
        // One of the others moves, or one who is followed, where it may go and nobody is.
        (
            "7k/8/8/8/8/8/8/KB6",
            &[("b1", "c2 d3"), ("a1", "c2")],
            "a1 h8 b1",
            "w c2 h8 b1",
            &["b c2 h8 b1"],
        ),
        ("7k/8/8/8/8/8/2P5/KB6", &[("b1", "d3")], "a1 h8 b1", "w a1 h8 b1", &["b a1 h8 b1"]),
        // Who is in check has to do something about it, unless somebody may be in between.
        ("7k/8/8/8/8/8/1B6/K7", &[("h8", "g8")], "a1 h8 b2", "b a1 h8 b2", &["w a1 g8 b2"]),
        ("7k/3n4/8/8/8/8/1B6/K7", &[("d7", "e5")], "a1 h8 b2", "b a1 h8 b2", &["w a1 h8 b2"]),
        ("7k/3p4/8/8/8/8/1B6/K7", &[("d7", "=e5")], "a1 h8 b2", "b a1 h8 b2", &["w a1 h8 b2"]),
        (
            "7k/3n1n2/8/8/8/8/1B6/K7",
            &[("d7", "e5"), ("f7", "e5")],
            "a1 h8 b2",
            "b a1 h8 b2",
            &["w a1 h8 b2"],
        ),
        (BETWEEN, &[], "a1 h8 b2 e5", "b a1 h8 b2 e5", &["w a1 h8 b2 e5"]),
        (BETWEEN, &[("d7", "e5")], "a1 h8 b2 e5", "b a1 h8 b2 e5", &["w a1 h8 b2 e5"]),
        // No king steps beside the other.
        ("8/8/8/8/8/2k5/8/K7", &[("c3", "b3 b2")], "a1 c3", "b a1 c3", &["w a1 b3", "w a1 c3"]),
        // Others take who is followed, if it may be taken.
        (
            TWO,
            &[("d7", "e5 d3"), ("b1", "x"), ("b1", "c4")],
            "a1 h8 b1",
            "b a1 h8 c4",
            &["w a1 h8 -", "w a1 h8 c4"],
        ),
        (
            "7k/3n4/8/n7/8/8/8/KB6",
            &[("d7", "e5"), ("b1", "x"), ("b1", "c4")],
            "a1 h8 b1",
            "b a1 h8 c4",
            &["w a1 h8 -", "w a1 h8 c4"],
        ),
        (TWO, &[("d7", "e5 d3"), ("b1", "c4")], "a1 h8 b1", "b a1 h8 c4", &["w a1 h8 c4"]),
        (TWO, &[("b1", "x")], "a1 h8 b1", "b a1 h8 b1", &["w a1 h8 b1"]),
        // And who is followed takes.
        (
            FACING,
            &[("b1", "d3"), ("d3", "x")],
            "a1 h8 b1 d3",
            "w a1 h8 b1 d3",
            &["b a1 h8 b1 d3", "b a1 h8 d3 -"],
        ),
        (FACING, &[("b1", "d3")], "a1 h8 b1 d3", "w a1 h8 b1 d3", &["b a1 h8 b1 d3"]),
        (
            "7k/8/8/8/8/3B4/8/KB6",
            &[("b1", "d3"), ("d3", "x")],
            "a1 h8 b1 d3",
            "w a1 h8 b1 d3",
            &["b a1 h8 b1 d3"],
        ),
    ];
    for (board, goes, starts, at, expected) in rows {
        let mut sets = sets(board, goes);
        // The others attack what they do from where they may be.
        sets.split.stay = sets.present[0] | sets.present[1];
        let follower = Follower::new(&sets, starting_on(&sets, starts));
        let mut next = Vec::new();
        follower.each_next(&layout(at), |layout| next.push(layout));
        next.sort_unstable();
        let mut expected: Vec<Layout> = expected.iter().map(|text| layout(text)).collect();
        expected.sort_unstable();
        assert_eq!(next, expected, "{board} {goes:?}, {at}");
    }
}

/// Who stays, who is held, and which of two squares a pawn of a7 then attacks, be it promoted or not.
#[test]
fn what_is_assumed_of_a_piece_says_what_it_attacks() {
    for (stay, held, expected) in
        [("", "", "b8 h8"), ("a7", "", "b8"), ("a7", "a7", "h8"), ("a2", "", "b8 h8")]
    {
        let mut sets = sets("8/P6k/8/8/8/8/8/K7", &[]);
        let held_attacks = [squares("h8"), Bitboard::EMPTY];
        let [stay, held] = [stay, held].map(squares);
        sets.split = CaseSplit { stay, held, held_attacks, ..CaseSplit::default() };
        let attacked = sets.attacked_by(&starting_on(&sets, "a7")[0]);
        assert_eq!(attacked & squares("b8 h8"), squares(expected), "{stay:?} {held:?}");
    }
}

/// Of whom it is assumed that it leaves or stays, who is followed, a mate, and who is to be followed for it.
#[test]
fn whoever_gives_check_is_needed_and_then_whoever_is_in_the_way() {
    const BOARD: &str = "R4b1k/8/8/8/8/8/4P3/1KB2BN1";
    const GOES: &[(&str, &str)] =
        &[("c1", "b2 a3"), ("f1", "d3"), ("g1", "f3 h3 e5"), ("f8", "g7")];
    for (leave, stay, starts, mate, expected) in [
        // A bishop of the other colour never gives it, nor is a pawn followed.
        ("", "", "b1 h8", "b b1 h8", Some("c1")),
        ("c1", "", "b1 h8", "b b1 h8", Some("g1")),
        ("", "c1", "b1 h8", "b b1 h8", Some("g1")),
        ("c1 g1", "", "b1 h8", "b b1 h8", Some("f1")),
        ("", "", "b1 h8 a8", "b b1 h8 a8", Some("f1")),
        ("f1", "", "b1 h8 a8", "b b1 h8 a8", Some("f8")),
        ("f1 f8", "", "b1 h8 a8", "b b1 h8 a8", Some("c1")),
    ] {
        let mut sets = sets(BOARD, GOES);
        let [leave, stay] = [leave, stay].map(squares);
        sets.split = CaseSplit { leave, stay, ..CaseSplit::default() };
        let follower = Follower::new(&sets, starting_on(&sets, starts));
        let needed = follower.needed(&layout(mate)).map(|reach| reach.start.to_string());
        assert_eq!(needed.as_deref(), expected, "{leave:?} {stay:?}, {starts}");
    }
}

/// No more than a layout has places for.
#[test]
fn no_more_pieces_are_followed_than_have_a_place() {
    for (board, expected) in
        [("6rk/6pp/8/8/8/8/NNNNNN2/K7", Some(8)), ("6rk/6pp/8/8/8/8/NNNNNNN1/K7", None)]
    {
        let first = [("a2", "b4"), ("b2", "c4"), ("c2", "d4"), ("d2", "e4"), ("e2", "f4")];
        let last = [("f2", "g4"), ("g2", "h4")];
        let goes = [&first[..], &last[..board.matches('N').count() - first.len()]].concat();
        let followed = sets(board, &goes).follow(&mut (1 << 12));
        assert_eq!(followed.map(|followed| followed.starts.len()), expected, "{board}");
    }
}

/// A board on which White may have mated, those of Black and others that may be in between, who is followed, and
/// whether it is mate, if Black's piece of c8 may go to h3 where it gives no check.
#[test]
fn who_would_give_check_stands_in_no_way() {
    for (fen, others, followed, expected) in [
        ("2b5/8/8/8/8/6B1/5P1k/5K1b b - - 0 1", "", "g3 h1", false),
        ("2q5/8/8/8/8/6B1/5P1k/5K1b b - - 0 1", "", "g3 h1", false),
        ("2r5/8/8/8/8/6B1/5P1k/5K1b b - - 0 1", "", "g3 h1", true),
        ("2n5/8/8/8/8/6B1/5P1k/5K1b b - - 0 1", "", "g3 h1", true),
        ("2b4N/8/8/8/8/6B1/5P1k/5K1b b - - 0 1", "h8", "g3 h1", true),
        ("n1b4r/8/8/8/8/6B1/5P1k/5K1b b - - 0 1", "a8 h8", "g3 h1", true),
        ("2b4r/8/8/8/8/6B1/5P1k/5K1b b - - 0 1", "h8", "g3 h1", true),
        ("2b4q/8/8/8/8/6B1/5P1k/5K1b b - - 0 1", "h8", "g3 h1", false),
        ("2b5/7p/8/8/8/6B1/5P1k/5K1b b - - 0 1", "h7", "g3 h1", true),
        // Somebody who is followed is in between, and others may be there, too.
        ("2b5/8/8/8/8/6B1/5Pnk/5K1b b - - 0 1", "", "g3 h1 g2", true),
        ("2b4r/8/8/8/8/6B1/5Pnk/5K1b b - - 0 1", "h8", "g3 h1 g2", true),
        // A king on another square.
        ("2n5/8/8/8/5B2/8/5K1k/7b b - - 0 1", "", "f4 h1", false),
        ("2b5/8/8/8/5B2/8/5K1k/7b b - - 0 1", "", "f4 h1", true),
        ("2r5/8/8/8/5B2/8/7k/5K1b b - - 0 1", "", "f4 h1", true),
        // The same along a rank.
        ("2r5/8/8/8/5B2/5K2/7k/6bn b - - 0 1", "", "f4 h1", false),
        ("2r4b/8/8/8/5B2/5K2/7k/6bn b - - 0 1", "h8", "f4 h1", true),
        ("2r5/8/8/8/8/5Kn1/7k/5Nbn b - - 0 1", "", "f1 h1 g3", true),
        ("2r4b/8/8/8/8/5Kn1/7k/5Nbn b - - 0 1", "h8", "f1 h1 g3", true),
        // A rook attacks what is behind the king.
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "", "a8", true),
    ] {
        let position = Position::composed(&fen.parse().unwrap()).unwrap();
        // The pawn attacks what it does from there.
        let split = CaseSplit { stay: squares("f2"), ..CaseSplit::default() };
        let mut sets = ReachFixpoint::new(&position, Color::White, split);
        for reach in &mut sets.pieces[..sets.len] {
            let start = reach.start.to_string();
            let goes = if start == "c8" {
                "h3"
            } else if others.split(' ').any(|other| other == start) {
                "g2 g3 a8"
            } else {
                ""
            };
            let is_pawn = reach.piece.role == Role::Pawn;
            reach.squares = reach.start.set() | squares(goes).only_if(!is_pawn);
            reach.promoted = squares(goes).only_if(is_pawn);
        }
        let mut all = sets.kings.map(|king| sets.pieces[king]).to_vec();
        all.extend(starting_on(&sets, followed));
        let mut places = [None; MOST_FOLLOWED];
        for (place, reach) in places.iter_mut().zip(&all) {
            *place = Some(reach.start);
        }
        let follower = Follower::new(&sets, all);
        let layout = Layout { turn: Color::Black, places };
        assert_eq!(follower.may_be_mate(&layout), expected, "{fen} {others}");
    }
}

/// Who is lost of those who stay, and whether White may have mated.
#[test]
fn what_is_lost_neither_mates_nor_stands_in_the_way() {
    for (lost, expected) in [("", true), ("a8", false), ("g7", false), ("a2", true)] {
        let mut sets = sets("R6k/6pp/8/8/8/8/P7/K7", &[]);
        let [stay, lost] = ["a2 a8 g7 h7", lost].map(squares);
        sets.split = CaseSplit { stay, lost, ..CaseSplit::default() };
        let follower = Follower::new(&sets, starting_on(&sets, "a1 h8"));
        let is_mate = follower.may_be_mate(&layout("b a1 h8"));
        assert_eq!(is_mate, expected, "{lost:?}");
    }
}

/// Where a pawn that may be promoted stands without a check to a king.
#[test]
fn whoever_is_promoted_stands_where_it_may_be_as_well() {
    let sets = sets("7k/7p/8/8/8/8/8/K7", &[("h7", "h6 h5"), ("h7", "=h5 h1")]);
    let follower = Follower::new(&sets, starting_on(&sets, "a1 h8"));
    let layout = layout("b a1 h8");
    let quiet = follower.quiet(&layout, sets.pieces[sets.kings[0]].start);
    assert_eq!(quiet(&starting_on(&sets, "h7")[0]), squares("h7 h6 h5 h1"));
}

#[test]
fn what_is_looked_at_is_bounded() {
    let position = Position::composed(&POCKET.parse().unwrap()).unwrap();
    let sets = closed(&position, Color::White);
    let mut left = 1 << 18;
    let followed = sets.follow(&mut left).unwrap();
    let looked_at = (1 << 18) - left;
    assert!(looked_at >= followed.layouts.len());
    assert!(sets.follow(&mut (looked_at - 1)).is_none());
    assert!(sets.follow(&mut looked_at.clone()).is_some());
}

/// Kings in pockets, and the pieces that might mate there.
const POCKETS: [&str; 5] = [
    POCKET,
    "8/8/1p1p4/bPpPp3/1kPbP3/nBpBp1p1/2P1P1P1/7K w - - 0 1",
    "8/8/1p1p4/1PpPp3/1kPbP3/b1pBp1p1/R1P1P1P1/7K w - - 0 1",
    "8/8/1p1p4/bPpPp3/1kPbP3/1NpBp1p1/2P1P1P1/5K2 w - - 0 1",
    "8/8/1p1p4/rPpPp3/1kPbP3/1BpBp1p1/2P1P1P1/5K2 w - - 0 1",
];

#[test]
fn where_pieces_are_followed_proofs_hold_and_no_mate_arises() {
    let mut numbers = Numbers(4);
    let (mut asked, mut shown, mut visited) = (0, 0, 0);
    while asked < 300 {
        let Some(position) = changed(&POCKETS, &mut numbers) else { continue };
        asked += 1;
        let position = if asked % 2 == 0 { position.flip() } else { position };
        for side in Color::ALL {
            let sets = closed(&position, side);
            if !sets.may_mate() {
                continue;
            }
            let Some(followed) = sets.follow(&mut (1 << 17)) else { continue };
            shown += 1;
            let invariant = ReachInvariant { followed: Some(followed), ..sets.invariant() };
            try_proof(&position, side, &[invariant]);
            let no_mate = no_mate_arises(&position, side, 1 << 15);
            assert_ne!(no_mate, Some(false), "{position}, {side}");
            visited += u32::from(no_mate.is_some());
        }
    }
    // Whoever changes what is asked about sees it here.
    assert_eq!((shown, visited), (28, 28));
}
