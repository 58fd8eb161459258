use std::{
    iter,
    num::NonZero,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

/// The room for the calls of a thread, in bytes: twice what a program usually begins with.
const STACK: usize = 16 << 20;

/// What comes of each item, in their order, worked out on all processors; `progress` is called after
/// each, on the thread of the caller.
///
/// A panic in `work` is one here.
pub fn on_all_processors<I: Sync, T: Send>(
    items: &[I],
    work: impl Fn(&I) -> T + Sync,
    mut progress: impl FnMut(),
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let take = || {
        let place = next.fetch_add(1, Ordering::Relaxed);
        items.get(place).map(|item| (place, work(item)))
    };
    let mut done: Vec<(usize, T)> = Vec::with_capacity(items.len());
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            let (sender, take) = (sender.clone(), &take);
            // Whoever receives waits for all of them.
            let run = move || iter::from_fn(take).for_each(|one| drop(sender.send(one)));
            if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        drop(sender);
        // What no thread takes, if none could be started, is left to this one.
        for one in receiver.into_iter().chain(iter::from_fn(take)) {
            done.push(one);
            progress();
        }
    });
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, one)| one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items_and_each_is_counted() {
        for length in [0, 1, 1000] {
            let items: Vec<usize> = (0..length).collect();
            let mut counted = 0;
            let doubled = on_all_processors(&items, |item| 2 * item, || counted += 1);
            assert_eq!(doubled, items.iter().map(|item| 2 * item).collect::<Vec<usize>>());
            assert_eq!(counted, length);
        }
    }

    /// Calls itself until so many bytes are taken up beyond this address.
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
        assert_eq!(on_all_processors(&[bytes], dig, || {}), [bytes]);
    }
}
