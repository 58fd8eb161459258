use std::path::PathBuf;

use clap::Args;
use lawbook::dead::DEFAULT_LIMIT;

use super::{Format, limit};

/// The longest search, in seconds: a time that can be added to any other.
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
    /// How long to look, a year at most; 10 seconds if neither this nor --positions is given
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=YEAR))]
    pub(crate) seconds: Option<u64>,
    /// The number of positions to try, those to begin with included
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = limit)]
    pub(crate) positions: Option<usize>,
    /// The number that decides how positions are changed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of positions to look at for each side before it is left open: with fewer more positions are tried
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LIMIT, value_parser = limit)]
    pub(crate) limit: usize,
    /// List only positions for which so many were looked at for one side, or that were left open
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(crate) least: usize,
    /// The most positions to list
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) most: usize,
    /// Write what is listed to this file too, as lines with labels
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
