use std::path::PathBuf;

use clap::Args;
use lawbook::properties::{STRATEGISTS, Strategist};

use super::{Format, Libraries, limit};

/// In seconds: a time that can be added to any other.
const YEAR: u64 = 365 * 24 * 60 * 60;

#[derive(Args)]
#[command(after_help = format!("\
Examples:
  lawbook fuzz --seconds 60
  lawbook fuzz --library owlchess --strategy double-push --plies 100000 --seed 7
  lawbook fuzz --no-known --plies 100000 --promote drafts/regressions
  lawbook fuzz --library owlchess --seconds 20 --baseline lawbook.yaml
  lawbook fuzz --itself --library chess --seconds 20
  lawbook fuzz --replay cases/regressions/repetition.yaml

Strategies:
{}

Every library is asked after every ply what it can answer: legal moves, check and the pieces that give it, mate,
stalemate, the pieces, clock, castling rights, notation, occurrences, claims, and how the game stands;
and now and then about another ply, square, text or written move. Whether a position is dead and who
can mate takes a search, and is asked after one of 1024 plies. With the last three strategies nothing is
asked along the games: setups, texts and acts are made of their positions.

A disagreement is shrunk to fewer plies, fewer pieces and fewer wrong letters with the same diagnosis. What a
known deviation explains is counted and not shown. `lawbook lint` refuses a draft until a person has decided it.

With --baseline an entry is written for each diagnosis whose disagreements share a condition that no right answer
meets. Where there is none, that is said, and nothing is written.

Exit codes:
  0  nothing was found but what is known
  1  a disagreement was found, or an answer that is not given again in a new process
  2  the command line is wrong
  3  a list of known deviations, or the file to replay, is invalid
  4  no such library or strategy
  5  something could not be read or written", strategies()))]
pub(crate) struct FuzzOptions {
    /// How long to play and to make small what is found, a year at most; 10 seconds if neither this nor --plies is
    /// given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=YEAR))]
    pub(crate) seconds: Option<u64>,
    /// How many plies to play, by libraries in processes of their own as many again; the same seed then gives the
    /// same result on any machine
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = limit)]
    pub(crate) plies: Option<usize>,
    /// The number that decides which games; another one each time if left out
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
    /// Apply the built-in lists of known deviations to adapters too, by the name and the ecosystem that they state;
    /// without it they apply only to the libraries that come with this command
    #[arg(long, requires = "adapter", conflicts_with = "no_known")]
    pub(crate) known_for_adapter: bool,
    /// Write each finding as the draft of a case into this folder, cases/regressions if none is named
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "cases/regressions")]
    pub(crate) promote: Option<PathBuf>,
    /// Take as known what this baseline lists, and add to it what the disagreements that are found have in
    /// common and right answers have not
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub(crate) baseline: Option<PathBuf>,
    /// Compare each library with itself alone: colours exchanged, the board mirrored, moves transposed, a position set
    /// up instead of reached; whoever breaks such a law is wrong once, whoever is right
    #[arg(long, conflicts_with_all = ["baseline", "replay", "promote"])]
    pub(crate) itself: bool,
    /// Play nothing, and ask again about the lines of this file of cases or drafts
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seconds", "plies", "seed", "promote", "strategy"])]
    pub(crate) replay: Option<PathBuf>,
    /// The number of threads, and of processes for each library that has its own; as many as there are processors if
    /// left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// The strategies for random games, a line each.
fn strategies() -> String {
    let line = |one: &Strategist| format!("  {:13} {}", one.name, one.about);
    STRATEGISTS.iter().map(line).collect::<Vec<_>>().join("\n")
}
