//! Can a side still be mated? "No series of legal moves" is decided here.
//!
//! [`material`] looks only at which men there are and is exact about it: where it says that mate is
//! impossible, no placement of those men allows it. [`search`] looks at the position and answers
//! with evidence, or says that its limit was too low.

mod certificate;
pub mod check;
pub mod enumerate;
mod forced;
mod graph;
mod guide;
pub mod material;
mod mobility;
mod search;
mod shortest;
mod sprint;
mod world;

pub use certificate::Certificate;
pub use forced::has_forced_mate;
pub use mobility::{Region, Roaming, Story};
pub use search::{DEFAULT_LIMIT, search};
pub use shortest::{OutOfReach, shortest};

use crate::{
    board::Color,
    position::{Move, Position},
};

/// Whether a side can still mate by some series of legal moves of both players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winnable {
    /// It can: this line ends in mate, and anyone can replay it.
    Yes(Vec<Move>),
    /// It cannot, for a reason that anyone can check.
    No(Certificate),
    /// The limit was reached first.
    Undetermined,
}

impl Winnable {
    /// Whether it is certain that the side cannot mate.
    pub fn is_no(&self) -> bool {
        matches!(self, Winnable::No(_))
    }
}

/// Whether some series of legal moves ends with this side giving mate, at the default limit.
pub fn can_mate(position: &Position, side: Color) -> Winnable {
    search(position, side, DEFAULT_LIMIT).0
}

/// Whether it is proven that no series of legal moves ends with this side giving mate.
pub fn cannot_mate(position: &Position, side: Color) -> bool {
    can_mate(position, side).is_no()
}

/// A certificate that this side cannot mate, if one is found without looking at any other position.
///
/// `None` says nothing.
pub fn rule_out(position: &Position, side: Color) -> Option<Certificate> {
    if position.turn() != side && position.is_checkmate() {
        None
    } else if !material::suffices(position.placement(), side) {
        Some(Certificate::Material)
    } else {
        mobility::prove(position, side, 2).map(Certificate::Mobility)
    }
}

/// Whether the position is dead (Article 5.2.2); `None` if the default limit leaves it open.
pub fn is_dead(position: &Position) -> Option<bool> {
    let mut open = false;
    for side in Color::ALL {
        match can_mate(position, side) {
            Winnable::Yes(_) => return Some(false),
            Winnable::No(_) => {}
            Winnable::Undetermined => open = true,
        }
    }
    if open { None } else { Some(true) }
}
