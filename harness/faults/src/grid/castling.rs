//! Castling: attacks and pieces that are not seen, and attacks that do not matter.

use lawbook::{
    board::{Color, Role, Square, attacks},
    position::Wing,
};

use super::{Cells, Mistake, Named, Scope, common, rare, side, wing_name};
use crate::facts::{Castling, Facts, PathSquare};

pub(super) fn cells(cells: &mut Cells<'_>) {
    for color in Color::ALL {
        for wing in Wing::ALL {
            through_attacks(cells, color, wing);
            over_pieces(cells, color, wing);
            refused(cells, color, wing);
        }
    }
}

/// Castling in Chess960, whatever the colour: pieces and attacks on each part of the way.
pub(super) fn chess960(cells: &mut Cells<'_>) {
    let is_960 = |facts: &Facts| facts.position.castling().is_chess960();
    let over = common("over-a-piece", "A piece on the way of king or rook is not seen");
    let through = common("through-attack", "An attack on the king or its way is not seen");
    let never = common("missing", "Castling is not found");
    for color in Color::ALL {
        for wing in Wing::ALL {
            let on = ("wing", wing_name(wing));
            let colour = ("colour", side(color));
            misses(cells, never, &[on, colour], color, wing, move |facts, _| is_960(facts));
            for (kind, is_there) in WAYS {
                if *kind == "way-of-the-rook" && wing == Wing::King {
                    continue;
                }
                for owner in Color::ALL {
                    let whose = ("piece", if owner == color { "own" } else { "enemy" });
                    let point = [("on", *kind), whose, on, colour];
                    allows(cells, over, &point, color, wing, move |facts, castling| {
                        let theirs = facts.position.placement().color(owner);
                        let is_such = |on| theirs.contains(on) && is_there(facts, castling, on);
                        is_960(facts)
                            && castling.attacks.is_empty()
                            && !castling.blockers.is_several()
                            && castling.blockers.first().is_some_and(is_such)
                    });
                }
            }
            for square in PathSquare::ALL {
                let point = [("square", square.name()), on, colour];
                allows(cells, through, &point, color, wing, move |facts, castling| {
                    is_960(facts)
                        && castling.blockers.is_empty()
                        && castling.attacks.iter().all(|(at, _, _)| *at == square)
                });
            }
        }
    }
}

/// The parts of the way of king and rook.
const WAYS: &Named<fn(&Facts, &Castling, Square) -> bool> = &[
    ("arrival-of-the-king", |facts, one, on| on == one.wing.king_to(facts.turn)),
    ("arrival-of-the-rook", |facts, one, on| on == one.wing.rook_to(facts.turn)),
    ("way-of-the-king", |facts, one, on| {
        let king = facts.position.king(facts.turn);
        attacks::between(king, one.wing.king_to(facts.turn)).contains(on)
    }),
    ("way-of-the-rook", |facts, one, on| {
        let (king, to) = (facts.position.king(facts.turn), one.wing.king_to(facts.turn));
        let is_kings = (attacks::between(king, to) | to.set()).contains(on);
        !is_kings && on != one.wing.rook_to(facts.turn)
    }),
];

fn through_attacks(cells: &mut Cells<'_>, color: Color, wing: Wing) {
    let mistake = common(
        "through-attack",
        "An attack on a square of the king's way is not seen when the king castles",
    );
    for square in PathSquare::ALL {
        for attacker in Role::ALL {
            // The enemy king gives no check. It attacks the passed square only together with the destination, and the
            // destination alone only on the queen's side, where the rook does not give check to it.
            let alone = square == PathSquare::Destination && wing == Wing::Queen;
            if attacker == Role::King && !alone {
                continue;
            }
            let point = [
                ("attacker", attacker.name()),
                ("square", square.name()),
                ("wing", wing_name(wing)),
                ("colour", side(color)),
            ];
            allows(cells, mistake, &point, color, wing, move |_, castling| {
                castling.right
                    && castling.blockers.is_empty()
                    && castling.attacks.iter().all(|(on, _, by)| (*on, *by) == (square, attacker))
            });
        }
    }
    // Beside the king's way the enemy king attacks two squares of it.
    let both = [("attacker", "king"), ("square", "any")];
    let point = [both[0], both[1], ("wing", wing_name(wing)), ("colour", side(color))];
    allows(cells, mistake, &point, color, wing, |_, castling| {
        castling.right
            && castling.blockers.is_empty()
            && castling.attacks.iter().all(|(_, _, by)| *by == Role::King)
    });
}

