use super::{
    IllegalMove, Move, Position,
    legal::{Threats, any, find},
    side::{Black, Side, White},
};
use crate::board::{Bitboard, Color};

/// A position with what bears on the king of the player on move: the checks and the pins are found
/// once, and several questions asked of them. Quicker than [`Position`] along a game.
///
/// ```
/// use lawbook::position::{Outlook, Position};
///
/// let mut outlook = Outlook::new("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1".parse()?);
/// outlook.play("f7g7".parse()?)?;
/// assert!(outlook.is_check() && !outlook.has_legal_move());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Outlook {
    position: Position,
    threats: Threats,
    has_legal_move: bool,
}

impl Outlook {
    /// The outlook from a position.
    pub fn new(position: Position) -> Outlook {
        match position.turn() {
            Color::White => Outlook::of::<White>(position),
            Color::Black => Outlook::of::<Black>(position),
        }
    }

    /// The position.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The opponent's pieces that give check to the player on move.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.threats.checkers
    }

    /// Whether the player on move is in check (Article 3.9.1).
    #[inline]
    pub const fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Whether the player on move has a legal move.
    #[inline]
    pub const fn has_legal_move(&self) -> bool {
        self.has_legal_move
    }

    /// Plays a legal move.
    ///
    /// # Errors
    ///
    /// The move is not legal here; nothing has changed.
    #[inline]
    pub fn play(&mut self, wanted: Move) -> Result<(), IllegalMove> {
        match self.position.turn() {
            Color::White => self.make::<White>(wanted),
            Color::Black => self.make::<Black>(wanted),
        }
    }

    fn of<S: Side>(position: Position) -> Outlook {
        let threats = Threats::new::<S>(&position);
        Outlook { has_legal_move: any::<S>(&position, &threats), position, threats }
    }

    #[inline]
    fn make<S: Side>(&mut self, wanted: Move) -> Result<(), IllegalMove> {
        let kind = find::<S>(&self.position, &self.threats, wanted)?;
        self.position.make::<S>(kind, wanted.from, wanted.to);
        self.threats = Threats::new::<S::Other>(&self.position);
        self.has_legal_move = any::<S::Other>(&self.position, &self.threats);
        Ok(())
    }
}
