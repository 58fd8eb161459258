//! Definition of the command line: the commands, their options and their help.

/// Help text on the accepted forms of a position, shared by all commands that read positions.
macro_rules! position_forms {
    () => {
        "A position is a FEN or X-FEN with four to six fields, an EPD with operations, startpos, or a UCI command such \
as `position startpos moves e2e4`. Surrounding quotes are removed. The default halfmove clock is 0 and the default \
move number is 1; the EPD operations hmvc and fmvn set them."
    };
}

/// Exit codes of commands that read the catalogue.
macro_rules! catalogue_exit_codes {
    () => {
        "Exit codes:
  0  the command succeeded
  2  the command line is invalid
  3  the catalogue or a list of known deviations is invalid
  4  nothing is selected, or a name is unknown
  5  reading or writing failed, or a file exists"
    };
}
mod adapter;
mod audit;
mod claims;
mod complete;
mod export;
mod fuzz;
mod lesson;
#[cfg(test)]
mod pages_tests;
mod report;
mod repro;
mod rule;
mod site;

use std::{path::PathBuf, time::Duration};

use clap::{
    Args, CommandFactory, Parser, Subcommand, ValueEnum,
    builder::{PathBufValueParser, TypedValueParser},
};
use clap_complete::Shell;
use lawbook::dead::DEFAULT_LIMIT;
use lawbook_catalogue::CaseLevel;

pub(crate) use adapter::{AdapterCommand, Language, NewOptions, ServeOptions, SmokeOptions};
pub(crate) use audit::{AuditCommand, AuditFormat, AuditOptions};
pub(crate) use claims::{ClaimsOptions, StoryFormat};
pub(crate) use export::{ExportCommand, GamesOptions, VectorOptions};
pub(crate) use fuzz::FuzzOptions;
pub(crate) use lesson::{ListOptions, ShowOptions};
pub(crate) use report::{DiffOptions, TrendOptions};
pub(crate) use repro::ReproOptions;
pub(crate) use rule::{EventOptions, RuleOptions};
pub(crate) use site::SiteOptions;

const EXIT_CODES: &str = "\
Exit codes:
  0  all answers agree, or the command succeeded
  1  a disagreement is new or gone, or the run was stopped
  2  the command line is invalid
  3  the catalogue or a list of known deviations is invalid
  4  no case or library is selected, or a name is unknown
  5  reading or writing failed, or a library cannot be started";

/// The first examples, which need linked libraries.
const LINKED_EXAMPLES: &str = if cfg!(feature = "lawbook-linked") {
    "  lawbook                                   run every case on every library
  lawbook check --library cozy-chess --known
      one library, with its known deviations, boards and reasons
"
} else {
    ""
};

const EXAMPLES: &str = "  lawbook check -- ./mine                   your library, in any language
  lawbook check --baseline lawbook.txt -- ./mine
      fails if a disagreement is new or gone
  lawbook show threefold-nobody-claims      one case, with its board
  lawbook rule phone rang                   find the ruling on an incident
  lawbook dead --shortest 7k/7p/5K2/8/8/8/8/6N1 w - -";

const CHECK_EXAMPLES: &str = "  lawbook check --document S0 --id 'fifty-*' --brief -- ./mine
  lawbook check --baseline lawbook.txt --update -- python3 lawbook_adapter.py
      lists what is wrong now, so that only other answers fail
  lawbook check --format junit -- ./mine > lawbook.xml";

/// The version with the licence of this build: one of the chess libraries that it can include is under the GPL.
const VERSION: &str = if cfg!(feature = "lawbook-linked") {
    concat!(
        env!("CARGO_PKG_VERSION"),
        "\nLicence: GPL-3.0-or-later, because of a chess library in it"
    )
} else {
    concat!(env!("CARGO_PKG_VERSION"), "\nLicence: MIT OR Apache-2.0")
};

