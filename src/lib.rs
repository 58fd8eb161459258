//! x
pub mod adapter;
pub mod board;
pub mod catalogue;
pub mod dead;
pub mod notation;
pub mod position;
pub mod report;
pub mod rules;
pub mod runner;
