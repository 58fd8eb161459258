//! Invariants made by hand, to be put to the checker in its tests.

#![cfg(test)]

use super::invariant::InvariantCheck;
pub(super) use crate::dead::rows::{Goes, squares};
use crate::{
    board::{Bitboard, Color, Piece, Square},
    dead::certificate::{CaseSplit, PieceReach, ReachInvariant},
    position::Setup,
};

pub(super) fn square(name: &str) -> Square {
    Square::parse(name).unwrap()
}

/// The pieces of a board, which stay where they are but for those that are named.
pub(super) fn invariant(board: &str, more: &[(&str, &str)], side: Color) -> ReachInvariant {
    with_rights(board, "-", more, side)
}

/// The same with rights to castle.
pub(super) fn with_rights(
    board: &str,
    rights: &str,
    more: &[(&str, &str)],
    side: Color,
) -> ReachInvariant {
    let setup: Setup = format!("{board} w {rights} - 0 1").parse().unwrap();
    let reach = |(start, piece): (Square, Piece)| {
        let own = more.iter().filter(|(name, _)| square(name) == start);
        let goes: Vec<&str> = own.map(|&(_, to)| to).collect();
        PieceReach {
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
    ReachInvariant {
        pieces: setup.placement.iter().map(reach).collect(),
        castling: setup.castling,
        side,
        split: CaseSplit::default(),
    }
}

pub(super) fn at<'a>(check: &InvariantCheck<'a>, start: &str) -> &'a PieceReach {
    check.invariant.pieces.iter().find(|reach| reach.start == square(start)).unwrap()
}
