//! A legal position and its legal moves.
//!
//! A [`Setup`] is the content of a FEN, possible or not. A [`Position`] can be played: it has one king a side, the side
//! that is not to move is not in check (except after [`Position::displace`]), and its castling and en passant rights
//! are real. Only legal moves are generated. A [`Line`] is a line of moves with its positions. The rules that end a
//! game are in [`crate::rules`].

mod castling;
mod legal;
mod line;
mod make;
mod motif;
mod moves;
mod occurrences;
mod one_move;
mod packed;
mod perft;
mod play;
#[allow(clippy::module_inception)] // the noun of this module
mod position;
mod setup;
mod side;
mod sink;
mod with_checks;

pub(crate) use castling::file_letter;
pub use castling::{CastlingRights, Wing};
#[doc(hidden)]
pub use line::{Line, Ply};
#[doc(hidden)]
pub use moves::MoveText;
pub use moves::{IllegalMove, Move};
pub(crate) use occurrences::Occurrences;
pub(crate) use one_move::SanMove;
pub(crate) use packed::Packed;
#[doc(hidden)]
pub use position::Key;
pub use position::Position;
pub use setup::{Setup, SetupError, Unplayable, Unreachable};
pub(crate) use sink::{MoveGroup, before};
#[doc(hidden)]
pub use with_checks::PositionWithChecks;
