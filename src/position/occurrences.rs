use std::collections::HashMap;

use super::{Packed, Position};

/// Maximum number of positions that are scanned one by one, which is quick. Few games have more.
const SCANNED: usize = 200;

/// A sequence of positions on the board, with the number of occurrences of each.
///
/// The time for adding a position does not grow with the number of positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Occurrences {
    positions: Vec<Packed>,
    /// A filter: one bit for each position, by its hash. Most positions are new, and most of those have a bit that is
    /// not set.
    marks: u64,
    /// The number of occurrences of each position, once there are more than `SCANNED`.
    counts: Option<HashMap<Packed, u32>>,
}

impl PartialEq for Occurrences {
    fn eq(&self, other: &Occurrences) -> bool {
        self.positions == other.positions
    }
}

impl Eq for Occurrences {}

impl Occurrences {
    /// Returns an empty sequence with room for this many positions.
    pub(crate) fn with_room(positions: usize) -> Occurrences {
        Occurrences { positions: Vec::with_capacity(positions), ..Occurrences::default() }
    }

    /// Adds the position on the board, and returns how often it has occurred, this time included.
    #[inline]
    pub(crate) fn push(&mut self, position: &Position) -> u32 {
        let now = Packed::new(position);
        let is_marked = self.marks & now.mark() != 0;
        self.marks |= now.mark();
        if self.positions.len() >= SCANNED {
            return self.push_counted(position);
        }
        // The same side was to move every second ply.
        let every_second = self.positions.iter().rev().skip(1).step_by(2);
        let times = 1 + if is_marked { count(every_second, now) } else { 0 };
        self.positions.push(now);
        times
    }

    /// Like `push`, for long sequences. It packs the position again, so that `push` need not store it in memory.
    #[cold]
    fn push_counted(&mut self, position: &Position) -> u32 {
        let now = Packed::new(position);
        let counts = self.counts.get_or_insert_with(|| counted(&self.positions));
        self.positions.push(now);
        let times = counts.entry(now).or_default();
        *times += 1;
        *times
    }

    /// The number of times that a position has occurred.
    pub(crate) fn of(&self, position: &Position) -> u32 {
        let position = Packed::new(position);
        match &self.counts {
            Some(counts) => counts.get(&position).copied().unwrap_or(0),
            None => count(self.positions.iter(), position),
        }
    }

    /// Whether the position that was added last also stood on the board `ago` plies before.
    pub(crate) fn repeats_after(&self, ago: usize) -> bool {
        let earlier = self.positions.iter().nth_back(ago);
        earlier.is_some_and(|earlier| Some(earlier) == self.positions.last())
    }

    /// Removes all positions.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.positions.clear();
        self.marks = 0;
        self.counts = None;
    }

    /// Keeps only the first `length` positions.
    pub(crate) fn truncate(&mut self, length: usize) {
        let gone = self.positions.drain(length.min(self.positions.len())..);
        if length < SCANNED {
            self.counts = None;
        } else if let Some(counts) = &mut self.counts {
            for position in gone {
                if let Some(times) = counts.get_mut(&position) {
                    *times -= 1;
                }
            }
        }
    }
}

fn counted(positions: &[Packed]) -> HashMap<Packed, u32> {
    let mut counts = HashMap::new();
    for &position in positions {
        *counts.entry(position).or_default() += 1;
    }
    counts
}

fn count<'a>(positions: impl Iterator<Item = &'a Packed>, position: Packed) -> u32 {
    positions.filter(|&&one| one == position).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Move;

    /// Two knights go back and forth, so that positions recur after eight plies, after twelve and so on.
    fn walk(plies: usize) -> Vec<Position> {
        let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8"];
        let moves = there_and_back.into_iter().cycle().map(|uci| uci.parse::<Move>().unwrap());
        let after = moves.scan(Position::start(), |at, played| {
            *at = at.after(played);
            Some(*at)
        });
        std::iter::once(Position::start()).chain(after).take(plies + 1).collect()
    }

    #[test]
    fn a_position_comes_back_though_all_have_one_mark() {
        let start = Position::start();
        let mark = |position: &Position| Packed::new(position).mark();
        let after = |at: Position| at.legal_moves().into_iter().map(move |played| at.after(played));
        let mut near = after(start).flat_map(after).flat_map(after);
        let other = near.find(|other| mark(other) == mark(&start)).unwrap();
        let mut occurrences = Occurrences::default();
        let times = [start, other, start, other].map(|position| occurrences.push(&position));
        assert_eq!(times, [1, 1, 2, 2]);
    }

    #[test]
    fn occurrences_are_those_of_a_count() {
        let positions = walk(3 * SCANNED);
        let mut occurrences = Occurrences::default();
        for (plies, position) in positions.iter().enumerate() {
            let so_far = &positions[..=plies];
            let right = |of: &Position| so_far.iter().filter(|one| one.same_position(of)).count();
            assert_eq!(occurrences.push(position) as usize, right(position), "after {plies} plies");
            for of in &positions[..8] {
                assert_eq!(occurrences.of(of) as usize, right(of), "after {plies} plies");
            }
            for ago in 1..20 {
                let stood = plies
                    .checked_sub(ago)
                    .is_some_and(|ply| positions[ply].same_position(position));
                assert_eq!(occurrences.repeats_after(ago), stood, "{ago} plies before {plies}");
            }
        }
        for length in (0..positions.len()).rev().step_by(7) {
            occurrences.truncate(length);
            let mut shorter = Occurrences::default();
            for position in &positions[..length] {
                shorter.push(position);
            }
            assert_eq!(occurrences, shorter);
            assert_eq!(occurrences == Occurrences::default(), length == 0, "{length} positions");
            assert_eq!(occurrences.of(&positions[0]), shorter.of(&positions[0]));
            let next = &positions[length];
            assert_eq!(occurrences.clone().push(next), shorter.push(next), "{length} positions");
        }
    }
    rows!(
        what_was_forgotten_is_counted_anew,
        {
            let positions = walk(2 * SCANNED);
        },
        for length in [1, SCANNED - 10, SCANNED, SCANNED + 10] {
            let mut occurrences = Occurrences::default();
            for position in &positions {
                occurrences.push(position);
            }
            occurrences.truncate(length);
            for (plies, position) in positions.iter().enumerate().skip(length) {
                let so_far = &positions[..=plies];
                let right = so_far.iter().filter(|one| one.same_position(position)).count();
                assert_eq!(occurrences.push(position) as usize, right, "{plies} of {length}");
            }
        }
    );
}
