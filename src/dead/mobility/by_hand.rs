//! Sets made by hand, of which the prover's lemmas are asked.

use super::{CaseSplit, fixpoint::ReachFixpoint};
pub(super) use crate::dead::rows::squares;
use crate::{
    board::{Color, Role},
    position::{Position, Setup},
};

/// The sets of a board when White should not mate; which pieces also go where, are promoted there (`=`) or may be taken
/// (`x`).
pub(super) fn sets(board: &str, goes: &[(&str, &str)]) -> ReachFixpoint {
    let setup: Setup = format!("{board} w - - 0 1").parse().unwrap();
    let position = Position::unchecked(setup.placement, Color::White);
    let mut sets = ReachFixpoint::new(&position, Color::White, CaseSplit::default());
    for &(name, to) in goes {
        let mut pieces = sets.pieces.iter_mut();
        let reach = pieces.find(|reach| squares(name) == reach.start.set()).unwrap();
        match to.strip_prefix('=') {
            _ if to == "x" => reach.removable = true,
            Some(to) => reach.promoted |= squares(to),
            None => reach.squares |= squares(to),
        }
    }
    sets.survey();
    for index in 0..sets.len {
        let reach = sets.pieces[index];
        if reach.piece.role != Role::King {
            sets.attacked[reach.piece.color as usize] |= sets.attacked_from_home(&reach);
        }
    }
    sets
}
