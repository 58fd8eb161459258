//! Installs releases from npm and PyPI, each in its own folder with a copy of the adapter.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use lawbook::catalogue::digest;
use lawbook_libraries::{Library, process::ToolFailure};

use super::{RegistryOptions, cache, tool};
use crate::{commands::history::release::first_line, files};

/// Marker file of an installation: empty if it succeeded, else with the reason of the failure.
const MARK: &str = "installed";

/// Installs a release with its adapter if necessary, and returns the path of the adapter.
///
/// `command` returns the command that installs the release into a folder, and `explain` rewords the reason of a
/// failure.
///
/// # Errors
///
/// Fails with the reason why it cannot be installed, which may be from an earlier run.
pub(super) fn release(
    library: &Library,
    version: &str,
    options: &RegistryOptions,
    command: impl Fn(&Path) -> Result<Vec<String>, String>,
    explain: impl Fn(String) -> String,
) -> Result<String, String> {
    let prefix = &cache::folder(&options.cache, library.name, version)?;
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
            let reason = run(&command(prefix)?, "installed", options);
            let reason = reason.err().map(&explain).unwrap_or_default();
            files::write_whole(&mark, reason.as_bytes()).map_err(said)?;
            if !reason.is_empty() {
                return Err(reason);
            }
        }
    }
    let folder = adapter_folder(prefix);
    let shared = prefix.join("shared");
    for (file, folder) in adapter_files(library, &options.libraries)
        .map_err(said)?
        .iter()
        .zip(std::iter::once(&folder).chain(std::iter::repeat(&shared)))
    {
        fs::create_dir_all(folder).map_err(said)?;
        cache::copy(file, &folder.join(file.file_name().unwrap_or_default())).map_err(said)?;
    }
    let script = folder.join(library.adapter().file_name().unwrap_or_default());
    Ok(script.to_string_lossy().into_owned())
}

/// Returns the folder of the adapter in the folder of a release.
pub(super) fn adapter_folder(prefix: &Path) -> PathBuf {
    prefix.join("adapter")
}

/// Returns the path of the adapter, followed by the shared files in its language.
fn adapter_files(library: &Library, libraries: &Path) -> io::Result<Vec<PathBuf>> {
    let adapter = libraries.join(library.adapter());
    let entries: Vec<_> = fs::read_dir(libraries.join("shared"))?.collect::<io::Result<_>>()?;
    let mut shared: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    shared.retain(|file| file.extension() == adapter.extension());
    shared.sort();
    Ok(std::iter::once(adapter).chain(shared).collect())
}

/// Returns a digest of the adapter with its shared files; `None` if one cannot be read.
pub(super) fn adapter_digest(library: &Library, libraries: &Path) -> Option<String> {
    let files = adapter_files(library, libraries).ok()?;
    let texts: Option<Vec<String>> =
        files.iter().map(|file| fs::read_to_string(file).ok()).collect();
    Some(digest(&texts?))
}

/// Runs a command that installs or builds a release. `done` is the participle for error messages: installed or built.
pub(super) fn run(command: &[String], done: &str, options: &RegistryOptions) -> Result<(), String> {
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
