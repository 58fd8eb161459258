//! Where pieces get to in some positions, kept in a file, and put to who checks it: with a square less it does not hold,
//! with a square more it may.

#![cfg(test)]

use std::{env, fmt::Write, fs};

use super::{Without, contain, fixpoint::ReachFixpoint, prove};
use crate::{
    board::{Bitboard, Color, Placement, Square},
    dead::{
        CaseSplit, Certificate, PieceReach, ReachInvariant,
        chance::Numbers,
        check::{check_certificate, covered, is_closed, lies_in, may_be_mate},
    },
    position::{CastlingRights, Position},
};

const SETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/dead/mobility/sets.txt");

/// From sets with more squares nothing is taken away.
const LARGE: u32 = 400;

/// To sets with more squares nothing is added.
const SMALL: u32 = 240;

/// Whatever the sets are when nothing grows any more, a mate in them or none.
fn closed(position: &Position, side: Color, split: CaseSplit) -> ReachFixpoint {
    let mut fixpoint = ReachFixpoint::new(position, side, split);
    while fixpoint.grow() {}
    fixpoint
}

/// What the file says about this player: for each case where the pieces get to, and what a change of that makes of it.
///
/// Cases are that nothing is assumed, and for two pieces at most that each leaves its square, and that it stays.
fn report(position: &Position, side: Color) -> String {
    let mut said = String::new();
    let plain = closed(position, side, CaseSplit::default());
    case(&mut said, &format!("{side}"), position, &plain);
    for start in plain.doubtful.into_iter().take(2) {
        let leaves = CaseSplit { leave: start.set(), ..CaseSplit::default() };
        let leaves = closed(position, side, leaves);
        case(&mut said, &format!("{side}, {start} leaves"), position, &leaves);
        let mut stays = CaseSplit { stay: start.set(), ..CaseSplit::default() };
        if let Some((color, attacked)) = leaves.held(start) {
            stays.held = start.set();
            stays.held_attacks[color as usize] = attacked;
        }
        let stays = closed(position, side, stays);
        case(&mut said, &format!("{side}, {start} stays"), position, &stays);
    }
    if let Some(start) = plain.doubtful.first() {
        let stays = CaseSplit { stay: start.set(), ..CaseSplit::default() };
        for (what, split) in [
            ("kept", CaseSplit { kept: start.set(), ..stays }),
            ("lost", CaseSplit { lost: start.set(), ..stays }),
        ] {
            let sets = closed(position, side, split);
            case(&mut said, &format!("{side}, {start} is {what}"), position, &sets);
        }
    }
    let cases = prove(position, side, 2, Without::default());
    if let Some(cases) = &cases {
        assert_proof(position, side, cases.clone());
    }
    let cases = cases.map_or("no proof".to_owned(), |cases| format!("proof by {}", cases.len()));
    writeln!(said, "  {side}: {cases}").unwrap();
    said
}

fn case(said: &mut String, name: &str, position: &Position, sets: &ReachFixpoint) {
    let invariant = sets.invariant();
    assert!(is_closed(&invariant), "{position}, {name}: not closed");
    assert_eq!(may_be_mate(&invariant), sets.may_mate(), "{position}, {name}");
    let mate = if sets.may_mate() { "mate" } else { "no mate" };
    write!(said, "  {name}: {mate}, ").unwrap();
    for reach in &invariant.pieces {
        write!(said, "{}{} {}", reach.piece.letter(), reach.start, reach.squares.len()).unwrap();
        if !reach.promoted.is_empty() {
            write!(said, "+{}", reach.promoted.len()).unwrap();
        }
        said.push_str(if reach.removable { "x, " } else { ", " });
    }
    let [white, black] = sets.attacked.map(Bitboard::len);
    writeln!(said, "attacks {white} and {black}, {} covered", covered(&invariant).len()).unwrap();
    let near = near(position);
    let mut lie = 0;
    for other in &near {
        let lies = lies_in(other, &invariant);
        let made = contain(std::slice::from_ref(&invariant), other);
        assert_eq!(lies, made, "{other} in that of {position}, {name}");
        lie += usize::from(lies);
    }
    write!(said, "    {lie} of {} near it lie in it", near.len()).unwrap();
    // Where everything gets everywhere, a change of it says little and takes long.
    let size: u32 = invariant.pieces.iter().map(|reach| reach.anywhere().len()).sum();
    if size <= LARGE {
        let less = less(&invariant);
        assert!(!less.iter().any(is_closed), "{position}, {name}: closed with less");
        write!(said, "; with each of {} less open", less.len()).unwrap();
    }
    if size <= SMALL {
        for (what, changed) in [("more", more(&invariant)), ("other", otherwise(&invariant))] {
            let closed = changed.iter().filter(|one| is_closed(one)).count();
            let mates = changed.iter().filter(|one| may_be_mate(one)).count();
            write!(said, "; {what}: {closed} closed and {mates} mates of {}", changed.len())
                .unwrap();
        }
    }
    said.push('\n');
}

/// The positions after each move, and those without one of the pieces.
fn near(position: &Position) -> Vec<Position> {
    let mut all = vec![*position];
    all.extend(position.legal_moves().into_iter().map(|played| position.after(played)));
    all.extend(position.placement().occupied().into_iter().filter_map(|square| {
        let mut setup = position.setup();
        setup.placement.remove(square);
        Position::composed(&setup).ok()
    }));
    all
}

fn with(invariant: &ReachInvariant, index: usize, reach: PieceReach) -> ReachInvariant {
    let mut changed = invariant.clone();
    changed.pieces[index] = reach;
    changed
}

