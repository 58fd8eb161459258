//! npm, pip and cargo, run below the guard and within limits.

use std::{env, path::Path, time::Duration};

use lawbook_libraries::process::{Limits, ToolFailure, ToolLimits, run_tool};

/// The longest output of a tool that is read, in bytes: the list of releases of the largest package is far below.
const MAX_OUTPUT: usize = 4 << 20;

/// Runs a tool; its standard output.
///
/// # Errors
///
/// It does not start, exceeds a limit, or fails.
pub(super) fn run(command: &[String], time: Duration) -> Result<String, ToolFailure> {
    let limits = Limits::default();
    let limits = ToolLimits { time, memory: limits.memory, output: MAX_OUTPUT, talk: limits.talk };
    let guard = env::current_exe().map_err(ToolFailure::NotStarted)?;
    run_tool(&guard, command, &limits)
}

/// A command of fixed words.
pub(super) fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

/// An option with a path in one word, so that no path is read as an option.
///
/// # Errors
///
/// The path is not UTF-8, which a command cannot be given.
pub(super) fn with_path(option: &str, path: &Path) -> Result<String, String> {
    let text = path.to_str().ok_or_else(|| {
        format!("{} is not UTF-8; right would be another --cache", path.display())
    })?;
    Ok(format!("{option}={text}"))
}