/// Tests chess libraries with cases on the rules, and reports every disagreement.
#[derive(Parser)]
#[command(name = "lawbook", version, long_version = VERSION)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = format!("Examples:\n{LINKED_EXAMPLES}{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) check: CheckOptions,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run cases on libraries and report disagreements (the default)
    #[command(after_help = format!("Examples:\n{LINKED_EXAMPLES}{CHECK_EXAMPLES}\n\n{EXIT_CODES}"))]
    Check(CheckOptions),
    /// Write, serve or test an adapter
    Adapter {
        #[command(subcommand)]
        command: AdapterCommand,
    },
    /// Play random games and report disagreements
    Fuzz(FuzzOptions),
    /// Write a program that shows a wrong answer, for a bug report
    Repro(ReproOptions),
    /// Write the cases as data for other programs
    Export {
        #[command(subcommand)]
        command: ExportCommand,
    },
    /// Find the ruling on an incident, or rule on a game
    Rule(RuleOptions),
    /// Decide whether a side can still checkmate, with evidence
    Dead(DeadOptions),
    /// Show every repetition and every possible claim of a game
    Claims(ClaimsOptions),
    /// Report the games of archives whose record contradicts the rules
    Audit(Box<AuditOptions>),
    /// List the cases
    List(ListOptions),
    /// Show one case: the board, the acts, the right answers, and why
    Show(ShowOptions),
    /// Show what differs between two rule sets
    Compare(CompareOptions),
    /// Show what differs between two reports
    Diff(DiffOptions),
    /// Show the results of each library over several reports
    Trend(TrendOptions),
    /// Write the web site: cases, documents, rule sets, libraries, quiz
    Site(SiteOptions),
    /// Report errors in a catalogue of cases, and statements without a case
    Lint(LintOptions),
    /// Print the script that completes commands in a shell
    #[command(after_help = "Example:\n  source <(lawbook completions bash)")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Headings of the help, each with its commands in the order of display.
const GROUPS: [(&str, &[&str]); 3] = [
    ("Test a library", &["check", "adapter", "fuzz", "export"]),
    ("Judge games and positions", &["rule", "dead", "claims", "audit"]),
    ("Read the cases and the results", &["list", "show", "site"]),
];

/// Commands for fewer readers, which the help only names: a heading and the commands.
const MORE: [(&str, &[&str]); 4] = [
    ("reports", &["diff", "trend", "repro"]),
    ("rule sets", &["compare"]),
    ("new cases", &["lint"]),
    ("shell", &["completions", "help"]),
];

/// Words that people try, each with the commands that do it.
pub(crate) const OTHER_WORDS: [(&str, &[&str]); 4] = [
    ("test", &["check"]),
    ("run", &["check"]),
    ("init", &["adapter new"]),
    ("new", &["adapter new"]),
];

/// Maximum width of the help, in columns.
pub(crate) const COLUMNS: usize = 80;

/// Returns the clap command, with the commands grouped by `GROUPS` and `MORE` in its help.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command().max_term_width(COLUMNS);
    // With a positional argument, a misspelt command would be taken for one.
    let refused = |_: &str| Err::<String, _>("the command of an adapter stands after `check --`");
    let command = command
        .mut_arg("adapter", |one| one.last(false).long("adapter").hide(true).value_parser(refused));
    let styles = command.get_styles().clone();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut list = String::new();
    for (title, names) in GROUPS {
        list.push_str(&format!("{header}{title}:{header:#}\n"));
        for &name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            list.push_str(&format!("  {literal}{name:9}{literal:#} {about}\n"));
        }
        list.push('\n');
    }
    list.push_str(&format!("{header}More commands:{header:#}\n"));
    for (title, names) in MORE {
        list.push_str(&format!("  {title:10} {literal}{}{literal:#}\n", names.join(", ")));
    }
    list.push_str("\n`lawbook COMMAND --help` explains a command, with examples.\n");
    let licence = VERSION.lines().last().unwrap_or_default();
    let (usage, template) = ("{usage-heading} {usage}", "{about-with-newline}");
    command.help_template(format!(
        "{template}\n{usage}\n\n{list}Without a command, `lawbook` runs `check` and takes its options.{{after-help}}\n\n{licence}\n"
    ))
}

