//! Checks that pawn moves run out, for a king that cannot move and pawns that cannot pass, file by file (Lemma 16).

use crate::{
    board::{Bitboard, Color, Piece, Placement, Role, Square, attacks},
    position::Position,
};

/// Whether `side` can only step with pawns, and these steps run out before the opponent can give a piece away.
pub(super) fn run_out(position: &Position, side: Color) -> bool {
    let pieces = position.placement();
    let king = position.king(side);
    let has_only_pawns = pieces
        .iter()
        .all(|(at, piece)| piece.color != side || at == king || piece.role == Role::Pawn);
    if !has_only_pawns || position.en_passant().is_some() {
        return false;
    }
    let Some(columns) = columns(pieces, side) else { return false };
    let blocked: Vec<Square> =
        columns.iter().filter_map(|column| column.blocked(side, king)).collect();
    let is_taken = |at| columns.iter().any(|column| column.attacks(side, at));
    let wall = wall(pieces, !side, king, &blocked, is_taken);
    are_apart(pieces, side, &columns)
        && is_shut_in(pieces, king, &blocked, &wall)
        && !wall.iter().any(|&at| is_taken(at))
        && is_out_of_reach(pieces, side, &columns, &wall)
        && is_late(position, side, &columns, &[wall, blocked].concat())
}

/// Pawns of one player on a file and the opposing pawn that stops them.
struct Column {
    stop: Square,
    /// The run of each pawn: its square and all squares ahead of it up to the stop, occupied or not.
    runs: Vec<Vec<Square>>,
}

/// The pawns of `side`, grouped by their stops; `None` if a pawn has no stop.
fn columns(pieces: &Placement, side: Color) -> Option<Vec<Column>> {
    let mut columns: Vec<Column> = Vec::new();
    let stop = Some(Piece { color: !side, role: Role::Pawn });
    for pawn in pieces.pieces(side, Role::Pawn) {
        let mut run = vec![pawn];
        let mut ahead = squares_ahead(pawn, side).into_iter();
        let stop = loop {
            match ahead.next()? {
                at if pieces.at(at) == stop => break at,
                at => run.push(at),
            }
        };
        match columns.iter_mut().find(|column| column.stop == stop) {
            Some(column) => column.runs.push(run),
            None => columns.push(Column { stop, runs: vec![run] }),
        }
    }
    Some(columns)
}

impl Column {
    /// All squares of the runs.
    fn squares(&self) -> impl Iterator<Item = Square> {
        self.runs.iter().flatten().copied()
    }

    /// Whether one of its pawns attacks `to` from a square of its run.
    fn attacks(&self, side: Color, to: Square) -> bool {
        self.squares().any(|at| attacks::pawn(side, at).contains(to))
    }

    /// The blocked pawn of the column, if there is one: a pawn directly before the stop and adjacent to its own king.
    fn blocked(&self, side: Color, king: Square) -> Option<Square> {
        let last = self.stop.offset(0, -side.forward())?;
        let is_there = self.runs.iter().any(|run| run[0] == last);
        (is_there && attacks::king(king).contains(last)).then_some(last)
    }

    /// The number of steps if the pawns do not hinder each other.
    fn most_steps(&self) -> usize {
        self.runs.iter().map(|run| run.len() - 1).sum()
    }

    /// The number of steps lost because two pawns cannot both reach the stop; capturing one of them costs the opponent
    /// a move.
    fn lost_steps(&self) -> usize {
        self.runs.len() - 1
    }
}

/// All squares ahead of a pawn, nearest first.
fn squares_ahead(pawn: Square, color: Color) -> Vec<Square> {
    std::iter::successors(Some(pawn), |at| at.offset(0, color.forward())).skip(1).collect()
}

/// Whether no pawn of `side` attacks, from its run, a square where an opposing pawn may stand. Then no pawn captures
/// a pawn, and no pawn of `side` guards another.
fn are_apart(pieces: &Placement, side: Color, columns: &[Column]) -> bool {
    let mut others = pieces.pieces(!side, Role::Pawn).into_iter();
    others.all(|other| {
        let mut all = std::iter::once(other).chain(squares_ahead(other, !side));
        all.all(|at| !columns.iter().any(|column| column.attacks(side, at)))
    })
}

/// The wall: pieces of `color` that have no move, or only mating moves, as long as all of them, the opponent's king and
/// its `blocked` pawns stay in place.
fn wall(
    pieces: &Placement,
    color: Color,
    king: Square,
    blocked: &[Square],
    is_taken: impl Fn(Square) -> bool,
) -> Vec<Square> {
    let others = pieces.color(color) - pieces.role(Role::King);
    let mut wall: Vec<Square> = others.into_iter().collect();
    loop {
        let before = wall.clone();
        let in_the_way: Bitboard = before.iter().copied().chain([king]).collect();
        wall.retain(|&at| {
            let role = pieces.role_at(at);
            if role == Role::Pawn {
                let ahead = at.offset(0, color.forward());
                return ahead.is_none_or(|to| in_the_way.contains(to) || blocked.contains(&to));
            }
            let rest: Vec<Square> = before.iter().copied().filter(|&other| other != at).collect();
            // Nothing can be interposed between adjacent squares.
            let mates = |to: Square| {
                let checks = attacks::of(role, color, to, Bitboard::FULL).contains(king);
                let is_beside = attacks::king(king).contains(to) && !blocked.contains(&to);
                checks && is_beside && !is_taken(to) && is_shut_in(pieces, king, blocked, &rest)
            };
            let mut targets = attacks::of(role, color, at, in_the_way).into_iter();
            targets.all(|to| in_the_way.contains(to) || mates(to))
        });
        if wall == before {
            return wall;
        }
    }
}

