use lawbook::position::Position;

use crate::{
    cli::PerftOptions,
    output::{self, Exit, Failure, Result},
};

/// `lawbook perft DEPTH [FEN]`
pub(crate) fn run(options: &PerftOptions) -> Result {
    let position = match &options.fen {
        None => Position::start(),
        Some(fen) => fen.parse().map_err(|error| Failure::new(Exit::Usage, format!("{error}")))?,
    };
    output::print(&format!("{}\n", position.perft(options.depth)))?;
    Ok(Exit::Agreed)
}
