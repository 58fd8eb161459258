use std::path::PathBuf;

use clap::{Args, Subcommand};
use lawbook_audit::ArchiveName;

use super::Format;

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook lab bench perft
  lawbook lab bench replay --games 2000 --format json
  lawbook lab bench replay games.pgn.zst
  lawbook lab bench start

All implementations are measured in turn in one thread of one process; the order changes with every round. Processor \
time is measured where the system provides it. The output shows the median of the rounds, the interquartile range, and \
the ratio of the speed of lawbook to that of the other. Each library is called as in the code that its authors \
publish; the output names the version, the file, the functions and the differences in the work. Build with `cargo \
build --profile bench-fair`, which uses link-time optimisation, as the authors of the libraries do.")]
pub(crate) struct BenchOptions {
    #[command(subcommand)]
    pub(crate) what: Bench,
}

#[derive(Subcommand)]
pub(crate) enum Bench {
    /// Count nodes in six standard positions, compared with cozy-chess, chess, shakmaty and chessie
    Perft(PerftBenchOptions),
    /// Replay games, without rulings and with one after every ply, compared with cozy-chess, chess and shakmaty
    Replay(ReplayBenchOptions),
    /// Audit archives on one thread, with and without rulings, compared with pgn-reader and shakmaty
    Audit(AuditBenchOptions),
    /// Run the whole catalogue against the libraries
    Catalogue(Rounds),
    /// Start the command
    Start(Rounds),
    /// Decide whether each side can still mate, compared with chasolver
    #[cfg(feature = "chasolver")]
    Winnability(WinnabilityOptions),
}

#[derive(Args)]
pub(crate) struct Rounds {
    /// Number of measurements of each; the median counts
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) rounds: u32,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Option for a page that also receives the tables.
#[derive(Args)]
pub(crate) struct PageOptions {
    /// Also write the tables into this page, between the comments that name this command
    #[arg(long, value_name = "FILE")]
    pub(crate) page: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct PerftBenchOptions {
    #[command(flatten)]
    pub(crate) page: PageOptions,
    #[command(flatten)]
    pub(crate) rounds: Rounds,
}

#[derive(Args)]
#[command(after_help = "\
Each library gets the same legal moves, in its own format. The first measurement tests whether each move is legal, and \
plays it. The second also rules on each position: check, mate, stalemate, sufficient material, the number of \
occurrences, the fifty-move rule, and whether the game has ended automatically. Functions that a library lacks are \
added in the simplest way and named in the output. All libraries use the same history: positions are first compared by \
key and then as the library compares them, back to the last capture or pawn move. Games on which a library and lawbook \
differ are left out and counted.")]
pub(crate) struct ReplayBenchOptions {
    /// Archives of games (PGN, optionally compressed) to replay instead of random games; - is standard input
    #[arg(value_name = "ARCHIVE")]
    pub(crate) archives: Vec<ArchiveName>,
    /// Number of random games, or maximum number of games per archive
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "archives")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) page: PageOptions,
    #[command(flatten)]
    pub(crate) rounds: Rounds,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook lab bench audit games.pgn
  lawbook lab bench audit --rounds 5 --format json one.pgn.xz other.pgn

lawbook does all the work of `lawbook audit` on one thread except writing results: it reads tags and records, rules on \
every move, and searches for dead positions. pgn-reader reads the same text and passes every move to shakmaty, once as \
in its own example, which only plays the moves, and once with the rulings of `bench replay`. If the numbers of games \
or plies differ, the output says so, because then the work differs.

Then the wall-clock time is measured for auditing the text twice: with one thread, with two threads, and with two \
independent single-threaded audits at the same time. The last is the upper bound of what a second processor can gain.

Compressed archives are unpacked first, outside the measured time. A short archive is repeated until it has the size \
of --least, because starting a second thread takes time too.")]
pub(crate) struct AuditBenchOptions {
    /// The archives, each measured separately
    #[arg(value_name = "ARCHIVE", required = true)]
    pub(crate) archives: Vec<ArchiveName>,
    /// Minimum amount of text to measure, in MiB; a shorter archive is repeated
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(0..=4096))]
    pub(crate) least: u32,
    #[command(flatten)]
    pub(crate) page: PageOptions,
    #[command(flatten)]
    pub(crate) rounds: Rounds,
}

#[cfg(feature = "chasolver")]
#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook lab bench winnability positions.txt
  lawbook lab bench winnability --runs 5 --format json - < positions.txt

Each line is a FEN, optionally preceded by a label (WB, W-, -B, --: who can still mate). Both solvers give their full \
answers with evidence for both sides of each position, on one thread; the order of the solvers alternates.

Exit codes:
  0  both solvers and the labels agree
  1  the solvers differ, or one of them differs from a label
  2  the command line is invalid
  5  the file or one of its lines could not be read")]
pub(crate) struct WinnabilityOptions {
    /// File of positions; - is standard input
    pub(crate) file: PathBuf,
    /// Number of measurements of each position; the median counts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) runs: u32,
    #[command(flatten)]
    pub(crate) page: PageOptions,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
