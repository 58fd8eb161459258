//! Threads of commands that use all processors.

use std::{io, thread};

use lawbook_faults::parallel::processors;

/// Stack size of a thread that runs libraries, in bytes: chasolver's search is deeply recursive.
const STACK: usize = 256 << 20;

/// Returns the number of threads: `jobs`, or else the number of processors.
pub(crate) fn number(jobs: Option<u16>) -> usize {
    jobs.map_or_else(processors, usize::from)
}

/// Runs `work` on several threads, and returns when all have ended.
///
/// # Errors
///
/// Fails if a thread cannot be started; waits for those already running.
pub(crate) fn on_all(threads: usize, work: impl Fn() + Sync) -> io::Result<()> {
    thread::scope(|scope| {
        for _ in 0..threads {
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &work)?;
        }
        Ok(())
    })
}