/// Whether each square adjacent to `king` holds one of its `blocked` pawns or is attacked by one of the pieces `by`
/// with all squares occupied.
fn is_shut_in(pieces: &Placement, king: Square, blocked: &[Square], by: &[Square]) -> bool {
    let attacks = |at: &Square, to| {
        let piece = pieces.at(*at);
        piece.is_some_and(|Piece { color, role }| {
            attacks::of(role, color, *at, Bitboard::FULL).contains(to)
        })
    };
    let is_closed = |to| blocked.contains(&to) || by.iter().any(|at| attacks(at, to));
    attacks::king(king).into_iter().all(is_closed)
}

/// Whether no knight, bishop, rook or queen of the opponent outside of the wall reaches a square of a run, or one that
/// a pawn attacks from its run.
fn is_out_of_reach(pieces: &Placement, side: Color, columns: &[Column], wall: &[Square]) -> bool {
    let harms = |at: Square| {
        columns
            .iter()
            .any(|column| column.attacks(side, at) || column.squares().any(|pawn| pawn == at))
    };
    let mut loose = pieces.iter().filter(|(at, piece)| {
        piece.color != side && !matches!(piece.role, Role::King | Role::Pawn) && !wall.contains(at)
    });
    let king = pieces.king(side);
    loose.all(|(at, piece)| !reachable(piece, at, king, wall).into_iter().any(harms))
}

/// Squares that a piece can reach if only this king and the wall block it.
fn reachable(piece: Piece, from: Square, king: Option<Square>, wall: &[Square]) -> Vec<Square> {
    let walls: Bitboard = wall.iter().copied().chain(king).collect();
    let mut reachable = vec![from];
    let mut next = 0;
    while let Some(&at) = reachable.get(next) {
        next += 1;
        for to in attacks::of(piece.role, piece.color, at, walls) - walls {
            if !reachable.contains(&to) {
                reachable.push(to);
            }
        }
    }
    reachable
}

/// Whether each pawn of the opponent takes more moves to promote and give the piece away than `side` has.
fn is_late(position: &Position, side: Color, columns: &[Column], wall: &[Square]) -> bool {
    let pieces = position.placement();
    pieces.pieces(!side, Role::Pawn).into_iter().all(|pawn| {
        let way = squares_ahead(pawn, !side);
        let never_goes = way.iter().any(|at| {
            let is_pawn = pieces.at(*at) == Some(Piece { color: !side, role: Role::Pawn });
            is_pawn || wall.contains(at) || *at == position.king(side)
        });
        // The first step may be double. A pawn whose file is cleared by captures needs a king move off the file. The
        // new piece must move.
        let is_at_home = squares_ahead(pawn, side).len() == 1;
        let steps = way.len() - usize::from(is_at_home);
        let taken = columns.iter().filter(|column| column.stop == pawn).map(|own| own.runs.len());
        let moves = steps + taken.map(|taken| taken + 1).sum::<usize>() + 1;
        let theirs = columns.iter().map(Column::most_steps).sum::<usize>();
        let others = columns.iter().filter(|column| column.stop != pawn);
        let lost: usize = others.map(Column::lost_steps).sum();
        // The side to move has made no move yet.
        let before = if position.turn() == side { moves } else { moves - 1 };
        never_goes || before + lost > theirs
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dead::check::fixtures::{square, squares},
        position::Setup,
    };

    // A board, a king of Black, its blocked pawns, squares that its pawns attack, and the expected wall of White.
    rows!(
        the_wall_has_no_moves_but_mates,
        {
            const CORNER: &str = "B7/8/2k5/8/8/8/8/K7";
        },
        for (board, king, blocked, taken, expected) in [
            // A bishop can move next to the king, which has a free square.
            (CORNER, "c6", "b5 b6 c5 c7 d5 d6 d7", "", ""),
            ("B7/8/2k5/8/8/8/N7/K7", "c6", "b5 b6 c5 c7 d5 d6 d7", "", ""),
            ("B1N5/P7/2k5/8/8/8/8/K7", "c6", "b5 b6 c5 c7 d5 d6 d7", "", ""),
            // It captures a blocked pawn, and the king may recapture.
            (CORNER, "c6", "b5 b6 b7 c5 c7 d5 d6 d7", "", ""),
            // A guarded rook mates next to the king, unless a pawn attacks that square.
            ("1k6/RP6/PP6/1P6/8/8/8/K7", "b8", "", "", "b5 a6 b6 a7 b7"),
            ("1k6/RP6/PP6/1P6/8/8/8/K7", "b8", "", "a8", "b5 b6 b7"),
            // A knight moves next to the king without check, or gives check from a distance, and does not mate.
            ("N7/1P6/8/8/3k4/8/8/K7", "d4", "c3 c4 c5 d3 d5 e3 e4 e5", "", ""),
            ("N7/8/8/3k4/8/8/8/K7", "d5", "c4 c5 c6 d4 d6 e4 e5 e6", "", ""),
        ] {
            let setup: Setup = format!("{board} w - - 0 1").parse().unwrap();
            let blocked: Vec<Square> = squares(blocked).into_iter().collect();
            let is_taken = |at: Square| squares(taken).contains(at);
            let found = wall(&setup.placement, Color::White, square(king), &blocked, is_taken);
            let found: Bitboard = found.into_iter().collect();
            assert_eq!(found, squares(expected), "{board}: {blocked:?}, {taken}");
        }
    );
}
