use std::path::{Path, PathBuf};

use clap::Args;
use lawbook_catalogue::read_text;
use lawbook_runner::report::{self, Diff, ReadError, Report};

use crate::{
    cli::Format,
    output::{self, Exit, Failure, Result},
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook diff main.json reports/conformance.json
  lawbook diff --format json old.json new.json

Kinds of changes: broken (a right answer is now wrong), no longer supported, changed (still wrong, but differently), \
fixed, now supported, added and removed (the question is only in one of the reports). The possible causes, taken from \
the headers of the reports, are given in brackets: library (another version), catalogue (the case is new, removed or \
rewritten), rule set, tool (another version of lawbook), selection (other cases or libraries).

Exit codes:
  0  nothing is worse
  1  a right answer was lost: it is broken or no longer supported
  2  the command line is invalid
  4  the reports have no case or library in common
  5  a report could not be read, or is truncated")]
pub(crate) struct DiffOptions {
    /// The older report, as written by `lawbook check --format json`
    pub(crate) old: PathBuf,
    /// The newer report
    pub(crate) new: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Maximum size of a report, in bytes: about 300 times that of the committed report.
const MAX_REPORT: u64 = 256 << 20;

/// `lawbook diff OLD NEW`
pub(crate) fn run(options: &DiffOptions) -> Result {
    let (old, new) = (read(&options.old)??, read(&options.new)??);
    let diff = Diff::new(&old, &new)
        .map_err(|error| Failure::new(Exit::NothingSelected, error.to_string()))?;
    output::print(&match options.format {
        Format::Text => diff.text(),
        Format::Json => output::json(&diff)?,
    })?;
    Ok(if diff.is_worse() { Exit::Disagreed } else { Exit::Agreed })
}

/// Reads a report from a file. The inner error says that the file is not a report.
pub(super) fn read(path: &Path) -> Result<Result<Report>> {
    let failure = |error: String| {
        Failure::new(Exit::IoError, format!("cannot read {}: {error}", path.display()))
    };
    let text = read_text(path, MAX_REPORT).map_err(|error| failure(error.to_string()))?;
    if text.trim().is_empty() {
        return Err(failure("it is empty; expected a report".to_owned()));
    }
    match report::read_json(&text) {
        Ok(report) => Ok(Ok(report)),
        Err(error @ ReadError::NoReport(_)) => Ok(Err(failure(error.to_string()))),
        Err(error) => Err(failure(error.to_string())),
    }
}
