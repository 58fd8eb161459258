//! Tests that every legal move has an abstract successor, on small positions, and that the checker's parts are right.

#![cfg(test)]

use super::*;
use crate::{
    dead::check::{check_helpmate, fixtures::squares},
    position::Setup,
};

/// Small positions, their untracked pieces, and the depth in plies.
const ROWS: &[(&str, &str, u32)] = &[
    // Untracked pieces of each kind, on open lines and blocked.
    ("7k/5K1p/7P/8/6p1/8/8/6n1 b - - 0 1", "g1", 3),
    ("k7/p7/K7/3N4/8/8/8/1r1b4 b - - 0 1", "b1 d1", 2),
    ("k7/p1q5/8/3N4/8/8/1n6/K7 b - - 0 1", "c7 b2", 2),
    ("k3r3/8/2b5/4N3/8/6b1/8/4K3 w - - 0 1", "e8 g3", 2),
    // Tracked pieces of each kind, with a capture and a pin.
    ("k3r3/8/2b5/4N3/8/6b1/8/4K3 w - - 0 1", "", 3),
    ("k7/p1q5/8/3N4/8/8/1n6/K6R b - - 0 1", "", 2),
    // Black's pawns are tracked, and one is about to be promoted.
    ("k7/8/8/8/p1p5/3p4/1n6/K6N b - - 0 1", "", 1),
    // The king or a tracked piece steps aside, and an untracked piece that may be anywhere gives no check.
    ("k3r2r/8/8/4b3/8/2N3q1/8/K7 b - - 0 1", "h8", 2),
    // Untracked pawns step, capture, and are promoted.
    ("7k/7p/5K2/8/8/8/p7/1N4N1 b - - 0 1", "a2", 3),
    ("7k/p7/8/1P6/8/8/6pp/K4N2 b - - 0 1", "a7 g2 h2", 3),
    // They are captured, also by White's pawns.
    ("k7/8/1p6/P1p5/3P4/8/8/7K w - - 0 1", "b6 c5", 3),
    // Tracked pawns of Black are untracked after their promotion. White's stay tracked.
    ("7k/P7/8/8/8/8/2p5/K2N4 b - - 0 1", "", 3),
    ("7k/P6p/8/8/8/8/2p5/K2N4 b - - 0 1", "h7", 3),
    ("1n5k/P6p/8/8/8/8/8/K7 w - - 0 1", "b8", 3),
    // A pawn in front of an untracked one leaves, and an untracked piece steps between king and rook.
    ("k7/8/8/pp6/Pp6/8/8/7K w - - 0 1", "a5", 2),
    ("k7/8/8/8/8/8/1q6/R6K b - - 0 1", "b2", 1),
    // En passant by an untracked and by a tracked pawn, of a tracked and of an untracked pawn.
    ("k7/8/8/8/1p6/8/P1P5/7K w - - 0 1", "b4", 3),
    ("k7/7p/8/8/1p1p4/8/2P5/7K w - - 0 1", "h7", 3),
    ("k7/7p/8/8/1p1p4/8/2P5/7K w - - 0 1", "b4", 3),
    ("k7/1p1p4/8/2P5/8/8/8/7K b - - 0 1", "b7", 3),
    // Untracked pieces of White give check, mate, capture, and are captured.
    ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1", 3),
    ("7k/5Q2/8/5pN1/8/8/8/K7 w - - 0 1", "f7 g5", 3),
    ("6rk/6pp/8/6N1/4P3/8/8/7K w - - 0 1", "g5 g8", 3),
    ("k7/2pp4/8/1B6/2n5/1P6/8/7K b - - 0 1", "b5 c4", 3),
    ("4k3/8/8/8/2b5/8/3pN3/5K2 b - - 0 1", "e2", 3),
    ("7k/P6p/8/8/3n4/8/8/B6K w - - 0 1", "a1", 3),
];

