//! Tests in separate processes: a crash of the library, for example by undefined behaviour, fails one test, and the
//! report names the question that caused it.
//!
//! The process is this program, started again with `alone`, the name of the test, a note file to which it writes each
//! question before asking, and a file with the questions that crashed an earlier process.

use std::{
    collections::HashSet,
    ffi::{OsStr, OsString},
    fs::{File, OpenOptions},
    io::{Seek, Write},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use super::{
    supervised::{self, ChildEnd, TemporaryFile, ended, start},
    trial::TestOutcome,
};
use crate::report::{read_case, write_case};

/// Internal command of a child that runs a single test.
pub(super) const ALONE: &str = "alone";

/// Internal command of a child that lists the cases that are not asked.
pub(super) const UNASKED: &str = "unasked";

/// Grace period after the playing time before a child is killed.
const PATIENCE: Duration = Duration::from_secs(10);

/// The options that are not options of a test binary.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Options {
    /// Whether every test has a process of its own.
    pub(super) isolate: bool,
    /// Playing time of each test of random games; by default it plays a fixed number of games.
    pub(super) seconds: Option<u64>,
}

impl Options {
    /// Removes the options from the arguments. Returns them with the other arguments.
    pub(super) fn take(words: Vec<OsString>) -> Result<(Options, Vec<OsString>), String> {
        let (mut options, mut rest) = (Options::default(), Vec::new());
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            if word == "--isolate" {
                options.isolate = true;
            } else if word == "--seconds" {
                options.seconds = Some(seconds(words.next().as_deref())?);
            } else if let Some(number) =
                word.to_str().and_then(|word| word.strip_prefix("--seconds="))
            {
                options.seconds = Some(seconds(Some(OsStr::new(number)))?);
            } else {
                rest.push(word);
            }
        }
        Ok((options, rest))
    }
}

fn seconds(word: Option<&OsStr>) -> Result<u64, String> {
    let number = word.and_then(OsStr::to_str).and_then(|word| word.parse().ok());
    number
        .filter(|number| (1..=86_400).contains(number))
        .ok_or_else(|| "--seconds needs a whole number from 1 to 86400".to_owned())
}

/// A note that a child writes for its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ProgressNote {
    /// The question it is about to ask.
    Asks(String),
    /// The result of the test.
    Done(TestOutcome),
}

impl ProgressNote {
    /// Serializes the note as a keyword and a text. A zero byte ends it, because it overwrites a note that may be
    /// longer.
    fn write(&self) -> Vec<u8> {
        let json;
        let (word, text) = match self {
            ProgressNote::Asks(what) => ("asks", what.as_str()),
            ProgressNote::Done(TestOutcome::Passed) => ("passed", ""),
            ProgressNote::Done(TestOutcome::Skipped(why)) => ("unasked", why.as_str()),
            ProgressNote::Done(TestOutcome::Failed(text)) => ("failed", text.as_str()),
            ProgressNote::Done(TestOutcome::Wrong(report)) => {
                json = write_case(report);
                ("wrong", json.as_str())
            }
        };
        format!("{word} {}\0", text.replace('\0', " ")).into_bytes()
    }

    /// Parses the last note; `None` if it is incomplete.
    pub(super) fn read(noted: &[u8]) -> Option<ProgressNote> {
        let end = noted.iter().position(|byte| *byte == 0)?;
        let (word, text) = str::from_utf8(&noted[..end]).ok()?.split_once(' ')?;
        let text = text.to_owned();
        match word {
            "asks" => Some(ProgressNote::Asks(text)),
            "passed" => Some(ProgressNote::Done(TestOutcome::Passed)),
            "unasked" => Some(ProgressNote::Done(TestOutcome::Skipped(text))),
            "failed" => Some(ProgressNote::Done(TestOutcome::Failed(text))),
            "wrong" => {
                let report = read_case(&text)?;
                Some(ProgressNote::Done(TestOutcome::Wrong(Box::new(report))))
            }
            _ => None,
        }
    }
}

/// Writes notes to a file. Each note replaces the one before.
pub(super) struct NoteFile(Mutex<File>);

impl NoteFile {
    /// Opens the file created by the parent.
    pub(super) fn open(path: &OsStr) -> Result<NoteFile, String> {
        let file = OpenOptions::new().write(true).open(path);
        let said = |error| format!("cannot write {}: {error}", path.display());
        file.map(|file| NoteFile(Mutex::new(file))).map_err(said)
    }

