//! `lawbook fuzz --itself`: checks each library for consistency with itself, without a reference.

use std::{
    collections::BTreeMap,
    fmt::Write,
    time::{Duration, Instant},
};

use lawbook_catalogue::adapter::Implementation;
use lawbook_suite::properties::{
    Played, REPEATABLE, RelationViolation, Search, violated_relations,
};
use serde::Serialize;

use super::games::is_past;
use crate::{
    cli::{Format, FuzzOptions},
    libraries::SelectedLibraries,
    output::{self, Exit, Result},
};

/// Default number of games.
const GAMES: u64 = 500;

/// Maximum number of plies per game; longer games show hardly any further inconsistencies.
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

/// A metamorphic relation that a library violates, with the shortest game found.
#[derive(Serialize)]
struct BrokenLaw {
    law: &'static str,
    /// Number of games that violate it.
    games: u64,
    start: String,
    moves: Vec<String>,
    one: String,
    other: String,
    /// Whether a new process satisfies it in this game.
    unstable: bool,
}

/// Plays games, and checks every relation for each library.
pub(super) fn run(
    search: &Search<'_>,
    asked: &SelectedLibraries,
    seed: u64,
    options: &FuzzOptions,
) -> Result {
    let libraries = &asked.implementations;
    let until = options.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let bar = output::spinner("games");
    let mut found: Vec<BTreeMap<&'static str, (u64, RelationViolation)>> =
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
            for broken in violated_relations(library.as_ref(), &game) {
                if let Some((times, first)) = found.get_mut(broken.relation) {
                    *times += 1;
                    if game.moves.len() < first.game.moves.len() {
                        *first = shortest(library.as_ref(), &game, broken);
                    }
                } else {
                    let first = shortest(library.as_ref(), &game, broken);
                    found.insert(first.relation, (1, first));
                }
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let libraries = libraries.iter().zip(found).map(|(library, found)| CheckedLibrary {
        library: library.about().name,
        broken: found
            .into_values()
            .map(|(games, broken)| BrokenLaw::new(games, broken, library.as_ref(), until))
            .collect(),
    });
    let checked = Consistency { seed, games, libraries: libraries.collect() };
    let is_clean = checked.libraries.iter().all(|one| one.broken.is_empty());
    output::print(&match options.format {
        Format::Text => checked.text(),
        Format::Json => output::json(&checked)?,
    })?;
    Ok(if is_clean { Exit::Agreed } else { Exit::Disagreed })
}

/// Returns the violation of the same relation in the shortest prefix of the game that violates it.
fn shortest(
    library: &dyn Implementation,
    game: &Played,
    broken: RelationViolation,
) -> RelationViolation {
    let beginnings = (0..game.moves.len())
        .map(|plies| Played { start: game.start, moves: game.moves[..plies].to_vec() });
    let again = |beginning: &Played| {
        violated_relations(library, beginning)
            .into_iter()
            .find(|one| one.relation == broken.relation)
    };
    beginnings.into_iter().find_map(|one| again(&one)).unwrap_or(broken)
}

impl BrokenLaw {
    fn new(
        games: u64,
        RelationViolation { relation: law, game, one, other }: RelationViolation,
        library: &dyn Implementation,
        until: Option<Instant>,
    ) -> BrokenLaw {
        let fresh = if is_past(until) { None } else { library.fresh() };
        let is_broken_again = |implementation: &dyn Implementation| {
            violated_relations(implementation, &game).iter().any(|one| one.relation == law)
        };
        let unstable =
            law == REPEATABLE || fresh.is_some_and(|fresh| !is_broken_again(fresh.as_ref()));
        let moves = game.moves.iter().map(ToString::to_string).collect();
        let start = game.start.to_string();
        BrokenLaw { law, games, start, moves, one, other, unstable }
    }
}

impl Consistency {
    fn text(&self) -> String {
        let mut text = String::new();
        for CheckedLibrary { library, broken } in &self.libraries {
            if broken.is_empty() {
                let _ = writeln!(text, "{library}: satisfies every property");
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
                if one.unstable {
                    text.push_str("  unstable: a new process satisfies it in this game\n");
                }
            }
        }
        text
    }
}
