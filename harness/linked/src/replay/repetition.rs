/// The positions since the last capture or pawn move, for libraries that keep no history.
///
/// Like the history of the reference it has a bit for each position, as most positions are new: two positions are
/// compared only if their keys are equal, and no keys are compared if the bit is not set.
pub(super) struct RepetitionHistory<P> {
    positions: Vec<(u64, P)>,
    marks: u64,
}

impl<P> RepetitionHistory<P> {
    /// A history without positions.
    pub(super) fn new() -> RepetitionHistory<P> {
        RepetitionHistory { positions: Vec::with_capacity(100), marks: 0 }
    }

    /// Forgets all positions: a capture or a pawn move was played.
    pub(super) fn clear(&mut self) {
        self.positions.clear();
        self.marks = 0;
    }

    /// Adds a position with a key that equal positions have in common; returns how often it has occurred.
    pub(super) fn push(&mut self, key: u64, position: P, same: impl Fn(&P, &P) -> bool) -> u32 {
        let mark = 1 << (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58);
        let mut occurrences = 1;
        if self.marks & mark != 0 {
            // The same player had the move every second ply, and a position needs four plies to come back.
            let earlier = self.positions.iter().rev().skip(3).step_by(2);
            occurrences +=
                earlier.filter(|(other, one)| *other == key && same(one, &position)).count() as u32;
        }
        self.marks |= mark;
        self.positions.push((key, position));
        occurrences
    }
}
