use std::{
    collections::VecDeque,
    io::{self, BufRead, BufReader, Read, Write},
    process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::{Limits, ProcessFailure};

/// How often it is looked whether a silent child is still there.
const GLANCE: Duration = Duration::from_millis(50);
/// How long a child that has closed a stream may take to end.
const FAREWELL: Duration = Duration::from_secs(2);
/// How many lines may wait to be read.
const WAITING: usize = 16;

/// A child process and its three streams, each with a thread of its own, so that none of them can
/// make us wait or fill our memory.
pub(super) struct ChildProcess {
    process: std::process::Child,
    input: Option<Sender<String>>,
    events: Receiver<ChildEvent>,
    /// It no longer reads.
    is_deaf: bool,
    talk: Arc<Mutex<VecDeque<u8>>>,
    overhearing: Option<JoinHandle<()>>,
}

/// What comes from a child.
enum ChildEvent {
    Line(String),
    /// A line that is longer than the limit.
    TooLong,
    /// A line that is not UTF-8.
    NotText,
    /// It no longer reads.
    Unread,
    /// It no longer writes.
    Silent,
}

impl ChildProcess {
    pub(super) fn start(
        command: &[String],
        limits: &Limits,
    ) -> Result<ChildProcess, ProcessFailure> {
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| ProcessFailure::Crashed("the command is empty".to_owned()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn().map_err(|error| {
            ProcessFailure::Crashed(format!("cannot start {program:?}: {error}"))
        })?;
        bound(&process, limits.memory);
        let (events, received) = mpsc::sync_channel(WAITING);
        let talk = Arc::new(Mutex::new(VecDeque::new()));
        let (input, requests) = mpsc::channel();
        if let Some(stdin) = process.stdin.take() {
            let events = events.clone();
            thread::spawn(move || write(stdin, &requests, &events));
        }
        if let Some(stdout) = process.stdout.take() {
            let most = limits.line;
            thread::spawn(move || read(stdout, most, &events));
        }
        let overhearing = process.stderr.take().map(|stderr| {
            let (talk, most) = (Arc::clone(&talk), limits.talk);
            thread::spawn(move || overhear(stderr, most, &talk))
        });
        let (input, is_deaf) = (Some(input), false);
        Ok(ChildProcess { process, input, events: received, is_deaf, talk, overhearing })
    }

    /// Sends a line, without waiting until it is read.
    pub(super) fn send(&self, line: String) {
        if let Some(input) = &self.input {
            // If nobody reads, an event says so.
            let _ = input.send(line);
        }
    }

    /// The next line, if it comes in time.
    pub(super) fn line(
        &mut self,
        limits: &Limits,
        limit: Duration,
    ) -> Result<String, ProcessFailure> {
        let begin = Instant::now();
        let mut has_ended = false;
        loop {
            let most = if self.is_deaf { limit.min(FAREWELL) } else { limit };
            let left = most.saturating_sub(begin.elapsed());
            match self.events.recv_timeout(GLANCE.min(left)) {
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
                // What it has written before may still be on its way.
                Ok(ChildEvent::Unread) => self.is_deaf = true,
                Ok(ChildEvent::Silent) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.end("it has closed its standard output"));
                }
                // It may have left a child of its own that keeps the streams open.
                Err(RecvTimeoutError::Timeout) if has_ended => return Err(self.end("")),
                Err(RecvTimeoutError::Timeout) if left.is_zero() && self.is_deaf => {
                    return Err(self.end("it has closed its standard input"));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let message = format!("no answer within {} s", limit.as_secs_f64());
                    return Err(ProcessFailure::TimedOut(message));
                }
                Err(RecvTimeoutError::Timeout) => {
                    has_ended = !matches!(self.process.try_wait(), Ok(None));
                }
            }
        }
    }

    /// How it ended, or else what it did instead.
    fn end(&mut self, instead: &str) -> ProcessFailure {
        let mut status = None;
        soon(|| {
            status = self.process.try_wait().ok().flatten();
            status.is_some()
        });
        match status {
            // Whether there is a core file depends on the machine.
            Some(status) => {
                let status = status.to_string().replace(" (core dumped)", "");
                ProcessFailure::Crashed(format!("it ended with {status}"))
            }
            None => ProcessFailure::Protocol(instead.to_owned()),
        }
    }

    /// The last of what it wrote on its standard error, when it has ended.
    pub(super) fn talk(&self) -> String {
        soon(|| self.overhearing.as_ref().is_none_or(JoinHandle::is_finished));
        let mut talk = self.talk.lock().unwrap_or_else(PoisonError::into_inner);
        let is_control = |letter: char| letter.is_control() && letter != '\n';
        String::from_utf8_lossy(talk.make_contiguous()).replace(is_control, " ")
    }

    /// Ends it and whatever it has started.
    pub(super) fn kill(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let _ = kill_process_group(Pid::from_child(&self.process), Signal::KILL);
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A child whose input ends leaves by itself; one that does not is ended.
impl Drop for ChildProcess {
    fn drop(&mut self) {
        self.input = None;
        soon(|| !matches!(self.process.try_wait(), Ok(None)));
        self.kill();
    }
}

/// Waits for something that should come soon, and not for ever.
fn soon(mut has_come: impl FnMut() -> bool) {
    let deadline = Instant::now() + FAREWELL;
    while !has_come() && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(1));
    }
}

/// Limits the memory of a child. It has done nothing yet but start.
#[cfg(target_os = "linux")]
fn bound(child: &std::process::Child, memory: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let limit = Rlimit { current: Some(memory), maximum: Some(memory) };
    // One that has ended already needs no limit, and one that may not be limited runs without.
    let _ = prlimit(Some(Pid::from_child(child)), Resource::Data, limit);
}

#[cfg(not(target_os = "linux"))]
fn bound(_: &std::process::Child, _: u64) {}

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

fn overhear(mut stderr: ChildStderr, most: usize, talk: &Mutex<VecDeque<u8>>) {
    let mut heard = [0; 4096];
    while let Ok(length @ 1..) = stderr.read(&mut heard) {
        let mut talk = talk.lock().unwrap_or_else(PoisonError::into_inner);
        talk.extend(&heard[..length]);
        let surplus = talk.len().saturating_sub(most);
        talk.drain(..surplus);
    }
}
