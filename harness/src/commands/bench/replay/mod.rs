//! `lawbook lab bench replay`: replays games, with a ruling after every ply.

mod games;

use std::slice;

use lawbook::position::Move;
use lawbook_audit::lines;
use lawbook_libraries::opponents::{ReplayTally, ReplayWork, Replayer};

use super::{
    contest::{Clock, Contestant, contest},
    sheet::BenchSheet,
};
use crate::{
    cli::ReplayBenchOptions,
    linked,
    output::{self, Exit, Failure, Result},
};

/// `lawbook lab bench replay`
pub(super) fn run(options: &ReplayBenchOptions) -> Result {
    let sheet = measure(options.rounds.rounds, &games(options)?)?;
    sheet.publish("replay", options.page.page.as_deref(), options.rounds.format)
}

/// Measures the replay without and with rulings.
fn measure(rounds: u32, games: &[Vec<Move>]) -> Result<BenchSheet> {
    let replayers = linked::replayers();
    let competitors = replayers.iter().map(|replayer| replayer.competitor);
    let mut sheet = BenchSheet::new("thousand plies a second", competitors);
    for (work, label) in [
        (ReplayWork::Moves, "moves tested and played"),
        (ReplayWork::Rulings, "with a ruling after every ply"),
    ] {
        let mut games = games.to_vec();
        for replayer in &replayers {
            leave_out(replayer, work, &mut games);
        }
        if games.is_empty() {
            return Err(Failure::new(Exit::IoError, "no game to replay"));
        }
        let mut contenders = vec![Contestant::new("lawbook", || ReplayTally::of(&games, work))];
        for replayer in &replayers {
            // Games that a replayer rejects have already been removed.
            if let Some(replay) = (replayer.prepare)(&games, work) {
                contenders.push(Contestant::new(replayer.competitor.name, replay));
            }
        }
        let (tally, times) = contest(rounds, Clock::Thread, &mut contenders)?;
        let what = format!("{label}: {} games, {}", games.len(), text(&tally, work));
        let figure = |seconds| tally.plies as f64 / seconds / 1e3;
        sheet.add_labelled(label.to_owned(), what, &times, figure);
    }
    Ok(sheet)
}

fn text(tally: &ReplayTally, work: ReplayWork) -> String {
    let ReplayTally { plies, checks, thirds, fifties, ends } = tally;
    let [mates, stalemates, dead, fivefold, seventy_five] = ends;
    match work {
        ReplayWork::Moves => format!("{plies} plies"),
        ReplayWork::Rulings => format!(
            "{plies} plies, {checks} checks, {thirds} claims by repetition and {fifties} by fifty moves; \
             ended by mate {mates}, stalemate {stalemates}, pieces {dead}, fivefold {fivefold}, seventy-five {seventy_five}"
        ),
    }
}

fn games(options: &ReplayBenchOptions) -> Result<Vec<Vec<Move>>> {
    if options.archives.is_empty() {
        return Ok(games::random(options.games, options.seed));
    }
    let mut games = Vec::new();
    for archive in &options.archives {
        let failed = |error| Failure::new(Exit::IoError, format!("{archive}: {error}"));
        games.extend(lines(archive, options.games as usize).map_err(failed)?);
    }
    Ok(games)
}

/// Removes the games with different results from a library and from lawbook: there the library does different work.
fn leave_out(replayer: &Replayer, work: ReplayWork, games: &mut Vec<Vec<Move>>) {
    let all = games.len();
    games.retain(|moves| {
        let found = (replayer.prepare)(slice::from_ref(moves), work).map(|replay| replay());
        found == Some(ReplayTally::of(slice::from_ref(moves), work))
    });
    let out = all - games.len();
    if out > 0 {
        output::note(&format!(
            "left out {out} of {all} games, on which {} and lawbook differ",
            replayer.competitor.name
        ));
    }
}

#[cfg(all(test, feature = "chess", feature = "cozy-chess", feature = "shakmaty"))]
mod tests {
    use super::*;
    use crate::commands::bench::page::tests::assert_current;

    #[test]
    fn the_page_names_what_is_measured() {
        assert_current("replay", &measure(1, &games::random(2, 1)).unwrap().markdown());
    }
}
