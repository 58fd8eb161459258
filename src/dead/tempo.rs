//! Pawn moves that run out: a player with only a king that cannot move and pawns that cannot pass. If the opponent
//! cannot give a piece away in time, the game ends in stalemate or not at all (Lemma 16).

use super::{heuristic::ahead, paths::flood_fill};
use crate::{
    board::{Bitboard, Color, Piece, Placement, Rank, Role, Square, attacks},
    position::Position,
};

/// Whether `side` can only step with pawns, and these steps run out before the opponent can give a piece away.
pub(super) fn runs_out(position: &Position, side: Color) -> bool {
    let (pieces, king) = (position.placement(), position.king(side));
    let [pawns, stops] = [side, !side].map(|color| pieces.pieces(color, Role::Pawn));
    if pieces.color(side) != pawns | king.set()
        || !pawns.is_subset(ahead(!side, stops))
        || position.en_passant().is_some()
    {
        return false;
    }
    let run = run(pieces, side);
    let captures = attacks::pawns(side, run);
    if captures.meets(stops | ahead(!side, stops)) {
        return false;
    }
    // The opponent's king cannot capture a pawn next to this king.
    let blocked = attacks::king(king) & pawns & stops.shift(-8 * i32::from(side.forward()));
    let wall = wall(pieces, !side, king, blocked, captures);
    let blockers = wall | king.set();
    let loose = pieces.color(!side) - pieces.role(Role::King) - stops - wall;
    let gets_to_pawns = |at| {
        let reachable = reachable(pieces, at, blockers);
        reachable.meets(run) || reachable.meets(captures)
    };
    is_shut_in(pieces, king, blocked, wall)
        && !captures.meets(wall)
        && !loose.into_iter().any(gets_to_pawns)
        && takes_too_long(position, side, blockers | blocked)
}

/// Squares that the pawns of `side` attack from their runs.
pub(super) fn captures(pieces: &Placement, side: Color) -> Bitboard {
    attacks::pawns(side, run(pieces, side))
}

/// Squares that the piece on `at` can reach if only `blockers` are in its way.
pub(super) fn reachable(pieces: &Placement, at: Square, blockers: Bitboard) -> Bitboard {
    pieces.at(at).map_or(Bitboard::EMPTY, |piece| flood_fill(piece, at.set(), blockers, blockers))
}

/// Squares that this pawn of `side` may step to, if only pawns of the opponent block it.
fn way(pieces: &Placement, side: Color, pawn: Square) -> Bitboard {
    let way = ahead(side, pawn.set());
    let stops = way & pieces.pieces(!side, Role::Pawn);
    way - stops - ahead(side, stops)
}

/// The runs of the pawns of `side`: their squares and those that they may step to.
fn run(pieces: &Placement, side: Color) -> Bitboard {
    let pawns = pieces.pieces(side, Role::Pawn);
    pawns.into_iter().fold(pawns, |all, pawn| all | way(pieces, side, pawn))
}

/// Whether each square adjacent to `king` holds one of its `blocked` pawns or is attacked by one of the pieces `by`
/// with all squares occupied.
fn is_shut_in(pieces: &Placement, king: Square, blocked: Bitboard, by: Bitboard) -> bool {
    let attacked = by.into_iter().filter_map(|at| {
        let Piece { color, role } = pieces.at(at)?;
        Some(attacks::of(role, color, at, Bitboard::FULL))
    });
    attacks::king(king).is_subset(attacked.fold(blocked, |all, one| all | one))
}

/// The wall: pieces of `color` that have no move, or only mating moves to squares outside of `captures`, as long as all
/// of them, the opponent's king and its `blocked` pawns stay in place.
fn wall(
    pieces: &Placement,
    color: Color,
    king: Square,
    blocked: Bitboard,
    captures: Bitboard,
) -> Bitboard {
    let mut wall = pieces.color(color) - pieces.role(Role::King);
    loop {
        let blockers = wall | king.set();
        let can_move = |&at: &Square| match pieces.role_at(at) {
            Role::Pawn => {
                !at.set().shift(8 * i32::from(color.forward())).is_subset(blockers | blocked)
            }
            role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King) => {
                let mates = |to: Square| {
                    (attacks::king(king) - blocked - captures).contains(to)
                        && attacks::of(role, color, to, Bitboard::FULL).contains(king)
                        && is_shut_in(pieces, king, blocked, wall - at.set())
                };
                !(attacks::of(role, color, at, blockers) - blockers).into_iter().all(mates)
            }
        };
        let movable: Bitboard = wall.into_iter().filter(can_move).collect();
        if movable.is_empty() {
            return wall;
        }
        wall = wall - movable;
    }
}

