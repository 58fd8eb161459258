//! Moves that run out: a king that cannot move and pawns that cannot pass, counted file by file (Lemma 17).

use crate::{
    board::{Bitboard, Color, Piece, Placement, Role, Square, attacks},
    position::Position,
};

/// Whether `side` has nothing but steps of pawns to play, and these run out before the other side can give a piece away.
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
    let still = still(pieces, !side, king, &blocked, is_taken);
    are_apart(pieces, side, &columns)
        && is_shut_in(pieces, king, &blocked, &still)
        && !still.iter().any(|&at| is_taken(at))
        && is_out_of_reach(pieces, side, &columns, &still)
        && is_late(position, side, &columns, &[still, blocked].concat())
}

/// Pawns of one player behind each other, and the pawn of the opponent's that they come to.
struct Column {
    stop: Square,
    /// Of each pawn where it is and the squares before it up to the stop, pieces and other pawns on them too.
    runs: Vec<Vec<Square>>,
}

/// The pawns of this player by where they are stopped; `None` if one is not.
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
    /// Where its pawns are and may come to.
    fn squares(&self) -> impl Iterator<Item = Square> {
        self.runs.iter().flatten().copied()
    }

    /// Whether one of its pawns attacks a square from where it is or may come to.
    fn attacks(&self, side: Color, to: Square) -> bool {
        self.squares().any(|at| attacks::pawn(side, at).contains(to))
    }

    /// The pawn right before the stop, if it is beside its king, where the other king does not get.
    fn blocked(&self, side: Color, king: Square) -> Option<Square> {
        let last = self.stop.offset(0, -side.forward())?;
        let is_there = self.runs.iter().any(|run| run[0] == last);
        (is_there && attacks::king(king).contains(last)).then_some(last)
    }

    /// How many steps there are, if the pawns do not hinder each other.
    fn most_steps(&self) -> usize {
        self.runs.iter().map(|run| run.len() - 1).sum()
    }

    /// How many are lost, or moves spent on taking, as two pawns cannot both go to the stop.
    fn lost_steps(&self) -> usize {
        self.runs.len() - 1
    }
}

/// All squares before a pawn, the nearest first.
fn squares_ahead(pawn: Square, color: Color) -> Vec<Square> {
    std::iter::successors(Some(pawn), |at| at.offset(0, color.forward())).skip(1).collect()
}

/// Whether no pawn of `side` ever takes a pawn, however far both have gone. Nor is it taken by one then, and none guards
/// another.
fn are_apart(pieces: &Placement, side: Color, columns: &[Column]) -> bool {
    let mut others = pieces.pieces(!side, Role::Pawn).into_iter();
    others.all(|other| {
        let mut all = std::iter::once(other).chain(squares_ahead(other, !side));
        all.all(|at| !columns.iter().any(|column| column.attacks(side, at)))
    })
}

/// The pieces of this player that stay, or mate when they move, as long as they do all, and this king of the opponent's
/// and these pawns of its do.
fn still(
    pieces: &Placement,
    color: Color,
    king: Square,
    blocked: &[Square],
    is_taken: impl Fn(Square) -> bool,
) -> Vec<Square> {
    let others = pieces.color(color) - pieces.role(Role::King);
    let mut still: Vec<Square> = others.into_iter().collect();
    loop {
        let before = still.clone();
        let in_the_way: Bitboard = before.iter().copied().chain([king]).collect();
        still.retain(|&at| {
            let role = pieces.role_at(at);
            if role == Role::Pawn {
                let ahead = at.offset(0, color.forward());
                return ahead.is_none_or(|to| in_the_way.contains(to) || blocked.contains(&to));
            }
            let rest: Vec<Square> = before.iter().copied().filter(|&other| other != at).collect();
            // Beside the king nothing comes in between.
            let mates = |to: Square| {
                let checks = attacks::of(role, color, to, Bitboard::FULL).contains(king);
                let is_beside = attacks::king(king).contains(to) && !blocked.contains(&to);
                checks && is_beside && !is_taken(to) && is_shut_in(pieces, king, blocked, &rest)
            };
            let mut targets = attacks::of(role, color, at, in_the_way).into_iter();
            targets.all(|to| in_the_way.contains(to) || mates(to))
        });
        if still == before {
            return still;
        }
    }
}

/// Whether each square beside this king holds one of these pawns of its own, or is attacked by one of these pieces, whatever
/// is on it and around it.
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

