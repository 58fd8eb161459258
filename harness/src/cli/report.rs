use std::path::PathBuf;

use clap::Args;

use super::Format;

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

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook trend history
  lawbook trend history --format json > series.json
  lawbook trend series.json

The reports are the .json files in the folder. They are sorted by name, with numbers compared as numbers, so that \
dates and versions (1.9.0 before 1.10.0) are in chronological order. Files that are not reports are skipped. Each line \
counts questions: right answers, known deviations, failures, and changes since the previous report.

Exit codes:
  0  the reports were read
  2  the command line is invalid
  4  the folder contains no report
  5  a report could not be read, or is truncated")]
pub(crate) struct TrendOptions {
    /// The folder with the reports, or a file that `trend --format json` wrote
    #[arg(value_name = "REPORTS")]
    pub(crate) reports: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
