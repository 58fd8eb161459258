//! A count of the work done on a thread, by which tests see that the cost of a game is linear in its length.

#[cfg(test)]
std::thread_local! {
    static WORK: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Counts work: bytes that are looked at or written, words that are read, or moves that are played. Only tests count.
#[inline]
pub(super) fn add(amount: usize) {
    #[cfg(test)]
    WORK.set(WORK.get() + amount as u64);
    #[cfg(not(test))]
    let _ = amount;
}

/// The work counted on this thread so far.
#[cfg(test)]
pub(super) fn counted() -> u64 {
    WORK.get()
}
