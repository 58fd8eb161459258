//! `lawbook-bench replay`: replays games, with a ruling after every ply.

use std::slice;

use lawbook::position::Move;
use lawbook_audit::{lines, shown};

use crate::{
    ReplayOptions, Result,
    contest::{Clock, Contestant, contest},
    opponents::{ReplayTally, ReplayWork, Replayer, replayers},
    random_games,
    sheet::BenchSheet,
};

/// `lawbook-bench replay`
pub(crate) fn run(options: &ReplayOptions) -> Result<()> {
    let sheet = measure(options.rounds.rounds, &games(options)?)?;
    sheet.publish("replay", options.page.page.as_deref(), options.rounds.format)
}

/// Measures the replay without and with rulings.
fn measure(rounds: u32, games: &[Vec<Move>]) -> Result<BenchSheet> {
    let replayers = replayers();
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
            return Err("no game to replay".to_owned());
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

fn games(options: &ReplayOptions) -> Result<Vec<Vec<Move>>> {
    if options.archives.is_empty() {
        return Ok(random_games::random(options.games, options.seed));
    }
    let mut games = Vec::new();
    for archive in &options.archives {
        let failed = |error| format!("{}: {error}", shown(archive));
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
        let name = replayer.competitor.name;
        eprintln!("left out {out} of {all} games, on which {name} and lawbook differ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::assert_current;

    #[test]
    fn the_page_names_what_is_measured() {
        assert_current("replay", &measure(1, &random_games::random(2, 1)).unwrap().markdown());
    }
}
