//! PyPI: packages for Python.

use std::{path::Path, time::Duration};

use lawbook_libraries::Library;

use super::{Registry, RegistryOptions, ask, install, of_packages, tool, unreadable};
use crate::{commands::history::release::RegistryRelease, output::Result};

/// Messages of pip when no release matches.
const NOT_FOUND: [&str; 2] = ["Could not find a version", "No matching distribution"];
/// Reason why a release that pip would have to build is not tested.
const NO_WHEEL: &str =
    "it has no wheel for this machine; `--from-source --retry` builds it and runs its build script";

/// A library published on PyPI.
pub(super) struct Pypi {
    pub(super) library: &'static Library,
    pub(super) options: RegistryOptions,
}

impl Registry for Pypi {
    fn library(&self) -> Option<&'static Library> {
        Some(self.library)
    }

    fn releases(&self) -> Result<Vec<RegistryRelease>> {
        of_packages(self.library, |package| versions(package, self.options.time))
    }

    fn install(&self, release: &RegistryRelease) -> std::result::Result<Vec<String>, String> {
        let RegistryRelease { package, version, .. } = release;
        let command = |prefix: &Path| {
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
            if !self.options.from_source {
                pip.push("--only-binary=:all:".to_owned());
            }
            // Install next to the adapter, where Python looks for modules.
            let target = install::adapter_folder(prefix);
            pip.extend([tool::with_path("--target", &target)?, format!("{package}=={version}")]);
            Ok(pip)
        };
        // pip does not distinguish a release without a wheel from one that does not exist. This one was listed, so it
        // exists.
        let explain = |reason: String| {
            let is_missing = NOT_FOUND.iter().any(|said| reason.contains(said));
            if is_missing && !self.options.from_source { NO_WHEEL.to_owned() } else { reason }
        };
        let script = install::release(self.library, version, &self.options, command, explain)?;
        // `-S` excludes the machine's own packages; only those in the folder of the script remain.
        Ok(vec!["python3".to_owned(), "-S".to_owned(), script])
    }

    fn adapter_digest(&self, _version: &str) -> Option<String> {
        install::adapter_digest(self.library, &self.options.libraries)
    }
}

fn versions(package: &str, time: Duration) -> Result<Vec<String>> {
    let pip = tool::words([
        "python3",
        "-m",
        "pip",
        "--disable-pip-version-check",
        "index",
        "versions",
        "--pre",
        package,
    ]);
    let said = ask(&pip, time)?;
    let versions =
        said.lines().find_map(|line| line.strip_prefix("Available versions: ")).ok_or_else(
            || unreadable("pip index versions", &said, "a line \"Available versions: ...\""),
        )?;
    // Some packages list build names, which are not versions.
    let is_version = |text: &&str| !text.contains("linux");
    let mut versions: Vec<String> =
        versions.split(", ").map(str::trim).filter(is_version).map(str::to_owned).collect();
    versions.reverse();
    Ok(versions)
}