/// Whether `state` is an abstraction of `of`, whose pieces on `untracked` are untracked, after a tracked piece has left
/// `left`.
fn is_abstraction(
    state: &AbstractState,
    of: &Position,
    untracked: Bitboard,
    left: Option<Square>,
) -> bool {
    let pawn = Piece { color: of.turn(), role: Role::Pawn };
    let is_named = |passed: Square| {
        let victim = passed.offset(0, -of.turn().forward());
        let takers = attacks::pawn(!of.turn(), passed) - untracked;
        let may_take = takers.into_iter().any(|from| of.at(from) == Some(pawn));
        victim.is_some_and(|one| untracked.contains(one))
            || !may_take
            || state.passed == Some(passed)
    };
    let stands = |square: Square| match of.at(square) {
        Some(piece) if untracked.contains(square) => {
            let mut sets = state.sets[piece.color as usize].iter().zip(ROLES);
            state.at(square).is_none()
                && sets.any(|(set, role)| role == piece.role && set.contains(square))
        }
        there => state.at(square) == there,
    };
    state.turn == of.turn()
        && Square::all().all(stands)
        && of.en_passant().is_none_or(is_named)
        && (state.left.is_none() || state.left == left)
}

/// The position after a move, the squares of its untracked pieces, and the square that a tracked piece has left.
fn moved(
    check: &AbstractionCheck,
    at: &Position,
    untracked: Bitboard,
    played: Move,
) -> (Position, Bitboard, Option<Square>) {
    let next = at.after(played);
    let was_untracked = untracked.contains(played.from);
    let by_loser = at.turn() != check.side;
    let mut after = (untracked - played.from.set() - played.to.set()) & next.placement().occupied();
    if was_untracked || (by_loser && played.promotion.is_some()) {
        after |= played.to.set();
    }
    (next, after, (by_loser && !was_untracked).then_some(played.from))
}

/// Asserts that each legal move leads to a position that a successor of `state` abstracts, and that no mate is missed,
/// for `plies` plies.
fn follow(
    check: &AbstractionCheck,
    at: &Position,
    state: &AbstractState,
    untracked: Bitboard,
    plies: u32,
) {
    if check_helpmate(at, check.side, &[]) {
        assert!(check.may_be_mate(state), "{at}: it is mate");
    }
    if plies == 0 || !state.has_others(check.side) {
        return;
    }
    let followers = check.successors(state);
    for played in at.legal_moves() {
        let (next, after, left) = moved(check, at, untracked, played);
        let found = followers.iter().find(|one| is_abstraction(one, &next, after, left));
        let found = found.unwrap_or_else(|| panic!("{at}: nothing follows {played}"));
        follow(check, &next, found, after, plies - 1);
    }
}

#[test]
fn every_legal_move_has_an_abstract_successor() {
    for &(fen, untracked, plies) in ROWS {
        let at = Position::from_playable(&fen.parse::<Setup>().unwrap()).unwrap();
        let (side, untracked) = (Color::White, squares(untracked));
        let check = AbstractionCheck { side };
        let start = AbstractState::of(&at, untracked).saturated();
        follow(&check, &at, &start, untracked, plies);
        for played in at.legal_moves() {
            let (next, after, left) = moved(&check, &at, untracked, played);
            assert_eq!(check.untracked_after(&at, untracked, played), after, "{at}: {played}");
            let first = check.after(&at, untracked, played);
            assert!(is_abstraction(&first, &next, after, left), "{at}: {played}");
            follow(&check, &next, &first, after, plies - 1);
        }
    }
}

/// A state with untracked pieces of Black on these squares, in the order of [`ROLES`].
fn state(board: &str, sets: [&str; 5]) -> AbstractState {
    let setup: Setup = format!("{board} b - - 0 1").parse().unwrap();
    let mut pieces = [None; 64];
    for (square, piece) in setup.placement.iter() {
        pieces[square.index()] = Some(piece);
    }
    let sets = [[Bitboard::EMPTY; 5], sets.map(squares)];
    AbstractState { board: pieces, turn: Color::Black, passed: None, left: None, sets }
}