fn over_pieces(cells: &mut Cells<'_>, color: Color, wing: Wing) {
    let over = common("over-a-piece", "A piece between king and rook is not seen");
    let files: &[&str] = if wing == Wing::King { &["f", "g"] } else { &["b", "c", "d"] };
    for &file in files {
        for owner in Color::ALL {
            let whose = if owner == color { "own" } else { "enemy" };
            let point = [("file", file), ("piece", whose), ("colour", side(color))];
            allows(cells, over, &point, color, wing, move |facts, castling| {
                let theirs = facts.position.placement().color(owner);
                let is_there = |square: Square| {
                    square.file().letter().to_string() == file && theirs.contains(square)
                };
                castling.right
                    && castling.attacks.is_empty()
                    && !castling.blockers.is_several()
                    && castling.blockers.first().is_some_and(is_there)
            });
        }
    }
    let rightless =
        common("without-the-right", "King and rook on their squares are taken for the right");
    let point = [("wing", wing_name(wing)), ("colour", side(color))];
    allows(cells, rightless, &point, color, wing, |_, castling| {
        !castling.right && castling.attacks.is_empty() && castling.blockers.is_empty()
    });
}

fn refused(cells: &mut Cells<'_>, color: Color, wing: Wing) {
    let colour = ("colour", side(color));
    let never = common("missing", "Castling is not found");
    misses(cells, never, &[("wing", wing_name(wing)), colour], color, wing, |_, _| true);
    let at_rook =
        common("refused-as-the-rook-is-attacked", "Castling with an attacked rook is refused");
    for attacker in Role::ALL {
        // These attack a square of the king's way as well, or are attacked by the rook.
        let also_the_way = match attacker {
            Role::Pawn | Role::King => true,
            Role::Knight => wing == Wing::Queen,
            Role::Bishop | Role::Rook | Role::Queen => false,
        };
        if also_the_way {
            continue;
        }
        let point = [("attacker", attacker.name()), ("wing", wing_name(wing)), colour];
        misses(cells, at_rook, &point, color, wing, move |facts, castling| {
            facts.holds(castling.at_rook, attacker)
        });
    }
    if wing == Wing::Queen {
        let beside = common(
            "refused-as-the-rook-passes-an-attack",
            "Castling is refused when the rook passes an attacked square",
        );
        for attacker in Role::ALL.into_iter().filter(|role| *role != Role::King) {
            let point = [("attacker", attacker.name()), colour];
            misses(cells, beside, &point, color, wing, move |facts, castling| {
                facts.holds(castling.beside_rook, attacker)
            });
        }
    }
    let in_check = rare(
        "refused-as-pieces-are-attacked",
        "Castling is refused while any own piece is attacked",
    );
    let point = [("wing", wing_name(wing)), colour];
    misses(cells, in_check, &point, color, wing, |facts, _| {
        let pieces = facts.position.placement();
        let is_attacked =
            |square: &Square| !pieces.attackers(!facts.turn, *square, pieces.occupied()).is_empty();
        pieces.color(facts.turn).into_iter().any(|square| is_attacked(&square))
    });
}

/// A cell that generates illegal castling.
fn allows(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    color: Color,
    wing: Wing,
    which: impl Fn(&Facts, &Castling) -> bool + Sync + 'static,
) {
    cells.finds(mistake, point, Scope::List, move |facts, change| {
        if facts.turn == color {
            let illegal = facts.castlings.iter().filter(|one| one.wing == wing && !one.is_legal());
            change.extra.extend(illegal.filter(|one| which(facts, one)).map(|one| one.played));
        }
    });
}

/// A cell that misses legal castling.
fn misses(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    color: Color,
    wing: Wing,
    which: impl Fn(&Facts, &Castling) -> bool + Sync + 'static,
) {
    cells.finds(mistake, point, Scope::List, move |facts, change| {
        if facts.turn == color {
            let legal = facts.castlings.iter().filter(|one| one.wing == wing && one.is_legal());
            change.missing.extend(legal.filter(|one| which(facts, one)).map(|one| one.played));
        }
    });
}