/// Whether no knight, bishop, rook or queen of the other side ever comes to where a pawn of `side` is or takes, but for
/// those that stand still.
fn is_out_of_reach(pieces: &Placement, side: Color, columns: &[Column], still: &[Square]) -> bool {
    let harms = |at: Square| {
        columns
            .iter()
            .any(|column| column.attacks(side, at) || column.squares().any(|pawn| pawn == at))
    };
    let mut loose = pieces.iter().filter(|(at, piece)| {
        piece.color != side && !matches!(piece.role, Role::King | Role::Pawn) && !still.contains(at)
    });
    let king = pieces.king(side);
    loose.all(|(at, piece)| !places(piece, at, king, still).into_iter().any(harms))
}

/// Where a piece may get to if only this king and what stands still are in its way.
fn places(piece: Piece, from: Square, king: Option<Square>, still: &[Square]) -> Vec<Square> {
    let walls: Bitboard = still.iter().copied().chain(king).collect();
    let mut places = vec![from];
    let mut next = 0;
    while let Some(&at) = places.get(next) {
        next += 1;
        for to in attacks::of(piece.role, piece.color, at, walls) - walls {
            if !places.contains(&to) {
                places.push(to);
            }
        }
    }
    places
}

/// Whether each pawn of the other side, before it can be promoted and the piece be given away, takes more moves than
/// `side` has.
fn is_late(position: &Position, side: Color, columns: &[Column], still: &[Square]) -> bool {
    let pieces = position.placement();
    pieces.pieces(!side, Role::Pawn).into_iter().all(|pawn| {
        let way = squares_ahead(pawn, !side);
        let never_goes = way.iter().any(|at| {
            let is_pawn = pieces.at(*at) == Some(Piece { color: !side, role: Role::Pawn });
            is_pawn || still.contains(at) || *at == position.king(side)
        });
        // The first step may be a double one; who takes on the way has to step aside; and the piece has to move.
        let is_at_home = squares_ahead(pawn, side).len() == 1;
        let steps = way.len() - usize::from(is_at_home);
        let taken = columns.iter().filter(|column| column.stop == pawn).map(|own| own.runs.len());
        let moves = steps + taken.map(|taken| taken + 1).sum::<usize>() + 1;
        let theirs = columns.iter().map(Column::most_steps).sum::<usize>();
        let others = columns.iter().filter(|column| column.stop != pawn);
        let lost: usize = others.map(Column::lost_steps).sum();
        // Whoever is on move has played no move yet.
        let before = if position.turn() == side { moves } else { moves - 1 };
        never_goes || before + lost > theirs
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dead::check::by_hand::{square, squares},
        position::Setup,
    };

    /// A board, a king of Black's, its pawns that are blocked, where pawns of its take, and which pieces of White's stand
    /// still.
    #[test]
    fn a_piece_stands_still_that_has_no_move_but_to_mate() {
        const CORNER: &str = "B7/8/2k5/8/8/8/8/K7";
        for (board, king, blocked, taken, expected) in [
            // A bishop that goes beside the king, which has no square.
            (CORNER, "c6", "b5 b6 c5 c7 d5 d6 d7", "", ""),
            ("B7/8/2k5/8/8/8/N7/K7", "c6", "b5 b6 c5 c7 d5 d6 d7", "", ""),
            ("B1N5/P7/2k5/8/8/8/8/K7", "c6", "b5 b6 c5 c7 d5 d6 d7", "", ""),
            // It takes a pawn that is blocked, and the king may take it.
            (CORNER, "c6", "b5 b6 b7 c5 c7 d5 d6 d7", "", ""),
            // A rook that a pawn guards, and that mates beside the king: not where pawns take.
            ("1k6/RP6/PP6/1P6/8/8/8/K7", "b8", "", "", "b5 a6 b6 a7 b7"),
            ("1k6/RP6/PP6/1P6/8/8/8/K7", "b8", "", "a8", "b5 b6 b7"),
            // A knight goes beside the king, or gives check from afar, and does not mate.
            ("N7/1P6/8/8/3k4/8/8/K7", "d4", "c3 c4 c5 d3 d5 e3 e4 e5", "", ""),
            ("N7/8/8/3k4/8/8/8/K7", "d5", "c4 c5 c6 d4 d6 e4 e5 e6", "", ""),
        ] {
            let setup: Setup = format!("{board} w - - 0 1").parse().unwrap();
            let blocked: Vec<Square> = squares(blocked).into_iter().collect();
            let is_taken = |at: Square| squares(taken).contains(at);
            let found = still(&setup.placement, Color::White, square(king), &blocked, is_taken);
            let found: Bitboard = found.into_iter().collect();
            assert_eq!(found, squares(expected), "{board}: {blocked:?}, {taken}");
        }
    }
}
