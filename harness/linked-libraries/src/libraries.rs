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
        crate::in_process_of::<chasolver::Library>(),
        #[cfg(feature = "chess")]
        crate::in_process_of::<chess::Library>(),
        #[cfg(feature = "chess-lab")]
        crate::in_process_of::<chess_lab::Library>(),
        #[cfg(feature = "chessie")]
        crate::in_process_of::<chessie::Library>(),
        #[cfg(feature = "cozy-chess")]
        crate::in_process_of::<cozy_chess::Library>(),
        #[cfg(feature = "giga-chess")]
        crate::in_process_of::<giga_chess::Library>(),
        #[cfg(feature = "owlchess")]
        crate::in_process_of::<owlchess::Library>(),
        #[cfg(feature = "pleco")]
        crate::in_process_of::<pleco::Library>(),
        #[cfg(feature = "rchess")]
        crate::in_process_of::<rchess::Library>(),
        #[cfg(feature = "rschess")]
        crate::in_process_of::<rschess::Library>(),
        #[cfg(feature = "shakmaty")]
        crate::in_process_of::<shakmaty::Library>(),
    ]
}
