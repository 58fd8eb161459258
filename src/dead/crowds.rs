use super::irreversible::ClassId;
use crate::{board::Color, position::Position};

/// How many positions have been found that look alike: of one class, with both kings where they are, and as
/// far from mate.
#[derive(Default)]
pub(super) struct Crowds {
    /// By a hash; that some share a count does no harm, and that they stop at the most does not either.
    counts: Vec<u16>,
}

impl Crowds {
    const BITS: u32 = 14;

    pub(super) fn clear(&mut self) {
        self.counts.clear();
        self.counts.resize(1 << Crowds::BITS, 0);
    }

    /// Counts a position; returns how often the crowd it is in has doubled.
    #[inline]
    pub(super) fn join(&mut self, position: &Position, class: ClassId, far: usize) -> usize {
        let [white, black] = Color::ALL.map(|color| position.king(color).index());
        let look = (((class as usize) << 20 | far) << 6 | white) << 6 | black;
        let slot = (look as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Crowds::BITS);
        let count = &mut self.counts[slot as usize];
        let before = *count;
        *count = before.saturating_add(1);
        (u32::from(before) + 2).ilog2() as usize
    }
}
