//! `lawbook-bench`: compares the speed of the reference with libraries that do the same work.
//!
//! Each library is called as in the code that its authors publish. The figures are on the page `harness/bench/README.md`.

mod audit;
mod contest;
mod opponents;
mod page;
mod perft;
mod random_games;
mod replay;
mod sheet;
mod winnability;

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Compares the speed of lawbook with libraries that do the same work.
#[derive(Parser)]
#[command(name = "lawbook-bench", version, max_term_width = 80)]
#[command(after_help = "\
Examples:
  lawbook-bench perft
  lawbook-bench perft 5
  lawbook-bench replay --games 2000 --format json
  lawbook-bench replay games.pgn.zst
  lawbook-bench winnability harness/tests/fixtures/positions.txt

All implementations are measured in turn in one thread of one process; the order changes with every round. Processor \
time is measured where the system provides it. The output shows the median of the rounds, the interquartile range, and \
the ratio of the speed of lawbook to that of the other. Each library is called as in the code that its authors \
publish; the output names the version, the file, the functions and the differences in the work. Build with `cargo \
build --profile bench-fair -p lawbook-bench`, which uses link-time optimisation, as the authors of the libraries do.

Exit codes:
  0  measured
  1  winnability: the solvers differ, or one of them differs from a label
  2  the command line is invalid
  5  a file or one of its lines could not be read, or two programs count differently")]
struct Cli {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Count nodes in six standard positions, compared with cozy-chess, chess, shakmaty and chessie
    Perft(PerftOptions),
    /// Replay games, without rulings and with one after every ply, compared with cozy-chess, chess and shakmaty
    Replay(ReplayOptions),
    /// Audit archives on one thread, with and without rulings, compared with pgn-reader and shakmaty
    Audit(AuditOptions),
    /// Decide whether each side can still mate, compared with chasolver
    Winnability(WinnabilityOptions),
}

/// Output formats.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Text for people
    Text,
    /// JSON
    Json,
}

#[derive(Args)]
struct Rounds {
    /// Number of measurements of each; the median counts
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Option for a page that also receives the tables.
#[derive(Args)]
struct PageOptions {
    /// Also write the tables into this page, between the comments that name this command
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
}

#[derive(Args)]
#[command(
    after_help = "With a depth, nothing is measured: the sequences of legal moves of that length are counted."
)]
struct PerftOptions {
    /// Only count from one position to this depth, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=15))]
    depth: Option<u32>,
    /// The position: a FEN, an EPD or `startpos moves ...`; default: the initial position
    position: Vec<String>,
    #[command(flatten)]
    page: PageOptions,
    #[command(flatten)]
    rounds: Rounds,
}

#[derive(Args)]
#[command(after_help = "\
Each library gets the same legal moves, in its own format. The first measurement tests whether each move is legal, and \
plays it. The second also rules on each position: check, mate, stalemate, sufficient material, the number of \
occurrences, the fifty-move rule, and whether the game has ended automatically. Functions that a library lacks are \
added in the simplest way and named in the output. All libraries use the same history: positions are first compared by \
key and then as the library compares them, back to the last capture or pawn move. Games on which a library and lawbook \
differ are left out and counted.")]
struct ReplayOptions {
    /// Archives of games (PGN, optionally compressed) to replay instead of random games; - is standard input
    #[arg(value_name = "ARCHIVE")]
    archives: Vec<PathBuf>,
    /// Number of random games, or maximum number of games per archive
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "archives")]
    seed: u64,
    #[command(flatten)]
    page: PageOptions,
    #[command(flatten)]
    rounds: Rounds,
}

#[derive(Args)]
#[command(after_help = "\
lawbook does all the work of `lawbook audit` on one thread except writing results: it reads tags and records, rules on \
every move, and searches for dead positions. pgn-reader reads the same text and passes every move to shakmaty, once as \
in its own example, which only plays the moves, and once with the rulings of `replay`. If the numbers of games or \
plies differ, the output says so, because then the work differs.

Then the wall-clock time is measured for auditing the text twice: with one thread, with two threads, and with two \
independent single-threaded audits at the same time. The last is the upper bound of what a second processor can gain.

Compressed archives are unpacked first, outside the measured time. A short archive is repeated until it has the size \
of --least, because starting a second thread takes time too.")]
struct AuditOptions {
    /// The archives, each measured separately
    #[arg(value_name = "ARCHIVE", required = true)]
    archives: Vec<PathBuf>,
    /// Minimum amount of text to measure, in MiB; a shorter archive is repeated
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(0..=4096))]
    least: u32,
    #[command(flatten)]
    page: PageOptions,
    #[command(flatten)]
    rounds: Rounds,
}

#[derive(Args)]
#[command(after_help = "\
Each line is a FEN, optionally preceded by a label (WB, W-, -B, --: who can still mate). Both solvers give their full \
answers with evidence for both sides of each position, on one thread; the order of the solvers alternates.")]
struct WinnabilityOptions {
    /// File of positions; - is standard input
    file: PathBuf,
    /// Number of measurements of each position; the median counts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    runs: u32,
    #[command(flatten)]
    page: PageOptions,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Result of a command; the error is its message.
type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let agrees = match Cli::parse().what {
        What::Perft(options) => perft::run(&options).map(|()| true),
        What::Replay(options) => replay::run(&options).map(|()| true),
        What::Audit(options) => audit::run(&options).map(|()| true),
        What::Winnability(options) => winnability::run(&options),
    };
    match agrees {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(5)
        }
    }
}

/// Formats figures as JSON.
fn json(figures: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string_pretty(figures).map(|text| text + "\n").map_err(|error| error.to_string())
}
