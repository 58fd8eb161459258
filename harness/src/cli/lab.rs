use clap::{Args, Subcommand};
use lawbook_tables::material::MaterialClass;

#[cfg(feature = "chasolver")]
use super::limit;
use super::{BenchOptions, Format, TablesOptions, WorstOptions};

/// Commands that measure and test lawbook itself.
#[derive(Subcommand)]
pub(crate) enum LabCommand {
    /// Measure the speed, compared with libraries that do the same work
    Bench(BenchOptions),
    /// Count the sequences of legal moves of a given length from a position
    Perft(PerftOptions),
    /// Compute exact endgame tables for few pieces, and compare the solver with them
    Tables(TablesOptions),
    /// Count the mates among all placements of given pieces
    Material(MaterialOptions),
    /// Search for positions that are hard for the solver
    Worst(WorstOptions),
    /// Search for positions where the solver and chasolver differ
    #[cfg(feature = "chasolver")]
    Hunt(HuntOptions),
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook lab material
      the classes of pieces that decide which material draws
  lawbook lab material KNvKQ KNvKR
      counts the mates by king and knight, with the other player to move
  lawbook lab material --all           all of these, in less than a minute

L and D are bishops on squares of opposite colours; B is a bishop on any square. The exit code is 1 if a count \
contradicts the built-in list of material.")]
pub(crate) struct MaterialOptions {
    /// The pieces of both players, the mating side first, such as KNvKQ; at most four besides the kings
    #[arg(conflicts_with = "all")]
    pub(crate) class: Vec<MaterialClass>,
    /// Count all built-in classes
    #[arg(long)]
    pub(crate) all: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook lab perft 5
  lawbook lab perft 4 r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -
  lawbook list --format epd | lawbook lab perft 2 -

", position_forms!(), "

", list_forms!(), " The counts are printed in the same order, one per line.

For a position that no game can reach, the moves are counted and a note is printed on standard error.

Exit codes:
  0  the moves were counted
  2  the command line is invalid, or its position cannot be read or played
  5  standard input cannot be read, or has a line that is not a playable
     position; the lines before it were counted"))]
pub(crate) struct PerftOptions {
    /// Number of plies
    #[arg(value_parser = depth)]
    pub(crate) depth: u32,
    /// The position, quoted or unquoted; - reads a list from standard input; default: the initial position
    pub(crate) position: Vec<String>,
}

/// Parses the depth of a perft count, in plies.
fn depth(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(depth @ 0..=15) => Ok(depth),
        _ => Err("expected a number of plies from 0 to 15; each additional ply takes about thirty times as long"
            .to_owned()),
    }
}

#[cfg(feature = "chasolver")]
#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook lab hunt --positions 10000 --seed 7
  lawbook lab hunt --positions 1000000 --jobs 2 --format json

The positions come from random games: games with many captures, with walls of locked pawns, or with few pieces, and \
sometimes with pieces removed. The same seed gives the same positions for any number of jobs. Every mate is replayed. \
A replayed mate, or a search of all positions that can arise, decides which solver is wrong.

Exit codes:
  0  no difference was found
  1  a difference was found, or evidence that does not hold
  2  the command line is invalid")]
pub(crate) struct HuntOptions {
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = limit)]
    pub(crate) positions: usize,
    /// Seed of the random positions
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of threads; default: the number of processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
