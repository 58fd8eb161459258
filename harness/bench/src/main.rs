//! `lawbook-bench`: compares the speed of the reference with libraries that do the same work.
//!
//! Each library is called as in the code that its authors publish. The page `harness/bench/README.md` has the figures, and
//! says of each library which code that is and how its work differs.

mod audit;
mod measure;
mod perft;
mod replay;
mod rivals;
mod winnability;

use std::{path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

use measure::{Contender, Measured, Sheet, agreed, contest, processor_time, quantile, wall_time};

/// Compares the speed of lawbook with libraries that do the same work.
///
/// The output is a table of medians, each with the ratio of the speed of lawbook to that of the other in brackets, and the
/// code that is measured. Build with `cargo build --profile bench-fair -p lawbook-bench`.
///
/// Exit codes: 0 measured; 1 the solvers of `winnability` differ, or one of them differs from a label; 2 the command line
/// is invalid; 5 a file or one of its lines could not be read, or two programs count differently.
#[derive(Parser)]
#[command(name = "lawbook-bench", version, max_term_width = 80)]
struct Cli {
    #[command(subcommand)]
    what: What,
    /// Number of measurements of each, in turn; the median counts; default: 11, for winnability 1
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: Option<u32>,
}

#[derive(Subcommand)]
enum What {
    /// Count nodes in six standard positions
    Perft,
    /// Replay games, without rulings and with one after every ply
    ///
    /// A ruling: check, mate, stalemate, sufficient material, occurrences, the fifty-move rule, and whether the game has
    /// ended. What a library lacks is added in the simplest way.
    Replay {
        /// Number of random games
        #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        games: u32,
        /// Seed of the random games
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
    /// Audit archives on one thread, and read them by pgn-reader
    Audit {
        /// The archives, not compressed; each is measured separately
        #[arg(required = true)]
        archives: Vec<PathBuf>,
    },
    /// Decide with evidence whether each side can still mate
    Winnability {
        /// File of positions, one FEN a line, optionally after a label (WB, W-, -B, --: who can still mate)
        file: PathBuf,
    },
}

/// Result of a command; the error is its message.
type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let Cli { what, rounds } = Cli::parse();
    let (most, mut differences) = (rounds.unwrap_or(11), Vec::new());
    let sheet = match what {
        What::Perft => perft::measure(most, |depth| depth),
        What::Replay { games, seed } => replay::measure(most, &replay::random(games, seed)),
        What::Audit { archives } => audit::measure(most, &archives),
        What::Winnability { file } => {
            winnability::measure(rounds.unwrap_or(1), &file, &mut differences)
        }
    };
    match sheet {
        Ok(sheet) => {
            println!("{}\n{}", sheet.table(), sheet.page()[1]);
            differences.iter().for_each(|difference| println!("\nDIFFERENT: {difference}"));
            ExitCode::from(u8::from(!differences.is_empty()))
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(5)
        }
    }
}
