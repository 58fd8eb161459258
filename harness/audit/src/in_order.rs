//! Work on many threads, so that what comes out is the same, however many they are.

use std::{
    collections::{BTreeMap, VecDeque},
    io, iter,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

/// The items that are under way at a time, for each thread.
const UNDER_WAY: usize = 8;

/// Works on items on so many threads, this one among them, and hands on what comes of each, in their order.
///
/// So many items each of several threads makes `ahead` of taking them: none may be where an item waits for what comes of
/// the one before it, as the questions of a program do.
///
/// Each thread takes the next item, works on it, and hands out what is next in the order. What is under way at a
/// time is limited, and with it the memory. A panic while working ends the others, and goes on here.
///
/// # Errors
///
/// What `take` answers, or that a thread cannot be started.
pub fn in_order<I: Send, T: Send>(
    threads: usize,
    ahead: usize,
    items: impl Iterator<Item = I> + Send,
    work: impl Fn(I) -> T + Sync,
    take: impl FnMut(T) -> io::Result<()> + Send,
) -> io::Result<()> {
    let items = OrderedItems::new(items, threads, ahead);
    let results = OrderedResults {
        taken: Mutex::new(TakenResults {
            next: 0,
            waiting: BTreeMap::new(),
            waiters: 0,
            take,
            stopped: None,
        }),
        moved: Condvar::new(),
        limit: UNDER_WAY * (1 + ahead) * threads,
    };
    let run = |thread| {
        // Others wait for what comes of an item, and it does not come if the work on it panics.
        let _stops = StopsOnPanic(&results);
        for (number, item) in iter::from_fn(|| items.next(thread)) {
            if !results.wait_for(number) {
                return;
            }
            results.put(number, work(item));
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
struct OrderedItems<S: Iterator> {
    source: Mutex<iter::Enumerate<iter::Fuse<S>>>,
    /// What each thread has made, and nobody has taken.
    made: Vec<Mutex<NumberedItems<S::Item>>>,
    /// How many items a thread makes besides the one that it takes.
    ahead: usize,
}

/// Items, each with its number.
type NumberedItems<I> = VecDeque<(usize, I)>;

impl<S: Iterator> OrderedItems<S> {
    fn new(source: S, threads: usize, ahead: usize) -> OrderedItems<S> {
        OrderedItems {
            source: Mutex::new(source.fuse().enumerate()),
            made: (0..threads).map(|_| Mutex::default()).collect(),
            ahead: if threads > 1 { ahead } else { 0 },
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
        let first = source.next();
        for made in source.take(self.ahead) {
            lock(&self.made[thread]).push_back(made);
        }
        first
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
    /// How many wait until not too much is under way.
    waiters: usize,
    take: F,
    /// Nothing more is wanted, and why if that is an error.
    stopped: Option<io::Result<()>>,
}

impl<T, F> OrderedResults<T, F> {
    /// Waits until not too much is under way before this item; `false` if it is not wanted any more.
    fn wait_for(&self, number: usize) -> bool {
        let Ok(mut taken) = self.taken.lock() else { return false };
        let is_far = |taken: &mut TakenResults<T, F>| {
            taken.stopped.is_none() && number >= taken.next + self.limit
        };
        if is_far(&mut taken) {
            taken.waiters += 1;
            let Ok(waited) = self.moved.wait_while(taken, is_far) else { return false };
            taken = waited;
            taken.waiters -= 1;
        }
        taken.stopped.is_none()
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
        let TakenResults { next, waiting, waiters, take, stopped } = &mut *taken;
        waiting.insert(number, result);
        while stopped.is_none()
            && let Some(result) = waiting.remove(next)
        {
            *next += 1;
            if let Err(error) = take(result) {
                *stopped = Some(Err(error));
            }
        }
        if *waiters > 0 {
            self.moved.notify_all();
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
        sync::mpsc,
        time::Duration,
    };

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for (threads, ahead) in [(1, 0), (1, 4), (2, 0), (2, 1), (2, 4), (7, 4)] {
            let mut taken = Vec::new();
            let take = |one| {
                taken.push(one);
                Ok(())
            };
            in_order(threads, ahead, 0..500, |number| 2 * number, take).unwrap();
            assert_eq!(taken, (0..500).map(|number| 2 * number).collect::<Vec<_>>(), "{threads}");
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
            in_order(threads, 0, iter::from_fn(ask), |_| (), take).unwrap();
            assert_eq!(taken, 20, "{threads}");
        }
    }

    /// The thread that has made all items is busy with the first until others have done the rest.
    #[test]
    fn what_somebody_else_has_made_is_taken_over() {
        let (done, rest) = mpsc::channel();
        let rest = Mutex::new(rest);
        let work = |number| {
            if number > 0 {
                return done.send(()).is_ok();
            }
            let rest = lock(&rest);
            (1..5).all(|_| rest.recv_timeout(Duration::from_secs(5)).is_ok())
        };
        let mut taken = Vec::new();
        let take = |is_done| {
            taken.push(is_done);
            Ok(())
        };
        in_order(2, 4, 0..5, work, take).unwrap();
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
            let error = in_order(threads, 2, 0.., |number| number, take).unwrap_err();
            assert_eq!((error.to_string().as_str(), taken), ("full", 4), "{threads}");
        }
    }

    #[test]
    fn a_panic_is_not_waited_for() {
        for threads in [1, 2, 7] {
            let work = |number| assert!(number != 3, "the work on {number} fails");
            let run = || in_order(threads, 2, 0.., work, |()| Ok(()));
            assert!(catch_unwind(AssertUnwindSafe(run)).is_err(), "{threads}");
        }
    }
}
