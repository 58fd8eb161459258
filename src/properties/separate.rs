//! The smallest condition that holds on some occasions and on none of some others.

use std::cmp::Reverse;

use super::literal::{Literal, literals};
use crate::catalogue::{Condition, Occasion};

/// So many of the other occasions are looked at first; those on which a condition holds by mistake are added.
const FIRST: usize = 1000;
const MORE: usize = 100;
const ROUNDS: usize = 8;

/// So many occasions show how much a part sorts out.
const GLANCE: usize = 128;

/// Of the parts that sort out most so many are tried with each other part, and so many with each two.
const IN_PAIRS: usize = 40;
const IN_THREES: usize = 12;

/// The smallest conjunction, of three parts at most, that holds on all of `these` and on none of `others`.
///
/// Not every conjunction is tried, so a small one can be missed.
pub(super) fn separate(these: &[Occasion<'_>], others: &[Occasion<'_>]) -> Option<Condition> {
    let literals = literals(these);
    let step = (others.len() / FIRST).max(1);
    let mut looked_at: Vec<&Occasion<'_>> = others.iter().step_by(step).collect();
    for _ in 0..ROUNDS {
        let parts = smallest(&literals, &looked_at)?;
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let condition: Condition = texts.join(" and ").parse().ok()?;
        let wrong = others.iter().filter(|other| condition.holds(other));
        let wrong: Vec<&Occasion<'_>> = wrong.take(MORE).collect();
        if wrong.is_empty() {
            return Some(condition);
        }
        looked_at.extend(wrong);
    }
    None
}

/// The smallest conjunction that holds on none of these occasions; the literals are in the order of their cost.
fn smallest<'a>(literals: &'a [Literal], others: &[&Occasion<'_>]) -> Option<Vec<&'a Literal>> {
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

/// Those that sort out most of these occasions, as far as a glance shows it.
fn best<'a>(literals: &'a [Literal], others: &[&Occasion<'_>], count: usize) -> Vec<&'a Literal> {
    let step = (others.len() / GLANCE).max(1);
    let glance: Vec<&Occasion<'_>> = others.iter().step_by(step).copied().collect();
    let mut best: Vec<(usize, &Literal)> = literals
        .iter()
        .map(|one| (glance.len() - one.leaves(&glance).len(), one))
        .filter(|(out, _)| *out > 0)
        .collect();
    // The sort keeps the order of the cost among those that sort out as much.
    best.sort_by_key(|(out, _)| Reverse(*out));
    best.into_iter().take(count).map(|(_, one)| one).collect()
}

impl Literal {
    /// Whether it holds on none of these occasions.
    fn sorts_out_all(&self, others: &[&Occasion<'_>]) -> bool {
        !others.iter().any(|other| self.condition.holds(other))
    }

    /// Those of these occasions on which it holds.
    fn leaves<'a, 'b>(&self, others: &[&'a Occasion<'b>]) -> Vec<&'a Occasion<'b>> {
        others.iter().filter(|other| self.condition.holds(other)).copied().collect()
    }
}
