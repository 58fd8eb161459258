//! `lawbook lab hunt`: compares the solver with chasolver on random positions.

mod compare;

use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
};

use crate::{
    cli::{Format, HuntOptions},
    output::{self, Exit, Failure, Result},
    sample::PositionStream,
    threads,
};
use compare::Tally;

/// Number of positions that a thread takes at a time.
const BLOCK: usize = 256;

/// `lawbook lab hunt`
pub(crate) fn run(options: &HuntOptions) -> Result {
    let bar = output::progress(options.positions, "positions");
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let work = || {
        loop {
            let first = next.fetch_add(1, Ordering::Relaxed) * BLOCK;
            if first >= options.positions {
                return;
            }
            let count = BLOCK.min(options.positions - first);
            let mut block = Tally::default();
            for position in PositionStream::new(options.seed, first as u64).take(count) {
                block.add(&position);
                bar.inc(1);
            }
            if let Ok(mut tally) = tally.lock() {
                tally.merge(block);
            }
        }
    };
    threads::on_all(options.jobs, work)?;
    bar.finish_and_clear();
    let mut tally =
        tally.into_inner().map_err(|error| Failure::new(Exit::IoError, error.to_string()))?;
    tally.sort();
    output::print(&match options.format {
        Format::Text => compare::text(&tally),
        Format::Json => output::json(&tally)?,
    })?;
    Ok(if tally.is_clean() { Exit::Agreed } else { Exit::Disagreed })
}