/// Whether the steps of `side` run out before a pawn of the opponent can promote and the piece be given away.
fn takes_too_long(position: &Position, side: Color, blockers: Bitboard) -> bool {
    let pieces = position.placement();
    let [pawns, others] = [side, !side].map(|color| pieces.pieces(color, Role::Pawn));
    let steps: u32 = pawns.into_iter().map(|pawn| way(pieces, side, pawn).len()).sum();
    // Of several pawns with one stop, each but one loses a step to another, or the opponent a move to capture it.
    let faced = |stop: Square| {
        let before = ahead(!side, stop.set());
        before - ahead(!side, others & before)
    };
    let lost = |stop| (faced(stop) & pawns).len().saturating_sub(1);
    let lost_to_others: u32 = others.into_iter().map(lost).sum();
    let blocks = blockers | others;
    let starts = Rank::relative(2, !side).squares();
    let has_first_move = u32::from(position.turn() != side);
    others.into_iter().all(|pawn| {
        let way = ahead(!side, pawn.set());
        let taken = (way & pawns).len();
        let double = u32::from(starts.contains(pawn));
        let aside = u32::from(taken > 0);
        let moves = way.len() - double + taken + aside + 1;
        way.meets(blocks) || moves > steps - (lost_to_others - lost(pawn)) + has_first_move
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dead::{
            check,
            rows::{Lcg, no_mate_arises},
        },
        position::Setup,
    };

    /// Whether Black's moves run out. Asserts that prover and checker agree, also with colours flipped.
    fn says(position: &Position) -> bool {
        let said = runs_out(position, Color::Black);
        let flipped = position.flip();
        assert_eq!(check::moves_run_out(position, Color::Black), said, "{position}");
        assert_eq!(runs_out(&flipped, Color::White), said, "{position}");
        assert_eq!(check::moves_run_out(&flipped, Color::White), said, "{position}");
        said
    }

    rows!(
        moves_run_out_by_one_or_not_at_all,
        for (fen, runs_out) in [
            // Three steps against three to promote and one to give the piece away.
            ("1k6/1P6/BP1p4/1P4P1/8/8/3P4/7K b - -", true),
            ("1k6/1P6/BP1p4/1P4P1/8/8/3P4/7K w - -", false),
            ("1k6/1P1p4/BP6/1P4P1/8/8/3P4/7K b - -", false),
            // A double step saves one: five steps, and one more move.
            ("1k6/1P1p4/BP3p2/1P6/5P2/8/3P3P/7K b - -", true),
            ("1k6/1P1p4/BP3p2/1P6/5P2/8/3P3P/7K w - -", false),
            // The king captures the stopped pawn and steps aside: four steps, a capture, a step aside, one more move.
            ("1k6/1P1p4/BP3p2/1P5p/5P2/7P/3P4/7K b - -", true),
            ("1k6/1P1p4/BP3p2/1P5p/5P2/7P/3P4/7K w - -", false),
            // Of two pawns on one file one loses a step, or the opponent a move to capture it.
            ("1k6/1P1p4/BP1p4/1P6/6P1/3P4/8/7K b - -", true),
            ("1k6/1P1p4/BP1p4/1P6/6P1/3P4/8/7K w - -", false),
            // The loss does not count if they have to be captured anyway.
            ("1k6/1P1p1p2/BP3p1p/1P3P2/8/7P/3P4/7K b - -", false),
            // No pawn of White gets through: a pawn, the king, or the wall is in its way.
            ("1k6/1P6/BP6/1P6/8/8/8/7K b - -", true),
            ("1k6/1P6/BP5p/PP6/8/7P/8/7K b - -", true),
            // Pawns that can pass, and pawns that can capture each other.
            ("1k6/1P6/BP1p4/1P5p/8/8/3P4/K7 b - -", false),
            ("1k6/1P6/BP1pp3/1P6/8/8/3PP3/7K b - -", false),
            ("1k6/1P6/BP1p4/1P6/8/4P3/3P4/7K b - -", false),
            ("1k6/1P6/BP6/1P2p3/3PP3/3P4/8/7K b - -", false),
            ("1k6/1P6/BP6/1P6/3pP3/8/3P4/7K b - -", true),
            ("1k6/1P6/BP6/1P6/3pP3/8/3P4/7K b - e3", false),
            // Black has another piece, and White has pieces to give away.
            ("1k6/1P6/BP1p4/1P4P1/8/8/3P4/n6K b - -", false),
            ("1k6/1P6/BP1p4/1P4P1/8/8/3P4/N6K b - -", false),
            // A rook that is shut in, and one that reaches squares of the pawns, but none that they attack.
            ("1k6/RP6/BP1p4/1P4P1/8/8/3P4/7K b - -", true),
            ("1k6/1P6/RP1p4/1P4P1/8/8/3P4/7K b - -", false),
            // A rook that reaches a square that a pawn attacks, but none of a pawn.
            ("k7/Pp6/1P1p4/1P4P1/BP6/1P6/3P4/7K b - -", true),
            ("k7/Pp6/1P1p4/RP4P1/BP6/1P6/3P4/7K b - -", false),
            // A rook of the wall can only mate, on a square where nothing captures it.
            ("1k6/RP6/PP1p4/1P4P1/8/8/3P4/7K b - -", true),
            ("1k6/RP6/PP1p4/1P4P1/8/8/3P4/7K w - -", false),
            ("1k6/RP6/1P1p4/BP4P1/8/8/3P4/7K b - -", false),
            ("1k6/RP6/PP1p4/6P1/8/8/3P4/7K b - -", true),
            ("1k6/R7/PPP5/6P1/3p4/8/3P4/7K b - -", false),
            // A pawn of Black next to its king: it is blocked, or not, or White's pieces capture it.
            ("k7/Pp6/1P1p4/6P1/8/8/3P4/7K b - -", true),
            ("k7/Pp6/1P1p4/6P1/8/8/3P4/7K w - -", false),
            ("k7/Pp6/3p4/1P4P1/8/8/3P4/7K b - -", false),
            ("k7/Pp6/NP1p4/6P1/8/8/3P4/7K b - -", false),
            ("k7/Pp6/BP1p4/1P4P1/8/8/3P4/7K b - -", false),
            ("kB6/Pp6/1P1p4/6P1/8/8/3P4/7K b - -", false),
            // A piece moves next to the king without check.
            ("Nk6/1P6/BP1p4/1P4P1/8/8/3P4/7K b - -", false),
            // The king can move: a square is not guarded, or the guard can leave.
            ("1k6/1P6/1P1p4/1P4P1/8/8/3P4/7K b - -", false),
            ("1k6/1P6/B2p4/1P4P1/8/8/3P4/7K b - -", false),
            ("1k6/1P6/BP1p4/6P1/8/8/3P4/7K b - -", false),
            ("k7/1P6/BP1p4/1P4P1/8/8/3P4/7K b - -", false),
        ] {
            let position: Position = format!("{fen} 0 1").parse().unwrap();
            assert_eq!(says(&position), runs_out, "{fen}");
        }
    );

    /// Kings that cannot move, and the pieces that shut them in.
    const WALLS: [&str; 8] = [
        "1k6/RP6/PP6/1P6/8/8/8/8 w - - 0 1",
        "1k6/RP6/PP6/1P6/8/8/8/8 b - - 0 1",
        "1k6/1P6/BP6/1P6/8/8/8/8 w - - 0 1",
        "k7/P1B5/1P6/8/8/8/8/8 w - - 0 1",
        "1k6/1P6/BP6/1P6/8/8/8/8 b - - 0 1",
        "k7/2P5/PB6/NP6/8/8/8/8 b - - 0 1",
        "k7/Pp6/1P6/8/8/8/8/8 b - - 0 1",
        "k7/Pp6/1P6/8/8/8/8/8 w - - 0 1",
    ];

    /// A wall, White's king, and up to six pieces, most of them pawns on every second file.
    fn walled_in(random: &mut Lcg) -> Option<Position> {
        let mut setup: Setup = WALLS[random.below(WALLS.len())].parse().unwrap();
        let white = |role| Piece { color: Color::White, role };
        setup.placement.put(Square::from_index(random.below(32)), white(Role::King));
        for _ in 0..1 + random.below(6) {
            let is_anywhere = random.below(8) == 0;
            let file = if is_anywhere { random.below(8) } else { 3 + 2 * random.below(3) };
            let square = Square::from_index(8 + 8 * random.below(6) + file);
            let color = Color::ALL[random.below(2)];
            let others = [Role::Knight, Role::Bishop, Role::Rook];
            let other = others.get(random.below(36)).copied().map(white);
            if setup.placement.at(square).is_none() {
                setup.placement.put(square, other.unwrap_or(Piece { color, role: Role::Pawn }));
            }
        }
        Position::from_playable(&setup).ok()
    }

    #[test]
    fn no_mate_arises_if_moves_run_out() {
        let mut random = Lcg(1);
        let (mut asked, mut shown) = (0, 0);
        while asked < 50_000 {
            let Some(position) = walled_in(&mut random) else { continue };
            asked += 1;
            if says(&position) {
                let holds = no_mate_arises(&position, Color::Black, usize::MAX);
                assert_eq!(holds, Some(true), "{position}");
                shown += 1;
            }
        }
        assert!(shown > 9_000, "{shown}");
    }
}
