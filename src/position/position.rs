use std::{fmt, sync::LazyLock};

use super::{CastlingRights, Move, Setup, SetupError, Unplayable, Wing};
use crate::board::{Color, Piece, Placement, Role, Square};

/// A position that can be played: the pieces, the side to move, the rights and the clocks.
///
/// It is small and `Copy`; playing a move returns a new value. Two positions are equal if all of this agrees, the
/// clocks included; for the repetition rules use [`same_position`](Position::same_position).
///
/// ```
/// use lawbook::position::Position;
///
/// let position: Position = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1".parse()?;
/// assert!(position.is_stalemate());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) placement: Placement,
    pub(super) castling: CastlingRights,
    pub(super) fullmove_number: u32,
    pub(super) halfmove_clock: u16,
    pub(super) turn: Color,
    /// Set only if a capture there is legal.
    pub(super) en_passant: Option<Square>,
}

/// A 64-bit hash of the parts of a position that count for the repetition rules (Article 9.2.3).
///
/// Equal positions have equal keys. Different positions can have equal keys; confirm with [`Position::same_position`].
/// Keys may differ between versions of this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub(super) u64);

impl Position {
    /// The initial position (Article 2.3).
    pub fn start() -> Position {
        static START: LazyLock<Position> = LazyLock::new(|| match Position::new(&Setup::start()) {
            Ok(position) => position,
            Err(_) => unreachable!("the initial position can be played"),
        });
        *START
    }

    /// Returns the position of a setup that can be played, and that simple facts do not show to be unreachable in a
    /// game.
    ///
    /// # Errors
    ///
    /// The first reason against it, see [`SetupError`].
    pub fn new(setup: &Setup) -> Result<Position, SetupError> {
        let position = Position::from_playable(setup)?;
        setup.check_reachable()?;
        Ok(position)
    }

    /// Returns the position of a setup that can be played, even if it is [unreachable](super::Unreachable). An en passant
    /// square that no double step can have led to is dropped.
    ///
    /// # Errors
    ///
    /// The first reason why it cannot be played, see [`Unplayable`].
    pub fn from_playable(setup: &Setup) -> Result<Position, Unplayable> {
        setup.check_playable()?;
        let mut position = Position {
            placement: setup.placement,
            castling: setup.castling,
            fullmove_number: setup.fullmove_number,
            halfmove_clock: setup.halfmove_clock,
            turn: setup.turn,
            en_passant: None,
        };
        if let Some(passed) = setup.passed_square() {
            position.grant_en_passant(passed);
        }
        Ok(position)
    }

    /// Returns the position of a setup that can be played, or where the player who has just moved is in check because
    /// an illegal move has stood. The king in check cannot be captured.
    ///
    /// # Errors
    ///
    /// Another reason why it cannot be played, see [`Unplayable`].
    pub fn from_irregular(setup: &Setup) -> Result<Position, Unplayable> {
        match Position::from_playable(setup) {
            Err(Unplayable::OpponentInCheck(..)) => {
                setup.check_castling()?;
                Ok(Position {
                    castling: setup.castling,
                    fullmove_number: setup.fullmove_number,
                    halfmove_clock: setup.halfmove_clock,
                    ..Position::unchecked(setup.placement, setup.turn)
                })
            }
            other => other,
        }
    }

    /// Returns a position without castling and en passant rights. The caller guarantees that it can be played.
    pub(crate) const fn unchecked(placement: Placement, turn: Color) -> Position {
        Position {
            placement,
            castling: CastlingRights::NONE,
            fullmove_number: 1,
            halfmove_clock: 0,
            turn,
            en_passant: None,
        }
    }

