//! A program in a process group of its own, which ends as a whole.

use std::{
    io,
    process::{Child, Command, ExitStatus, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

/// Grace period for a process to end.
pub(super) const KILL_GRACE: Duration = Duration::from_secs(2);
/// The same for a process that has closed a stream, which the end of a process does too.
const ENDING: Duration = Duration::from_millis(100);

/// A running program with piped streams. On Unix, the processes that it starts are in its group, and end with it; a
/// process that leaves the group does not. On other systems only the program itself is ended.
pub(super) struct Group {
    pub(super) process: Child,
}

impl Group {
    /// Starts a program. On Unix, a signal that ends this process then ends all running groups first. A signal that
    /// cannot be caught leaves the programs to the end of their standard input.
    ///
    /// # Errors
    ///
    /// The program cannot be started.
    pub(super) fn start(command: &[String]) -> io::Result<Group> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| io::Error::other("the command is empty"))?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        return unix::start(command);
        #[cfg(not(unix))]
        Ok(Group { process: command.spawn()? })
    }

    /// Ends the group, and returns how the program ended if it did so by itself.
    pub(super) fn end(&mut self) -> Option<String> {
        let has_ended = soon(ENDING, || !self.is_running());
        // This does not change the status of a program that is about to end.
        self.kill();
        let status = self.process.try_wait().ok().flatten()?;
        // Whether a core file is written depends on the machine.
        let words = status.to_string().replace(" (core dumped)", "");
        (has_ended || !is_killed(status)).then(|| format!("it ended with {words}"))
    }

    /// Whether the program is running.
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// Kills the group.
    pub(super) fn kill(&mut self) {
        #[cfg(unix)]
        unix::kill(self.process.id());
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Makes the first SIGINT or SIGTERM from now on end all questions to adapters, and not this process. Returns whether that
/// signal has come, now or later. On systems other than Unix it never does.
pub fn stop_on_signal() -> &'static AtomicBool {
    #[cfg(unix)]
    unix::stop_on_signal();
    &STOPPED
}

/// Whether the signal has come.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Returns whether no more questions are to be asked.
pub(super) fn is_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Returns whether a program has the status that [`Group::kill`] leads to.
fn is_killed(status: ExitStatus) -> bool {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&status)
        == Some(rustix::process::Signal::KILL.as_raw());
    #[cfg(not(unix))]
    !status.success()
}

/// Waits at most for `limit` until a condition holds. Returns whether it does.
pub(super) fn soon(limit: Duration, mut holds: impl FnMut() -> bool) -> bool {
    let begin = Instant::now();
    loop {
        if holds() {
            return true;
        }
        if begin.elapsed() > limit {
            return false;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(unix)]
mod unix {
    use std::{
        collections::BTreeSet,
        io,
        os::unix::process::CommandExt,
        process::Command,
        sync::{
            Mutex, Once, PoisonError,
            atomic::{AtomicBool, Ordering},
        },
        thread,
    };

    use rustix::process::{Pid, Signal, kill_process_group};
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM, TERM_SIGNALS},
        iterator::Signals,
        low_level::emulate_default_handler,
    };

    use super::{Group, STOPPED};

    /// The groups that are running, by the ids of their leaders.
    static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

    /// Whether the next SIGINT or SIGTERM ends the questions only.
    static STOPS: AtomicBool = AtomicBool::new(false);

    pub(super) fn stop_on_signal() {
        STOPS.store(true, Ordering::Relaxed);
        end_with_this_process();
    }

    pub(super) fn start(mut command: Command) -> io::Result<Group> {
        end_with_this_process();
        // No signal comes between the start and the entry: its thread waits for the lock.
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let process = command.process_group(0).spawn()?;
        running.insert(process.id());
        Ok(Group { process })
    }

    pub(super) fn kill(leader: u32) {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).remove(&leader);
        if let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
            // An error means that no process of the group is left.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    /// Handles the signals that end this process, from the first call on: kills all groups, and then ends in the same way.
    fn end_with_this_process() {
        static ONCE: Once = Once::new();
        ONCE.call_once(handle_signals);
    }

    fn handle_signals() {
        let Ok(mut signals) = Signals::new(TERM_SIGNALS.iter().chain([&SIGHUP])) else { return };
        thread::spawn(move || {
            for signal in signals.forever() {
                if [SIGINT, SIGTERM].contains(&signal) && STOPS.swap(false, Ordering::Relaxed) {
                    STOPPED.store(true, Ordering::Relaxed);
                    continue;
                }
                let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner).clone();
                running.into_iter().for_each(kill);
                let _ = emulate_default_handler(signal);
            }
        });
    }
}