const NOBODY: [&str; 5] = [""; 5];

// Only pawns block an untracked piece. It captures those of the opponent.
rows!(
    only_pawns_block_an_untracked_piece,
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
        let steps = state(board, NOBODY).steps(Color::Black, role, from);
        let steps: Bitboard = steps.into_iter().collect();
        assert_eq!(steps, squares(expected), "{board}: {role:?} on {from}");
    }
);

// The sizes of the sets of untracked pieces by role.
rows!(
    untracked_pieces_keep_their_role_except_promoted_pawns,
    for (board, sets, expected) in [
        ("7k/8/8/8/8/8/8/7K", NOBODY, [0; 5]),
        ("7k/8/8/8/8/8/8/7K", ["", "c4", "", "", ""], [0, 64, 0, 0, 0]),
        ("7k/8/8/8/8/8/8/7K", ["", "", "c4", "", ""], [0, 0, 64, 0, 0]),
        ("7k/8/8/8/8/8/8/7K", ["", "", "", "c4", ""], [0, 0, 0, 32, 0]),
        ("7k/8/8/8/8/8/8/7K", ["", "", "", "", "c4"], [0, 0, 0, 0, 64]),
        ("7k/8/8/8/8/8/8/7K", ["", "", "", "c4", "b1"], [0, 0, 0, 32, 64]),
        // The pawn captures to the left and right, and reaches six squares.
        ("7k/8/8/8/8/8/8/7K", ["a3", "", "", "", ""], [6, 64, 64, 64, 64]),
        // It steps once and is blocked.
        ("7k/8/1p6/Pp6/8/8/8/7K", ["a7", "", "", "", ""], [2, 0, 0, 0, 0]),
    ] {
        let [white, black] = state(board, sets).saturated().sets;
        assert_eq!(white, [Bitboard::EMPTY; 5]);
        assert_eq!(black.map(Bitboard::len), expected, "{board}: {sets:?}");
    }
);

// The en passant target square, squares of untracked pieces, and whether Black, to move, may be mated.
rows!(
    a_certain_reply_excludes_mate,
    {
        const ROOK: &str = "8/8/8/8/8/R7/7K/k7";
        const TAKEN: &str = "1R6/8/8/8/8/R6r/7K/k7";
        const EN_PASSANT: &str = "8/8/R7/2k5/R2Pp3/2N5/8/7K";
        let check = AbstractionCheck { side: Color::White };
    },
    for (board, passed, sets, expected) in [
        (ROOK, "", "", false),
        (ROOK, "", "b1", false),
        (ROOK, "", "a2 c1 d4", false),
        (ROOK, "", "b1 b2", true),
        ("8/8/8/8/8/R7/7K/1k6", "", "a2 b2 c2 a1 c1", false),
        // A rook captures the checking piece, if no untracked piece may be in its way.
        (TAKEN, "", "", false),
        (TAKEN, "", "a3", false),
        (TAKEN, "", "e3", true),
        // A pawn gives check, and only a pawn can capture it.
        (EN_PASSANT, "d3", "", false),
        (EN_PASSANT, "d3", "d4", false),
        (EN_PASSANT, "d3", "d3", true),
        (EN_PASSANT, "", "", true),
    ] {
        let passed = squares(passed).first();
        let at = AbstractState { passed, ..state(board, ["", sets, "", "", ""]) };
        assert_eq!(check.may_be_mate(&at), expected, "{board}: {passed:?}, {sets}");
    }
);

