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

/// So many parts that sort out most are tried two and three at a time.
const TWOS: usize = 400;
const THREES: usize = 120;

/// The smallest conjunction, of three parts at most, that holds on all of `these` and on none of `others`.
pub(super) fn separate(these: &[Occasion<'_>], others: &[Occasion<'_>]) -> Option<Condition> {
    let literals = literals(these);
    let step = (others.len() / FIRST).max(1);
    let mut looked_at: Vec<&Occasion<'_>> = others.iter().step_by(step).collect();
    for _ in 0..ROUNDS {
        let condition = smallest(&literals, &looked_at)?;
        let wrong = others.iter().filter(|other| condition.holds(other));
        let wrong: Vec<&Occasion<'_>> = wrong.take(MORE).collect();
        if wrong.is_empty() {
            return Some(condition);
        }
        looked_at.extend(wrong);
    }
    None
}

/// A part of a conjunction, and the occasions on which it does not hold.
struct Sieve<'a> {
    literal: &'a Literal,
    out: Vec<u64>,
}

/// The smallest conjunction that holds on none of these occasions.
fn smallest(literals: &[Literal], others: &[&Occasion<'_>]) -> Option<Condition> {
    // A few occasions show which parts are worth more than a glance.
    let glance: Vec<&Occasion<'_>> =
        others.iter().step_by((others.len() / GLANCE).max(1)).copied().collect();
    let mut useful: Vec<(usize, &Literal)> = Vec::new();
    for literal in literals {
        let out = glance.iter().filter(|other| !literal.condition.holds(other)).count();
        if out == glance.len() && !others.iter().any(|other| literal.condition.holds(other)) {
            return literal.text.parse().ok();
        }
        if out > 0 {
            useful.push((out, literal));
        }
    }
    useful.sort_by_key(|(out, literal)| (Reverse(*out), literal.cost));
    useful.truncate(TWOS);
    useful.sort_by_key(|(_, literal)| literal.cost);
    let mut sieves: Vec<Sieve<'_>> = Vec::new();
    for (_, literal) in useful {
        let out = sorted_out(literal, others);
        // Of those that sort out the same, the first is the smallest.
        if !sieves.iter().any(|one| one.out == out) {
            sieves.push(Sieve { literal, out });
        }
    }
    let all = all_out(others.len());
    let parts = pair(&sieves, &all).or_else(|| triple(&mut sieves, &all))?;
    let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
    texts.join(" and ").parse().ok()
}

/// One bit an occasion: whether the literal does not hold there.
fn sorted_out(literal: &Literal, others: &[&Occasion<'_>]) -> Vec<u64> {
    let bits = |chunk: &[&Occasion<'_>]| {
        let outs = chunk.iter().map(|other| u64::from(!literal.condition.holds(other)));
        outs.enumerate().fold(0, |bits, (place, out)| bits | out << place)
    };
    others.chunks(64).map(bits).collect()
}

/// A bit for each of so many occasions.
fn all_out(count: usize) -> Vec<u64> {
    (0..count).step_by(64).map(|place| u64::MAX >> (64 - (count - place).min(64))).collect()
}

fn is_all(all: &[u64], sieves: &[&Sieve<'_>]) -> bool {
    all.iter()
        .enumerate()
        .all(|(place, all)| sieves.iter().fold(0, |out, sieve| out | sieve.out[place]) == *all)
}

/// The sieves are in the order of their cost.
fn pair<'a>(sieves: &[Sieve<'a>], all: &[u64]) -> Option<Vec<&'a Literal>> {
    let mut best: Option<(usize, Vec<&'a Literal>)> = None;
    for (place, one) in sieves.iter().enumerate() {
        for other in &sieves[place + 1..] {
            let cost = one.literal.cost + other.literal.cost;
            if best.as_ref().is_some_and(|(best, _)| cost >= *best) {
                break;
            }
            if is_all(all, &[one, other]) {
                best = Some((cost, vec![one.literal, other.literal]));
                break;
            }
        }
    }
    best.map(|(_, parts)| parts)
}

fn triple<'a>(sieves: &mut Vec<Sieve<'a>>, all: &[u64]) -> Option<Vec<&'a Literal>> {
    sieves.sort_by_key(|one| Reverse(one.out.iter().map(|bits| bits.count_ones()).sum::<u32>()));
    sieves.truncate(THREES);
    sieves.sort_by_key(|one| one.literal.cost);
    let mut best: Option<(usize, Vec<&'a Literal>)> = None;
    for (first, one) in sieves.iter().enumerate() {
        for (second, other) in sieves.iter().enumerate().skip(first + 1) {
            for third in &sieves[second + 1..] {
                let cost = one.literal.cost + other.literal.cost + third.literal.cost;
                if best.as_ref().is_some_and(|(best, _)| cost >= *best) {
                    break;
                }
                if is_all(all, &[one, other, third]) {
                    best = Some((cost, vec![one.literal, other.literal, third.literal]));
                    break;
                }
            }
        }
    }
    best.map(|(_, parts)| parts)
}
