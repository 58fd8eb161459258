//! Libraries as opponents where speed is measured: what they do, and what they find.

use std::{
    hint::black_box,
    io::{self, Read},
};

use lawbook::{
    position::{Move, Position},
    rules::{Replay, RuleSet, Termination},
};

/// A library that is measured, and the code of its authors in the shape of which it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Competitor {
    /// The name in the tables.
    pub name: &'static str,
    /// The package of the library.
    pub package: &'static str,
    /// The version of the package.
    pub version: &'static str,
    /// The file of the package with the published code.
    pub file: &'static str,
    /// The functions in that file that are called, or in the shape of which the library is called.
    pub functions: &'static [&'static str],
    /// The differences between its work and the reference's.
    pub differences: &'static str,
}

/// A library that is ready to count the nodes of a position at a depth.
pub struct NodeCounter {
    /// The library and its published code.
    pub competitor: Competitor,
    /// Counts the nodes.
    pub count: Box<dyn FnMut() -> u64>,
}

/// The work that is done for each move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayWork {
    /// The move is tested and played.
    Moves,
    /// The same, with a ruling on the position after the move.
    Rulings,
}

/// A library that replays games.
pub struct Replayer {
    /// The library and its published code.
    pub competitor: Competitor,
    /// Takes games in the form of the library, once and for all; `None` if it refuses a move.
    pub prepare: fn(&[Vec<Move>], ReplayWork) -> Option<Prepared>,
}

/// Replays games that are in the form of a library, as often as it is asked.
pub type Prepared = Box<dyn Fn() -> ReplayTally>;

/// A library that reads an archive of games as PGN, and replays them.
pub struct ArchiveReader {
    /// The library and its published code.
    pub competitor: Competitor,
    /// Reads the plain text of an archive to its end: the number of its games, and what was found in them as far
    /// as they could be played.
    pub read: fn(&mut dyn Read) -> io::Result<(u64, ReplayTally)>,
}

/// What is found in all games together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplayTally {
    /// The moves that were played.
    pub plies: u64,
    /// The moves that gave check.
    pub checks: u64,
    /// How often a position stood on the board for the third time or a later one.
    pub thirds: u64,
    /// How often fifty moves of each player were complete.
    pub fifties: u64,
    /// The games that ended by themselves, by [`ReplayEnd`].
    pub ends: [u64; 5],
}

/// What ends a game by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayEnd {
    /// Checkmate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// The pieces that are left rule out mate by either side.
    DeadByMaterial,
    /// Fivefold repetition.
    Fivefold,
    /// Seventy-five moves without a capture or a pawn move.
    SeventyFive,
}

/// What is found after a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayedPly {
    /// Whether the move gave check.
    pub check: bool,
    /// How often the position has arisen.
    pub occurrences: u32,
    /// Whether fifty moves of each player are complete.
    pub fifty: bool,
    /// What ended the game, if it is over.
    pub end: Option<ReplayEnd>,
}

impl ReplayTally {
    /// What the reference finds in these games, each from the usual array and up to an illegal move; with rulings up
    /// to the end of the game by the Laws in force.
    ///
    /// This function is in this package because the package is optimised like the libraries.
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

    /// Counts what was found after a ply; `true` if the game has ended.
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

/// What ended a game of which only the moves are known; none if moves alone cannot have ended it.
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
