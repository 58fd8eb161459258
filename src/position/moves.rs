use std::{cmp::Ordering, fmt, ops::ControlFlow};

use super::{
    Wing,
    sink::{MoveSink, PawnMoves, before},
};
use crate::board::{Bitboard, Role, Square};

/// A move: the origin square, the target square, and the role that a pawn is promoted to.
///
/// Castling is the king's move of two squares, in Chess960 the king taking its own rook. Whether it is legal depends on
/// the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The origin square.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The role that a pawn on the last rank is promoted to.
    pub promotion: Option<Role>,
}

/// The error for a move that is not legal in its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a legal move in this position")]
pub struct IllegalMove(pub Move);

impl Move {
    /// Returns a move without promotion.
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to, promotion: None }
    }

    /// Returns the move with the ranks mirrored.
    pub const fn flip(self) -> Move {
        Move { from: self.from.flip(), to: self.to.flip(), promotion: self.promotion }
    }

    /// The move in UCI, without a heap allocation.
    #[inline]
    pub(crate) fn text(self) -> MoveText {
        let mut bytes = [0; 5];
        bytes[..2].copy_from_slice(self.from.name().as_bytes());
        bytes[2..4].copy_from_slice(self.to.name().as_bytes());
        let letter = self.promotion.map(|role| role.letter().to_ascii_lowercase() as u8);
        bytes[4] = letter.unwrap_or_default();
        MoveText { bytes, length: if letter.is_some() { 5 } else { 4 } }
    }

    /// The parts as one number, which is quick to compare.
    #[inline]
    const fn rank(self) -> u16 {
        let promotion = match self.promotion {
            None => 0,
            Some(role) => role as u16 + 1,
        };
        ((self.from.index() as u16) << 9) + ((self.to.index() as u16) << 3) + promotion
    }
}

/// A move in UCI.
#[derive(Clone, Copy)]
pub(crate) struct MoveText {
    bytes: [u8; 5],
    length: usize,
}

impl MoveText {
    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

/// Orders moves by origin square, then target square, then promotion.
impl Ord for Move {
    #[inline]
    fn cmp(&self, other: &Move) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Move {
    #[inline]
    fn partial_cmp(&self, other: &Move) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Formats the move in the notation of the Universal Chess Interface: `e2e4`, `e1g1`, `a7a8q`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().as_str())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A collection of moves that returns them sorted. It marks their squares on bitboards and reads these off in order,
/// which is quicker than sorting by comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveSorter {
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
    pub(crate) fn push(&mut self, one: Move) {
        let targets = &mut self.targets[one.from.index()];
        if one.promotion.is_some() || targets.contains(one.to) {
            self.others.push(one);
            return;
        }
        *targets |= one.to.set();
        self.origins |= one.from.set();
    }

    /// Returns the moves in [their order](Move#impl-Ord-for-Move).
    pub(crate) fn into_sorted_vec(mut self) -> Vec<Move> {
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

    #[test]
    fn moves_are_sorted_by_squares_and_promotion() {
        let [a1, b1, h8] = [0, 1, 63].map(Square::from_index);
        let promoted = |role| Move { promotion: Some(role), ..Move::new(a1, h8) };
        let mut sorted = vec![Move::new(a1, b1), Move::new(a1, h8)];
        sorted.extend(Role::ALL.map(promoted));
        sorted.extend([Move::new(b1, a1), Move::new(b1, h8), Move::new(h8, a1)]);
        for (index, one) in sorted.iter().enumerate() {
            for (other_index, other) in sorted.iter().enumerate() {
                assert_eq!(one.cmp(other), index.cmp(&other_index), "{one} {other}");
            }
        }
    }
}

#[cfg(test)]
mod sorted_tests {
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
