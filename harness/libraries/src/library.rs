//! Metadata of each library, read from its folder in `harness/libraries/`.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use lawbook_catalogue::{Deviation, Problem, adapter::About, read_deviations};
use serde::{Deserialize, Serialize};

use crate::{folders::FOLDERS, language::Language};

/// A library under test: the content of `library.yaml` in its folder, and its known deviations.
///
/// `harness/libraries/README.md` describes the fields for contributors.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    /// Name of the library and of its folder.
    #[serde(skip)]
    pub name: &'static str,
    /// Address of the project.
    pub homepage: String,
    /// SPDX expression of its licence.
    pub licence: String,
    /// Where it is published.
    pub ecosystem: Ecosystem,
    /// Language of its adapter and of its reproduction programs.
    pub language: Language,
    /// Whether it is an engine that programs in any language can drive.
    #[serde(default)]
    pub engine: bool,
    /// Name of its package; defaults to the name of the library.
    #[serde(default)]
    pub package: String,
    /// Version of the package under test.
    pub version: String,
    /// Base address of the source files of this version.
    pub source: Option<String>,
    /// For a Debian package: the file or folder that the adapter drives, below `harness/libraries/debian/`.
    pub installed: Option<String>,
    /// Additional packages of the same ecosystem, with versions.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Whether a crate is only linked if the feature `more` is enabled.
    #[serde(default)]
    pub less_used: bool,
    /// Earlier names of its package, oldest first, for `harness/libraries/history`.
    #[serde(default)]
    pub earlier_packages: Vec<String>,
    /// The oldest release that works with the adapter, for `harness/libraries/history`.
    pub fits_from: Option<String>,
    /// Why a question can end the process. The library then always runs in a process of its own.
    pub may_end_the_process: Option<String>,
    /// Kinds of answers that the library gives itself, for the table of libraries.
    pub brings: String,
    /// What its adapter adds.
    pub adds: String,
    /// Modules, types or crates whose public functions must be listed under `functions`.
    #[serde(default)]
    pub public: Vec<String>,
    /// Markdown: which function answers which question, and which functions are not used.
    pub functions: String,
    /// Code that asks each kind of question in a program without lawbook. A key may list several kinds, separated by
    /// spaces.
    pub repro: BTreeMap<String, String>,
    /// The text of `known.yaml`.
    #[serde(skip)]
    known: &'static str,
}

/// Where a library is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ecosystem {
    /// The registry of Rust crates. These libraries are linked.
    Cargo,
    /// The registry of Node.js packages.
    Npm,
    /// The Python package index.
    Pypi,
    /// Debian, which has one release of each package.
    Deb,
}

impl Ecosystem {
    /// The name in adapters and `library.yaml`.
    pub const fn name(self) -> &'static str {
        match self {
            Ecosystem::Cargo => "cargo",
            Ecosystem::Npm => "npm",
            Ecosystem::Pypi => "pypi",
            Ecosystem::Deb => "deb",
        }
    }
}

impl Library {
    /// Parses a library from the texts of its files.
    pub(crate) fn read(
        name: &'static str,
        text: &str,
        known: &'static str,
    ) -> Result<Library, String> {
        let mut library: Library = serde_yaml::from_str(text)
            .map_err(|error| format!("harness/libraries/{name}/library.yaml: {error}"))?;
        library.name = name;
        library.known = known;
        if library.package.is_empty() {
            name.clone_into(&mut library.package);
        }
        Ok(library)
    }

    /// Whether the library is linked into the command. Others run in a separate process.
    pub fn is_linked(&self) -> bool {
        self.ecosystem == Ecosystem::Cargo
    }

    /// Path of the adapter below `harness/libraries/`.
    pub fn adapter(&self) -> PathBuf {
        Path::new(self.name).join(format!("adapter.{}", self.language.extension()))
    }

    /// The command that starts the adapter, where `folder` is the path of `harness/libraries/`. `None` if the library
    /// is linked or not installed there.
    pub fn command(&self, folder: &Path) -> Option<Vec<String>> {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let python = folder.join("venv/bin/python");
        let (program, needs) = match self.ecosystem {
            Ecosystem::Cargo => return None,
            Ecosystem::Npm => ("node".to_owned(), folder.join("node_modules").join(&self.package)),
            // pip installs all packages into one environment.
            Ecosystem::Pypi => (text(&python), python),
            Ecosystem::Deb => {
                (text(&python), folder.join("debian").join(self.installed.as_deref()?))
            }
        };
        let adapter = folder.join(self.adapter());
        (needs.exists() && adapter.exists()).then(|| vec![program, text(&adapter)])
    }

    /// The command that installs a release, with `{{version}}` as placeholder.
    pub fn install(&self) -> String {
        let package = &self.package;
        self.repro.get("install").cloned().unwrap_or_else(|| match self.ecosystem {
            Ecosystem::Cargo => format!("cargo add {package}@={{{{version}}}}"),
            Ecosystem::Npm => format!("npm install {package}@{{{{version}}}}"),
            Ecosystem::Pypi => format!("pip install {package}=={{{{version}}}}"),
            Ecosystem::Deb => format!("apt install {package}"),
        })
    }

