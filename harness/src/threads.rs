//! What commands that use all processors have in common.

use std::{
    collections::BTreeMap,
    io,
    num::NonZero,
    sync::{Mutex, mpsc::sync_channel},
    thread,
};

/// The room for the calls of a thread that asks libraries, in bytes: chasolver's search calls itself deep down.
const STACK: usize = 256 << 20;

/// The number of threads: as many as are asked for, or else as there are processors.
pub(crate) fn number(jobs: Option<u16>) -> usize {
    jobs.map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), usize::from)
}

/// The items that are under way at a time, for each thread.
const UNDER_WAY: usize = 4;

/// Works on items as they come, on so many threads, and hands on what comes of each, in their order.
///
/// What is under way at a time is limited, and with it the memory.
///
/// # Errors
///
/// What `take` answers, or that a thread cannot be started.
pub(crate) fn in_order<I: Send, T: Send>(
    threads: usize,
    items: impl Iterator<Item = I> + Send,
    work: impl Fn(I) -> T + Sync,
    mut take: impl FnMut(T) -> io::Result<()>,
) -> io::Result<()> {
    let limit = UNDER_WAY * threads;
    let (work_in, work_out) = sync_channel(limit);
    let (done_in, done_out) = sync_channel(limit);
    // Holds a token for every item under way.
    let (begun, ended) = sync_channel(limit);
    let (work_out, work) = (Mutex::new(work_out), &work);
    thread::scope(|scope| {
        thread::Builder::new().spawn_scoped(scope, move || {
            for numbered in items.enumerate() {
                if begun.send(()).is_err() || work_in.send(numbered).is_err() {
                    return;
                }
            }
        })?;
        for _ in 0..threads {
            let (work_out, done_in) = (&work_out, done_in.clone());
            let run = move || loop {
                let Ok(Ok((number, item))) = work_out.lock().map(|work| work.recv()) else {
                    return;
                };
                if done_in.send((number, work(item))).is_err() {
                    return;
                }
            };
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run)?;
        }
        drop(done_in);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        // Whoever waits to hand something on is told to stop, when these are gone.
        let (done_out, ended) = (done_out, ended);
        for (number, one) in done_out {
            waiting.insert(number, one);
            while let Some(one) = waiting.remove(&next) {
                next += 1;
                let _ = ended.recv();
                take(one)?;
            }
        }
        Ok(())
    })
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
