//! Small positions whose spare pieces are followed, and what the check of them asks of a position made by hand.

#![cfg(test)]

use super::*;
use crate::{
    dead::check::{by_hand::squares, check_helpmate},
    position::Setup,
};

/// Small positions, those on whose squares spare pieces of Black's stand, and how many plies are followed.
const ROWS: &[(&str, &str, u32)] = &[
    // Pieces of each kind, over open lines and between others.
    ("7k/5K1p/7P/8/6p1/8/8/6n1 b - - 0 1", "g1", 3),
    ("k7/p7/K7/3N4/8/8/8/1r1b4 b - - 0 1", "b1 d1", 2),
    ("k7/p1q5/8/3N4/8/8/1n6/K7 b - - 0 1", "c7 b2", 2),
    ("k3r3/8/2b5/4N3/8/6b1/8/4K3 w - - 0 1", "e8 g3", 2),
    // Pieces of each kind that are followed, as far as that goes; one takes, and one is pinned.
    ("k3r3/8/2b5/4N3/8/6b1/8/4K3 w - - 0 1", "", 3),
    ("k7/p1q5/8/3N4/8/8/1n6/K6R b - - 0 1", "", 2),
    // One goes to the first rank, or nowhere, and stays what it is.
    ("k7/8/8/8/p1p5/3p4/1n6/K6N b - - 0 1", "", 1),
    // The king steps aside, or a piece that is no spare, and a spare piece that may be anywhere gives no check.
    ("k3r2r/8/8/4b3/8/2N3q1/8/K7 b - - 0 1", "h8", 2),
    // Spare pawns step, capture, and are promoted.
    ("7k/7p/5K2/8/8/8/p7/1N4N1 b - - 0 1", "a2", 3),
    ("7k/p7/8/1P6/8/8/6pp/K4N2 b - - 0 1", "a7 g2 h2", 3),
    // They are taken, where pawns of White's stand before them too.
    ("k7/8/1p6/P1p5/3P4/8/8/7K w - - 0 1", "b6 c5", 3),
    // Others are promoted, and are spare from then on; so are White's, and are not.
    ("7k/P7/8/8/8/8/2p5/K2N4 b - - 0 1", "", 3),
    ("7k/P6p/8/8/8/8/2p5/K2N4 b - - 0 1", "h7", 3),
    ("1n5k/P6p/8/8/8/8/8/K7 w - - 0 1", "b8", 3),
    // A pawn that stands before a spare one goes away, and a spare piece steps between king and rook.
    ("k7/8/8/pp6/Pp6/8/8/7K w - - 0 1", "a5", 2),
    ("k7/8/8/8/8/8/1q6/R6K b - - 0 1", "b2", 1),
    // A pawn is taken en passant by one that is spare, and by one that is not; a spare one is taken, and one that is
    // not.
    ("k7/8/8/8/1p6/8/P1P5/7K w - - 0 1", "b4", 3),
    ("k7/7p/8/8/1p1p4/8/2P5/7K w - - 0 1", "h7", 3),
    ("k7/7p/8/8/1p1p4/8/2P5/7K w - - 0 1", "b4", 3),
    ("k7/1p1p4/8/2P5/8/8/8/7K b - - 0 1", "b7", 3),
    // Pieces of White's are spare, too: they give check and mate, take, and are taken.
    ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1", 3),
    ("7k/5Q2/8/5pN1/8/8/8/K7 w - - 0 1", "f7 g5", 3),
    ("6rk/6pp/8/6N1/4P3/8/8/7K w - - 0 1", "g5 g8", 3),
    ("k7/2pp4/8/1B6/2n5/1P6/8/7K b - - 0 1", "b5 c4", 3),
    ("4k3/8/8/8/2b5/8/3pN3/5K2 b - - 0 1", "e2", 3),
    ("7k/P6p/8/8/3n4/8/8/B6K w - - 0 1", "a1", 3),
];

