//! Plays games on all processors. The same seed gives the same findings, whatever the number of threads.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread::{self, ScopedJoinHandle},
    time::{Duration, Instant},
};

use indicatif::ProgressBar;
use lawbook::words::counted;
use lawbook_libraries::process::stop_on_signal;
use lawbook_runner::properties::{Search, SearchResults};

use super::FuzzOptions;
use crate::{
    output::{self, Exit, Failure, Result},
    threads,
};

/// Returns the end of the search, if it is limited by time.
///
/// `begin` is the time just before the command started libraries. Their start counts against the search time, so that a
/// library that hangs at its start does not prolong the command, but at least half of the time remains for games.
fn search_end(options: &FuzzOptions, begin: Instant) -> Option<Instant> {
    let default = options.plies.is_none().then_some(SECONDS);
    let all = Duration::from_secs(options.seconds.or(default)?);
    Some((begin + all).max(Instant::now() + all / 2))
}

/// Default duration of a search, in seconds.
const SECONDS: u64 = 10;

/// Number of games that a thread takes at a time.
const BLOCK: u64 = 8;

/// Deadlines of the phases of a search; `None` if it is limited by a number of plies.
pub(super) struct Schedule {
    /// End of the games if there are findings by then, because minimizing them takes time.
    pub(super) games: Option<Instant>,
    /// End of the search.
    pub(super) end: Option<Instant>,
    /// Whether a signal has stopped the search.
    stop: &'static AtomicBool,
}

impl Schedule {
    /// Creates a schedule from now on; `since` is the time just before the command started libraries.
    pub(super) fn new(options: &FuzzOptions, since: Instant) -> Schedule {
        let (begin, stop) = (Instant::now(), stop_on_signal());
        let Some(end) = search_end(options, since) else {
            return Schedule { games: None, end: None, stop };
        };
        let seconds = end.saturating_duration_since(begin);
        Schedule { games: Some(begin + seconds * 3 / 4), end: Some(begin + seconds), stop }
    }

    /// Returns whether a signal has stopped the search.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns whether a deadline has passed, or a signal has stopped the search.
    pub(super) fn is_past(&self, deadline: Option<Instant>) -> bool {
        self.is_stopped() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns the end of the first of `parts` equal parts of the remaining time.
    pub(super) fn share(&self, parts: usize) -> Option<Instant> {
        let (end, now) = (self.end?, Instant::now());
        let parts = u32::try_from(parts.max(1)).unwrap_or(u32::MAX);
        Some(now + end.saturating_duration_since(now) / parts)
    }
}

/// Plays until the time is up or enough plies have been played. The searches run in parallel, each on a number of threads,
/// so that none waits for the slower libraries of another.
pub(super) fn play(
    searches: Vec<(Search<'_>, usize)>,
    schedule: &Schedule,
    options: &FuzzOptions,
) -> Result<SearchResults> {
    let begin = Instant::now();
    let bar = output::spinner("plies");
    let outcomes: Vec<_> = thread::scope(|scope| {
        let bar = &bar;
        let begin = |(search, threads)| {
            scope.spawn(move || play_one(search, threads, schedule, options, bar))
        };
        let begun: Vec<_> = searches.into_iter().map(begin).collect();
        begun.into_iter().map(ScopedJoinHandle::join).collect()
    });
    bar.finish_and_clear();
    let seconds = begin.elapsed().as_secs_f64().max(1e-9);
    let mut all = SearchResults::default();
    for outcome in outcomes {
        let ended = || Failure::new(Exit::IoError, "a worker thread ended unexpectedly");
        let outcome = outcome.map_err(|_| ended())??;
        output::note(&format!(
            "{}, {:.0} a second",
            counted(outcome.plies, "ply"),
            outcome.plies as f64 / seconds
        ));
        all.merge(outcome);
    }
    if !schedule.is_stopped() && all.compared.values().all(|one| one.answers == 0) && all.is_clean()
    {
        let message = "no answer was compared; the library answers nothing about random games, or the time is too short";
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    Ok(all)
}

fn play_one(
    search: Search<'_>,
    threads: usize,
    schedule: &Schedule,
    options: &FuzzOptions,
    bar: &ProgressBar,
) -> Result<SearchResults> {
    let for_the_games = || schedule.is_past(schedule.games);
    let for_everything = || schedule.is_past(schedule.end);
    let mut merged = Merged { enough: options.plies.unwrap_or(usize::MAX), ..Merged::default() };
    let search = search.until(&for_the_games);
    merged = go_on(&search, threads, merged, bar)?;
    if merged.found.is_clean() && schedule.end.is_some() && !schedule.is_stopped() {
        merged = go_on(&search.until(&for_everything), threads, merged, bar)?;
    }
    Ok(merged.found)
}

/// Continues a search.
fn go_on(search: &Search<'_>, threads: usize, merged: Merged, bar: &ProgressBar) -> Result<Merged> {
    let (next, stop) = (AtomicU64::new(merged.blocks), AtomicBool::new(false));
    let merged = Mutex::new(merged);
    let work = || {
        while !stop.load(Ordering::Relaxed) {
            let block = next.fetch_add(1, Ordering::Relaxed);
            let mut found = SearchResults::default();
            for number in block * BLOCK..(block + 1) * BLOCK {
                search.game(number, &mut found);
            }
            let Ok(mut merged) = merged.lock() else { return };
            if merged.add(block, found, bar) || search.is_late() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    };
    threads::on_all(threads, work)?;
    merged.into_inner().map_err(|error| Failure::new(Exit::IoError, error.to_string()))
}

/// Results of the finished blocks, merged in order up to the first missing block.
#[derive(Default)]
struct Merged {
    found: SearchResults,
    blocks: u64,
    waiting: BTreeMap<u64, SearchResults>,
    /// Number of plies after which later blocks are dropped, so that the result does not depend on the timing of
    /// threads.
    enough: usize,
}

impl Merged {
    /// Adds a block; returns `true` once there are enough plies.
    fn add(&mut self, block: u64, found: SearchResults, bar: &ProgressBar) -> bool {
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