/// Options that select cases, and the catalogue to read.
#[derive(Args, Clone, Default)]
pub(crate) struct Selection {
    /// Only cases of this document: its id or folder (may be repeated)
    #[arg(long, value_name = "DOCUMENT", add = complete::documents())]
    pub(crate) document: Vec<String>,
    /// Only cases that decide this statement
    #[arg(long, value_name = "STATEMENT", add = complete::statements())]
    pub(crate) statement: Vec<String>,
    /// Only cases with this tag
    #[arg(long, value_name = "TAG", add = complete::tags())]
    pub(crate) tag: Vec<String>,
    /// Only cases whose id matches this pattern, with * and ?
    #[arg(long, value_name = "PATTERN", add = complete::ids())]
    pub(crate) id: Vec<String>,
    /// Read the catalogue from this folder instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
}

/// Options that select libraries and adapters, and the limits of adapter processes.
#[derive(Args)]
pub(crate) struct Libraries {
    /// Only this library (may be repeated); the reference always takes part
    #[arg(long, value_name = "LIBRARY", add = complete::libraries())]
    pub(crate) library: Vec<String>,
    /// Test the adapter that this command starts: a program and its arguments, after all options; linked libraries then
    /// take part only if named by --library
    #[arg(last = true, value_name = "ADAPTER")]
    pub(crate) adapter: Vec<String>,
    /// Also test libraries in other languages, whose adapters are in this folder
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "harness/libraries")]
    pub(crate) foreign: Option<PathBuf>,
    /// Run each library in its own process, so that a crash affects no other library; chess and chasolver always run in
    /// one, because they can overrun a buffer
    #[arg(long)]
    pub(crate) isolate: bool,
    /// Time limit for one answer of a library that runs in its own process
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
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
    /// Apply the built-in lists of known deviations to adapters as well, matched by the name and ecosystem that they
    /// declare; by default the lists apply only to libraries included in this command
    #[arg(long, requires = "adapter", conflicts_with = "no_known")]
    pub(crate) known_for_adapter: bool,
    /// Only cases up to this level: core, full or strict; default: the level of the baseline if one is given, else core
    /// for adapters alone and strict for the included libraries
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub(crate) level: Option<CaseLevel>,
    /// Treat the wrong answers of a library that are listed in this file as known; lawbook.txt is its usual name
    #[arg(long, value_name = "FILE", conflicts_with_all = ["no_known", "known_for_adapter"])]
    pub(crate) baseline: Option<PathBuf>,
    /// Write the baseline: list what is wrong now, and keep the reasons in the file
    #[arg(long, requires = "baseline")]
    pub(crate) update: bool,
    /// Also show the known deviations, not only new disagreements
    #[arg(long, conflicts_with = "no_known")]
    pub(crate) known: bool,
    /// Print one line for each disagreement, not the whole case
    #[arg(long)]
    pub(crate) brief: bool,
    /// Number of threads; default: the number of processors; it affects neither the questions to a library nor their
    /// order
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Rendering::Text)]
    pub(crate) format: Rendering,
    /// Write the reports into this folder; default: reports/ in the root of this repository if nothing was deselected,
    /// else none
    #[arg(long = "out-dir", value_name = "DIR", value_parser = output())]
    pub(crate) out: Option<PathBuf>,
    /// Replace files in a folder that `lawbook` did not make
    #[arg(long)]
    pub(crate) force: bool,
}

/// Parses the path of a file or folder to write, which cannot be standard output.
fn output() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.to_str() {
        Some("-") => Err("this is not standard output; expected a path, such as ./- for this name"),
        _ => Ok(path),
    })
}

