//! Evidence, checked again by code that shares nothing with the code that found it.
//!
//! Slow and plain on purpose: a line is replayed, a region is gone through square by square, and
//! positions are visited one after the other.

mod ending;
mod mate;
mod region;

use std::collections::HashSet;

use self::region::{Claim, is_still};
use super::{CaseSplit, Certificate, ReachInvariant};
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
        Certificate::Mobility(regions) => {
            let proof = Proof::new(regions);
            proof.is_sound(side) && proof.holds(position)
        }
        Certificate::Exhausted(all) => {
            let proofs: Vec<Proof> = all.iter().map(|regions| Proof::new(regions)).collect();
            proofs.iter().all(|proof| proof.is_sound(side))
                && no_mate_arises(position, side, &proofs)
        }
    }
}

/// The squares that pieces of the region's side other than its king may ever attack.
pub fn covered(region: &ReachInvariant) -> Bitboard {
    Claim::new(region).covered[region.side as usize]
}

/// Regions that together speak of every line of play, told apart by what becomes of certain pieces.
struct Proof<'a>(Vec<Claim<'a>>);

impl<'a> Proof<'a> {
    fn new(regions: &'a [ReachInvariant]) -> Proof<'a> {
        Proof(regions.iter().map(Claim::new).collect())
    }

    /// Whether each claim is true of its story, and no story is left out.
    fn is_sound(&self, side: Color) -> bool {
        self.0.iter().all(|claim| {
            claim.side == side && self.holds_back(claim) && claim.is_closed_and_without_mate()
        }) && self.tells_all(Bitboard::EMPTY, Bitboard::EMPTY)
    }

    /// Whether a region is there for each choice of who stays and who leaves, given these.
    fn tells_all(&self, stay: Bitboard, leave: Bitboard) -> bool {
        let stories = self.0.iter().map(|claim| claim.region.story);
        let told = |story: CaseSplit| story.stay.is_subset(stay) && story.leave.is_subset(leave);
        if stories.clone().any(told) {
            return true;
        }
        let open = stories.fold(Bitboard::EMPTY, |all, story| all | story.stay | story.leave);
        (open - stay - leave).first().is_some_and(|reach| {
            self.tells_all(stay | reach.set(), leave) && self.tells_all(stay, leave | reach.set())
        })
    }

    /// Whether the pieces that are said to attack no more than certain squares from where they start do
    /// not: as long as they are there, another claim of this proof holds, in which they cannot move.
    fn holds_back(&self, claim: &Claim) -> bool {
        let story = claim.region.story;
        let mut held = claim.region.pieces.iter().filter(|reach| story.held.contains(reach.start));
        let shown = held.all(|reach| {
            self.0.iter().any(|other| {
                let before = other.region.story;
                let fits = before.leave.contains(reach.start)
                    && (before.leave - reach.start.set()).is_subset(story.leave)
                    && before.stay.is_subset(story.stay - reach.start.set())
                    && before.held.is_subset(before.stay);
                let there = other.region.pieces.iter().find(|same| same.start == reach.start);
                let attacked = there.map(|same| other.attacked_by_piece(same));
                fits && there.is_some_and(is_still)
                    && attacked.is_some_and(|attacked| {
                        attacked.is_subset(story.bearing[reach.piece.color as usize])
                    })
            })
        });
        shown && story.held.is_subset(story.stay)
    }

    /// Whether no mate can come of this position, whichever story is told.
    fn holds(&self, position: &Position) -> bool {
        let is_told = |claim: &Claim| {
            let CaseSplit { stay, leave, .. } = claim.region.story;
            claim.region.pieces.iter().all(|reach| {
                !(stay | leave).contains(reach.start)
                    || position.at(reach.start) != Some(reach.piece)
            })
        };
        self.0.iter().all(|claim| claim.holds(position))
            || self.0.iter().any(|claim| is_told(claim) && claim.holds(position))
    }
}

/// Visits every position that can arise, but nothing behind those that a proof or the material settles.
fn no_mate_arises(start: &Position, side: Color, proofs: &[Proof]) -> bool {
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
            let settled = lacks_material(next.placement(), side)
                || proofs.iter().any(|proof| proof.holds(&next));
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

/// Whether the pieces of `side` give no mate wherever all pieces stand; [`super::enumerate`] counts it out.
fn lacks_material(pieces: &Placement, side: Color) -> bool {
    let own = |role| pieces.pieces(side, role);
    let other = |role| pieces.pieces(!side, role);
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
