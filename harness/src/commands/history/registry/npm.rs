//! npm: packages for Node.js.

use std::{path::Path, time::Duration};

use lawbook_libraries::Library;
use serde::Deserialize;

use super::{Registry, RegistryOptions, ask, install, of_packages, tool, unreadable};
use crate::{commands::history::release::RegistryRelease, output::Result};

/// A library published on npm.
pub(super) struct Npm {
    pub(super) library: &'static Library,
    pub(super) options: RegistryOptions,
}

impl Registry for Npm {
    fn library(&self) -> Option<&'static Library> {
        Some(self.library)
    }

    fn releases(&self) -> Result<Vec<RegistryRelease>> {
        of_packages(self.library, |package| versions(package, self.options.time))
    }

    fn install(&self, release: &RegistryRelease) -> std::result::Result<Vec<String>, String> {
        let RegistryRelease { package, version, .. } = release;
        let command = |prefix: &Path| {
            let mut npm = tool::words([
                "npm",
                "install",
                "--no-audit",
                "--no-fund",
                "--loglevel=error",
                "--ignore-scripts",
            ]);
            npm.extend([tool::with_path("--prefix", prefix)?, format!("{package}@{version}")]);
            Ok(npm)
        };
        let script =
            install::release(self.library, version, &self.options, command, |reason| reason)?;
        Ok(vec!["node".to_owned(), script])
    }

    fn adapter_digest(&self, _version: &str) -> Option<String> {
        install::adapter_digest(self.library, &self.options.libraries)
    }
}

/// Returns the versions of a package. Dates are omitted, because mirrors report their own.
fn versions(package: &str, time: Duration) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Versions {
        One(String),
        Many(Vec<String>),
    }
    let said = ask(&tool::words(["npm", "view", package, "versions", "--json"]), time)?;
    let versions = serde_json::from_str(&said)
        .map_err(|_| unreadable("npm view", &said, "a version or a list of versions in JSON"))?;
    Ok(match versions {
        Versions::One(version) => vec![version],
        Versions::Many(versions) => versions,
    })
}
