//! Certificates: evidence that a side cannot mate. Data only; the solver makes them and the checker verifies them.

use crate::{
    board::{Bitboard, Color, Piece, Square},
    position::CastlingRights,
};

/// A proof that no series of legal moves ends in mate by a side. The checker verifies it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The material is insufficient, wherever the pieces stand.
    Material,
    /// The squares that the pieces can reach allow no mate: an invariant for each case.
    Mobility(Vec<MobilityInvariant>),
    /// All positions that can arise were visited, and none is mate. Positions that lack mating material or lie in one of
    /// these lists of invariants were not expanded.
    Exhausted(Vec<Vec<MobilityInvariant>>),
    /// No mate exists, wherever the pieces on these squares go and whether or not they are captured. They are pieces
    /// of the player who would be mated, and pieces of the other player except king and pawns.
    Abstraction(Bitboard),
}

/// The squares that each piece of a position can reach, closed under legal moves and without mate.
///
/// `THEORY.md` defines which positions lie in an invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MobilityInvariant {
    /// The pieces of the position that the invariant was computed for.
    pub pieces: Vec<PieceMobility>,
    /// The castling rights of that position.
    pub castling: CastlingRights,
    /// The player who cannot mate.
    pub side: Color,
    /// The case that the invariant is about.
    pub split: CaseSplit,
}

/// Assumptions about certain pieces, each named by its start.
///
/// In a line a piece either moves, and is not captured before, or never moves. If it never moves, it is captured at
/// some time or is still there at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaseSplit {
    /// Starts of the pieces that never move.
    pub stay: Bitboard,
    /// Starts of the pieces that move, and are not captured before.
    pub leave: Bitboard,
    /// Those of `stay` that are never captured.
    pub kept: Bitboard,
    /// Those of `stay` that are captured at some time.
    pub lost: Bitboard,
}

/// A piece and the squares that it can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceMobility {
    /// The piece that the invariant is about.
    pub piece: Piece,
    /// Its square in the position that the invariant was computed for.
    pub start: Square,
    /// The squares where it may stand as this piece.
    pub squares: Bitboard,
    /// The squares where it may stand as a promoted piece.
    pub promoted: Bitboard,
    /// Whether it may be captured.
    pub removable: bool,
}

impl PieceMobility {
    /// All squares where it may stand.
    #[inline]
    pub fn anywhere(&self) -> Bitboard {
        self.squares | self.promoted
    }
}
