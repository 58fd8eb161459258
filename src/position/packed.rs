//! A position without its clocks in 32 bytes, for large sets of positions.

use super::{CastlingRights, Position, position::fold};
use crate::board::{Bitboard, Color, Placement, Square};

/// A packed position. Two values are equal exactly if [`Position::same_position`] holds for their positions.
///
/// Three bit planes hold the role of the piece on each square as a number, 1 for a pawn to 6 for a king. The number 7
/// is a rook that may castle or a pawn that can be captured en passant; these differ by their rank. The fourth plane
/// holds White's pieces. The lowest empty square is set in it if Black is to move, and the next empty square if the
/// game is Chess960, which is the same throughout a game.
#[derive(Clone, Copy, Debug, Eq, Hash)]
#[allow(clippy::derived_hash_with_manual_eq)] // equal planes, equal hash
pub(crate) struct Packed(u64, u64, u64, u64);

impl PartialEq for Packed {
    /// Without a branch, because the first plane that differs cannot be predicted.
    #[inline]
    fn eq(&self, other: &Packed) -> bool {
        (self.0 ^ other.0) | (self.1 ^ other.1) | (self.2 ^ other.2) | (self.3 ^ other.3) == 0
    }
}

impl Packed {
    #[inline]
    pub(crate) fn new(position: &Position) -> Packed {
        let placement = &position.placement;
        let [pawns, knights, bishops, rooks, queens, kings] = placement.roles.map(|set| set.0);
        let occupied = placement.occupied().0;
        let lowest_empty = !occupied & occupied.wrapping_add(1);
        let turn = if position.turn == Color::Black { lowest_empty } else { 0 };
        let chess960 = if position.castling.is_chess960() { next_empty(occupied) } else { 0 };
        let mut special = position.castling.rooks().0;
        if let Some(passed) = position.en_passant {
            special |= Square::from_index(passed.index() ^ 8).set().0;
        }
        Packed(
            pawns | bishops | queens | special,
            knights | bishops | kings | special,
            rooks | queens | kings | special,
            placement.color(Color::White).0 | turn | chess960,
        )
    }

    pub(crate) fn unpack(self) -> Position {
        let Packed(a, b, c, d) = self;
        let occupied = a | b | c;
        let special = a & b & c;
        let home = Bitboard::END_RANKS.0;
        let castling = special & home;
        let stepped = special & !home;
        let white = d & occupied;
        let roles = [
            a & !b & !c | stepped,
            !a & b & !c,
            a & b & !c,
            !a & !b & c | castling,
            a & !b & c,
            !a & b & c,
        ];
        let placement = Placement {
            colors: [Bitboard(white), Bitboard(occupied & !white)],
            roles: roles.map(Bitboard),
        };
        let lowest_empty = !occupied & occupied.wrapping_add(1);
        let chess960 = d & next_empty(occupied) != 0;
        Position {
            placement,
            castling: CastlingRights::of_rooks(Bitboard(castling), &placement, chess960),
            fullmove_number: 1,
            halfmove_clock: 0,
            turn: if d & lowest_empty == 0 { Color::White } else { Color::Black },
            en_passant: Bitboard(stepped).first().map(|pawn| Square::from_index(pawn.index() ^ 8)),
        }
    }

    /// One of 64 bits, chosen by the hash.
    #[inline]
    pub(crate) fn mark(self) -> u64 {
        1 << (self.hash() >> 58)
    }

    #[inline]
    pub(crate) fn hash(self) -> u64 {
        let Packed(a, b, c, d) = self;
        fold(
            fold(a ^ 0x9e37_79b9_7f4a_7c15, b ^ 0xd1b5_4a32_d192_ed03) ^ c,
            d ^ 0x8cb9_2ba7_2f3d_8dd7,
        )
    }
}

/// The second-lowest empty square; at least 32 squares are empty.
#[inline]
const fn next_empty(occupied: u64) -> u64 {
    let filled = occupied | occupied.wrapping_add(1);
    !filled & filled.wrapping_add(1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::position::Setup;

    /// Similar positions: some thousands that a few plies lead to.
    fn near(fen: &str, depth: u32) -> Vec<Position> {
        let start = Position::from_playable(&fen.parse::<Setup>().unwrap()).unwrap();
        let mut all: HashSet<Packed> = HashSet::from([Packed::new(&start)]);
        for _ in 0..depth {
            let more = all.iter().flat_map(|packed| {
                let position = packed.unpack();
                position
                    .legal_moves()
                    .into_iter()
                    .map(move |played| Packed::new(&position.after(played)))
            });
            all = all.iter().copied().chain(more).collect();
        }
        all.into_iter().map(Packed::unpack).collect()
    }

    /// Whether every bit is set in about half of the numbers, and no two are equal.
    fn spread(numbers: &[u64]) -> bool {
        let set = |bit: u32| numbers.iter().filter(|&number| number >> bit & 1 == 1).count();
        let is_half = |count: usize| (45..=55).contains(&(100 * count / numbers.len()));
        (0..64).all(|bit| is_half(set(bit)))
            && numbers.iter().collect::<HashSet<_>>().len() == numbers.len()
    }

    rows!(
        hashes_of_similar_positions_differ,
        for (fen, depth) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3),
            ("r3k2r/p6p/8/1pP5/8/8/P6P/R3K2R w KQkq b6 0 1", 3),
            ("8/8/3k4/8/1b6/8/3K1N2/8 w - - 0 1", 4),
        ] {
            let positions = near(fen, depth);
            let hashes: Vec<u64> = positions.iter().map(|one| Packed::new(one).hash()).collect();
            assert!(spread(&hashes), "{fen}: the hashes");
            let keys: Vec<u64> = positions.iter().map(|one| one.key().0).collect();
            assert!(spread(&keys), "{fen}: the keys");
            let mut marks = [0; 64];
            for position in &positions {
                let mark = Packed::new(position).mark();
                assert_eq!(mark.count_ones(), 1, "{position}");
                marks[mark.trailing_zeros() as usize] += 1;
            }
            let most = marks.into_iter().max().unwrap();
            assert!(
                most < 3 * positions.len() / 64,
                "{fen}: {most} of {} have one mark",
                positions.len()
            );
        }
    );

    rows!(
        packing_keeps_what_makes_positions_the_same,
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
            "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1",
            "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1",
            "8/8/8/8/8/k7/8/KBNRQqrb b - - 0 1",
            "1r3krr/8/8/8/8/8/8/RRK4R b HBgb - 0 1",
            "4k3/8/8/pP6/8/8/8/R3K3 w A a6 0 1",
        ] {
            let position = Position::from_playable(&fen.parse::<Setup>().unwrap()).unwrap();
            let mut all = vec![position];
            all.extend(position.legal_moves().into_iter().map(|played| position.after(played)));
            for position in all {
                let packed = Packed::new(&position);
                let unpacked = packed.unpack();
                assert_eq!(unpacked, position.without_clocks());
                assert_eq!(unpacked.castling().is_chess960(), position.castling().is_chess960());
                assert_eq!(Packed::new(&packed.unpack()).hash(), packed.hash());
            }
        }
    );
}
