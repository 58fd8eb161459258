//! `lawbook bench replay`: games that were played, with a ruling after every ply.

#[cfg(feature = "cozy-chess")]
mod cozy_chess;
mod games;
#[cfg(feature = "shakmaty")]
mod shakmaty;

use std::slice;

use lawbook::{
    position::{Move, Position},
    rules::{Replay, RuleSet, Termination},
};
use lawbook_harness::audit::lines;

use super::{
    contest::{Clock, Contender, contest},
    sheet::Sheet,
};
use crate::{
    cli::ReplayBenchOptions,
    output::{self, Exit, Failure, Result},
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
    DeadByMaterial,
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
    let mut games = games(options)?;
    #[cfg(feature = "cozy-chess")]
    leave_out("cozy-chess", &mut games, cozy_chess::game, cozy_chess::replay);
    #[cfg(feature = "shakmaty")]
    leave_out("shakmaty", &mut games, shakmaty::game, shakmaty::replay);
    if games.is_empty() {
        return Err(Failure::new(Exit::Trouble, "there is no game to replay"));
    }
    let mut contenders = vec![Contender::new("lawbook", || ours(&games))];
    #[cfg(feature = "cozy-chess")]
    {
        let games: Vec<_> = games.iter().filter_map(|moves| cozy_chess::game(moves)).collect();
        contenders.push(Contender::new("cozy-chess", move || cozy_chess::replay(&games)));
    }
    #[cfg(feature = "shakmaty")]
    {
        let games: Vec<_> = games.iter().filter_map(|moves| shakmaty::game(moves)).collect();
        contenders.push(Contender::new("shakmaty", move || shakmaty::replay(&games)));
    }
    let (tally, times) = contest(options.rounds.rounds, Clock::Thread, &mut contenders)?;
    let Tally { plies, checks, thirds, fifties, ends } = tally;
    let [mates, stalemates, dead, fivefold, seventy_five] = ends;
    let what = format!(
        "{} games, {plies} plies, {checks} checks, {thirds} claims by repetition and {fifties} by fifty moves; \
         ended by mate {mates}, stalemate {stalemates}, pieces {dead}, fivefold {fivefold}, seventy-five {seventy_five}",
        games.len()
    );
    let mut sheet = Sheet::new("thousand plies a second");
    sheet.add(what, &times, |seconds| plies as f64 / seconds / 1e3);
    sheet.print(options.rounds.format)
}

fn games(options: &ReplayBenchOptions) -> Result<Vec<Vec<Move>>> {
    if options.archives.is_empty() {
        return Ok(games::random(options.games, options.seed));
    }
    let mut games = Vec::new();
    for archive in &options.archives {
        let failed = |error| Failure::new(Exit::Trouble, format!("{archive}: {error}"));
        games.extend(lines(archive, options.games as usize).map_err(failed)?);
    }
    Ok(games)
}

/// Leaves out the games in which a library finds something else than we do: it does other work there.
fn leave_out<T>(
    library: &str,
    games: &mut Vec<Vec<Move>>,
    game: impl Fn(&[Move]) -> Option<T>,
    replay: impl Fn(&[T]) -> Tally,
) {
    let all = games.len();
    games.retain(|moves| {
        let found = game(moves).map(|game| replay(slice::from_ref(&game)));
        found == Some(ours(slice::from_ref(moves)))
    });
    let out = all - games.len();
    if out > 0 {
        output::note(&format!(
            "left out {out} of {all} games, in which {library} finds something else than we do"
        ));
    }
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
                    Termination::DeadPosition => End::DeadByMaterial,
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
