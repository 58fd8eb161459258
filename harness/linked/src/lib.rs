//! The libraries that are linked in, each behind an adapter and a feature of the same name.
//!
//! The same libraries are opponents where our speed is measured, and chasolver is the peer of our
//! dead-position solver. Whoever links this crate accepts the licence of every library with it.

#[cfg(any(feature = "chasolver", feature = "chess"))]
#[path = "../../libraries/shared/chess_board.rs"]
mod chess_board;
#[path = "../../libraries/shared/history.rs"]
mod history;
mod libraries;

#[cfg(feature = "chasolver")]
pub mod peer;
pub mod perft;
pub mod replay;

use lawbook::{adapter::About, rules::Termination};

pub use libraries::all;

/// Describes a library that follows the Laws in force and detects these endings.
fn about(library: &str, endings: &'static [Termination]) -> About {
    About { endings, ..About::new(library, version(library)) }
}

/// A competitor that is a library under test.
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

/// The version of a library, which Cargo.toml pins.
fn version(library: &str) -> &'static str {
    lawbook_libraries::library(library).map_or("unknown", |one| &one.version)
}
