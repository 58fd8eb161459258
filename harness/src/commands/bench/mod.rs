//! `lawbook lab bench`: speed, compared with libraries that do the same work.

mod audit;
mod catalogue;
mod contest;
mod page;
mod perft;
mod replay;
mod sheet;
mod start;
#[cfg(feature = "chasolver")]
mod winnability;

use crate::{
    cli::{Bench, BenchOptions},
    output::Result,
};

/// `lawbook lab bench WHAT`
pub(crate) fn run(options: &BenchOptions) -> Result {
    match &options.what {
        Bench::Perft(options) => perft::run(options),
        Bench::Replay(options) => replay::run(options),
        Bench::Audit(options) => audit::run(options),
        Bench::Catalogue(options) => catalogue::run(options),
        Bench::Start(options) => start::run(options),
        #[cfg(feature = "chasolver")]
        Bench::Winnability(options) => winnability::run(options),
    }
}
