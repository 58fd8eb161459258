use std::path::PathBuf;

use clap::{
    Args, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use lawbook_audit::Kind;

use crate::cli::complete;

/// Parses the name of a kind of findings.
fn kinds() -> impl TypedValueParser<Value = Kind> {
    let names = PossibleValuesParser::new(Kind::ALL.iter().map(|kind| kind.name()));
    names.try_map(|name| name.parse::<Kind>().map_err(|()| "this is not a kind of findings"))
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  lawbook audit games.pgn.zst
  lawbook audit --format json *.pgn.gz > findings.jsonl
  lawbook audit --rules lichess-2024 --missed-claims - < games.pgn
  lawbook audit --rules fide-2023 --off null-move history.pgn

Replays each game under the rule set, and compares its recorded ending with the position on the board. `lawbook audit \
kinds` lists the kinds of findings. Archives may be compressed with gzip or zstd, which is detected from \
their content. The text is a summary. The JSON has a line for each finding, and the summary in the last line.

Exit codes:
  0  no record contradicts the rules
  1  a record contradicts the rules
  2  the command line is invalid
  4  an archive contains no game, or no game of chess
  5  an archive could not be read, or writing failed; the other games were
     processed
  6  no record contradicts the rules, but a game could not be read to its end")]
pub(crate) struct AuditOptions {
    #[command(subcommand)]
    pub(crate) command: Option<AuditCommand>,
    /// The archives; - is standard input
    #[arg(required = true, value_name = "ARCHIVE")]
    pub(crate) archives: Vec<PathBuf>,
    /// The rule set, or `dated` for the rules in force on the date and at the site of each game
    #[arg(long, value_name = "RULESET", default_value = "dated", add = complete::rule_sets())]
    pub(crate) rules: String,
    /// Also report draws that could have been claimed but were not
    #[arg(long)]
    pub(crate) missed_claims: bool,
    /// Also report every repetition and possible draw claim of each game, as `lawbook claims` does
    #[arg(long)]
    pub(crate) claims: bool,
    /// Also report records that deviate from the PGN standard, although they can be read
    #[arg(long)]
    pub(crate) strict: bool,
    /// Neither report nor count findings of this kind, such as null-move; may be repeated
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    pub(crate) off: Vec<Kind>,
    /// Output format
    #[arg(long, value_enum, default_value_t = AuditFormat::Text)]
    pub(crate) format: AuditFormat,
    /// Exit with 0 whatever was found; 2 and 5 stay
    #[arg(long)]
    pub(crate) exit_zero: bool,
    /// Number of threads; default: the number of processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
}

/// Output formats of `audit`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AuditFormat {
    /// A summary for people
    Text,
    /// JSON Lines: an object for each finding, and one for the summary
    Json,
}

#[derive(Subcommand)]
pub(crate) enum AuditCommand {
    /// List the kinds of findings
    Kinds,
}
