//! Reader of positions from the command line and from lists.
//!
//! A list has one record per position. A record is a line in a form that [`PositionText::read`] knows, a JSON object
//! with a member `fen` or `end`, a game in PGN, or a CSV row below a header with a column `fen` or `end`. A line may
//! begin with a label of two characters that says who can still mate: `WB`, `W-`, `-B` or `--`. Empty lines and lines
//! that begin with `#` or `%` are skipped.

use std::{
    fmt,
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use lawbook::{
    board::Color,
    notation::PositionText,
    position::{Move, Position},
    rules::RuleSet,
};
use lawbook_audit::{GameRules, read_game};
use serde::Deserialize;

use crate::output::{Exit, Failure, Result};

/// Maximum length of a line, in bytes.
const MAX_LINE: usize = 1 << 16;

/// Maximum length of a record of several lines, in bytes.
const MAX_RECORD: usize = 1 << 20;

/// A position, and how it is reached.
#[derive(Clone, Debug)]
pub(crate) struct ReadPosition {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
    pub(crate) end: Position,
    /// Reason why no game can lead to the start, if known.
    pub(crate) unreachable: Option<String>,
}

impl ReadPosition {
    /// Returns the initial position.
    pub(crate) fn start() -> ReadPosition {
        let start = Position::start();
        ReadPosition { start, moves: Vec::new(), end: start, unreachable: None }
    }
}

/// A position with an optional label.
#[derive(Clone, Copy)]
pub(crate) struct LabelledPosition {
    pub(crate) position: Position,
    pub(crate) label: Option<Label>,
}

/// For each player, whether checkmate is still possible.
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

/// Returns a verdict as written in JSON.
pub(crate) fn word(verdict: Option<bool>) -> &'static str {
    match verdict {
        Some(true) => "winnable",
        Some(false) => "unwinnable",
        None => "undetermined",
    }
}

/// Parses a position with an optional label before it.
pub(crate) fn read_labelled(record: &str) -> std::result::Result<LabelledPosition, String> {
    let (label, text) = split_label(record);
    Ok(LabelledPosition { position: read(text)?.end, label })
}

/// Parses a record of a list; a label before it is ignored.
pub(crate) fn read_record(record: &str) -> std::result::Result<ReadPosition, String> {
    read(split_label(record).1)
}

fn split_label(record: &str) -> (Option<Label>, &str) {
    let record = record.trim();
    match record.split_once(char::is_whitespace) {
        Some((first, rest)) if Label::read(first).is_some() => (Label::read(first), rest),
        _ => (None, record),
    }
}

/// Parses a position. Unreachable positions are accepted if they are playable.
pub(crate) fn read(record: &str) -> std::result::Result<ReadPosition, String> {
    let record = record.trim();
    if record.starts_with('{') {
        return read(&fen_of_json(record)?);
    }
    if is_tag(record) {
        return read_pgn(record);
    }
    let read = PositionText::read(record).map_err(|error| {
        let is_file = record.len() < 4096 && Path::new(record).is_file();
        let hint = if is_file { "; the positions in a file are read with `- < FILE`" } else { "" };
        format!("{error}{hint}")
    })?;
    let unreachable = read.unreachable().map(|why| why.to_string());
    let PositionText { start, moves, end, .. } = read;
    Ok(ReadPosition { start, moves, end, unreachable })
}

/// Returns the member `fen` of a JSON object, or else `end`.
fn fen_of_json(text: &str) -> std::result::Result<String, String> {
    #[derive(Deserialize)]
    struct Positioned {
        fen: Option<String>,
        end: Option<String>,
    }
    let Positioned { fen, end } = serde_json::from_str(text)
        .map_err(|error| format!("cannot read the JSON object: {error}"))?;
    fen.or(end).filter(|fen| !fen.trim_start().starts_with('{')).ok_or_else(|| {
        "the JSON object has no position; expected a member \"fen\" or \"end\"".to_owned()
    })
}

/// Returns the final position of a game in PGN.
fn read_pgn(text: &str) -> std::result::Result<ReadPosition, String> {
    let game = read_game(text.as_bytes(), 1, GameRules::Fixed(RuleSet::LATEST))
        .map_err(|error| error.to_string())?;
    match game.trouble {
        Some(why) => Err(format!("the game cannot be played to its end: {why}")),
        None => Ok(ReadPosition {
            start: *game.line.start(),
            moves: game.line.moves().to_vec(),
            end: *game.line.end(),
            unreachable: Position::new(&game.line.start().setup()).err().map(|why| why.to_string()),
        }),
    }
}

