//! Games replayed by libraries, to compare our speed with theirs.

#[cfg(feature = "cozy-chess")]
mod cozy_chess;
#[cfg(feature = "shakmaty")]
mod pgn_reader;
#[cfg(feature = "shakmaty")]
mod shakmaty;

use lawbook_libraries::opponents::{ArchiveReader, Replayer};

/// The libraries that read archives, by name.
pub fn archive_readers() -> Vec<ArchiveReader> {
    vec![
        #[cfg(feature = "shakmaty")]
        ArchiveReader { name: "pgn-reader", read: pgn_reader::read },
    ]
}

/// The libraries that replay games, by name.
pub fn replayers() -> Vec<Replayer> {
    vec![
        #[cfg(feature = "cozy-chess")]
        Replayer { name: "cozy-chess", prepare: cozy_chess::prepare },
        #[cfg(feature = "shakmaty")]
        Replayer { name: "shakmaty", prepare: shakmaty::prepare },
    ]
}
