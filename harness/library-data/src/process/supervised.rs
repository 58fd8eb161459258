//! A program that runs under the guard, or without one on systems that do not support it.

use std::{
    io,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::FAREWELL;
#[cfg(unix)]
use super::guard;

/// The beginning of the message about a program that cannot be started.
pub(super) const NOT_STARTED: &str = "cannot start the program ";

/// A running program with piped streams. On Unix, all its descendants end with it and with this process.
pub(super) struct Supervised {
    pub(super) process: Child,
    /// The guard kills the program when this pipe is closed, at the latest when this process ends.
    #[cfg(unix)]
    lifeline: io::PipeWriter,
}

impl Supervised {
    /// Starts a program, on Unix under the supervisor that the program `guard` provides.
    ///
    /// # Errors
    ///
    /// The program cannot be started.
    pub(super) fn start(guard: &Path, command: &[String], memory: u64) -> io::Result<Supervised> {
        #[cfg(unix)]
        return guarded(guard, command, memory);
        #[cfg(not(unix))]
        return unguarded(guard, command, memory);
    }

    /// How the program ended; `None` if it is running.
    pub(super) fn ending(&mut self) -> Option<String> {
        self.process.try_wait().ok().flatten().map(describe)
    }

    /// Whether the program is running.
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// Kills the program and its descendants.
    pub(super) fn kill(&mut self) {
        #[cfg(unix)]
        {
            use std::io::Write;

            use rustix::process::{Pid, Signal, kill_process_group};
            if self.is_running() {
                let _ = self.lifeline.write_all(guard::AT_ONCE);
                soon(|| !self.is_running());
            }
            // Fallback if the guard was killed or missed a process.
            let _ = kill_process_group(Pid::from_child(&self.process), Signal::KILL);
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Describes an exit status, with the same text on every machine.
fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if status.signal() == Some(guard::OVER_MEMORY) {
            return "it used more memory than its limit, all its processes and their shared memory together"
                .to_owned();
        }
    }
    // Whether a core file is written depends on the machine.
    format!("it ended with {}", status.to_string().replace(" (core dumped)", ""))
}

/// Waits at most [`FAREWELL`] until a condition holds. Returns whether it does.
pub(super) fn soon(mut holds: impl FnMut() -> bool) -> bool {
    let begin = Instant::now();
    loop {
        if holds() {
            return true;
        }
        if begin.elapsed() > FAREWELL {
            return false;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Starts a guard, which starts the program, and keeps the lifeline open.
#[cfg(unix)]
fn guarded(guard: &Path, command: &[String], memory: u64) -> io::Result<Supervised> {
    use std::os::{fd::AsRawFd, unix::process::CommandExt};
    let (theirs, lifeline) = io::pipe()?;
    // Only this end of the pipe must be inherited by the guard.
    rustix::io::fcntl_setfd(&theirs, rustix::io::FdFlags::empty())?;
    let process = piped(Command::new(guard))
        .args(["adapter", "guard", "--memory", &memory.to_string()])
        .args(["--lifeline", &format!("/dev/fd/{}", theirs.as_raw_fd()), "--"])
        .args(command)
        .process_group(0)
        .spawn()?;
    Ok(Supervised { process, lifeline })
}

/// Starts the program without a guard.
#[cfg(not(unix))]
fn unguarded(_: &Path, command: &[String], _: u64) -> io::Result<Supervised> {
    let (program, arguments) =
        command.split_first().ok_or_else(|| io::Error::other("the command is empty"))?;
    let process = piped(Command::new(program)).args(arguments).spawn()?;
    Ok(Supervised { process })
}

fn piped(mut command: Command) -> Command {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
