//! x
pub mod board;
pub mod catalogue;
pub mod dead;
pub mod notation;
pub mod position;
pub mod rules;
