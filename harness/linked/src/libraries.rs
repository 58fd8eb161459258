//! Written by `LAWBOOK_UPDATE=1 cargo test -p lawbook-libraries` from harness/libraries/.

#[cfg(feature = "chasolver")]
#[path = "../../libraries/chasolver/adapter.rs"]
mod chasolver;
#[cfg(feature = "chess")]
#[path = "../../libraries/chess/adapter.rs"]
mod chess;
#[cfg(feature = "chess-lab")]
#[path = "../../libraries/chess-lab/adapter.rs"]
mod chess_lab;
#[cfg(feature = "chessie")]
#[path = "../../libraries/chessie/adapter.rs"]
mod chessie;
#[cfg(feature = "cozy-chess")]
#[path = "../../libraries/cozy-chess/adapter.rs"]
mod cozy_chess;
#[cfg(feature = "giga-chess")]
#[path = "../../libraries/giga-chess/adapter.rs"]
mod giga_chess;
#[cfg(feature = "owlchess")]
#[path = "../../libraries/owlchess/adapter.rs"]
mod owlchess;
#[cfg(feature = "pleco")]
#[path = "../../libraries/pleco/adapter.rs"]
mod pleco;
#[cfg(feature = "rchess")]
#[path = "../../libraries/rchess/adapter.rs"]
mod rchess;
#[cfg(feature = "rschess")]
#[path = "../../libraries/rschess/adapter.rs"]
mod rschess;
#[cfg(feature = "shakmaty")]
#[path = "../../libraries/shakmaty/adapter.rs"]
mod shakmaty;

use lawbook_catalogue::adapter::InProcess;

/// Every library that is linked in, by name.
pub fn in_process() -> Vec<InProcess> {
    vec![
        #[cfg(feature = "chasolver")]
        InProcess::new(chasolver::Library::default()),
        #[cfg(feature = "chess")]
        InProcess::new(chess::Library::default()),
        #[cfg(feature = "chess-lab")]
        InProcess::new(chess_lab::Library::default()),
        #[cfg(feature = "chessie")]
        InProcess::new(chessie::Library::default()),
        #[cfg(feature = "cozy-chess")]
        InProcess::new(cozy_chess::Library::default()),
        #[cfg(feature = "giga-chess")]
        InProcess::new(giga_chess::Library::default()),
        #[cfg(feature = "owlchess")]
        InProcess::new(owlchess::Library::default()),
        #[cfg(feature = "pleco")]
        InProcess::new(pleco::Library::default()),
        #[cfg(feature = "rchess")]
        InProcess::new(rchess::Library::default()),
        #[cfg(feature = "rschess")]
        InProcess::new(rschess::Library::default()),
        #[cfg(feature = "shakmaty")]
        InProcess::new(shakmaty::Library::default()),
    ]
}
