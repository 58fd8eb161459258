//! Adapters of the libraries that are linked into the command. Each has a feature of the same name.
//!
//! The speed comparison uses the same libraries, and chasolver is also compared with the solver for dead positions. A
//! program that links this crate is subject to the licences of all enabled libraries.

#[cfg(any(feature = "chasolver", feature = "chess"))]
#[path = "../../libraries/shared/chess_board.rs"]
mod chess_board;
#[path = "../../libraries/shared/history.rs"]
mod history;
mod libraries;

#[cfg(feature = "chasolver")]
pub mod chasolver;
pub mod perft;
pub mod replay;

use lawbook::{adapter::About, rules::Termination};

pub use libraries::all;

/// Describes a library that follows the latest Laws and detects these endings.
fn about(library: &str, endings: &'static [Termination]) -> About {
    About { endings, ..About::new(library, version(library)) }
}

/// A competitor in the speed comparison that is also a library under test.
#[cfg(any(
    feature = "chasolver",
    feature = "chess",
    feature = "chessie",
    feature = "cozy-chess",
    feature = "shakmaty"
))]
fn competitor(
    package: &'static str,
    file: &'static str,
    functions: &'static [&'static str],
    differences: &'static str,
) -> lawbook_libraries::opponents::Competitor {
    lawbook_libraries::opponents::Competitor {
        name: package,
        package,
        version: version(package),
        file,
        functions,
        differences,
    }
}

/// The pinned version of a library.
fn version(library: &str) -> &'static str {
    lawbook_libraries::library(library).map_or("unknown", |one| &one.version)
}
