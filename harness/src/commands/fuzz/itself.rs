//! `lawbook fuzz --itself`: each library compared with itself, so that nobody else can be to blame.

use std::{
    collections::BTreeMap,
    fmt::Write,
    time::{Duration, Instant},
};

use lawbook::{
    adapter::Implementation,
    properties::{Broken, Played, Search, broken_laws},
};
use serde::Serialize;

use crate::{
    cli::{Format, FuzzOptions},
    output::{self, Exit, Result},
};

/// Laws are asked about so many games if neither a time nor a number of plies is given.
const GAMES: u64 = 500;

/// So many plies of a game at most: what two answers of a library have in common does not need more.
const PLIES: usize = 40;

#[derive(Serialize)]
struct Consistency {
    seed: u64,
    games: u64,
    libraries: Vec<CheckedLibrary>,
}

#[derive(Serialize)]
struct CheckedLibrary {
    library: String,
    broken: Vec<BrokenLaw>,
}

/// A law that a library breaks, with the shortest game in which it was seen.
#[derive(Serialize)]
struct BrokenLaw {
    law: &'static str,
    /// In how many games.
    games: u64,
    start: String,
    moves: Vec<String>,
    one: String,
    other: String,
}

/// Plays games and asks each library about every law.
pub(super) fn run(
    search: &Search<'_>,
    libraries: &[Box<dyn Implementation>],
    seed: u64,
    options: &FuzzOptions,
) -> Result {
    let until = options.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let bar = output::spinner("games");
    let mut found: Vec<BTreeMap<&'static str, (u64, Broken)>> =
        libraries.iter().map(|_| BTreeMap::new()).collect();
    let (mut games, mut plies) = (0, 0);
    let goes_on = |games: u64, plies: usize| match (until, options.plies) {
        (Some(until), _) => Instant::now() < until,
        (None, Some(most)) => plies < most,
        (None, None) => games < GAMES,
    };
    while goes_on(games, plies) {
        let Some(mut game) = search.played(games) else { break };
        game.moves.truncate(PLIES);
        games += 1;
        plies += game.moves.len().max(1);
        for (library, found) in libraries.iter().zip(&mut found) {
            for broken in broken_laws(library.as_ref(), &game) {
                if let Some((times, first)) = found.get_mut(broken.law) {
                    *times += 1;
                    if game.moves.len() < first.game.moves.len() {
                        *first = shortest(library.as_ref(), &game, broken);
                    }
                } else {
                    let first = shortest(library.as_ref(), &game, broken);
                    found.insert(first.law, (1, first));
                }
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let libraries = libraries.iter().zip(found).map(|(library, found)| CheckedLibrary {
        library: library.about().name,
        broken: found.into_values().map(|(games, broken)| BrokenLaw::new(games, broken)).collect(),
    });
    let checked = Consistency { seed, games, libraries: libraries.collect() };
    let is_clean = checked.libraries.iter().all(|one| one.broken.is_empty());
    output::print(&match options.format {
        Format::Text => checked.text(),
        Format::Json => output::json(&checked)?,
    })?;
    Ok(if is_clean { Exit::Agreed } else { Exit::Disagreed })
}

/// The shortest beginning of a game that breaks the same law.
fn shortest(library: &dyn Implementation, game: &Played, broken: Broken) -> Broken {
    let beginnings = (0..game.moves.len())
        .map(|plies| Played { start: game.start, moves: game.moves[..plies].to_vec() });
    let again = |beginning: &Played| {
        broken_laws(library, beginning).into_iter().find(|one| one.law == broken.law)
    };
    beginnings.into_iter().find_map(|one| again(&one)).unwrap_or(broken)
}

impl BrokenLaw {
    fn new(games: u64, Broken { law, game, one, other }: Broken) -> BrokenLaw {
        let moves = game.moves.iter().map(ToString::to_string).collect();
        BrokenLaw { law, games, start: game.start.to_string(), moves, one, other }
    }
}

impl Consistency {
    fn text(&self) -> String {
        let mut text = String::new();
        for CheckedLibrary { library, broken } in &self.libraries {
            if broken.is_empty() {
                let _ = writeln!(text, "{library}: keeps to every law");
            }
            for one in broken {
                let _ = writeln!(
                    text,
                    "{library}: {}, but not in {} of {} games\n  {}\n  {}\n  {} and {}",
                    one.law,
                    one.games,
                    self.games,
                    one.start,
                    if one.moves.is_empty() { "(no move)".to_owned() } else { one.moves.join(" ") },
                    one.one,
                    one.other
                );
            }
        }
        text
    }
}
