//! How pieces move: captures that are missed, moves around the edge of the board, and checks.

use lawbook::{
    board::{Bitboard, Color, File, Rank, Role, Square, attacks},
    position::Move,
};
use lawbook_catalogue::question::{Answer, PositionQuestion, Question};

use super::{Cells, Mistake, Named, Scope, common, rare, side};
use crate::{facts::Facts, moves::is_safe};

pub(super) fn moves(cells: &mut Cells<'_>) {
    for color in Color::ALL {
        captures(cells, color);
        pawns(cells, color);
        around(cells, color);
    }
}

/// The kinds of pieces that can be captured.
const CAPTURED: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

fn captures(cells: &mut Cells<'_>, color: Color) {
    let missing = common("capture-missing", "A capture is not found");
    let own = common("own-piece-captured", "A piece captures one of its own side");
    for role in Role::ALL {
        for captured in CAPTURED {
            let point =
                [("piece", role.name()), ("captured", captured.name()), ("colour", side(color))];
            cells.misses(missing, &point, Scope::List, move |facts, one| {
                facts.turn == color
                    && one.role == role
                    && one.takes == Some(captured)
                    && !one.passing
            });
            cells.finds(own, &point, Scope::List, move |facts, change| {
                if facts.turn == color && !facts.is_check() {
                    change.extra.extend(own_captures(facts, role, captured));
                }
            });
        }
    }
}

/// Captures of own pieces by unpinned pieces.
fn own_captures(facts: &Facts, role: Role, captured: Role) -> Vec<Move> {
    let pieces = facts.position.placement();
    let own = pieces.pieces(facts.turn, captured);
    let captures = pieces.pieces(facts.turn, role).into_iter().flat_map(|from| {
        let to = attacks::of(role, facts.turn, from, pieces.occupied()) & own;
        to.into_iter().map(move |to| Move::new(from, to))
    });
    captures.filter(|one| is_safe(&facts.position, *one)).collect()
}

fn pawns(cells: &mut Cells<'_>, color: Color) {
    let colour = ("colour", side(color));
    let capture = common("pawn-capture-missing", "A pawn does not capture to one side");
    for file in File::ALL {
        for (name, step) in [("west", -1), ("east", 1)] {
            let letter = file.letter().to_string();
            if Square::new(file, Rank::ALL[3]).offset(step, 0).is_none() {
                continue;
            }
            let point = [("file", letter.as_str()), ("to", name), colour];
            cells.misses(capture, &point, Scope::List, move |facts, one| {
                facts.turn == color
                    && one.role == Role::Pawn
                    && one.takes.is_some()
                    && one.played.from.file() == file
                    && (one.played.to.file() < file) == (step < 0)
            });
        }
    }
    let double =
        common("double-step-over-a-piece", "A pawn steps two squares although a piece is there");
    for owner in Color::ALL {
        let whose = if owner == color { "own" } else { "enemy" };
        for (name, steps) in [("first", 1), ("second", 2)] {
            let point = [("piece", whose), ("square", name), colour];
            cells.finds(double, &point, Scope::List, move |facts, change| {
                if facts.turn == color && !facts.is_check() {
                    change.extra.extend(blocked_steps(facts, owner, steps));
                }
            });
        }
    }
}

/// Double steps with a piece of this player on the first or the second square, and on no other.
fn blocked_steps(facts: &Facts, owner: Color, steps: i8) -> Vec<Move> {
    let (pieces, by) = (facts.position.placement(), facts.turn);
    let home = Rank::relative(2, by).squares();
    let blocked = |from: Square| {
        let up = by.forward();
        let (first, second) = (from.offset(0, up)?, from.offset(0, 2 * up)?);
        let (on, free) = if steps == 1 { (first, second) } else { (second, first) };
        let is_there = (pieces.color(owner) - facts.position.king(!by).set()).contains(on);
        (is_there && !pieces.occupied().contains(free)).then(|| Move::new(from, second))
    };
    let pawns = (pieces.pieces(by, Role::Pawn) & home).into_iter();
    pawns.filter_map(blocked).filter(|one| is_safe(&facts.position, *one)).collect()
}

/// The steps of each piece in the order of the squares, which go on at the other edge of the board.
const STEPS: &Named<(Role, &[isize])> = &[
    ("knight", (Role::Knight, &[6, 10, 15, 17, -6, -10, -15, -17])),
    ("bishop", (Role::Bishop, &[7, 9, -7, -9])),
    ("rook", (Role::Rook, &[1, -1])),
    ("queen", (Role::Queen, &[1, -1, 7, 9, -7, -9])),
    ("king", (Role::King, &[1, -1, 7, 9, -7, -9])),
];

