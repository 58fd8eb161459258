use std::{
    env,
    process::{Command, Stdio},
};

use lawbook::catalogue::Catalogue;

use super::{
    contest::{Clock, Contestant, contest},
    sheet::BenchSheet,
};
use crate::{
    cli::Rounds,
    output::{Exit, Failure, Result},
};

/// `lawbook lab bench start`: measures the whole run of commands that have little work to do.
pub(super) fn run(options: &Rounds) -> Result {
    let program = env::current_exe()?;
    let ids = Catalogue::embedded_ids();
    let Some(id) = ids.last() else {
        return Err(Failure::new(Exit::Invalid, "the catalogue has no cases"));
    };
    let mut sheet = BenchSheet::new("milliseconds from the start of the process to its end", []);
    for words in [&["--version"][..], &["show", id], &["list"]] {
        let work = || {
            let mut command = Command::new(&program);
            command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        let mut contenders = [Contestant::new("lawbook", work)];
        let (succeeds, times) = contest(options.rounds, Clock::Wall, &mut contenders)?;
        let what = format!("lawbook {}", words.join(" "));
        if !succeeds {
            return Err(Failure::new(Exit::IoError, format!("{what} fails")));
        }
        sheet.add(what, &times, |seconds| seconds * 1e3);
    }
    sheet.print(options.format)
}
