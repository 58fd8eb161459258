use std::io::{self, IsTerminal, Write};

use indicatif::ProgressBar;
use serde::Serialize;

use super::solved::{Record, Solved};
use crate::{
    cli::DeadOptions,
    output::{self, Exit, Failure, Result},
    positions::{self, Lines},
};

/// A line that is no position.
#[derive(Serialize)]
struct BadLine {
    /// The line, cut short.
    fen: String,
    line: usize,
    error: String,
}

/// `lawbook dead -`: a position a line comes in, an object a line goes out.
pub(super) fn run(options: &DeadOptions) -> Result {
    let (mut positions, mut unsound, mut bad) = (0, 0, 0);
    let bar = spinner();
    for line in Lines::new(io::stdin().lock()) {
        let (number, text) = line?;
        let (entry, text) = match text {
            Ok(text) => (positions::read(&text), text),
            Err(error) => (Err(error), String::new()),
        };
        let written = match entry {
            Ok(entry) => {
                let solved = Solved::new(&entry, options, options.check);
                positions += 1;
                unsound += u32::from(!solved.is_sound());
                write(&Record::new(&solved))?
            }
            Err(error) => {
                bad += 1;
                let fen = text.chars().take(100).collect();
                write(&BadLine { fen, line: number, error })?
            }
        };
        if !written {
            return Ok(Exit::Agreed);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut summary = format!("{positions} positions");
    for (count, what) in [
        (unsound, "differ from their label or have evidence that does not hold"),
        (bad, "lines could not be read"),
    ] {
        if count > 0 {
            summary.push_str(&format!(", {count} {what}"));
        }
    }
    output::note(&summary);
    Ok(match (bad, unsound) {
        (0, 0) => Exit::Agreed,
        (0, _) => Exit::Disagreed,
        _ => Exit::Trouble,
    })
}

/// Shows on standard error how many lines are done, if they do not go to the terminal themselves.
fn spinner() -> ProgressBar {
    if io::stdout().is_terminal() { ProgressBar::hidden() } else { ProgressBar::new_spinner() }
}

/// Writes an object on a line of its own, at once; `false` if the reader has gone away.
fn write(value: &impl Serialize) -> Result<bool> {
    let trouble = |error: String| Failure::new(Exit::Trouble, error);
    let text = serde_json::to_string(value).map_err(|error| trouble(error.to_string()))? + "\n";
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(trouble(format!("cannot write the result: {error}"))),
    }
}
