use lawbook::{
    notation::PositionError,
    position::{Position, Setup},
};

use crate::{
    cli::PerftOptions,
    output::{self, Exit, Failure, Result},
};

/// `lawbook perft DEPTH [FEN]`
pub(crate) fn run(options: &PerftOptions) -> Result {
    let position = match &options.fen {
        None => Position::start(),
        Some(fen) => read(fen).map_err(|error| Failure::new(Exit::Usage, error.to_string()))?,
    };
    output::print(&format!("{}\n", position.perft(options.depth)))?;
    Ok(Exit::Agreed)
}

fn read(fen: &str) -> std::result::Result<Position, PositionError> {
    Ok(Position::new(&Setup::from_fen_or_x_fen(fen)?)?)
}
