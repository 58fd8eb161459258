use std::path::PathBuf;

use clap::Args;
use lawbook::dead::DEFAULT_LIMIT;

use super::{Format, limit};

/// Maximum duration of a search, in seconds; small enough to be added to any `Instant`.
const YEAR: u64 = 365 * 24 * 60 * 60;

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook lab worst --seconds 60
  lawbook lab worst --positions 100000 --seed 7 tests/worst.txt
  lawbook lab worst --seconds 3600 --least 100000 \\
      --out found.txt tests/worst.txt
  lawbook lab worst --positions 5000 --format json - < positions.txt

This is an evolutionary search. Positions are mutated, combined and played on: a piece is moved, added, removed or \
exchanged, a part of the board is shifted, or walls, chains, pockets and bishops of one square colour are inserted. \
For each kind of position, those for which the solver searches the most nodes are kept and mutated again. The search \
starts from the positions in the files, each line a FEN, optionally preceded by a label (WB, W-, -B, --), or else from \
random positions.

The listed positions are solved once more, and independent code checks the evidence. With --positions, the same seed \
gives the same results; only the times differ. The file of --out can be the input of another search; it is written \
every minute.

Exit codes:
  0  the solver decided all listed positions
  1  a position is undetermined, or evidence does not hold
  2  the command line is invalid
  5  reading or writing failed")]
pub(crate) struct WorstOptions {
    /// Files of positions to begin with; - is standard input
    pub(crate) file: Vec<PathBuf>,
    /// Time to search, at most a year; default: 10 seconds if --positions is not given either
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=YEAR))]
    pub(crate) seconds: Option<u64>,
    /// Number of positions to try, including those to begin with
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = limit)]
    pub(crate) positions: Option<usize>,
    /// Seed of the changes to positions
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Maximum number of positions to search for each side before it is left undetermined; a lower limit allows more
    /// positions to be tried
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LIMIT, value_parser = limit)]
    pub(crate) limit: usize,
    /// List only positions that took at least N searched positions for one side, or were left undetermined
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(crate) least: usize,
    /// Maximum number of positions to list
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) most: usize,
    /// Also write the listed positions to this file, one labelled position per line
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
