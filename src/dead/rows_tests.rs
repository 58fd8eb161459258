//! Test data and helpers that the tests of the prover and of the checker share.

use std::collections::HashSet;

use super::{
    certificate::{Case, Certificate, MobilityInvariant, PieceMobility},
    check::{check_certificate, lies_in},
    mobility::contain,
    search::mates_quickly,
};
use crate::{
    board::{Bitboard, Color, Piece, Square},
    position::{Position, Setup},
};

/// Additional squares of pieces. A square after `=` is a promotion square, and `x` means that the piece may be
/// captured.
pub(super) type Goes = &'static [(&'static str, &'static str)];

/// A board, additional squares, a piece, and the expected squares. The invariants are about mates by White.
pub(super) type Row = (&'static str, Goes, &'static str, &'static str);

pub(super) fn squares(names: &str) -> Bitboard {
    names.split_whitespace().map(square).collect()
}

pub(super) fn square(name: &str) -> Square {
    Square::parse(name).unwrap()
}

/// An invariant with the pieces of a board on their starts, and additional squares from `more`.
pub(super) fn invariant(board: &str, more: &[(&str, &str)], side: Color) -> MobilityInvariant {
    with_rights(board, "-", more, side)
}

/// Like [`invariant`], with castling rights.
pub(super) fn with_rights(
    board: &str,
    rights: &str,
    more: &[(&str, &str)],
    side: Color,
) -> MobilityInvariant {
    let setup: Setup = format!("{board} w {rights} - 0 1").parse().unwrap();
    let mobility = |(start, piece): (Square, Piece)| {
        let own = more.iter().filter(|(name, _)| square(name) == start);
        let goes: Vec<&str> = own.map(|&(_, to)| to).collect();
        PieceMobility {
            piece,
            start,
            squares: goes
                .iter()
                .filter(|to| !to.starts_with(['x', '=']))
                .fold(start.set(), |all, to| all | squares(to)),
            promoted: goes
                .iter()
                .filter_map(|to| to.strip_prefix('='))
                .fold(Bitboard::EMPTY, |all, to| all | squares(to)),
            removable: goes.contains(&"x"),
        }
    };
    MobilityInvariant {
        pieces: setup.placement.iter().map(mobility).collect(),
        castling: setup.castling,
        side,
        case: Case::All,
    }
}

/// A linear congruential generator, seeded with its field.
pub(super) struct Lcg(pub(super) u64);

impl Lcg {
    /// The next number below `limit`.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

/// Whether no line leads to a mate by `side`, by visiting all positions; `None` if there are more than `limit`.
pub(super) fn no_mate_arises(start: &Position, side: Color, limit: usize) -> Option<bool> {
    let mut seen = HashSet::from([start.without_clocks()]);
    let mut todo = vec![*start];
    while let Some(at) = todo.pop() {
        if at.turn() != side && at.is_checkmate() {
            return Some(false);
        }
        if seen.len() > limit {
            return None;
        }
        let next = at.legal_moves().into_iter().map(|played| at.after(played).without_clocks());
        todo.extend(next.filter(|next| seen.insert(*next)));
    }
    Some(true)
}

/// Asserts that the checker accepts the invariants as a proof and that no mate is found. Returns whether all positions
/// were visited.
pub(super) fn try_proof(at: &Position, side: Color, invariants: &[MobilityInvariant]) -> bool {
    for played in at.legal_moves() {
        let next = at.after(played);
        let checked = invariants.iter().all(|invariant| lies_in(&next, invariant));
        assert_eq!(contain(invariants, &next), checked, "{next} in those of {at}, {side}");
    }
    let is_mate = at.turn() != side && at.is_checkmate();
    let holds = check_certificate(at, side, &Certificate::Mobility(invariants.to_vec()));
    assert_eq!(holds, !is_mate, "{at}, {side}");
    let no_mate = no_mate_arises(at, side, 5_000);
    match no_mate {
        Some(no_mate) => assert_eq!(no_mate, holds, "{at}, {side}"),
        None => assert!(!mates_quickly(at, side), "{at}, {side}"),
    }
    no_mate.is_some()
}

/// Lemma 8: squares from where the piece gives check to a king that never moves, whatever else is on the board.
pub(super) const STANDING_CHECKS: &[Row] = &[
    ("7k/6P1/8/8/8/8/8/K7", &[], "g7", "g7"),
    ("7k/6P1/8/8/8/8/8/K7", &[("h8", "g8")], "g7", ""),
    ("7k/6P1/8/8/8/8/8/K7", &[("h8", "x")], "g7", ""),
    ("7k/6P1/8/8/8/8/8/K7", &[("a1", "a2")], "g7", "g7"),
    ("7k/8/8/8/8/8/8/K6R", &[], "h1", "g8 h7"),
    ("7k/8/8/8/8/8/8/K6N", &[], "h1", "f7 g6"),
    ("7k/8/8/8/8/8/8/K6n", &[], "h1", "b3 c2"),
    ("7k/8/8/8/8/8/7b/K7", &[], "h2", "b2"),
    ("7k/8/8/8/8/8/7q/K7", &[], "h2", "a2 b1 b2"),
];

const BLOCKED: &str = "k7/p7/P7/8/8/8/8/2K5";
const GUARDED: &str = "k7/p7/P7/8/8/8/7B/2K5";

/// The squares tested in [`LAST_STEPS`].
pub(super) const STEPS: &str = "c6 c7 c8 d6 d7";

/// Lemmas 4 and 5: squares of the first rank that the other player's king never enters.
pub(super) const GUARDS: &[Row] = &[
    ("4k3/8/8/8/8/8/8/R5K1", &[], "a1", "b1 c1 d1 e1 f1 g1 h1"),
    ("4k3/8/8/8/8/8/8/R5K1", &[("a1", "x")], "a1", "f1 g1 h1"),
    ("4k3/8/8/8/8/8/8/R5K1", &[("a1", "a2")], "a1", "f1 g1 h1"),
    ("4k3/8/8/8/8/8/8/R5K1", &[("e8", "c1")], "a1", "b1 c1 f1 g1 h1"),
    ("4k3/8/8/8/8/8/8/R5K1", &[("g1", "c1")], "a1", "b1 c1"),
    ("4k3/8/8/8/8/8/8/R5K1", &[("g1", "c1"), ("e8", "c1")], "a1", "b1 c1"),
    ("4k3/8/8/8/8/8/8/R5KN", &[("h1", "c1")], "a1", "b1 c1 f1 g1 h1"),
    ("4k2n/8/8/8/8/8/8/R5K1", &[("h8", "c1")], "a1", "b1 c1 f1 g1 h1"),
    ("4k3/7p/8/8/8/8/8/R5K1", &[("h7", "=c1")], "a1", "b1 c1 f1 g1 h1"),
    ("4k2n/8/8/8/8/8/8/R5KN", &[("h1", "c1"), ("h8", "c1")], "a1", "b1 c1 f1 g1 h1"),
    ("4k2n/8/8/8/8/8/8/R5K1", &[("h8", "c1"), ("g1", "c1")], "a1", "b1 c1"),
    ("4k3/7p/8/8/8/8/8/R5K1", &[("h7", "=c1"), ("e8", "c1")], "a1", "b1 c1 f1 g1 h1"),
];

/// Lemma 9: squares where the piece mates when it comes from its start. A smothered mate, and a mate by a guarded
/// pawn.
pub(super) const MATES_FROM_HOME: &[Row] = &[
    ("7k/8/8/8/3n4/8/PP6/KN6", &[], "d4", "c2"),
    // It can be captured on its start, or does not come from there.
    ("7k/8/8/8/3n4/2P5/PP6/KN6", &[], "d4", ""),
    ("7k/8/8/8/3n4/8/PP6/KN6", &[("d4", "f3")], "d4", ""),
    ("7k/8/8/8/3n4/8/PP6/KN6", &[("a1", "a3")], "d4", ""),
    // The king has a free square, or a square that is guarded.
    ("7k/8/8/8/3n4/8/PP6/K7", &[], "d4", ""),
    ("7k/8/8/8/3n4/8/PP6/KN6", &[("a2", "x")], "d4", ""),
    ("7k/8/8/8/2nn4/8/P7/KN6", &[], "d4", "c2"),
    ("7k/8/8/8/2nn4/8/P7/KN6", &[("c4", "x")], "d4", ""),
    ("7k/1r6/8/8/3n4/8/N7/KN6", &[], "d4", ""),
    ("7k/1r6/8/8/3n4/7P/N7/KN6", &[("h3", "b3")], "d4", ""),
    ("8/8/8/8/1n6/8/P7/KNk5", &[], "b4", "c2"),
    ("8/8/8/8/1n6/8/P7/KNk5", &[("c1", "d1")], "b4", ""),
    // A pawn next to the king must be guarded. It can be captured where it stands, or en passant.
    ("1r5k/8/8/8/8/p7/N7/KB6", &[], "a3", "b2"),
    ("7k/8/8/8/8/p7/N7/KB6", &[], "a3", ""),
    ("1r4k1/8/8/8/8/p7/N6R/KB6", &[], "a3", ""),
    ("1r5k/8/8/8/2p5/8/N7/KB6", &[], "c4", "b2"),
    ("1r4k1/8/8/8/2p5/7R/N7/KB6", &[], "c4", ""),
    // The king is shut in by a piece of the other side, or the other king guards.
    ("7k/8/8/8/3n4/8/Pp6/KN6", &[], "d4", ""),
    ("8/8/8/8/1n6/k7/P7/KN6", &[], "b4", "c2"),
    ("8/8/8/8/1n6/k7/P7/KN6", &[("a3", "a4")], "b4", ""),
    ("1r5k/8/8/1p6/8/p7/N7/KB6", &[], "a3", ""),
    ("8/8/8/8/8/kp6/N7/KB6", &[], "b3", "b2"),
];

/// Lemma 10: squares of [`STEPS`] where the king ends the game.
pub(super) const LAST_STEPS: &[Row] = &[
    (BLOCKED, &[], "c1", "c7 c8"),
    (BLOCKED, &[("a7", "x")], "c1", ""),
    (BLOCKED, &[("a7", "b6")], "c1", ""),
    (BLOCKED, &[("a7", "=b1")], "c1", ""),
    (BLOCKED, &[("a6", "x")], "c1", ""),
    // The other king is adjacent to the square, or elsewhere with a free square.
    (BLOCKED, &[("a8", "b8")], "c1", "c7 c8"),
    (BLOCKED, &[("a8", "h1")], "c1", ""),
    // Another piece has a move.
    ("k6n/p7/P7/8/8/8/8/2K5", &[], "c1", ""),
    ("k7/p7/P7/8/8/7p/7P/2K5", &[], "c1", "c7 c8"),
    ("k7/p7/P7/8/8/7p/7P/2K5", &[("h3", "=b1")], "c1", ""),
    ("k7/p7/P7/8/8/8/7P/2K5", &[("h2", "h3")], "c1", "c7 c8"),
    // Pieces of the stalemated side next to both kings.
    ("kb6/p1p5/P1P5/8/8/8/8/2K5", &[], "c1", "c6 c7 c8 d6 d7"),
    // A fixed piece guards a square over all squares that may be occupied.
    (GUARDED, &[], "c1", "c6 c7 c8 d7"),
    (GUARDED, &[("h2", "x")], "c1", "c7 c8"),
    (GUARDED, &[("c1", "d6")], "c1", "c7 c8"),
    (GUARDED, &[("a8", "d6")], "c1", "c7"),
    (GUARDED, &[("a8", "d6"), ("c1", "d6")], "c1", "c7"),
    ("k7/p7/P7/8/8/8/7B/N1K5", &[("a1", "e5")], "c1", "c7 c8"),
    ("k7/p7/P7/4p3/4P3/8/7B/2K5", &[], "c1", "c7 c8"),
    ("k7/p7/P7/4p3/4P3/8/7B/N1K5", &[("a1", "e5")], "c1", "c7 c8"),
    ("k7/p7/P2p4/3P4/8/8/7B/2K5", &[("a8", "d6")], "c1", "c7"),
    ("k2N4/p7/P7/8/8/8/7B/2K5", &[], "c1", "c6 c7 c8 d7"),
    ("k2N4/p7/P7/8/8/8/7B/2KR4", &[("d1", "d6")], "c1", "c7 c8"),
    ("k7/p7/P7/8/8/8/7b/2K5", &[], "c1", ""),
    // The king's step opens a line. This matters only if it is not the king to be mated.
    ("k6R/p7/P7/8/8/8/8/2K5", &[("c1", "c8 c7")], "c1", "c8"),
    ("k6R/p7/P7/8/8/8/8/2K5", &[("c1", "b6 c7")], "c1", "c6 c7 c8 d6 d7"),
    ("K6r/P7/p7/8/8/8/8/2k5", &[("c1", "c8 c7")], "c1", "c7 c8"),
];

/// Lemma 10: the square of the piece, if only the king of its player has a move wherever the other king stands.
pub(super) const WALLED_IN: &[Row] = &[
    ("7k/8/8/8/8/p7/P7/7K", &[], "a2", "a2"),
    ("7k/8/8/8/8/8/P7/7K", &[], "a2", ""),
    ("7k/8/8/8/8/p7/P7/7K", &[("a3", "x")], "a2", ""),
    ("8/8/8/8/8/k7/P7/7K", &[], "a2", ""),
    ("7k/8/8/8/8/pn6/P7/7K", &[], "a2", ""),
    ("7k/8/8/8/p7/P7/8/7K", &[], "a4", "a4"),
    ("7k/8/8/8/pP6/P7/8/7K", &[("b4", "b3")], "a4", ""),
    // White's last piece may be captured, which is pruned.
    ("8/8/8/8/pp6/kP6/8/7K", &[], "a4", "a4"),
    ("k7/8/8/8/8/8/6PP/6KR", &[], "h1", ""),
    ("k7/8/8/8/8/7p/7P/6KR", &[], "h1", "h1"),
    ("8/8/8/8/8/8/6pR/K5kr", &[], "h1", "h1"),
    ("8/8/8/8/8/8/N5pR/K5kr", &[], "h1", ""),
    ("k7/8/8/8/8/8/7P/6KR", &[("h2", "h3")], "h1", ""),
];

/// Lemma 10: squares from where a move of White's king may uncover an attack on h1.
pub(super) const UNCOVERED: &[Row] = &[
    ("7k/8/8/8/8/8/8/RK6", &[], "b1", "b1 c1 d1 e1 f1 g1"),
    ("7k/8/8/8/8/8/8/QK6", &[], "b1", "b1 c1 d1 e1 f1 g1"),
    ("7k/8/8/8/8/8/8/rK6", &[], "b1", ""),
    ("7k/8/8/8/8/8/8/NK6", &[], "b1", ""),
    ("7k/8/8/8/8/8/8/BK6", &[], "b1", ""),
    ("7k/8/8/8/8/8/8/RK1p4", &[], "b1", ""),
    ("7k/8/8/8/8/8/8/RK1p4", &[("d1", "x")], "b1", "b1 c1 d1 e1 f1 g1"),
    ("8/8/8/8/8/8/8/RK2k3", &[], "b1", "b1 c1 d1 e1 f1 g1"),
    ("7k/8/8/8/8/8/P7/1K6", &[], "b1", ""),
    ("7k/8/8/8/8/8/P7/1K6", &[("a2", "=a1")], "b1", "b1 c1 d1 e1 f1 g1"),
    ("7k/8/8/8/8/8/P7/1K6", &[("a2", "=a8")], "b1", "b7 c6 d5 e4 f3 g2"),
    ("7k/8/8/8/8/8/P7/1K6", &[("a2", "=b8")], "b1", ""),
    ("7k/8/8/8/8/8/R7/1K6", &[("a2", "a1")], "b1", "b1 c1 d1 e1 f1 g1"),
    ("7k/8/8/8/B7/8/8/1K6", &[("a4", "c6")], "b1", "d5 e4 f3 g2"),
    ("7k/8/8/8/Q7/8/8/1K6", &[("a4", "c6")], "b1", "d5 e4 f3 g2"),
    ("7k/8/8/8/Q7/8/8/1K6", &[("a4", "c6 e1")], "b1", "d5 e4 f1 f3 g1 g2"),
];

/// Lemma 11: a board, additional squares, and whether they allow a mate by White.
pub(super) const MATES: &[(&str, Goes, bool)] = &[
    ("R6k/6pp/8/8/8/8/8/K7", &[], true),
    ("r6k/6pp/8/8/8/8/8/K7", &[], false),
    ("7k/6pp/8/8/8/8/8/K6R", &[], false),
    // A square may be free: each square that is not attacked needs a blocker of its own.
    ("R6k/6p1/8/8/8/8/8/K7", &[], false),
    ("R6k/6p1/8/8/8/8/8/K7", &[("a8", "a1")], false),
    ("R6k/6p1/8/8/8/8/8/K5n1", &[], false),
    ("R6k/6p1/8/8/8/8/8/K5n1", &[("g1", "g7")], true),
    ("R6k/6p1/8/8/8/8/8/K5n1", &[("g1", "h7"), ("a8", "b8")], true),
    ("R6k/8/8/8/8/8/8/K5n1", &[("g1", "g7 h7")], false),
    ("R6k/8/8/8/8/8/8/K4nn1", &[("f1", "h7"), ("g1", "h7"), ("a8", "b8")], true),
    ("R6k/6p1/8/8/8/7p/8/K7", &[("h3", "=h7"), ("a8", "b8")], true),
    // Attacks from other squares of a piece count, too.
    ("R6k/8/8/8/8/8/8/K7", &[("a8", "a7")], true),
    // The other king covers squares, but is never adjacent to this one.
    ("7k/8/6K1/8/8/8/8/R7", &[("a1", "a8")], true),
    ("7k/8/8/6K1/8/8/8/R7", &[("a1", "a8")], false),
    ("7k/6K1/8/8/8/8/8/R7", &[("a1", "a8")], false),
];
