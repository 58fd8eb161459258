//! The command line.

/// The forms in which positions are read, for the help of every command that reads them.
macro_rules! position_forms {
    () => {
        "A position is a FEN or an X-FEN of four to six fields, an EPD with operations, startpos, or a UCI command such as \
         `position startpos moves e2e4`. Quotes around it are dropped. Without a halfmove clock the clock is 0, without a \
         move number the number is 1; the EPD operations hmvc and fmvn give both."
    };
}
/// The forms of lists of positions on standard input.
macro_rules! list_forms {
    () => {
        "With -, standard input has a position on each line, or what `lawbook list` writes with --format epd, pgn, json or \
         csv, or JSON lines with a field fen. Of a game the position at its end is read. Lines that begin with # or % are \
         skipped."
    };
}

mod adapter;
mod audit;
mod bench;
mod bisect;
mod claims;
mod export;
mod fuzz;
mod history;
mod lesson;
mod report;
mod repro;
mod rule;
mod site;
mod tables;
mod worst;

use std::{path::PathBuf, time::Duration};

use clap::{Args, Parser, Subcommand, ValueEnum};
use lawbook::{
    catalogue::CaseLevel,
    dead::{DEFAULT_LIMIT, enumerate::MaterialClass},
    report::Shard,
};

#[cfg(unix)]
pub(crate) use adapter::GuardOptions;
pub(crate) use adapter::{AdapterCommand, ServeOptions, SmokeOptions};
pub(crate) use audit::{
    AuditCommand, AuditFormat, AuditOptions, GenerateOptions, MergeOptions, Results,
};
#[cfg(all(test, any(feature = "chasolver", feature = "shakmaty")))]
pub(crate) use bench::PageOptions;
#[cfg(feature = "chasolver")]
pub(crate) use bench::WinnabilityOptions;
pub(crate) use bench::{
    AblationOptions, AuditBenchOptions, Bench, BenchOptions, PerftBenchOptions, ReplayBenchOptions,
    Rounds,
};
pub(crate) use bisect::BisectOptions;
pub(crate) use claims::{ClaimsOptions, StoryFormat};
pub(crate) use export::{ExportCommand, VectorOptions};
pub(crate) use fuzz::FuzzOptions;
pub(crate) use history::{HistoryOptions, ReleaseOptions};
pub(crate) use lesson::{ListOptions, Listing, QuizOptions, ShowOptions};
pub(crate) use report::{DiffOptions, DiffRendering, TrendOptions};
pub(crate) use repro::ReproOptions;
pub(crate) use rule::{EventOptions, RuleOptions, Time};
pub(crate) use site::SiteOptions;
pub(crate) use tables::TablesOptions;
pub(crate) use worst::WorstOptions;

const EXIT_CODES: &str = "\
Exit codes:
  0  everything agreed, or the command did what it was asked
  1  something disagreed: a new or changed disagreement, or a known one that has gone
  2  the command line is wrong
  3  the catalogue, or a list of known deviations, is invalid
  4  the selection is empty
  5  something could not be read or written";

const EXAMPLES: &str = "\
Examples:
  lawbook                                   put every case to every library
  lawbook check --library cozy-chess        one library
  lawbook check --library cozy-chess --known  with what is known to be wrong, board and reason
  lawbook check --document S0 --id 'fifty-*' --brief
  lawbook check --adapter ./mine            your library, in whatever language
  lawbook check --adapter ./mine --baseline lawbook.yaml    fails for what is new, changed or gone
  lawbook show threefold-nobody-claims      one case, with its board
  lawbook list --tag repetition --format json
  lawbook dead --shortest 7k/7p/5K2/8/8/8/8/6N1 w - -";