    /// Replaces the note in the file.
    pub(super) fn put(&self, note: &ProgressNote) {
        let text = note.write();
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = file.rewind().and_then(|()| file.write_all(&text));
    }

    /// Appends a line to the file.
    pub(super) fn add(&self, line: &str) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}

/// The beginning of the message about a process that ended early.
const PROCESS: &str = "the process ended with ";

/// Runs a test in a process of its own. In a case, a crash counts as an answer and the test continues; a test of random
/// games stops and reports the crash.
pub(super) fn run(name: &str, plays_games: bool, seconds: Option<u64>) -> TestOutcome {
    let limit =
        seconds.filter(|_| plays_games).map(|seconds| Duration::from_secs(seconds) + PATIENCE);
    outcome(name, !plays_games, seconds, limit).unwrap_or_else(TestOutcome::Failed)
}

fn outcome(
    name: &str,
    goes_on: bool,
    seconds: Option<u64>,
    limit: Option<Duration>,
) -> Result<TestOutcome, String> {
    let number = seconds.map(|seconds| seconds.to_string()).unwrap_or_default();
    let words = |notes: &OsStr, ends: &OsStr| -> Vec<OsString> {
        [ALONE.as_ref(), name.as_ref(), notes, ends, number.as_ref()].map(OsStr::to_owned).into()
    };
    let ChildEnd { note, status } = supervised::run(words, &TemporaryFile::new()?, goes_on, limit)?;
    match (note, status) {
        (Some(ProgressNote::Done(outcome)), Some(status)) if status.success() => Ok(outcome),
        (Some(ProgressNote::Asks(what)), Some(status)) => Err(format!("{PROCESS}{status} {what}")),
        (Some(ProgressNote::Asks(what)), None) => Err(format!("no answer in time {what}")),
        (_, Some(status)) => Err(format!("{PROCESS}{status}")),
        (_, None) => Err("the process did not end in time".to_owned()),
    }
}

/// Returns the names of the tests of unasked cases, listed by a child. The list is incomplete if the child crashes.
pub(super) fn unasked() -> Result<HashSet<String>, String> {
    let file = TemporaryFile::new()?;
    ended(start(&[UNASKED.into(), file.0.as_os_str().to_owned()])?, None)?;
    let noted = file.read()?;
    Ok(String::from_utf8_lossy(&noted).lines().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::read_json;

    #[test]
    fn a_note_is_read_as_it_was_written_over_another() {
        let report = read_json(include_str!("../report/golden/reports/2026-01.json")).unwrap();
        let wrong = report.cases.into_iter().find(|case| !case.disagreements.is_empty()).unwrap();
        let notes = [
            ProgressNote::Done(TestOutcome::Wrong(Box::new(wrong))),
            ProgressNote::Done(TestOutcome::Failed("what was\n  found".to_owned())),
            ProgressNote::Asks("when it was asked\n  from here".to_owned()),
            ProgressNote::Done(TestOutcome::Skipped("why".to_owned())),
            ProgressNote::Done(TestOutcome::Passed),
        ];
        let mut noted = Vec::new();
        for note in notes {
            let text = note.write();
            noted.splice(..text.len().min(noted.len()), text);
            assert_eq!(ProgressNote::read(&noted), Some(note));
        }
        assert_eq!(ProgressNote::read(b""), None);
        assert_eq!(ProgressNote::read(b"asks half"), None);
    }

    rows!(
        our_options_are_taken_out_of_the_arguments,
        {
            let take = |words: &str| Options::take(words.split(' ').map(OsString::from).collect());
            let (options, rest) = take("program --seconds 3 --exact a::b --isolate").unwrap();
            assert_eq!((options.isolate, options.seconds), (true, Some(3)));
            assert_eq!(rest, ["program", "--exact", "a::b"]);
            let (options, rest) = take("program --seconds=4").unwrap();
            assert_eq!((options.isolate, options.seconds, rest.len()), (false, Some(4), 1));
            let (options, _) = take("program --list").unwrap();
            assert_eq!((options.isolate, options.seconds), (false, None));
        },
        for words in ["program --seconds", "program --seconds 0", "program --seconds=x"] {
            assert!(take(words).is_err(), "{words}");
        }
    );
}
