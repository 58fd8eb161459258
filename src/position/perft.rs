//! Counts the leaves of the tree of legal moves (perft), to check the generator against published figures.

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

#[cfg(test)]
mod tests {
    use super::*;

    // The classic positions with the node counts published for them; the last depth of the larger
    // ones is checked in `harness/reference/perft.rs`, which is built with optimisation.
    rows!(
        small_depths_have_the_published_counts,
        for (fen, counts) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8_902][..]),
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
                &[48, 2_039, 97_862],
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", &[14, 191, 2_812, 43_238]),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467]),
            ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379]),
            (
                "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
                &[46, 2_079, 89_890],
            ),
        ] {
            let position: Position = fen.parse().unwrap();
            for (depth, &count) in (1..).zip(counts) {
                assert_eq!(position.perft(depth), count, "{fen} depth {depth}");
            }
        }
    );
}
