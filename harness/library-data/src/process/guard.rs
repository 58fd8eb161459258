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

use super::FAREWELL;

/// What is written into the lifeline to end an adapter at once.
pub(super) const AT_ONCE: &[u8] = b"!";

/// The signal by which the guard ends when the memory limit was exceeded. A program hardly ends so by itself: no limit
/// of processor time is set.
pub(super) const OVER_MEMORY: i32 = SIGXCPU;

/// How often it is looked whether something has ended that was told to.
const GLANCE: Duration = Duration::from_millis(1);

/// Interval at which memory is measured.
#[cfg(target_os = "linux")]
const MEMORY_GLANCE: Duration = Duration::from_millis(50);

/// Stands between the command and an adapter, and sees to it that nothing the adapter has started
/// outlives either: runs the adapter in its own place, waits for its end, ends whatever is left, and ends
/// in the same way.
///
/// The lifeline is a pipe that the command holds open. When the command closes it, or ends, in whatever
/// way, the adapter has a moment to leave by itself.
///
/// On Linux everything the adapter has started is found, even in a session of its own. There, `memory` bytes is the limit
/// of what each process may ask for, and of what all of them use together, shared memory included; beyond it all are
/// ended. Elsewhere the process group is ended, and memory has no limit.
///
/// # Errors
///
/// The lifeline cannot be opened, or the adapter not be started.
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
            io::Error::new(error.kind(), format!("cannot start {program:?}: {error}"))
        })?;
        Ok(Pid::from_child(&started))
    })?;
    close_streams()?;
    let ward = Arc::new(Ward { adapter: Mutex::new(Some(adapter)), ..Ward::default() });
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
        // Nobody else ends what is left of the group, where orphans are not found.
        let _ = kill_process_group(getpid(), Signal::KILL);
    }
    let is_over = ward.is_over_memory.load(Ordering::Relaxed);
    end_like(if is_over { ExitStatus::from_raw(OVER_MEMORY) } else { status })
}

/// The adapter as long as it is there.
#[derive(Default)]
struct Ward {
    adapter: Mutex<Option<Pid>>,
    /// The command is gone.
    is_alone: AtomicBool,
    /// The adapter was ended because it exceeded the memory limit.
    is_over_memory: AtomicBool,
}

impl Ward {
    fn adapter(&self) -> MutexGuard<'_, Option<Pid>> {
        self.adapter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the command no longer holds the lifeline, or wants the end at once.
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

    /// Ends the adapter when it uses more than `limit` bytes with everything it has started.
    #[cfg(target_os = "linux")]
    fn watch_memory(&self, limit: u64) {
        loop {
            let begin = Instant::now();
            if super::memory::is_over(limit) {
                self.is_over_memory.store(true, Ordering::Relaxed);
                self.end();
                return;
            }
            // At most a twentieth of a processor, however many processes there are.
            thread::sleep(MEMORY_GLANCE.max(20 * begin.elapsed()));
        }
    }

    fn end(&self) {
        if let Some(adapter) = *self.adapter() {
            // If it fails, it has just ended.
            let _ = kill_process(adapter, Signal::KILL);
        }
    }
}

/// Whatever loses its parent below this process becomes its child, and not that of the system.
fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    {
        let _ = rustix::process::set_child_subreaper(Some(getpid()));
        // Whoever ends all processes called `lawbook` does not mean the one that tidies up after them.
        let _ = rustix::thread::set_name(c"adapter guard");
    }
}

/// Starts a process that may ask for so much memory. It has the limit from this one, from its beginning,
/// and cannot lift it.
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
        // One that has ended already needs no limit.
        let _ = rustix::process::prlimit(Some(started), Resource::Data, limit);
        Ok(started)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = memory;
        start()
    }
}

/// The streams are the adapter's: they end when it closes them.
fn close_streams() -> io::Result<()> {
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    rustix::stdio::dup2_stdout(&nothing)?;
    rustix::stdio::dup2_stderr(&nothing)?;
    Ok(())
}

/// Ends what the adapter has left behind. When a process ends, its children become ours, until there
/// are none.
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

/// The children of this process; none where the system does not list processes in `/proc`.
fn children() -> Vec<Pid> {
    let own = getpid();
    parents().into_iter().filter(|(_, parent)| *parent == own).map(|(pid, _)| pid).collect()
}

/// Everything below this process. Orphans are, too: they have become its children.
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
        // `PID (NAME) STATE PARENT ...`, and the name may hold anything.
        let (_, fields) = state.rsplit_once(") ")?;
        Some((pid, number(fields.split(' ').nth(1)?)?))
    };
    let names = processes.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter_map(entry).collect()
}

/// Ends as the adapter has ended, so that whoever waits for this process is told the same.
fn end_like(status: ExitStatus) -> ! {
    if let Some(code) = status.code() {
        process::exit(code);
    }
    let signal = status.signal().unwrap_or_default();
    // If memory is written down, it is the adapter's that is worth it.
    let nothing = Rlimit { current: Some(0), maximum: Some(0) };
    let _ = setrlimit(Resource::Core, nothing);
    let _ = emulate_default_handler(signal);
    process::exit(128 + signal)
}
