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
use lawbook_libraries::{
    FOREIGN, Foreign, Runtime,
    process::{Limits, Process},
};

use super::{
    answers, cache,
    crates::{CRATES, ReleasedCrate},
    games::RandomGames,
    install::{self, InstallOptions},
    registry, version,
};
use crate::{
    cli::{HistoryOptions, ReleaseOptions},
    libraries,
    output::{Exit, Failure, Result},
    selection,
};

/// The largest number of releases that is accepted of a registry.
const MAX_RELEASES: usize = 10_000;

/// A library whose releases can be asked.
pub(crate) struct ReleaseSource {
    kind: SourceKind,
    /// The versions that were named; all if none was.
    versions: Vec<String>,
    foreign: PathBuf,
    linked: PathBuf,
    cache: PathBuf,
    install: InstallOptions,
    timeout: Duration,
}

/// Where the releases of a library are from.
enum SourceKind {
    Foreign(Foreign),
    Crate(ReleasedCrate),
    /// A command of the user's own, with `{version}`.
    Command {
        library: String,
        command: Vec<String>,
    },
}

/// A release that there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AskedRelease {
    pub(crate) version: String,
    pub(crate) date: Option<String>,
    /// The package that it is a version of.
    pub(crate) package: String,
    /// Why its interface does not fit, if that is known.
    pub(crate) misfit: Option<String>,
}

/// The libraries that are named.
pub(super) fn select(options: &HistoryOptions) -> Result<Vec<ReleaseSource>> {
    if options.source.adapter.is_some() {
        return match options.library.as_slice() {
            [library] => Ok(vec![ReleaseSource::named(library, &options.source)?]),
            _ => Err(Failure::new(
                Exit::Usage,
                "--adapter is about one library; right would be its name before it",
            )),
        };
    }
    let names: Vec<&str> = match options.all {
        true => names().collect(),
        false => options.library.iter().map(String::as_str).collect(),
    };
    names.into_iter().map(|name| ReleaseSource::named(name, &options.source)).collect()
}

impl ReleaseSource {
    /// The library of this name, or the command for it.
    ///
    /// # Errors
    ///
    /// No library is called so, or the command has no versions.
    pub(crate) fn named(name: &str, options: &ReleaseOptions) -> Result<ReleaseSource> {
        let kind = match &options.adapter {
            Some(_) if options.versions.is_empty() => {
                let message = "--adapter does not say which versions there are; right would be --versions 1.0,1.1";
                return Err(Failure::new(Exit::Usage, message));
            }
            Some(command) => SourceKind::Command {
                library: name.to_owned(),
                command: libraries::words(command)?,
            },
            None => published(name)?,
        };
        Ok(ReleaseSource {
            kind,
            versions: options.versions.clone(),
            foreign: options.foreign.clone(),
            linked: options.linked.clone(),
            cache: options.cache.clone(),
            install: InstallOptions {
                time: options.build,
                retry: options.retry,
                source: options.from_source,
            },
            timeout: options.timeout,
        })
    }

    /// The name of the library.
    pub(crate) fn library(&self) -> &str {
        self.identity().0
    }

    /// The name of the library, and where it is published.
    pub(super) fn identity(&self) -> (&str, &str) {
        match &self.kind {
            SourceKind::Foreign(foreign) => match foreign.runtime {
                Runtime::Node => (foreign.name, "npm"),
                Runtime::Python => (foreign.name, "pypi"),
                Runtime::Debian => (foreign.name, "debian"),
            },
            SourceKind::Crate(one) => (one.name, "cargo"),
            SourceKind::Command { library, .. } => (library, ""),
        }
    }

    /// What is known of the library of today.
    pub(super) fn known(&self) -> Result<Vec<Deviation>> {
        let (name, ecosystem) = self.identity();
        let about = About { ecosystem: ecosystem.to_owned(), ..About::new(name, "") };
        lawbook_libraries::known_deviations_of(&[about])
            .map_err(|problem| Failure::new(Exit::Invalid, problem.to_string()))
    }

