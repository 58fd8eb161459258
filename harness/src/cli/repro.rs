use std::path::PathBuf;

use clap::{ArgGroup, Args};

#[derive(Args)]
#[command(group = ArgGroup::new("tested").required(true).args(["library", "adapter"]))]
#[command(after_help = concat!("\
Examples:
  lawbook repro en-passant-capturer-was-pinned --library chess.js
  lawbook repro en-passant-capturer-was-pinned --library chess.js \\
      --question same-as-1 --out repro.mjs
  lawbook repro --library chess.js --out-dir repros
      one for each entry of its list of known deviations
  lawbook repro en-passant-capturer-was-pinned --out asked.jsonl -- ./mine
      a text for a bug report of your library, and the requests; `./mine < asked.jsonl` repeats them

The program for an included library is written in the language of the library and calls its own interface. It prints the expected answer and \
the actual one. Its exit code is 1 if they differ, and 0 once the library gives the right answer. With --out-dir, each \
file is listed with the wrong answer that its program is known to get.

", catalogue_exit_codes!()))]
pub(crate) struct ReproOptions {
    /// The id of the case; without it, the first case of each entry in the list of known deviations
    #[arg(required_unless_present = "out_dir")]
    #[arg(add = super::complete::ids())]
    pub(crate) id: Option<String>,
    /// The library
    #[arg(long, value_name = "LIBRARY", add = super::complete::libraries())]
    pub(crate) library: Option<String>,
    /// Ask the adapter that this command starts, and write a text for a bug report
    #[arg(last = true, value_name = "ADAPTER", requires = "id")]
    pub(crate) adapter: Vec<String>,
    /// The question; default: the first that the library answers differently
    #[arg(long, value_name = "QUESTION", requires = "id")]
    pub(crate) question: Option<String>,
    /// Write the program to this file instead of standard output; with an adapter, the requests
    #[arg(long, value_name = "FILE", requires = "id", value_parser = super::output())]
    pub(crate) out: Option<PathBuf>,
    /// Write a program for each entry in the list of known deviations into this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["id", "out"], value_parser = super::output())]
    pub(crate) out_dir: Option<PathBuf>,
    /// Replace a file that exists, or files in a folder that `lawbook` did not make
    #[arg(long)]
    pub(crate) force: bool,
    /// Read the catalogue from this folder instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
}
