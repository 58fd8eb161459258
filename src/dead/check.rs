//! Evidence, checked again by code that shares nothing with the code that found it.
//!
//! Slow and plain on purpose: a line is replayed, a region is gone through square by square, and
//! positions are visited one after the other.

mod mate;
mod region;

use std::collections::HashSet;

use self::region::Claim;
use super::Certificate;
use crate::{
    board::{Bitboard, Color, Placement, Role},
    position::{Move, Position},
};

/// The most positions that [`check_certificate`] visits.
const LIMIT: usize = 20_000_000;

/// Whether these moves are legal one after the other and the last gives mate by `side`.
///
/// No moves at all are a helpmate if the position is mate already.
pub fn check_helpmate(position: &Position, side: Color, line: &[Move]) -> bool {
    let mut at = *position;
    for &played in line {
        match at.play(played) {
            Ok(next) => at = next,
            Err(_) => return false,
        }
    }
    is_mate_by(&at, side)
}

/// Whether the certificate shows that no series of legal moves from here ends in mate by `side`.
pub fn check_certificate(position: &Position, side: Color, certificate: &Certificate) -> bool {
    if is_mate_by(position, side) {
        return false;
    }
    match certificate {
        Certificate::Material => lacks_material(position.placement(), side),
        Certificate::Mobility(region) => {
            let claim = Claim::new(region);
            region.side == side && claim.is_closed_and_without_mate() && claim.holds(position)
        }
        Certificate::Exhausted(regions) => {
            let claims: Vec<Claim> = regions.iter().map(Claim::new).collect();
            regions.iter().all(|region| region.side == side)
                && claims.iter().all(Claim::is_closed_and_without_mate)
                && no_mate_arises(position, side, &claims)
        }
    }
}

/// Visits every position that can arise, but nothing behind those that a claim or the material settles.
fn no_mate_arises(start: &Position, side: Color, claims: &[Claim]) -> bool {
    let start = start.without_clocks();
    let mut seen = HashSet::from([start]);
    let mut todo = vec![start];
    while let Some(at) = todo.pop() {
        for played in at.legal_moves() {
            let next = at.after(played).without_clocks();
            if !seen.insert(next) {
                continue;
            }
            if is_mate_by(&next, side) || seen.len() > LIMIT {
                return false;
            }
            let pawn = at.placement().role(Role::Pawn).contains(played.from);
            let lasting =
                pawn || next.placement().occupied().len() < at.placement().occupied().len();
            let settled = lasting
                && (lacks_material(next.placement(), side)
                    || claims.iter().any(|claim| claim.holds(&next)));
            if !settled {
                todo.push(next);
            }
        }
    }
    true
}

fn is_mate_by(position: &Position, side: Color) -> bool {
    position.turn() != side && position.is_checkmate()
}

/// Whether the men of `side` give no mate wherever all men stand; [`super::enumerate`] counts it out.
fn lacks_material(men: &Placement, side: Color) -> bool {
    let own = |role| men.men(side, role);
    let other = |role| men.men(!side, role);
    if !(own(Role::Pawn) | own(Role::Rook) | own(Role::Queen)).is_empty() {
        return false;
    }
    let (bishops, knights) = (own(Role::Bishop), own(Role::Knight));
    match (bishops.len(), knights.len()) {
        (0, 0) => true,
        (0, 1) => {
            other(Role::Pawn) | other(Role::Knight) | other(Role::Bishop) | other(Role::Rook)
                == Bitboard::EMPTY
        }
        (_, 0) => [Bitboard::LIGHT, Bitboard::DARK].into_iter().any(|shade| {
            bishops.is_subset(shade)
                && other(Role::Bishop).is_subset(shade)
                && (other(Role::Pawn) | other(Role::Knight)).is_empty()
        }),
        _ => false,
    }
}