    /// The releases there are, the oldest first.
    ///
    /// # Errors
    ///
    /// The registry cannot be asked, or lacks a version that is named.
    pub(crate) fn releases(&self) -> Result<Vec<AskedRelease>> {
        let (mut all, fits_from, before) = match &self.kind {
            SourceKind::Foreign(foreign) => {
                (registry::releases(foreign, self.install.time)?, foreign.fits_from, "")
            }
            SourceKind::Crate(one) => {
                (one.releases(&self.cache, self.install.time)?, one.fits_from, one.before)
            }
            SourceKind::Command { library, .. } => {
                let release = |version: &String| AskedRelease {
                    version: version.clone(),
                    date: None,
                    package: library.clone(),
                    misfit: None,
                };
                return Ok(self.versions.iter().map(release).collect());
            }
        };
        self.check(&all)?;
        // Each is installed once: two threads would write into one folder.
        let mut seen = BTreeSet::new();
        all.retain(|release| seen.insert(release.version.clone()));
        let fitting = all.iter().position(|one| one.version == fits_from);
        for release in all.iter_mut().take(fitting.unwrap_or(0)) {
            release.misfit = Some(match before {
                "" => format!("it is asked from {fits_from} on"),
                why => format!("it is asked from {fits_from} on: {why}"),
            });
        }
        if self.versions.is_empty() {
            return Ok(all);
        }
        let named = |version: &String| {
            all.iter().find(|one| one.version == *version).cloned().ok_or_else(|| {
                let message = format!(
                    "{} has no version {version:?}; --list shows those there are",
                    self.library()
                );
                Failure::new(Exit::NothingSelected, message)
            })
        };
        let mut seen = BTreeSet::new();
        self.versions.iter().filter(|version| seen.insert(*version)).map(named).collect()
    }

    /// Checks what a registry says before any of it becomes a path or part of a command.
    fn check(&self, releases: &[AskedRelease]) -> Result<()> {
        let (library, ecosystem) = self.identity();
        let fail = |problem: String| {
            let message =
                format!("the releases of {library}, as {ecosystem} lists them: {problem}");
            Failure::new(Exit::Trouble, message)
        };
        if releases.len() > MAX_RELEASES {
            return Err(fail(format!(
                "there are {}; right would be at most {MAX_RELEASES}",
                releases.len()
            )));
        }
        releases.iter().try_for_each(|release| version::check(&release.version)).map_err(fail)
    }

    /// Starts a release, which is installed first unless it is; or why it cannot be asked.
    pub(crate) fn start(&self, release: &AskedRelease) -> std::result::Result<Process, String> {
        if let Some(misfit) = &release.misfit {
            return Err(misfit.clone());
        }
        let command = match &self.kind {
            SourceKind::Command { command, .. } => {
                command.iter().map(|word| word.replace("{version}", &release.version)).collect()
            }
            SourceKind::Foreign(foreign) => {
                let prefix = self.prefix(&release.version)?;
                install::foreign(foreign, release, &self.foreign, &prefix, self.install)?
            }
            SourceKind::Crate(one) => {
                let prefix = self.prefix(&release.version)?;
                one.build(release, &self.linked, &prefix, self.install)?
            }
        };
        let guard = std::env::current_exe().map_err(|error| error.to_string())?;
        let limits = Limits { question: self.timeout, ..Limits::default() };
        let process = Process::start(guard, command, limits)?;
        fits(&process)?;
        Ok(process)
    }

    /// What a release answers, asked now or before; or why it cannot be asked.
    pub(super) fn answers(
        &self,
        release: &AskedRelease,
        catalogue: &Catalogue,
        cases: &[&Case],
    ) -> std::result::Result<ReleaseAnswers, String> {
        let name = |adapter| format!("answers-{}.json", digest([&catalogue.digest, &adapter]));
        let file = self.kept(release, name)?;
        answers::kept(file.as_deref(), self.install.retry, || {
            let process = self.start_named(release)?;
            Ok(ReleaseAnswers::ask(cases, &process as &dyn Implementation))
        })
    }

