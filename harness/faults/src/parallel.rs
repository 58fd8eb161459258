//! Work on many items, distributed over threads.

use std::{
    num::NonZero,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

/// Stack size of each thread, in bytes: twice the usual size of a program's first thread.
const STACK: usize = 16 << 20;

/// Returns the number of threads that the machine can run in parallel, at least 1.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Applies `work` to every item on all processors and returns the results in the order of the items.
///
/// # Panics
///
/// Panics if `work` panics.
pub(crate) fn on_all_processors<I: Sync, T: Send>(
    items: &[I],
    work: impl Fn(&I) -> T + Sync,
) -> Vec<T> {
    let places: Vec<usize> = (0..items.len()).collect();
    let mut done: Vec<(usize, T)> = Vec::with_capacity(items.len());
    let work = |&place: &usize, put: &mut dyn FnMut((usize, T))| put((place, work(&items[place])));
    on_threads(processors(), &places, work, |one| done.push(one));
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, one)| one).collect()
}

/// Applies `work` to the items on at most `threads` threads, which take the items in order. `work` may yield any number
/// of results per item; `receive` is called with each of them on the thread of the caller.
///
/// # Panics
///
/// Panics if `work` panics.
pub fn on_threads<I: Sync, T: Send>(
    threads: usize,
    items: &[I],
    work: impl Fn(&I, &mut dyn FnMut(T)) + Sync,
    mut receive: impl FnMut(T),
) {
    let next = AtomicUsize::new(0);
    let take = || items.get(next.fetch_add(1, Ordering::Relaxed));
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            let (sender, take, work) = (sender.clone(), &take, &work);
            let run = move || {
                while let Some(item) = take() {
                    // Sending cannot fail, because the receiver outlives all senders.
                    work(item, &mut |one| drop(sender.send(one)));
                }
            };
            if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        drop(sender);
        receiver.into_iter().for_each(&mut receive);
        // If no thread could be started, the caller's thread does the work.
        while let Some(item) = take() {
            work(item, &mut receive);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        results_come_in_the_order_of_the_items,
        for length in [0, 1, 1000] {
            let items: Vec<usize> = (0..length).collect();
            let doubled = on_all_processors(&items, |item| 2 * item);
            assert_eq!(doubled, items.iter().map(|item| 2 * item).collect::<Vec<usize>>());
        }
    );

    rows!(
        no_result_is_lost_however_many_threads_there_are,
        for threads in [0, 1, 2, 16] {
            let mut sum = 0;
            let work = |item: &u32, put: &mut dyn FnMut(u32)| (0..*item).for_each(|_| put(1));
            on_threads(threads, &[1, 0, 5, 10], work, |one| sum += one);
            assert_eq!(sum, 16, "{threads} threads");
        }
    );

    /// Recurses until the stack has grown by `bytes` bytes from the address `from`.
    fn dig(from: usize, bytes: usize) {
        let kept = std::hint::black_box([0_u8; 1024]);
        if kept.as_ptr().addr().abs_diff(from) < bytes {
            dig(from, bytes);
        }
        std::hint::black_box(kept);
    }

    #[test]
    fn there_is_more_room_for_calls_than_a_program_begins_with() {
        let dig = |&bytes: &usize| {
            let first = 0_u8;
            dig((&raw const first).addr(), bytes);
            bytes
        };
        let bytes = 10 << 20;
        assert_eq!(on_all_processors(&[bytes], dig), [bytes]);
    }
}
