//! A parallel map whose results come in the order of the items, for any number of threads.

use std::{
    collections::{BTreeMap, VecDeque},
    io, iter,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

/// The total cost of the items that a thread takes from the source at a time.
const BATCH_COST: usize = 1 << 19;

/// The maximum number of results, per thread, that wait for earlier ones.
const MAX_WAITING: usize = 32;

/// Processes `items` on `threads` threads, including the calling one, and passes the results to `take` in the order
/// of the items.
///
/// Each thread takes the next item, runs `work` on it, and passes on whatever is next in order. The number of results
/// that wait for earlier ones is limited, and with it the memory. A panic in `work` stops the other threads and is
/// propagated to the caller.
///
/// With several threads, a thread takes items from the source until their total `cost` is half a million: bytes, or
/// another measure of how long they take. If the source blocks until the result of the item before is there, as with
/// questions to a program, each item needs at least this cost.
///
/// # Errors
///
/// An error of `take`, or a thread that cannot be started.
pub fn ordered_map<I: Send, T: Send, R: IntoIterator<Item = T>>(
    threads: usize,
    items: impl Iterator<Item = I> + Send,
    cost: impl Fn(&I) -> usize + Sync,
    work: impl Fn(I) -> R + Sync,
    take: impl FnMut(T) -> io::Result<()> + Send,
) -> io::Result<()> {
    let items = OrderedItems::new(items, cost, threads);
    let results = OrderedResults {
        taken: Mutex::new(TakenResults {
            next: 0,
            waiting: BTreeMap::new(),
            kept: 0,
            waiters: 0,
            take,
            stopped: None,
        }),
        moved: Condvar::new(),
        limit: MAX_WAITING * threads,
    };
    let run = |thread| {
        // Other threads wait for the results of an item, which never come if `work` panics.
        let _stops = StopsOnPanic(&results);
        for (number, item) in iter::from_fn(|| items.next(thread)) {
            let is_wanted = work(item).into_iter().all(|result| results.put(number, result))
                && results.complete(number);
            if !is_wanted {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for other in 1..threads {
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, move || run(other)) {
                results.stop(Err(error));
            }
        }
        run(0);
    });
    let taken = results.taken.into_inner().unwrap_or_else(PoisonError::into_inner);
    taken.stopped.unwrap_or(Ok(()))
}

/// The queue of items, each with its number.
///
/// Producing an item can take long, and putting a thread to sleep and waking it up takes longer. A thread works
/// fastest on items that it has produced itself, because they are in the cache of its processor. So each thread
/// produces several at once for itself, and takes those of others only if it would have to wait.
struct OrderedItems<S: Iterator, C> {
    source: Mutex<iter::Enumerate<iter::Fuse<S>>>,
    /// The items that each thread has produced, and no thread has taken yet.
    made: Vec<Mutex<NumberedItems<S::Item>>>,
    cost: C,
    /// The total cost of the items produced at a time.
    most: usize,
}

/// Items, each with its number.
type NumberedItems<I> = VecDeque<(usize, I)>;

impl<S: Iterator, C: Fn(&S::Item) -> usize> OrderedItems<S, C> {
    fn new(source: S, cost: C, threads: usize) -> OrderedItems<S, C> {
        OrderedItems {
            source: Mutex::new(source.fuse().enumerate()),
            made: (0..threads).map(|_| Mutex::default()).collect(),
            cost,
            most: if threads > 1 { BATCH_COST } else { 0 },
        }
    }

    /// Returns the next item for `thread`.
    fn next(&self, thread: usize) -> Option<(usize, S::Item)> {
        let own = lock(&self.made[thread]).pop_front();
        own.or_else(|| self.make(thread, &mut *self.source.try_lock().ok()?))
            .or_else(|| self.take_over())
            .or_else(|| self.make(thread, &mut *lock(&self.source)))
            .or_else(|| self.take_over())
    }

    /// Produces an item, and more for this thread's queue. The caller holds the lock of the source.
    fn make(
        &self,
        thread: usize,
        source: &mut impl Iterator<Item = (usize, S::Item)>,
    ) -> Option<(usize, S::Item)> {
        let first = source.next()?;
        let mut cost = (self.cost)(&first.1);
        while cost < self.most
            && let Some(made) = source.next()
        {
            cost = cost.saturating_add((self.cost)(&made.1));
            lock(&self.made[thread]).push_back(made);
        }
        Some(first)
    }

    /// Takes an item from the queue of any thread.
    fn take_over(&self) -> Option<(usize, S::Item)> {
        self.made.iter().find_map(|made| lock(made).pop_front())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Restores the order of the results.
struct OrderedResults<T, F> {
    taken: Mutex<TakenResults<T, F>>,
    /// Notified when another item is next, or when all threads have to stop.
    moved: Condvar,
    /// The maximum number of results that wait.
    limit: usize,
}

struct TakenResults<T, F> {
    /// The number of the item whose results are next. A thread is working on it, because items are taken in order.
    next: usize,
    /// The results of later items, and their number.
    waiting: BTreeMap<usize, ItemResults<T>>,
    kept: usize,
    /// The number of threads that wait.
    waiters: usize,
    take: F,
    /// Set when no more results are wanted, with the error if there is one.
    stopped: Option<io::Result<()>>,
}

/// The results of an item so far.
struct ItemResults<T> {
    results: Vec<T>,
    is_complete: bool,
}

impl<T> Default for ItemResults<T> {
    fn default() -> ItemResults<T> {
        ItemResults { results: Vec::new(), is_complete: false }
    }
}

impl<T, F> OrderedResults<T, F> {
    fn stop(&self, why: io::Result<()>) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.stopped.get_or_insert(why);
        self.moved.notify_all();
    }
}

impl<T, F: FnMut(T) -> io::Result<()>> OrderedResults<T, F> {
    /// Passes on a result of item `number`, or stores it until the item is next. Waits if the limit of stored results
    /// is reached. Returns `false` if no more results are wanted.
    fn put(&self, number: usize, result: T) -> bool {
        let Ok(mut taken) = self.taken.lock() else { return false };
        while taken.stopped.is_none() && number != taken.next && taken.kept >= self.limit {
            taken.waiters += 1;
            let Ok(waited) = self.moved.wait(taken) else { return false };
            taken = waited;
            taken.waiters -= 1;
        }
        if number == taken.next {
            taken.hand_out(result);
        } else {
            taken.waiting.entry(number).or_default().results.push(result);
            taken.kept += 1;
        }
        self.goes_on(&taken)
    }

    /// Marks the item as complete. Returns `false` if no more results are wanted.
    fn complete(&self, number: usize) -> bool {
        let Ok(mut taken) = self.taken.lock() else { return false };
        if number == taken.next {
            taken.go_on();
            if taken.waiters > 0 {
                self.moved.notify_all();
            }
        } else {
            taken.waiting.entry(number).or_default().is_complete = true;
        }
        self.goes_on(&taken)
    }

    /// Whether more results are wanted; if not, wakes the waiting threads.
    fn goes_on(&self, taken: &TakenResults<T, F>) -> bool {
        if taken.stopped.is_some() {
            self.moved.notify_all();
        }
        taken.stopped.is_none()
    }
}

impl<T, F: FnMut(T) -> io::Result<()>> TakenResults<T, F> {
    /// Advances to the next item, and past it while items are complete.
    fn go_on(&mut self) {
        let mut is_complete = true;
        while is_complete {
            self.next += 1;
            let item = self.waiting.remove(&self.next).unwrap_or_default();
            self.kept -= item.results.len();
            item.results.into_iter().for_each(|result| self.hand_out(result));
            is_complete = item.is_complete;
        }
    }

    fn hand_out(&mut self, result: T) {
        if self.stopped.is_none()
            && let Err(error) = (self.take)(result)
        {
            self.stopped = Some(Err(error));
        }
    }
}

/// Stops the other threads if its thread panics. `thread::scope` propagates the panic itself.
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
    use std::{
        mem,
        panic::{AssertUnwindSafe, catch_unwind},
        sync::{
            atomic::{AtomicBool, Ordering},
            mpsc,
        },
        time::Duration,
    };

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for (threads, cost) in
            [(1, 1), (2, BATCH_COST), (2, BATCH_COST / 5), (2, 1), (7, BATCH_COST / 5)]
        {
            let mut taken = Vec::new();
            let take = |one| {
                taken.push(one);
                Ok(())
            };
            // Some items have no result, and some have many.
            let results = |number| (0..number % 5 * 100).map(move |result| (number, result));
            ordered_map(threads, 0..500, |_| cost, results, take).unwrap();
            assert_eq!(taken, (0..500).flat_map(results).collect::<Vec<_>>(), "{threads}");
        }
    }

    #[test]
    fn an_item_is_worked_on_before_the_next_is_there() {
        for threads in [1, 2, 7] {
            let (answer, answers) = mpsc::channel();
            let mut questions = 0..20;
            let mut waits = false;
            let ask = move || {
                // Gives the other threads time to go to sleep.
                thread::sleep(Duration::from_millis(5));
                let is_answered = !mem::replace(&mut waits, true)
                    || answers.recv_timeout(Duration::from_secs(5)).is_ok();
                questions.next().filter(|_| is_answered)
            };
            let mut taken = 0;
            let take = |()| {
                taken += 1;
                answer.send(()).map_err(io::Error::other)
            };
            ordered_map(threads, iter::from_fn(ask), |_| BATCH_COST, |_| [()], take).unwrap();
            assert_eq!(taken, 20, "{threads}");
        }
    }

    /// The first of two items has one result, produced after the other item has reached the limit of stored results.
    fn with_one_that_waits(
        take: impl FnMut((usize, usize)) -> io::Result<()> + Send,
    ) -> io::Result<()> {
        let (made, others) = mpsc::channel();
        let others = Mutex::new(others);
        let work = |number| {
            let (made, others) = (&made, &others);
            let results = if number == 0 { 0..1 } else { 0..3 * MAX_WAITING };
            results.map(move |result| {
                if number == 0 {
                    let others = lock(others);
                    let next = || others.recv_timeout(Duration::from_secs(5)).is_ok();
                    assert!(
                        (0..=2 * MAX_WAITING).all(|_| next()),
                        "the other item is made meanwhile"
                    );
                    // A further result would have arrived by then.
                    assert!(others.recv_timeout(Duration::from_millis(20)).is_err());
                } else {
                    made.send(()).unwrap();
                }
                (number, result)
            })
        };
        ordered_map(2, 0..2, |_| BATCH_COST, work, take)
    }

    #[test]
    fn what_has_to_wait_long_for_its_turn_is_not_made_any_further() {
        let mut taken = Vec::new();
        with_one_that_waits(|one| {
            taken.push(one);
            Ok(())
        })
        .unwrap();
        let other = (0..3 * MAX_WAITING).map(|result| (1, result));
        assert_eq!(taken, [(0, 0)].into_iter().chain(other).collect::<Vec<_>>());
    }

    #[test]
    fn waiting_workers_stop_when_the_consumer_stops() {
        let error = with_one_that_waits(|_| Err(io::Error::other("full"))).unwrap_err();
        assert_eq!(error.to_string(), "full");
    }

    /// Each second item completes before the one before it, which waits for that.
    #[test]
    fn what_was_handed_out_makes_room_for_more() {
        let items = 8 * MAX_WAITING;
        let done: Vec<AtomicBool> = (0..items).map(|_| AtomicBool::new(false)).collect();
        let work = |number: usize| {
            let done = &done;
            (0..2).map(move |result| {
                if number % 2 == 1 {
                    done[number].store(result == 1, Ordering::SeqCst);
                    return true;
                }
                // Waits five seconds at most.
                (0..5000).any(|_| {
                    thread::sleep(Duration::from_millis(result));
                    result == 0 || done[number + 1].load(Ordering::SeqCst)
                })
            })
        };
        let mut taken = 0;
        let take = |is_done: bool| {
            assert!(is_done, "{taken}");
            taken += 1;
            Ok(())
        };
        ordered_map(2, 0..items, |_| BATCH_COST, work, take).unwrap();
        assert_eq!(taken, 16 * MAX_WAITING);
    }

    /// The thread that has produced all items works on the first until other threads have processed the rest.
    #[test]
    fn results_of_other_workers_are_passed_on() {
        let (done, rest) = mpsc::channel();
        let rest = Mutex::new(rest);
        let work = |number| {
            if number > 0 {
                return [done.send(()).is_ok()];
            }
            let rest = lock(&rest);
            [(1..5).all(|_| rest.recv_timeout(Duration::from_secs(5)).is_ok())]
        };
        let mut taken = Vec::new();
        let take = |is_done: bool| {
            taken.push(is_done);
            Ok(())
        };
        ordered_map(2, 0..5, |_| BATCH_COST / 5, work, take).unwrap();
        assert_eq!(taken, [true; 5]);
    }

    #[test]
    fn what_is_not_wanted_any_more_ends_the_rest() {
        for threads in [1, 2, 7] {
            let mut taken = 0;
            let take = |number| {
                taken += 1;
                if number == 3 { Err(io::Error::other("full")) } else { Ok(()) }
            };
            // The items are endless.
            let error =
                ordered_map(threads, 0.., |_| BATCH_COST / 2, |number| [number], take).unwrap_err();
            assert_eq!((error.to_string().as_str(), taken), ("full", 4), "{threads}");
        }
    }

    #[test]
    fn a_panic_is_not_waited_for() {
        for threads in [1, 2, 7] {
            let work = |number| [assert!(number != 3, "the work on {number} fails")];
            let run = || ordered_map(threads, 0.., |_| BATCH_COST / 2, work, |()| Ok(()));
            assert!(catch_unwind(AssertUnwindSafe(run)).is_err(), "{threads}");
        }
    }
}
