//! The player on move as a type, so that the generator is compiled once for each colour.

use crate::board::{Bitboard, Color, Rank};

pub(super) trait Side {
    type Opponent: Side;
    const COLOR: Color;
    /// How far a pawn's step moves it in index order.
    const UP: i32;
    /// The rank from which a pawn goes on to its double step.
    const THIRD: Bitboard = Rank::relative(3, Self::COLOR).squares();
    /// The rank to which that step leads.
    const FOURTH: Bitboard = Rank::relative(4, Self::COLOR).squares();
    /// The rank on which a pawn is promoted.
    const LAST: Bitboard = Rank::relative(8, Self::COLOR).squares();
}

pub(super) struct White;
pub(super) struct Black;

impl Side for White {
    type Opponent = Black;
    const COLOR: Color = Color::White;
    const UP: i32 = 8;
}

impl Side for Black {
    type Opponent = White;
    const COLOR: Color = Color::Black;
    const UP: i32 = -8;
}
