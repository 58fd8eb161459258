//! Evidence that a side cannot mate. Data only: one module makes it, another checks it.

use crate::{
    board::{Bitboard, Color, Piece, Square},
    position::CastlingRights,
};

/// Why no series of legal moves ends in mate by a side; anyone can check it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The material is not enough, wherever the pieces stand.
    Material,
    /// No order of play brings the pieces to where they would give mate: an invariant for each case.
    Mobility(Vec<ReachInvariant>),
    /// Every position that can arise was looked at, and none is mate. Nothing was looked at behind
    /// positions that lack mating material or lie in one of these lists of invariants, or in which the
    /// player's moves run out.
    Exhausted(Vec<Vec<ReachInvariant>>),
    /// Wherever the pieces on these squares go, and whether or not they are taken, no mate is possible: others of the
    /// player who would be mated, and pieces of the other player except king and pawns.
    Spares(Bitboard),
}

/// What each piece of a position can reach, closed under legal moves and without mate.
///
/// `THEORY.md` defines which positions lie in an invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachInvariant {
    /// The pieces of the position it was made for.
    pub pieces: Vec<PieceReach>,
    /// The castling rights of that position.
    pub castling: CastlingRights,
    /// The player who does not mate in it.
    pub side: Color,
    /// What it assumes.
    pub split: CaseSplit,
}

/// What is assumed of certain pieces, each named by the square that it starts on.
///
/// In a line of play a piece either moves and is not taken before it does, or never moves; and if it never moves, it is
/// taken at some time or is still there in the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaseSplit {
    /// Where the pieces start that never move.
    pub stay: Bitboard,
    /// Where the pieces start that move, and are not taken before.
    pub leave: Bitboard,
    /// Those of `stay` that are never taken.
    pub kept: Bitboard,
    /// Those of `stay` that are taken at some time.
    pub lost: Bitboard,
}

/// A piece and where it may stand in the course of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceReach {
    /// The piece.
    pub piece: Piece,
    /// Where it stands at first.
    pub start: Square,
    /// Where it may stand as what it is.
    pub squares: Bitboard,
    /// Where it may stand as anything it is promoted to.
    pub promoted: Bitboard,
    /// Whether it may be taken.
    pub removable: bool,
}

impl PieceReach {
    /// All squares on which it may stand.
    #[inline]
    pub fn anywhere(&self) -> Bitboard {
        self.squares | self.promoted
    }
}
