//! Tests in processes of their own: a library that ends its process, as undefined behaviour may, ends one test, and
//! what it was asked is known.
//!
//! The process is this program, started again with `alone`, the name of the test, and a file in which it notes what it
//! asks before it asks.

use std::{
    collections::HashSet,
    env,
    ffi::{OsStr, OsString},
    fs::{self, File, OpenOptions},
    io::{self, Seek, Write},
    path::PathBuf,
    process::{self, Child, Command, ExitStatus, Stdio},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use super::trial::TestOutcome;

/// The word with which a process is started that runs one test.
pub(super) const ALONE: &str = "alone";

/// The word with which a process is started that finds out which cases are not asked.
pub(super) const UNASKED: &str = "unasked";

/// How often it is looked whether a process has ended.
const GLANCE: Duration = Duration::from_millis(2);

/// So much longer than it should play a process is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// What the arguments say beyond those of a test binary.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Options {
    /// Whether every test has a process of its own, or none; only those of random games if it is not said.
    pub(super) isolate: Option<bool>,
    /// For how long each test of random games plays; a number of games if it is not said.
    pub(super) seconds: Option<u64>,
}

impl Options {
    /// Takes them out of the arguments.
    pub(super) fn take(words: Vec<OsString>) -> Result<(Options, Vec<OsString>), String> {
        let (mut options, mut rest) = (Options::default(), Vec::new());
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            if word == "--isolate" {
                options.isolate = Some(true);
            } else if word == "--no-isolate" {
                options.isolate = Some(false);
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

/// What the process of a test leaves behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// What it is about to ask.
    Asks(String),
    /// What came of the test.
    Done(TestOutcome),
}

impl Note {
    /// A word, and what is said besides; the next note is written over it, and so its end is marked.
    fn write(&self) -> Vec<u8> {
        let (word, text) = match self {
            Note::Asks(what) => ("asks", what.as_str()),
            Note::Done(TestOutcome::Passed) => ("passed", ""),
            Note::Done(TestOutcome::Unasked(why)) => ("unasked", why.as_str()),
            Note::Done(TestOutcome::Failed(text)) => ("failed", text.as_str()),
        };
        format!("{word} {}\0", text.replace('\0', " ")).into_bytes()
    }

    /// What was noted last; none if nothing whole was.
    fn read(noted: &[u8]) -> Option<Note> {
        let end = noted.iter().position(|byte| *byte == 0)?;
        let (word, text) = str::from_utf8(&noted[..end]).ok()?.split_once(' ')?;
        let text = text.to_owned();
        match word {
            "asks" => Some(Note::Asks(text)),
            "passed" => Some(Note::Done(TestOutcome::Passed)),
            "unasked" => Some(Note::Done(TestOutcome::Unasked(text))),
            "failed" => Some(Note::Done(TestOutcome::Failed(text))),
            _ => None,
        }
    }
}

/// The file in which a process notes what it does; what was noted last counts.
pub(super) struct NoteWriter(Mutex<File>);

impl NoteWriter {
    /// The file that another process has made.
    pub(super) fn open(path: &OsStr) -> Result<NoteWriter, String> {
        let file = OpenOptions::new().write(true).open(path);
        let said = |error| format!("cannot write {}: {error}", path.display());
        file.map(|file| NoteWriter(Mutex::new(file))).map_err(said)
    }

    /// NoteWriter something in place of what was noted before.
    pub(super) fn put(&self, note: &Note) {
        let text = note.write();
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = file.rewind().and_then(|()| file.write_all(&text));
    }

    /// NoteWriter a line behind the others.
    pub(super) fn add(&self, line: &str) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}

/// Runs a test in a process of its own.
pub(super) fn run(name: &str, seconds: Option<u64>) -> TestOutcome {
    outcome(name, seconds).unwrap_or_else(TestOutcome::Failed)
}

fn outcome(name: &str, seconds: Option<u64>) -> Result<TestOutcome, String> {
    let file = NoteFile::new()?;
    let number = seconds.map(|seconds| seconds.to_string()).unwrap_or_default();
    let words: [&OsStr; 4] = [ALONE.as_ref(), name.as_ref(), file.0.as_os_str(), number.as_ref()];
    let ended =
        ended(start(&words)?, seconds.map(|seconds| Duration::from_secs(seconds) + PATIENCE))?;
    match (Note::read(&file.read()?), ended) {
        (Some(Note::Done(outcome)), Some(status)) if status.success() => Ok(outcome),
        (Some(Note::Asks(what)), Some(status)) => {
            Err(format!("the process ended with {status} {what}"))
        }
        (Some(Note::Asks(what)), None) => Err(format!("there was no answer in time {what}")),
        (_, Some(status)) => Err(format!("the process ended with {status}")),
        (_, None) => Err("the process did not end in time".to_owned()),
    }
}

/// The names of the tests of cases that are not asked, found out in a process of its own, as far as it comes.
pub(super) fn unasked() -> Result<HashSet<String>, String> {
    let file = NoteFile::new()?;
    ended(start(&[UNASKED.as_ref(), file.0.as_os_str()])?, None)?;
    let noted = file.read()?;
    Ok(String::from_utf8_lossy(&noted).lines().map(str::to_owned).collect())
}

/// Starts this program again.
fn start(words: &[&OsStr]) -> Result<Child, String> {
    let said = |error: io::Error| format!("this program cannot be started again: {error}");
    let program = env::current_exe().map_err(said)?;
    Command::new(program).args(words).stdin(Stdio::null()).spawn().map_err(said)
}

/// How a process has ended; none if it is ended because the time is up.
fn ended(mut child: Child, limit: Option<Duration>) -> Result<Option<ExitStatus>, String> {
    let said = |error: io::Error| format!("cannot wait for the process: {error}");
    let Some(limit) = limit else { return child.wait().map(Some).map_err(said) };
    let begin = Instant::now();
    while begin.elapsed() < limit {
        if let Some(status) = child.try_wait().map_err(said)? {
            return Ok(Some(status));
        }
        thread::sleep(GLANCE);
    }
    let _ = child.kill();
    child.wait().map_err(said)?;
    Ok(None)
}

/// A file for notes, which is taken away in the end.
struct NoteFile(PathBuf);

impl NoteFile {
    fn new() -> Result<NoteFile, String> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("lawbook-{}-{number}", process::id()));
        File::create_new(&path)
            .map_err(|error| format!("cannot make {}: {error}", path.display()))?;
        Ok(NoteFile(path))
    }

