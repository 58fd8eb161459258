//! A new position out of those that were found.

use lawbook::{
    board::{Bitboard, Color, Role},
    position::{CastlingRights, Position, Setup},
    properties::{Entropy, scatter},
};

use super::{change, population::Population};
use crate::sample::Sample;

/// One child in so many has no parent, and of the others one in so many has two.
const ORPHANS: usize = 24;
const CROSSED: usize = 6;

/// A position that is one of the population changed a little, half of one and half of another, or new.
pub(super) fn child(population: &Population, entropy: &mut Entropy) -> Position {
    loop {
        let parent = population.pick(entropy).filter(|_| entropy.below(ORPHANS) > 0);
        let Some(parent) = parent else {
            let number = entropy.below(16);
            if let Some(position) = Sample::new(entropy.bits(), 0).nth(number) {
                return position.without_clocks();
            }
            continue;
        };
        if let Some(position) = child_of(&parent.position, population, entropy) {
            return position.without_clocks();
        }
    }
}

fn child_of(parent: &Position, population: &Population, entropy: &mut Entropy) -> Option<Position> {
    let mut setup = Setup { en_passant: None, ..parent.setup() };
    if entropy.below(CROSSED) == 0 {
        let other = population.pick(entropy)?;
        cross(&mut setup, &other.position, entropy);
    }
    for _ in 0..[1, 1, 1, 2, 2, 3, 4][entropy.below(7)] {
        change::change(&mut setup, entropy);
    }
    mend(&mut setup, entropy);
    let position = playable(&setup).or_else(|| playable(&Setup { turn: !setup.turn, ..setup }))?;
    Some(played_on(position, entropy))
}

/// Takes a part of the board from another position.
fn cross(setup: &mut Setup, other: &Position, entropy: &mut Entropy) {
    let part = change::part(entropy);
    for square in part {
        setup.placement.remove(square);
        if let Some(piece) = other.placement().at(square) {
            setup.placement.put(square, piece);
        }
    }
}

/// Sees to it that each side has one king, and no pawn stands where none can.
fn mend(setup: &mut Setup, entropy: &mut Entropy) {
    for square in setup.placement.role(Role::Pawn) & Bitboard::END_RANKS {
        setup.placement.remove(square);
    }
    for color in Color::ALL {
        while setup.placement.pieces(color, Role::King).is_several() {
            let Some(king) = change::pick(setup.placement.pieces(color, Role::King), entropy)
            else {
                break;
            };
            setup.placement.remove(king);
        }
    }
    scatter(setup, entropy, &[], 0);
}

/// The position of a setup, without the rights that it cannot have; `None` if no game leads there, as with more promoted
/// pieces than missing pawns: a solver need not be fast on what nobody can ask about.
fn playable(setup: &Setup) -> Option<Position> {
    let without = || Setup { castling: CastlingRights::NONE, ..*setup };
    Position::new(setup).or_else(|_| Position::new(&without())).ok()
}

/// What comes of a position by a random move or two, now and then.
fn played_on(mut position: Position, entropy: &mut Entropy) -> Position {
    for _ in 0..[0, 0, 0, 0, 0, 1, 1, 2][entropy.below(8)] {
        let moves = position.legal_moves();
        let Some(&played) = moves.get(entropy.below(moves.len().max(1))) else {
            break;
        };
        position = position.after(played);
    }
    position
}
