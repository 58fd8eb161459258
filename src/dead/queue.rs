//! Positions that wait to be expanded.

/// Things by rank, the lowest first; in a rank the last one first.
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
