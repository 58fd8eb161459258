//! Moves that are played and taken back, and do not leave everything as it was.

use lawbook::{
    board::{Color, Role},
    position::{CastlingRights, Position, Wing},
};
use lawbook_catalogue::{
    adapter::detours,
    question::{Answer, PositionQuestion},
};

use super::{Cells, Named, rare};
use crate::{facts::Step, mutation::PlayableLine};

pub(super) fn cells(cells: &mut Cells<'_>) {
    let lost = rare("right-not-restored", "A right to castle is lost by a move that is taken back");
    for &(kind, is_such) in MOVES {
        cells.answers(lost, &[("move", kind)], move |told, question| {
            (*question == PositionQuestion::Castling.into()).then_some(())?;
            let right = told.game.position().castling();
            let left = after_taking_back(told, is_such);
            (left != right).then_some(Answer::Castling(left))
        });
    }
}

/// Kinds of moves that take rights.
const MOVES: &Named<fn(&Step<'_>) -> bool> = &[
    ("king", |step| step.is_by_the_king() && step.castles.is_none()),
    ("castling", |step| step.castles.is_some()),
    ("rook", |step| step.role == Role::Rook),
];

/// The rights at the end of a line, without those that such moves have taken which were taken back.
fn after_taking_back(
    told: &PlayableLine<'_>,
    is_such: impl Fn(&Step<'_>) -> bool,
) -> CastlingRights {
    let line = &told.scene.line;
    let mut rights = told.game.position().castling();
    let tried = told.game.positions().iter().zip(detours(&line.setup, &line.acts));
    for (position, moves) in tried {
        let such = moves
            .into_iter()
            .filter(|&one| Step::new(position, one).is_some_and(|step| is_such(&step)));
        for next in such.filter_map(|one| position.play(one).ok()) {
            remove(&mut rights, position, &next);
        }
    }
    rights
}

fn remove(rights: &mut CastlingRights, before: &Position, after: &Position) {
    for color in Color::ALL {
        for wing in Wing::ALL {
            let has = |one: &Position| one.castling().has(color, wing);
            if has(before) && !has(after) {
                rights.remove(color, wing);
            }
        }
    }
}
