//! What commands that use all processors have in common.

use std::{num::NonZero, thread};

/// The room for the calls of a thread that asks libraries, in bytes: chasolver's search calls itself deep down.
pub(crate) const STACK: usize = 256 << 20;

/// The number of threads: as many as are asked for, or else as there are processors.
pub(crate) fn number(jobs: Option<u16>) -> usize {
    jobs.map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), usize::from)
}