/// Puts cases on how chess games end to chess libraries, and reports every disagreement.
#[derive(Parser)]
#[command(name = "lawbook", version, args_conflicts_with_subcommands = true)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) check: CheckOptions,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Put cases to libraries and report every disagreement (the default)
    Check(CheckOptions),
    /// Serve a library as an adapter, or try an adapter
    Adapter {
        #[command(subcommand)]
        command: AdapterCommand,
    },
    /// Report the games of archives whose record contradicts the rules
    Audit(Box<AuditOptions>),
    /// Tell the whole story of a game's draws: what occurred again, what could be claimed, who could mate
    Claims(ClaimsOptions),
    /// Keep a list of known disagreements, so that only new ones fail
    Baseline(BaselineOptions),
    /// Write the cases as data for others
    Export {
        #[command(subcommand)]
        command: ExportCommand,
    },
    /// List the cases
    List(ListOptions),
    /// Show one case: the board, what happens, what is right, and why
    Show(ShowOptions),
    /// Ask about cases, with answers to choose from, and keep score
    Quiz(QuizOptions),
    /// Say what is wrong with the catalogue
    Lint(LintOptions),
    /// Write a program that shows what a library answers otherwise, to paste into a report
    Repro(ReproOptions),
    /// Rule on a game, line by line, typed or piped in
    Rule(RuleOptions),
    /// Say which statements have cases, and which libraries answer them; uncovered first
    Coverage(CoverageOptions),
    /// Show the cases whose ruling changes between two rule sets, and what the rule sets say
    Compare(CompareOptions),
    /// Show where the documents contradict each other
    Conflicts(ConflictsOptions),
    /// Show what differs between two reports, and why; exit 1 if something is worse
    Diff(DiffOptions),
    /// Show the results of each library over the reports in a folder
    Trend(TrendOptions),
    /// Ask every release of a library, and keep which of them broke or fixed an answer
    History(HistoryOptions),
    /// Find the release in which an answer changed, by halving
    Bisect(BisectOptions),
    /// Decide whether a side can still mate, and show the mate or why there is none
    Dead(DeadOptions),
    /// Say which cases notice which seeded bug; exit 1 if fewer than two notice one
    Faults(FaultsOptions),
    /// Play random games and report where the libraries and the reference differ
    Fuzz(FuzzOptions),
    /// Look for positions in which our solver and chasolver differ
    #[cfg(feature = "chasolver")]
    Hunt(HuntOptions),
    /// Count the mates among all placements of given pieces
    Material(MaterialOptions),
    /// Make the exact tables of few pieces, count who cannot mate in them, and compare the solver with them
    Tables(TablesOptions),
    /// Look for positions on which our solver takes long, by changing those on which it does
    Worst(WorstOptions),
    /// Write the site for readers: cases as lessons, documents, rule sets, libraries, a quiz
    Site(SiteOptions),
    /// Count the move sequences of so many plies from a position
    Perft(PerftOptions),
    /// Measure our speed, against that of libraries where they do the same
    Bench(BenchOptions),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Which cases, from where.
#[derive(Args, Clone, Default)]
pub(crate) struct Selection {
    /// Only cases of this document: its id or folder (may be repeated)
    #[arg(long, value_name = "DOCUMENT")]
    pub(crate) document: Vec<String>,
    /// Only cases that decide this statement
    #[arg(long, value_name = "STATEMENT")]
    pub(crate) statement: Vec<String>,
    /// Only cases with this tag
    #[arg(long, value_name = "TAG")]
    pub(crate) tag: Vec<String>,
    /// Only cases whose id matches this pattern, with * and ?
    #[arg(long, value_name = "PATTERN")]
    pub(crate) id: Vec<String>,
    /// Read the catalogue from this folder instead of the one that is compiled in
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
}

/// Who is asked, and how.
#[derive(Args)]
pub(crate) struct Libraries {
    /// Only this library (may be repeated); the reference is always asked
    #[arg(long, value_name = "LIBRARY")]
    pub(crate) library: Vec<String>,
    /// Ask the adapter that this command starts (may be repeated), and no library unless named
    #[arg(long, value_name = "COMMAND")]
    pub(crate) adapter: Vec<String>,
    /// Ask libraries in other languages too, whose adapters are in this folder
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "harness/libraries")]
    pub(crate) foreign: Option<PathBuf>,
    /// Ask each library in a process of its own, so that a crash harms nothing else; chasolver and chess, which
    /// can write beyond a list, always have one
    #[arg(long)]
    pub(crate) isolate: bool,
    /// The time for one answer of a library in a process of its own
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// The memory of all processes of one adapter together, on Linux
    #[arg(long, value_name = "MIB", default_value = "4096")]
    #[arg(value_parser = clap::value_parser!(u32).range(16..))]
    pub(crate) memory: u32,
}

