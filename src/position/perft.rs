//! Counts the leaves of the tree of legal moves (perft), to check the generator against published figures:
//! `harness/reference/perft.rs` has them.

use std::ops::ControlFlow;

use super::{
    Move, Position, Wing,
    legal::generate,
    moves::MoveKind,
    side::{Black, Side, White},
    sink::{CountMoves, MoveSink, PawnMoves, before},
};
use crate::board::{Bitboard, Color, Role, Square};

impl Position {
    /// The number of different lines of exactly `depth` plies.
    ///
    /// The last ply is counted without being played ("bulk counting").
    ///
    /// ```
    /// assert_eq!(lawbook::position::Position::start().perft(3), 8_902);
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        match self.turn {
            Color::White => leaves::<White>(self, depth),
            Color::Black => leaves::<Black>(self, depth),
        }
    }
}

fn leaves<S: Side>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut count = CountMoves(0);
            let _ = generate::<S, _>(position, Bitboard::FULL, &mut count);
            count.0
        }
        _ => {
            let mut descent =
                Descent::<S> { position, depth, leaves: 0, side: std::marker::PhantomData };
            let _ = generate::<S, _>(position, Bitboard::FULL, &mut descent);
            descent.leaves
        }
    }
}

/// Descends into every move as it is generated, so that no list of moves is needed.
struct Descent<'a, S> {
    position: &'a Position,
    depth: u32,
    leaves: u64,
    side: std::marker::PhantomData<S>,
}

impl<S: Side> Descent<'_, S> {
    #[inline]
    fn below(&mut self, kind: MoveKind, from: Square, to: Square) {
        let mut next = *self.position;
        next.make::<S>(kind, from, to);
        self.leaves += leaves::<S::Opponent>(&next, self.depth - 1);
    }
}

impl<S: Side> MoveSink for Descent<'_, S> {
    #[inline]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) -> ControlFlow<()> {
        for to in targets {
            self.below(MoveKind::Piece(role), from, to);
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn pawns(&mut self, moves: PawnMoves) -> ControlFlow<()> {
        for (targets, step) in moves {
            for to in targets {
                self.below(MoveKind::Pawn, before(to, step), to);
            }
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i32) -> ControlFlow<()> {
        for to in targets {
            for role in Role::PROMOTIONS {
                self.below(MoveKind::Promotion(role), before(to, step), to);
            }
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()> {
        self.below(MoveKind::EnPassant, from, to);
        ControlFlow::Continue(())
    }
    #[inline]
    fn castling(&mut self, wing: Wing, written: Move) -> ControlFlow<()> {
        self.below(MoveKind::Castling(wing), written.from, written.to);
        ControlFlow::Continue(())
    }
}
