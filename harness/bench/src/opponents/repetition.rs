/// The positions since the last irreversible move, for libraries without a history.
///
/// Like the reference's history, it has a one-word Bloom filter, because most positions are new: keys are compared only
/// if the bit of the key is set, and positions only if their keys are equal.
pub(super) struct RepetitionHistory<P> {
    positions: Vec<(u64, P)>,
    marks: u64,
}

impl<P> RepetitionHistory<P> {
    /// Creates an empty history.
    pub(super) fn new() -> RepetitionHistory<P> {
        RepetitionHistory { positions: Vec::with_capacity(100), marks: 0 }
    }

    /// Removes all positions, after a capture or a pawn move.
    pub(super) fn clear(&mut self) {
        self.positions.clear();
        self.marks = 0;
    }

    /// Adds a position and returns its number of occurrences. Equal positions must have equal keys.
    pub(super) fn push(&mut self, key: u64, position: P, same: impl Fn(&P, &P) -> bool) -> u32 {
        let mark = 1 << (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58);
        let mut occurrences = 1;
        if self.marks & mark != 0 {
            // Only every second position has the same side to move, and a position recurs after four plies at the
            // earliest.
            let earlier = self.positions.iter().rev().skip(3).step_by(2);
            occurrences +=
                earlier.filter(|(other, one)| *other == key && same(one, &position)).count() as u32;
        }
        self.marks |= mark;
        self.positions.push((key, position));
        occurrences
    }
}
