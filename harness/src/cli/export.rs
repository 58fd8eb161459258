use std::path::PathBuf;

use clap::{Args, Subcommand};
use lawbook::rules::RuleSet;

#[derive(Subcommand)]
pub(crate) enum ExportCommand {
    /// Write the questions and right answers as JSON, for tests that start no process
    Vectors(VectorOptions),
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook export vectors --out-dir vectors
  lawbook export vectors --rules fide-2018 --rules fide-2023 --out-dir vectors

Writes one file per rule set, such as fide-2023.json, and schema.json, which describes the format. The folder gets \
a file .lawbook; a folder that has other files and no .lawbook is left unchanged.

Exit codes:
  0  the files were written
  2  the command line is invalid
  3  the catalogue is invalid
  5  a file could not be written, or the folder is not one of lawbook")]
pub(crate) struct VectorOptions {
    /// The folder to write to
    #[arg(long = "out-dir", value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Replace files in a folder that `lawbook` did not make
    #[arg(long)]
    pub(crate) force: bool,
    /// The rule set that decides the right answers (may be repeated); default: the Laws in force
    #[arg(long, value_name = "RULES", value_parser = rule_set)]
    pub(crate) rules: Vec<RuleSet>,
    /// Read the catalogue from this folder instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
}

/// Parses the name of a rule set, ignoring case.
fn rule_set(text: &str) -> Result<RuleSet, String> {
    text.to_ascii_lowercase().parse().map_err(|error| format!("{error}"))
}
