//! "Positions are the same if the same player has the move, pieces of the same kind and colour occupy the same squares,
//! and the possible moves of all the pieces are the same", including castling rights.

use lawbook::{
    board::{Color, Square},
    position::{Position, Wing},
};

/// Whether two boards are the same position.
pub(crate) fn is_same(one: &Position, other: &Position) -> bool {
    one.turn() == other.turn()
        && Square::all().all(|square| one.at(square) == other.at(square))
        && Color::ALL.into_iter().all(|color| {
            Wing::ALL.into_iter().all(|wing| {
                one.castling().has(color, wing) == other.castling().has(color, wing)
            })
        })
        // With the same pieces and castling rights, only en passant captures can differ.
        && one.legal_moves().len() == other.legal_moves().len()
        && one.legal_moves().iter().all(|legal| other.legal_moves().contains(legal))
}

/// Number of occurrences of the last board in a history.
pub(crate) fn occurrences(history: &[Position]) -> usize {
    let last = history.last().unwrap();
    history.iter().filter(|earlier| is_same(earlier, last)).count()
}

/// Whether the last board has occurred five times, each time two moves by both players after the previous one.
pub(crate) fn is_five_in_a_row(history: &[Position]) -> bool {
    let mut back = history.iter().rev().step_by(4);
    let last = back.next().unwrap();
    back.clone().count() >= 4 && back.take(4).all(|earlier| is_same(earlier, last))
}
