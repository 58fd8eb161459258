//! Puts cases and random games to implementations, judges the answers, and reports them.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

#[cfg(test)]
#[macro_use]
#[path = "../../../src/rows.rs"]
mod rows;

pub mod baseline;
pub mod properties;
pub mod report;
pub mod runner;

/// The interface that a library implements.
pub use lawbook_catalogue::adapter;
