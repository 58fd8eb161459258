//! Priority queues of positions to expand, and the penalty for similar positions.

use super::irreversible::ClassId;
use crate::{board::Color, position::Position};

/// A bucket queue: items with the lowest rank come first, and the last one added among equals.
#[derive(Default)]
pub(super) struct Queue<T> {
    ranks: Vec<Vec<T>>,
    lowest: usize,
}

impl<T> Queue<T> {
    pub(super) fn clear(&mut self) {
        self.ranks.iter_mut().for_each(Vec::clear);
        self.lowest = 0;
    }

    pub(super) fn push(&mut self, rank: usize, item: T) {
        while self.ranks.len() <= rank {
            self.ranks.push(Vec::new());
        }
        self.ranks[rank].push(item);
        self.lowest = self.lowest.min(rank);
    }

    pub(super) fn pop(&mut self) -> Option<T> {
        while let Some(rank) = self.ranks.get_mut(self.lowest) {
            if let Some(item) = rank.pop() {
                return Some(item);
            }
            self.lowest += 1;
        }
        None
    }
}

/// Counts similar positions: of one class, with the same squares of the kings and the same estimated distance from
/// mate.
#[derive(Default)]
pub(super) struct SimilarityPenalty {
    /// Saturating counters, indexed by a hash. Collisions are harmless.
    counts: Vec<u16>,
}

impl SimilarityPenalty {
    const BITS: u32 = 14;

    pub(super) fn clear(&mut self) {
        self.counts.clear();
        self.counts.resize(1 << SimilarityPenalty::BITS, 0);
    }

    /// Counts a position. Returns its penalty: the binary logarithm of the number of similar positions.
    #[inline]
    pub(super) fn add(&mut self, position: &Position, class: ClassId, far: usize) -> usize {
        let [white, black] = Color::ALL.map(|color| position.king(color).index());
        let look = (((class as usize) << 20 | far) << 6 | white) << 6 | black;
        let slot =
            (look as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SimilarityPenalty::BITS);
        let count = &mut self.counts[slot as usize];
        let before = *count;
        *count = before.saturating_add(1);
        (u32::from(before) + 2).ilog2() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_positions_share_a_penalty() {
        const BASE: &str = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
        let mut similarity = SimilarityPenalty::default();
        similarity.clear();
        let mut add = |fen: &str, class, far| similarity.add(&fen.parse().unwrap(), class, far);
        let often = std::array::from_fn(|_| add(BASE, 1, 20));
        assert_eq!(often, [1, 1, 2, 2, 2, 2, 3]);
        for (fen, class, far, expected) in [
            (BASE, 2, 20, 1),
            (BASE, 1, 21, 1),
            (BASE, 1, 28, 1),
            ("4k3/8/8/8/8/8/4K3/7R w - - 0 1", 1, 20, 1),
            ("4k3/8/8/8/8/8/8/5K1R w - - 0 1", 1, 20, 1),
            ("5k2/8/8/8/8/8/8/4K2R w - - 0 1", 1, 20, 1),
            ("8/4k3/8/8/8/8/8/4K2R w - - 0 1", 1, 20, 1),
            // Only the squares of the kings count.
            ("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", 1, 20, 3),
        ] {
            assert_eq!(add(fen, class, far), expected, "{fen}, {class}, {far}");
        }
        similarity.clear();
        assert_eq!(similarity.add(&BASE.parse().unwrap(), 1, 20), 1, "after all are forgotten");
    }
}
