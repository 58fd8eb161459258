//! `lawbook`: runs the cases of the catalogue against chess libraries and reports every disagreement.

mod board;
#[macro_use]
mod cli;
mod commands;
mod input;
mod libraries;
mod linked;
mod output;
mod pgn;
mod selection;
mod threads;
mod write;

use std::{env, process::ExitCode};

use clap::{
    FromArgMatches,
    error::{ContextKind, ContextValue, ErrorKind},
};
use clap_complete::CompleteEnv;
use lawbook::words::visible;

use cli::{Cli, Command};
use output::Exit;

fn main() -> ExitCode {
    // A shell that completes a command line sets an environment variable; this call then prints the candidates and
    // exits.
    CompleteEnv::with_factory(cli::command).complete();
    if env::args_os().skip(1).last().is_some_and(|last| last == "--") {
        // As `check -- $ADAPTER` without that variable: other libraries would be tested in its place.
        output::error("no command stands after `--`; expected a program and its arguments");
        return ExitCode::from(Exit::Usage as u8);
    }
    let parsed = cli::command().try_get_matches().and_then(|given| Cli::from_arg_matches(&given));
    let result = match parsed {
        Ok(cli) => run(cli),
        Err(error) if error.use_stderr() => return refuse(error),
        // clap reports `--help` and `--version` as errors, but they are results and go to standard output.
        Err(shown) => {
            output::print_styled(&shown.render().ansi().to_string()).map(|()| Exit::Agreed)
        }
    };
    let exit = result.unwrap_or_else(|failure| {
        output::error(&failure.message);
        failure.exit
    });
    ExitCode::from(exit as u8)
}

fn run(cli: Cli) -> output::Result {
    match cli.command {
        None => commands::check::run(&cli.check),
        Some(Command::Check(options)) => commands::check::run(&options),
        Some(Command::Adapter { command }) => commands::adapter::run(&command),
        Some(Command::Audit(options)) => commands::audit::run(&options),
        Some(Command::Claims(options)) => commands::claims::run(&options),
        Some(Command::Export(options)) => commands::export::run(&options),
        Some(Command::List(options)) => commands::list::run(&options),
        Some(Command::Show(options)) => commands::show::run(&options),
        Some(Command::Lint(options)) => commands::lint::run(&options),
        Some(Command::Repro(options)) => commands::repro::run(&options),
        Some(Command::Rule(options)) => commands::rule::run(&options),
        Some(Command::Compare(options)) => commands::compare::run(&options),
        Some(Command::Diff(options)) => commands::diff::run(&options),
        Some(Command::Trend(options)) => commands::trend::run(&options),
        Some(Command::Dead(options)) => commands::dead::run(&options),
        Some(Command::Fuzz(options)) => commands::fuzz::run(&options),
        Some(Command::Site(options)) => commands::site::run(&options),
        Some(Command::Completions { shell }) => commands::completions(shell),
    }
}

/// Prints an error in the command line, with the right command for a word that people try for one.
fn refuse(mut error: clap::Error) -> ExitCode {
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && let Some((_, commands)) = cli::OTHER_WORDS.iter().find(|(other, _)| other == word)
    {
        let commands = commands.iter().map(ToString::to_string).collect();
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(commands));
    }
    if error.kind() == ErrorKind::UnknownArgument {
        // Without this clap advises to put a misspelt option after `--`, where only an adapter stands.
        error.remove(ContextKind::Suggested);
    }
    let is_hidden = |argument: std::ffi::OsString| {
        let argument = argument.to_string_lossy();
        visible(&argument) != argument
    };
    if env::args_os().any(is_hidden) {
        // clap repeats arguments verbatim. Without clap's own colours, every escape sequence comes from an argument and
        // is made visible.
        output::note(error.render().to_string().trim_end());
    } else {
        let _ = error.print();
    }
    ExitCode::from(Exit::Usage as u8)
}

impl From<std::io::Error> for output::Failure {
    fn from(error: std::io::Error) -> Self {
        output::Failure { exit: Exit::IoError, message: error.to_string() }
    }
}
