//! The board: squares, pieces, sets of squares and lines of attack. It contains no rules.
//!
//! Every type here is a small `Copy` value. A set of squares is a [`Bitboard`], an arrangement of pieces is a
//! [`Placement`], and the attacks on an occupied board are in [`attacks`].

#[doc(hidden)]
pub mod attacks;
mod bitboard;
mod color;
mod magic;
mod piece;
mod placement;
mod role;
mod square;

pub use bitboard::Bitboard;
pub use color::Color;
pub use piece::Piece;
pub use placement::Placement;
pub use role::Role;
pub use square::Square;
#[doc(hidden)]
pub use square::{File, Rank, SquareError};
