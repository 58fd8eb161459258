//! Can a side still checkmate by some series of legal moves of both players (a helpmate of any length)?
//!
//! [`can_checkmate`] is all that most programs need; `search` and [`Solver`] do the same without its wrapping.
//! Every answer comes with evidence, a line or a [`Certificate`], and [`check`] verifies it by other code. `THEORY.md`,
//! beside this file, defines the terms and proves the lemmas that comments name.
//!
//! # How a question is answered
//!
//! 1. [`material`]: some piece combinations never mate. Exact, and decided at once.
//! 2. Playouts (`playout.rs`): up to 16 short games in which both players want the mate. Moves are chosen by a score, with
//!    `plan.rs` for a queen or a rook that mates in a few moves and `corner.rs` for mates by minor pieces. They decide
//!    nearly all positions of games.
//! 3. Reachability (`mobility.rs`): for each piece the set of squares it can ever reach, as a least fixed point. If the
//!    king cannot be attacked and shut in within these sets, there is no mate. This decides most blocked positions.
//! 4. Best-first search (`search.rs`) over all positions that can arise, each expanded once. Each pawn structure with its
//!    material (`irreversible.rs`) is tried by steps 1 and 3 and by counting pawn moves (`tempo.rs`). It ends with a
//!    mate, with all positions visited, or at the limit.
//! 5. From time to time during the search (`spares.rs`): an exhaustion of abstract positions (`shadow.rs`), in which pieces
//!    that roam are replaced by the set of squares they can reach.
//!
//! # Where to find what
//!
//! | files | contents |
//! |---|---|
//! | `checkmate.rs`, `explanation.rs` | the entry point with its budget; evidence in words |
//! | `search.rs`, `graph.rs`, `queue.rs`, `irreversible.rs` | step 4: search, hash table, priority queues, pawn structures |
//! | `guide.rs` | the heuristic distance from mate by which positions are ranked |
//! | `playout.rs`, `playout/attack.rs`, `playout/help.rs`, `cover.rs` | step 2: moves of the mating and of the other side, attack maps |
//! | `plan.rs`, `corner.rs`, `paths.rs` | step 2: goals of playouts, and distances to them |
//! | `mobility.rs`, `mobility/fixpoint.rs`, `spread.rs`, `attack.rs` | step 3: the fixed point, moves of one piece |
//! | `mobility/ending.rs`, `mate.rs`, `cases.rs` | step 3: moves that need not be followed, the mate test, case splits |
//! | `tempo.rs`, `spares.rs`, `shadow.rs` | steps 4 and 5: pawn moves that run out, abstract positions |
//! | `certificate.rs`, `check.rs`, `check/` | evidence as data, and its independent verification, file by file as above |
//! | `forced.rs`, `shortest.rs`, `enumerate.rs` | forced mates, shortest helpmates, mates counted for given pieces |
//! | `part.rs` | switches for measurements (`lawbook lab bench ablation`) |
//! | `rows.rs`, `by_hand.rs`, `mobility/sets.rs` | tests: rows for prover and checker alike |

mod certificate;
pub mod check;
mod checkmate;
mod corner;
mod cover;
#[doc(hidden)]
pub mod enumerate;
mod explanation;
mod forced;
mod graph;
mod guide;
mod irreversible;
#[doc(hidden)]
pub mod material;
mod mobility;
mod part;
mod paths;
mod plan;
mod playout;
mod queue;
#[cfg(test)]
mod rows;
mod search;
mod shadow;
mod shortest;
mod spares;
mod tempo;

pub use certificate::Certificate;
#[doc(hidden)]
pub use certificate::{CaseSplit, PieceReach, ReachInvariant};
pub use checkmate::{Budget, CheckmateAnswer, can_checkmate};
#[doc(hidden)]
pub use explanation::{KingMap, explain, name_squares};
#[doc(hidden)]
pub use forced::has_forced_mate;
#[doc(hidden)]
pub use part::Part;
pub use search::Solver;
#[doc(hidden)]
pub use search::{DEFAULT_LIMIT, mates_quickly, search};
#[doc(hidden)]
pub use shortest::{OutOfReach, shortest};

use part::Without;
use search::known_at_once;

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
    /// Whether the side can mate; `None` if that is left open.
    pub const fn decided(&self) -> Option<bool> {
        match self {
            Winnable::Yes(_) => Some(true),
            Winnable::No(_) => Some(false),
            Winnable::Undetermined => None,
        }
    }

    /// The line that ends in mate, if the side can.
    pub fn line(&self) -> Option<&[Move]> {
        if let Winnable::Yes(line) = self { Some(line) } else { None }
    }

    /// The reason why the side cannot mate, if it cannot.
    pub const fn certificate(&self) -> Option<&Certificate> {
        if let Winnable::No(certificate) = self { Some(certificate) } else { None }
    }
}

/// A certificate that this side cannot mate, if one is found without looking at any other position.
///
/// `None` says nothing.
#[doc(hidden)]
pub fn rule_out(position: &Position, side: Color) -> Option<Certificate> {
    match known_at_once(position, side) {
        Some(known) => known.certificate().cloned(),
        None => mobility::prove(position, side, 2, Without::default()).map(Certificate::Mobility),
    }
}

/// Whether the position is dead (Article 5.2.2); `None` if the limit of a `search` for each side leaves
/// it open.
pub fn is_dead(position: &Position, limit: usize) -> Option<bool> {
    let quickly = |side| mates_quickly(position, side);
    is_dead_by(quickly, |side| search(position, side, limit).0.decided())
}

/// Whether neither side can mate, if it is known who mates quickly, and what comes of a search for each: nobody waits
/// for a long one for one side where the other soon mates.
pub(crate) fn is_dead_by(
    quickly: impl Fn(Color) -> bool,
    can: impl Fn(Color) -> Option<bool>,
) -> Option<bool> {
    if Color::ALL.into_iter().any(quickly) { Some(false) } else { neither(can) }
}

/// Whether neither side can mate, by what is known of each; `None` if that leaves it open.
///
/// Nothing is asked about Black if White can.
#[doc(hidden)]
pub fn neither(can: impl Fn(Color) -> Option<bool>) -> Option<bool> {
    let mut is_open = false;
    for side in Color::ALL {
        match can(side) {
            Some(true) => return Some(false),
            Some(false) => {}
            None => is_open = true,
        }
    }
    (!is_open).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_found_quickly_if_they_are_easy() {
        for (fen, found) in [
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", [true, false]),
            ("r3k3/8/8/8/8/8/8/4K3 w - - 0 1", [false, true]),
            ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", [true, false]),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", [false, false]),
            ("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", [false, false]),
            ("8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 w - - 0 1", [false, false]),
        ] {
            let position = fen.parse().unwrap();
            assert_eq!(Color::ALL.map(|side| mates_quickly(&position, side)), found, "{fen}");
        }
    }
}
