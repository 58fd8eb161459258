//! Mutations that insert patterns typical of long searches.

use lawbook::{
    board::{Bitboard, Color, File, Piece, Rank, Role, Square, attacks},
    position::Setup,
    properties::{SplitMix64, pawn_wall},
};

use super::change::{any_color, pick, put_on_empty};

/// Replaces all pawns by a wall of locked pawns.
pub(super) fn wall(setup: &mut Setup, rng: &mut SplitMix64) {
    for square in setup.placement.role(Role::Pawn) {
        setup.placement.remove(square);
    }
    for (square, pawn) in pawn_wall(rng).placement.iter() {
        if setup.placement.at(square).is_none() {
            setup.placement.put(square, pawn);
        }
    }
}

/// Adds bishops of one player or both on squares of one colour.
pub(super) fn bishops(setup: &mut Setup, rng: &mut SplitMix64) {
    let among = [Bitboard::LIGHT, Bitboard::DARK][rng.below(2)];
    let (color, is_mixed) = (any_color(rng), rng.below(2) == 0);
    for _ in 0..1 + rng.below(5) {
        let color = if is_mixed { any_color(rng) } else { color };
        put_on_empty(setup, among, Piece { color, role: Role::Bishop }, rng);
    }
}

/// Places a king in a corner or at an edge, surrounded by pieces and pawns.
pub(super) fn pocket(setup: &mut Setup, rng: &mut SplitMix64) {
    let color = any_color(rng);
    let edge = Bitboard::END_RANKS | File::ALL[0].squares() | File::ALL[7].squares();
    let other = setup.placement.king(!color).map_or(Bitboard::EMPTY, Square::set);
    let Some(corner) = pick(edge - other, rng) else { return };
    if let Some(king) = setup.placement.king(color) {
        setup.placement.remove(king);
    }
    setup.placement.put(corner, Piece { color, role: Role::King });
    for square in attacks::king(corner) - other {
        let role = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook][rng.below(5)];
        let is_barred = role == Role::Pawn && Bitboard::END_RANKS.contains(square);
        match rng.below(8) {
            0 => setup.placement.remove(square),
            1 if !is_barred => setup.placement.put(square, Piece { color: !color, role }),
            _ if !is_barred => setup.placement.put(square, Piece { color, role }),
            _ => {}
        }
    }
}

/// Adds two to four pairs of opposing pawns on adjacent files.
pub(super) fn chain(setup: &mut Setup, rng: &mut SplitMix64) {
    let (mut file, mut rank) = (rng.below(7), 1 + rng.below(5));
    let slope = rng.below(3);
    let step = 1 + rng.below(2);
    for _ in 0..2 + rng.below(3) {
        for (color, up) in [(Color::White, 0), (Color::Black, 1)] {
            let Some((&file, &rank)) = File::ALL.get(file).zip(Rank::ALL.get(rank + up)) else {
                return;
            };
            let square = Square::new(file, rank);
            let is_king = setup.placement.role(Role::King).contains(square);
            if !is_king && !Bitboard::END_RANKS.contains(square) {
                setup.placement.put(square, Piece { color, role: Role::Pawn });
            }
        }
        file += step;
        // The next pair stands one rank higher, one lower, or on the same rank.
        rank = [rank + 1, rank.saturating_sub(1).max(1), rank][slope];
    }
}

/// Removes most of the pieces.
pub(super) fn open(setup: &mut Setup, rng: &mut SplitMix64) {
    for square in setup.placement.occupied() - setup.placement.role(Role::King) {
        if rng.below(3) > 0 {
            setup.placement.remove(square);
        }
    }
}
