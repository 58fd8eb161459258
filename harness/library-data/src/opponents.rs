//! Types for comparing speed with other libraries: competitors, their work, and its results.

use std::{
    hint::black_box,
    io::{self, Read},
};

use lawbook::{
    position::{Move, Position},
    rules::{Replay, RuleSet, Termination},
};

/// A library in the speed comparison, and its authors' code that the benchmark follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Competitor {
    /// Name in the tables.
    pub name: &'static str,
    /// Package of the library.
    pub package: &'static str,
    /// Version of the package.
    pub version: &'static str,
    /// The file in the package that contains the published code.
    pub file: &'static str,
    /// Functions in that file that the benchmark calls or imitates.
    pub functions: &'static [&'static str],
    /// How its work differs from the reference's.
    pub differences: &'static str,
}

/// A library that is prepared to count the nodes (perft) of a position at a depth.
pub struct NodeCounter {
    /// The library and its published code.
    pub competitor: Competitor,
    /// Counts the nodes.
    pub count: Box<dyn FnMut() -> u64>,
}

/// The work for each move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayWork {
    /// Validates and plays the move.
    Moves,
    /// Validates and plays the move, and rules on the position after it.
    Rulings,
}

/// A library that replays games.
pub struct Replayer {
    /// The library and its published code.
    pub competitor: Competitor,
    /// Converts games to the library's representation; `None` if the library refuses a move. Not part of the measured
    /// time.
    pub prepare: fn(&[Vec<Move>], ReplayWork) -> Option<Prepared>,
}

/// Replays the converted games. Can be called repeatedly.
pub type Prepared = Box<dyn Fn() -> ReplayTally>;

/// A library that reads a PGN archive and replays its games.
pub struct ArchiveReader {
    /// The library and its published code.
    pub competitor: Competitor,
    /// Reads an uncompressed archive to its end. Returns the number of games and the combined tally; a game counts as
    /// far as it can be played.
    pub read: fn(&mut dyn Read) -> io::Result<(u64, ReplayTally)>,
}

/// Results of all games together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplayTally {
    /// Number of moves that were played.
    pub plies: u64,
    /// Number of moves that gave check.
    pub checks: u64,
    /// Number of plies after which the position had occurred at least three times.
    pub thirds: u64,
    /// Number of plies after which at least fifty moves by each player had been played without a capture or a pawn
    /// move.
    pub fifties: u64,
    /// Number of games per automatic ending, indexed by [`ReplayEnd`].
    pub ends: [u64; 5],
}

/// An automatic ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayEnd {
    /// Checkmate.
    Checkmate,
    /// Stalemate.
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
pub struct ReplayedPly {
    /// Whether the move gave check.
    pub check: bool,
    /// Number of occurrences of the position.
    pub occurrences: u32,
    /// Whether at least fifty moves by each player have been played without a capture or a pawn move.
    pub fifty: bool,
    /// The ending, if the game is over.
    pub end: Option<ReplayEnd>,
}

impl ReplayTally {
    /// The reference's results for games from the initial position. Each is replayed up to an illegal move, or with
    /// rulings also at most to its end under the latest Laws.
    ///
    /// This function is here because this package is optimised like the libraries.
    pub fn of(games: &[Vec<Move>], work: ReplayWork) -> ReplayTally {
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
    pub fn ends_with(&mut self, ply: &ReplayedPly) -> bool {
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
        Termination::Resignation
        | Termination::Time
        | Termination::Agreement
        | Termination::MaterialClaim
        | Termination::ThreefoldRepetition
        | Termination::FiftyMoves
        | Termination::IllegalMoves
        | Termination::IllegalPosition
        | Termination::Forfeit
        | Termination::Arbiter
        | _ => None,
    }
}
