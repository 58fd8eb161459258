//! Releases in folders of their own, each with the adapter beside it.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use lawbook::catalogue::digest;
use lawbook_libraries::{Foreign, Runtime, process::ToolFailure};

use super::{
    cache,
    source::{AskedRelease, first_line},
    tool,
};
use crate::files;

/// How releases are installed.
#[derive(Clone, Copy, Debug)]
pub(super) struct InstallOptions {
    /// The time to install or build one release.
    pub(super) time: std::time::Duration,
    /// Try again what failed before.
    pub(super) retry: bool,
    /// Let pip build a release that is published as source only, which runs its build script.
    pub(super) source: bool,
}

/// The file that says that a release is installed; or, with a text in it, why it is not.
const MARK: &str = "installed";

/// What pip says when it has nothing that it may install.
const NOT_FOUND: [&str; 2] = ["Could not find a version", "No matching distribution"];
/// Why a release that pip would have to build is not asked.
const NO_WHEEL: &str = "it has no wheel for this machine; `--from-source --retry` builds it, which runs its build script";

/// Installs a release of a library in another language with its adapter, unless it is there, and gives the command that
/// starts the adapter; or says why it cannot be installed.
pub(super) fn foreign(
    foreign: &Foreign,
    release: &AskedRelease,
    adapters: &Path,
    prefix: &Path,
    options: InstallOptions,
) -> Result<Vec<String>, String> {
    let said = |error: io::Error| format!("its folder cannot be written: {error}");
    let mark = prefix.join(MARK);
    match fs::read_to_string(&mark) {
        Ok(reason) if reason.is_empty() => {}
        Ok(reason) if !options.retry => return Err(reason),
        Ok(_) | Err(_) => {
            if prefix.exists() {
                fs::remove_dir_all(prefix).map_err(said)?;
            }
            fs::create_dir_all(prefix).map_err(said)?;
            let command = install(foreign, release, prefix, options)?;
            let mut reason = run(&command, "installed", options).err().unwrap_or_default();
            // pip does not tell a release without a wheel from one that is not there; this one was listed.
            if foreign.runtime == Runtime::Python
                && !options.source
                && NOT_FOUND.iter().any(|said| reason.contains(said))
            {
                NO_WHEEL.clone_into(&mut reason);
            }
            files::write_whole(&mark, reason.as_bytes()).map_err(said)?;
            if !reason.is_empty() {
                return Err(reason);
            }
        }
    }
    for file in adapter_files(foreign, adapters).map_err(said)? {
        cache::copy(&file, &prefix.join(file.file_name().unwrap_or_default())).map_err(said)?;
    }
    let script = prefix.join(Path::new(foreign.script).file_name().unwrap_or_default());
    let script = script.to_string_lossy().into_owned();
    Ok(match foreign.runtime {
        Runtime::Node => vec!["node".to_owned(), script],
        // Without the packages of this machine: only what is in the folder of the script.
        Runtime::Python | Runtime::Debian => vec!["python3".to_owned(), "-S".to_owned(), script],
    })
}

/// The command that installs a release, without running scripts of the package unless the options say so.
fn install(
    foreign: &Foreign,
    release: &AskedRelease,
    prefix: &Path,
    options: InstallOptions,
) -> Result<Vec<String>, String> {
    let AskedRelease { package, version, .. } = release;
    Ok(match foreign.runtime {
        Runtime::Node => {
            let mut npm = tool::words([
                "npm",
                "install",
                "--no-audit",
                "--no-fund",
                "--loglevel=error",
                "--ignore-scripts",
            ]);
            npm.extend([tool::with_path("--prefix", prefix)?, format!("{package}@{version}")]);
            npm
        }
        Runtime::Python | Runtime::Debian => {
            let mut pip = tool::words([
                "python3",
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--no-input",
                "--no-compile",
            ]);
            if !options.source {
                pip.push("--only-binary=:all:".to_owned());
            }
            pip.extend([tool::with_path("--target", prefix)?, format!("{package}=={version}")]);
            pip
        }
    })
}

/// The files of the adapter: all that stand beside it in its language.
fn adapter_files(foreign: &Foreign, adapters: &Path) -> io::Result<Vec<PathBuf>> {
    let script = adapters.join(foreign.script);
    let folder = script.parent().unwrap_or(adapters);
    let entries: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    let shared = ["wire", "squares"];
    files.retain(|file| {
        let stem = file.file_stem().unwrap_or_default();
        file.extension() == script.extension()
            && (file.file_name() == script.file_name() || shared.iter().any(|one| stem == *one))
    });
    files.sort();
    Ok(files)
}

/// A digest of the adapter with all that it is made of; none if it cannot be read.
pub(super) fn adapter_digest(foreign: &Foreign, adapters: &Path) -> Option<String> {
    let texts: Option<Vec<String>> = adapter_files(foreign, adapters)
        .ok()?
        .iter()
        .map(|file| fs::read_to_string(file).ok())
        .collect();
    Some(digest(&texts?))
}

/// Runs a command that installs or builds a release; or says why it failed. `done` is what then cannot be: installed, built.
pub(super) fn run(command: &[String], done: &str, options: InstallOptions) -> Result<(), String> {
    tool::run(command, options.time).map(drop).map_err(|failure| match failure {
        ToolFailure::Failed { how, talk } if talk.trim().is_empty() => {
            format!("it cannot be {done}: {how}")
        }
        ToolFailure::Failed { talk, .. } => format!("it cannot be {done}: {}", first_line(&talk)),
        ToolFailure::TimedOut(time) => {
            format!("it cannot be {done} within {} s", time.as_secs())
        }
        other @ (ToolFailure::NotStarted(_)
        | ToolFailure::TooLong(_)
        | ToolFailure::NotText
        | ToolFailure::Held) => format!("it cannot be {done}: {other}"),
    })
}
