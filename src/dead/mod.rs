//! Can a side still checkmate by some series of legal moves of both players (a helpmate of any length)?
//!
//! Most programs need only [`can_checkmate`]; `search` and [`Solver`] do the same without its wrapping. Every answer
//! comes with evidence, a line or a [`Certificate`], and [`check`] verifies it with separate code. `THEORY.md` in this
//! folder defines the terms and proves the lemmas named in comments.
//!
//! # How a question is answered
//!
//! 1. [`material`]: some piece combinations never mate. Exact, and decided at once.
//! 2. Playouts (`playout.rs`): up to 16 short games of two players who both want the mate. Moves are chosen by score,
//!    or towards a mate by minor pieces (`playout/corner.rs`). They decide nearly all positions of games.
//! 3. Reachability (`mobility.rs`): for each piece the set of squares that it can ever reach, as a least fixpoint. If
//!    the king cannot be attacked and shut in within these sets, there is no mate. This decides most blocked positions.
//! 4. Best-first search (`search.rs`) over all positions that can arise, each expanded once. Steps 1 and 3 are tried
//!    for each pawn structure with its material (`irreversible.rs`). The search ends with a mate, with all positions
//!    visited, or at the limit.
//! 5. From time to time during the search: an exhaustion of abstract states (`abstraction.rs`), where untracked pieces
//!    are replaced by the sets of squares that they can reach. `untracked.rs` selects these pieces.
//!
//! # Where to find what
//!
//! | files | contents |
//! |---|---|
//! | `checkmate.rs`, `explanation.rs` | the entry point with its budget; evidence in words |
//! | `search.rs`, `graph.rs`, `queue.rs`, `irreversible.rs` | step 4: search, hash table, queues, pawn structures |
//! | `heuristic.rs` | the estimated distance from mate that ranks positions |
//! | `playout.rs`, `playout/attack.rs`, `help.rs` | step 2: moves of the mating and of the other side |
//! | `playout/corner.rs` | step 2: targets and distances for mates by minor pieces |
//! | `playout/attack_map.rs` | step 2: the squares that stay attacked when a piece leaves |
//! | `mobility.rs`, `mobility/fixpoint.rs`, `grow.rs`, `attack.rs` | step 3: the fixpoint, moves of one piece |
//! | `mobility/ending.rs`, `mate.rs`, `cases.rs` | step 3: pruned moves, the mate test, case splits |
//! | `abstraction.rs`, `untracked.rs` | step 5: abstract states, and the selection of untracked pieces |
//! | `certificate.rs`, `check.rs`, `check/` | evidence as data, and its verification, file by file as above |
//! | `forced.rs`, `shortest.rs` | forced mates, shortest helpmates |
//! | `rows.rs`, `fixtures.rs`, `mobility/sets.rs` | tests: data and helpers for prover and checker alike |

mod abstraction;
mod certificate;
pub mod check;
mod checkmate;
mod explanation;
mod forced;
mod graph;
mod heuristic;
mod irreversible;
#[doc(hidden)]
pub mod material;
mod mobility;
mod playout;
mod queue;
#[cfg(test)]
mod rows;
mod search;
mod shortest;
mod untracked;

pub use certificate::Certificate;
#[doc(hidden)]
pub use certificate::{CaseSplit, MobilityInvariant, PieceMobility};
pub use checkmate::{Budget, CheckmateAnswer, can_checkmate};
#[doc(hidden)]
pub use explanation::{KingMap, explain, name_squares};
#[doc(hidden)]
pub use forced::has_forced_mate;
pub use search::Solver;
#[doc(hidden)]
pub use search::{DEFAULT_LIMIT, mates_quickly, search};
#[doc(hidden)]
pub use shortest::{OutOfReach, shortest};

use search::known_at_once;

use crate::{
    board::Color,
    position::{Move, Position},
};

/// Whether a side can still mate by some series of legal moves of both players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winnable {
    /// It can: this line ends in mate and can be replayed.
    Yes(Vec<Move>),
    /// It cannot, and [`check`] can verify the reason.
    No(Certificate),
    /// The limit was reached first.
    Undetermined,
}

impl Winnable {
    /// Whether the side can mate; `None` if undetermined.
    pub const fn decided(&self) -> Option<bool> {
        match self {
            Winnable::Yes(_) => Some(true),
            Winnable::No(_) => Some(false),
            Winnable::Undetermined => None,
        }
    }

    /// The line that ends in mate, if the side can mate.
    pub fn line(&self) -> Option<&[Move]> {
        if let Winnable::Yes(line) = self { Some(line) } else { None }
    }

    /// The certificate, if the side cannot mate.
    pub const fn certificate(&self) -> Option<&Certificate> {
        if let Winnable::No(certificate) = self { Some(certificate) } else { None }
    }
}

/// Returns a certificate that `side` cannot mate, if one is found without visiting other positions.
///
/// `None` means that no certificate was found.
#[doc(hidden)]
pub fn rule_out(position: &Position, side: Color) -> Option<Certificate> {
    match known_at_once(position, side) {
        Some(known) => known.certificate().cloned(),
        None => mobility::prove(position, side, 2).map(Certificate::Mobility),
    }
}

/// Whether the position is dead (Article 5.2.2); `None` if the search for a side stays undetermined at `limit`.
pub fn is_dead(position: &Position, limit: usize) -> Option<bool> {
    let quickly = |side| mates_quickly(position, side);
    is_dead_by(quickly, |side| search(position, side, limit).0.decided())
}

/// Whether neither side can mate. `quickly` tries to find a mate by a side in little time, `can` searches. If one side
/// mates quickly, there is no long search for the other.
pub(crate) fn is_dead_by(
    quickly: impl Fn(Color) -> bool,
    can: impl Fn(Color) -> Option<bool>,
) -> Option<bool> {
    if Color::ALL.into_iter().any(quickly) { Some(false) } else { neither(can) }
}

/// Whether neither side can mate, from the answer for each side; `None` if this stays undetermined.
///
/// `can` is not called for Black if White can mate.
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

    rows!(
        mates_are_found_quickly_if_they_are_easy,
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
    );
}
