//! Example games that several families of questions use.

use lawbook::board::Square;

pub(super) const A1: Square = Square::from_index(0);
pub(super) const H1: Square = Square::from_index(7);
pub(super) const E2: Square = Square::from_index(12);

pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
pub(super) const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
pub(super) const PROMOTION: &str = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1";
pub(super) const ROOK: &str = "8/8/4k3/8/8/4K3/8/7R w - - 0 1";
pub(super) const ROOK_AND_100_PLIES: &str = "8/8/4k3/8/8/4K3/8/7R w - - 100 90";
pub(super) const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// The start position has occurred twice, and Black's next move can repeat it again.
pub(super) const TWICE: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
/// The start position has occurred three times.
pub(super) const BACK_AT_START: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
/// The shortest mate, by Black.
pub(super) const FOOLS_MATE: &str = "f2f3 e7e5 g2g4 d8h4";
