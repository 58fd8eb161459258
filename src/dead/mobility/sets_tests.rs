//! Test fixtures: sets written by hand, and a test that the prover's sets satisfy the checker, but not without one of
//! their squares.

#![cfg(test)]

use std::fs;

use super::{contain, fixpoint::MobilityFixpoint, prove};
use crate::{
    board::{Color, Placement, Square},
    dead::{
        Case, Certificate, MobilityInvariant, PieceMobility,
        check::{check_certificate, is_closed, lies_in, may_be_mate},
        rows::{Lcg, squares},
    },
    position::{CastlingRights, Position, Setup},
};

/// The positions to compute sets for. Mutations of them are tested, too.
const POSITIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/harness/reference/costs.txt");

/// The closed sets, whether or not they allow a mate.
fn closed(position: &Position, side: Color, case: Case) -> MobilityFixpoint {
    let mut fixpoint = MobilityFixpoint::new(position, side, case);
    while fixpoint.grow() {}
    fixpoint
}

/// The closed sets without assumptions, and those of both cases of a cornered piece.
fn all_sets(position: &Position, side: Color) -> Vec<MobilityFixpoint> {
    let plain = closed(position, side, Case::All);
    let mut all = vec![plain.clone()];
    let cases =
        plain.cornered.into_iter().flat_map(|start| [Case::Spared(start), Case::Lost(start)]);
    all.extend(cases.map(|case| closed(position, side, case)));
    all
}

/// Asserts that the checker agrees about the sets, about proofs from them, and about the next positions. Returns
/// whether there is a proof.
///
/// That smaller sets are not closed takes long to check, and is tested for sets of at most `large` squares.
fn ask(position: &Position, side: Color, large: u32) -> bool {
    let mut near = vec![*position];
    near.extend(position.legal_moves().into_iter().map(|played| position.after(played)));
    for sets in all_sets(position, side) {
        let (invariant, case) = (sets.invariant(), sets.case);
        assert!(is_closed(&invariant), "{position}, {side}, {case:?}: not closed");
        assert_eq!(may_be_mate(&invariant), sets.may_mate(), "{position}, {side}, {case:?}");
        for other in &near {
            let lies = contain(std::slice::from_ref(&invariant), other);
            assert_eq!(lies, lies_in(other, &invariant), "{other} in that of {position}, {case:?}");
        }
        let size: u32 = invariant.pieces.iter().map(|mobility| mobility.anywhere().len()).sum();
        let is_too_small = |one: &MobilityInvariant| !is_closed(one);
        assert!(size > large || less(&invariant).iter().all(is_too_small), "{position}, {case:?}");
    }
    let Some(cases) = prove(position, side, true) else { return false };
    // A proof is about later positions, and not about whether the position itself is mate.
    let is_mate = position.turn() != side && position.is_checkmate();
    let holds = check_certificate(position, side, &Certificate::Mobility(cases));
    assert_eq!(holds, !is_mate, "{position}, {side}");
    true
}

/// All invariants with one square less, or with a piece that cannot be captured.
fn less(invariant: &MobilityInvariant) -> Vec<MobilityInvariant> {
    let mut all = Vec::new();
    for (index, &mobility) in invariant.pieces.iter().enumerate() {
        let squares = mobility.squares.into_iter().map(Square::set);
        let squares =
            squares.map(|one| PieceMobility { squares: mobility.squares - one, ..mobility });
        let promoted = mobility.promoted.into_iter().map(Square::set);
        let promoted =
            promoted.map(|one| PieceMobility { promoted: mobility.promoted - one, ..mobility });
        let removable =
            mobility.removable.then_some(PieceMobility { removable: false, ..mobility });
        all.extend(squares.chain(promoted).chain(removable).map(|mobility| {
            let mut changed = invariant.clone();
            changed.pieces[index] = mobility;
            changed
        }));
    }
    all
}

#[test]
fn sets_and_proofs_satisfy_the_checker() {
    let written = fs::read_to_string(POSITIONS).unwrap();
    let (mut random, mut proofs) = (Lcg(7), 0);
    for line in written.lines().filter(|line| !line.starts_with('#')) {
        let fen: Vec<&str> = line.split_whitespace().skip(4).collect();
        let position = Position::from_playable(&fen.join(" ").parse().unwrap()).unwrap();
        let others = (0..6).filter_map(|_| beside(&position, &mut random)).map(|one| (one, 0));
        for (one, large) in others.chain([(position, 300)]) {
            proofs += Color::ALL.into_iter().filter(|&side| ask(&one, side, large)).count();
        }
    }
    assert!(proofs > 80, "{proofs}");
}

/// The position with a random piece on another square, and in one of three cases without another piece.
fn beside(position: &Position, random: &mut Lcg) -> Option<Position> {
    let mut setup = position.setup();
    let mut any = |placement: &Placement| {
        let occupied = placement.occupied();
        occupied.into_iter().nth(random.below(occupied.len() as usize))
    };
    let from = any(&setup.placement)?;
    let piece = setup.placement.at(from)?;
    let gone = any(&setup.placement)?;
    setup.placement.remove(from);
    if random.below(3) == 0 && gone != from {
        setup.placement.remove(gone);
    }
    let to = Square::from_index(random.below(64));
    if setup.placement.at(to).is_some() {
        return None;
    }
    setup.placement.put(to, piece);
    setup.castling = CastlingRights::NONE;
    setup.en_passant = None;
    Position::from_playable(&setup).ok()
}

/// One of the positions `fens` with at most three mutations.
pub(super) fn changed(fens: &[&str], random: &mut Lcg) -> Option<Position> {
    let start = Position::from_playable(&fens[random.below(fens.len())].parse().unwrap()).unwrap();
    (0..random.below(4)).try_fold(start, |position, _| beside(&position, random))
}

/// The sets of a board for a mate by White. `goes` adds squares to pieces, promotion squares after `=`, or `x` for a
/// piece that may be captured.
pub(super) fn sets(board: &str, goes: &[(&str, &str)]) -> MobilityFixpoint {
    let setup: Setup = format!("{board} w - - 0 1").parse().unwrap();
    let position = Position::unchecked(setup.placement, Color::White);
    let mut sets = MobilityFixpoint::new(&position, Color::White, Case::All);
    for &(name, to) in goes {
        let mut pieces = sets.pieces.iter_mut();
        let mobility = pieces.find(|mobility| squares(name) == mobility.start.set()).unwrap();
        match to.strip_prefix('=') {
            _ if to == "x" => mobility.removable = true,
            Some(to) => mobility.promoted |= squares(to),
            None => mobility.squares |= squares(to),
        }
    }
    sets.survey();
    sets
}

/// The piece that starts on this square.
pub(super) fn at(sets: &MobilityFixpoint, start: &str) -> PieceMobility {
    let mut pieces = sets.pieces[..sets.len].iter();
    *pieces.find(|mobility| squares(start) == mobility.start.set()).unwrap()
}
