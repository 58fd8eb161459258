//! Moves that get a king out of check, or a player out of stalemate: each kind by each piece, pinned or not.

use lawbook::board::{Color, Role, attacks};

use super::{Cells, Named, Scope, common, rare, side};
use crate::facts::{Candidate, Direction, Facts, Kind};

/// Check and checkmate.
pub(super) fn check(cells: &mut Cells<'_>) {
    for color in Color::ALL {
        for scope in Scope::ALL {
            answers(cells, color, scope);
            king(cells, color, scope);
        }
        unanswered(cells, color);
    }
    double_check(cells);
    file_and_rank(cells);
}

fn answers(cells: &mut Cells<'_>, color: Color, scope: Scope) {
    let (place, colour) = (("missed", scope.name()), ("colour", side(color)));
    let missing = common("answer-missing", "A move that answers a check is missed");
    let pinned = common("pinned-answer", "A pinned piece answers a check");
    for role in Role::ALL.into_iter().filter(|role| *role != Role::King) {
        for kind in Kind::ALL.into_iter().filter(|kind| kind.suits(role)) {
            let answer = match kind {
                Kind::Move => "block",
                Kind::Promotion => "block-and-promote",
                Kind::Capture | Kind::EnPassant | Kind::CapturePromotion => kind.name(),
            };
            let point = [("answer", answer), ("by", role.name()), place, colour];
            let is_such = move |facts: &Facts, one: &Candidate| {
                facts.turn == color && one.role == role && one.answers() && one.kind() == kind
            };
            cells.misses(missing, &point, scope, is_such);
            let point =
                [("answer", answer), ("by", role.name()), ("allowed", scope.name()), colour];
            cells.allows(pinned, &point, scope, move |facts, one| {
                is_such(facts, one) && one.pinned_by.is_some()
            });
        }
    }
}

fn king(cells: &mut Cells<'_>, color: Color, scope: Scope) {
    let (place, colour) = (("missed", scope.name()), ("colour", side(color)));
    let missing = common("answer-missing", "A move that answers a check is missed");
    for (kind, which) in KINGS_ANSWERS {
        let point = [("answer", *kind), ("by", "king"), place, colour];
        cells.misses(missing, &point, scope, move |facts, one| {
            facts.turn == color && facts.is_check() && one.role == Role::King && which(facts, one)
        });
    }
    let attacked = common("king-into-attack", "The king goes to a square that a piece attacks");
    for attacker in Role::ALL {
        for (kind, takes) in [("move", false), ("capture", true)] {
            let point =
                [("attacker", attacker.name()), ("kind", kind), ("allowed", scope.name()), colour];
            cells.allows(attacked, &point, scope, move |facts, one| {
                facts.turn == color
                    && one.role == Role::King
                    && one.takes.is_some() == takes
                    && only(facts, one, attacker)
            });
        }
    }
    let shadow =
        common("king-along-the-line", "A king in check steps back along the line of the check");
    for checker in [Role::Bishop, Role::Rook, Role::Queen] {
        let point = [("checker", checker.name()), ("allowed", scope.name()), colour];
        cells.allows(shadow, &point, scope, move |facts, one| {
            let hidden = |from| {
                let king = facts.position.king(facts.turn);
                attacks::between(from, one.played.to).contains(king)
            };
            facts.turn == color
                && one.role == Role::King
                && only(facts, one, checker)
                && one.exposed.is_subset(facts.checkers)
                && one.exposed.into_iter().any(hidden)
        });
    }
}

/// The kinds of moves with which a king gets out of check.
const KINGS_ANSWERS: &Named<fn(&Facts, &Candidate) -> bool> = &[
    ("move", |_, one| one.takes.is_none()),
    ("captures-the-checker", |_, one| one.captures_checker),
    ("captures-another", |_, one| one.takes.is_some() && !one.captures_checker),
];

/// Whether all the pieces that attack the king after the move are of this role.
fn only(facts: &Facts, one: &Candidate, role: Role) -> bool {
    one.exposed.is_subset(facts.position.placement().role(role))
}

fn unanswered(cells: &mut Cells<'_>, color: Color) {
    let colour = ("colour", side(color));
    let unanswered = common("unanswered", "A move that leaves the king in check is allowed");
    for checker in Role::ALL.into_iter().filter(|role| *role != Role::King) {
        for mover in Role::ALL.into_iter().filter(|role| *role != Role::King) {
            let point = [("checker", checker.name()), ("moves", mover.name()), colour];
            cells.allows(unanswered, &point, Scope::List, move |facts, one| {
                facts.turn == color
                    && one.role == mover
                    && facts.is_check()
                    && one.exposed.is_subset(facts.checkers)
                    && only(facts, one, checker)
            });
        }
    }
    let pins = common("pinned", "A pinned piece leaves the line of the pin");
    for role in Role::ALL.into_iter().filter(|role| *role != Role::King) {
        for direction in Direction::ALL {
            for pinner in [Role::Bishop, Role::Rook, Role::Queen] {
                if !direction.suits(pinner) {
                    continue;
                }
                let point = [
                    ("moves", role.name()),
                    ("pin", direction.name()),
                    ("pinner", pinner.name()),
                    colour,
                ];
                cells.allows(pins, &point, Scope::List, move |facts, one| {
                    facts.turn == color
                        && one.role == role
                        && !one.passing
                        && !facts.is_check()
                        && one.pinned_by == Some((pinner, direction))
                });
            }
        }
    }
    along_pins(cells, color);
}

