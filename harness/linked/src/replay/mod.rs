//! Game replay by libraries, to compare speed.
//!
//! No library publishes a loop that rules on every ply. Each is called through the functions that it publishes for
//! parts of this work. Missing parts are added here, in the same way for all libraries.

#[cfg(feature = "chess")]
mod chess;
#[cfg(feature = "cozy-chess")]
mod cozy_chess;
#[cfg(feature = "shakmaty")]
mod pgn_reader;
#[cfg(any(feature = "chess", feature = "cozy-chess", feature = "shakmaty"))]
mod repetition;
#[cfg(feature = "shakmaty")]
mod shakmaty;

use lawbook_libraries::opponents::{ArchiveReader, Replayer};

/// The libraries that read archives.
pub fn archive_readers() -> Vec<ArchiveReader> {
    vec![
        #[cfg(feature = "shakmaty")]
        pgn_reader::validating(),
        #[cfg(feature = "shakmaty")]
        pgn_reader::ruling(),
    ]
}

/// The libraries that replay games.
pub fn replayers() -> Vec<Replayer> {
    vec![
        #[cfg(feature = "cozy-chess")]
        cozy_chess::replayer(),
        #[cfg(feature = "chess")]
        chess::replayer(),
        #[cfg(feature = "shakmaty")]
        shakmaty::replayer(),
    ]
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test

    use std::slice;

    use lawbook::position::Move;
    use lawbook_libraries::opponents::{ReplayTally, ReplayWork};

    use super::*;

    /// A game: the moves of `line` repeated `times` times, followed by the moves of `end`.
    fn game(line: &str, times: usize, end: &str) -> Vec<Move> {
        let written = vec![line; times].join(" ") + " " + end;
        written.split_whitespace().map(|uci| uci.parse().unwrap()).collect()
    }

    /// History, clock and material tests added to the libraries give the same results as the reference.
    #[test]
    fn all_find_what_the_reference_finds() {
        let knights = "g1f3 g8f6 f3g1 f6g8";
        let games = [
            game("", 0, "f2f3 e7e5 g2g4 d8h4"),
            game(
                "",
                0,
                "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6",
            ),
            game(knights, 3, "e2e4"),
            game(knights, 5, ""),
            game("", 0, "e2e4 e7e5 e4e5"),
        ];
        for work in [ReplayWork::Moves, ReplayWork::Rulings] {
            let ours = games.each_ref().map(|game| ReplayTally::of(slice::from_ref(game), work));
            for replayer in replayers() {
                let theirs = games.each_ref().map(|game| {
                    // A library may refuse an illegal move while it prepares the game.
                    (replayer.prepare)(slice::from_ref(game), work).map(|replay| replay())
                });
                let name = replayer.competitor.name;
                for (ours, theirs) in ours.iter().zip(theirs).take(4) {
                    assert_eq!(theirs, Some(*ours), "{name}");
                }
            }
            let total = ReplayTally::of(&games, work);
            let ends = if work == ReplayWork::Rulings { [1, 1, 0, 1, 0] } else { [0; 5] };
            assert_eq!(total.ends, ends);
        }
    }
}
