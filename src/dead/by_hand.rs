//! How the tests of the prover and of the checker write sets by hand.

use crate::board::{Bitboard, Square};

/// Which pieces also go where; a square after `=` is one on which a pawn is promoted, and `x` says that the piece may be
/// taken.
pub(super) type Goes = &'static [(&'static str, &'static str)];

pub(super) fn squares(names: &str) -> Bitboard {
    names.split_whitespace().map(|name| Square::parse(name).unwrap()).collect()
}
