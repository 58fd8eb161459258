//! Work on many threads, so that what comes out is the same, however many they are.

use std::{
    collections::BTreeMap,
    io, iter,
    sync::{Condvar, Mutex, PoisonError},
    thread,
};

/// The items that are under way at a time, for each thread.
const UNDER_WAY: usize = 4;

/// Works on items on so many threads, this one among them, and hands on what comes of each, in their order.
///
/// Each thread takes the next item, works on it, and hands out what is next in the order. What is under way at a
/// time is limited, and with it the memory. A panic while working ends the others, and goes on here.
///
/// # Errors
///
/// What `take` answers, or that a thread cannot be started.
pub fn in_order<I, T: Send>(
    threads: usize,
    items: impl Iterator<Item = I> + Send,
    work: impl Fn(I) -> T + Sync,
    take: impl FnMut(T) -> io::Result<()> + Send,
) -> io::Result<()> {
    let items = Mutex::new(items.enumerate());
    let results = OrderedResults {
        taken: Mutex::new(TakenResults { next: 0, waiting: BTreeMap::new(), take, stopped: None }),
        moved: Condvar::new(),
        limit: UNDER_WAY * threads,
    };
    let run = || {
        // Others wait for what comes of an item, and it does not come if the work on it panics.
        let _stops = StopsOnPanic(&results);
        // Nobody else takes an item meanwhile, so that they are taken in their order.
        let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
        for (number, item) in iter::from_fn(next) {
            if !results.wait_for(number) {
                return;
            }
            results.put(number, work(item));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, run) {
                results.stop(Err(error));
            }
        }
        run();
    });
    let taken = results.taken.into_inner().unwrap_or_else(PoisonError::into_inner);
    taken.stopped.unwrap_or(Ok(()))
}

/// Puts results in their order again.
struct OrderedResults<T, F> {
    taken: Mutex<TakenResults<T, F>>,
    /// Told whenever something was taken, or all is to stop.
    moved: Condvar,
    /// The most items that are under way at a time.
    limit: usize,
}

struct TakenResults<T, F> {
    /// The number of the item that is next.
    next: usize,
    /// What came of later ones.
    waiting: BTreeMap<usize, T>,
    take: F,
    /// Nothing more is wanted, and why if that is an error.
    stopped: Option<io::Result<()>>,
}

impl<T, F> OrderedResults<T, F> {
    /// Waits until not too much is under way before this item; `false` if it is not wanted any more.
    fn wait_for(&self, number: usize) -> bool {
        let Ok(taken) = self.taken.lock() else { return false };
        let is_far = |taken: &mut TakenResults<T, F>| {
            taken.stopped.is_none() && number >= taken.next + self.limit
        };
        let waited = self.moved.wait_while(taken, is_far);
        waited.is_ok_and(|taken| taken.stopped.is_none())
    }

    fn stop(&self, why: io::Result<()>) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.stopped.get_or_insert(why);
        self.moved.notify_all();
    }
}

impl<T, F: FnMut(T) -> io::Result<()>> OrderedResults<T, F> {
    /// Takes what came of an item, and hands out what is next.
    fn put(&self, number: usize, result: T) {
        let Ok(mut taken) = self.taken.lock() else { return };
        let TakenResults { next, waiting, take, stopped } = &mut *taken;
        waiting.insert(number, result);
        while stopped.is_none()
            && let Some(result) = waiting.remove(next)
        {
            *next += 1;
            if let Err(error) = take(result) {
                *stopped = Some(Err(error));
            }
        }
        self.moved.notify_all();
    }
}

/// Stops the others when the thread panics; the panic itself goes on where the threads are waited for.
struct StopsOnPanic<'a, T, F>(&'a OrderedResults<T, F>);

impl<T, F> Drop for StopsOnPanic<'_, T, F> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop(Ok(()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [1, 2, 7] {
            let mut taken = Vec::new();
            let take = |one| {
                taken.push(one);
                Ok(())
            };
            in_order(threads, 0..500, |number| 2 * number, take).unwrap();
            assert_eq!(taken, (0..500).map(|number| 2 * number).collect::<Vec<_>>(), "{threads}");
        }
    }

    #[test]
    fn what_is_not_wanted_any_more_ends_the_rest() {
        for threads in [1, 2, 7] {
            let mut taken = 0;
            let take = |number| {
                taken += 1;
                if number == 3 { Err(io::Error::other("full")) } else { Ok(()) }
            };
            // There is no end of items.
            let error = in_order(threads, 0.., |number| number, take).unwrap_err();
            assert_eq!((error.to_string().as_str(), taken), ("full", 4), "{threads}");
        }
    }

    #[test]
    fn a_panic_is_not_waited_for() {
        for threads in [1, 2, 7] {
            let work = |number| assert!(number != 3, "the work on {number} fails");
            let run = || in_order(threads, 0.., work, |()| Ok(()));
            assert!(catch_unwind(AssertUnwindSafe(run)).is_err(), "{threads}");
        }
    }
}