    /// Address of a version's page in the registry; `None` for Debian, which has none.
    pub fn package_page(&self, version: &str) -> Option<String> {
        let package = &self.package;
        match self.ecosystem {
            Ecosystem::Cargo => Some(format!("https://crates.io/crates/{package}/{version}")),
            Ecosystem::Npm => Some(format!("https://www.npmjs.com/package/{package}/v/{version}")),
            Ecosystem::Pypi => Some(format!("https://pypi.org/project/{package}/{version}/")),
            Ecosystem::Deb => None,
        }
    }

    /// Its known deviations.
    ///
    /// # Errors
    ///
    /// `known.yaml` cannot be read.
    pub fn known_deviations(&self) -> Result<Vec<Deviation>, Problem> {
        let file = format!("harness/libraries/{}/known.yaml", self.name);
        read_deviations(self.name, &file, self.known)
    }
}

/// All libraries, sorted by name without regard to case.
pub fn libraries() -> &'static [Library] {
    static ALL: LazyLock<Vec<Library>> = LazyLock::new(|| {
        let read = |(name, text, known): &(&'static str, &str, &'static str)| {
            // The files are compiled in, and a unit test parses each.
            Library::read(name, text, known).unwrap_or_else(|error| unreachable!("{error}"))
        };
        FOLDERS.iter().map(read).collect()
    });
    &ALL
}

/// Day of the last run with all libraries, in the releases under test.
pub const TESTED_ON: &str = "2026-11-28";

/// The name of each library with the release under test.
pub fn tested_libraries() -> Vec<(&'static str, &'static str)> {
    libraries().iter().map(|one| (one.name, one.version.as_str())).collect()
}

/// Finds a library by name, ignoring case.
pub fn library(name: &str) -> Option<&'static Library> {
    libraries().iter().find(|one| one.name.eq_ignore_ascii_case(name))
}

/// The libraries that run in a separate process.
pub fn foreign_libraries() -> impl Iterator<Item = &'static Library> {
    libraries().iter().filter(|one| !one.is_linked())
}

/// The known deviations of all libraries.
///
/// # Errors
///
/// The first `known.yaml` that cannot be read.
pub fn known_deviations() -> Result<Vec<Deviation>, Problem> {
    read(|_| true)
}

/// The known deviations of these libraries. A library of the same name in another ecosystem has none.
///
/// # Errors
///
/// The first `known.yaml` that cannot be read.
pub fn known_deviations_of(asked: &[About]) -> Result<Vec<Deviation>, Problem> {
    read(|library| {
        asked
            .iter()
            .any(|one| one.ecosystem == library.ecosystem.name() && one.name == library.name)
    })
}

fn read(is_asked: impl Fn(&Library) -> bool) -> Result<Vec<Deviation>, Problem> {
    let mut all = Vec::new();
    for library in libraries().iter().filter(|one| is_asked(one)) {
        all.extend(library.known_deviations()?);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use lawbook_catalogue::DeviationClass;

    use super::*;

    #[test]
    fn every_folder_can_be_read() {
        for (name, text, known) in FOLDERS {
            let library = Library::read(name, text, known).unwrap();
            library.known_deviations().unwrap();
            for url in [Some(&library.homepage), library.source.as_ref()].into_iter().flatten() {
                assert!(url.starts_with("https://"), "{name}: {url}");
            }
            assert!(!library.repro.is_empty(), "{name}: repro");
        }
    }

    #[test]
    fn a_misspelt_or_missing_field_names_its_file() {
        let (name, text, known) = FOLDERS[0];
        for (old, new, says) in [
            ("homepage:", "home:", "unknown field `home`"),
            ("licence:", "# licence:", "missing field `licence`"),
            ("ecosystem: ", "ecosystem: x", "unknown variant `x"),
        ] {
            let problem = Library::read(name, &text.replacen(old, new, 1), known).unwrap_err();
            assert!(
                problem.contains(&format!("harness/libraries/{name}/library.yaml: ")),
                "{problem}"
            );
            assert!(problem.contains(says), "{problem}");
        }
    }

    #[test]
    fn a_deviation_by_design_has_a_link_to_the_documentation() {
        for one in known_deviations().unwrap() {
            let has_link = one.source.as_deref().is_some_and(|source| source.contains("https://"));
            let (name, question) = (&one.implementation, &one.question);
            assert!(
                one.class != DeviationClass::ByDesign || has_link,
                "{name}, {question}: no link to the documentation in {:?}",
                one.source
            );
        }
    }

    #[test]
    fn a_list_is_for_the_library_of_one_ecosystem() {
        for (ecosystem, name, is_listed) in [
            ("cargo", "chess", true),
            ("pypi", "chess", false),
            ("", "chess", false),
            ("npm", "chess.js", true),
            ("cargo", "chess.js", false),
        ] {
            let about = About { ecosystem: ecosystem.to_owned(), ..About::new(name, "1.0.0") };
            let known = known_deviations_of(&[about]).unwrap();
            assert_eq!(!known.is_empty(), is_listed, "{ecosystem} {name}");
            assert!(known.iter().all(|one| one.implementation == name), "{ecosystem} {name}");
        }
    }
}
