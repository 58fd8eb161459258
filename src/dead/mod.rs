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
//!    the king cannot be attacked and shut in within these sets, no mate exists. This decides most blocked positions.
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
//! | `checkmate.rs`, `explanation.rs` | the entry points, with a budget; evidence in words |
//! | `winnable.rs` | the answer: a line of moves or a certificate |
//! | `search.rs`, `graph.rs`, `queue.rs`, `irreversible.rs` | step 4: search, hash table, queues, pawn structures |
//! | `heuristic.rs` | the estimated distance from mate that ranks positions |
//! | `playout.rs`, `playout/attack.rs`, `help.rs` | step 2: moves of the mating and of the other side |
//! | `playout/corner.rs` | step 2: targets and distances for mates by minor pieces |
//! | `playout/attack_map.rs` | step 2: the squares that stay attacked when a piece leaves |
//! | `mobility.rs`, `mobility/fixpoint.rs`, `grow.rs`, `attack.rs` | step 3: the fixpoint, moves of one piece |
//! | `mobility/ending.rs`, `mate.rs` | step 3: pruned moves, the mate test |
//! | `abstraction.rs`, `untracked.rs` | step 5: abstract states, and the selection of untracked pieces |
//! | `certificate.rs`, `check.rs`, `check/` | evidence as data, and its verification, file by file as above |
//! | `shortest.rs` | shortest helpmates, forced mates |
//! | `counted.rs` | helpmates before the counts of moves or positions end the game |
//! | `rows_tests.rs`, `check/fixtures_tests.rs`, `mobility/sets_tests.rs` | tests: data and helpers for prover and checker alike |

mod abstraction;
mod certificate;
pub mod check;
mod checkmate;
mod counted;
mod explanation;
mod graph;
mod heuristic;
mod irreversible;
#[doc(hidden)]
pub mod material;
mod mobility;
mod playout;
mod queue;
#[cfg(test)]
#[path = "rows_tests.rs"]
mod rows;
mod search;
mod shortest;
mod untracked;
mod winnable;

pub use certificate::Certificate;
#[doc(hidden)]
pub use certificate::{Case, MobilityInvariant, PieceMobility};
pub use checkmate::{Budget, CheckmateAnswer, can_checkmate, is_dead};
#[doc(hidden)]
pub use checkmate::{is_dead_by, neither};
#[doc(hidden)]
pub use counted::{MateInGame, mate_in_game};
#[doc(hidden)]
pub use explanation::{KingMap, explain, name_squares};
pub use search::Solver;
#[doc(hidden)]
pub use search::{DEFAULT_LIMIT, mates_quickly, rule_out, search};
#[doc(hidden)]
pub use shortest::{OutOfReach, has_forced_mate, shortest};
pub use winnable::Winnable;
