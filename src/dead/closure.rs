//! All that can arise from a position, visited without a thought, for tests: what is proven has to hold there.

use std::collections::HashSet;

use super::{
    certificate::{Certificate, ReachInvariant},
    check::{check_certificate, lies_in},
    mobility::contain,
    search::mates_quickly,
};
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

/// Fails unless the invariants are a proof that holds and no mate is found; whether all that can arise was visited.
pub(super) fn try_proof(at: &Position, side: Color, invariants: &[ReachInvariant]) -> bool {
    for played in at.legal_moves() {
        let next = at.after(played);
        let checked = invariants.iter().all(|invariant| lies_in(&next, invariant));
        assert_eq!(contain(invariants, &next), checked, "{next} in those of {at}, {side}");
    }
    let is_mate = at.turn() != side && at.is_checkmate();
    let holds = check_certificate(at, side, &Certificate::Mobility(invariants.to_vec()));
    assert_eq!(holds, !is_mate, "{at}, {side}");
    let no_mate = no_mate_arises(at, side, 5_000);
    match no_mate {
        Some(no_mate) => assert_eq!(no_mate, holds, "{at}, {side}"),
        None => assert!(!mates_quickly(at, side), "{at}, {side}"),
    }
    no_mate.is_some()
}