#[derive(Args)]
pub(crate) struct CheckOptions {
    #[command(flatten)]
    pub(crate) selection: Selection,
    #[command(flatten)]
    pub(crate) libraries: Libraries,
    /// Ignore the lists of known deviations
    #[arg(long)]
    pub(crate) no_known: bool,
    /// Apply the built-in lists of known deviations to adapters too, by the name and the ecosystem that they state;
    /// without it they apply only to the libraries that come with this command
    #[arg(long, requires = "adapter", conflicts_with = "no_known")]
    pub(crate) known_for_adapter: bool,
    /// The cases up to this level: core, full or strict; without it that of the baseline, else core for an
    /// adapter alone and strict for the libraries that come with the command
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub(crate) level: Option<CaseLevel>,
    /// Take what this file lists as known too, as `lawbook baseline` keeps it
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Show the known deviations too, not only what is new
    #[arg(long, conflicts_with = "no_known")]
    pub(crate) known: bool,
    /// Print one line for each disagreement, not the whole case
    #[arg(long)]
    pub(crate) brief: bool,
    /// Put only part I of N of the cases; N runs put them all
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    pub(crate) shard: Shard,
    /// Shuffle the cases by this number; the same number gives the same order on any machine. The report records it
    #[arg(long, value_name = "SEED")]
    pub(crate) order: Option<u64>,
    /// The number of threads, as many as there are processors if left out; what a library is asked, and in which order,
    /// does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Rendering::Text)]
    pub(crate) format: Rendering,
    /// Write the reports into this folder; without it, into reports/ in the root of this repository, when
    /// everything was selected
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// Reads how fine the points are that are asked.
fn level(text: &str) -> Result<CaseLevel, String> {
    CaseLevel::named(text).ok_or_else(|| "right would be core, full or strict".to_owned())
}

/// Reads how many plies are counted.
fn depth(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(depth @ 0..=15) => Ok(depth),
        _ => Err("a depth is a number of plies from 0 to 15: 1 counts the legal moves, 2 those and the replies, \
                  and each ply more takes some thirty times as long"
            .to_owned()),
    }
}

/// Reads a number of seconds that somebody can wait for.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds @ 0.01..=86400.0) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("right would be a number of seconds from 0.01 to 86400".to_owned()),
    }
}

/// What `check` prints.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rendering {
    /// For people
    Text,
    /// The whole report
    Json,
    /// A page, as for the summary of a job
    Markdown,
    /// A page for a browser that needs no other file
    Html,
    /// JUnit: a suite for each library and a test for each case
    Junit,
    /// SARIF 2.1.0: a result for each disagreement
    Sarif,
    /// The JSON of a badge, a line for each library
    Badge,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook baseline init --library cozy-chess
  lawbook baseline check --adapter './my-adapter' --file ci/lawbook.yaml

Exit codes:
  0  the baseline holds, or was written
  1  something is new, has changed or has gone, or is no longer answered
  5  the file cannot be read or written, or is there, or is not, when it should be otherwise")]
pub(crate) struct BaselineOptions {
    /// What to do with the list
    #[arg(value_enum)]
    pub(crate) change: BaselineChange,
    #[command(flatten)]
    pub(crate) libraries: Libraries,
    /// The file with the list
    #[arg(long, value_name = "FILE", default_value = "lawbook.yaml")]
    pub(crate) file: PathBuf,
    /// The cases up to this level; without it, as in the file, and `core` in a new one
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub(crate) level: Option<CaseLevel>,
    /// With `init` and `add`: play random games too, and add what the disagreements in them have in common
    #[arg(long)]
    pub(crate) games: bool,
}

/// What is to become of a baseline.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BaselineChange {
    /// Write it, with every disagreement that there is
    Init,
    /// Add what is new
    Add,
    /// Say what is new, changed, gone, unknown, no longer answered, or answered now
    Check,
    /// Take out what has gone
    Prune,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For machines
    Json,
}

