use std::{path::PathBuf, time::Duration};

use clap::Args;

use super::seconds;

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook history chess.js              every release in the registry
  lawbook history --all
      of every library that has an adapter here
  lawbook history chess.js --list       only lists the releases
  lawbook history chess.js --games 40
      random games as well, the same for every release
  lawbook history mine --adapter 'node adapter.mjs {version}' \\
      --versions 1.0,1.1,1.2
  lawbook history
      rewrites the pages from the existing data

npm, pip or cargo installs each release into its own folder below --cache. The release then runs the whole catalogue \
in its own process. Its answers are cached there, so that an interrupted run can be resumed. For a release that cannot \
be installed, or does not have the interface that the adapter needs, the data contain the reason.

Exit codes:
  0  the data were written, whatever the answers
  2  the command line is invalid
  4  unknown library, or a library without releases
  5  a registry could not be queried, or reading or writing failed")]
pub(crate) struct HistoryOptions {
    /// The libraries; without any, only the pages are written
    #[arg(value_name = "LIBRARY", add = super::complete::libraries(), conflicts_with = "all")]
    pub(crate) library: Vec<String>,
    /// All libraries that have adapters in the folder of libraries
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) source: ReleaseOptions,
    /// Also ask each release about N random games; default: the number in the existing data, or 0
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<u64>,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
    /// Only list the releases
    #[arg(long)]
    pub(crate) list: bool,
    /// Write the data and the pages into this folder
    #[arg(long = "out-dir", value_name = "DIR", default_value = "reports/history")]
    pub(crate) out: PathBuf,
    /// Test at most N releases in parallel; default: the number of processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
}

/// Options that select releases, and how each is installed and tested.
#[derive(Args)]
pub(crate) struct ReleaseOptions {
    /// Start the releases of one library by this command; {version} stands for the version
    #[arg(long, value_name = "COMMAND")]
    pub(crate) adapter: Option<String>,
    /// Only these versions or commits, oldest first
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) versions: Vec<String>,
    /// The folder with the libraries and their adapters
    #[arg(long, value_name = "DIR", default_value = "harness/libraries")]
    pub(crate) libraries: PathBuf,
    /// Cache for installed releases and their answers
    #[arg(long, value_name = "DIR", default_value = "target/history")]
    pub(crate) cache: PathBuf,
    /// Retry releases that could not be installed
    #[arg(long)]
    pub(crate) retry: bool,
    /// Let pip build a release that is published as source only; this runs the build script of the package
    #[arg(long)]
    pub(crate) from_source: bool,
    /// Time limit for installing or building one release, and for each request to a registry
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds)]
    pub(crate) build: Duration,
    /// Time limit for one answer
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
}
