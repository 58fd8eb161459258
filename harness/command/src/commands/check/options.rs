use std::path::PathBuf;

use clap::{Args, ValueEnum};
use lawbook_catalogue::CaseLevel;

use crate::cli::{Libraries, Selection, output};

#[derive(Args)]
pub(crate) struct CheckOptions {
    #[command(flatten)]
    pub(crate) selection: Selection,
    #[command(flatten)]
    pub(crate) libraries: Libraries,
    /// Ignore the lists of known deviations
    #[arg(long)]
    pub(crate) no_known: bool,
    /// Apply the built-in lists of known deviations to adapters as well, matched by the name and ecosystem that they
    /// declare; by default the lists apply only to libraries included in this command
    #[arg(long, requires = "adapter", conflicts_with = "no_known")]
    pub(crate) known_for_adapter: bool,
    /// Only cases up to this level: core, full or strict; default: the level of the baseline if one is given, else core
    /// for adapters alone and strict for the included libraries
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub(crate) level: Option<CaseLevel>,
    /// Treat the wrong answers of a library that are listed in this file as known; lawbook.txt is its usual name
    #[arg(long, value_name = "FILE", conflicts_with_all = ["no_known", "known_for_adapter"])]
    pub(crate) baseline: Option<PathBuf>,
    /// Write the baseline: list what is wrong now, and keep the reasons in the file
    #[arg(long, requires = "baseline")]
    pub(crate) update: bool,
    /// Also show the known deviations, not only new disagreements
    #[arg(long, conflicts_with = "no_known")]
    pub(crate) known: bool,
    /// Print one line for each disagreement, not the whole case
    #[arg(long)]
    pub(crate) brief: bool,
    /// Number of threads; default: the number of processors; it affects neither the questions to a library nor their
    /// order
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Rendering::Text)]
    pub(crate) format: Rendering,
    /// Write the reports into this folder; default: reports/ in the root of this repository if nothing was deselected,
    /// else none
    #[arg(long = "out-dir", value_name = "DIR", value_parser = output())]
    pub(crate) out: Option<PathBuf>,
    /// Replace files in a folder that `lawbook` did not make
    #[arg(long)]
    pub(crate) force: bool,
}

/// Output formats of `check`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rendering {
    /// Text for people
    Text,
    /// The whole report as JSON
    Json,
    /// Markdown, as for the summary of a CI job
    Markdown,
    /// JUnit: a suite for each library, a test for each case and a failing
    /// test for each cause
    Junit,
}

/// Parses a level of cases: `core`, `full` or `strict`.
fn level(text: &str) -> Result<CaseLevel, String> {
    CaseLevel::named(text).ok_or_else(|| "expected core, full or strict".to_owned())
}
