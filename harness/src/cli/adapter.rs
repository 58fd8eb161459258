#[cfg(unix)]
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::{Format, seconds};

#[derive(Subcommand)]
pub(crate) enum AdapterCommand {
    /// Answer for a linked library or the reference on standard input and output
    Serve(ServeOptions),
    /// Report errors of an adapter, and answers that it could declare
    Smoke(SmokeOptions),
    /// Run an adapter under supervision, and kill every process that it started
    #[cfg(unix)]
    #[command(hide = true)]
    Guard(GuardOptions),
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook adapter serve shakmaty < requests.jsonl
  lawbook check --adapter 'lawbook adapter serve'
      the reference, asked by itself

Each line of standard input is a JSON object, and so is each line of standard output; the page \
src/adapter/wire/PROTOCOL.md of the sources describes them.")]
pub(crate) struct ServeOptions {
    /// The library; default: the reference
    #[arg(add = super::complete::libraries())]
    pub(crate) library: Option<String>,
}

/// Options of the hidden `guard` command, which `lawbook` starts itself.
#[cfg(unix)]
#[derive(Args)]
pub(crate) struct GuardOptions {
    /// A pipe: the adapter is stopped once no process holds the other end
    #[arg(long, value_name = "PIPE")]
    pub(crate) lifeline: PathBuf,
    /// Memory limit of the adapter in bytes, on Linux
    #[arg(long, value_name = "BYTES")]
    pub(crate) memory: u64,
    /// The command that starts the adapter
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) command: Vec<String>,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook adapter smoke 'python3 my_adapter.py'
  lawbook adapter smoke --format json ./my-adapter

Every question and every act is tried in simple situations, whether or not the adapter says that it \
answers or takes it.

Exit codes:
  0  nothing is wrong with it
  1  something is
  2  the command line is wrong
  5  it does not start, or does not say hello")]
pub(crate) struct SmokeOptions {
    /// The command that starts the adapter
    pub(crate) command: String,
    /// Time limit for one answer
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
