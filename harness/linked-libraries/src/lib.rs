//! Adapters of the libraries that are linked into the command. Each has a feature of the same name.
//!
//! A program that links this crate is subject to the licences of all enabled libraries.

#[cfg(any(feature = "chasolver", feature = "chess"))]
#[path = "../../libraries/shared/chess_board.rs"]
mod chess_board;
mod libraries;

use lawbook_catalogue::adapter::{Implementation, InProcess};
use lawbook_gate::{About, Adapter};

pub use libraries::in_process;

/// Every library that is linked in, for the runner.
pub fn all() -> Vec<Box<dyn Implementation>> {
    in_process().into_iter().map(|one| Box::new(one) as _).collect()
}

/// Makes a library of an adapter without settings.
fn in_process_of<A: Adapter + Default + Send + Sync + 'static>() -> InProcess {
    InProcess::new(A::default())
}

/// Describes a library that follows the latest Laws and detects these endings.
fn about(library: &str, endings: &[&'static str]) -> About {
    About { endings: endings.to_vec(), ..About::new(library, version(library)) }
}

/// The pinned version of a library.
fn version(library: &str) -> &'static str {
    lawbook_libraries::library(library).map_or("unknown", |one| &one.version)
}
