//! Boards of the crate `chess`, for the two adapters that have them.

use std::str::FromStr;

use chess::{ALL_COLORS, ALL_SQUARES, Board, BoardBuilder, Color, Piece};
use lawbook::adapter::Refusal;

/// The board of a FEN.
///
/// One without both kings is not put to the library: it reads beyond its tables then, without a check,
/// and whatever happens next happens to us.
pub(super) fn board(fen: &str) -> Result<Board, Refusal> {
    let refusal = |error: chess::Error| Refusal(error.to_string());
    let builder = BoardBuilder::from_str(fen).map_err(refusal)?;
    let has_king = |color: &Color| {
        ALL_SQUARES.iter().any(|square| builder[*square] == Some((Piece::King, *color)))
    };
    if !ALL_COLORS.iter().all(has_king) {
        return Err(Refusal("not put to the library, as a king is missing".to_owned()));
    }
    Board::try_from(&builder).map_err(refusal)
}
