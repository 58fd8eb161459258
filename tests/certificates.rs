//! Certificates that claim too much: whoever checks them has to notice.

use std::sync::OnceLock;

use lawbook::{
    board::Color,
    dead::{Certificate, PieceReach, ReachInvariant, Winnable, check::check_certificate, search},
    position::Position,
};

use crate::dead::{mutation, seeds};

/// How many mutated positions are asked about; few have such a certificate.
const POSITIONS: u64 = 4_000;

/// Positions that a side cannot win by how the pieces can move, with the invariants that show it.
fn proven() -> &'static [(Position, Color, Vec<ReachInvariant>)] {
    static PROVEN: OnceLock<Vec<(Position, Color, Vec<ReachInvariant>)>> = OnceLock::new();
    PROVEN.get_or_init(|| {
        let seeds = seeds();
        let positions = (0..POSITIONS).map(|number| mutation(&seeds, number));
        let both = positions.flat_map(|position| Color::ALL.map(|side| (position, side)));
        both.filter_map(|(position, side)| match search(&position, side, 2_000).0 {
            Winnable::No(Certificate::Mobility(invariants)) => Some((position, side, invariants)),
            Winnable::No(
                Certificate::Material | Certificate::Exhausted(_) | Certificate::Spares(_),
            )
            | Winnable::Yes(_)
            | Winnable::Undetermined => None,
        })
        .collect()
    })
}

/// The same with one square less, or with a piece that may not be taken.
fn less(reach: &PieceReach) -> Vec<PieceReach> {
    let squares = (reach.squares - reach.start.set()).into_iter();
    let promoted = reach.promoted.into_iter();
    let mut all: Vec<PieceReach> = squares
        .map(|square| PieceReach { squares: reach.squares - square.set(), ..*reach })
        .chain(
            promoted.map(|square| PieceReach { promoted: reach.promoted - square.set(), ..*reach }),
        )
        .collect();
    if reach.removable {
        all.push(PieceReach { removable: false, ..*reach });
    }
    all
}

#[test]
fn an_invariant_with_anything_less_does_not_hold() {
    let mut tried = 0;
    for &(position, side, ref invariants) in proven() {
        let mut refused = |place: usize, change: &dyn Fn(&mut ReachInvariant)| {
            let mut fewer = invariants.clone();
            change(&mut fewer[place]);
            let what = format!("{position}, {side}: {:?}", fewer[place]);
            assert!(!check_certificate(&position, side, &Certificate::Mobility(fewer)), "{what}");
            tried += 1;
        };
        for (place, invariant) in invariants.iter().enumerate() {
            for (piece, reach) in invariant.pieces.iter().enumerate() {
                for less in less(reach) {
                    refused(place, &|invariant| invariant.pieces[piece] = less);
                }
                refused(place, &|invariant| {
                    invariant.pieces.remove(piece);
                });
            }
            refused(place, &|invariant| invariant.side = !side);
        }
        for place in 0..invariants.len() {
            let mut fewer = invariants.clone();
            fewer.remove(place);
            assert!(
                !check_certificate(&position, side, &Certificate::Mobility(fewer)),
                "{position}: a case less"
            );
        }
    }
    assert!(tried > 1_000, "{tried}");
}

/// Not only what it was made for: a position near it, or with other pieces, may lie in it or not.
#[test]
fn a_certificate_holds_for_no_position_that_can_be_won() {
    let (mut held, mut refused) = (0, 0);
    for (number, &(position, side, ref invariants)) in proven().iter().enumerate() {
        let certificate = Certificate::Mobility(invariants.clone());
        for other in 0..40 {
            let near = mutation(&[position.setup()], 1_000 * number as u64 + other);
            if !check_certificate(&near, side, &certificate) {
                refused += 1;
                continue;
            }
            held += 1;
            let answer = search(&near, side, 20_000).0.decided();
            assert_ne!(
                answer,
                Some(true),
                "{near} is said to lie in what was made for {position}: can {side} mate?"
            );
        }
    }
    assert!(held > 100 && refused > 1_000, "{held} held, {refused} did not");
}
