//! Consumers of generated moves: counting, visiting, stopping at the first.

use std::ops::ControlFlow;

use super::{Move, Wing};
use crate::board::{Bitboard, Role, Square};

/// Receives legal moves in groups; returning `Break` stops the generator.
pub(super) trait MoveSink {
    /// Moves of one piece other than a pawn, including the king's steps.
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) -> ControlFlow<()>;
    /// Pawn moves other than promotions and en passant captures.
    fn pawns(&mut self, moves: PawnMoves) -> ControlFlow<()>;
    /// Pawn moves to the last rank; each target stands for four moves.
    fn promotions(&mut self, targets: Bitboard, step: i32) -> ControlFlow<()>;
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()>;
    /// Castling to `wing`, with the move that denotes it.
    fn castling(&mut self, wing: Wing, written: Move) -> ControlFlow<()>;
}

/// The targets of single steps, of double steps, and of captures towards the a and the h file, each with the index
/// offset from the origin square.
pub(super) type PawnMoves = [(Bitboard, i32); 4];

/// Counts moves.
pub(super) struct CountMoves(pub(super) u64);

impl MoveSink for CountMoves {
    #[inline]
    fn piece(&mut self, _: Role, _: Square, targets: Bitboard) -> ControlFlow<()> {
        self.0 += u64::from(targets.len());
        ControlFlow::Continue(())
    }
    #[inline]
    fn pawns(
        &mut self,
        [(single, _), (double, _), (left, _), (right, _)]: PawnMoves,
    ) -> ControlFlow<()> {
        // Steps go to empty squares, captures to taken ones, and no two pawns step to the same
        // square: three of the four groups have no square in common, and are counted together.
        self.0 += u64::from((single | double | left).len() + right.len());
        ControlFlow::Continue(())
    }
    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i32) -> ControlFlow<()> {
        self.0 += 4 * u64::from(targets.len());
        ControlFlow::Continue(())
    }
    #[inline]
    fn en_passant(&mut self, _: Square, _: Square) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
    #[inline]
    fn castling(&mut self, _: Wing, _: Move) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// Stops at the first move.
pub(super) struct AnyMove;

impl MoveSink for AnyMove {
    #[inline]
    fn piece(&mut self, _: Role, _: Square, targets: Bitboard) -> ControlFlow<()> {
        stop_if(!targets.is_empty())
    }
    #[inline]
    fn pawns(&mut self, moves: PawnMoves) -> ControlFlow<()> {
        stop_if(moves.into_iter().any(|(targets, _)| !targets.is_empty()))
    }
    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i32) -> ControlFlow<()> {
        stop_if(!targets.is_empty())
    }
    #[inline]
    fn en_passant(&mut self, _: Square, _: Square) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
    #[inline]
    fn castling(&mut self, _: Wing, _: Move) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Calls a closure with every move; the closure may stop the generator.
pub(super) struct EachMove<F>(pub(super) F);

impl<F: FnMut(Move) -> ControlFlow<()>> MoveSink for EachMove<F> {
    #[inline]
    fn piece(&mut self, _: Role, from: Square, targets: Bitboard) -> ControlFlow<()> {
        targets.into_iter().try_for_each(|to| (self.0)(Move::new(from, to)))
    }
    #[inline]
    fn pawns(&mut self, moves: PawnMoves) -> ControlFlow<()> {
        moves.into_iter().try_for_each(|(targets, step)| {
            targets.into_iter().try_for_each(|to| (self.0)(Move::new(before(to, step), to)))
        })
    }
    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i32) -> ControlFlow<()> {
        targets.into_iter().try_for_each(|to| {
            Role::PROMOTIONS.into_iter().try_for_each(|role| {
                (self.0)(Move { from: before(to, step), to, promotion: Some(role) })
            })
        })
    }
    #[inline]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()> {
        (self.0)(Move::new(from, to))
    }
    #[inline]
    fn castling(&mut self, _: Wing, written: Move) -> ControlFlow<()> {
        (self.0)(written)
    }
}

/// A group of legal moves.
pub(crate) enum MoveGroup {
    /// The moves of one piece, without castling.
    Piece(Role, Square, Bitboard),
    /// Steps or captures of pawns in one direction, with the index offset from their origin squares.
    Pawns(Bitboard, i32),
    /// A promotion, a capture en passant, or castling.
    One(Move),
}

/// Calls a closure with every group of moves; the closure may stop the generator.
pub(super) struct EachGroup<F>(pub(super) F);

impl<F: FnMut(MoveGroup) -> ControlFlow<()>> EachGroup<F> {
    #[inline]
    fn each_move(&mut self) -> EachMove<impl FnMut(Move) -> ControlFlow<()>> {
        EachMove(|one| (self.0)(MoveGroup::One(one)))
    }
}

impl<F: FnMut(MoveGroup) -> ControlFlow<()>> MoveSink for EachGroup<F> {
    #[inline]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) -> ControlFlow<()> {
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        (self.0)(MoveGroup::Piece(role, from, targets))
    }
    #[inline]
    fn pawns(&mut self, moves: PawnMoves) -> ControlFlow<()> {
        let mut some = moves.into_iter().filter(|(targets, _)| !targets.is_empty());
        some.try_for_each(|(targets, step)| (self.0)(MoveGroup::Pawns(targets, step)))
    }
    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i32) -> ControlFlow<()> {
        self.each_move().promotions(targets, step)
    }
    #[inline]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()> {
        self.each_move().en_passant(from, to)
    }
    #[inline]
    fn castling(&mut self, wing: Wing, written: Move) -> ControlFlow<()> {
        self.each_move().castling(wing, written)
    }
}

/// The origin square of a pawn that made a step of this size.
#[inline]
pub(crate) fn before(to: Square, step: i32) -> Square {
    Square::from_index((to.index() as i32 - step) as usize)
}

#[inline]
fn stop_if(stop: bool) -> ControlFlow<()> {
    if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
