//! The libraries that are linked in, each behind an adapter and a feature of the same name.
//!
//! The same libraries are opponents where our speed is measured, and chasolver is the peer of our
//! dead-position solver. Whoever links this crate accepts the licence of every library with it.

#[cfg(feature = "chasolver")]
mod chasolver;
#[cfg(feature = "chess")]
mod chess;
#[cfg(any(feature = "chasolver", feature = "chess"))]
mod chess_board;
#[cfg(feature = "chess-lab")]
mod chess_lab;
#[cfg(feature = "chessie")]
mod chessie;
#[cfg(feature = "cozy-chess")]
mod cozy_chess;
#[cfg(feature = "giga-chess")]
mod giga_chess;
mod history;
#[cfg(feature = "owlchess")]
mod owlchess;
#[cfg(feature = "pleco")]
mod pleco;
#[cfg(feature = "rchess")]
mod rchess;
#[cfg(feature = "rschess")]
mod rschess;
#[cfg(feature = "shakmaty")]
mod shakmaty;

#[cfg(feature = "chasolver")]
pub mod peer;
pub mod perft;
pub mod replay;

use std::{collections::BTreeMap, sync::LazyLock};

use lawbook::{
    adapter::{About, Implementation},
    rules::Termination,
};

/// Every library that is linked in, by name.
pub fn all() -> Vec<Box<dyn Implementation>> {
    vec![
        #[cfg(feature = "chasolver")]
        Box::new(chasolver::Chasolver::default()),
        #[cfg(feature = "chess")]
        Box::new(chess::Chess),
        #[cfg(feature = "chess-lab")]
        Box::new(chess_lab::ChessLab),
        #[cfg(feature = "chessie")]
        Box::new(chessie::Chessie),
        #[cfg(feature = "cozy-chess")]
        Box::new(cozy_chess::CozyChess),
        #[cfg(feature = "giga-chess")]
        Box::new(giga_chess::GigaChess),
        #[cfg(feature = "owlchess")]
        Box::new(owlchess::Owlchess),
        #[cfg(feature = "pleco")]
        Box::new(pleco::Pleco),
        #[cfg(feature = "rchess")]
        Box::new(rchess::Rchess),
        #[cfg(feature = "rschess")]
        Box::new(rschess::Rschess),
        #[cfg(feature = "shakmaty")]
        Box::new(shakmaty::Shakmaty),
    ]
}

/// Whether a library can end the process in which it is asked, and so had better have one of its own.
///
/// chess writes the moves of a side into a list of 18 entries without a look at its end, and chasolver asks it
/// for moves; a setup with more pieces that can move writes beyond the list.
pub fn may_end_the_process(library: &str) -> bool {
    ["chasolver", "chess"].contains(&library)
}

/// A library that follows the Laws in force, in the version that the lock file has, and the endings that
/// it looks for.
fn about(library: &str, endings: &'static [Termination]) -> About {
    About { endings, ..About::new(library, locked(library)) }
}

/// A competitor that has the name of its package, in the version that the lock file has.
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
        version: locked(package),
        file,
        functions,
        differences,
    }
}

/// The version of a package in the lock file.
fn locked(package: &str) -> &'static str {
    LOCKED.get(package).copied().unwrap_or("unknown")
}

/// The versions by library.
static LOCKED: LazyLock<BTreeMap<&'static str, &'static str>> = LazyLock::new(|| {
    env!("LAWBOOK_LOCKED").split(' ').filter_map(|entry| entry.split_once('@')).collect()
});