fn less(invariant: &ReachInvariant) -> Vec<ReachInvariant> {
    let mut all = Vec::new();
    for (index, &reach) in invariant.pieces.iter().enumerate() {
        for square in reach.squares {
            all.push(with(
                invariant,
                index,
                PieceReach { squares: reach.squares - square.set(), ..reach },
            ));
        }
        for square in reach.promoted {
            all.push(with(
                invariant,
                index,
                PieceReach { promoted: reach.promoted - square.set(), ..reach },
            ));
        }
        if reach.removable {
            all.push(with(invariant, index, PieceReach { removable: false, ..reach }));
        }
    }
    all
}

fn more(invariant: &ReachInvariant) -> Vec<ReachInvariant> {
    let mut all = Vec::new();
    for (index, &reach) in invariant.pieces.iter().enumerate() {
        for square in
            Bitboard::FULL.into_iter().filter(|square| (square.index() + 3 * index) % 8 == 0)
        {
            all.push(with(
                invariant,
                index,
                PieceReach { squares: reach.squares | square.set(), ..reach },
            ));
            all.push(with(
                invariant,
                index,
                PieceReach { promoted: reach.promoted | square.set(), ..reach },
            ));
        }
        all.push(with(invariant, index, PieceReach { removable: true, ..reach }));
    }
    all
}

fn otherwise(invariant: &ReachInvariant) -> Vec<ReachInvariant> {
    let mut all = Vec::new();
    for reach in &invariant.pieces {
        let split = invariant.split;
        for split in [
            CaseSplit { stay: split.stay | reach.start.set(), ..split },
            CaseSplit { leave: split.leave | reach.start.set(), ..split },
            CaseSplit { held: split.held | reach.start.set(), ..split },
        ] {
            all.push(ReachInvariant { split, ..invariant.clone() });
        }
        let mut pieces = invariant.pieces.clone();
        pieces.retain(|other| other.start != reach.start);
        all.push(ReachInvariant { pieces, ..invariant.clone() });
    }
    all.push(ReachInvariant { side: !invariant.side, ..invariant.clone() });
    all.push(ReachInvariant { castling: CastlingRights::NONE, ..invariant.clone() });
    all
}

#[test]
fn pieces_get_to_where_they_did() {
    let written = fs::read_to_string(SETS).unwrap();
    let mut now = String::new();
    for line in written.lines().filter(|line| !line.starts_with(' ')) {
        writeln!(now, "{line}").unwrap();
        if !line.starts_with('#') {
            let position = Position::composed(&line.parse().unwrap()).unwrap();
            now.extend(Color::ALL.map(|side| report(&position, side)));
        }
    }
    if env::var_os("LAWBOOK_UPDATE").is_some() {
        fs::write(SETS, now).unwrap();
        return;
    }
    for (old, new) in written.lines().zip(now.lines()) {
        assert_eq!(old, new, "LAWBOOK_UPDATE=1 writes the file; is what changed true?");
    }
    assert_eq!(written.lines().count(), now.lines().count());
}

/// The position with one piece moved to another square by chance, and in one case of three another taken off.
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

/// What comes of many positions, summed up.
#[derive(Debug, Default, PartialEq, Eq)]
struct Totals {
    positions: usize,
    without_mate: usize,
    squares: usize,
    promoted: usize,
    removable: usize,
    attacked: usize,
    doubtful: usize,
    proofs: usize,
    cases: usize,
}

#[test]
fn as_much_is_proven_as_before_beside_the_positions_of_the_file() {
    let written = fs::read_to_string(SETS).unwrap();
    let (mut numbers, mut totals) = (Numbers(7), Totals::default());
    for line in written.lines().filter(|line| !line.starts_with([' ', '#'])) {
        let position = Position::composed(&line.parse().unwrap()).unwrap();
        for _ in 0..60 {
            let Some(other) = beside(&position, &mut numbers) else { continue };
            totals.positions += 1;
            for side in Color::ALL {
                add(&mut totals, &other, side);
            }
        }
    }
    // Whoever changes what is proven sees it here.
    let right = Totals {
        positions: 4419,
        without_mate: 1489,
        squares: 2_450_868,
        promoted: 2_487_602,
        removable: 52_304,
        attacked: 925_648,
        doubtful: 11_628,
        proofs: 1528,
        cases: 1569,
    };
    assert_eq!(totals, right);
}

fn add(totals: &mut Totals, position: &Position, side: Color) {
    let sets = closed(position, side, CaseSplit::default());
    let invariant = sets.invariant();
    assert!(is_closed(&invariant), "{position}, {side}");
    assert_eq!(may_be_mate(&invariant), sets.may_mate(), "{position}, {side}");
    totals.without_mate += usize::from(!sets.may_mate());
    for reach in &invariant.pieces {
        totals.squares += reach.squares.len() as usize;
        totals.promoted += reach.promoted.len() as usize;
        totals.removable += usize::from(reach.removable);
    }
    totals.attacked += sets.attacked.map(|squares| squares.len() as usize).iter().sum::<usize>();
    totals.doubtful += sets.doubtful.len() as usize;
    let Some(cases) = prove(position, side, 1, Without::default()) else { return };
    totals.proofs += 1;
    totals.cases += cases.len();
    assert_proof(position, side, cases);
}

/// A proof speaks of what comes of a position: that it is no mate itself is for others to say.
fn assert_proof(position: &Position, side: Color, cases: Vec<ReachInvariant>) {
    let is_mate = position.turn() != side && position.is_checkmate();
    let holds = check_certificate(position, side, &Certificate::Mobility(cases));
    assert_eq!(holds, !is_mate, "{position}, {side}");
}