/// Returns whether a text begins with a PGN tag.
fn is_tag(text: &str) -> bool {
    let name = text.strip_prefix('[').and_then(|rest| rest.split_once('"'));
    let is_name = |name: &str| {
        let name = name.trim();
        !name.is_empty()
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    name.is_some_and(|(name, _)| is_name(name))
}

/// Returns whether a text begins like a list of positions. PGN games do not count.
pub(crate) fn begins_list(text: &str) -> bool {
    let is_skipped = |line: &&str| line.is_empty() || line.starts_with(['#', '%']);
    let first = text.lines().map(str::trim).find(|line| !is_skipped(line)).unwrap_or_default();
    let (_, first) = split_label(first);
    PositionText::looks_like_one(first)
        || first.starts_with("{\"")
        || matches!(first, "{" | "[")
        || column(first).is_some()
}

/// Returns the index of the column of positions if `head` is a CSV header with one.
fn column(head: &str) -> Option<usize> {
    let mut names = head.split(',').map(str::trim);
    let of = |wanted: &str| head.split(',').position(|name| name.trim() == wanted);
    let is_head = names.clone().count() > 1
        && names
            .all(|name| name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_'));
    if is_head { of("fen").or_else(|| of("end")) } else { None }
}

/// Returns a cell of a CSV row.
fn cell(row: &str, column: usize) -> std::result::Result<String, String> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(row.as_bytes());
    let read = reader.records().next();
    let record = read.and_then(std::result::Result::ok);
    record.and_then(|record| record.get(column).map(str::to_owned)).ok_or_else(|| {
        format!("the row has no column {}, which should contain the position", column + 1)
    })
}

/// Reads every position of a file (`-`: standard input) and passes its place and the position to `take`.
///
/// # Errors
///
/// Fails at the first invalid position, and if there is none at all.
pub(crate) fn for_each(
    path: &Path,
    mut take: impl FnMut(&str, ReadPosition) -> Result<()>,
) -> Result {
    visit(path, read_record, |place, position| take(place, position))?;
    Ok(Exit::Agreed)
}

/// Reads every position of a file (`-`: standard input) with its label; fails if there is none.
pub(crate) fn read_all(path: &Path) -> Result<Vec<LabelledPosition>> {
    let mut entries = Vec::new();
    visit(path, read_labelled, |_, entry| {
        entries.push(entry);
        Ok(())
    })?;
    Ok(entries)
}

fn visit<T>(
    path: &Path,
    read: impl Fn(&str) -> std::result::Result<T, String>,
    mut take: impl FnMut(&str, T) -> Result<()>,
) -> Result<()> {
    let failure = |error: String| Failure::new(Exit::IoError, error);
    let (name, input): (String, Box<dyn Read>) = if path == Path::new("-") {
        ("standard input".to_owned(), Box::new(io::stdin().lock()))
    } else {
        let file = File::open(path);
        let name = path.display().to_string();
        (
            name,
            Box::new(
                file.map_err(|error| failure(format!("cannot read {}: {error}", path.display())))?,
            ),
        )
    };
    let mut is_empty = true;
    for record in Records::new(BufReader::new(input)) {
        let (number, text) =
            record.map_err(|error| failure(format!("cannot read {name}: {error}")))?;
        let place = format!("{name}:{number}");
        let entry = text.and_then(|text| read(&text));
        take(&place, entry.map_err(|error| failure(format!("{place}: {error}")))?)?;
        is_empty = false;
    }
    match is_empty {
        true => Err(failure(format!("{name} contains no position"))),
        false => Ok(()),
    }
}

/// Iterator over the records of a list. Yields each record, or a read error, with the number of its first line.
pub(crate) struct Records<R> {
    input: R,
    /// Number of the last line read.
    number: usize,
    /// Line that was read but belongs to the next record.
    waiting: Option<ReadLine>,
    /// Index of the column of positions, in a CSV table.
    column: Option<usize>,
    is_first: bool,
}

type ReadLine = std::result::Result<String, String>;

/// Form of a record, with the state needed to find its last line.
enum Shape {
    /// A single line.
    Line,
    /// A game: ends with the empty line after the movetext, or before the tags of the next game.
    Game { is_played: bool, in_comment: bool },
    /// A JSON object: ends with the bracket that closes the first one.
    Object { depth: usize, in_string: bool, is_escaped: bool },
    /// A CSV row: ends with the first line that leaves no quoted cell open.
    Row { in_quotes: bool },
}

impl<R: Read> Records<BufReader<R>> {
    /// Returns whether another line is already in memory.
    pub(crate) fn has_more(&self) -> bool {
        self.waiting.is_some() || self.input.buffer().contains(&b'\n')
    }
}

impl<R: BufRead> Records<R> {
    pub(crate) fn new(input: R) -> Records<R> {
        Records { input, number: 0, waiting: None, column: None, is_first: true }
    }

    /// Returns the next line, or `None` at the end of the input.
    fn line(&mut self) -> io::Result<Option<ReadLine>> {
        if let Some(line) = self.waiting.take() {
            return Ok(Some(line));
        }
        let mut line = Vec::new();
        self.input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        if line.len() > MAX_LINE {
            if line.last() != Some(&b'\n') {
                self.input.skip_until(b'\n')?;
            }
            return Ok(Some(Err(format!("the line is longer than {MAX_LINE} bytes"))));
        }
        let text = String::from_utf8(line).map_err(|_| "the line is not UTF-8".to_owned());
        Ok(Some(text.map(|text| text.trim_start_matches('\u{feff}').trim().to_owned())))
    }

    /// Reads the rest of the record that begins with the line `first`.
    fn record(&mut self, first: String) -> io::Result<ReadLine> {
        let mut shape = Shape::of(&first, self.column.is_some());
        let mut is_whole = shape.add(&first);
        let mut record = Ok(first);
        while !is_whole {
            let Some(line) = self.line()? else { break };
            if shape.ends_before(&line) {
                self.waiting = Some(line);
                break;
            }
            is_whole = line.as_ref().is_ok_and(|line| shape.add(line));
            record = match (record, line) {
                (Ok(record), Ok(line)) if record.len() + line.len() < MAX_RECORD => {
                    Ok(record + "\n" + &line)
                }
                (Ok(_), Ok(_)) => Err(format!("the record is longer than {MAX_RECORD} bytes")),
                (Err(error), _) | (Ok(_), Err(error)) => Err(error),
            };
        }
        Ok(match (record, &shape, self.column) {
            (Ok(row), Shape::Row { .. }, Some(column)) => cell(&row, column),
            (Ok(object), Shape::Object { .. }, _) => Ok(object.trim_end_matches(',').to_owned()),
            (record, ..) => record,
        })
    }
}

impl Shape {
    fn of(first: &str, in_table: bool) -> Shape {
        if in_table {
            Shape::Row { in_quotes: false }
        } else if first.starts_with('{') {
            Shape::Object { depth: 0, in_string: false, is_escaped: false }
        } else if is_tag(first) {
            Shape::Game { is_played: false, in_comment: false }
        } else {
            Shape::Line
        }
    }

    /// Returns whether `line` begins the next record, so that this one is complete.
    fn ends_before(&self, line: &ReadLine) -> bool {
        let starts = line.as_ref().is_ok_and(|line| is_tag(line));
        matches!(self, Shape::Game { is_played: true, in_comment: false } if starts)
    }

    /// Adds a line to the record, and returns whether it is the last.
    fn add(&mut self, line: &str) -> bool {
        match self {
            Shape::Line => true,
            Shape::Game { is_played, in_comment } => {
                let ends = line.is_empty() && *is_played && !*in_comment;
                if *in_comment || !(line.is_empty() || is_tag(line) || line.starts_with('%')) {
                    *is_played = true;
                    for letter in line.bytes() {
                        match letter {
                            b'{' => *in_comment = true,
                            b'}' => *in_comment = false,
                            b';' if !*in_comment => break,
                            _ => {}
                        }
                    }
                }
                ends
            }
            Shape::Object { depth, in_string, is_escaped } => {
                for letter in line.bytes() {
                    match letter {
                        _ if *is_escaped => *is_escaped = false,
                        b'\\' if *in_string => *is_escaped = true,
                        b'"' => *in_string = !*in_string,
                        b'{' if !*in_string => *depth += 1,
                        b'}' if !*in_string => *depth = depth.saturating_sub(1),
                        _ => {}
                    }
                }
                *depth == 0
            }
            Shape::Row { in_quotes } => {
                let quotes = line.bytes().filter(|&letter| letter == b'"').count();
                *in_quotes ^= quotes % 2 == 1;
                !*in_quotes
            }
        }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = io::Result<(usize, std::result::Result<String, String>)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = match self.line() {
                Ok(line) => line?,
                Err(error) => return Some(Err(error)),
            };
            let number = self.number;
            let first = match line {
                Ok(first) => first,
                Err(error) => return Some(Ok((number, Err(error)))),
            };
            let is_bracket = matches!(first.as_str(), "[" | "]" | "],");
            if first.is_empty() || first.starts_with(['#', '%']) || is_bracket {
                continue;
            }
            if std::mem::take(&mut self.is_first)
                && let Some(column) = column(&first)
            {
                self.column = Some(column);
                continue;
            }
            return Some(self.record(first).map(|record| (number, record)));
        }
    }
}
