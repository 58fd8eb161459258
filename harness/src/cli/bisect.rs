use clap::Args;

use super::{Format, ReleaseOptions};

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook bisect --library chess.js --id threefold-nobody-claims
  lawbook bisect --library python-chess \\
      --id en-passant-square-without-a-capturer --question fen
  lawbook bisect --adapter 'node adapter.mjs {version}' \\
      --versions 1.0,1.1,1.2,2.0 --id castling-gives-mate
  git bisect run lawbook bisect --adapter './build-and-serve' --id castling-gives-mate

Tests the first and the last release, then bisects the releases between them. Releases that cannot be tested are \
skipped. With --adapter and without --versions, the adapter is tested once, with the exit codes that `git bisect run` \
expects.

Exit codes:
  0    the release was found; for git: every answer is right
  1    for git: an answer is wrong
  2    the command line is invalid
  4    unknown library, case or question, or the first and the last release
       give the same answer
  5    the registry could not be queried, or no release could be tested
  125  for git: the adapter does not start, or does not answer the question")]
pub(crate) struct BisectOptions {
    /// The library whose releases are tested
    #[arg(long, value_name = "LIBRARY", add = super::complete::libraries(), required_unless_present = "adapter")]
    #[arg(conflicts_with = "adapter")]
    pub(crate) library: Option<String>,
    /// The id of the case
    #[arg(long, value_name = "ID", add = super::complete::ids())]
    pub(crate) id: String,
    /// The question, as named in reports; default: all questions of the case
    #[arg(long, value_name = "QUESTION")]
    pub(crate) question: Option<String>,
    #[command(flatten)]
    pub(crate) source: ReleaseOptions,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