/// Whether this is a shadow of a position with such spare pieces, after a piece that is none has left a square.
fn is_shadow(shadow: &Remainder, of: &Position, spares: Bitboard, left: Option<Square>) -> bool {
    let pawn = Piece { color: of.turn(), role: Role::Pawn };
    let is_named = |passed: Square| {
        let victim = passed.offset(0, -of.turn().forward());
        let takers = attacks::pawn(!of.turn(), passed) - spares;
        let may_take = takers.into_iter().any(|from| of.at(from) == Some(pawn));
        victim.is_some_and(|one| spares.contains(one)) || !may_take || shadow.passed == Some(passed)
    };
    let stands = |square: Square| match of.at(square) {
        Some(piece) if spares.contains(square) => {
            let mut places = shadow.places[piece.color as usize].iter().zip(ROLES);
            shadow.at(square).is_none()
                && places.any(|(set, role)| role == piece.role && set.contains(square))
        }
        there => shadow.at(square) == there,
    };
    shadow.turn == of.turn()
        && Square::all().all(stands)
        && of.en_passant().is_none_or(is_named)
        && (shadow.left.is_none() || shadow.left == left)
}

/// The position after a move, where its spare pieces are, and the square that one of the others has left.
fn moved(
    check: &SpareCheck,
    at: &Position,
    spares: Bitboard,
    played: Move,
) -> (Position, Bitboard, Option<Square>) {
    let next = at.after(played);
    let was_spare = spares.contains(played.from);
    let by_loser = at.turn() != check.side;
    let mut after = (spares - played.from.set() - played.to.set()) & next.placement().occupied();
    if was_spare || (by_loser && played.promotion.is_some()) {
        after |= played.to.set();
    }
    (next, after, (by_loser && !was_spare).then_some(played.from))
}

/// Whether each legal move leads from a position with its shadow to one with a shadow that follows, and no mate
/// is missed; so for so many plies.
fn follow(check: &SpareCheck, at: &Position, shadow: &Remainder, spares: Bitboard, plies: u32) {
    if check_helpmate(at, check.side, &[]) {
        assert!(check.may_be_mate(shadow), "{at}: it is mate");
    }
    if plies == 0 || !shadow.has_others(check.side) {
        return;
    }
    let followers = check.all_next(shadow);
    for played in at.legal_moves() {
        let (next, after, left) = moved(check, at, spares, played);
        let found = followers.iter().find(|one| is_shadow(one, &next, after, left));
        let found = found.unwrap_or_else(|| panic!("{at}: nothing follows {played}"));
        follow(check, &next, found, after, plies - 1);
    }
}

#[test]
fn each_position_that_can_arise_has_a_shadow_that_follows() {
    for &(fen, spares, plies) in ROWS {
        let at = Position::composed(&fen.parse::<Setup>().unwrap()).unwrap();
        let (side, spares) = (Color::White, squares(spares));
        let check = SpareCheck { side };
        let start = Remainder::of(&at, spares).with_all_places();
        follow(&check, &at, &start, spares, plies);
        for played in at.legal_moves() {
            let (next, after, left) = moved(&check, &at, spares, played);
            assert_eq!(check.spares_after(&at, spares, played), after, "{at}: {played}");
            let first = check.after(&at, spares, played);
            assert!(is_shadow(&first, &next, after, left), "{at}: {played}");
            follow(&check, &next, &first, after, plies - 1);
        }
    }
}

/// A shadow with spare pieces of Black's, as each of [`ROLES`], on these squares.
fn shadow(board: &str, places: [&str; 5]) -> Remainder {
    let setup: Setup = format!("{board} b - - 0 1").parse().unwrap();
    let mut pieces = [None; 64];
    for (square, piece) in setup.placement.iter() {
        pieces[square.index()] = Some(piece);
    }
    let places = [[Bitboard::EMPTY; 5], places.map(squares)];
    Remainder { board: pieces, turn: Color::Black, passed: None, left: None, places }
}

const NOBODY: [&str; 5] = [""; 5];

