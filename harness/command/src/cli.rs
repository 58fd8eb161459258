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
pub(crate) mod complete;
#[cfg(test)]
mod pages_tests;

use std::{path::PathBuf, time::Duration};

use clap::{
    Args, CommandFactory, Parser, Subcommand, ValueEnum,
    builder::{PathBufValueParser, TypedValueParser},
};
use clap_complete::Shell;
use lawbook_libraries::process::Limits;

use crate::commands::{
    adapter::AdapterCommand, audit::AuditOptions, check::CheckOptions, claims::ClaimsOptions,
    compare::CompareOptions, dead::DeadOptions, diff::DiffOptions, export::ExportOptions,
    fuzz::FuzzOptions, lint::LintOptions, list::ListOptions, repro::ReproOptions,
    rule::RuleOptions, show::ShowOptions, site::SiteOptions, trend::TrendOptions,
};

const EXIT_CODES: &str = "\
Exit codes:
  0  all answers agree, or the command succeeded
  1  a disagreement is new or gone, or the run was stopped
  2  the command line is invalid
  3  the catalogue or a list of known deviations is invalid
  4  no case or library is selected, or a name is unknown
  5  reading or writing failed, or a library cannot be started";

/// The first examples, which need linked libraries.
const LINKED_EXAMPLES: &str = if cfg!(feature = "lawbook-linked-libraries") {
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
const VERSION: &str = if cfg!(feature = "lawbook-linked-libraries") {
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
    /// Write the cases as JSON, for tests that start no process
    Export(ExportOptions),
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
#[derive(Args)]
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

/// All linked libraries, without options.
impl Default for Libraries {
    fn default() -> Libraries {
        Libraries {
            library: Vec::new(),
            adapter: Vec::new(),
            foreign: None,
            isolate: false,
            timeout: Limits::default().answer,
        }
    }
}

/// Parses the path of a file or folder to write, which cannot be standard output.
pub(crate) fn output() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.to_str() {
        Some("-") => Err("this is not standard output; expected a path, such as ./- for this name"),
        _ => Ok(path),
    })
}

/// Parses a time limit in seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds @ 0.01..=86400.0) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected a number of seconds from 0.01 to 86400".to_owned()),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    Text,
    /// JSON
    Json,
}

/// Parses a limit on positions or plies.
pub(crate) fn limit(text: &str) -> Result<usize, String> {
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
