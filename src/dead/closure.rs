//! All that can arise from a position, visited without a thought, for tests: what is proven has to hold there.

use std::collections::HashSet;

use crate::{board::Color, position::Position};

/// Whether no mate by this player can arise; `None` if there are more positions than the limit.
pub(super) fn no_mate_arises(start: &Position, side: Color, limit: usize) -> Option<bool> {
    let mut seen = HashSet::from([start.without_clocks()]);
    let mut todo = vec![*start];
    while let Some(at) = todo.pop() {
        if at.turn() != side && at.is_checkmate() {
            return Some(false);
        }
        if seen.len() > limit {
            return None;
        }
        let next = at.legal_moves().into_iter().map(|played| at.after(played).without_clocks());
        todo.extend(next.filter(|next| seen.insert(*next)));
    }
    Some(true)
}
