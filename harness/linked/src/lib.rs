//! Adapters of the libraries that are linked into the command. Each has a feature of the same name.
//!
//! A program that links this crate is subject to the licences of all enabled libraries.

#[cfg(any(feature = "chasolver", feature = "chess"))]
#[path = "../../libraries/shared/chess_board.rs"]
mod chess_board;
#[path = "../../libraries/shared/history.rs"]
mod history;
mod libraries;

use lawbook::rules::Termination;
use lawbook_catalogue::adapter::About;

pub use libraries::all;

/// Describes a library that follows the latest Laws and detects these endings.
fn about(library: &str, endings: &'static [Termination]) -> About {
    About { endings, ..About::new(library, version(library)) }
}

/// The pinned version of a library.
fn version(library: &str) -> &'static str {
    lawbook_libraries::library(library).map_or("unknown", |one| &one.version)
}
