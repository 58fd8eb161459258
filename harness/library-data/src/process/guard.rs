use std::{
    fs::{self, File},
    io::{self, Read},
    os::unix::process::ExitStatusExt,
    path::Path,
    process::{self, Command, ExitStatus},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use rustix::{
    io::Errno,
    process::{
        Pid, Resource, Rlimit, Signal, WaitOptions, getpgrp, getpid, kill_process,
        kill_process_group, setrlimit, wait,
    },
};
use signal_hook::{
    consts::{SIGHUP, SIGXCPU, TERM_SIGNALS},
    iterator::Signals,
    low_level::emulate_default_handler,
};

use super::{FAREWELL, supervised::NOT_STARTED};

/// Written to the lifeline to end the adapter at once.
pub(super) const AT_ONCE: &[u8] = b"!";

/// Signal with which the guard ends after the memory limit was exceeded. Hardly ambiguous: an adapter gets this signal
/// only at a limit of processor time, and none is set.
pub(super) const OVER_MEMORY: i32 = SIGXCPU;

/// Interval for polling processes that should end.
const GLANCE: Duration = Duration::from_millis(1);

/// Interval between memory measurements.
#[cfg(target_os = "linux")]
const MEMORY_GLANCE: Duration = Duration::from_millis(50);

/// Supervises an adapter, so that no process that it has started outlives it or the command. Runs `command` as a child,
/// waits for its end, kills its remaining descendants, and exits with the same status.
///
/// The lifeline is a pipe that the command holds open. When the command closes it or ends, for whatever reason, the
/// adapter has a grace period to exit by itself.
///
/// On Linux all descendants are found, even in a session of their own. `memory` is the limit in bytes for the data
/// segment of each process, and for the memory of all together, including shared memory. If they exceed it, all are
/// killed. On other systems the process group is killed, and memory is not limited.
///
/// # Errors
///
/// The lifeline cannot be opened, or the adapter cannot be started.
pub fn guard(lifeline: &Path, memory: u64, command: &[String]) -> io::Result<()> {
    let lifeline = File::open(lifeline).map_err(|error| {
        io::Error::new(error.kind(), format!("cannot open {}: {error}", lifeline.display()))
    })?;
    let mut signals = Signals::new(TERM_SIGNALS.iter().chain([&SIGHUP]))?;
    adopt_orphans();
    let (program, arguments) =
        command.split_first().ok_or_else(|| io::Error::other("the command is empty"))?;
    let adapter = bounded(memory, || {
        let started = Command::new(program).args(arguments).spawn().map_err(|error| {
            io::Error::new(error.kind(), format!("{NOT_STARTED}{program:?}: {error}"))
        })?;
        Ok(Pid::from_child(&started))
    })?;
    close_streams()?;
    let ward = Arc::new(SupervisedChild {
        adapter: Mutex::new(Some(adapter)),
        ..SupervisedChild::default()
    });
    let watched = Arc::clone(&ward);
    thread::spawn(move || watched.follow(lifeline));
    #[cfg(target_os = "linux")]
    {
        let watched = Arc::clone(&ward);
        thread::spawn(move || watched.watch_memory(memory));
    }
    let watched = Arc::clone(&ward);
    thread::spawn(move || signals.forever().for_each(|_| watched.end()));
    let status = loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid == adapter => {
                break ExitStatus::from_raw(status.as_raw());
            }
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    };
    ward.adapter().take();
    end_orphans();
    if ward.is_alone.load(Ordering::Relaxed) && getpgrp() == getpid() {
        // Where orphans cannot be found, the rest of the group has to be killed here.
        let _ = kill_process_group(getpid(), Signal::KILL);
    }
    let is_over = ward.is_over_memory.load(Ordering::Relaxed);
    end_like(if is_over { ExitStatus::from_raw(OVER_MEMORY) } else { status })
}

/// State of the supervised adapter.
#[derive(Default)]
struct SupervisedChild {
    adapter: Mutex<Option<Pid>>,
    /// The command has ended or closed the lifeline.
    is_alone: AtomicBool,
    /// The adapter was killed because it exceeded the memory limit.
    is_over_memory: AtomicBool,
}

impl SupervisedChild {
    fn adapter(&self) -> MutexGuard<'_, Option<Pid>> {
        self.adapter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the lifeline is closed or the command requests an immediate end, then kills the adapter.
    fn follow(&self, mut lifeline: File) {
        if !matches!(lifeline.read(&mut [0]), Ok(1)) {
            self.is_alone.store(true, Ordering::Relaxed);
            let begin = Instant::now();
            while begin.elapsed() < FAREWELL && self.adapter().is_some() {
                thread::sleep(10 * GLANCE);
            }
        }
        self.end();
    }

