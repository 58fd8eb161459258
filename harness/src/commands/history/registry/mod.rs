//! Registries: list the releases of a library, and install one.

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

use super::release::{RegistryRelease, first_line};
use crate::{
    cli::ReleaseOptions,
    output::{Exit, Failure, Result},
};
pub(super) use command::OwnCommand;

/// Source of the releases of a library.
pub(super) trait Registry: Sync {
    /// Returns the library; `None` for a command of the user.
    fn library(&self) -> Option<&'static Library>;

    /// Returns the releases, oldest first.
    ///
    /// # Errors
    ///
    /// Fails if the registry cannot be queried.
    fn releases(&self) -> Result<Vec<RegistryRelease>>;

    /// Installs a release with its adapter if necessary, and returns the command that starts the adapter.
    ///
    /// # Errors
    ///
    /// Fails with the reason why it cannot be installed.
    fn install(&self, release: &RegistryRelease) -> std::result::Result<Vec<String>, String>;

    /// Returns a digest of the adapter for a version; `None` if its files are unknown or cannot be read.
    fn adapter_digest(&self, version: &str) -> Option<String>;
}

/// Options for querying registries and installing releases.
#[derive(Clone, Debug)]
pub(super) struct RegistryOptions {
    /// The folder `harness/libraries/`.
    libraries: PathBuf,
    /// Cache folder of installed releases.
    cache: PathBuf,
    /// Time limit for installing or building one release, and for each request to a registry.
    time: Duration,
    /// Whether to retry what failed before.
    retry: bool,
    /// Whether pip may build a release that is published as source only, which runs its build script.
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

/// Returns the libraries whose releases can be tested.
fn with_releases() -> impl Iterator<Item = &'static Library> {
    libraries().iter().filter(|one| one.fits_from.is_some())
}

/// Returns the names of these libraries.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    with_releases().map(|one| one.name)
}

/// Returns the library of this name, if its releases can be tested.
pub(super) fn published(name: &str) -> Option<&'static Library> {
    with_releases().find(|one| one.name.eq_ignore_ascii_case(name))
}

/// Returns the registry of a library.
pub(super) fn of(library: &'static Library, options: RegistryOptions) -> Box<dyn Registry> {
    match library.ecosystem {
        Ecosystem::Cargo => Box::new(crates::Crates { library, options }),
        Ecosystem::Npm => Box::new(npm::Npm { library, options }),
        // pip installs Python packages only. A Debian package has no `fits_from` and never gets here.
        Ecosystem::Pypi | Ecosystem::Deb => Box::new(pypi::Pypi { library, options }),
    }
}

/// Returns the releases of all packages of a library, oldest first. Releases of an earlier package count only up to the
/// version with which the next package begins.
fn of_packages(
    library: &Library,
    list: impl Fn(&str) -> Result<Vec<String>>,
) -> Result<Vec<RegistryRelease>> {
    let mut all: Vec<RegistryRelease> = Vec::new();
    for package in library.earlier_packages.iter().chain([&library.package]) {
        let versions = list(package)?;
        if let Some(first) = versions.first() {
            let place = all.iter().position(|one| one.version == *first);
            all.truncate(place.unwrap_or(all.len()));
        }
        all.extend(versions.iter().map(|version| RegistryRelease::new(package, version)));
    }
    Ok(all)
}

/// Queries a registry through its tool, and returns the standard output.
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
        let message = format!("cannot query the registry with `{asked}`: {why}");
        Failure::new(Exit::IoError, message)
    })
}

/// Returns the error for unexpected output of a tool; `right` describes the expected output.
fn unreadable(tool: &str, said: &str, right: &str) -> Failure {
    let begin: String = said.trim().chars().take(100).collect();
    let message = format!("cannot read the output of {tool}, {begin:?}; expected {right}");
    Failure::new(Exit::IoError, message)
}
