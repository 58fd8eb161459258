//! The number of plies without a capture or a pawn move: resets that are forgotten, and moves that reset it wrongly.

use lawbook::{
    board::{Color, Role},
    position::{Position, Wing},
    rules::ClaimGround,
};
use lawbook_catalogue::question::{Answer, HistoryQuestion};

use super::{Cells, Mistake, Named, common, side, wing_name};
use crate::{
    facts::{Kind, Step},
    mutation::{Mutation, steps},
    scene::Track,
};

pub(super) fn cells(cells: &mut Cells<'_>) {
    for color in Color::ALL {
        forgotten(cells, color);
        wrong(cells, color);
    }
    thresholds(cells);
    numbers(cells);
}

fn forgotten(cells: &mut Cells<'_>, color: Color) {
    let colour = ("colour", side(color));
    let push = common("reset-forgotten", "A pawn move does not reset the count");
    for (kind, double) in [("single-step", false), ("double-step", true)] {
        resets_not(cells, push, &[("move", kind), colour], color, move |step| {
            step.role == Role::Pawn && step.kind() == Kind::Move && step.is_double() == double
        });
    }
    for kind in [Kind::EnPassant, Kind::Promotion, Kind::CapturePromotion] {
        resets_not(cells, push, &[("move", kind.name()), colour], color, move |step| {
            step.kind() == kind
        });
    }
    let capture = common("reset-forgotten-by-capturer", "A capture does not reset the count");
    for role in Role::ALL {
        resets_not(cells, capture, &[("capturer", role.name()), colour], color, move |step| {
            step.kind() == Kind::Capture && step.role == role
        });
    }
    let captured = common("reset-forgotten-by-captured", "A capture does not reset the count");
    for role in Role::ALL.into_iter().filter(|role| *role != Role::King) {
        resets_not(cells, captured, &[("captured", role.name()), colour], color, move |step| {
            step.kind() == Kind::Capture && step.takes == Some(role) && step.role != Role::Pawn
        });
    }
}

fn wrong(cells: &mut Cells<'_>, color: Color) {
    let colour = ("colour", side(color));
    let quiet =
        common("wrongly-reset", "A move that is no capture and no pawn move resets the count");
    for role in Role::ALL.into_iter().filter(|role| *role != Role::Pawn) {
        resets(cells, quiet, &[("move", role.name()), colour], color, move |step, _| {
            step.role == role && step.castles.is_none()
        });
    }
    for wing in Wing::ALL {
        resets(cells, quiet, &[("move", wing_name(wing)), colour], color, move |step, _| {
            step.castles == Some(wing)
        });
    }
    resets(cells, quiet, &[("move", "check"), colour], color, |_, next| next.is_check());
    resets(cells, quiet, &[("move", "out-of-check"), colour], color, |step, _| {
        step.before.is_check()
    });
    resets(cells, quiet, &[("move", "loss-of-a-right"), colour], color, |step, next| {
        step.before.castling() != next.castling()
    });
}

/// Counts that are compared with the wrong number, where a claim is made and where the game ends.
fn thresholds(cells: &mut Cells<'_>) {
    let threshold = common("threshold", "The count is compared with another number");
    for (point, from, to) in [
        ("49", 49, 100),
        ("50", 50, 100),
        ("51", 51, 100),
        ("99", 99, 100),
        ("101", 100, 99),
        ("149", 149, 150),
        ("151", 150, 149),
    ] {
        let claims = |count| Mutation::Claims(ClaimGround::Fifty, count);
        cells.counts(threshold, &[("plies", point)], claims, move |track| {
            let count = u32::from(track.now().halfmove_clock());
            if count == from { to } else { count }
        });
    }
    let fen = common("of-the-setup", "The count of the setup is not used as it is");
    for (kind, first) in [("dropped", 0), ("starts-at-one", 1)] {
        cells.counts(fen, &[("value", kind)], Mutation::Clock, move |track| {
            counted(track, first, |step, _| step.resets())
        });
    }
}

/// Moves of Black after which the number of the move does not go up, and numbers that begin at one.
fn numbers(cells: &mut Cells<'_>) {
    let number =
        common("number-not-raised", "The number of the move does not go up with a move of Black");
    for (kind, is_such) in BLACKS_MOVES {
        numbered(cells, number, &[("move", *kind)], move |step| {
            step.by == Color::Black && !is_such(step)
        });
    }
    let early =
        common("number-raised-by-white", "The number of the move goes up with a move of White");
    numbered(cells, early, &[], |step| step.by == Color::White);
}

/// Kinds of moves after which the number goes up.
const BLACKS_MOVES: &Named<fn(&Step<'_>) -> bool> = &[
    ("pawn", |step| step.role == Role::Pawn && step.kind() == Kind::Move),
    ("pawn-capture", |step| step.role == Role::Pawn && step.kind() == Kind::Capture),
    ("promotion", |step| step.kind() == Kind::Promotion),
    ("king", |step| step.role == Role::King && step.castles.is_none()),
    ("castling", |step| step.castles.is_some()),
    ("knight", |step| step.role == Role::Knight && step.takes.is_none()),
    ("capture", |step| step.role != Role::Pawn && step.takes.is_some()),
];

/// A cell where the number of the move goes up with these moves.
fn numbered(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    raises: impl Fn(&Step<'_>) -> bool + Sync + 'static,
) {
    cells.answers(mistake, point, move |told, question| {
        if *question != HistoryQuestion::FullmoveNumber.into() {
            return None;
        }
        let raised = steps(&told.track).filter(&raises).count() as u32;
        let number = told.track.positions[0].fullmove_number() + raised;
        (number != told.game.position().fullmove_number()).then_some(Answer::Count(number))
    });
}

/// A cell where some moves of a player do not reset the count.
fn resets_not(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    color: Color,
    which: impl Fn(&Step<'_>) -> bool + Sync + 'static,
) {
    cells.counts(mistake, point, Mutation::Clock, move |track| {
        count(track, |step, _| step.resets() && !(step.by == color && which(step)))
    });
}

/// A cell where some moves of a player reset the count and should not.
fn resets(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    color: Color,
    which: impl Fn(&Step<'_>, &Position) -> bool + Sync + 'static,
) {
    cells.counts(mistake, point, Mutation::Clock, move |track| {
        count(track, |step, next| step.resets() || (step.by == color && which(step, next)))
    });
}

fn count(track: &Track<'_>, resets: impl Fn(&Step<'_>, &Position) -> bool) -> u32 {
    counted(track, u32::from(track.positions[0].halfmove_clock()), resets)
}

fn counted(track: &Track<'_>, first: u32, resets: impl Fn(&Step<'_>, &Position) -> bool) -> u32 {
    let plies = track.positions.windows(2).zip(track.moves);
    plies.fold(first, |count, (positions, &played)| {
        let step = Step::new(&positions[0], played);
        if step.is_some_and(|step| resets(&step, &positions[1])) { 0 } else { count + 1 }
    })
}
