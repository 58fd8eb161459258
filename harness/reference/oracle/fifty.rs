//! "The last 50 moves by each player have been completed without the movement of any pawn and without any capture":
//! counts backwards until a pawn move or a capture.

use lawbook::{
    board::{Piece, Role, Square},
    position::Position,
};

/// Number of plies since the last pawn move or capture, including those in the halfmove clock of the setup.
pub(crate) fn quiet_plies(history: &[Position]) -> usize {
    let pairs = history.windows(2).rev();
    let quiet = pairs.take_while(|pair| is_quiet(&pair[0], &pair[1])).count();
    if quiet + 1 == history.len() {
        quiet + usize::from(history[0].halfmove_clock())
    } else {
        quiet
    }
}

fn is_quiet(before: &Position, after: &Position) -> bool {
    let pieces =
        |board: &Position| Square::all().filter(|&square| board.at(square).is_some()).count();
    let is_pawn = |piece: Option<Piece>| piece.is_some_and(|piece| piece.role == Role::Pawn);
    let pawns_stay =
        Square::all().all(|square| is_pawn(before.at(square)) == is_pawn(after.at(square)));
    pieces(before) == pieces(after) && pawns_stay
}
