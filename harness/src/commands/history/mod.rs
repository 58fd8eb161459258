//! `lawbook history`: every release of a library, asked the whole catalogue.

mod answers;
mod crates;
mod install;
mod output_files;
mod registry;
mod source;

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

use lawbook::{
    catalogue::Catalogue,
    report::releases::{LibraryHistory, LibraryRelease, ReleaseAnswers, ReleaseOutcome},
};

use crate::{
    cli::HistoryOptions,
    output::{self, Exit, Failure, Result},
    selection, threads,
};
pub(super) use output_files::read_all;
pub(super) use source::{AskedRelease, ReleaseSource, first_line};

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

/// Asks every release of a library, several side by side.
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
    let bar = output::progress(releases.len(), &format!("releases of {}", source.library()));
    let next = AtomicUsize::new(0);
    let answers: Vec<Mutex<Option<std::result::Result<ReleaseAnswers, String>>>> =
        releases.iter().map(|_| Mutex::new(None)).collect();
    threads::on_all(options.jobs, || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let (Some(release), Some(slot)) = (releases.get(place), answers.get(place)) else {
                return;
            };
            let said = source.answers(release, catalogue, &cases);
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(said);
            bar.inc(1);
        }
    })?;
    bar.finish_and_clear();
    let asked: Vec<(LibraryRelease, Option<ReleaseAnswers>)> = releases
        .into_iter()
        .zip(answers)
        .map(|(release, slot)| {
            let said = slot.into_inner().unwrap_or_else(PoisonError::into_inner);
            release_of(release, said.unwrap_or_else(|| Err("it was not asked".to_owned())))
        })
        .collect();
    let known = source.known()?;
    Ok(LibraryHistory::new(source.identity(), catalogue, &cases, &asked, &known))
}

fn release_of(
    release: AskedRelease,
    said: std::result::Result<ReleaseAnswers, String>,
) -> (LibraryRelease, Option<ReleaseAnswers>) {
    let AskedRelease { version, date, .. } = release;
    let (outcome, answers) = match said {
        Ok(answers) => (ReleaseOutcome::Asked(answers.score()), Some(answers)),
        Err(reason) => (ReleaseOutcome::NotAsked(reason), None),
    };
    (LibraryRelease { version, date, outcome }, answers)
}

/// What came of a library, for people.
fn sentence(history: &LibraryHistory) -> String {
    let asked = history.asked().count();
    format!(
        "{}: {asked} of {} releases asked, {} questions answered wrongly by some",
        history.library,
        history.releases.len(),
        history.answers.len()
    )
}
