//! En passant: captures that are impossible and found, and captures that are possible and not found.

use lawbook::{
    board::{Color, File, Rank, Role, Square, attacks},
    position::Move,
};

use super::{Cells, Mistake, Named, Scope, common, rare, side};
use crate::{
    facts::{Candidate, Direction, Facts, Step},
    mutation::Mutation,
    scene::Track,
};

pub(super) fn cells(cells: &mut Cells<'_>) {
    for color in Color::ALL {
        refused(cells, color);
        ignored(cells, color);
        out_of_time(cells, color);
        misplaced(cells, color);
    }
    kept(cells);
    for role in [Role::Bishop, Role::Rook, Role::Queen] {
        blocked(cells, role);
    }
    answered(cells);
}

/// The side of its target where the capturing pawn stands.
const SIDES: [(&str, i8); 2] = [("west", -1), ("east", 1)];

fn refused(cells: &mut Cells<'_>, color: Color) {
    let colour = ("colour", side(color));
    let missing = common("missing", "A capture en passant is not found");
    for file in File::ALL {
        for (side, step) in SIDES {
            if Square::new(file, Rank::ALL[4]).offset(step, 0).is_none() {
                continue;
            }
            let name = file.letter().to_string();
            let point = [("file", name.as_str()), ("from", side), colour];
            misses(cells, missing, &point, color, move |_, one| {
                one.played.to.file() == file && (one.played.from.file() < file) == (step < 0)
            });
        }
    }
    let answer = common(
        "missing-in-check",
        "A capture en passant of the piece that gives check is not found",
    );
    misses(cells, answer, &[colour], color, |_, one| one.captures_checker);
    let pinned =
        rare("missing-along-a-pin", "A capture en passant along the line of a pin is not found");
    for direction in [Direction::Rising, Direction::Falling] {
        let point = [("pin", direction.name()), colour];
        misses(cells, pinned, &point, color, move |_, one| {
            one.pinned_by.is_some_and(|(_, on)| on == direction)
        });
    }
    let second = common("second-missing", "Of two captures en passant only one is found");
    for (side, step) in SIDES {
        misses(cells, second, &[("from", side), colour], color, move |facts, one| {
            let is_other = |other: &&Candidate| {
                other.passing && other.is_legal() && other.played.from != one.played.from
            };
            facts.candidates.iter().any(|other| is_other(&other))
                && (one.played.from.file() < one.played.to.file()) == (step < 0)
        });
    }
}

fn ignored(cells: &mut Cells<'_>, color: Color) {
    let colour = ("colour", side(color));
    let pin = common("pinned", "A pinned pawn captures en passant");
    for direction in Direction::ALL.into_iter().filter(|one| *one != Direction::Rank) {
        for pinner in [Role::Bishop, Role::Rook, Role::Queen] {
            if !direction.suits(pinner) {
                continue;
            }
            let point = [("pin", direction.name()), ("pinner", pinner.name()), colour];
            allows(cells, pin, &point, color, move |facts, one| {
                let line = through(facts, one, false);
                line == Some((pinner, direction)) && !facts.is_check()
            });
        }
    }
    let both = common("both-pawns-leave", "That both pawns leave a rank is not seen");
    for attacker in [Role::Rook, Role::Queen] {
        for (side, step) in SIDES {
            let point = [("attacker", attacker.name()), ("from", side), colour];
            allows(cells, both, &point, color, move |facts, one| {
                through(facts, one, true) == Some((attacker, Direction::Rank))
                    && (one.played.from.file() < one.played.to.file()) == (step < 0)
            });
        }
    }
    let check = common("leaves-check", "A capture en passant leaves the king in check");
    // After a double step only a piece that the pawn has uncovered gives check, or the pawn itself.
    for checker in [Role::Bishop, Role::Rook, Role::Queen] {
        allows(cells, check, &[("checker", checker.name()), colour], color, move |facts, one| {
            one.exposed.is_subset(facts.checkers)
                && !facts.checkers.is_several()
                && facts.holds(one.exposed, checker)
        });
    }
    let answer =
        rare("pinned-in-check", "A pinned pawn captures en passant the pawn that gives check");
    allows(cells, answer, &[colour], color, move |facts, one| {
        facts.is_check() && one.answers() && one.pinned_by.is_some()
    });
    let only = common(
        "pinned-in-the-test-for-mate",
        "A pinned pawn that could capture en passant prevents mate or stalemate",
    );
    for direction in Direction::ALL.into_iter().filter(|one| *one != Direction::Rank) {
        let point = [("pin", direction.name()), colour];
        cells.allows(only, &point, Scope::Ends, move |facts, one| {
            facts.turn == color
                && one.passing
                && (!facts.is_check() || one.answers())
                && one.pinned_by.is_some_and(|(_, on)| on == direction)
        });
    }
}

