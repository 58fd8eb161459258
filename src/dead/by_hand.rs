//! Rows that are put to the prover and to the checker alike, which answer them by code of their own.

use super::certificate::CaseSplit;
use crate::board::{Bitboard, Square};

/// Which pieces also go where; a square after `=` is one on which a pawn is promoted, and `x` says that the piece may be
/// taken.
pub(super) type Goes = &'static [(&'static str, &'static str)];

pub(super) fn squares(names: &str) -> Bitboard {
    names.split_whitespace().map(|name| Square::parse(name).unwrap()).collect()
}

/// The squares of which it is asked whether they are attacked once some squares are empty.
pub(super) const ASKED: &str = "a8 b2 b7 c3 c7 f7 g1";

/// What White attacks where nobody is on some squares (Lemma 19).
pub(super) struct EmptyRow {
    pub(super) board: &'static str,
    pub(super) goes: Goes,
    /// Who is lost, and who is held; that attacks c3.
    pub(super) split: CaseSplit,
    pub(super) empty: Bitboard,
    /// Of the squares that are asked about those that White attacks, its king apart.
    pub(super) attacked: Bitboard,
}

pub(super) fn empty_rows() -> Vec<EmptyRow> {
    let rows: [(&str, Goes, &str, &str, &str, &str); 14] = [
        ("7k/8/8/8/8/8/8/K6R", &[("h1", "h7")], "", "", "", "b7 c7 f7 g1"),
        ("7k/8/8/8/8/8/8/K6R", &[("h1", "h7")], "", "", "h7", "g1"),
        ("7k/8/8/8/8/8/8/K6R", &[("h1", "h7")], "", "", "h1", "b7 c7 f7"),
        ("7k/8/8/8/8/8/8/K6R", &[("h1", "h7")], "h1", "", "", ""),
        // Who is held attacks what is said of it.
        ("7k/8/8/8/8/8/8/K6R", &[("h1", "h7")], "", "h1", "", "c3"),
        ("7k/8/8/8/8/8/8/K6R", &[("h1", "h7")], "h1", "h1", "", "c3"),
        ("7k/8/8/8/8/8/8/K6R", &[("h1", "h7")], "", "h1", "c3", "c3"),
        // A pawn, and what it becomes: a queen or a knight.
        ("k7/8/3P4/8/8/8/8/K7", &[("d6", "=h8")], "", "", "", "a8 b2 c3 c7 f7"),
        ("k7/8/3P4/8/8/8/8/K7", &[("d6", "=h8")], "", "", "d6", "a8 b2 c3 f7"),
        ("k7/8/3P4/8/8/8/8/K7", &[("d6", "=h8")], "", "", "h8", "c7"),
        ("k7/8/3P4/8/8/8/8/K7", &[("d6", "=d8")], "", "", "", "a8 b7 c7 f7"),
        // A line ends at a wall, and goes on behind the king to be mated.
        ("8/4k2R/8/8/8/8/8/K7", &[], "", "", "", "b7 c7 f7"),
        ("7k/4p2R/8/8/8/8/8/K7", &[], "", "", "", "f7"),
        ("7k/8/8/8/8/8/8/K6r", &[], "", "", "", ""),
    ];
    let row = |(board, goes, lost, held, empty, attacked)| {
        let [lost, held] = [lost, held].map(squares);
        let held_attacks = [squares("c3").only_if(!held.is_empty()), squares("b7")];
        let split = CaseSplit { lost, held, held_attacks, ..CaseSplit::default() };
        EmptyRow { board, goes, split, empty: squares(empty), attacked: squares(attacked) }
    };
    rows.into_iter().map(row).collect()
}