/// Only pawns stop a spare piece, which takes the opponent's.
#[test]
fn a_spare_piece_goes_as_far_as_the_first_pawn() {
    for (board, role, from, expected) in [
        ("7k/8/8/8/p7/8/1n6/rN1P1K2", Role::Rook, "a1", "a2 a3 b1 c1 d1"),
        ("7k/8/8/8/3p4/8/1N6/b7", Role::Bishop, "a1", "b2 c3"),
        ("7k/8/8/8/3P4/8/1N6/b7", Role::Bishop, "a1", "b2 c3 d4"),
        ("7k/8/8/8/8/1p6/2P5/n7", Role::Knight, "a1", "c2"),
        ("7k/8/p7/2P5/8/8/8/8", Role::Pawn, "b6", "a5 b5 c5"),
        ("7k/8/8/pP6/8/8/8/8", Role::Pawn, "b6", "c5"),
        ("7k/8/8/1n6/8/8/8/8", Role::Pawn, "b6", "a5 b5 c5"),
    ] {
        let from = Square::parse(from).unwrap();
        let steps = shadow(board, NOBODY).steps(Color::Black, role, from);
        let steps: Bitboard = steps.into_iter().collect();
        assert_eq!(steps, squares(expected), "{board}: {role:?} on {from}");
    }
}

/// How many squares there are for spare pieces of each role.
#[test]
fn a_spare_piece_stays_what_it_is_but_for_a_pawn_on_the_last_rank() {
    for (board, places, expected) in [
        ("7k/8/8/8/8/8/8/7K", NOBODY, [0; 5]),
        ("7k/8/8/8/8/8/8/7K", ["", "c4", "", "", ""], [0, 64, 0, 0, 0]),
        ("7k/8/8/8/8/8/8/7K", ["", "", "c4", "", ""], [0, 0, 64, 0, 0]),
        ("7k/8/8/8/8/8/8/7K", ["", "", "", "c4", ""], [0, 0, 0, 32, 0]),
        ("7k/8/8/8/8/8/8/7K", ["", "", "", "", "c4"], [0, 0, 0, 0, 64]),
        ("7k/8/8/8/8/8/8/7K", ["", "", "", "c4", "b1"], [0, 0, 0, 32, 64]),
        // It takes to the left and right, and comes to six squares.
        ("7k/8/8/8/8/8/8/7K", ["a3", "", "", "", ""], [6, 64, 64, 64, 64]),
        // It steps once, and is stopped.
        ("7k/8/1p6/Pp6/8/8/8/7K", ["a7", "", "", "", ""], [2, 0, 0, 0, 0]),
    ] {
        let [white, black] = shadow(board, places).with_all_places().places;
        assert_eq!(white, [Bitboard::EMPTY; 5]);
        assert_eq!(black.map(Bitboard::len), expected, "{board}: {places:?}");
    }
}

/// Black is on move: the square that a pawn has passed, where spare pieces may be, and whether it may be mate.
#[test]
fn it_is_no_mate_where_a_reply_is_certain() {
    const ROOK: &str = "8/8/8/8/8/R7/7K/k7";
    const TAKEN: &str = "1R6/8/8/8/8/R6r/7K/k7";
    const EN_PASSANT: &str = "8/8/R7/2k5/R2Pp3/2N5/8/7K";
    let check = SpareCheck { side: Color::White };
    for (board, passed, places, expected) in [
        (ROOK, "", "", false),
        (ROOK, "", "b1", false),
        (ROOK, "", "a2 c1 d4", false),
        (ROOK, "", "b1 b2", true),
        ("8/8/8/8/8/R7/7K/1k6", "", "a2 b2 c2 a1 c1", false),
        // A rook takes what gives check, where no spare piece is in its way.
        (TAKEN, "", "", false),
        (TAKEN, "", "a3", false),
        (TAKEN, "", "e3", true),
        // A pawn gives check, and only a pawn takes it.
        (EN_PASSANT, "d3", "", false),
        (EN_PASSANT, "d3", "d4", false),
        (EN_PASSANT, "d3", "d3", true),
        (EN_PASSANT, "", "", true),
    ] {
        let passed = squares(passed).first();
        let at = Remainder { passed, ..shadow(board, ["", places, "", "", ""]) };
        assert_eq!(check.may_be_mate(&at), expected, "{board}: {passed:?}, {places}");
    }
}