/// Captures of pawns that have not just made a double step.
fn out_of_time(cells: &mut Cells<'_>, color: Color) {
    let colour = ("colour", side(color));
    let late = common("a-move-too-late", "The en passant square stays open a move too long");
    let single =
        common("after-a-single-step", "A pawn that made a single step is captured en passant");
    for (side, step) in SIDES {
        let point = [("from", side), colour];
        cells.finds(late, &point, Scope::List, move |facts, change| {
            if facts.turn == color {
                change.extra.extend(captures(facts, facts.passed_before, step));
            }
        });
        cells.finds(single, &point, Scope::List, move |facts, change| {
            if facts.turn == color {
                change.extra.extend(captures(facts, facts.single_step, step));
            }
        });
    }
    let wrap =
        rare("around-the-board", "A pawn on the other edge of the board captures en passant");
    for edge in ["a", "h"] {
        for (numbered, first) in [("a1", Color::White), ("a8", Color::Black)] {
            let point = [("file", edge), ("first-square", numbered), colour];
            cells.finds(wrap, &point, Scope::List, move |facts, change| {
                if facts.turn == color {
                    change.extra.extend(around(facts, edge, first == color));
                }
            });
        }
    }
}

/// Captures by pawns that are not adjacent to the pawn that has made the double step, and of pawns that have not.
fn misplaced(cells: &mut Cells<'_>, color: Color) {
    let colour = ("colour", side(color));
    let wrong = common(
        "from-the-wrong-square",
        "A pawn captures en passant that does not stand beside the other",
    );
    for (kind, files, ranks) in [("two-files-away", 2, 0), ("a-rank-behind", 1, -1)] {
        cells.finds(wrong, &[("stands", kind), colour], Scope::List, move |facts, change| {
            let Some(to) = facts.passed.filter(|_| facts.turn == color) else { return };
            let pawns = facts.position.placement().pieces(color, Role::Pawn);
            let beside = to.offset(0, -color.forward());
            for direction in [-1, 1] {
                let from =
                    beside.and_then(|one| one.offset(files * direction, ranks * color.forward()));
                let from = from.filter(|from| pawns.contains(*from));
                change.extra.extend(from.map(|from| Move::new(from, to)));
            }
        });
    }
    let setup =
        common("without-a-double-step", "A pawn beside another captures it en passant in a setup");
    for (from, direction) in SIDES {
        cells.finds(setup, &[("from", from), colour], Scope::List, move |facts, change| {
            if facts.turn == color && facts.is_start && facts.passed.is_none() {
                let rank = Rank::relative(6, color).squares().into_iter();
                change.extra.extend(rank.filter_map(|to| captures(facts, Some(to), direction)));
            }
        });
    }
}

/// Moves of both players after which the square of a double step before them is still open.
fn kept(cells: &mut Cells<'_>) {
    let kept = rare("kept-after-two", "After two moves of a kind the en passant square is open");
    let kinds: &Named<fn(&Step<'_>) -> bool> = &[
        ("castling", |step| step.castles.is_some()),
        ("promotion", |step| step.played.promotion.is_some()),
        ("capture", |step| step.takes.is_some()),
        ("double-step", |step| step.is_double()),
    ];
    for &(kind, is_such) in kinds {
        let change = move |track: &Track<'_>, moves: &mut Vec<Move>| {
            let (now, by) = (track.now(), track.now().turn());
            let first = track.end().checked_sub(2);
            let Some((first, to)) = first.and_then(|ply| Some((ply, track.passed(ply)?))) else {
                return;
            };
            let mut steps = (first..track.end())
                .filter_map(|ply| Step::new(&track.positions[ply], track.moves[ply]));
            if now.is_check() || now.at(to).is_some() || !steps.all(|step| is_such(&step)) {
                return;
            }
            let pawns = now.placement().pieces(by, Role::Pawn) & attacks::pawn(!by, to);
            moves.extend(pawns.into_iter().map(|from| Move::new(from, to)));
        };
        cells.add(kept, &[("moves", kind)], Mutation::Moves(Box::leak(Box::new(change))));
    }
}

