//! What commands that use all processors have in common.

use std::{io, num::NonZero, thread};

/// The room for the calls of a thread that asks libraries, in bytes: chasolver's search calls itself deep down.
const STACK: usize = 256 << 20;

/// The number of threads: as many as are asked for, or else as there are processors.
pub(crate) fn number(jobs: Option<u16>) -> usize {
    jobs.map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), usize::from)
}

/// Does the same work on as many threads, and returns when all have ended.
///
/// # Errors
///
/// A thread cannot be started; those that were are waited for.
pub(crate) fn on_all(jobs: Option<u16>, work: impl Fn() + Sync) -> io::Result<()> {
    thread::scope(|scope| {
        for _ in 0..number(jobs) {
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &work)?;
        }
        Ok(())
    })
}
