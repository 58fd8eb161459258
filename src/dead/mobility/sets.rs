//! Whether the sets that the prover makes satisfy the checker: they are closed, and with a square less they are not.

#![cfg(test)]

use std::fs;

use super::{Without, contain, fixpoint::ReachFixpoint, prove};
use crate::{
    board::{Color, Placement, Square},
    dead::{
        CaseSplit, Certificate, PieceReach, ReachInvariant,
        check::{check_certificate, is_closed, lies_in, may_be_mate},
        rows::Numbers,
    },
    position::{CastlingRights, Position},
};

/// The positions from which sets are made, with others that differ by a piece or two.
const POSITIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/costs.txt");

/// The sets when nothing grows any more, whether or not there is a mate in them.
fn closed(position: &Position, side: Color, split: CaseSplit) -> ReachFixpoint {
    let mut fixpoint = ReachFixpoint::new(position, side, split);
    while fixpoint.grow() {}
    fixpoint
}

/// The sets of a position: those that assume nothing, and those for each case of a piece that may be taken.
fn all_sets(position: &Position, side: Color) -> Vec<ReachFixpoint> {
    let plain = closed(position, side, CaseSplit::default());
    let mut all = vec![plain.clone()];
    for start in plain.doubtful.into_iter().take(2) {
        let leaves = CaseSplit { leave: start.set(), ..CaseSplit::default() };
        let stays = CaseSplit { stay: start.set(), ..CaseSplit::default() };
        let kept = CaseSplit { kept: start.set(), ..stays };
        let lost = CaseSplit { lost: start.set(), ..stays };
        all.extend([leaves, stays, kept, lost].map(|split| closed(position, side, split)));
    }
    all
}

/// Fails unless the checker says the same of the sets, of proofs made of them, and of positions near by.
///
/// With a square less the sets are not closed, which takes long to see and is not asked of sets that are large.
fn ask(position: &Position, side: Color, large: u32) -> bool {
    let mut near = vec![*position];
    near.extend(position.legal_moves().into_iter().map(|played| position.after(played)));
    for sets in all_sets(position, side) {
        let (invariant, split) = (sets.invariant(), sets.split);
        assert!(is_closed(&invariant), "{position}, {side}, {split:?}: not closed");
        assert_eq!(may_be_mate(&invariant), sets.may_mate(), "{position}, {side}, {split:?}");
        for other in &near {
            let lies = contain(std::slice::from_ref(&invariant), other);
            assert_eq!(
                lies,
                lies_in(other, &invariant),
                "{other} in that of {position}, {split:?}"
            );
        }
        let size: u32 = invariant.pieces.iter().map(|reach| reach.anywhere().len()).sum();
        let is_too_small = |one: &ReachInvariant| !is_closed(one);
        assert!(size > large || less(&invariant).iter().all(is_too_small), "{position}, {split:?}");
    }
    let Some(cases) = prove(position, side, 2, Without::default()) else { return false };
    // A proof is about what follows from a position, and not about whether it is mate itself.
    let is_mate = position.turn() != side && position.is_checkmate();
    let holds = check_certificate(position, side, &Certificate::Mobility(cases));
    assert_eq!(holds, !is_mate, "{position}, {side}");
    true
}

/// The same with one square less, or with a piece that is not taken, in each possible way.
fn less(invariant: &ReachInvariant) -> Vec<ReachInvariant> {
    let mut all = Vec::new();
    for (index, &reach) in invariant.pieces.iter().enumerate() {
        let squares = reach.squares.into_iter().map(Square::set);
        let squares = squares.map(|one| PieceReach { squares: reach.squares - one, ..reach });
        let promoted = reach.promoted.into_iter().map(Square::set);
        let promoted = promoted.map(|one| PieceReach { promoted: reach.promoted - one, ..reach });
        let removable = reach.removable.then_some(PieceReach { removable: false, ..reach });
        all.extend(squares.chain(promoted).chain(removable).map(|reach| {
            let mut changed = invariant.clone();
            changed.pieces[index] = reach;
            changed
        }));
    }
    all
}

#[test]
fn sets_and_proofs_satisfy_the_checker() {
    let written = fs::read_to_string(POSITIONS).unwrap();
    let (mut numbers, mut proofs) = (Numbers(7), 0);
    for line in written.lines().filter(|line| !line.starts_with('#')) {
        let fen: Vec<&str> = line.split_whitespace().skip(4).collect();
        let position = Position::composed(&fen.join(" ").parse().unwrap()).unwrap();
        let others = (0..6).filter_map(|_| beside(&position, &mut numbers)).map(|one| (one, 0));
        for (one, large) in others.chain([(position, 300)]) {
            proofs += Color::ALL.into_iter().filter(|&side| ask(&one, side, large)).count();
        }
    }
    assert!(proofs > 80, "{proofs}");
}

/// The position with one random piece moved to another square, and in one case of three another taken off.
fn beside(position: &Position, numbers: &mut Numbers) -> Option<Position> {
    let mut setup = position.setup();
    let mut any = |placement: &Placement| {
        let occupied = placement.occupied();
        occupied.into_iter().nth(numbers.below(occupied.len() as usize))
    };
    let from = any(&setup.placement)?;
    let piece = setup.placement.at(from)?;
    let gone = any(&setup.placement)?;
    setup.placement.remove(from);
    if numbers.below(3) == 0 && gone != from {
        setup.placement.remove(gone);
    }
    let to = Square::from_index(numbers.below(64));
    if setup.placement.at(to).is_some() {
        return None;
    }
    setup.placement.put(to, piece);
    setup.castling = CastlingRights::NONE;
    setup.en_passant = None;
    Position::composed(&setup).ok()
}

/// One of these positions, changed so three times at most.
pub(super) fn changed(fens: &[&str], numbers: &mut Numbers) -> Option<Position> {
    let start = Position::composed(&fens[numbers.below(fens.len())].parse().unwrap()).unwrap();
    (0..numbers.below(4)).try_fold(start, |position, _| beside(&position, numbers))
}