/// The square that a pawn has just passed as an obstacle for lines.
fn blocked(cells: &mut Cells<'_>, role: Role) {
    let stops = rare("passed-square-stops", "A line ends at the square that a pawn has passed");
    let point = [("piece", role.name())];
    cells.misses(stops, &point, Scope::List, move |facts, one| {
        let passes = |passed| attacks::between(one.played.from, one.played.to).contains(passed);
        one.role == role && facts.passed.is_some_and(passes)
    });
    let shields = rare(
        "passed-square-shields",
        "The square that a pawn has passed shields the enemy king from a line",
    );
    for (kind, by_the_king) in [("king", true), ("pinned-piece", false)] {
        let point = [("piece", role.name()), ("moves", kind)];
        cells.allows(shields, &point, Scope::List, move |facts, one| {
            let king = facts.position.king(facts.turn);
            let target = if by_the_king { one.played.to } else { king };
            let passes = |from, passed| attacks::between(from, target).contains(passed);
            (one.role == Role::King) == by_the_king
                && !one.passing
                && facts.holds(one.exposed, role)
                && facts
                    .passed
                    .is_some_and(|passed| one.exposed.into_iter().all(|from| passes(from, passed)))
        });
    }
}

/// Pieces that answer the check of a pawn on the square that it has passed.
fn answered(cells: &mut Cells<'_>) {
    let answer = rare(
        "answered-on-the-passed-square",
        "A piece answers the check of a pawn on the square that the pawn has passed",
    );
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for scope in Scope::ALL {
            // A rook or a queen that reaches the passed square mostly reaches the pawn too.
            if matches!((role, scope), (Role::Rook | Role::Queen, Scope::Ends)) {
                continue;
            }
            let point = [("by", role.name()), ("allowed", scope.name())];
            cells.allows(answer, &point, scope, move |facts, one| {
                one.role == role
                    && facts.passed == Some(one.played.to)
                    && one.exposed == facts.checkers
                    && facts.holds(facts.checkers, Role::Pawn)
            });
        }
    }
}

/// A pawn on one side of this square that captures there, if that leaves no check.
fn captures(facts: &Facts, passed: Option<Square>, side: i8) -> Option<Move> {
    let to = passed.filter(|to| facts.position.at(*to).is_none())?;
    let (by, pieces) = (facts.turn, facts.position.placement());
    let victim = to.offset(0, -by.forward())?;
    if !pieces.pieces(!by, Role::Pawn).contains(victim) {
        return None;
    }
    let from = victim.offset(side, 0)?;
    let own = pieces.pieces(by, Role::Pawn) & attacks::pawn(!by, to);
    let mut after = *pieces;
    after.remove(victim);
    after.remove(from);
    after.put(to, facts.position.at(from)?);
    let king = facts.position.king(by);
    let is_safe = after.attackers(!by, king, after.occupied()).is_empty();
    (own.contains(from) && is_safe).then(|| Move::new(from, to))
}

/// A capture by a pawn on the other edge of the board, seven or nine squares away in the order of the squares, which
/// goes up or down as the pawns of the player do.
fn around(facts: &Facts, edge: &str, up: bool) -> Option<Move> {
    let to = facts.passed.filter(|to| to.file().letter().to_string() == edge)?;
    let as_white = |square: Square| if facts.turn == Color::White { square } else { square.flip() };
    let step = match (up, edge) {
        (true, "a") => -9,
        (true, _) => -7,
        // Here a rank up is eight squares back.
        (false, "a") => 7,
        (false, _) => -23,
    };
    let from = as_white(Square::from_index(as_white(to).index().checked_add_signed(step)?));
    let pawns = facts.position.placement().pieces(facts.turn, Role::Pawn);
    (pawns.contains(from) && !facts.is_check()).then(|| Move::new(from, to))
}

/// The only piece that attacks the king after the capture, and the direction of its line, which goes through the square
/// that the capturing pawn leaves, and through that of its victim or not.
fn through(facts: &Facts, one: &Candidate, victim: bool) -> Option<(Role, Direction)> {
    let king = facts.position.king(facts.turn);
    let attacker = one.exposed.first().filter(|_| !one.exposed.is_several())?;
    let line = attacks::between(king, attacker);
    let square = one.played.to.offset(0, -facts.turn.forward())?;
    (line.contains(one.played.from) && line.contains(square) == victim)
        .then(|| Some((facts.role(attacker)?, Direction::between(king, attacker))))?
}

fn misses(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    color: Color,
    which: impl Fn(&Facts, &Candidate) -> bool + Sync + 'static,
) {
    cells.misses(mistake, point, Scope::List, move |facts, one| {
        facts.turn == color && one.passing && which(facts, one)
    });
}

fn allows(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    color: Color,
    which: impl Fn(&Facts, &Candidate) -> bool + Sync + 'static,
) {
    cells.allows(mistake, point, Scope::List, move |facts, one| {
        facts.turn == color && one.passing && which(facts, one)
    });
}
