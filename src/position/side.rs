//! The side to move as a type, so that the generator is compiled once for each colour.

use crate::board::{Bitboard, Color, Rank};

pub(super) trait Side {
    type Opponent: Side;
    const COLOR: Color;
    /// The index offset of a single step of a pawn.
    const UP: i32;
    /// The rank that a double step passes.
    const THIRD: Bitboard = Rank::relative(3, Self::COLOR).squares();
    /// The target rank of a double step.
    const FOURTH: Bitboard = Rank::relative(4, Self::COLOR).squares();
    /// The promotion rank.
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
