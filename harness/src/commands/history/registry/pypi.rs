//! PyPI: packages of Python.

use std::{path::Path, time::Duration};

use lawbook_libraries::Library;

use super::{Registry, RegistryOptions, ask, install, of_packages, tool, unreadable};
use crate::{commands::history::release::AskedRelease, output::Result};

/// What pip says when it has nothing that it may install.
const NOT_FOUND: [&str; 2] = ["Could not find a version", "No matching distribution"];
/// Why a release that pip would have to build is not asked.
const NO_WHEEL: &str = "it has no wheel for this machine; `--from-source --retry` builds it, which runs its build script";

/// A library that is published on PyPI.
pub(super) struct Pypi {
    pub(super) library: &'static Library,
    pub(super) options: RegistryOptions,
}

impl Registry for Pypi {
    fn library(&self) -> Option<&'static Library> {
        Some(self.library)
    }

    fn releases(&self) -> Result<Vec<AskedRelease>> {
        of_packages(self.library, |package| versions(package, self.options.time))
    }

    fn install(&self, release: &AskedRelease) -> std::result::Result<Vec<String>, String> {
        let AskedRelease { package, version, .. } = release;
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
            // Beside the adapter, where Python looks for modules.
            let target = install::adapter_folder(prefix);
            pip.extend([tool::with_path("--target", &target)?, format!("{package}=={version}")]);
            Ok(pip)
        };
        // pip does not tell a release without a wheel from one that does not exist; this one was listed.
        let explain = |reason: String| {
            let is_missing = NOT_FOUND.iter().any(|said| reason.contains(said));
            if is_missing && !self.options.from_source { NO_WHEEL.to_owned() } else { reason }
        };
        let script = install::release(self.library, version, &self.options, command, explain)?;
        // Without the packages of this machine: only those in the folder of the script.
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
    // Some packages list names of builds, which are not versions.
    let is_version = |text: &&str| !text.contains("linux");
    let mut versions: Vec<String> =
        versions.split(", ").map(str::trim).filter(is_version).map(str::to_owned).collect();
    versions.reverse();
    Ok(versions)
}