    /// Kills the adapter when it and its descendants use more than `limit` bytes.
    #[cfg(target_os = "linux")]
    fn watch_memory(&self, limit: u64) {
        loop {
            let begin = Instant::now();
            if super::memory::is_over(limit) {
                self.is_over_memory.store(true, Ordering::Relaxed);
                self.end();
                return;
            }
            // Limits the cost of measuring to a twentieth of a processor, however many processes there are.
            thread::sleep(MEMORY_GLANCE.max(20 * begin.elapsed()));
        }
    }

    fn end(&self) {
        if let Some(adapter) = *self.adapter() {
            // An error means that it has just ended.
            let _ = kill_process(adapter, Signal::KILL);
        }
    }
}

/// Makes orphaned descendants children of this process instead of the init process.
fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    {
        let _ = rustix::process::set_child_subreaper(Some(getpid()));
        // With a name of its own, the guard survives a `pkill lawbook` and can clean up.
        let _ = rustix::thread::set_name(c"adapter guard");
    }
}

/// Starts a process with a limit of `memory` bytes for its data segment. The limit is inherited from this process at
/// the start, and the child cannot raise it.
fn bounded(memory: u64, start: impl FnOnce() -> io::Result<Pid>) -> io::Result<Pid> {
    #[cfg(target_os = "linux")]
    {
        let own = rustix::process::getrlimit(Resource::Data);
        let most = own.maximum.map_or(memory, |maximum| memory.min(maximum));
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        setrlimit(Resource::Data, Rlimit { current: Some(most), ..own })?;
        let started = start();
        setrlimit(Resource::Data, own)?;
        let started = started?;
        // An error means that it has already ended.
        let _ = rustix::process::prlimit(Some(started), Resource::Data, limit);
        Ok(started)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = memory;
        start()
    }
}

/// Closes the guard's copies of the adapter's streams, so that they end when the adapter closes them.
fn close_streams() -> io::Result<()> {
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    rustix::stdio::dup2_stdout(&nothing)?;
    rustix::stdio::dup2_stderr(&nothing)?;
    Ok(())
}

/// Kills the orphans of the adapter. Children of a killed process become children of the guard, so this repeats until
/// there are none.
fn end_orphans() {
    let begin = Instant::now();
    while begin.elapsed() < FAREWELL {
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) => continue,
            Ok(None) => {}
            Err(_) => return,
        }
        for orphan in children() {
            let _ = kill_process(orphan, Signal::KILL);
        }
        thread::sleep(GLANCE);
    }
}

/// The children of this process; empty on systems without `/proc`.
fn children() -> Vec<Pid> {
    let own = getpid();
    parents().into_iter().filter(|(_, parent)| *parent == own).map(|(pid, _)| pid).collect()
}

/// All descendants of this process, including orphans, which it has adopted.
#[cfg(target_os = "linux")]
pub(super) fn descendants() -> Vec<Pid> {
    let all = parents();
    let mut found = vec![getpid()];
    let mut place = 0;
    while let Some(parent) = found.get(place).copied() {
        found.extend(all.iter().filter(|(_, of)| *of == parent).map(|(pid, _)| *pid));
        place += 1;
    }
    found.split_off(1)
}

/// Each process of the system with its parent.
fn parents() -> Vec<(Pid, Pid)> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    let number = |text: &str| text.parse().ok().and_then(Pid::from_raw);
    let entry = |name: String| {
        let pid = number(&name)?;
        let state = fs::read_to_string(format!("/proc/{name}/stat")).ok()?;
        // Format: `PID (NAME) STATE PARENT ...`, where the name may contain any characters.
        let (_, fields) = state.rsplit_once(") ")?;
        Some((pid, number(fields.split(' ').nth(1)?)?))
    };
    let names = processes.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter_map(entry).collect()
}

/// Exits with the adapter's exit code or signal, so that the parent process sees the same status.
fn end_like(status: ExitStatus) -> ! {
    if let Some(code) = status.code() {
        process::exit(code);
    }
    let signal = status.signal().unwrap_or_default();
    // Suppresses a core dump of the guard, which would be useless or overwrite the adapter's.
    let nothing = Rlimit { current: Some(0), maximum: Some(0) };
    let _ = setrlimit(Resource::Core, nothing);
    let _ = emulate_default_handler(signal);
    process::exit(128 + signal)
}
