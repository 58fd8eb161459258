//! `lawbook history`: runs the whole catalogue against every release of a library.

mod answers;
mod games;
mod output_files;
mod registry;
mod release;
mod source;

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

use lawbook::{
    catalogue::Catalogue,
    report::{
        counted,
        releases::{
            GamesHistory, LibraryHistory, LibraryRelease, ReleaseAnswers, ReleaseGames,
            ReleaseOutcome,
        },
    },
};

use crate::{
    cli::HistoryOptions,
    output::{self, Exit, Failure, Result},
    selection, threads,
};
use games::RandomGames;
pub(super) use release::{RegistryRelease, first_line};
pub(super) use source::ReleaseSource;

/// `lawbook history`
pub(crate) fn run(options: &HistoryOptions) -> Result {
    let sources = source::select(options)?;
    if options.list {
        return list(&sources);
    }
    let catalogue = selection::catalogue(None)?;
    for source in &sources {
        let history = history(source, &catalogue, options)?;
        output_files::write_data(&options.out, &history)?;
        output::print(&format!("{}\n", sentence(&history)))?;
    }
    output_files::write_pages(&options.out)?;
    Ok(Exit::Agreed)
}

/// `lawbook history --list`
fn list(sources: &[ReleaseSource]) -> Result {
    for source in sources {
        for release in source.releases()? {
            let date = release.date.map(|date| format!("  {date}")).unwrap_or_default();
            output::print(&format!("{} {}{date}\n", source.library(), release.version))?;
        }
    }
    Ok(Exit::Agreed)
}

/// Tests every release of a library, several in parallel.
fn history(
    source: &ReleaseSource,
    catalogue: &Catalogue,
    options: &HistoryOptions,
) -> Result<LibraryHistory> {
    let releases = source.releases()?;
    if releases.is_empty() {
        let message = format!("{} has no release", source.library());
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    let cases: Vec<_> = catalogue.cases.iter().collect();
    let label = format!("releases of {}", source.library());
    let ask = |release: &RegistryRelease| source.answers(release, catalogue, &cases);
    let answers = on_each(&releases, &label, options.jobs, &ask)?;
    let games = match random_games(source, options) {
        None => None,
        Some(games) => {
            let label = format!("{label}, random games");
            let ask = |release: &RegistryRelease| source.games(release, games);
            let shown = on_each(&releases, &label, options.jobs, &ask)?;
            let shown: Vec<(&str, &ReleaseGames)> = releases
                .iter()
                .zip(&shown)
                .filter_map(|(release, shown)| {
                    Some((release.version.as_str(), shown.as_ref().ok()?))
                })
                .collect();
            Some(GamesHistory::new(games.seed, games.games, &shown))
        }
    };
    let asked: Vec<_> = releases
        .into_iter()
        .zip(answers)
        .map(|(release, said)| release_of(release, said))
        .collect();
    let known = source.known()?;
    let history = LibraryHistory::new(source.identity(), catalogue, &cases, &asked, &known);
    Ok(LibraryHistory { games, ..history })
}

/// Returns the random games to test: the requested ones, or those in the existing data.
fn random_games(source: &ReleaseSource, options: &HistoryOptions) -> Option<RandomGames> {
    let wanted = match options.games {
        Some(games) => Some(RandomGames { seed: options.seed, games }),
        None => output_files::read(&options.out, source.library())
            .and_then(|before| before.games)
            .map(|GamesHistory { seed, games, .. }| RandomGames { seed, games }),
    };
    wanted.filter(|wanted| wanted.games > 0)
}

/// Calls `ask` for each release, several in parallel, and returns the results in order.
fn on_each<Said: Send>(
    releases: &[RegistryRelease],
    label: &str,
    jobs: Option<u16>,
    ask: &(dyn Fn(&RegistryRelease) -> std::result::Result<Said, String> + Sync),
) -> Result<Vec<std::result::Result<Said, String>>> {
    let bar = output::progress(releases.len(), label);
    let next = AtomicUsize::new(0);
    let slots: Vec<_> = releases.iter().map(|_| Mutex::new(None)).collect();
    threads::on_all(jobs, || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let (Some(release), Some(slot)) = (releases.get(place), slots.get(place)) else {
                return;
            };
            let said = ask(release);
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(said);
            bar.inc(1);
        }
    })?;
    bar.finish_and_clear();
    let said = |slot: Mutex<Option<std::result::Result<Said, String>>>| {
        let said = slot.into_inner().unwrap_or_else(PoisonError::into_inner);
        said.unwrap_or_else(|| Err("not asked".to_owned()))
    };
    Ok(slots.into_iter().map(said).collect())
}

fn release_of(
    release: RegistryRelease,
    said: std::result::Result<ReleaseAnswers, String>,
) -> (LibraryRelease, Option<ReleaseAnswers>) {
    let RegistryRelease { version, date, .. } = release;
    let (outcome, answers) = match said {
        Ok(answers) => (ReleaseOutcome::Asked(answers.score()), Some(answers)),
        Err(reason) => (ReleaseOutcome::NotAsked(reason), None),
    };
    (LibraryRelease { version, date, outcome }, answers)
}

/// Summarizes the history of a library.
fn sentence(history: &LibraryHistory) -> String {
    let asked = history.asked().count();
    format!(
        "{}: {asked} of {} releases asked, {} answered wrongly by some",
        history.library,
        history.releases.len(),
        counted(history.answers.len(), "question")
    )
}
