use super::{
    IllegalMove, Move, Position,
    legal::{Threats, any},
    side::{Black, Side, White},
};
use crate::board::{Bitboard, Color};

/// A position with its checks, its pins, and whether it has a legal move, computed once for several queries. It is
/// quicker than [`Position`] for replaying a game.
///
/// ```
/// use lawbook::position::{PositionWithChecks, Position};
///
/// let mut with_checks = PositionWithChecks::new("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1".parse()?);
/// with_checks.play("f7g7".parse()?)?;
/// assert!(with_checks.is_check() && !with_checks.has_legal_move());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct PositionWithChecks {
    position: Position,
    threats: Threats,
    has_legal_move: bool,
}

impl PositionWithChecks {
    /// Computes the checks and pins of a position.
    #[inline]
    pub fn new(position: Position) -> PositionWithChecks {
        match position.turn() {
            Color::White => PositionWithChecks::of::<White>(position),
            Color::Black => PositionWithChecks::of::<Black>(position),
        }
    }

    /// Returns the position without the checks and pins.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The opponent's pieces that give check to the side to move.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.threats.checkers
    }

    /// Whether the side to move is in check (Article 3.9.1).
    #[inline]
    pub const fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Whether the side to move has a legal move.
    #[inline]
    pub const fn has_legal_move(&self) -> bool {
        self.has_legal_move
    }

    /// All legal moves, sorted.
    ///
    /// ```
    /// use lawbook::position::{Position, PositionWithChecks};
    ///
    /// assert!(PositionWithChecks::new(Position::start()).sorted_legal_moves().is_sorted());
    /// ```
    pub fn sorted_legal_moves(&self) -> Vec<Move> {
        let mut moves = self.position.legal_moves();
        moves.sort_unstable();
        moves
    }

    /// Plays a legal move.
    ///
    /// # Errors
    ///
    /// The move is not legal here. Nothing has changed.
    #[inline]
    pub fn play(&mut self, wanted: Move) -> Result<(), IllegalMove> {
        let played = match self.position.turn() {
            Color::White => self.make::<White>(wanted),
            Color::Black => self.make::<Black>(wanted),
        };
        played.ok_or(IllegalMove(wanted))
    }

    fn of<S: Side>(position: Position) -> PositionWithChecks {
        let threats = Threats::new::<S>(&position);
        PositionWithChecks { has_legal_move: any::<S>(&position, &threats), position, threats }
    }

    #[inline(always)]
    fn make<S: Side>(&mut self, wanted: Move) -> Option<()> {
        self.position.make_if_legal::<S>(wanted)?;
        self.threats = Threats::new::<S::Opponent>(&self.position);
        self.has_legal_move = any::<S::Opponent>(&self.position, &self.threats);
        Some(())
    }
}