    /// What random games show of a release, asked now or before; or why it cannot be asked.
    pub(super) fn games(
        &self,
        release: &AskedRelease,
        games: RandomGames,
    ) -> std::result::Result<ReleaseGames, String> {
        let RandomGames { seed, games: number } = games;
        // Which games they are is decided by the program that plays them.
        let name = |adapter| {
            let digest = digest([&adapter, &env!("CARGO_PKG_VERSION").to_owned()]);
            format!("games-{seed}-{number}-{digest}.json")
        };
        let file = self.kept(release, name)?;
        answers::kept(file.as_deref(), self.install.retry, || {
            let process = self.start_named(release)?;
            Ok(games.ask(Box::new(process)))
        })
    }

    /// The file that keeps what a release answers, named by the digest of its adapter; none if nothing is kept of it.
    fn kept(
        &self,
        release: &AskedRelease,
        name: impl FnOnce(String) -> String,
    ) -> std::result::Result<Option<PathBuf>, String> {
        let Some(adapter) = self.adapter_digest(&release.version) else { return Ok(None) };
        Ok(Some(self.prefix(&release.version)?.join(name(adapter))))
    }

    /// Starts a release; a reason why not is the same on each machine.
    fn start_named(&self, release: &AskedRelease) -> std::result::Result<Process, String> {
        self.start(release).map_err(|reason| {
            let reason = first_line(&reason);
            // A command of the user's own has no folder.
            let folder = self.prefix(&release.version).ok();
            folder.map_or_else(|| reason.clone(), |folder| without(&folder, &reason))
        })
    }

    /// A digest of the adapter; none if what it is made of is not known.
    fn adapter_digest(&self, version: &str) -> Option<String> {
        match &self.kind {
            SourceKind::Foreign(foreign) => install::adapter_digest(foreign, &self.foreign),
            SourceKind::Crate(one) => one.adapter_digest(version, &self.linked),
            SourceKind::Command { .. } => None,
        }
    }

    /// The folder of a release.
    fn prefix(&self, version: &str) -> std::result::Result<PathBuf, String> {
        cache::folder(&self.cache, self.library(), version)
    }
}

/// The library of this name that is published somewhere.
fn published(name: &str) -> Result<SourceKind> {
    let foreign = released().find(|one| one.name.eq_ignore_ascii_case(name));
    let linked = CRATES.iter().find(|one| one.name.eq_ignore_ascii_case(name));
    if let Some(kind) =
        foreign.map(|one| SourceKind::Foreign(*one)).or(linked.map(|one| SourceKind::Crate(*one)))
    {
        return Ok(kind);
    }
    let message = match selection::nearest(name, names()) {
        Some(nearest) => {
            format!("no library {name:?} has releases here; the nearest is {nearest:?}")
        }
        None => {
            let names: Vec<&str> = names().collect();
            format!("no library {name:?} has releases here; there are {}", names.join(", "))
        }
    };
    Err(Failure::new(Exit::NothingSelected, message))
}

/// The libraries in other languages that have releases to be asked.
fn released() -> impl Iterator<Item = &'static Foreign> {
    FOREIGN.iter().filter(|one| one.runtime != Runtime::Debian)
}

/// The names of all libraries whose releases can be asked.
fn names() -> impl Iterator<Item = &'static str> {
    released().map(|one| one.name).chain(CRATES.iter().map(|one| one.name))
}

/// A reason without the folder of a release in it, which is another on each machine.
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

/// The first line of a reason that says something, and is short.
pub(crate) fn first_line(reason: &str) -> String {
    const ROOM: usize = 300;
    let lines = || reason.lines().map(str::trim).filter(|line| !line.is_empty());
    // What a program says of an error comes late in what it says, with the name of the error in front.
    let is_named =
        |line: &&str| line.split_once(": ").is_some_and(|(name, _)| name.contains("Error"));
    let is_error = |line: &&str| line.to_ascii_lowercase().starts_with("error");
    let line = lines().find(is_named).or_else(|| lines().find(is_error)).or_else(|| lines().next());
    let line = line.unwrap_or("it says nothing");
    line.chars().take(ROOM).collect()
}
