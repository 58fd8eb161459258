//! `lawbook bench replay`: games that were played, with a ruling after every ply.

mod games;

use std::slice;

use lawbook::position::Move;
use lawbook_audit::lines;
use lawbook_libraries::opponents::{ReplayTally, Replayer};

use super::{
    contest::{Clock, Contender, contest},
    sheet::BenchSheet,
};
use crate::{
    cli::ReplayBenchOptions,
    linked,
    output::{self, Exit, Failure, Result},
};

/// `lawbook bench replay`
pub(super) fn run(options: &ReplayBenchOptions) -> Result {
    let mut games = games(options)?;
    let replayers = linked::replayers();
    for replayer in &replayers {
        leave_out(replayer, &mut games);
    }
    if games.is_empty() {
        return Err(Failure::new(Exit::Trouble, "there is no game to replay"));
    }
    let mut contenders = vec![Contender::new("lawbook", || ReplayTally::of(&games))];
    for replayer in &replayers {
        // Games that are refused have been left out.
        if let Some(replay) = (replayer.prepare)(&games) {
            contenders.push(Contender::new(replayer.name, replay));
        }
    }
    let (tally, times) = contest(options.rounds.rounds, Clock::Thread, &mut contenders)?;
    let ReplayTally { plies, checks, thirds, fifties, ends } = tally;
    let [mates, stalemates, dead, fivefold, seventy_five] = ends;
    let what = format!(
        "{} games, {plies} plies, {checks} checks, {thirds} claims by repetition and {fifties} by fifty moves; \
         ended by mate {mates}, stalemate {stalemates}, pieces {dead}, fivefold {fivefold}, seventy-five {seventy_five}",
        games.len()
    );
    let mut sheet = BenchSheet::new("thousand plies a second");
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
fn leave_out(replayer: &Replayer, games: &mut Vec<Vec<Move>>) {
    let all = games.len();
    games.retain(|moves| {
        let found = (replayer.prepare)(slice::from_ref(moves)).map(|replay| replay());
        found == Some(ReplayTally::of(slice::from_ref(moves)))
    });
    let out = all - games.len();
    if out > 0 {
        output::note(&format!(
            "left out {out} of {all} games, in which {} finds something else than we do",
            replayer.name
        ));
    }
}
