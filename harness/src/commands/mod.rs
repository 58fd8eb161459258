//! The commands, one a file.

pub(crate) mod adapter;
pub(crate) mod audit;
pub(crate) mod baseline;
pub(crate) mod bench;
pub(crate) mod bisect;
pub(crate) mod check;
pub(crate) mod claims;
pub(crate) mod compare;
pub(crate) mod conflicts;
pub(crate) mod coverage;
pub(crate) mod dead;
pub(crate) mod diff;
pub(crate) mod export;
pub(crate) mod faults;
pub(crate) mod fuzz;
pub(crate) mod history;
#[cfg(feature = "chasolver")]
pub(crate) mod hunt;
pub(crate) mod lint;
pub(crate) mod list;
pub(crate) mod material;
pub(crate) mod perft;
pub(crate) mod quiz;
pub(crate) mod repro;
pub(crate) mod rule;
pub(crate) mod show;
pub(crate) mod site;
pub(crate) mod tables;
pub(crate) mod trend;
pub(crate) mod worst;

use clap::CommandFactory;

use crate::{
    cli::Cli,
    output::{self, Exit, Result},
};

/// `lawbook completions SHELL`
pub(crate) fn completions(shell: clap_complete::Shell) -> Result {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "lawbook", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Agreed)
}
