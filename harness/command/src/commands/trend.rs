use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::Args;
use lawbook_runner::report::{Report, Trend};

use super::diff;
use crate::{
    cli::Format,
    output::{self, Exit, Failure, Result},
};

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

/// `lawbook trend REPORTS`
pub(crate) fn run(options: &TrendOptions) -> Result {
    let trend = match options.reports.is_file() {
        true => read(&options.reports)?,
        false => of_folder(&options.reports)?,
    };
    output::print(&match options.format {
        Format::Text => trend.text(),
        Format::Json => output::json(&trend)?,
    })?;
    Ok(Exit::Agreed)
}

/// Reads what `lawbook trend --format json` has written.
fn read(path: &Path) -> Result<Trend> {
    let trouble = |error: &dyn std::fmt::Display| {
        Failure::new(Exit::IoError, format!("{}: {error}", path.display()))
    };
    let text = fs::read_to_string(path).map_err(|error| trouble(&error))?;
    serde_json::from_str(&text).map_err(|error| {
        trouble(&format!("this was not written by `lawbook trend --format json`: {error}"))
    })
}

/// Combines the reports in a folder.
fn of_folder(folder: &Path) -> Result<Trend> {
    let paths = files(folder)?;
    let mut reports: Vec<(String, Report)> = Vec::new();
    for path in &paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match diff::read(path)? {
            Ok(report) => reports.push((name, report)),
            Err(failure) => output::note(&format!("skipped: {}", failure.message)),
        }
    }
    if reports.is_empty() {
        let message = format!("{} contains no report", folder.display());
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    Ok(Trend::new(&reports))
}

/// Returns the `.json` files in a folder, in natural order of their names; fails if there are none.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let fail = |error: std::io::Error| {
        Failure::new(Exit::IoError, format!("cannot read {}: {error}", folder.display()))
    };
    let entries: Vec<_> = fs::read_dir(folder).map_err(fail)?.collect::<std::io::Result<_>>()?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| {
        path.extension().is_some_and(|extension| extension == "json") && !path.is_dir()
    });
    paths.sort_by(|one, other| alphanumeric_sort::compare_path(one, other));
    if paths.is_empty() {
        let message =
            format!("{} contains no .json file, and therefore no report", folder.display());
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    Ok(paths)
}
