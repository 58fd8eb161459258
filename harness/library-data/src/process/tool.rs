//! Runs programs such as installers to completion, with the same supervision as adapters.

use std::{
    collections::VecDeque,
    io::{self, Read},
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
    time::{Duration, Instant},
};

use super::{
    child::overhear,
    group::{FAREWELL, Group, soon},
};

/// Interval for checking whether a running tool has ended.
const GLANCE: Duration = Duration::from_millis(20);

/// Limits of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToolLimits {
    /// Time limit.
    pub time: Duration,
    /// Maximum length of standard output, in bytes.
    pub output: usize,
    /// Number of bytes that are kept of the end of standard error.
    pub talk: usize,
}

/// Why a tool has no result.
#[derive(Debug, thiserror::Error)]
pub enum ToolFailure {
    /// The tool cannot be started.
    #[error("it cannot be started: {0}")]
    NotStarted(#[source] io::Error),
    /// The tool exceeded the time limit.
    #[error("it did not end within {} s", .0.as_secs())]
    TimedOut(Duration),
    /// The tool wrote more than the output limit.
    #[error("it writes more than {0} bytes")]
    TooLong(usize),
    /// Its output is not UTF-8.
    #[error("its output is not UTF-8")]
    NotText,
    /// A descendant of the tool keeps its output open.
    #[error("it ended, but a process that it had started holds its output open")]
    Held,
    /// The tool did not end with exit code 0.
    #[error("{how}")]
    Failed {
        /// The exit status in words.
        how: String,
        /// The end of its standard error.
        talk: String,
    },
}

/// Runs a tool to completion with an empty standard input. Returns its standard output.
///
/// It runs in a process group of its own, like an adapter.
///
/// # Errors
///
/// The tool does not start, exceeds a limit, or fails.
pub fn run_tool(command: &[String], limits: &ToolLimits) -> Result<String, ToolFailure> {
    let begin = Instant::now();
    let mut tool = Group::start(command).map_err(ToolFailure::NotStarted)?;
    drop(tool.process.stdin.take());
    let (sender, output) = mpsc::channel();
    if let Some(stdout) = tool.process.stdout.take() {
        let most = limits.output;
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = stdout.take(most as u64 + 1).read_to_end(&mut bytes);
            let _ = sender.send(read.map(|_| bytes));
        });
    }
    let talk = Arc::new(Mutex::new(VecDeque::new()));
    let listener = tool.process.stderr.take().map(|stderr| {
        let (talk, most) = (Arc::clone(&talk), limits.talk);
        thread::spawn(move || overhear(stderr, most, &talk))
    });
    let mut written = None;
    while tool.is_running() {
        if begin.elapsed() >= limits.time {
            tool.kill();
            return Err(ToolFailure::TimedOut(limits.time));
        }
        if written.is_none() {
            written = output.recv_timeout(GLANCE).ok();
        } else {
            thread::sleep(GLANCE);
        }
        if let Some(Ok(bytes)) = &written
            && bytes.len() > limits.output
        {
            tool.kill();
            return Err(ToolFailure::TooLong(limits.output));
        }
    }
    let status = tool.process.wait();
    if !status.is_ok_and(|status| status.success()) {
        soon(|| listener.as_ref().is_none_or(thread::JoinHandle::is_finished));
        let mut talk = talk.lock().unwrap_or_else(PoisonError::into_inner);
        return Err(ToolFailure::Failed {
            how: tool.ending().unwrap_or_default(),
            talk: String::from_utf8_lossy(talk.make_contiguous()).into_owned(),
        });
    }
    let written = match written {
        Some(written) => written,
        None => output.recv_timeout(FAREWELL).map_err(|_| ToolFailure::Held)?,
    };
    let bytes = written.map_err(ToolFailure::NotStarted)?;
    if bytes.len() > limits.output {
        return Err(ToolFailure::TooLong(limits.output));
    }
    String::from_utf8(bytes).map_err(|_| ToolFailure::NotText)
}
