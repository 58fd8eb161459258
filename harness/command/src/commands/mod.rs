//! The commands, one per file.

pub(crate) mod adapter;
pub(crate) mod audit;
pub(crate) mod check;
pub(crate) mod claims;
pub(crate) mod compare;
pub(crate) mod dead;
pub(crate) mod diff;
pub(crate) mod export;
pub(crate) mod fuzz;
pub(crate) mod lint;
pub(crate) mod list;
pub(crate) mod repro;
pub(crate) mod rule;
pub(crate) mod show;
pub(crate) mod site;
pub(crate) mod trend;

use clap_complete::env::Shells;

use crate::output::{self, Exit, Failure, Result};

/// `lawbook completions SHELL`
pub(crate) fn completions(shell: clap_complete::Shell) -> Result {
    let mut script = Vec::new();
    let name = shell.to_string();
    let shells = Shells::builtins();
    let completer = shells.completer(&name);
    let completer = completer
        .ok_or_else(|| Failure::new(Exit::Usage, format!("no shell completions for {name}")))?;
    completer.write_registration("COMPLETE", "lawbook", "lawbook", "lawbook", &mut script)?;
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Agreed)
}
