//! Can a side still be mated? "No series of legal moves" is decided here.
//!
//! [`material`] looks only at which men there are and is exact about it: where it says that mate is
//! impossible, no placement of those men allows it. [`search`] looks at the position and answers
//! with evidence, or says that its limit was too low.

mod forced;
pub mod material;
mod search;

pub use forced::has_forced_mate;
pub use search::{DEFAULT_LIMIT, Winnable, search};

use crate::{
    board::{Color, Role, attacks},
    position::Position,
};

/// Whether some series of legal moves ends with this side giving mate, at the default limit.
pub fn can_mate(position: &Position, side: Color) -> Winnable {
    search(position, side, DEFAULT_LIMIT)
}

/// Whether it is proven that no series of legal moves ends with this side giving mate.
pub fn cannot_mate(position: &Position, side: Color) -> bool {
    can_mate(position, side) == Winnable::No
}

/// Whether the position is dead (Article 5.2.2), asked after every ply of a game.
///
/// Positions in which a pawn can still move, more than six men are left and the player on move has a
/// choice of moves are taken to be alive without a search.
pub fn is_dead_in_play(position: &Position) -> bool {
    let men = position.placement();
    if material::is_insufficient(men) {
        return true;
    }
    let pawns = men.role(Role::Pawn);
    let few = men.occupied().len() <= 6 || position.count_legal_moves() <= 2;
    let blocked = Color::ALL.into_iter().all(|color| {
        let step = if color == Color::White { 8 } else { -8 };
        let own = men.color(color) & pawns;
        let taken = attacks::pawns(color, own) & men.color(!color);
        own.shift(step).is_subset(men.occupied()) && taken.is_empty()
    });
    (few || (blocked && !pawns.is_empty())) && is_dead(position) == Some(true)
}

/// Whether the position is dead (Article 5.2.2); `None` if the default limit leaves it open.
pub fn is_dead(position: &Position) -> Option<bool> {
    let mut open = false;
    for side in Color::ALL {
        match can_mate(position, side) {
            Winnable::Yes(_) => return Some(false),
            Winnable::No => {}
            Winnable::Undetermined => open = true,
        }
    }
    if open { None } else { Some(true) }
}
