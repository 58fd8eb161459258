use clap::{Args, Subcommand};

use super::BenchOptions;

/// Commands that measure and test lawbook itself.
#[derive(Subcommand)]
pub(crate) enum LabCommand {
    /// Measure the speed, compared with libraries that do the same work
    Bench(BenchOptions),
    /// Count the sequences of legal moves of a given length from a position
    Perft(PerftOptions),
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