#[derive(Args)]
pub(crate) struct LintOptions {
    /// Read the catalogue from this folder instead of the one that is compiled in
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct CoverageOptions {
    /// Read the catalogue from this folder instead of the one that is compiled in
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Args)]
pub(crate) struct CompareOptions {
    /// A rule set
    pub(crate) one: String,
    /// Another
    pub(crate) other: String,
    /// Read the catalogue from this folder instead of the one that is compiled in
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Args)]
pub(crate) struct ConflictsOptions {
    /// Read the catalogue from this folder instead of the one that is compiled in
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook material                 the classes of pieces on which lists of drawn material turn
  lawbook material KNvKQ KNvKR     counts the mates by king and knight, the other player to move
  lawbook material --all           all that are listed: some tens of seconds

L and D are bishops on squares of one colour and of the other, whichever is which; B is a bishop on any square.
The exit code is 1 if a count contradicts what is said of the pieces.")]
pub(crate) struct MaterialOptions {
    /// The pieces of both players, the one who is to mate first: KNvKQ; at most four beside the kings
    #[arg(conflicts_with = "all")]
    pub(crate) class: Vec<MaterialClass>,
    /// Count all the classes that are listed
    #[arg(long)]
    pub(crate) all: bool,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook perft 5
  lawbook perft 4 r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -
  lawbook list --format epd | lawbook perft 2 -

", position_forms!(), "

", list_forms!(), " The counts come in the same order, one a line.

A position that no game can lead to is counted, with a remark on standard error.

Exit codes:
  0  the moves were counted
  2  the command line is wrong, or the position in it cannot be read or played
  5  standard input cannot be read, or has a line that is not a playable position; those before it were counted"))]
pub(crate) struct PerftOptions {
    /// The number of plies
    #[arg(value_parser = depth)]
    pub(crate) depth: u32,
    /// The position in quotes or as it is; - reads many from standard input; the initial position if left out
    pub(crate) position: Vec<String>,
}

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook dead '8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1'
  lawbook dead --shortest 7k/5K2/7P/8/8/8/7p/8 b - -
  lawbook dead --check - < positions.txt > verdicts.jsonl
  lawbook dead - --out verdicts.jsonl --resume checkpoint.json < positions.txt

", position_forms!(), "

", list_forms!(), " \
A position may follow a label (WB, W-, -B, --: who can still mate).

Each line of standard output is a JSON object with the fields fen, white and black (winnable, unwinnable or \
undetermined), white_line or white_certificate, black_line or black_certificate, nodes, micros, and perhaps label (agrees, \
differs, open) and checked. A line that cannot be read gives an object with fen, line and error, and the rest goes on. \
Several threads work on the lines, and the objects keep the order of the lines. With --resume a run that is given the same \
lines again goes on where the last one stopped.

Exit codes:
  0  decided, or left undetermined at the limit
  1  a label differs, or evidence does not hold
  2  the command line is wrong
  5  a line could not be read; the rest was done"))]
pub(crate) struct DeadOptions {
    /// The position, in quotes or as it is; - reads many from standard input
    #[arg(required = true, num_args = 1..)]
    pub(crate) fen: Vec<String>,
    /// Look for a shortest helpmate
    #[arg(long)]
    pub(crate) shortest: bool,
    /// The number of positions to look at for each side before it is left undetermined
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LIMIT, value_parser = limit)]
    pub(crate) limit: usize,
    /// Check the evidence again by other code; a single position always is
    #[arg(long)]
    pub(crate) check: bool,
    /// What to print of a single position
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// With -, write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// With - and --out, keep in this file how far the run has come, and go on from there
    #[arg(long, value_name = "FILE", requires = "out")]
    pub(crate) resume: Option<PathBuf>,
    /// The number of threads; as many as there are processors if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook faults                              every seeded bug, and what notices it
  lawbook faults --fault ep-ignores-pin       one of them, with every question that is answered wrongly
  lawbook faults --format json --games 0

A fault is the reference with one mistake, as the maintainer of a library might make it. The columns are
its name, the number of cases that notice it, what notices it at random (games of moves only, setups, or
whatever players do), and the first two cases.

Exit codes:
  0  every fault is noticed by two cases or more
  1  a fault survives
  2  the command line is wrong
  4  there is no fault of that name")]
pub(crate) struct FaultsOptions {
    /// Only this fault, in detail (may be repeated)
    #[arg(long, value_name = "NAME")]
    pub(crate) fault: Vec<String>,
    /// The number of random games that are put to a fault which none before has shown; 0 for none
    #[arg(long, value_name = "N", default_value_t = lawbook_faults::GAMES, value_parser = games)]
    pub(crate) games: usize,
    /// Read the catalogue from this folder instead of the one that is compiled in
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Reads a number of games that can be waited for.
fn games(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(games @ 0..=100_000) => Ok(games),
        _ => Err("right would be a number from 0 to 100000".to_owned()),
    }
}

/// Reads a number that can be worked through: of positions that fit into memory, or of plies.
fn limit(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(limit @ 1..=1_000_000_000) => Ok(limit),
        _ => Err("right would be a number from 1 to 1000000000".to_owned()),
    }
}

#[cfg(feature = "chasolver")]
#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook hunt --positions 10000 --seed 7
  lawbook hunt --positions 1000000 --jobs 2 --format json

The positions come from random games: capture-happy ones, walls of locked pawns, and few pieces, some
taken off the board now and then. The same seed gives the same positions, however many jobs there
are. Each mate is replayed, and each difference is decided by a mate that can be replayed or by
looking at every position that can arise.

Exit codes:
  0  no difference was found
  1  a difference was found, or evidence that does not hold
  2  the command line is wrong")]
pub(crate) struct HuntOptions {
    /// The number of positions
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = limit)]
    pub(crate) positions: usize,
    /// The number that decides which positions
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of threads; as many as there are processors if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
