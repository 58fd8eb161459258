use clap::Args;
use lawbook::dead::DEFAULT_LIMIT;

use crate::cli::{Format, limit};

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook dead '8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1'
  lawbook dead --shortest 7k/5K2/7P/8/8/8/7p/8 b - -
  lawbook dead --check - < positions.txt > verdicts.jsonl

", position_forms!(), "

With -, each line of standard input is a position, except empty lines and those that begin with #. Each line of \
standard output is a JSON object with the fields fen, white and black (winnable, unwinnable or undetermined), \
white_line or white_certificate, black_line or black_certificate, nodes, micros, and optionally remark, checked, \
white_counts and black_counts. A line that cannot be read results in an object with fen, line and error; the other lines are still processed.

Exit codes:
  0  decided, or undetermined at the limit
  1  evidence does not hold
  2  the command line is invalid
  5  a line could not be read; the others were processed"))]
pub(crate) struct DeadOptions {
    /// The position, quoted or unquoted; - reads one from each line of standard input
    #[arg(required = true, num_args = 1..)]
    pub(crate) fen: Vec<String>,
    /// Search for a shortest helpmate
    #[arg(long)]
    pub(crate) shortest: bool,
    /// Maximum number of positions to search for each side before it is left undetermined
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LIMIT, value_parser = limit)]
    pub(crate) limit: usize,
    /// Verify the certificates with the independent checker; always on for a single position
    #[arg(long)]
    pub(crate) check: bool,
    /// Output format for a single position
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
