//! A legal position and its legal moves.
//!
//! A [`Setup`] is what a FEN says, possible or not. A [`Position`] is one that can be played: every
//! `Position` has one king a side, the player who is not on move is not in check, and its castling
//! and en passant rights are real. Moves are generated fully legal. A [`Line`] is a line of moves with
//! its positions; what ends a game is for [`crate::rules`].

mod castling;
mod checks;
mod described;
mod legal;
mod line;
mod make;
mod motif;
mod moves;
mod occurrences;
mod packed;
mod perft;
#[allow(clippy::module_inception)] // the noun of this module
mod position;
mod setup;
mod side;
mod sink;
mod sorted;
mod with_checks;

pub(crate) use castling::file_letter;
pub use castling::{CastlingRights, Wing};
pub(crate) use described::DescribedMove;
#[doc(hidden)]
pub use line::{Line, Ply};
pub(crate) use moves::MoveText;
pub use moves::{IllegalMove, Move};
pub(crate) use occurrences::Occurrences;
pub(crate) use packed::Packed;
#[doc(hidden)]
pub use position::Key;
pub use position::Position;
pub use setup::{Setup, SetupError, Unplayable, Unreachable};
pub(crate) use sink::{MoveGroup, before};
pub(crate) use sorted::SortedMoves;
#[doc(hidden)]
pub use with_checks::PositionWithChecks;