fn along_pins(cells: &mut Cells<'_>, color: Color) {
    let colour = ("colour", side(color));
    let along =
        common("never-along-the-pin", "A pinned piece is not allowed to move along the pin");
    for role in [Role::Pawn, Role::Bishop, Role::Rook, Role::Queen] {
        for direction in Direction::ALL {
            for (kind, takes) in [("move", false), ("capture", true)] {
                let possible = match role {
                    Role::Pawn if takes => direction.is_diagonal(),
                    Role::Pawn => direction == Direction::File,
                    Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
                        direction.suits(role)
                    }
                };
                if !possible {
                    continue;
                }
                let point =
                    [("moves", role.name()), ("pin", direction.name()), ("kind", kind), colour];
                cells.misses(along, &point, Scope::List, move |facts, one| {
                    facts.turn == color
                        && one.role == role
                        && !one.passing
                        && one.takes.is_some() == takes
                        && one.pinned_by.is_some_and(|(_, on)| on == direction)
                });
            }
        }
    }
}

fn double_check(cells: &mut Cells<'_>) {
    let double = common("double-check-answered-once", "One of two checks is answered");
    for scope in Scope::ALL {
        for role in Role::ALL.into_iter().filter(|role| *role != Role::King) {
            for (kind, captures) in [("capture", true), ("block", false)] {
                let point = [("answer", kind), ("by", role.name()), ("allowed", scope.name())];
                cells.allows(double, &point, scope, move |facts, one| {
                    let king = facts.position.king(facts.turn);
                    let blocks = |checker| attacks::between(king, checker).contains(one.played.to);
                    let answers = match captures {
                        true => facts.checkers.contains(one.played.to),
                        false => facts.checkers.into_iter().any(blocks),
                    };
                    facts.checkers.is_several()
                        && one.role == role
                        && one.pinned_by.is_none()
                        && answers
                });
            }
        }
    }
}

/// Two checks by rooks and queens, along a file and along a rank; the answer meets only one.
fn file_and_rank(cells: &mut Cells<'_>) {
    let once = rare("file-and-rank", "Of a check on a file and one on a rank one is answered");
    for (kind, by_the_king) in [("king", true), ("another-piece", false)] {
        cells.allows(once, &[("moves", kind)], Scope::List, move |facts, one| {
            let king = facts.position.king(facts.turn);
            let on = |direction| {
                let mut checkers = facts.checkers.into_iter();
                checkers.any(|from| Direction::between(from, king) == direction)
            };
            let is_double = on(Direction::File) && on(Direction::Rank);
            is_double
                && !one.exposed.is_several()
                && one.exposed.is_subset(facts.checkers)
                && (one.role == Role::King) == by_the_king
        });
    }
}

/// Stalemate.
pub(super) fn stalemate(cells: &mut Cells<'_>) {
    for color in Color::ALL {
        let colour = ("colour", side(color));
        let missed = common("move-missed", "A legal move is missed in the test for stalemate");
        let pinned = common(
            "pinned-piece-moves",
            "A pinned piece is taken to have a move in the test for stalemate",
        );
        for role in Role::ALL {
            for kind in Kind::ALL.into_iter().filter(|kind| kind.suits(role)) {
                let point = [("move", kind.name()), ("by", role.name()), colour];
                let is_such = move |facts: &Facts, one: &Candidate| {
                    facts.turn == color
                        && !facts.is_check()
                        && one.role == role
                        && one.kind() == kind
                };
                cells.misses(missed, &point, Scope::Ends, is_such);
                // A pinned queen always has a move along the pin.
                let may_be_stuck = !matches!(role, Role::King | Role::Queen);
                if may_be_stuck && kind != Kind::EnPassant {
                    cells.allows(pinned, &point, Scope::Ends, move |facts, one| {
                        is_such(facts, one) && one.pinned_by.is_some()
                    });
                }
            }
        }
        let along = rare(
            "move-along-the-pin-missed",
            "A move along a pin is missed in the test for stalemate",
        );
        for role in [Role::Pawn, Role::Bishop, Role::Rook, Role::Queen] {
            for (kind, takes) in [("move", false), ("capture", true)] {
                // A piece that can move along the line can also capture the pinning piece; only a pawn cannot.
                if !takes && role != Role::Pawn {
                    continue;
                }
                let point = [("move", kind), ("by", role.name()), colour];
                cells.misses(along, &point, Scope::Ends, move |facts, one| {
                    facts.turn == color
                        && !facts.is_check()
                        && one.role == role
                        && one.takes.is_some() == takes
                        && one.pinned_by.is_some()
                });
            }
        }
        let attacked =
            common("king-into-attack", "The king is taken to have a move to an attacked square");
        for attacker in Role::ALL {
            for (kind, takes) in [("move", false), ("capture", true)] {
                let point = [("attacker", attacker.name()), ("kind", kind), colour];
                cells.allows(attacked, &point, Scope::Ends, move |facts, one| {
                    facts.turn == color
                        && !facts.is_check()
                        && one.role == Role::King
                        && one.takes.is_some() == takes
                        && only(facts, one, attacker)
                });
            }
        }
    }
}
