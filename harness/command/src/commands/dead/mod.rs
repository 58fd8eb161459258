//! `lawbook dead`: decides whether a side can still checkmate, with a certificate.

mod explanation;
mod options;
mod solved;
mod stream;

pub(crate) use options::DeadOptions;

use std::path::Path;

use lawbook::{dead::Solver, notation::PositionText};
use solved::{Record, Solved};

use crate::{
    cli::Format,
    input,
    output::{self, Exit, Result, usage},
};

/// `lawbook dead FEN`
pub(crate) fn run(options: &DeadOptions) -> Result {
    if options.fen == ["-"] {
        return stream::run(options);
    }
    let position = read(&options.fen.join(" ")).map_err(usage)?;
    let solved = Solved::new(&mut Solver::default(), position, options, true);
    output::print(&match options.format {
        Format::Text => explanation::text(&solved),
        Format::Json => output::json(&Record::new(&solved))?,
    })?;
    Ok(if solved.is_sound() { Exit::Agreed } else { Exit::Disagreed })
}

/// Parses a position. Unreachable positions are accepted if they are playable.
fn read(text: &str) -> std::result::Result<PositionText, String> {
    PositionText::read(text).map_err(|error| {
        if let Some(message) = input::no_file(text) {
            return message;
        }
        let is_file = text.len() < 4096 && Path::new(text).is_file();
        let hint = if is_file { "; the positions in a file are read with `- < FILE`" } else { "" };
        format!("{error}{hint}")
    })
}
