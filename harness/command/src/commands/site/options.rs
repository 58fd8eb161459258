use std::path::PathBuf;

use clap::Args;

use crate::cli::output;

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook site --out-dir site                   every case, every linked library
  lawbook site --out-dir site --report reports/conformance.json
      with the answers of an earlier `lawbook check --level strict`, of any
      libraries
  lawbook site --out-dir site --cases DIR       another catalogue
  lawbook site --out-dir site --ask target/wasm/page
      with the page that asks the adjudicator

The pages are static files: open index.html, or copy the folder to any web server. They can be read without a network \
and without scripts; scripts add the stepping through games, the quiz and the search.

", catalogue_exit_codes!()))]
pub(crate) struct SiteOptions {
    /// The folder to write to: a new one, an empty one, or one with the file .lawbook
    #[arg(long = "out-dir", value_name = "DIR", value_parser = output())]
    pub(crate) out: PathBuf,
    /// Replace files in a folder that `lawbook` did not make
    #[arg(long)]
    pub(crate) force: bool,
    /// Read the catalogue from this folder instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
    /// Embed the adjudicator that `harness/wasm/build` wrote into this folder: the page for a game or a position
    #[arg(long, value_name = "DIR")]
    pub(crate) ask: Option<PathBuf>,
    /// Show the answers in this report, which `lawbook check` wrote about all cases, instead of asking the libraries again
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}
