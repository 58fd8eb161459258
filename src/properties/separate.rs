//! Finds a small condition that holds on all of some occasions and on none of others.

use std::cmp::Reverse;

use super::literal::{Literal, literals};
use crate::catalogue::{Condition, EvalContext};

/// Counterexample-guided search: about `FIRST` of the other occasions are examined first. After each of at most
/// `ROUNDS` rounds, up to `MORE` counterexamples are added.
const FIRST: usize = 1000;
const MORE: usize = 100;
const ROUNDS: usize = 8;

/// Sample size for ranking the literals.
const GLANCE: usize = 128;

/// Numbers of top-ranked literals that are combined into pairs and into triples.
const IN_PAIRS: usize = 40;
const IN_THREES: usize = 12;

/// Finds a small conjunction, of at most three literals, that holds on all of `these` and on none of `others`.
///
/// The search is heuristic: it does not try every conjunction and may miss the smallest one.
pub(super) fn separate(these: &[EvalContext<'_>], others: &[EvalContext<'_>]) -> Option<Condition> {
    let literals = literals(these);
    let step = (others.len() / FIRST).max(1);
    let mut looked_at: Vec<&EvalContext<'_>> = others.iter().step_by(step).collect();
    for _ in 0..ROUNDS {
        let parts = smallest(&literals, &looked_at)?;
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let condition: Condition = texts.join(" and ").parse().ok()?;
        let wrong = others.iter().filter(|other| condition.holds(other));
        let wrong: Vec<&EvalContext<'_>> = wrong.take(MORE).collect();
        if wrong.is_empty() {
            return Some(condition);
        }
        looked_at.extend(wrong);
    }
    None
}

/// Returns the smallest conjunction found that holds on none of `others`. `literals` must be sorted by cost.
fn smallest<'a>(literals: &'a [Literal], others: &[&EvalContext<'_>]) -> Option<Vec<&'a Literal>> {
    if let Some(one) = literals.iter().find(|one| one.sorts_out_all(others)) {
        return Some(vec![one]);
    }
    let firsts = best(literals, others, IN_PAIRS);
    let pairs = firsts.iter().filter_map(|&one| {
        let left = one.leaves(others);
        let other = literals.iter().find(|other| other.sorts_out_all(&left))?;
        Some(vec![one, other])
    });
    let threes = || {
        let firsts = firsts.iter().take(IN_THREES);
        let seconds = firsts.flat_map(|&one| {
            let left = one.leaves(others);
            let seconds = best(literals, &left, IN_THREES).into_iter();
            seconds.map(move |other| (one, other, other.leaves(&left))).collect::<Vec<_>>()
        });
        let threes = seconds.filter_map(|(one, other, left)| {
            let third = literals.iter().find(|third| third.sorts_out_all(&left))?;
            Some(vec![one, other, third])
        });
        threes.min_by_key(cost)
    };
    pairs.min_by_key(cost).or_else(threes)
}

fn cost(parts: &Vec<&Literal>) -> usize {
    parts.iter().map(|part| part.cost).sum()
}

/// Returns the `count` literals that rule out most of `others`, estimated on a sample.
fn best<'a>(
    literals: &'a [Literal],
    others: &[&EvalContext<'_>],
    count: usize,
) -> Vec<&'a Literal> {
    let step = (others.len() / GLANCE).max(1);
    let glance: Vec<&EvalContext<'_>> = others.iter().step_by(step).copied().collect();
    let mut best: Vec<(usize, &Literal)> = literals
        .iter()
        .map(|one| (glance.len() - one.leaves(&glance).len(), one))
        .filter(|(out, _)| *out > 0)
        .collect();
    // A stable sort: equally good literals stay in order of cost.
    best.sort_by_key(|(out, _)| Reverse(*out));
    best.into_iter().take(count).map(|(_, one)| one).collect()
}

impl Literal {
    /// Returns whether the literal holds on none of `others`.
    fn sorts_out_all(&self, others: &[&EvalContext<'_>]) -> bool {
        !others.iter().any(|other| self.condition.holds(other))
    }

    /// Returns those of `others` that satisfy the literal.
    fn leaves<'a, 'b>(&self, others: &[&'a EvalContext<'b>]) -> Vec<&'a EvalContext<'b>> {
        others.iter().filter(|other| self.condition.holds(other)).copied().collect()
    }
}
