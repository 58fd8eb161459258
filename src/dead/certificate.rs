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
    /// The squares that the pieces can reach allow no mate: one invariant, or two for the cases of one piece.
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
    /// The lines that the invariant covers.
    pub case: Case,
}

/// The lines that an invariant covers: all, or those of one of two cases about a piece, named by its start.
///
/// In a line the piece is either captured before it moves, or it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// All lines.
    All,
    /// The lines where this piece is not captured before it moves.
    Spared(Square),
    /// The lines where this piece is captured before it moves.
    Lost(Square),
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