/// Parses a level of cases: `core`, `full` or `strict`.
fn level(text: &str) -> Result<CaseLevel, String> {
    CaseLevel::named(text).ok_or_else(|| "expected core, full or strict".to_owned())
}

/// Parses a time limit in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds @ 0.01..=86400.0) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected a number of seconds from 0.01 to 86400".to_owned()),
    }
}

/// Output formats of `check`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rendering {
    /// Text for people
    Text,
    /// The whole report as JSON
    Json,
    /// Markdown, as for the summary of a CI job
    Markdown,
    /// JUnit: a suite for each library, a test for each case and a failing
    /// test for each cause
    Junit,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    Text,
    /// JSON
    Json,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook lint
  lawbook lint --cases my-cases

The exit code is 3 if the catalogue has errors; each is shown with file and line.
Statements that no case decides are listed, and are no error.")]
pub(crate) struct LintOptions {
    /// Read the catalogue from this folder instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook compare fide-2018 fide-2023
  lawbook compare fide-2023 lichess-2024 --format json

Shows the values that differ, with their articles, and the cases whose answers differ.")]
pub(crate) struct CompareOptions {
    /// The first rule set
    #[arg(add = complete::rule_sets())]
    pub(crate) one: String,
    /// The second rule set
    #[arg(add = complete::rule_sets())]
    pub(crate) other: String,
    /// Read the catalogue from this folder instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook dead '8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1'
  lawbook dead --shortest 7k/5K2/7P/8/8/8/7p/8 b - -
  lawbook dead --check - < positions.txt > verdicts.jsonl

", position_forms!(), "

With -, each line of standard input is a position, except empty lines and those that begin with #. Each line of \
standard output is a JSON object with the fields fen, white and black (winnable, unwinnable or undetermined), \
white_line or white_certificate, black_line or black_certificate, nodes, micros, and optionally remark, checked, \
white_counts and black_counts. A line that cannot be read results in an object with fen, line and error; the other lines are still processed.

Exit codes:
  0  decided, or undetermined at the limit
  1  evidence does not hold
  2  the command line is invalid
  5  a line could not be read; the others were processed"))]
pub(crate) struct DeadOptions {
    /// The position, quoted or unquoted; - reads one from each line of standard input
    #[arg(required = true, num_args = 1..)]
    pub(crate) fen: Vec<String>,
    /// Search for a shortest helpmate
    #[arg(long)]
    pub(crate) shortest: bool,
    /// Maximum number of positions to search for each side before it is left undetermined
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LIMIT, value_parser = limit)]
    pub(crate) limit: usize,
    /// Verify the certificates with the independent checker; always on for a single position
    #[arg(long)]
    pub(crate) check: bool,
    /// Output format for a single position
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Parses a limit on positions or plies.
fn limit(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(limit @ 1..=1_000_000_000) => Ok(limit),
        _ => Err("expected a number from 1 to 1000000000".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_is_in_one_group() {
        let mut listed: Vec<&str> =
            GROUPS.iter().chain(&MORE).flat_map(|(_, names)| *names).copied().collect();
        let command = Cli::command();
        let mut there: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        there.push("help");
        listed.sort_unstable();
        there.sort_unstable();
        assert_eq!(listed, there);
    }

    /// Returns the lines longer than [`COLUMNS`] in the help of `command` and, recursively, of its subcommands.
    fn too_long(command: &mut clap::Command) -> Vec<String> {
        let help = command.render_long_help().to_string();
        let long = help.lines().filter(|line| line.chars().count() > COLUMNS);
        let mut found: Vec<String> = long.map(str::to_owned).collect();
        found.extend(command.get_subcommands_mut().flat_map(too_long));
        found
    }

    #[test]
    fn help_fits_into_the_columns() {
        let mut command = command();
        command.build();
        assert_eq!(too_long(&mut command), Vec::<String>::new());
    }
}
