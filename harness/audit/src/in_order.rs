//! Work on many threads, so that what comes out is the same, however many they are.

use std::{
    collections::{BTreeMap, VecDeque},
    io, iter,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

/// What the items that a thread makes at a time cost together.
const AT_A_TIME: usize = 1 << 19;

/// How many results for each thread are kept until those before them are there.
const KEPT: usize = 32;

/// Works on items on so many threads, this one among them, and hands on what comes of each, in their order.
///
/// Each thread takes the next item, works on it, and hands out what is next in the order. How many results wait for those
/// before them is limited, and with it the memory. A panic while working ends the others, and goes on here.
///
/// One of several threads that makes an item makes more with it, until they cost half a million together: bytes, or
/// whatever else tells how long they take. Items that wait for what comes of the one before, as the questions of a program
/// do, have to cost as much each.
///
/// # Errors
///
/// What `take` answers, or that a thread cannot be started.
pub fn in_order<I: Send, T: Send, R: IntoIterator<Item = T>>(
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
        limit: KEPT * threads,
    };
    let run = |thread| {
        // Others wait for what comes of an item, and it does not come if the work on it panics.
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

/// Items that are taken by threads, each with its number.
///
/// It can take long to make one, and longer to fall asleep and wake up; and what a thread has made it works on fastest,
/// as its processor has it at hand. So each makes several at once for itself, and takes those of others only where it
/// would have to wait.
struct OrderedItems<S: Iterator, C> {
    source: Mutex<iter::Enumerate<iter::Fuse<S>>>,
    /// What each thread has made, and nobody has taken.
    made: Vec<Mutex<NumberedItems<S::Item>>>,
    cost: C,
    /// What is made at a time.
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
            most: if threads > 1 { AT_A_TIME } else { 0 },
        }
    }

    /// The next item for this thread.
    fn next(&self, thread: usize) -> Option<(usize, S::Item)> {
        let own = lock(&self.made[thread]).pop_front();
        own.or_else(|| self.make(thread, &mut *self.source.try_lock().ok()?))
            .or_else(|| self.take_over())
            .or_else(|| self.make(thread, &mut *lock(&self.source)))
            .or_else(|| self.take_over())
    }

    /// Makes an item, which nobody else can do meanwhile, and some more for this thread.
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

    /// An item that any thread has made.
    fn take_over(&self) -> Option<(usize, S::Item)> {
        self.made.iter().find_map(|made| lock(made).pop_front())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Puts results in their order again.
struct OrderedResults<T, F> {
    taken: Mutex<TakenResults<T, F>>,
    /// Told whenever another item is next, or all is to stop.
    moved: Condvar,
    /// The most results that are kept.
    limit: usize,
}

struct TakenResults<T, F> {
    /// The number of the item whose results are next: somebody works on it, as everybody takes items in their order.
    next: usize,
    /// What came of later ones, and how many results that is.
    waiting: BTreeMap<usize, ItemResults<T>>,
    kept: usize,
    /// How many threads wait.
    waiters: usize,
    take: F,
    /// Nothing more is wanted, and why if that is an error.
    stopped: Option<io::Result<()>>,
}

/// What came of an item so far.
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
    /// Hands out a result of this item, or keeps it until the item is next, and waits for that if enough is kept;
    /// `false` if nothing more is wanted.
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

    /// Notes that there are no more results of this item; `false` if nothing more is wanted.
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

    /// Whether more is wanted; if not, those who wait are told.
    fn goes_on(&self, taken: &TakenResults<T, F>) -> bool {
        if taken.stopped.is_some() {
            self.moved.notify_all();
        }
        taken.stopped.is_none()
    }
}

impl<T, F: FnMut(T) -> io::Result<()>> TakenResults<T, F> {
    /// Goes on with the next item, and with those behind it as far as they are complete.
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
            [(1, 1), (2, AT_A_TIME), (2, AT_A_TIME / 5), (2, 1), (7, AT_A_TIME / 5)]
        {
            let mut taken = Vec::new();
            let take = |one| {
                taken.push(one);
                Ok(())
            };
            // Some items have no result, and some have many.
            let results = |number| (0..number % 5 * 100).map(move |result| (number, result));
            in_order(threads, 0..500, |_| cost, results, take).unwrap();
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
                // Others have gone to sleep meanwhile.
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
            in_order(threads, iter::from_fn(ask), |_| AT_A_TIME, |_| [()], take).unwrap();
            assert_eq!(taken, 20, "{threads}");
        }
    }

    /// The first of two items has one result, once the other has so many that no more are kept.
    fn with_one_that_waits(
        take: impl FnMut((usize, usize)) -> io::Result<()> + Send,
    ) -> io::Result<()> {
        let (made, others) = mpsc::channel();
        let others = Mutex::new(others);
        let work = |number| {
            let (made, others) = (&made, &others);
            let results = if number == 0 { 0..1 } else { 0..3 * KEPT };
            results.map(move |result| {
                if number == 0 {
                    let others = lock(others);
                    let next = || others.recv_timeout(Duration::from_secs(5)).is_ok();
                    assert!((0..=2 * KEPT).all(|_| next()), "the other item is made meanwhile");
                    // More would have come by then.
                    assert!(others.recv_timeout(Duration::from_millis(20)).is_err());
                } else {
                    made.send(()).unwrap();
                }
                (number, result)
            })
        };
        in_order(2, 0..2, |_| AT_A_TIME, work, take)
    }

    #[test]
    fn what_has_to_wait_long_for_its_turn_is_not_made_any_further() {
        let mut taken = Vec::new();
        with_one_that_waits(|one| {
            taken.push(one);
            Ok(())
        })
        .unwrap();
        let other = (0..3 * KEPT).map(|result| (1, result));
        assert_eq!(taken, [(0, 0)].into_iter().chain(other).collect::<Vec<_>>());
    }

    #[test]
    fn whoever_waits_is_told_that_nothing_more_is_wanted() {
        let error = with_one_that_waits(|_| Err(io::Error::other("full"))).unwrap_err();
        assert_eq!(error.to_string(), "full");
    }

    /// Each second item is done before the one before it, which waits until it was handed over.
    #[test]
    fn what_was_handed_out_makes_room_for_more() {
        let items = 8 * KEPT;
        let done: Vec<AtomicBool> = (0..items).map(|_| AtomicBool::new(false)).collect();
        let work = |number: usize| {
            let done = &done;
            (0..2).map(move |result| {
                if number % 2 == 1 {
                    done[number].store(result == 1, Ordering::SeqCst);
                    return true;
                }
                // Five seconds.
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
        in_order(2, 0..items, |_| AT_A_TIME, work, take).unwrap();
        assert_eq!(taken, 16 * KEPT);
    }

    /// The thread that has made all items is busy with the first until others have done the rest.
    #[test]
    fn what_somebody_else_has_made_is_taken_over() {
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
        in_order(2, 0..5, |_| AT_A_TIME / 5, work, take).unwrap();
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
            // There is no end of items.
            let error =
                in_order(threads, 0.., |_| AT_A_TIME / 2, |number| [number], take).unwrap_err();
            assert_eq!((error.to_string().as_str(), taken), ("full", 4), "{threads}");
        }
    }

    #[test]
    fn a_panic_is_not_waited_for() {
        for threads in [1, 2, 7] {
            let work = |number| [assert!(number != 3, "the work on {number} fails")];
            let run = || in_order(threads, 0.., |_| AT_A_TIME / 2, work, |()| Ok(()));
            assert!(catch_unwind(AssertUnwindSafe(run)).is_err(), "{threads}");
        }
    }
}
