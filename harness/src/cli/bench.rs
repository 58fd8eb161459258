use std::path::PathBuf;

use clap::{
    Args, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
};
use lawbook::dead::{DEFAULT_LIMIT, Part};
use lawbook_audit::ArchiveName;

use super::Format;

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook lab bench perft
  lawbook lab bench replay --games 2000 --format json
  lawbook lab bench replay games.pgn.zst
  lawbook lab bench start

All are measured in turn in one thread of one process, round after round; the order changes with every round. \
Processor time counts where the system has it. For each the median is printed, the spread of the middle half \
of the rounds, and the ratio: our speed divided by that of the other. Each library is called as its authors \
publish it; the output names the version, the file and the functions, and the differences in the work. Build \
with `cargo build --profile bench-fair`, which optimises at link time as the authors of the libraries do.")]
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
    /// Decide whether each side can still mate, with each part of the solver switched off in turn
    Ablation(AblationOptions),
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
Each is given the same legal moves, in a form of its own. First each tests whether the move is legal, and plays it. \
Then each also rules on the position: whether there is check, mate or stalemate, whether the material is enough \
to mate, how often the position has occurred, whether fifty moves are complete, and whether the game has ended \
by itself. What a library lacks is added in the simplest way, and named in the output. All libraries have the same \
history: positions are compared as the library compares them, after a key, and only as far back as the last \
capture or pawn move. Games in which a library's answers differ from ours are left out, and counted.")]
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

We do the whole of `lawbook audit` on one thread, what is written apart: tags and records, every move with its \
ruling, and the search for dead positions. pgn-reader reads the same text and hands every move to shakmaty, once as in \
its own example, which plays the moves and no more, and once with the rulings of `bench replay`. If one finds \
other numbers of games or plies, that is said: it has not done the same work.

Then one thread and two audit the text twice, by the time that passes, and two audits of one thread each do so side by \
side, which have nothing in common but the machine: more than they do no program can make of its second processor.

A packed archive is unpacked first, which no figure has in it, and a short one is measured several times over, as one \
text: a millisecond is over before a second thread has begun.")]
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

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook lab bench ablation --limit 300000 positions.txt
  lawbook lab bench ablation --without crowds,plans --format json positions.txt

The solver is asked about both sides of each position, first with all its parts, then without each of them, or \
without those that --without names. No answer may change; a part is worth the questions that are undetermined \
without it, and the nodes that the search needs more.

Exit codes:
  0  no answer contradicts another
  1  one does: that is a defect
  2  the command line is wrong
  5  the file, or a line of it, could not be read")]
pub(crate) struct AblationOptions {
    /// File of positions, one per line, each optionally preceded by a label; - is standard input
    pub(crate) file: PathBuf,
    /// Switch off all these parts together, instead of one part at a time
    #[arg(long, value_name = "PART", value_delimiter = ',', value_parser = part())]
    pub(crate) without: Vec<Part>,
    /// Maximum number of positions to search for each side before it is left undetermined
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LIMIT, value_parser = super::limit)]
    pub(crate) limit: usize,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Returns a parser for the name of a part of the solver.
fn part() -> impl TypedValueParser<Value = Part> {
    PossibleValuesParser::new(Part::ALL.map(Part::name)).try_map(|name| {
        let mut named = Part::ALL.into_iter().filter(|part| part.name() == name);
        named.next().ok_or("not a part of the solver")
    })
}

#[cfg(feature = "chasolver")]
#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook lab bench winnability positions.txt
  lawbook lab bench winnability --runs 5 --format json - < positions.txt

A line is a FEN, perhaps after a label (WB, W-, -B, --: who can still mate). Both solvers give their \
full answers with the evidence, for both sides of one position after the other, on one thread; who \
goes first changes with every position.

Exit codes:
  0  both say the same, and what the labels say
  1  they differ, or one of them differs from a label
  2  the command line is wrong
  5  the file, or a line of it, could not be read")]
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
