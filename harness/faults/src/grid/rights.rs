//! Rights to castle that survive the move that loses them, and rights that are lost by other moves.

use lawbook::{
    board::{Color, Role, Square, attacks},
    position::Wing,
};

use super::{Cells, Mistake, Named, common, rare, side, wing_name};
use crate::{
    facts::Step,
    mutation::{Mutation, WrongRight},
};

pub(super) fn cells(cells: &mut Cells<'_>) {
    for color in Color::ALL {
        for wing in Wing::ALL {
            kept(cells, color, wing);
            lost(cells, color, wing);
            lost_otherwise(cells, color, wing);
        }
    }
}

fn kept(cells: &mut Cells<'_>, color: Color, wing: Wing) {
    let kept = WrongRight { color, wing, kept: true };
    let (corner, whose) =
        (wing.rook_from(color), [("right", wing_name(wing)), ("colour", side(color))]);
    let king = common("kept-by-the-king", "A right survives a move of the king");
    for (kind, takes) in [("move", false), ("capture", true)] {
        let point = [("by", kind), whose[0], whose[1]];
        rights(cells, king, &point, kept, move |step| {
            step.by == color
                && step.role == Role::King
                && step.castles.is_none()
                && step.takes.is_some() == takes
        });
    }
    let castled = common("kept-by-castling", "A right survives castling");
    for castled_to in Wing::ALL {
        let point = [("castles", wing_name(castled_to)), whose[0], whose[1]];
        rights(cells, castled, &point, kept, move |step| {
            step.by == color && step.castles == Some(castled_to)
        });
    }
    let rook = common("kept-by-the-rook", "A right survives a move of its rook");
    for (kind, takes) in [("move", false), ("capture", true)] {
        let point = [("by", kind), whose[0], whose[1]];
        rights(cells, rook, &point, kept, move |step| {
            step.by == color && step.played.from == corner && step.takes.is_some() == takes
        });
    }
    let captured = common("kept-without-the-rook", "A right survives the capture of its rook");
    for capturer in Role::ALL {
        let promotions: &[Option<Role>] = match capturer {
            Role::Pawn => &Role::PROMOTIONS.map(Some),
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => &[None],
        };
        for &promotion in promotions {
            let by = promotion.map_or_else(
                || capturer.name().to_owned(),
                |piece| format!("pawn-promoting-to-a-{}", piece.name()),
            );
            let point = [("capturer", by.as_str()), whose[0], whose[1]];
            rights(cells, captured, &point, kept, move |step| {
                step.by != color
                    && step.played.to == corner
                    && step.role == capturer
                    && step.played.promotion == promotion
            });
        }
    }
}

fn lost(cells: &mut Cells<'_>, color: Color, wing: Wing) {
    let lost = WrongRight { color, wing, kept: false };
    let (corner, whose) =
        (wing.rook_from(color), [("right", wing_name(wing)), ("colour", side(color))]);
    let rook = common("lost-by-another-rook", "A right is lost when another rook moves");
    for (place, on_line) in [
        (
            "from-the-file",
            (|corner, from| Square::file(corner) == Square::file(from))
                as fn(Square, Square) -> bool,
        ),
        ("from-the-rank", |corner, from| corner.rank() == from.rank()),
        ("from-elsewhere", |corner, from| {
            corner.rank() != from.rank() && corner.file() != from.file()
        }),
    ] {
        let point = [("moves", place), whose[0], whose[1]];
        rights(cells, rook, &point, lost, move |step| {
            step.by == color
                && step.role == Role::Rook
                && step.played.from != corner
                && on_line(corner, step.played.from)
        });
    }
    let other =
        common("lost-by-another-piece", "A right is lost when a piece of another kind moves");
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Queen] {
        let point = [("moves", role.name()), whose[0], whose[1]];
        rights(cells, other, &point, lost, move |step| step.by == color && step.role == role);
    }
    let captured =
        common("lost-by-a-capture-elsewhere", "A right is lost when a piece elsewhere is captured");
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let point = [("captured", role.name()), whose[0], whose[1]];
        rights(cells, captured, &point, lost, move |step| {
            step.by != color && step.takes == Some(role) && step.played.to != corner
        });
    }
}

/// Rights that are lost by moves that have nothing to do with them.
fn lost_otherwise(cells: &mut Cells<'_>, color: Color, wing: Wing) {
    let lost = WrongRight { color, wing, kept: false };
    let corner = wing.rook_from(color);
    let whose = [("right", wing_name(wing)), ("colour", side(color))];
    let opponents = common("lost-by-the-opponent", "A right is lost by a move of the opponent's");
    for (kind, is_such) in OPPONENTS_MOVES {
        let point = [("move", *kind), whose[0], whose[1]];
        rights(cells, opponents, &point, lost, move |step| {
            step.by != color && is_such(step, corner)
        });
    }
    let check = common("lost-in-check", "A right is lost in check");
    let point = [("right", whose[0].1), whose[1]];
    rights(cells, check, &point, lost, move |step| step.by == color && step.before.is_check());
    let twin = common("lost-with-the-other", "A right is lost with the other right of the player");
    for (kind, by_capture) in [("rook-moves", false), ("rook-is-captured", true)] {
        let point = [("other", kind), whose[0], whose[1]];
        let other = if wing == Wing::King { Wing::Queen } else { Wing::King };
        let corner = other.rook_from(color);
        rights(cells, twin, &point, lost, move |step| {
            let square = if by_capture { step.played.to } else { step.played.from };
            square == corner
                && (step.by == color) != by_capture
                && step.before.castling().has(color, other)
        });
    }
    let blocked =
        rare("lost-while-castling-is-impossible", "A right is lost while castling is impossible");
    for (why, attacked) in [("pieces-between", false), ("attacks", true)] {
        let point = [("because-of", why), whose[0], whose[1]];
        rights(cells, blocked, &point, lost, move |step| {
            let pieces = step.before.placement();
            let (king, to) = (Wing::king_from(color), wing.king_to(color));
            let way = attacks::between(king, corner);
            let blocked = pieces.occupied().meets(way);
            let met = (attacks::between(king, to) | to.set())
                .into_iter()
                .any(|square| !pieces.attackers(!color, square, pieces.occupied()).is_empty());
            step.by == color
                && step.role != Role::King
                && if attacked { !blocked && met } else { blocked }
        });
    }
}

/// Moves of the opponent that lose no right.
const OPPONENTS_MOVES: &Named<fn(&Step<'_>, Square) -> bool> = &[
    ("king-side", |step, _| step.castles == Some(Wing::King)),
    ("queen-side", |step, _| step.castles == Some(Wing::Queen)),
    ("king", |step, _| step.role == Role::King && step.castles.is_none()),
    ("rook-from-the-corner", |step, corner| {
        step.role == Role::Rook && step.played.from == corner.flip()
    }),
    ("check", |step, _| step.before.play(step.played).is_ok_and(|after| after.is_check())),
];

/// A cell where a right is wrong after the moves that `which` selects.
fn rights(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    wrong: WrongRight,
    which: impl Fn(&Step<'_>) -> bool + Sync + 'static,
) {
    let bend = Mutation::Rights(Box::leak(Box::new(move |step: &Step<'_>| {
        let had = step.before.castling().has(wrong.color, wrong.wing);
        ((wrong.kept || had) && which(step)).then_some(wrong)
    })));
    cells.add(mistake, point, bend);
}
