//! Creates new positions from the current population.

use lawbook::{
    board::{Bitboard, Color, Role},
    position::{CastlingRights, Position, Setup},
    properties::{SplitMix64, scatter},
};

use super::{change, population::Population};
use crate::sample::PositionStream;

/// One child in `ORPHANS` has no parent; of the others, one in `CROSSED` has two.
const ORPHANS: usize = 24;
const CROSSED: usize = 6;

/// Returns a new position: a mutated member of the population, a crossover of two members, or a fresh random position.
pub(super) fn child(population: &Population, rng: &mut SplitMix64) -> Position {
    loop {
        let parent = population.pick(rng).filter(|_| rng.below(ORPHANS) > 0);
        let Some(parent) = parent else {
            let number = rng.below(16);
            if let Some(position) = PositionStream::new(rng.bits(), 0).nth(number) {
                return position.without_clocks();
            }
            continue;
        };
        if let Some(position) = child_of(&parent.position, population, rng) {
            return position.without_clocks();
        }
    }
}

fn child_of(parent: &Position, population: &Population, rng: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup { en_passant: None, ..parent.setup() };
    if rng.below(CROSSED) == 0 {
        let other = population.pick(rng)?;
        cross(&mut setup, &other.position, rng);
    }
    for _ in 0..[1, 1, 1, 2, 2, 3, 4][rng.below(7)] {
        change::change(&mut setup, rng);
    }
    mend(&mut setup, rng);
    let position = playable(&setup).or_else(|| playable(&Setup { turn: !setup.turn, ..setup }))?;
    Some(played_on(position, rng))
}

/// Replaces a region of the board by the same region of another position.
fn cross(setup: &mut Setup, other: &Position, rng: &mut SplitMix64) {
    let part = change::part(rng);
    for square in part {
        setup.placement.remove(square);
        if let Some(piece) = other.placement().at(square) {
            setup.placement.put(square, piece);
        }
    }
}

/// Repairs a setup: each side gets exactly one king, and pawns on the first and last rank are removed.
fn mend(setup: &mut Setup, rng: &mut SplitMix64) {
    for square in setup.placement.role(Role::Pawn) & Bitboard::END_RANKS {
        setup.placement.remove(square);
    }
    for color in Color::ALL {
        while setup.placement.pieces(color, Role::King).is_several() {
            let Some(king) = change::pick(setup.placement.pieces(color, Role::King), rng) else {
                break;
            };
            setup.placement.remove(king);
        }
    }
    scatter(setup, rng, &[], 0);
}

/// Returns the position of a setup, without castling rights that are not possible in it. Returns `None` if it is
/// unreachable by simple criteria, such as more promoted pieces than missing pawns: such positions do not occur in
/// practice, so the solver need not be fast on them.
fn playable(setup: &Setup) -> Option<Position> {
    let without = || Setup { castling: CastlingRights::NONE, ..*setup };
    Position::new(setup).or_else(|_| Position::new(&without())).ok()
}

/// Plays a random move or two from a position in some cases.
fn played_on(mut position: Position, rng: &mut SplitMix64) -> Position {
    for _ in 0..[0, 0, 0, 0, 0, 1, 1, 2][rng.below(8)] {
        let moves = position.legal_moves();
        let Some(&played) = moves.get(rng.below(moves.len().max(1))) else {
            break;
        };
        position = position.after(played);
    }
    position
}
