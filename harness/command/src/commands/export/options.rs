use std::path::PathBuf;

use clap::{Args, Subcommand};
use lawbook::rules::RuleSet;

use crate::cli::{Selection, output};

#[derive(Subcommand)]
pub(crate) enum ExportCommand {
    /// Write the questions and right answers as JSON, for tests that start no process
    Vectors(VectorOptions),
    /// Write the final position of each case, with its id, title (c0), right answers (c1) and their rule set (c2)
    Epd(GamesOptions),
    /// Write each case as a game, with comments for everything except moves
    Pgn(GamesOptions),
}

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook export epd > cases.epd
  lawbook export pgn --tag repetition --out repetition.pgn

The answers are those of the Laws in force if the case applies to them, else those of the rule set of its document. The \
comment c2 of an EPD and the tag Rules of a game name the rule set.

", catalogue_exit_codes!()))]
pub(crate) struct GamesOptions {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE", value_parser = output())]
    pub(crate) out: Option<PathBuf>,
    /// Replace a file that exists
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook export vectors --out-dir vectors
  lawbook export vectors --rules fide-2018 --rules fide-2023 --out-dir vectors

Writes for each rule set JSON and the same in lines of text, such as fide-2023.json and fide-2023.txt, and schema.json, \
which describes the JSON. The folder gets a file .lawbook; a folder that has other files and no .lawbook is left unchanged.

Exit codes:
  0  the files were written
  2  the command line is invalid
  3  the catalogue is invalid
  5  a file could not be written, or the folder is not one of lawbook")]
pub(crate) struct VectorOptions {
    /// The folder to write to
    #[arg(long = "out-dir", value_name = "DIR", value_parser = output())]
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
