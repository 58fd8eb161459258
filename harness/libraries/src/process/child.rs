use std::{
    collections::VecDeque,
    io::{self, BufRead, BufReader, Read, Write},
    process::{ChildStderr, ChildStdin, ChildStdout},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::{
    Limits, ProcessFailure,
    group::{Group, KILL_GRACE, is_stopped, soon},
};

/// Interval for checking whether a silent child has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Number of bytes that are kept of the end of standard error.
const TALK: usize = 1 << 16;
/// The beginning of the message about a program that cannot be started.
pub(super) const NOT_STARTED: &str = "cannot start the program ";
/// Maximum number of unread lines in the channel.
const WAITING: usize = 16;

/// A child process with piped streams. Each stream has its own thread, so that the child cannot block this process or
/// fill its memory.
pub(super) struct ChildProcess {
    adapter: Group,
    /// Both ends of the channels. They are closed first when the child is ended.
    channels: Option<(Sender<String>, Receiver<ChildEvent>)>,
    threads: Vec<JoinHandle<()>>,
    /// Time since when the child does not read its input.
    deaf: Option<Instant>,
    talk: Arc<Mutex<VecDeque<u8>>>,
}

/// An event from a child.
enum ChildEvent {
    Line(String),
    /// A line that is longer than the limit.
    TooLong,
    /// A line that is not UTF-8.
    NotText,
    /// The child has closed its standard input.
    Unread,
    /// The child has closed its standard output.
    Silent,
}

impl ChildProcess {
    /// Starts an adapter.
    pub(super) fn start(
        command: &[String],
        limits: &Limits,
    ) -> Result<ChildProcess, ProcessFailure> {
        let failure = |error: io::Error| {
            let program = command.first().map_or("", String::as_str);
            ProcessFailure::Crashed(format!("{NOT_STARTED}{program:?}: {error}"))
        };
        let mut adapter = Group::start(command).map_err(failure)?;
        let process = &mut adapter.process;
        let (events, received) = mpsc::sync_channel(WAITING);
        let talk = Arc::new(Mutex::new(VecDeque::new()));
        let (input, requests) = mpsc::channel();
        let mut threads = Vec::new();
        if let Some(stdin) = process.stdin.take() {
            let events = events.clone();
            threads.push(thread::spawn(move || write(stdin, &requests, &events)));
        }
        if let Some(stdout) = process.stdout.take() {
            let most = limits.line;
            threads.push(thread::spawn(move || read(stdout, most, &events)));
        }
        if let Some(stderr) = process.stderr.take() {
            let talk = Arc::clone(&talk);
            threads.push(thread::spawn(move || overhear(stderr, &talk)));
        }
        Ok(ChildProcess { adapter, channels: Some((input, received)), threads, deaf: None, talk })
    }

    /// Sends a line without waiting for it to be read.
    pub(super) fn send(&self, line: String) {
        if let Some((input, _)) = &self.channels {
            // If the child no longer reads, a `ChildEvent` reports it.
            let _ = input.send(line);
        }
    }

    /// Waits for the next line, at most for `limit`.
    pub(super) fn line(
        &mut self,
        limits: &Limits,
        limit: Duration,
    ) -> Result<String, ProcessFailure> {
        let begin = Instant::now();
        loop {
            let patience = limit.saturating_sub(begin.elapsed());
            let left = self
                .deaf
                .map_or(patience, |since| patience.min(KILL_GRACE.saturating_sub(since.elapsed())));
            let Some((_, events)) = &self.channels else { return Err(self.failure("")) };
            match events.recv_timeout(POLL_INTERVAL.min(left)) {
                Ok(ChildEvent::Line(line)) => return Ok(line),
                Ok(ChildEvent::TooLong) => {
                    let most = limits.line;
                    return Err(ProcessFailure::Protocol(format!(
                        "a line of more than {most} bytes"
                    )));
                }
                Ok(ChildEvent::NotText) => {
                    return Err(ProcessFailure::Protocol("a line that is not UTF-8".to_owned()));
                }
                // Lines that it wrote before may still arrive.
                Ok(ChildEvent::Unread) => self.deaf = Some(Instant::now()),
                Ok(ChildEvent::Silent) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.failure("it has closed its standard output"));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() && self.deaf.is_some() => {
                    return Err(self.failure("it has closed its standard input"));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let message = format!("no answer within {} s", limit.as_secs_f64());
                    return Err(ProcessFailure::TimedOut(message));
                }
                Err(RecvTimeoutError::Timeout) if is_stopped() => return Err(stopped()),
                // A descendant of an ended child may keep the streams open, so their end is not enough.
                Err(RecvTimeoutError::Timeout) => {
                    if self.deaf.is_none() && !self.adapter.is_running() {
                        self.deaf = Some(Instant::now());
                    }
                }
            }
        }
    }

    /// Ends the child. Returns how it has ended by itself, or `instead` if it has not.
    fn failure(&mut self, instead: &str) -> ProcessFailure {
        match self.adapter.end() {
            Some(ending) => ProcessFailure::Crashed(ending),
            None => ProcessFailure::Protocol(instead.to_owned()),
        }
    }

    /// Kills the child and its group. Returns the end of its standard error.
    pub(super) fn end(mut self) -> String {
        self.adapter.kill();
        self.channels = None;
        // A process outside of the group may hold the streams.
        soon(KILL_GRACE, || self.threads.iter().all(JoinHandle::is_finished));
        let mut talk = self.talk.lock().unwrap_or_else(PoisonError::into_inner);
        let is_control = |letter: char| letter.is_control() && letter != '\n';
        String::from_utf8_lossy(talk.make_contiguous()).replace(is_control, " ")
    }
}

/// The failure of a question that is not asked, or not waited for, because of a signal.
pub(super) fn stopped() -> ProcessFailure {
    ProcessFailure::NotAsked("not asked: the run was stopped".to_owned())
}

/// Closes the child's input so that it can exit by itself, and kills it after a grace period.
impl Drop for ChildProcess {
    fn drop(&mut self) {
        self.channels = None;
        soon(KILL_GRACE, || !self.adapter.is_running());
        self.adapter.kill();
    }
}

fn write(mut stdin: ChildStdin, requests: &Receiver<String>, events: &SyncSender<ChildEvent>) {
    for mut line in requests {
        line.push('\n');
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            let _ = events.send(ChildEvent::Unread);
            return;
        }
    }
}

fn read(stdout: ChildStdout, most: usize, events: &SyncSender<ChildEvent>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let event = next(&mut reader, most).unwrap_or(ChildEvent::Silent);
        let is_last = !matches!(event, ChildEvent::Line(_));
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

fn next(reader: &mut impl BufRead, most: usize) -> io::Result<ChildEvent> {
    let mut line = Vec::new();
    reader.by_ref().take(most as u64 + 1).read_until(b'\n', &mut line)?;
    Ok(match line.pop() {
        Some(b'\n') => String::from_utf8(line).map_or(ChildEvent::NotText, ChildEvent::Line),
        Some(_) if line.len() >= most => ChildEvent::TooLong,
        _ => ChildEvent::Silent,
    })
}

/// Reads standard error to its end and keeps the last [`TALK`] bytes.
fn overhear(mut stderr: ChildStderr, talk: &Mutex<VecDeque<u8>>) {
    let mut heard = [0; 4096];
    while let Ok(length @ 1..) = stderr.read(&mut heard) {
        let mut talk = talk.lock().unwrap_or_else(PoisonError::into_inner);
        talk.extend(&heard[..length]);
        let surplus = talk.len().saturating_sub(TALK);
        talk.drain(..surplus);
    }
}
