//! Child processes of this program that run a library with `--isolate`, and the diagnosis of their crashes.
//!
//! A library that aborts, overflows its stack or exits ends its process. The child writes each question to a note file
//! before it asks, so that the parent can report the last one. To finish the command in spite of crashes, the parent
//! starts the child again with the list of the questions that crashed it. The child answers these as crashed without
//! asking the library.

use std::{
    collections::HashMap,
    env,
    ffi::{OsStr, OsString},
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::PathBuf,
    process::{self, Child, Command, ExitCode, ExitStatus, Stdio},
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

use super::isolated::ProgressNote;

/// Internal command of a child that runs the following command and logs every question.
pub(super) const SUPERVISED: &str = "supervised";

/// Internal command that asks the questions of one case and discards the answers.
pub(super) const CASE: &str = "case";

/// Maximum number of starts of a child.
const MOST_STARTS: usize = 1000;

/// Polling interval while the parent waits for a child.
const GLANCE: Duration = Duration::from_millis(2);

/// Time limit for one case in a child.
const CASE_LIMIT: Duration = Duration::from_secs(120);

/// The questions that crashed a child, as written to the note file, each with the exit status in words.
#[derive(Default)]
pub(super) struct CrashList(HashMap<String, String>);

impl CrashList {
    /// Reads the file written by the parent.
    pub(super) fn read(path: &OsStr) -> Result<CrashList, String> {
        let text = fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let parts: Vec<&str> = text.split('\0').collect();
        let pairs = parts.chunks_exact(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned()));
        Ok(CrashList(pairs.collect()))
    }

    /// Returns whether no child has crashed.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the exit status in words if this question crashed a child.
    pub(super) fn at(&self, note: &str) -> Option<&str> {
        self.0.get(note).map(String::as_str)
    }
}

/// The end of a child that ran a command.
pub(super) struct ChildEnd {
    /// The last note of the child.
    pub(super) note: Option<ProgressNote>,
    /// The exit status; `None` if the parent killed the child at the time limit.
    pub(super) status: Option<ExitStatus>,
}

/// Runs a command in a child. If `goes_on`, the child is started again after each crash, and the question that caused
/// the crash is added to `ends`, until a child finishes.
///
/// `words` builds the arguments from the paths of the note file and of the file of crashes.
pub(super) fn run(
    words: impl Fn(&OsStr, &OsStr) -> Vec<OsString>,
    ends: &TemporaryFile,
    goes_on: bool,
    limit: Option<Duration>,
) -> Result<ChildEnd, String> {
    let notes = TemporaryFile::new()?;
    let words = words(notes.0.as_os_str(), ends.0.as_os_str());
    for number in 1.. {
        notes.clear()?;
        let status = ended(start(&words)?, limit)?;
        let note = ProgressNote::read(&notes.read()?);
        match (note, status) {
            (Some(ProgressNote::Asks(what)), Some(status)) if goes_on && number < MOST_STARTS => {
                ends.add(&format!("{what}\0it ended with {status}\0"))?;
            }
            (note, status) => return Ok(ChildEnd { note, status }),
        }
    }
    Err("the process was never started".to_owned())
}

/// Asks the cases in children until each has been asked, and then runs `words` in another. Crashes count as answers.
pub(super) fn command(words: &[OsString], cases: &[String]) -> Result<ExitCode, String> {
    let ends = TemporaryFile::new()?;
    // One case at a time: a crash repeats only the current case.
    for id in cases {
        let words = [CASE.into(), id.into()];
        run(|notes, ends| with_files(notes, ends, &words), &ends, true, Some(CASE_LIMIT))?;
    }
    let ChildEnd { note, status } =
        run(|notes, ends| with_files(notes, ends, words), &ends, true, None)?;
    match (note, status) {
        (Some(ProgressNote::Done(_)), Some(status)) => Ok(exit_code(status)),
        (Some(ProgressNote::Asks(what)), Some(status)) => Err(format!(
            "the library ended the process with {status} {what}\nthis was crash number {MOST_STARTS}; the library gets no more questions"
        )),
        (None, Some(status)) if !status.success() => Ok(exit_code(status)),
        (None, status) | (Some(ProgressNote::Done(_) | ProgressNote::Asks(_)), status) => {
            let status = status.map(|status| format!(" with {status}")).unwrap_or_default();
            Err(format!("the process ended{status} before the first question"))
        }
    }
}

fn with_files(notes: &OsStr, ends: &OsStr, words: &[OsString]) -> Vec<OsString> {
    let files = [SUPERVISED.as_ref(), notes, ends].map(OsStr::to_owned);
    files.into_iter().chain(words.iter().cloned()).collect()
}

fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.map_or(ExitCode::FAILURE, ExitCode::from)
}

/// Starts this program again with the arguments `words`.
pub(super) fn start(words: &[OsString]) -> Result<Child, String> {
    let said = |error: io::Error| format!("this program cannot be started again: {error}");
    let program = env::current_exe().map_err(said)?;
    Command::new(program).args(words).stdin(Stdio::null()).spawn().map_err(said)
}

/// Waits for a child and returns its exit status; `None` if it was killed at the time limit.
pub(super) fn ended(
    mut child: Child,
    limit: Option<Duration>,
) -> Result<Option<ExitStatus>, String> {
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

/// A file shared by parent and child, deleted when dropped.
pub(super) struct TemporaryFile(pub(super) PathBuf);

impl TemporaryFile {
    pub(super) fn new() -> Result<TemporaryFile, String> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("lawbook-{}-{number}", process::id()));
        File::create_new(&path)
            .map_err(|error| format!("cannot make {}: {error}", path.display()))?;
        Ok(TemporaryFile(path))
    }

    pub(super) fn read(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| format!("cannot read {}: {error}", self.0.display()))
    }

    fn clear(&self) -> Result<(), String> {
        self.written(File::create(&self.0).map(drop))
    }

    fn add(&self, text: &str) -> Result<(), String> {
        let file = OpenOptions::new().append(true).open(&self.0);
        self.written(file.and_then(|mut file| file.write_all(text.as_bytes())))
    }

    fn written(&self, result: io::Result<()>) -> Result<(), String> {
        result.map_err(|error| format!("cannot write {}: {error}", self.0.display()))
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_read_as_they_were_written() {
        let file = TemporaryFile::new().unwrap();
        file.add("when a was asked\n  from b\0it ended with c\0").unwrap();
        file.add("d\0e\0").unwrap();
        let ends = CrashList::read(file.0.as_os_str()).unwrap();
        assert_eq!(ends.at("when a was asked\n  from b"), Some("it ended with c"));
        assert_eq!((ends.at("d"), ends.at("e")), (Some("e"), None));
    }
}
