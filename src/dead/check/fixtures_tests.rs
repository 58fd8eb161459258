//! Test helpers of the checker.

#![cfg(test)]

use super::invariant::InvariantCheck;
use crate::dead::certificate::PieceMobility;
pub(super) use crate::dead::rows::{Goes, invariant, square, squares, with_rights};

pub(super) fn at<'a>(check: &InvariantCheck<'a>, start: &str) -> &'a PieceMobility {
    check.invariant.pieces.iter().find(|mobility| mobility.start == square(start)).unwrap()
}
