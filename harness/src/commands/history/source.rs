//! A source of releases of a library: a registry, or a command of the user.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    time::Duration,
};

use lawbook::{
    adapter::{About, Implementation, fits},
    catalogue::{Case, Catalogue, Deviation, digest},
    report::releases::{ReleaseAnswers, ReleaseGames},
};
use lawbook_libraries::process::{Limits, Process};

use super::{
    answers,
    games::RandomGames,
    registry::{self, Registry, RegistryOptions, cache, version},
    release::{RegistryRelease, first_line},
};
use crate::{
    cli::{HistoryOptions, ReleaseOptions},
    libraries,
    output::{Exit, Failure, Result},
    selection,
};

/// Maximum number of releases that a registry may list.
const MAX_RELEASES: usize = 10_000;

/// A library and the source of its releases.
pub(crate) struct ReleaseSource {
    /// Name of the library.
    name: String,
    registry: Box<dyn Registry>,
    /// Versions that the user named; empty for all releases.
    versions: Vec<String>,
    cache: PathBuf,
    retry: bool,
    timeout: Duration,
}

/// Returns the sources of the selected libraries.
pub(super) fn select(options: &HistoryOptions) -> Result<Vec<ReleaseSource>> {
    if options.source.adapter.is_some() {
        return match options.library.as_slice() {
            [library] => Ok(vec![ReleaseSource::named(library, &options.source)?]),
            _ => Err(Failure::new(
                Exit::Usage,
                "--adapter needs the name of a library; expected `lawbook history NAME --adapter ...`",
            )),
        };
    }
    let names: Vec<&str> = match options.all {
        true => registry::names().collect(),
        false => options.library.iter().map(String::as_str).collect(),
    };
    names.into_iter().map(|name| ReleaseSource::named(name, &options.source)).collect()
}

impl ReleaseSource {
    /// Returns the source for a library, or for the command in the options.
    ///
    /// # Errors
    ///
    /// Fails if the library is unknown, or if the command comes without versions.
    pub(crate) fn named(name: &str, options: &ReleaseOptions) -> Result<ReleaseSource> {
        let (name, registry): (&str, Box<dyn Registry>) = match &options.adapter {
            Some(_) if options.versions.is_empty() => {
                let message = "--adapter needs the versions to test; expected --versions 1.0,1.1";
                return Err(Failure::new(Exit::Usage, message));
            }
            Some(command) => {
                let words = libraries::words(command)?;
                (name, Box::new(registry::OwnCommand { words, versions: options.versions.clone() }))
            }
            None => {
                let library = registry::published(name).ok_or_else(|| not_published(name))?;
                (library.name, registry::of(library, RegistryOptions::new(options)))
            }
        };
        Ok(ReleaseSource {
            name: name.to_owned(),
            registry,
            versions: options.versions.clone(),
            cache: options.cache.clone(),
            retry: options.retry,
            timeout: options.timeout,
        })
    }

    /// Returns the name of the library.
    pub(crate) fn library(&self) -> &str {
        &self.name
    }

    /// Returns the name of the library and of its ecosystem.
    pub(super) fn identity(&self) -> (&str, &str) {
        (&self.name, self.registry.library().map_or("", |one| one.ecosystem.name()))
    }

    /// Returns the known deviations of the current release.
    pub(super) fn known(&self) -> Result<Vec<Deviation>> {
        let (name, ecosystem) = self.identity();
        let about = About { ecosystem: ecosystem.to_owned(), ..About::new(name, "") };
        lawbook_libraries::known_deviations_of(&[about])
            .map_err(|problem| Failure::new(Exit::Invalid, problem.to_string()))
    }

    /// Returns the releases, oldest first.
    ///
    /// # Errors
    ///
    /// Fails if the registry cannot be queried, or lacks a version that the user named.
    pub(crate) fn releases(&self) -> Result<Vec<RegistryRelease>> {
        let mut all = self.registry.releases()?;
        let Some(library) = self.registry.library() else { return Ok(all) };
        self.check(&all)?;
        // A duplicate would make two threads install into the same folder.
        let mut seen = BTreeSet::new();
        all.retain(|release| seen.insert(release.version.clone()));
        let fits_from = library.fits_from.as_deref().unwrap_or_default();
        let fitting = all.iter().position(|one| one.version == fits_from);
        for release in all.iter_mut().take(fitting.unwrap_or(0)) {
            release.misfit = Some(match &library.does_not_fit_before {
                None => format!("the adapter supports {fits_from} and later"),
                Some(why) => format!("the adapter supports {fits_from} and later: {why}"),
            });
        }
        if self.versions.is_empty() {
            return Ok(all);
        }
        let named = |version: &String| {
            all.iter().find(|one| one.version == *version).cloned().ok_or_else(|| {
                let message = format!(
                    "{} has no version {version:?}; --list shows the known versions",
                    self.library()
                );
                Failure::new(Exit::NothingSelected, message)
            })
        };
        let mut seen = BTreeSet::new();
        self.versions.iter().filter(|version| seen.insert(*version)).map(named).collect()
    }

