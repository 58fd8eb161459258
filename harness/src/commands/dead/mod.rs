//! `lawbook dead`: decides whether a side can still checkmate, with a certificate.

mod explanation;
mod progress;
mod solved;
mod stream;

use lawbook::dead::Solver;

use crate::{
    cli::{DeadOptions, Format},
    output::{self, Exit, Failure, Result},
    positions,
};
use solved::{Record, Solved};

/// `lawbook dead FEN`
pub(crate) fn run(options: &DeadOptions) -> Result {
    if options.fen == ["-"] {
        return stream::run(options);
    }
    if options.out.is_some() || options.jobs.is_some() {
        let message = "--out, --resume and --jobs need several positions; use `lawbook dead -`";
        return Err(Failure::new(Exit::Usage, message));
    }
    let entry = positions::read_labelled(&options.fen.join(" "))
        .map_err(|error| Failure::new(Exit::Usage, error))?;
    let solved = Solved::new(&mut Solver::default(), &entry, options, true);
    output::print(&match options.format {
        Format::Text => explanation::text(&solved),
        Format::Json => output::json(&Record::new(&solved))?,
    })?;
    Ok(if solved.is_sound() { Exit::Agreed } else { Exit::Disagreed })
}
