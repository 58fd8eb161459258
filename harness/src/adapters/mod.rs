//! The libraries that are linked in, each behind an adapter and a feature of the same name.

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

use std::{collections::BTreeMap, sync::LazyLock};

use lawbook::{
    adapter::{About, Implementation},
    catalogue::{Deviation, Problem, read_deviations},
    rules::Termination,
};

/// The known deviations of the libraries, linked and foreign: library, and text of its file.
const KNOWN: &[(&str, &str)] = &[
    ("chasolver", include_str!("../../known/chasolver.yaml")),
    ("chess", include_str!("../../known/chess.yaml")),
    ("chess.js", include_str!("../../known/chess.js.yaml")),
    ("chess-lab", include_str!("../../known/chess-lab.yaml")),
    ("chessie", include_str!("../../known/chessie.yaml")),
    ("chessops", include_str!("../../known/chessops.yaml")),
    ("cozy-chess", include_str!("../../known/cozy-chess.yaml")),
    ("giga-chess", include_str!("../../known/giga-chess.yaml")),
    ("owlchess", include_str!("../../known/owlchess.yaml")),
    ("pleco", include_str!("../../known/pleco.yaml")),
    ("pyffish", include_str!("../../known/pyffish.yaml")),
    ("python-chess", include_str!("../../known/python-chess.yaml")),
    ("rchess", include_str!("../../known/rchess.yaml")),
    ("rschess", include_str!("../../known/rschess.yaml")),
    ("shakmaty", include_str!("../../known/shakmaty.yaml")),
];

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

/// The known deviations of the libraries, linked and foreign.
///
/// # Errors
///
/// The first list that cannot be read.
pub fn known_deviations() -> Result<Vec<Deviation>, Problem> {
    let mut all = Vec::new();
    for (library, text) in KNOWN {
        all.extend(read_deviations(library, &format!("harness/known/{library}.yaml"), text)?);
    }
    Ok(all)
}

/// A library that follows the Laws in force, in the version that the lock file has, and the endings that
/// it looks for.
fn about(library: &str, endings: &'static [Termination]) -> About {
    let version = LOCKED.get(library).copied().unwrap_or("unknown");
    About { endings, ..About::new(library, version) }
}

/// The versions by library.
static LOCKED: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    env!("LAWBOOK_LOCKED").split(' ').filter_map(|entry| entry.split_once('@')).collect()
});
