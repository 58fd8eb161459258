//! Total memory of the guard's descendants, from `/proc`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    os::unix::fs::MetadataExt,
    path::PathBuf,
};

use rustix::process::Pid;

use super::guard::descendants;

/// File system type of `tmpfs`, from `linux/magic.h`; also that of a memfd.
const TMPFS: u64 = 0x0102_1994;

/// Whether the descendants of this process use more than `limit` bytes together.
///
/// Counts anonymous memory, memory that is swapped out, and shared memory: mapped, or in files of a `tmpfs` and memfds
/// that are open. A page that several processes share counts once. Mapped files on disk do not count: the system
/// drops their pages when it needs the memory.
pub(super) fn is_over(limit: u64) -> bool {
    let processes = descendants();
    let open = open_in_memory(&processes);
    // Cheap upper bound: counts a shared page once for each process that has it.
    let by_status = |pid: &Pid| Usage::read(*pid, "status", ["RssAnon", "RssShmem", "VmSwap"]);
    let bound: Usage = processes.iter().filter_map(by_status).sum();
    if bound.total(open) <= limit {
        return false;
    }
    let by_share = |pid: &Pid| {
        Usage::read(*pid, "smaps_rollup", ["Pss_Anon", "Pss_Shmem", "SwapPss"])
            .or_else(|| by_status(pid))
    };
    let exact: Usage = processes.iter().filter_map(by_share).sum();
    exact.total(open) > limit
}

/// Memory in bytes, by kind.
#[derive(Clone, Copy, Debug, Default)]
struct Usage {
    own: u64,
    shared: u64,
}

impl Usage {
    /// Parses a file of `/proc/PID/` with lines such as `RssAnon:  1234 kB`; `None` if one of the names is missing.
    fn read(pid: Pid, file: &str, [own, shared, swapped]: [&str; 3]) -> Option<Usage> {
        let text = fs::read_to_string(in_proc(pid).join(file)).ok()?;
        let amount = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
            line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib * 1024)
        };
        Some(Usage { own: amount(own)? + amount(swapped)?, shared: amount(shared)? })
    }

    /// An open file may also be mapped, so only the greater of the two counts.
    fn total(self, open: u64) -> u64 {
        self.own + self.shared.max(open)
    }
}

impl std::iter::Sum for Usage {
    fn sum<I: Iterator<Item = Usage>>(all: I) -> Usage {
        all.fold(Usage::default(), |sum, one| Usage {
            own: sum.own + one.own,
            shared: sum.shared + one.shared,
        })
    }
}

/// Total size in bytes of open files in memory, each counted once.
fn open_in_memory(processes: &[Pid]) -> u64 {
    let mut is_tmpfs: BTreeMap<u64, bool> = BTreeMap::new();
    let mut counted = BTreeSet::new();
    let mut size = 0;
    for pid in processes {
        let Ok(open) = fs::read_dir(in_proc(*pid).join("fd")) else { continue };
        for path in open.flatten().map(|entry| entry.path()) {
            let Ok(file) = fs::metadata(&path) else { continue };
            let is_in_memory = file.is_file()
                && *is_tmpfs.entry(file.dev()).or_insert_with(|| {
                    // The type is signed on some architectures.
                    rustix::fs::statfs(&path).is_ok_and(|system| system.f_type as u64 == TMPFS)
                });
            if is_in_memory && counted.insert((file.dev(), file.ino())) {
                size += file.blocks() * 512;
            }
        }
    }
    size
}

fn in_proc(pid: Pid) -> PathBuf {
    PathBuf::from(format!("/proc/{}", pid.as_raw_nonzero()))
}
