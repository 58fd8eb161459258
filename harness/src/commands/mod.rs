//! The commands, one per file.

pub(crate) mod adapter;
pub(crate) mod audit;
pub(crate) mod check;
pub(crate) mod claims;
pub(crate) mod compare;
pub(crate) mod conflicts;
pub(crate) mod coverage;
pub(crate) mod dead;
pub(crate) mod diff;
pub(crate) mod export;
pub(crate) mod fuzz;
pub(crate) mod lint;
pub(crate) mod list;
pub(crate) mod quiz;
pub(crate) mod repro;
pub(crate) mod rule;
pub(crate) mod show;
pub(crate) mod site;
pub(crate) mod trend;

use clap_complete::env::Shells;

use crate::{
    cli,
    output::{self, Exit, Failure, Result},
};

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

/// `lawbook man [COMMAND]`
pub(crate) fn man(names: &[String]) -> Result {
    let mut command = cli::command();
    command.build();
    for name in names {
        let Some(below) = command.find_subcommand(name) else {
            let mut known: Vec<&str> =
                command.get_subcommands().map(clap::Command::get_name).collect();
            known.sort_unstable();
            let message = format!("unknown command {name:?}; known commands: {}", known.join(", "));
            return Err(Failure::new(Exit::Usage, message));
        };
        command = below.clone();
    }
    let name = command.get_bin_name().unwrap_or("lawbook").replace(' ', "-");
    let mut page = Vec::new();
    clap_mangen::Man::new(command.display_name(name)).render(&mut page)?;
    output::print(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Agreed)
}
