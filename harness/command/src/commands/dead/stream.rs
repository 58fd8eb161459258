use std::io::{self, BufRead, Read, Write};

use lawbook::dead::Solver;
use lawbook::words::{counted, visible_json};
use serde::Serialize;

use super::{
    DeadOptions, read,
    solved::{Record, Solved},
};
use crate::output::{self, Exit, Result};

/// Maximum length of a line, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// A line that is not a position, as JSON.
#[derive(Serialize)]
struct BadLine {
    /// The line, truncated.
    fen: String,
    line: usize,
    error: String,
}

/// `lawbook dead -`: reads a position from each line, and writes a JSON object for each. Empty lines, and lines that
/// begin with `#`, are skipped.
pub(super) fn run(options: &DeadOptions) -> Result {
    match answer(options, &mut io::stdin().lock(), &mut io::stdout().lock()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Agreed),
        ended => Ok(ended?),
    }
}

fn answer(
    options: &DeadOptions,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let mut solver = Solver::default();
    let (mut positions, mut unsound, mut bad, mut number) = (0_usize, 0_usize, 0_usize, 0);
    while let Some(line) = next_line(input)? {
        number += 1;
        let text = match &line {
            Ok(text) if text.is_empty() || text.starts_with('#') => continue,
            Ok(text) => text.as_str(),
            Err(_) => "",
        };
        let position = line.as_deref().map_err(Clone::clone).and_then(read);
        let object = match position {
            Ok(position) => {
                let solved = Solved::new(&mut solver, position, options, options.check);
                positions += 1;
                unsound += usize::from(!solved.is_sound());
                serde_json::to_string(&Record::new(&solved))
            }
            Err(error) => {
                bad += 1;
                let fen = text.chars().take(100).collect();
                serde_json::to_string(&BadLine { fen, line: number, error })
            }
        };
        // Flushed after each line: a program may wait for the answer before it writes the next position.
        writeln!(out, "{}", visible_json(object?))?;
        out.flush()?;
    }
    let mut summary = counted(positions, "position");
    for (count, what) in
        [(unsound, "have evidence that does not hold"), (bad, "lines could not be read")]
    {
        if count > 0 {
            summary.push_str(&format!(", {count} {what}"));
        }
    }
    output::note(&summary);
    Ok(match (bad, unsound) {
        (0, 0) => Exit::Agreed,
        (0, _) => Exit::Disagreed,
        _ => Exit::IoError,
    })
}

/// Reads the next line, without spaces around it; `None` at the end of the input. The inner error says why the line is
/// not a text.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<std::result::Result<String, String>>> {
    let mut line = Vec::new();
    input.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() as u64 > MAX_LINE {
        if line.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
        }
        return Ok(Some(Err(format!("the line is longer than {MAX_LINE} bytes"))));
    }
    let text = String::from_utf8(line).map_err(|_| "the line is not UTF-8".to_owned());
    Ok(Some(text.map(|text| text.trim_start_matches('\u{feff}').trim().to_owned())))
}
