use std::{path::PathBuf, time::Duration};

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::{Format, complete, output, seconds};

#[derive(Subcommand)]
pub(crate) enum AdapterCommand {
    /// Write an adapter to start from, which runs at once and answers three questions
    New(NewOptions),
    /// Answer for a linked library or the reference on standard input and output
    Serve(ServeOptions),
    /// Report errors of an adapter, and the next question to answer
    Smoke(SmokeOptions),
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook adapter new --language python
  lawbook adapter new --language rust --out tests/conformance.rs

The adapter is a single file that uses only the standard library of its language; for Rust, also the crate lawbook. \
The parts to replace by calls of your library are marked with TODO.

Exit codes:
  0  the file was written
  2  the command line is invalid
  5  the file exists already, or cannot be written")]
pub(crate) struct NewOptions {
    /// The language of the adapter
    #[arg(long, value_enum)]
    pub(crate) language: Language,
    /// The file to write, or an existing folder for it; default: the current folder
    #[arg(long, value_name = "PATH", value_hint = clap::ValueHint::AnyPath, value_parser = output())]
    pub(crate) out: Option<PathBuf>,
    /// Replace a file that exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// A language that `adapter new` writes an adapter in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Language {
    /// lawbook_adapter.py
    Python,
    /// lawbook_adapter.mjs
    #[value(alias = "javascript")]
    Node,
    /// tests/lawbook.rs, a test target of your crate
    Rust,
    /// LawbookAdapter.java
    Java,
    /// lawbook_adapter.go
    Go,
    /// lawbook_adapter.cpp
    #[value(name = "c++", alias = "cpp")]
    Cpp,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook adapter serve < requests.jsonl
      answers for the reference
  lawbook check -- lawbook adapter serve
      tests the reference against itself

Each line of standard input and of standard output is a JSON object; harness/catalogue/src/adapter/wire/PROTOCOL.md in the sources \
describes them.")]
pub(crate) struct ServeOptions {
    /// The library; default: the reference
    #[arg(add = complete::libraries())]
    pub(crate) library: Option<String>,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook adapter smoke -- python3 my_adapter.py
  lawbook adapter smoke --format json -- ./my-adapter

Puts the cases of the level core to the adapter, as `check` does. A wrong answer is an error of the adapter only if all \
answers to a question are wrong. Names the next question to answer: the one in most cases.

Exit codes:
  0  no problems were found
  1  there are problems
  2  the command line is invalid
  5  the adapter does not start, or does not send its hello line")]
pub(crate) struct SmokeOptions {
    /// The command that starts the adapter: its program and the arguments, after all options
    #[arg(last = true, required = true, value_name = "ADAPTER")]
    pub(crate) command: Vec<String>,
    /// Time limit for one answer
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
