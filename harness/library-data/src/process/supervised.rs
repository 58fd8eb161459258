//! A program that runs below the guard, or by itself on systems without one.

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

/// A running program with its three streams piped. On Unix, whatever it has started ends with it and with us.
pub(super) struct Supervised {
    pub(super) process: Child,
    /// The guard ends the program when this pipe is closed, which happens at the latest when we end.
    #[cfg(unix)]
    lifeline: io::PipeWriter,
}

impl Supervised {
    /// Starts a program, on Unix below a guard that the program `guard` provides.
    ///
    /// # Errors
    ///
    /// It cannot be started.
    pub(super) fn start(guard: &Path, command: &[String], memory: u64) -> io::Result<Supervised> {
        #[cfg(unix)]
        return guarded(guard, command, memory);
        #[cfg(not(unix))]
        return unguarded(guard, command, memory);
    }

    /// How it ended, if it has.
    pub(super) fn ending(&mut self) -> Option<String> {
        self.process.try_wait().ok().flatten().map(describe)
    }

    /// Whether it still runs.
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// Ends it and everything it has started.
    pub(super) fn kill(&mut self) {
        #[cfg(unix)]
        {
            use std::io::Write;

            use rustix::process::{Pid, Signal, kill_process_group};
            if self.is_running() {
                let _ = self.lifeline.write_all(guard::AT_ONCE);
                soon(|| !self.is_running());
            }
            // In case the guard was killed, or does not find everything.
            let _ = kill_process_group(Pid::from_child(&self.process), Signal::KILL);
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// An ending in words, the same on every machine.
fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if status.signal() == Some(guard::OVER_MEMORY) {
            return "it used more memory than its limit, all its processes and their shared memory together"
                .to_owned();
        }
    }
    // Whether there is a core file depends on the machine.
    format!("it ended with {}", status.to_string().replace(" (core dumped)", ""))
}

/// Waits until a condition holds, [`FAREWELL`] at most; whether it holds.
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

/// Starts a guard, which starts the program, and holds its lifeline.
#[cfg(unix)]
fn guarded(guard: &Path, command: &[String], memory: u64) -> io::Result<Supervised> {
    use std::os::{fd::AsRawFd, unix::process::CommandExt};
    let (theirs, lifeline) = io::pipe()?;
    // The one end that is not closed when another program takes over.
    rustix::io::fcntl_setfd(&theirs, rustix::io::FdFlags::empty())?;
    let process = piped(Command::new(guard))
        .args(["adapter", "guard", "--memory", &memory.to_string()])
        .args(["--lifeline", &format!("/dev/fd/{}", theirs.as_raw_fd()), "--"])
        .args(command)
        .process_group(0)
        .spawn()?;
    Ok(Supervised { process, lifeline })
}

/// Starts the program itself.
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
