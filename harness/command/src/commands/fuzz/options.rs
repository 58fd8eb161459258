use std::path::PathBuf;

use clap::Args;
use lawbook_runner::properties::{GameStrategy, STRATEGISTS};

use crate::cli::{Format, Libraries, limit};

/// Maximum duration of a run, in seconds; small enough to be added to any `Instant`.
const YEAR: u64 = 365 * 24 * 60 * 60;

#[derive(Args)]
#[command(after_help = format!("\
Examples:
  lawbook fuzz --seconds 60 -- ./mine
  lawbook fuzz --strategy double-push --plies 100000 --seed 7 -- ./mine
  lawbook fuzz --library cozy-chess --no-known --plies 100000
  lawbook fuzz --seconds 20 --baseline lawbook.txt -- ./mine

Strategies:
{}

After every ply, each library gets all questions that it can answer: legal moves, check and the checking pieces, mate, \
stalemate, pieces, clock, castling rights, notation, occurrences, claims, and the state of the game; sometimes also \
about another ply, square, text or written move. Whether a position is dead and who can mate requires a search; these \
questions are asked after one ply in 1024. The last three strategies ask no questions during games: they derive \
setups, texts and acts from the positions.

After one ply of each game \
all answers have to stay the same when the questions are repeated (`again`), and after other moves that are played and \
taken back (`undo`).

Disagreements are minimized to fewer plies, pieces and wrong letters with the same diagnosis. Those that a known \
deviation explains are counted but not shown.

Exit codes:
  0  no disagreement was found, or only known ones
  1  a disagreement was found, an answer that a new process does not repeat, or an adapter answers less than a tenth
  2  the command line is invalid, or a strategy is unknown
  3  a list of known deviations is invalid
  4  no library is selected, or no answer was compared
  5  reading or writing failed, or a library cannot be started", strategies()))]
pub(crate) struct FuzzOptions {
    /// Time to spend on playing and on minimizing the findings, at most a year; default: 10 seconds if --plies is not
    /// given either
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=YEAR))]
    pub(crate) seconds: Option<u64>,
    /// Number of plies to play, and the same number again by libraries that run in processes of their own; the same
    /// seed then gives the same result on any machine
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = limit)]
    pub(crate) plies: Option<usize>,
    /// Seed of the random games; default: a different one each time
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) libraries: Libraries,
    /// Only games of this strategy (may be repeated)
    #[arg(long, value_name = "STRATEGY")]
    pub(crate) strategy: Vec<String>,
    /// Ignore the lists of known deviations
    #[arg(long)]
    pub(crate) no_known: bool,
    /// Apply the built-in lists of known deviations to adapters as well, matched by the name and ecosystem that they
    /// declare; by default the lists apply only to libraries included in this command
    #[arg(long, requires = "adapter", conflicts_with = "no_known")]
    pub(crate) known_for_adapter: bool,
    /// Treat the entries of this baseline as known
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Number of threads, and of processes for each library that runs in its own, which is one with --plies; default: the number of processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Returns the help text on the strategies for random games, one per line.
fn strategies() -> String {
    let line = |one: &GameStrategy| format!("  {:13} {}", one.name, one.about);
    STRATEGISTS.iter().map(line).collect::<Vec<_>>().join("\n")
}
