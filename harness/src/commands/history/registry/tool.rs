//! Runs npm, pip and cargo within limits.

use std::{path::Path, time::Duration};

use lawbook_libraries::process::{ToolFailure, ToolLimits, run_tool};

/// Maximum output of a tool, in bytes; the list of releases of the largest package is far smaller.
const MAX_OUTPUT: usize = 4 << 20;

/// Runs a tool and returns its standard output.
///
/// # Errors
///
/// Fails if the tool does not start, exceeds a limit, or fails itself.
pub(super) fn run(command: &[String], time: Duration) -> Result<String, ToolFailure> {
    run_tool(command, &ToolLimits { time, output: MAX_OUTPUT, talk: 1 << 16 })
}

/// Converts the words of a command.
pub(super) fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

/// Joins an option and a path into one word, so that no path is parsed as an option.
///
/// # Errors
///
/// Fails if the path is not UTF-8.
pub(super) fn with_path(option: &str, path: &Path) -> Result<String, String> {
    let text = path.to_str().ok_or_else(|| {
        format!("the path {} is not valid UTF-8; use another --cache", path.display())
    })?;
    Ok(format!("{option}={text}"))
}