// The sets hold nothing else, because larger sets allow more captures and checks.
rows!(
    the_first_sets_hold_the_squares_of_the_untracked_pieces,
    {
        let at: Position = "n6k/1p1q3b/8/8/8/8/1r2n3/K6B b - - 0 1".parse().unwrap();
    },
    for (untracked, sets) in [
        ("", NOBODY),
        ("a8 b7", ["b7", "", "", "", "a8"]),
        ("b2 e2 h7", ["", "", "b2", "h7", "e2"]),
        ("d7", ["", "d7", "", "", ""]),
    ] {
        let state = AbstractState::of(&at, squares(untracked));
        assert_eq!(state.sets, [[Bitboard::EMPTY; 5], sets.map(squares)], "{untracked}");
        for square in Square::all() {
            let is_untracked = squares(untracked).contains(square);
            let there = at.at(square).filter(|_| !is_untracked);
            assert_eq!(state.at(square), there, "{untracked}: {square}");
        }
    }
);

// A move, and the square that the state then names as left.
rows!(
    the_square_left_is_named_if_it_is_in_line_with_the_king,
    {
        let check = AbstractionCheck { side: Color::White };
    },
    for (fen, untracked, played, expected) in [
        ("4r2k/8/8/8/4n3/8/8/4K3 b - - 0 1", "", "e4c5", "e4"),
        ("7k/8/8/b7/1n6/8/8/4K3 b - - 0 1", "", "b4a2", "b4"),
        ("7k/8/8/8/3n4/8/8/4K3 b - - 0 1", "", "d4c6", ""),
        ("4r2k/8/8/8/4n3/8/8/4K3 b - - 0 1", "e4", "e4c5", ""),
        ("7k/8/8/8/4N3/8/8/4K3 w - - 0 1", "", "e4c5", ""),
    ] {
        let at = Position::from_playable(&fen.parse::<Setup>().unwrap()).unwrap();
        let after = check.after(&at, squares(untracked), played.parse().unwrap());
        assert_eq!(after.left, squares(expected).first(), "{fen}: {played}");
    }
);

// A move of Black in an abstract state, and the square that the successors name as left. The pawn is promoted.
rows!(
    successors_name_the_square_left,
    {
        let check = AbstractionCheck { side: Color::White };
    },
    for (board, from, expected) in [
        ("4r2k/8/8/8/4n3/8/8/4K3", "e4", "e4"),
        ("7k/8/8/1K6/8/8/1p6/8", "b2", "b2"),
        ("7k/8/8/8/3n4/8/8/4K3", "d4", ""),
        ("7k/8/8/8/2K5/8/1p6/8", "b2", ""),
    ] {
        let (at, from) = (state(board, NOBODY), Square::parse(from).unwrap());
        let next = check.successors(&at);
        let mut moved = next.iter().filter(|next| next.at(from).is_none()).peekable();
        assert!(moved.peek().is_some(), "{board}");
        let expected = squares(expected).first();
        assert!(moved.all(|next| next.left == expected), "{board}: {expected:?}");
    }
);

// A pawn opens the way of an untracked piece, and two cases where nothing changes.
rows!(
    successors_are_saturated,
    for (board, sets) in [
        ("7k/8/8/8/3n4/8/8/4K3", NOBODY),
        ("7k/8/8/8/p7/8/8/4K3", ["", "", "a8", "", ""]),
        ("7k/8/8/8/8/8/8/4K3", ["", "", "a8", "", ""]),
    ] {
        let check = AbstractionCheck { side: Color::White };
        let next = check.successors(&state(board, sets).saturated());
        assert!(!next.is_empty(), "{board}");
        let is_complete = |next: &AbstractState| next.saturated() == *next;
        assert!(next.iter().all(is_complete), "{board}");
    }
);

#[test]
fn an_untracked_move_ends_the_right_to_capture_en_passant() {
    let check = AbstractionCheck { side: Color::White };
    let at = state("7k/8/8/8/2Pp4/8/8/7K", ["", "", "", "", "a5"]);
    let at = AbstractState { passed: squares("c3").first(), ..at };
    let next = check.successors(&at);
    assert!(next.iter().any(|next| next.board == at.board));
    assert!(next.iter().all(|next| next.passed.is_none()));
}