fn around(cells: &mut Cells<'_>, color: Color) {
    let colour = ("colour", side(color));
    let around = common(
        "around-the-edge",
        "A piece leaves the board at one edge and comes back at the other",
    );
    for (edge, file) in [("a-file", 0), ("h-file", 7)] {
        for &(name, (role, steps)) in STEPS {
            let point = [("piece", name), ("edge", edge), colour];
            wraps(cells, around, &point, color, file, move |facts| {
                let own = facts.position.placement().pieces(color, role);
                (own, steps.to_vec(), !facts.position.placement().color(color))
            });
        }
        let point = [("piece", "pawn"), ("edge", edge), colour];
        wraps(cells, around, &point, color, file, move |facts| {
            let forward: [isize; 2] = if color == Color::White { [7, 9] } else { [-7, -9] };
            let pieces = facts.position.placement();
            (pieces.pieces(color, Role::Pawn), forward.to_vec(), pieces.color(!color))
        });
    }
}

/// A cell where pieces near one edge of the board go to squares near the other.
fn wraps(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    color: Color,
    edge: usize,
    pieces: impl Fn(&Facts) -> (Bitboard, Vec<isize>, Bitboard) + Sync + 'static,
) {
    cells.finds(mistake, point, Scope::List, move |facts, change| {
        if facts.turn != color || facts.is_check() {
            return;
        }
        let (from, steps, targets) = pieces(facts);
        let targets = targets - facts.position.king(!color).set();
        let near = |square: Square| square.file().index().abs_diff(edge) <= 1;
        for from in from.into_iter().filter(|from| near(*from)) {
            let there = steps.iter().filter_map(|step| from.index().checked_add_signed(*step));
            let there = there.filter(|to| *to < 64).map(Square::from_index);
            let wrapped = there.filter(|to| to.file().index().abs_diff(from.file().index()) > 4);
            let moves = wrapped.filter(|to| targets.contains(*to)).map(|to| Move::new(from, to));
            change.extra.extend(moves.filter(|one| is_safe(&facts.position, *one)));
        }
    });
}

/// Checks that are not seen, and checks that are seen and are none.
pub(super) fn checks(cells: &mut Cells<'_>) {
    for color in Color::ALL {
        let unseen = common("not-seen", "A check is not seen");
        let through = common("seen-through-a-piece", "A check is seen through a piece");
        let distant = rare(
            "seen-where-there-is-none",
            "A piece that does not attack the king is taken to give check",
        );
        for role in CAPTURED {
            let point = [("by", role.name()), ("against", side(color))];
            checked(cells, unseen, &point, color, move |facts| {
                facts.checkers - facts.position.placement().role(role)
            });
            if !matches!(role, Role::Pawn | Role::Knight) {
                checked(cells, through, &point, color, move |facts| {
                    let king = facts.position.king(color);
                    let theirs = facts.position.placement().pieces(!color, role);
                    facts.checkers | (attacks::of(role, color, king, Bitboard::EMPTY) & theirs)
                });
            }
            checked(cells, distant, &point, color, move |facts| {
                let king = facts.position.king(color);
                let theirs = facts.position.placement().pieces(!color, role);
                facts.checkers | (nearly(role, color, king) & theirs)
            });
        }
    }
}

/// Squares of a piece that almost attacks the king: on the file of a pawn, next to the lines of other pieces.
fn nearly(role: Role, color: Color, king: Square) -> Bitboard {
    let beside = attacks::king(king);
    match role {
        Role::Pawn => beside - attacks::pawn(color, king),
        Role::Knight => beside,
        Role::Bishop => attacks::rook(king, Bitboard::EMPTY) & beside,
        Role::Rook => attacks::bishop(king, Bitboard::EMPTY) & beside,
        Role::Queen | Role::King => attacks::knight(king),
    }
}

/// A cell where other pieces give check to a player.
fn checked(
    cells: &mut Cells<'_>,
    mistake: Mistake,
    point: &[(&'static str, &str)],
    color: Color,
    checkers: impl Fn(&Facts) -> Bitboard + Sync + 'static,
) {
    cells.answers(mistake, point, move |told, question| {
        let facts = told.scene.last_facts().filter(|facts| facts.turn == color)?;
        let seen = checkers(facts);
        match question {
            _ if seen == facts.checkers => None,
            Question::Position(PositionQuestion::Check) => {
                (seen.is_empty() == facts.is_check()).then(|| Answer::Is(!seen.is_empty()))
            }
            Question::Position(PositionQuestion::Checkers) => {
                Some(Answer::Squares(seen.into_iter().collect()))
            }
            _ => None,
        }
    });
}