/// No other piece has a place, as what may be anywhere takes more and gives more checks.
#[test]
fn a_spare_piece_may_be_where_it_stands() {
    let at: Position = "n6k/1p1q3b/8/8/8/8/1r2n3/K6B b - - 0 1".parse().unwrap();
    for (spares, places) in [
        ("", NOBODY),
        ("a8 b7", ["b7", "", "", "", "a8"]),
        ("b2 e2 h7", ["", "", "b2", "h7", "e2"]),
        ("d7", ["", "d7", "", "", ""]),
    ] {
        let shadow = Remainder::of(&at, squares(spares));
        assert_eq!(shadow.places, [[Bitboard::EMPTY; 5], places.map(squares)], "{spares}");
        for square in Square::all() {
            let is_spare = squares(spares).contains(square);
            let there = at.at(square).filter(|_| !is_spare);
            assert_eq!(shadow.at(square), there, "{spares}: {square}");
        }
    }
}

/// A move, and the square that is then named as left.
#[test]
fn the_square_is_named_that_a_piece_left_in_line_with_the_king() {
    let check = SpareCheck { side: Color::White };
    for (fen, spares, played, expected) in [
        ("4r2k/8/8/8/4n3/8/8/4K3 b - - 0 1", "", "e4c5", "e4"),
        ("7k/8/8/b7/1n6/8/8/4K3 b - - 0 1", "", "b4a2", "b4"),
        ("7k/8/8/8/3n4/8/8/4K3 b - - 0 1", "", "d4c6", ""),
        ("4r2k/8/8/8/4n3/8/8/4K3 b - - 0 1", "e4", "e4c5", ""),
        ("7k/8/8/8/4N3/8/8/4K3 w - - 0 1", "", "e4c5", ""),
    ] {
        let at = Position::composed(&fen.parse::<Setup>().unwrap()).unwrap();
        let after = check.after(&at, squares(spares), played.parse().unwrap());
        assert_eq!(after.left, squares(expected).first(), "{fen}: {played}");
    }
}

/// The same of a move of Black's in a shadow, be it of a pawn that is promoted.
#[test]
fn what_follows_names_the_square_that_was_left() {
    let check = SpareCheck { side: Color::White };
    for (board, from, expected) in [
        ("4r2k/8/8/8/4n3/8/8/4K3", "e4", "e4"),
        ("7k/8/8/1K6/8/8/1p6/8", "b2", "b2"),
        ("7k/8/8/8/3n4/8/8/4K3", "d4", ""),
        ("7k/8/8/8/2K5/8/1p6/8", "b2", ""),
    ] {
        let (at, from) = (shadow(board, NOBODY), Square::parse(from).unwrap());
        let next = check.all_next(&at);
        let mut moved = next.iter().filter(|next| next.at(from).is_none()).peekable();
        assert!(moved.peek().is_some(), "{board}");
        let expected = squares(expected).first();
        assert!(moved.all(|next| next.left == expected), "{board}: {expected:?}");
    }
}

/// Where a pawn opens the way of a spare piece, and where neither happens.
#[test]
fn spare_pieces_may_be_wherever_they_come_to_in_what_follows() {
    for (board, places) in [
        ("7k/8/8/8/3n4/8/8/4K3", NOBODY),
        ("7k/8/8/8/p7/8/8/4K3", ["", "", "a8", "", ""]),
        ("7k/8/8/8/8/8/8/4K3", ["", "", "a8", "", ""]),
    ] {
        let check = SpareCheck { side: Color::White };
        let next = check.all_next(&shadow(board, places).with_all_places());
        assert!(!next.is_empty(), "{board}");
        let is_complete = |next: &Remainder| next.with_all_places() == *next;
        assert!(next.iter().all(is_complete), "{board}");
    }
}

#[test]
fn en_passant_is_gone_when_a_spare_piece_has_moved() {
    let check = SpareCheck { side: Color::White };
    let at = shadow("7k/8/8/8/2Pp4/8/8/7K", ["", "", "", "", "a5"]);
    let at = Remainder { passed: squares("c3").first(), ..at };
    let next = check.all_next(&at);
    assert!(next.iter().any(|next| next.board == at.board));
    assert!(next.iter().all(|next| next.passed.is_none()));
}
