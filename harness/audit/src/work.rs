//! A count of the work done on each thread. Tests use it to check that the cost of a game is linear in its length.

#[cfg(test)]
std::thread_local! {
    static WORK: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Counts work: bytes scanned or written, words read, or moves played. Does nothing outside of tests.
#[inline]
pub(super) fn add(amount: usize) {
    #[cfg(test)]
    WORK.set(WORK.get() + amount as u64);
    #[cfg(not(test))]
    let _ = amount;
}

/// The work counted so far on this thread.
#[cfg(test)]
pub(super) fn counted() -> u64 {
    WORK.get()
}