    /// Validates the data of a registry before any of it becomes part of a path or a command.
    fn check(&self, releases: &[RegistryRelease]) -> Result<()> {
        let (library, ecosystem) = self.identity();
        let fail = |problem: String| {
            let message =
                format!("the releases of {library}, as {ecosystem} lists them: {problem}");
            Failure::new(Exit::IoError, message)
        };
        if releases.len() > MAX_RELEASES {
            return Err(fail(format!(
                "found {} releases; expected at most {MAX_RELEASES}",
                releases.len()
            )));
        }
        releases.iter().try_for_each(|release| version::check(&release.version)).map_err(fail)
    }

    /// Installs a release if necessary, and starts it; fails with the reason.
    pub(crate) fn start(&self, release: &RegistryRelease) -> std::result::Result<Process, String> {
        if let Some(misfit) = &release.misfit {
            return Err(misfit.clone());
        }
        let command = self.registry.install(release)?;
        let limits = Limits { question: self.timeout, ..Limits::default() };
        let process = Process::start(command, limits)?;
        fits(&process)?;
        Ok(process)
    }

    /// Returns the answers of a release, cached or new; fails with the reason why there are none.
    pub(super) fn answers(
        &self,
        release: &RegistryRelease,
        catalogue: &Catalogue,
        cases: &[&Case],
    ) -> std::result::Result<ReleaseAnswers, String> {
        let name = |adapter| format!("answers-{}.json", digest([&catalogue.digest, &adapter]));
        let file = self.cached(release, name)?;
        answers::cached(file.as_deref(), self.retry, || {
            let process = self.start_named(release)?;
            Ok(ReleaseAnswers::ask(cases, &process as &dyn Implementation))
        })
    }

    /// Returns the results of a release on random games, cached or new; fails with the reason why there are none.
    pub(super) fn games(
        &self,
        release: &RegistryRelease,
        games: RandomGames,
    ) -> std::result::Result<ReleaseGames, String> {
        let RandomGames { seed, games: number } = games;
        // The games depend on the version of this program, so its digest is part of the name.
        let name = |adapter| {
            let digest = digest([&adapter, &env!("CARGO_PKG_VERSION").to_owned()]);
            format!("games-{seed}-{number}-{digest}.json")
        };
        let file = self.cached(release, name)?;
        answers::cached(file.as_deref(), self.retry, || {
            let process = self.start_named(release)?;
            Ok(games.ask(Box::new(process)))
        })
    }

    /// Returns the path of a cache file; `name` builds its name from the digest of the adapter. Returns `None` if
    /// nothing is cached for this release.
    fn cached(
        &self,
        release: &RegistryRelease,
        name: impl FnOnce(String) -> String,
    ) -> std::result::Result<Option<PathBuf>, String> {
        let Some(adapter) = self.registry.adapter_digest(&release.version) else { return Ok(None) };
        Ok(Some(self.prefix(&release.version)?.join(name(adapter))))
    }

    /// Starts a release; a failure has the same text on every machine.
    fn start_named(&self, release: &RegistryRelease) -> std::result::Result<Process, String> {
        self.start(release).map_err(|reason| {
            let reason = first_line(&reason);
            // A command of the user has no folder.
            let folder = self.prefix(&release.version).ok();
            folder.map_or_else(|| reason.clone(), |folder| without(&folder, &reason))
        })
    }

    /// Returns the folder of a release.
    fn prefix(&self, version: &str) -> std::result::Result<PathBuf, String> {
        cache::folder(&self.cache, &self.name, version)
    }
}

/// Returns the error for a library without releases, with suggestions.
fn not_published(name: &str) -> Failure {
    let message = match selection::nearest(name, registry::names()) {
        Some(nearest) => {
            format!("unknown library {name:?}; did you mean {nearest:?}?")
        }
        None => {
            let names: Vec<&str> = registry::names().collect();
            format!(
                "unknown library {name:?}; libraries with a release history: {}",
                names.join(", ")
            )
        }
    };
    Failure::new(Exit::NothingSelected, message)
}

/// Removes the folder of a release from an error text, because it differs between machines.
fn without(folder: &Path, reason: &str) -> String {
    let shown = [folder.canonicalize().unwrap_or_default(), folder.to_owned()];
    shown.iter().map(|folder| format!("{}/", folder.display())).fold(
        reason.to_owned(),
        |reason, folder| match folder.as_str() {
            "/" => reason,
            folder => reason.replace(folder, ""),
        },
    )
}