    /// The side to move ("having the move", Article 1.3).
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The arrangement of the pieces.
    #[inline]
    pub const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// The piece on a square, if any.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.placement.at(square)
    }

    /// The square of this player's king.
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        Square::from_index(self.placement.pieces(color, Role::King).0.trailing_zeros() as usize)
    }

    /// The remaining castling rights.
    #[inline]
    pub const fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The move that castles to this wing, if the side to move has the right, whether or not the move is legal: two
    /// squares of the king, or in Chess960 the king taking its rook.
    pub const fn castling_move(&self, wing: Wing) -> Option<Move> {
        let Some(rook) = self.castling.rook(self.turn, wing) else { return None };
        let to = if self.castling.is_chess960() { rook } else { wing.king_to(self.turn) };
        Some(Move::new(self.king(self.turn), to))
    }

    /// The wing that this move castles to, if the side to move has the right, whether or not the move is legal.
    #[inline]
    pub fn castles(&self, played: Move) -> Option<Wing> {
        Wing::ALL.into_iter().find(|&wing| self.castling_move(wing) == Some(played))
    }

    /// Returns the square that the pawn passes over if `played` is a double step.
    pub fn passed_square(&self, played: Move) -> Option<Square> {
        let Move { from, to, .. } = played;
        let is_double_step = from.index().abs_diff(to.index()) == 16
            && self.placement.role(Role::Pawn).contains(from);
        is_double_step.then(|| Square::from_index((from.index() + to.index()) / 2))
    }

    /// The en passant target square, if a capture on it is legal.
    ///
    /// The field of a FEN may differ, because it names the square after every double step.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The number of plies since the last capture or pawn move, counted on from the value in the setup.
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the next move. It increases after each move of Black.
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The number of plies from the start of the game, by the number of the move and the side to move.
    pub fn plies(&self) -> u32 {
        let before = self.fullmove_number.saturating_sub(1).saturating_mul(2);
        before.saturating_add(u32::from(self.turn == Color::Black))
    }

    /// Whether the two are the same position for the repetition rules: the same player has the
    /// move, pieces of the same kind and colour occupy the same squares, and the possible moves are
    /// the same, castling rights and en passant captures included (Article 9.2.3).
    ///
    /// Clocks and move numbers do not matter; an en passant capture counts only if it is legal.
    #[inline]
    pub fn same_position(&self, other: &Position) -> bool {
        self.placement == other.placement
            && self.turn == other.turn
            && self.castling == other.castling
            && self.en_passant == other.en_passant
    }

    /// The hash of the parts that [`same_position`](Position::same_position) compares.
    #[inline]
    pub fn key(&self) -> Key {
        let rest = self.castling.rooks().0
            + ((self.turn as u64) << 32)
            + (self.en_passant.map_or(0, |square| square.index() as u64) << 40);
        let [white, black] = self.placement.colors.map(|set| set.0);
        let mut mixed = fold(white ^ 0x9e37_79b9_7f4a_7c15, black ^ 0xd1b5_4a32_d192_ed03);
        for pair in self.placement.roles.chunks_exact(2) {
            mixed = fold(mixed ^ pair[0].0, pair[1].0 ^ 0x8cb9_2ba7_2f3d_8dd7);
        }
        Key(fold(mixed, rest ^ 0xaaaa_aaaa_5555_5555))
    }

    /// The setup of this position. It has an en passant square only if a capture is legal.
    pub const fn setup(&self) -> Setup {
        Setup {
            placement: self.placement,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// Returns the same position with the halfmove clock at 0 and the move number at 1.
    pub const fn without_clocks(mut self) -> Position {
        self.halfmove_clock = 0;
        self.fullmove_number = 1;
        self
    }

    /// Returns the same position with colours exchanged and ranks mirrored.
    pub fn flip(&self) -> Position {
        Position {
            placement: self.placement.flip(),
            castling: self.castling.flip(),
            turn: !self.turn,
            en_passant: self.en_passant.map(Square::flip),
            ..*self
        }
    }
}

/// Formats the six fields of a FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Multiplies into 128 bits and folds the halves together.
#[inline]
pub(super) const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}
