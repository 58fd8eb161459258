//! Which releases there are, as the tools of the registries say.

use std::process::Command;

use lawbook_libraries::{Foreign, Runtime};
use serde::Deserialize;

use super::source::AskedRelease;
use crate::output::{Exit, Failure, Result};

/// The releases of a library, the oldest first. Of a package that it had an earlier name for, those count that came
/// before the first under its name of today.
pub(super) fn releases(foreign: &Foreign) -> Result<Vec<AskedRelease>> {
    let mut all: Vec<AskedRelease> = Vec::new();
    for package in foreign.packages {
        let of_package = match foreign.runtime {
            Runtime::Node => npm(package)?,
            Runtime::Python => pip(package)?,
            Runtime::Debian => Vec::new(),
        };
        if let Some(first) = of_package.first() {
            let place = all.iter().position(|one| one.version == first.version);
            all.truncate(place.unwrap_or(all.len()));
        }
        all.extend(of_package);
    }
    Ok(all)
}

/// No dates: a mirror tells those on which it took a release over.
fn npm(package: &str) -> Result<Vec<AskedRelease>> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Versions {
        One(String),
        Many(Vec<String>),
    }
    let said = ask("npm", &["view", package, "versions", "--json"])?;
    let versions =
        serde_json::from_str(&said).map_err(|error| unreadable("npm view", &error.to_string()))?;
    let versions = match versions {
        Versions::One(version) => vec![version],
        Versions::Many(versions) => versions,
    };
    let release = |version: String| AskedRelease {
        version,
        date: None,
        package: package.to_owned(),
        misfit: None,
    };
    Ok(versions.into_iter().map(release).collect())
}

fn pip(package: &str) -> Result<Vec<AskedRelease>> {
    let arguments =
        ["-m", "pip", "--disable-pip-version-check", "index", "versions", "--pre", package];
    let said = ask("python3", &arguments)?;
    let versions = said
        .lines()
        .find_map(|line| line.strip_prefix("Available versions: "))
        .ok_or_else(|| unreadable("pip index versions", &said))?;
    // What is no version but the name of a build is left out.
    let is_version = |text: &&str| !text.contains("linux");
    let mut versions: Vec<&str> = versions.split(", ").map(str::trim).filter(is_version).collect();
    versions.reverse();
    let release = |version: &str| AskedRelease {
        version: version.to_owned(),
        date: None,
        package: package.to_owned(),
        misfit: None,
    };
    Ok(versions.into_iter().map(release).collect())
}

/// What a tool writes on its standard output.
pub(super) fn ask(program: &str, arguments: &[&str]) -> Result<String> {
    let trouble = |message: String| Failure::new(Exit::Trouble, message);
    let output = Command::new(program)
        .args(arguments)
        .output()
        .map_err(|error| trouble(format!("cannot start {program}: {error}")))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let line = said.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let asked = arguments.join(" ");
        return Err(trouble(format!(
            "the registry cannot be asked by `{program} {asked}`: {line}"
        )));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn unreadable(tool: &str, said: &str) -> Failure {
    Failure::new(Exit::Trouble, format!("cannot read what {tool} says: {said}"))
}
