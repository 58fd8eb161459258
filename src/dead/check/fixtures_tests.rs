//! Test fixtures: invariants written by hand.

#![cfg(test)]

use super::invariant::InvariantCheck;
pub(super) use crate::dead::rows::{Goes, squares};
use crate::{
    board::{Bitboard, Color, Piece, Square},
    dead::certificate::{Case, MobilityInvariant, PieceMobility},
    position::Setup,
};

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

pub(super) fn at<'a>(check: &InvariantCheck<'a>, start: &str) -> &'a PieceMobility {
    check.invariant.pieces.iter().find(|mobility| mobility.start == square(start)).unwrap()
}
