//! Positions a line, as people and other solvers write them down.
//!
//! A line is a FEN or an X-FEN, perhaps after a label of two characters that says who can still mate: `WB`,
//! `W-`, `-B` or `--`. Empty lines and lines that begin with `#` are skipped.

use std::{
    fmt,
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use lawbook::{
    board::Color,
    position::{Position, Setup},
};

use crate::output::{Exit, Failure, Result};

/// The longest line that is read, in bytes.
const MAX_LINE: usize = 1 << 16;

/// A position, and who is said to be able to mate in it.
#[derive(Clone, Copy)]
pub(crate) struct LabelledPosition {
    pub(crate) position: Position,
    pub(crate) label: Option<Label>,
}

/// For each player, whether mate is still possible.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Label([bool; 2]);

impl Label {
    pub(crate) fn says(self, side: Color) -> bool {
        self.0[side as usize]
    }

    fn read(text: &str) -> Option<Label> {
        Some(Label(match text {
            "WB" => [true, true],
            "W-" => [true, false],
            "-B" => [false, true],
            "--" => [false, false],
            _ => return None,
        }))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.0;
        write!(f, "{}{}", if white { 'W' } else { '-' }, if black { 'B' } else { '-' })
    }
}

/// How a verdict is written in JSON.
pub(crate) fn word(verdict: Option<bool>) -> &'static str {
    match verdict {
        Some(true) => "winnable",
        Some(false) => "unwinnable",
        None => "undetermined",
    }
}

/// Reads a line. Positions that no game can lead to are taken if they can be played.
pub(crate) fn read(line: &str) -> std::result::Result<LabelledPosition, String> {
    let line = line.trim();
    let (label, fen) = if let Some((first, rest)) = line.split_once(char::is_whitespace)
        && Label::read(first).is_some()
    {
        (Label::read(first), rest)
    } else {
        (None, line)
    };
    let setup = Setup::from_fen_or_x_fen(fen).map_err(|error| format!("{error}"))?;
    let position = Position::composed(&setup)
        .map_err(|error| format!("the position cannot be played: {error}"))?;
    Ok(LabelledPosition { position, label })
}

/// Reads every position of a file, `-` being standard input; there has to be one.
pub(crate) fn read_all(path: &Path) -> Result<Vec<LabelledPosition>> {
    let failure = |error: String| Failure::new(Exit::Trouble, error);
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(path);
        Box::new(file.map_err(|error| failure(format!("cannot read {}: {error}", path.display())))?)
    };
    let mut entries = Vec::new();
    for line in Lines::new(BufReader::new(input)) {
        let (number, text) =
            line.map_err(|error| failure(format!("cannot read {}: {error}", path.display())))?;
        let entry = text.and_then(|text| read(&text));
        let place = || format!("{}:{number}", path.display());
        entries.push(entry.map_err(|error| failure(format!("{}: {error}", place())))?);
    }
    if entries.is_empty() {
        return Err(failure(format!("{} holds no position", path.display())));
    }
    Ok(entries)
}

/// The lines that hold something, each with its number, or what keeps it from being read.
pub(crate) struct Lines<R> {
    input: R,
    number: usize,
}

impl<R: Read> Lines<BufReader<R>> {
    /// Whether another line has been read already.
    pub(crate) fn has_more(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines { input, number: 0 }
    }

    /// The next line with its end; empty at the end of the input.
    fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        self.input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
        if line.len() > MAX_LINE && line.last() != Some(&b'\n') {
            // What is left of a line that is too long.
            self.input.skip_until(b'\n')?;
        }
        Ok(line)
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<(usize, std::result::Result<String, String>)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.number += 1;
            let line = match self.line() {
                Ok(line) if line.is_empty() => return None,
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            if line.len() > MAX_LINE {
                let message = format!("the line is longer than {MAX_LINE} bytes");
                return Some(Ok((self.number, Err(message))));
            }
            let Ok(text) = String::from_utf8(line) else {
                return Some(Ok((self.number, Err("the line is not UTF-8".to_owned()))));
            };
            let text = text.trim();
            if !text.is_empty() && !text.starts_with('#') {
                return Some(Ok((self.number, Ok(text.to_owned()))));
            }
        }
    }
}
