use std::path::PathBuf;

use clap::Args;
use lawbook::report::Shard;
use lawbook_tables::TableClass;

use super::Format;

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook lab tables KRvKN KBvKN
      how often who cannot mate with these pieces
  lawbook lab tables --pieces 4 --compare
      every class of four, and the solver asked about every position
  lawbook lab tables --pieces 5 --dir DIR
      all of five; a run with the same folder goes on where one stopped
  lawbook lab tables --pieces 5 --dir DIR --compare --shard 1/100
  lawbook lab tables --pieces 5 --dir DIR --compare --every 10000
  lawbook lab tables --pieces 5 --dir DIR --sample 1000 > sample.jsonl

A class is written with the pieces of the player who has more of them first. A class of five takes a table of \
270 MiB, and those that its pawns are promoted to as much each; a folder keeps them, packed. What is counted: \
positions without castling and en passant rights, whether or not a game can lead to them.

Exit codes:
  0  done; the solver agrees about every position that was asked about
  1  the solver differs about one, or leaves it open
  2  the command line is wrong
  5  the folder cannot be read or written")]
pub(crate) struct TablesOptions {
    /// The pieces of both players, kings included: KRvKN; at most five
    #[arg(required_unless_present = "pieces")]
    pub(crate) class: Vec<TableClass>,
    /// All classes of so many pieces (may be repeated)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=5))]
    pub(crate) pieces: Vec<u8>,
    /// Keep in this folder what is done, and go on with what is not
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    /// Ask the solver too, at its default limit, and compare
    #[arg(long)]
    pub(crate) compare: bool,
    /// Ask it about one position in so many, and about all that go on and from which a player cannot mate
    /// although the pieces suffice
    #[arg(long, value_name = "N", default_value_t = 1, requires = "compare")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: u64,
    /// Ask it about part I of N of the positions; N runs ask about them all
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, requires = "compare")]
    pub(crate) shard: Shard,
    /// Print instead, as a line of JSON for each class, who can mate in so many random positions and in some from
    /// which a player cannot mate although the pieces suffice: the same ones every time
    #[arg(long, value_name = "N", conflicts_with_all = ["compare", "format"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) sample: Option<u32>,
    /// The number of threads; as many as there are processors if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
