//! x
pub mod board;
pub mod notation;
pub mod position;
