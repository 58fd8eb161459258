//! Games replayed by libraries, to compare our speed with theirs.

#[cfg(feature = "cozy-chess")]
mod cozy_chess;
#[cfg(feature = "shakmaty")]
mod shakmaty;

use lawbook_libraries::opponents::Replayer;

/// The libraries that replay games, by name.
pub fn replayers() -> Vec<Replayer> {
    vec![
        #[cfg(feature = "cozy-chess")]
        Replayer { name: "cozy-chess", prepare: cozy_chess::prepare },
        #[cfg(feature = "shakmaty")]
        Replayer { name: "shakmaty", prepare: shakmaty::prepare },
    ]
}