    fn read(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| format!("cannot read {}: {error}", self.0.display()))
    }
}

impl Drop for NoteFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_as_it_was_written_over_another() {
        let notes = [
            Note::Done(TestOutcome::Failed("what was\n  found".to_owned())),
            Note::Asks("when it was asked\n  from here".to_owned()),
            Note::Done(TestOutcome::Unasked("why".to_owned())),
            Note::Done(TestOutcome::Passed),
        ];
        let mut noted = Vec::new();
        for note in notes {
            let text = note.write();
            noted.splice(..text.len().min(noted.len()), text);
            assert_eq!(Note::read(&noted), Some(note));
        }
        assert_eq!(Note::read(b""), None);
        assert_eq!(Note::read(b"asks half"), None);
    }

    #[test]
    fn our_options_are_taken_out_of_the_arguments() {
        let take = |words: &str| Options::take(words.split(' ').map(OsString::from).collect());
        let (options, rest) = take("program --seconds 3 --exact a::b --isolate").unwrap();
        assert_eq!((options.isolate, options.seconds), (Some(true), Some(3)));
        assert_eq!(rest, ["program", "--exact", "a::b"]);
        let (options, rest) = take("program --no-isolate --seconds=4").unwrap();
        assert_eq!((options.isolate, options.seconds, rest.len()), (Some(false), Some(4), 1));
        let (options, _) = take("program --list").unwrap();
        assert_eq!((options.isolate, options.seconds), (None, None));
        for words in ["program --seconds", "program --seconds 0", "program --seconds=x"] {
            assert!(take(words).is_err(), "{words}");
        }
    }
}
