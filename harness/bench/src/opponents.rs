//! Types for comparing speed with other libraries: competitors, their work, and its results.

mod chasolver;
mod chess;
mod cozy_chess;
mod perft;
mod pgn_reader;
mod repetition;
mod shakmaty;

use std::{
    hint::black_box,
    io::{self, Read},
};

pub(crate) use self::chasolver::{ChasolverPosition, Opinion};
pub(crate) use self::perft::counters;

use lawbook::{
    position::{Move, Position},
    rules::{Replay, RuleSet, Termination},
};

/// A library in the speed comparison, and its authors' code that the benchmark follows.
#[derive(Clone, Copy, serde::Serialize)]
pub(crate) struct Competitor {
    /// Name in the tables.
    pub(crate) name: &'static str,
    /// Package of the library.
    pub(crate) package: &'static str,
    /// Version of the package.
    pub(crate) version: &'static str,
    /// The file in the package that contains the published code.
    pub(crate) file: &'static str,
    /// Functions in that file that the benchmark calls or imitates.
    pub(crate) functions: &'static [&'static str],
    /// How its work differs from the reference's.
    pub(crate) differences: &'static str,
}

/// Describes a competitor that is also a library under test, with its pinned version.
fn competitor(
    package: &'static str,
    file: &'static str,
    functions: &'static [&'static str],
    differences: &'static str,
) -> Competitor {
    let version = lawbook_libraries::library(package).map_or("unknown", |one| &one.version);
    Competitor { name: package, package, version, file, functions, differences }
}

/// Returns the libraries that read archives.
pub(crate) fn archive_readers() -> [ArchiveReader; 2] {
    [pgn_reader::validating(), pgn_reader::ruling()]
}

/// Returns the libraries that replay games.
pub(crate) fn replayers() -> [Replayer; 3] {
    [cozy_chess::replayer(), chess::replayer(), shakmaty::replayer()]
}

/// A library that is prepared to count the nodes (perft) of a position at a depth.
pub(crate) struct NodeCounter {
    /// The library and its published code.
    pub(crate) competitor: Competitor,
    /// Counts the nodes.
    pub(crate) count: Box<dyn FnMut() -> u64>,
}

/// The work for each move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReplayWork {
    /// Validates and plays the move.
    Moves,
    /// Validates and plays the move, and rules on the position after it.
    Rulings,
}

/// A library that replays games.
pub(crate) struct Replayer {
    /// The library and its published code.
    pub(crate) competitor: Competitor,
    /// Converts games to the library's representation; `None` if the library refuses a move. Not part of the measured
    /// time.
    pub(crate) prepare: fn(&[Vec<Move>], ReplayWork) -> Option<Prepared>,
}

/// Replays the converted games. Can be called repeatedly.
pub(crate) type Prepared = Box<dyn Fn() -> ReplayTally>;

/// A library that reads a PGN archive and replays its games.
pub(crate) struct ArchiveReader {
    /// The library and its published code.
    pub(crate) competitor: Competitor,
    /// Reads an uncompressed archive to its end. Returns the number of games and the combined tally; a game counts as
    /// far as it can be played.
    pub(crate) read: fn(&mut dyn Read) -> io::Result<(u64, ReplayTally)>,
}

/// Results of all games together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReplayTally {
    /// Number of moves that were played.
    pub(crate) plies: u64,
    /// Number of moves that gave check.
    pub(crate) checks: u64,
    /// Number of plies after which the position had occurred at least three times.
    pub(crate) thirds: u64,
    /// Number of plies after which at least fifty moves by each player had been played without a capture or a pawn
    /// move.
    pub(crate) fifties: u64,
    /// Number of games per automatic ending, indexed by [`ReplayEnd`].
    pub(crate) ends: [u64; 5],
}

/// An automatic ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReplayEnd {
    Checkmate,
    Stalemate,
    /// The remaining material rules out mate by either side.
    DeadByMaterial,
    /// Fivefold repetition.
    Fivefold,
    /// Seventy-five moves without a capture or a pawn move.
    SeventyFive,
}

/// Results after one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReplayedPly {
    /// Whether the move gave check.
    pub(crate) check: bool,
    /// Number of occurrences of the position.
    pub(crate) occurrences: u32,
    /// Whether at least fifty moves by each player have been played without a capture or a pawn move.
    pub(crate) fifty: bool,
    /// The ending, if the game is over.
    pub(crate) end: Option<ReplayEnd>,
}

impl ReplayTally {
    /// The reference's results for games from the initial position. Each is replayed up to an illegal move, or with
    /// rulings also at most to its end under the latest Laws.
    pub(crate) fn of(games: &[Vec<Move>], work: ReplayWork) -> ReplayTally {
        match work {
            ReplayWork::Moves => ReplayTally::of_moves(games),
            ReplayWork::Rulings => ReplayTally::of_rulings(games),
        }
    }

    fn of_moves(games: &[Vec<Move>]) -> ReplayTally {
        let mut tally = ReplayTally::default();
        for moves in games {
            let mut position = Position::start();
            for &played in moves {
                let Ok(next) = position.play(played) else { break };
                position = next;
                tally.plies += 1;
            }
            black_box(position);
        }
        tally
    }

    fn of_rulings(games: &[Vec<Move>]) -> ReplayTally {
        let mut tally = ReplayTally::default();
        for moves in games {
            let mut game = Replay::new(RuleSet::LATEST, Position::start());
            for &played in moves {
                if game.play(played).is_err() {
                    break;
                }
                let ply = ReplayedPly {
                    check: game.is_check(),
                    occurrences: game.occurrences(),
                    fifty: game.position().halfmove_clock() >= 100,
                    end: game.outcome().and_then(|outcome| replay_end(outcome.by)),
                };
                if tally.ends_with(&ply) {
                    break;
                }
            }
        }
        tally
    }

    /// Adds the results of a ply. Returns `true` if the game has ended.
    #[inline]
    pub(crate) fn ends_with(&mut self, ply: &ReplayedPly) -> bool {
        self.plies += 1;
        self.checks += u64::from(ply.check);
        self.thirds += u64::from(ply.occurrences >= 3);
        self.fifties += u64::from(ply.fifty);
        if let Some(end) = ply.end {
            self.ends[end as usize] += 1;
        }
        ply.end.is_some()
    }
}

/// Converts an ending; `None` for one that moves alone cannot bring about.
const fn replay_end(by: Termination) -> Option<ReplayEnd> {
    match by {
        Termination::Checkmate => Some(ReplayEnd::Checkmate),
        Termination::Stalemate => Some(ReplayEnd::Stalemate),
        Termination::DeadPosition => Some(ReplayEnd::DeadByMaterial),
        Termination::FivefoldRepetition => Some(ReplayEnd::Fivefold),
        Termination::SeventyFiveMoves => Some(ReplayEnd::SeventyFive),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;
    use lawbook::position::Move;

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
