//! Libraries as opponents where speed is measured: what they do, and what they find.

use std::io::{self, Read};

use lawbook::{
    position::{Move, Position},
    rules::{Replay, RuleSet, Termination},
};

/// A library that is ready to count the nodes of a position at a depth: its name, and the count.
pub type NodeCounter = (&'static str, Box<dyn FnMut() -> u64>);

/// A library that replays games.
pub struct Replayer {
    /// The name of the library.
    pub name: &'static str,
    /// Takes games in the form of the library, once and for all; `None` if it refuses a move.
    pub prepare: fn(&[Vec<Move>]) -> Option<Prepared>,
}

/// Replays games that are in the form of a library, as often as it is asked.
pub type Prepared = Box<dyn Fn() -> ReplayTally>;

/// A library that reads an archive of games as PGN, and replays them.
pub struct ArchiveReader {
    /// The name of the library.
    pub name: &'static str,
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
    /// What the reference finds in these games, each from the usual array and up to an illegal move or its end, by the
    /// Laws in force.
    ///
    /// It stands here because this package is optimised like those that it is measured beside.
    pub fn of(games: &[Vec<Move>]) -> ReplayTally {
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
        | Termination::Arbiter => None,
    }
}
