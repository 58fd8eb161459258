//! x
pub mod board;
