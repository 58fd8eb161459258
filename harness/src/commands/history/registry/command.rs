//! A command of the user that starts an adapter for a version.

use lawbook_libraries::Library;

use super::Registry;
use crate::{commands::history::release::RegistryRelease, output::Result};

/// A command with the placeholder `{version}`, and the versions that the user named.
pub(crate) struct OwnCommand {
    pub(crate) words: Vec<String>,
    pub(crate) versions: Vec<String>,
}

impl Registry for OwnCommand {
    fn library(&self) -> Option<&'static Library> {
        None
    }

    fn releases(&self) -> Result<Vec<RegistryRelease>> {
        Ok(self.versions.iter().map(|version| RegistryRelease::new("", version)).collect())
    }

    fn install(&self, release: &RegistryRelease) -> std::result::Result<Vec<String>, String> {
        Ok(self.words.iter().map(|word| word.replace("{version}", &release.version)).collect())
    }

    fn adapter_digest(&self, _version: &str) -> Option<String> {
        None
    }
}
