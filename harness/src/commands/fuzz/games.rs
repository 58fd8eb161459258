//! Playing games on all processors, so that the same seed finds the same, however many they are.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use indicatif::ProgressBar;
use lawbook::properties::{Search, SearchOutcome};

use crate::{
    cli::FuzzOptions,
    output::{self, Exit, Failure, Result},
    threads,
};

/// How many games a thread takes at a time.
const BLOCK: u64 = 32;

/// Plays until the time is up or enough plies have been played.
pub(super) fn play(search: &Search<'_>, options: &FuzzOptions) -> Result<SearchOutcome> {
    let begin = Instant::now();
    let deadline = match (options.plies, options.seconds) {
        (Some(_), None) => None,
        (_, seconds) => Some(begin + Duration::from_secs(seconds.unwrap_or(10))),
    };
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let bar = output::spinner("plies");
    let merged =
        Mutex::new(Merged { enough: options.plies.unwrap_or(usize::MAX), ..Merged::default() });
    let work = || {
        while !stop.load(Ordering::Relaxed) {
            let block = next.fetch_add(1, Ordering::Relaxed);
            let mut found = SearchOutcome::default();
            for number in block * BLOCK..(block + 1) * BLOCK {
                search.game(number, &mut found);
            }
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let Ok(mut merged) = merged.lock() else { return };
            if merged.add(block, found, &bar) || is_late {
                stop.store(true, Ordering::Relaxed);
            }
        }
    };
    threads::on_all(options.jobs, work)?;
    bar.finish_and_clear();
    let merged =
        merged.into_inner().map_err(|error| Failure::new(Exit::Trouble, error.to_string()))?;
    let rate = merged.found.plies as f64 / begin.elapsed().as_secs_f64().max(1e-9);
    output::note(&format!("{} plies, {rate:.0} a second", merged.found.plies));
    Ok(merged.found)
}

/// The blocks that are done, merged in their order as far as there is no gap.
#[derive(Default)]
struct Merged {
    found: SearchOutcome,
    blocks: u64,
    waiting: BTreeMap<u64, SearchOutcome>,
    /// So many plies are enough; later blocks are left out, so that it does not matter who was first.
    enough: usize,
}

impl Merged {
    /// Adds a block; `true` once there is enough.
    fn add(&mut self, block: u64, found: SearchOutcome, bar: &ProgressBar) -> bool {
        self.waiting.insert(block, found);
        while self.found.plies < self.enough {
            let Some(found) = self.waiting.remove(&self.blocks) else { break };
            bar.inc(found.plies as u64);
            self.found.merge(found);
            self.blocks += 1;
        }
        self.found.plies >= self.enough
    }
}
