//! The heuristic distance from mate that ranks positions in the search. It never decides an answer.

use super::abstraction::flood_fill;
use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    position::Position,
};

/// The corner squares.
pub(super) const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// Estimates how far `position` is from mate by `side`. Smaller is nearer.
#[inline]
pub(super) fn estimated_distance(position: &Position, side: Color) -> u32 {
    let pieces = position.placement();
    let king = position.king(!side);
    let own = position.king(side);
    let (ours, theirs) = (pieces.color(side), pieces.color(!side));
    let corners = corners(position, side);
    let around = attacks::king(king) - theirs;
    let occupied = pieces.occupied() - king.set();
    let pawns = ours & pieces.role(Role::Pawn);
    let mut covered = attacks::king(own) | attacks::pawns(side, pawns);
    let queens = pieces.role(Role::Queen);
    // If its own pieces surround the king, hardly any piece but a knight mates.
    let mating = if around.is_empty() {
        ours & pieces.role(Role::Knight)
    } else {
        ours & (queens | pieces.role(Role::Rook))
    };
    let mut nearest = 8;
    for at in ours & pieces.role(Role::Knight) {
        covered |= attacks::knight(at);
        nearest = nearest.min(distance(at, king));
    }
    for at in ours & (pieces.role(Role::Bishop) | queens) {
        covered |= attacks::bishop(at, occupied);
        nearest = nearest.min(distance(at, king));
    }
    for at in ours & (pieces.role(Role::Rook) | queens) {
        covered |= attacks::rook(at, occupied);
        nearest = nearest.min(1 + distance(at, king) / 2);
    }
    let escapes = (around - covered).len();
    let edge = from_corner(king, corners);
    let passed = pawns - ahead(!side, theirs & pieces.role(Role::Pawn));
    // The squares of the kings do not matter as long as no pawn can pass.
    let is_stuck = passed.is_empty() && (ours - pawns) == own.set();
    let mut far = if is_stuck {
        40 + sacrifice_distance(position, side)
    } else {
        2 * escapes + 8 * edge + 4 * distance(own, king)
    };
    if mating.is_empty() {
        far += 8;
        if !passed.is_empty() {
            far += 2 * steps(side, passed);
        } else if !pawns.is_empty() {
            far += 2 * (steps(side, pawns) + 16);
        }
    }
    far += nearest;
    far += 6 * (theirs & (pieces.role(Role::Rook) | queens)).len();
    far += 3 * (theirs & pieces.role(Role::Pawn)).len();
    if !needs_help(position, side, corners) {
        far += 4 * (theirs - pieces.role(Role::Pawn)).len();
    } else {
        let able = pieces.role(Role::Knight) | pieces.role(Role::Bishop) | pieces.role(Role::Rook);
        let able = theirs & able;
        match able.into_iter().map(|at| distance(at, king)).min() {
            Some(apart) => far += 4 * apart,
            None => far += 32 + 2 * steps(!side, theirs & pieces.role(Role::Pawn)),
        }
    }
    far
}

/// Estimates how far the opponent of `side` is from giving away a piece, so that a pawn of `side` can leave its file.
fn sacrifice_distance(position: &Position, side: Color) -> u32 {
    let pieces = position.placement();
    let given = pieces.color(!side);
    let [kings, pawns] = [Role::King, Role::Pawn].map(|role| pieces.role(role));
    // The squares of the side's pawns, and those that they may step to if only the opponent's pawns block them.
    let own = pawns - given;
    let squares = own.into_iter().fold(own, |all, pawn| {
        let way = ahead(side, pawn.set());
        let stops = way & pawns & given;
        all | (way - stops - ahead(side, stops))
    });
    let captures = attacks::pawns(side, squares);
    let walls = kings | pawns;
    let can_be_given = |at: Square| {
        let reachable = |piece| flood_fill(piece, at.set(), walls, walls);
        pieces.at(at).map(reachable).is_some_and(|reachable| reachable.meets(captures))
    };
    if (given - kings - pawns).into_iter().any(can_be_given) {
        return 0;
    }
    // The opponent's king can step aside. Everything else in the way of a pawn has to be captured.
    let open = (given & pawns) - ahead(side, pieces.occupied() - kings);
    if open.is_empty() { 52 } else { 12 + 4 * steps(!side, open) }
}

/// Whether the pieces of `side` can mate only if a piece of the opponent blocks its king.
fn needs_help(position: &Position, side: Color, corners: Bitboard) -> bool {
    let pieces = position.placement();
    let own = pieces.color(side) - pieces.role(Role::King);
    let [bishops, knights] = [Role::Bishop, Role::Knight].map(|role| own & pieces.role(role));
    let has_mating_pair = !knights.is_empty() || corners == CORNERS;
    own.is_subset(bishops | knights) && (bishops.is_empty() || !has_mating_pair)
}

