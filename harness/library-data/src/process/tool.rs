//! Programs that are run to their end, such as installers, with the supervision that adapters have.

use std::{
    collections::VecDeque,
    io::{self, Read},
    path::Path,
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
    time::{Duration, Instant},
};

use super::{
    FAREWELL,
    child::overhear,
    supervised::{Supervised, soon},
};

/// Interval at which a running tool is checked for its end.
const GLANCE: Duration = Duration::from_millis(20);

/// Limits of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToolLimits {
    /// Time until it has to end.
    pub time: Duration,
    /// Memory of the tool and everything it starts, in bytes; enforced on Linux only.
    pub memory: u64,
    /// Maximum length of what it writes on standard output, in bytes.
    pub output: usize,
    /// Number of bytes that are kept of the end of its standard error.
    pub talk: usize,
}

/// Why a tool has no result.
#[derive(Debug, thiserror::Error)]
pub enum ToolFailure {
    /// It does not start.
    #[error("it cannot be started: {0}")]
    NotStarted(#[source] io::Error),
    /// It was ended at its time limit.
    #[error("it did not end within {} s", .0.as_secs())]
    TimedOut(Duration),
    /// It was ended because it writes more than its limit.
    #[error("it writes more than {0} bytes")]
    TooLong(usize),
    /// Its output is not UTF-8.
    #[error("what it writes is not UTF-8")]
    NotText,
    /// Something it has started keeps its output open.
    #[error("it has ended, and something that it has started keeps its output open")]
    Held,
    /// It ended otherwise than with exit code 0.
    #[error("{how}")]
    Failed {
        /// How it ended.
        how: String,
        /// The end of what it wrote on standard error.
        talk: String,
    },
}

/// Runs a tool to its end, with an empty standard input; its standard output.
///
/// On Unix it runs below the guard, as an adapter does: nothing it has started outlives it or this process, in whatever
/// way either ends. `guard` is the program `lawbook`.
///
/// # Errors
///
/// It does not start, exceeds a limit, or fails.
pub fn run_tool(
    guard: &Path,
    command: &[String],
    limits: &ToolLimits,
) -> Result<String, ToolFailure> {
    let begin = Instant::now();
    let mut tool =
        Supervised::start(guard, command, limits.memory).map_err(ToolFailure::NotStarted)?;
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
