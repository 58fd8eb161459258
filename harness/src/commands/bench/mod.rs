//! `lawbook bench`: our speed against a library's, interleaved in one process.

#[cfg(feature = "cozy-chess")]
mod perft;
#[cfg(feature = "chasolver")]
mod winnability;

use std::time::Duration;

use crate::{
    cli::{Bench, BenchOptions},
    output::Result,
};

/// `lawbook bench WHAT`
pub(crate) fn run(options: &BenchOptions) -> Result {
    match &options.what {
        #[cfg(feature = "cozy-chess")]
        Bench::Perft(options) => perft::run(options),
        #[cfg(feature = "chasolver")]
        Bench::Winnability(options) => winnability::run(options),
    }
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
