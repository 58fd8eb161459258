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

Positions are changed in small ways, crossed, and played on: a piece is moved, added, taken away or exchanged, \
a part of the board shifted, walls, chains, pockets and bishops of one colour put in. Of each kind of position the \
ones on which the solver looks at the most positions, for either side, are kept and changed again. A file that is \
given is where this begins, each line a FEN, perhaps after a label (WB, W-, -B, --); else it begins with random \
positions.

What is listed is searched once more, and its evidence checked by other code. The seed decides the search; with \
--positions the finds are the same every time, and only the times differ. The file of --out can be \
given to another search; it is written every minute.

Exit codes:
  0  the solver decided everything that is listed
  1  it left something open, or evidence does not hold
  2  the command line is wrong
  5  something could not be read or written")]
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
