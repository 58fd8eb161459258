//! Boards of the crate `chess`, shared by two adapters.

use std::str::FromStr;

use chess::{ALL_COLORS, ALL_SQUARES, Board, BoardBuilder, Color, Piece};
use lawbook_gate::Refusal;

/// Parses a FEN.
///
/// Refuses a FEN without both kings before it reaches the library: the library would read outside of its tables
/// unchecked, which is undefined behaviour in our process.
pub(super) fn board(fen: &str) -> Result<Board, Refusal> {
    let builder = BoardBuilder::from_str(fen)?;
    let has_king = |color: &Color| {
        ALL_SQUARES.iter().any(|square| builder[*square] == Some((Piece::King, *color)))
    };
    if !ALL_COLORS.iter().all(has_king) {
        return Err("not sent to the library: a king is missing".into());
    }
    Board::try_from(&builder).map_err(Refusal::from)
}
