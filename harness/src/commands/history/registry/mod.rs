//! Registries: which releases of a library there are, and how one is installed.

pub(super) mod cache;
mod command;
mod crates;
mod install;
mod npm;
mod pypi;
mod tool;
mod variants;
pub(super) mod version;

use std::{path::PathBuf, time::Duration};

use lawbook_libraries::{Ecosystem, Library, libraries, process::ToolFailure};

use super::release::{AskedRelease, first_line};
use crate::{
    cli::ReleaseOptions,
    output::{Exit, Failure, Result},
};
pub(super) use command::OwnCommand;

/// Where the releases of a library come from.
pub(super) trait Registry: Sync {
    /// The library; `None` if the user's own command is asked.
    fn library(&self) -> Option<&'static Library>;

    /// The releases, the oldest first.
    ///
    /// # Errors
    ///
    /// The registry cannot be asked.
    fn releases(&self) -> Result<Vec<AskedRelease>>;

    /// Installs a release with its adapter, unless it is installed already, and gives the command that starts the adapter.
    ///
    /// # Errors
    ///
    /// Why it cannot be installed.
    fn install(&self, release: &AskedRelease) -> std::result::Result<Vec<String>, String>;

    /// Digest of the adapter for a version; `None` if its files cannot be read or are not known.
    fn adapter_digest(&self, version: &str) -> Option<String>;
}

/// How registries are asked, and where releases are installed.
#[derive(Clone, Debug)]
pub(super) struct RegistryOptions {
    /// The folder `harness/libraries/`.
    libraries: PathBuf,
    /// The folder in which releases are installed.
    cache: PathBuf,
    /// Time to install or build one release, and for each question to a registry.
    time: Duration,
    /// Try again what failed before.
    retry: bool,
    /// Let pip build a release that is published as source only, which runs its build script.
    from_source: bool,
}

impl RegistryOptions {
    pub(super) fn new(options: &ReleaseOptions) -> RegistryOptions {
        RegistryOptions {
            libraries: options.libraries.clone(),
            cache: options.cache.clone(),
            time: options.build,
            retry: options.retry,
            from_source: options.from_source,
        }
    }
}

/// The libraries whose releases can be asked.
fn with_releases() -> impl Iterator<Item = &'static Library> {
    libraries().iter().filter(|one| one.fits_from.is_some())
}

/// The names of the libraries whose releases can be asked.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    with_releases().map(|one| one.name)
}

/// The library of this name whose releases can be asked.
pub(super) fn published(name: &str) -> Option<&'static Library> {
    with_releases().find(|one| one.name.eq_ignore_ascii_case(name))
}

/// The registry of a library.
pub(super) fn of(library: &'static Library, options: RegistryOptions) -> Box<dyn Registry> {
    match library.ecosystem {
        Ecosystem::Cargo => Box::new(crates::Crates { library, options }),
        Ecosystem::Npm => Box::new(npm::Npm { library, options }),
        // pip installs Python packages only; a Debian package has no `fits_from`.
        Ecosystem::Pypi | Ecosystem::Deb => Box::new(pypi::Pypi { library, options }),
    }
}

/// The releases of all packages of a library, the oldest first. Of a package with an earlier name, those count that came
/// before the first release under the next name.
fn of_packages(
    library: &Library,
    list: impl Fn(&str) -> Result<Vec<String>>,
) -> Result<Vec<AskedRelease>> {
    let mut all: Vec<AskedRelease> = Vec::new();
    for package in library.earlier_packages.iter().chain([&library.package]) {
        let versions = list(package)?;
        if let Some(first) = versions.first() {
            let place = all.iter().position(|one| one.version == *first);
            all.truncate(place.unwrap_or(all.len()));
        }
        all.extend(versions.iter().map(|version| AskedRelease::new(package, version)));
    }
    Ok(all)
}

/// Asks a registry through its tool: what the tool writes on standard output.
pub(super) fn ask(command: &[String], time: Duration) -> Result<String> {
    tool::run(command, time).map_err(|failure| {
        let why = match &failure {
            ToolFailure::Failed { talk, .. } if !talk.trim().is_empty() => first_line(talk),
            ToolFailure::Failed { .. }
            | ToolFailure::NotStarted(_)
            | ToolFailure::TimedOut(_)
            | ToolFailure::TooLong(_)
            | ToolFailure::NotText
            | ToolFailure::Held => failure.to_string(),
        };
        let asked = command.join(" ");
        let message = format!("the registry cannot be asked by `{asked}`: {why}");
        Failure::new(Exit::Trouble, message)
    })
}

/// A tool has answered something else than `right`.
fn unreadable(tool: &str, said: &str, right: &str) -> Failure {
    let begin: String = said.trim().chars().take(100).collect();
    let message = format!("cannot read what {tool} says, {begin:?}; right would be {right}");
    Failure::new(Exit::Trouble, message)
}
