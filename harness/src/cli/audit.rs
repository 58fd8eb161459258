use std::path::PathBuf;

use clap::{
    Args, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use lawbook_audit::{ArchiveName, Kind, Shard};

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
  lawbook audit --format json --out findings.jsonl \\
      --resume checkpoint.json *.pgn.gz
  lawbook audit --rules lichess-2024 --annotated wrong.pgn - < games.pgn
  lawbook audit --rules fide-2023 history.pgn
  lawbook audit --shard 3/8 --format json games.pgn > part-3.jsonl
  lawbook audit merge part-*.jsonl
  lawbook audit --fix games.pgn
  lawbook audit --fix --write games.pgn

Replays each game under the rule set, and compares its recorded ending with the position on the board. `lawbook audit \
kinds` lists the kinds of findings. Archives may be compressed with gzip, bzip2, xz or zstd, which is detected from \
their content. Results go to standard output or to --out: a summary as text, JSON Lines with the summary in the last \
line, or CSV. An interrupted run can be resumed only if it was started with --resume and --out. harness/docs/audit.md \
describes how to spread an archive over several machines.

Exit codes:
  0  no record contradicts the rules
  1  a record contradicts the rules
  2  the command line is invalid
  4  the archives contain no game
  5  an archive could not be read, or writing failed; the other games were
     processed
  6  no record contradicts the rules, but a game could not be read to its end")]
pub(crate) struct AuditOptions {
    #[command(subcommand)]
    pub(crate) command: Option<AuditCommand>,
    /// The archives; - is standard input
    #[arg(required = true, value_name = "ARCHIVE")]
    pub(crate) archives: Vec<ArchiveName>,
    /// The rule set, or `dated` for the rules in force on the date and at the site of each game
    #[arg(long, value_name = "RULESET", default_value = "dated", add = super::complete::rule_sets())]
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
    #[command(flatten)]
    pub(crate) results: Results,
    /// Write the games with findings to this file, as PGN with a comment at each finding
    #[arg(long, value_name = "FILE")]
    pub(crate) annotated: Option<PathBuf>,
    /// Keep a checkpoint in this file, and resume from it if it exists
    #[arg(long, value_name = "FILE", requires = "out")]
    pub(crate) resume: Option<PathBuf>,
    /// Audit only this part of the games, such as 3/8
    #[arg(long, value_name = "PART/PARTS")]
    pub(crate) shard: Option<Shard>,
    /// Show corrections of tags that the moves prove, as a diff; change nothing without --write
    #[arg(long, conflicts_with_all = [
        "rules", "missed_claims", "claims", "strict", "off", "format", "out", "annotated", "resume", "shard", "jobs",
    ])]
    pub(crate) fix: bool,
    /// Write the corrections to the archives
    #[arg(long, requires = "fix")]
    pub(crate) write: bool,
    /// Number of threads; default: the number of processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
}

/// Options for the destination and format of the results.
#[derive(Args)]
pub(crate) struct Results {
    /// Output format
    #[arg(long, value_enum, default_value_t = AuditFormat::Text)]
    pub(crate) format: AuditFormat,
    /// Write the results to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Exit with 0 whatever was found; 2 and 5 stay
    #[arg(long)]
    pub(crate) exit_zero: bool,
}

/// Output formats of `audit`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AuditFormat {
    /// A summary for people
    Text,
    /// JSON Lines: an object for each finding, and one for the summary
    Json,
    /// CSV: a row for each finding
    Csv,
    /// SARIF, for code review
    Sarif,
    /// Commands of a workflow on GitHub, which shows findings beside the lines
    Github,
    /// Test cases for JUnit
    Junit,
}

#[derive(Subcommand)]
pub(crate) enum AuditCommand {
    /// Merge the results of parts and of archives into those of a single run
    Merge(MergeOptions),
    /// List the kinds of findings
    Kinds,
    /// Generate an archive of random games, some with injected errors, for measurements and tests
    Generate(GenerateOptions),
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook audit merge part-*.jsonl
  lawbook audit merge --format json --out findings.jsonl part-*.jsonl

Each part is a file that `lawbook audit --format json` wrote, with or without --shard. Parts of several archives give the \
results of one run over all of them. All parts of an archive are required, in any order. The exit codes are those of \
`lawbook audit`.")]
pub(crate) struct MergeOptions {
    /// The results of all parts
    #[arg(required = true, value_name = "PART")]
    pub(crate) parts: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) results: Results,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook audit generate --games 1000000 --planted planted.txt > games.pgn

The same options give the same games on any machine. With --planted, about one game in ten contradicts the rules or \
cannot be read. The file has one line for each finding that `lawbook audit` should report under fide-2023: the number \
of the game, the kind and the ply.")]
pub(crate) struct GenerateOptions {
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) games: u64,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Inject errors into some games and list them in this file; default: no errors
    #[arg(long, value_name = "FILE")]
    pub(crate) planted: Option<PathBuf>,
}
