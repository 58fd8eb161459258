//! The legal moves of a position, and the positions after them.

use std::ops::ControlFlow;

use super::{
    IllegalMove, Move, Position,
    legal::{Threats, any, generate},
    side::{Black, White},
    sink::{CountMoves, EachGroup, EachMove, MoveGroup, MoveSink},
};
use crate::board::{Bitboard, Color, Role, Square};

impl Position {
    /// The opponent's pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        let king = self.king(self.turn);
        self.placement.attackers(!self.turn, king, self.placement.occupied())
    }

    /// Whether the side to move is in check (Article 3.9.1).
    #[inline]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Whether the side to move is checkmated (Article 1.4.1).
    #[inline]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move is stalemated (Article 5.2.1).
    #[inline]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move has a legal move.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        match self.turn {
            Color::White => any::<White>(self, &Threats::new::<White>(self)),
            Color::Black => any::<Black>(self, &Threats::new::<Black>(self)),
        }
    }

    /// The number of legal moves. A promotion counts once for each possible role.
    pub fn count_legal_moves(&self) -> usize {
        let mut count = CountMoves(0);
        let _ = self.give_moves(Bitboard::FULL, &mut count);
        count.0 as usize
    }

    /// All legal moves, in unspecified order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(48);
        let _ = self.try_each_move_from(Bitboard::FULL, |legal| {
            moves.push(legal);
            ControlFlow::Continue(())
        });
        moves
    }

    /// Calls the closure with each legal move of the pieces on `origins`, until it returns `Break`.
    #[inline]
    pub fn try_each_move_from(
        &self,
        origins: Bitboard,
        visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.give_moves(origins, &mut EachMove(visit))
    }

    /// Calls the closure with the legal moves of the pieces on `origins`, in groups, until it returns `Break`.
    #[inline]
    pub(crate) fn try_each_group(
        &self,
        origins: Bitboard,
        visit: impl FnMut(MoveGroup) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.give_moves(origins, &mut EachGroup(visit))
    }

    #[inline]
    fn give_moves<K: MoveSink>(&self, origins: Bitboard, sink: &mut K) -> ControlFlow<()> {
        match self.turn {
            Color::White => generate::<White, _>(self, origins, sink),
            Color::Black => generate::<Black, _>(self, origins, sink),
        }
    }

    /// Whether the move is legal in this position.
    pub fn is_legal(&self, wanted: Move) -> bool {
        self.play(wanted).is_ok()
    }

    /// Returns the position after a legal move.
    ///
    /// # Errors
    ///
    /// The move is not legal in this position.
    #[inline]
    pub fn play(&self, wanted: Move) -> Result<Position, IllegalMove> {
        let mut next = *self;
        next.try_play(wanted)?;
        Ok(next)
    }

    /// Returns the position after a move that the caller knows to be legal, for instance because it is one of
    /// [`legal_moves`](Position::legal_moves).
    ///
    /// For any other move the result is an unspecified value of this type.
    #[inline]
    pub fn after(&self, legal: Move) -> Position {
        let mut next = *self;
        match self.turn {
            Color::White => next.make::<White>(self.kind::<White>(legal), legal.from, legal.to),
            Color::Black => next.make::<Black>(self.kind::<Black>(legal), legal.from, legal.to),
        }
        next
    }

    /// Returns the position after an illegal move that was not noticed: a piece is moved and the turn passes.
    ///
    /// `None` if the move is legal, if the side to move has no piece on the origin square or one on the target square,
    /// or if play could not go on: a king is captured or adjacent to the other, or a pawn stands on the last rank. If
    /// the move leaves the king in check, the result is a position that no setup can be converted to: the opponent of
    /// the side to move is in check, and its king cannot be captured.
    pub fn displace(&self, tried: Move) -> Option<Position> {
        let piece = self.at(tried.from).filter(|piece| piece.color == self.turn)?;
        let taken = self.at(tried.to);
        if self.is_legal(tried) || taken.is_some_and(|taken| taken.color == self.turn) {
            return None;
        }
        let mut setup = self.setup();
        setup.placement.remove(tried.from);
        setup.placement.remove(tried.to);
        setup.placement.put(tried.to, piece);
        for (color, wing) in self.castling.iter() {
            let rook = self.castling.rook(color, wing);
            let home = self.king(color).set() | rook.map_or(Bitboard::EMPTY, Square::set);
            if home.contains(tried.from) || home.contains(tried.to) {
                setup.castling.remove(color, wing);
            }
        }
        let counts = taken.is_none() && piece.role != Role::Pawn;
        setup.halfmove_clock = if counts { self.halfmove_clock.saturating_add(1) } else { 0 };
        setup.fullmove_number = self.fullmove_number.saturating_add(self.turn as u32);
        setup.en_passant = None;
        setup.turn = !self.turn;
        Position::from_irregular(&setup).ok()
    }

    /// Returns the position after the clock was pressed without a move, unnoticed: only the turn passes. A king
    /// in check stays in check, as after [`displace`](Position::displace).
    #[must_use]
    pub fn pass(&self) -> Position {
        Position {
            turn: !self.turn,
            halfmove_clock: self.halfmove_clock.saturating_add(1),
            fullmove_number: self.fullmove_number.saturating_add(self.turn as u32),
            en_passant: None,
            ..*self
        }
    }

    /// Returns the position after a pawn was left on the last rank, unnoticed. No setup can be converted to it.
    ///
    /// `None` if `pushed` is no move with which a pawn could be promoted.
    pub fn leave_pawn(&self, pushed: Move) -> Option<Position> {
        let pawn = self.at(pushed.from)?;
        let queen = Move { promotion: Some(Role::Queen), ..pushed };
        let mut next = self.is_legal(queen).then(|| self.after(queen))?;
        next.placement.remove(pushed.to);
        next.placement.put(pushed.to, pawn);
        Some(next)
    }
}
