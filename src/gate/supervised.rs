//! Supervised child processes of this program that run a library, and the diagnosis of their crashes.
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
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use super::{
    isolated::{self, NoteFile, ProgressNote},
    say,
};

/// Internal command of a child that runs the following command and logs every question.
pub(super) const SUPERVISED: &str = "supervised";

/// Internal command that asks the questions of one case and discards the answers.
pub(super) const CASE: &str = "case";

/// Internal command of a child that runs tests and writes a journal of them.
pub(super) const JOURNALED: &str = "journaled";

/// Maximum number of starts of a child.
const MOST_STARTS: usize = 1000;

/// Polling interval while the parent waits for a child.
const GLANCE: Duration = Duration::from_millis(2);

/// Time limit for one case in a child.
pub(super) const CASE_LIMIT: Duration = Duration::from_secs(120);

/// Advice to the user after a crash.
const ADVICE: &str = "`--isolate` runs each test in its own process, so that a crash fails one test and the others \
    still run; `--isolate baseline init` lists it as a crash";

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
    #[cfg(feature = "properties")]
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

/// Runs `baseline` or `badge` in a child and reports a crash as an error. With `cases`, the cases asked by the command,
/// crashes count as answers and the command continues.
pub(super) fn command(words: &[OsString], cases: Option<&[String]>) -> Result<ExitCode, String> {
    let ends = TemporaryFile::new()?;
    // One case at a time: a crash repeats only the current case.
    for id in cases.unwrap_or_default() {
        let words = [CASE.into(), id.into()];
        run(|notes, ends| with_files(notes, ends, &words), &ends, true, Some(CASE_LIMIT))?;
    }
    let goes_on = cases.is_some();
    let ChildEnd { note, status } =
        run(|notes, ends| with_files(notes, ends, words), &ends, goes_on, None)?;
    match (note, status) {
        (Some(ProgressNote::Done(_)), Some(status)) => Ok(exit_code(status)),
        (Some(ProgressNote::Asks(what)), Some(status)) => {
            let advice = if goes_on {
                format!("this was crash number {MOST_STARTS}; the library gets no more questions")
            } else {
                format!(
                    "with `--isolate` before `{}` this counts as a crash, and the other cases still run",
                    shown(words)
                )
            };
            Err(format!("the library ended the process with {status} {what}\n{advice}"))
        }
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

fn shown(words: &[OsString]) -> String {
    let words: Vec<String> = words.iter().map(|word| word.display().to_string()).collect();
    words.join(" ")
}

/// Runs tests together in one child. If it crashes, the tests running at that time are repeated, each in its own child,
/// to find the culprit.
pub(super) fn tests(words: &[OsString], seconds: Option<u64>) -> Result<ExitCode, String> {
    let journal = TemporaryFile::new()?;
    let files = [OsStr::new(JOURNALED), journal.0.as_os_str()].map(OsStr::to_owned);
    let all: Vec<OsString> = files.into_iter().chain(words.iter().cloned()).collect();
    let Some(status) = ended(start(&all)?, None)? else {
        return Err("the tests did not end".to_owned());
    };
    let Some(running) = running(&String::from_utf8_lossy(&journal.read()?)) else {
        return Ok(exit_code(status));
    };
    let mut text = format!("\nerror: the tests ended their process with {status}");
    text.push_str(match running.as_slice() {
        [] => " before the first one ran\n",
        [_] => " while this test was running:\n",
        _ => " while these tests were running:\n",
    });
    for name in &running {
        let found = match isolated::once(name, seconds, Some(CASE_LIMIT)) {
            Err(message) if message.starts_with(isolated::PROCESS) => format!(": alone, {message}"),
            Ok(_) | Err(_) => String::new(),
        };
        text.push_str(&format!("  {name}{found}\n"));
    }
    say(&mut io::stderr(), &format!("{text}{ADVICE}\n"));
    Ok(ExitCode::FAILURE)
}

/// Returns the tests that began and did not end according to a journal; `None` if the journal is complete.
fn running(journal: &str) -> Option<Vec<String>> {
    let mut running: Vec<String> = Vec::new();
    for line in journal.lines() {
        match line.split_once(' ') {
            Some(("begin", name)) => running.push(name.to_owned()),
            Some(("end", name)) => running.retain(|one| one != name),
            Some(_) => {}
            None if line == "done" => return None,
            None => {}
        }
    }
    Some(running)
}

/// A journal of the tests run by a child.
#[derive(Clone)]
pub(super) struct Journal(Option<Arc<NoteFile>>);

/// A guard that writes the end of a test to the journal when it is dropped. A crash prevents that.
pub(super) struct RunningTest {
    journal: Journal,
    name: String,
}

impl Journal {
    /// A journal that discards everything.
    pub(super) const NONE: Journal = Journal(None);

    /// Opens the journal file created by the parent.
    pub(super) fn open(path: &OsStr) -> Result<Journal, String> {
        Ok(Journal(Some(Arc::new(NoteFile::open(path)?))))
    }

    /// Writes that a test begins.
    pub(super) fn begin(&self, name: &str) -> RunningTest {
        self.add(&format!("begin {name}"));
        RunningTest { journal: self.clone(), name: name.to_owned() }
    }

    /// Writes that all tests have run.
    pub(super) fn finish(&self) {
        self.add("done");
    }

    fn add(&self, line: &str) {
        if let Some(notes) = &self.0 {
            notes.add(line);
        }
    }
}

impl Drop for RunningTest {
    fn drop(&mut self) {
        self.journal.add(&format!("end {}", self.name));
    }
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

    rows!(
        tests_are_running_that_were_begun_and_not_ended,
        for (journal, names) in [
            ("", Some(vec![])),
            ("begin a::b\nbegin a::c\nend a::b\n", Some(vec!["a::c"])),
            ("begin a::b\nbegin a::c\n", Some(vec!["a::b", "a::c"])),
            ("begin a::b\nend a::b\ndone\n", None),
        ] {
            let names = names.map(|names| names.into_iter().map(str::to_owned).collect());
            assert_eq!(running(journal), names, "{journal:?}");
        }
    );

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
