//! `lawbook bench replay`: games that were played, with a ruling after every ply.

#[cfg(feature = "cozy-chess")]
mod cozy_chess;
mod games;
#[cfg(feature = "shakmaty")]
mod shakmaty;

use lawbook::{
    position::{Move, Position},
    rules::{Replay, RuleSet, Termination},
};

use super::{
    contest::{Clock, Contender, contest},
    sheet::Sheet,
};
use crate::{
    cli::ReplayBenchOptions,
    output::{Exit, Failure, Result},
};

/// What is found in all games together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    plies: u64,
    checks: u64,
    /// How often a position stood on the board for the third time or a later one.
    thirds: u64,
    /// How often fifty moves of each player were complete.
    fifties: u64,
    /// The games that ended by themselves, by [`End`].
    ends: [u64; 5],
}

/// What ends a game by itself.
#[derive(Clone, Copy)]
enum End {
    Checkmate,
    Stalemate,
    DeadByMen,
    Fivefold,
    SeventyFive,
}

/// What is found after a ply.
struct Moment {
    check: bool,
    occurrences: u32,
    fifty: bool,
    end: Option<End>,
}

/// `lawbook bench replay`
pub(super) fn run(options: &ReplayBenchOptions) -> Result {
    let games = games::random(options.games, options.seed);
    let mut contenders = vec![Contender::new("lawbook", || ours(&games))];
    #[cfg(feature = "cozy-chess")]
    {
        let games = translate(&games, cozy_chess::game)?;
        contenders.push(Contender::new("cozy-chess", move || cozy_chess::replay(&games)));
    }
    #[cfg(feature = "shakmaty")]
    {
        let games = translate(&games, shakmaty::game)?;
        contenders.push(Contender::new("shakmaty", move || shakmaty::replay(&games)));
    }
    let (tally, times) = contest(options.rounds.rounds, Clock::Thread, &mut contenders)?;
    let Tally { plies, checks, thirds, fifties, ends } = tally;
    let [mates, stalemates, dead, fivefold, seventy_five] = ends;
    let what = format!(
        "{} games, {plies} plies, {checks} checks, {thirds} claims by repetition and {fifties} by fifty moves; \
         ended by mate {mates}, stalemate {stalemates}, men {dead}, fivefold {fivefold}, seventy-five {seventy_five}",
        games.len()
    );
    let mut sheet = Sheet::new("thousand plies a second");
    sheet.add(what, &times, |seconds| plies as f64 / seconds / 1e3);
    sheet.print(options.rounds.format)
}

/// The games in the form that a library takes.
fn translate<T>(games: &[Vec<Move>], game: impl Fn(&[Move]) -> Option<T>) -> Result<Vec<T>> {
    let all: Option<Vec<T>> = games.iter().map(|moves| game(moves)).collect();
    all.ok_or_else(|| Failure::new(Exit::Trouble, "a library refuses a legal move"))
}

fn ours(games: &[Vec<Move>]) -> Tally {
    let mut tally = Tally::default();
    let start = Position::start();
    for moves in games {
        let mut game = Replay::new(RuleSet::LATEST, start);
        for &played in moves {
            if game.play(played).is_err() {
                break;
            }
            let moment = Moment {
                check: game.is_check(),
                occurrences: game.occurrences(),
                fifty: game.position().halfmove_clock() >= 100,
                end: game.outcome().map(|outcome| match outcome.by {
                    Termination::Checkmate => End::Checkmate,
                    Termination::Stalemate => End::Stalemate,
                    Termination::DeadPosition => End::DeadByMen,
                    Termination::FivefoldRepetition => End::Fivefold,
                    _ => End::SeventyFive,
                }),
            };
            if tally.ends_with(&moment) {
                break;
            }
        }
    }
    tally
}

impl Tally {
    /// Counts what was found after a ply; `true` if the game has ended.
    #[inline]
    fn ends_with(&mut self, moment: &Moment) -> bool {
        self.plies += 1;
        self.checks += u64::from(moment.check);
        self.thirds += u64::from(moment.occurrences >= 3);
        self.fifties += u64::from(moment.fifty);
        if let Some(end) = moment.end {
            self.ends[end as usize] += 1;
        }
        moment.end.is_some()
    }
}
