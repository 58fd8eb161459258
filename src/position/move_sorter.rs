use std::ops::ControlFlow;

use super::{
    Move, Wing,
    sink::{MoveSink, PawnMoves, before},
};
use crate::board::{Bitboard, Role, Square};

/// A collection of moves that returns them sorted. It marks their squares on bitboards and reads these off in order,
/// which is quicker than sorting by comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveSorter {
    /// The targets of the piece on each square.
    targets: [Bitboard; 64],
    origins: Bitboard,
    /// Moves that the bitboards do not distinguish: promotions and duplicates.
    others: Vec<Move>,
}

impl Default for MoveSorter {
    fn default() -> MoveSorter {
        MoveSorter { targets: [Bitboard::EMPTY; 64], origins: Bitboard::EMPTY, others: Vec::new() }
    }
}

impl MoveSorter {
    #[inline]
    /// Adds a move.
    pub fn push(&mut self, one: Move) {
        let targets = &mut self.targets[one.from.index()];
        if one.promotion.is_some() || targets.contains(one.to) {
            self.others.push(one);
            return;
        }
        *targets |= one.to.set();
        self.origins |= one.from.set();
    }

    /// Returns the moves in [their order](Move#impl-Ord-for-Move).
    pub fn into_sorted_vec(mut self) -> Vec<Move> {
        // Room for the moves of most positions.
        let mut moves = Vec::with_capacity(64);
        if self.others.is_empty() {
            for from in self.origins {
                for to in self.targets[from.index()] {
                    moves.push(Move::new(from, to));
                }
            }
            return moves;
        }
        self.others.sort_unstable();
        let mut others = self.others.into_iter().peekable();
        for from in self.origins {
            for to in self.targets[from.index()] {
                let one = Move::new(from, to);
                while let Some(other) = others.next_if(|other| *other < one) {
                    moves.push(other);
                }
                moves.push(one);
            }
        }
        moves.extend(others);
        moves
    }
}

/// For legal moves, which contain no duplicates.
impl MoveSink for MoveSorter {
    #[inline]
    fn piece(&mut self, _: Role, from: Square, targets: Bitboard) -> ControlFlow<()> {
        self.targets[from.index()] |= targets;
        self.origins |= from.set();
        ControlFlow::Continue(())
    }
    #[inline]
    fn pawns(&mut self, moves: PawnMoves) -> ControlFlow<()> {
        for (targets, step) in moves {
            for to in targets {
                let from = before(to, step);
                self.targets[from.index()] |= to.set();
                self.origins |= from.set();
            }
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i32) -> ControlFlow<()> {
        for to in targets {
            let promoted = |role| Move { from: before(to, step), to, promotion: Some(role) };
            self.others.extend(Role::PROMOTIONS.map(promoted));
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()> {
        self.piece(Role::Pawn, from, to.set())
    }
    #[inline]
    fn castling(&mut self, _: Wing, written: Move) -> ControlFlow<()> {
        self.piece(Role::King, written.from, written.to.set())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Position, PositionWithChecks};

    #[test]
    fn moves_are_read_off_in_order_and_none_is_changed() {
        let promotions = || Role::ALL.into_iter().map(Some).chain([None]);
        let mut moves: Vec<Move> = Square::all()
            .flat_map(|from| Square::all().map(move |to| (from, to)))
            .flat_map(|(from, to)| promotions().map(move |promotion| Move { from, to, promotion }))
            .collect();
        moves.reverse();
        let plain: Vec<Move> =
            moves.iter().copied().filter(|one| one.promotion.is_none()).collect();
        // The last of them is the first when sorted.
        let twice = [&plain[..], &plain[plain.len() - 1..]].concat();
        for moves in [plain, twice, moves] {
            let mut compared = moves.clone();
            compared.sort();
            let mut sorted = MoveSorter::default();
            moves.into_iter().for_each(|one| sorted.push(one));
            assert_eq!(sorted.into_sorted_vec(), compared);
        }
    }

    rows!(
        legal_moves_are_the_same_ones_sorted,
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
            "5krr/8/8/8/8/8/8/5KRR w Gg - 0 1",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        ] {
            let start: Position = fen.parse().unwrap();
            for position in [start, start.flip()] {
                let mut compared = position.legal_moves();
                compared.sort();
                assert_eq!(
                    PositionWithChecks::new(position).sorted_legal_moves(),
                    compared,
                    "{position}"
                );
            }
        }
    );
}
