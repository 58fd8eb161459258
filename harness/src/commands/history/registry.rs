//! Which releases there are, as the tools of the registries say.

use std::time::Duration;

use lawbook_libraries::{Foreign, Runtime, process::ToolFailure};
use serde::Deserialize;

use super::{
    source::{AskedRelease, first_line},
    tool,
};
use crate::output::{Exit, Failure, Result};

/// The releases of a library, the oldest first. Of a package that it had an earlier name for, those count that came
/// before the first under its name of today.
pub(super) fn releases(foreign: &Foreign, time: Duration) -> Result<Vec<AskedRelease>> {
    let mut all: Vec<AskedRelease> = Vec::new();
    for package in foreign.packages {
        let of_package = match foreign.runtime {
            Runtime::Node => npm(package, time)?,
            Runtime::Python => pip(package, time)?,
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
fn npm(package: &str, time: Duration) -> Result<Vec<AskedRelease>> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Versions {
        One(String),
        Many(Vec<String>),
    }
    let said = ask(&tool::words(["npm", "view", package, "versions", "--json"]), time)?;
    let versions = serde_json::from_str(&said)
        .map_err(|_| unreadable("npm view", &said, "a version or a list of versions in JSON"))?;
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

fn pip(package: &str, time: Duration) -> Result<Vec<AskedRelease>> {
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