/// The corners where mate is likely: those of the square colour of the side's bishops. Without bishops, those of the
/// other colour than the opponent's bishops, which then can block their king.
fn corners(position: &Position, side: Color) -> Bitboard {
    let bishops = position.placement().role(Role::Bishop);
    let [ours, theirs] = [side, !side].map(|color| bishops & position.placement().color(color));
    let shades = [Bitboard::LIGHT, Bitboard::DARK].into_iter();
    let good = shades.filter(|&shade| match (ours.is_empty(), theirs.is_empty()) {
        (false, _) => ours.meets(shade),
        (true, false) => !theirs.is_subset(shade),
        (true, true) => true,
    });
    good.fold(Bitboard::EMPTY, |all, shade| all | (CORNERS & shade))
}

/// All squares in front of these pawns.
pub(super) fn ahead(color: Color, pawns: Bitboard) -> Bitboard {
    let up = 8 * i32::from(color.forward());
    let near = pawns.shift(up);
    let near = near | near.shift(up);
    let near = near | near.shift(2 * up);
    near | near.shift(4 * up)
}

/// Number of steps to promotion for the most advanced pawn; 6 if there is none.
fn steps(color: Color, pawns: Bitboard) -> u32 {
    if pawns.is_empty() {
        return 6;
    }
    match color {
        Color::White => pawns.0.leading_zeros() / 8,
        Color::Black => pawns.0.trailing_zeros() / 8,
    }
}

/// King distance from a square to the nearest of these corners.
#[inline]
pub(super) fn from_corner(square: Square, corners: Bitboard) -> u32 {
    corners.into_iter().map(|corner| distance(square, corner)).min().unwrap_or(0)
}

/// King distance between two squares.
#[inline]
pub(super) fn distance(a: Square, b: Square) -> u32 {
    u32::from(DISTANCES[a.index()][b.index()])
}

/// King distances between all pairs of squares.
static DISTANCES: [[u8; 64]; 64] = distances();

const fn distances() -> [[u8; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut pair = 0usize;
    while pair < 64 * 64 {
        let (a, b) = (pair / 64, pair % 64);
        let (files, ranks) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
        table[a][b] = if files > ranks { files } else { ranks } as u8;
        pair += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_is_the_greater_of_files_and_ranks() {
        let table = distances();
        for a in Square::all() {
            for b in Square::all() {
                let [one, other] = [a, b].map(|at| (at.index() % 8, at.index() / 8));
                let far = one.0.abs_diff(other.0).max(one.1.abs_diff(other.1));
                assert_eq!(usize::from(table[a.index()][b.index()]), far, "{a} {b}");
                assert_eq!(distance(a, b) as usize, far, "{a} {b}");
            }
        }
    }

    #[test]
    fn minor_pieces_need_help_but_for_two_bishops_or_bishop_and_knight() {
        let pawn = "4k3/8/8/8/8/8/4P3/K7 w - - 0 1".parse().unwrap();
        assert!(!needs_help(&pawn, Color::White, CORNERS));
    }

    rows!(
        minor_pieces_need_help_but_for_two_bishops_or_bishop_and_knight,
        for (pieces, needs) in [
            ("KN6", true),
            ("KNN5", true),
            ("KB6", true),
            ("KB1B4", true),
            ("KBB5", false),
            ("KBN5", false),
            ("KBR5", false),
            ("KNQ5", false),
        ] {
            let at = format!("4k3/8/8/8/8/8/8/{pieces} w - - 0 1").parse().unwrap();
            let found = needs_help(&at, Color::White, corners(&at, Color::White));
            assert_eq!(found, needs, "{pieces}");
        }
    );

    // White has pawns that cannot pass. Black has to promote first, or has a piece to give away.
    rows!(
        a_gift_is_far_if_a_pawn_has_to_be_promoted_first,
        for (fen, expected) in [
            ("7k/3p4/8/8/8/8/3P4/7K w - - 0 1", 52),
            ("7k/3p4/8/8/8/p7/3P4/7K w - - 0 1", 20),
            ("7k/3p4/8/8/8/8/p2P4/7K w - - 0 1", 16),
            ("7k/3p4/8/8/8/b7/3P4/7K w - - 0 1", 0),
        ] {
            let at = fen.parse().unwrap();
            assert_eq!(sacrifice_distance(&at, Color::White), expected, "{fen}");
        }
    );

    /// The piece that blocks the king may have to be promoted first.
    #[test]
    fn help_is_nearer_as_a_piece_beside_the_king_than_as_a_pawn() {
        let far = |fen: &str| {
            let at: Position = fen.parse().unwrap();
            assert_eq!(
                estimated_distance(&at, Color::White),
                estimated_distance(&at.flip(), Color::Black),
                "{fen}"
            );
            estimated_distance(&at, Color::White)
        };
        let nearest_first = [
            "k7/n7/8/8/8/8/8/2KN4 w - - 0 1",
            "k7/2n5/8/8/8/8/8/2KN4 w - - 0 1",
            "k7/p1n5/8/8/8/8/8/2KN4 w - - 0 1",
            "k7/8/8/8/8/8/p7/2KN4 w - - 0 1",
            "k7/8/8/8/8/p7/8/2KN4 w - - 0 1",
            "k7/p7/8/8/8/8/8/2KN4 w - - 0 1",
            "k7/p6p/8/8/8/8/8/2KN4 w - - 0 1",
        ];
        assert!(nearest_first.map(far).is_sorted_by(|near, further| near < further));
    }
}
