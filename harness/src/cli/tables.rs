use std::path::PathBuf;

use clap::Args;
use lawbook::report::Shard;
use lawbook_tables::TableClass;

use super::Format;

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook lab tables KRvKN KBvKN
      how often each player cannot mate with these pieces
  lawbook lab tables --pieces 4 --compare
      every class of four pieces, and the solver for every position
  lawbook lab tables --pieces 5 --dir DIR
      all of five; a run with the same folder resumes an earlier one
  lawbook lab tables --pieces 5 --dir DIR --compare --shard 1/100
  lawbook lab tables --pieces 5 --dir DIR --compare --every 10000
  lawbook lab tables --pieces 5 --dir DIR --sample 1000 > sample.jsonl

The name of a class starts with the pieces of the player who has more of them. The table of a class with five pieces \
takes 270 MiB, and as much again for each class that its pawns can promote to; --dir keeps them, compressed. The \
counts are of positions without castling and en passant rights, whether or not a game can reach them.

Exit codes:
  0  done; the solver agrees on every compared position
  1  the solver differs on a position, or leaves it undetermined
  2  the command line is invalid
  5  the folder cannot be read or written")]
pub(crate) struct TablesOptions {
    /// The pieces of both players, kings included, such as KRvKN; at most five
    #[arg(required_unless_present = "pieces")]
    pub(crate) class: Vec<TableClass>,
    /// All classes with this number of pieces (may be repeated)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=5))]
    pub(crate) pieces: Vec<u8>,
    /// Keep finished classes in this folder, and compute only the missing ones
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    /// Also run the solver, at its default limit, and compare
    #[arg(long)]
    pub(crate) compare: bool,
    /// Compare one position in N, and all unfinished positions where a player cannot mate despite sufficient material
    #[arg(long, value_name = "N", default_value_t = 1, requires = "compare")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: u64,
    /// Compare only part I of N of the positions; N runs cover them all
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, requires = "compare")]
    pub(crate) shard: Shard,
    /// Print instead, as JSON Lines with one line per class, who can mate in N random positions and in some positions
    /// where a player cannot mate despite sufficient material; the same positions every time
    #[arg(long, value_name = "N", conflicts_with_all = ["compare", "format"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) sample: Option<u32>,
    /// Number of threads; default: the number of processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
