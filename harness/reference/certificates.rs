//! Certificates that claim too much. The checker must refuse them.

use std::sync::OnceLock;

use lawbook::{
    board::Color,
    dead::{
        Certificate, MobilityInvariant, PieceMobility, Winnable, check::check_certificate, search,
    },
    position::Position,
};

use crate::{
    dead::{mutation, seeds},
    evidence::WALLS,
};

/// Number of mutated positions searched. Few have a certificate of this kind.
const POSITIONS: u64 = 4_000;

/// Positions that a side cannot win by reachability, with the invariants that prove it: [`WALLS`] and mutations.
fn proven() -> &'static [(Position, Color, Vec<MobilityInvariant>)] {
    static PROVEN: OnceLock<Vec<(Position, Color, Vec<MobilityInvariant>)>> = OnceLock::new();
    PROVEN.get_or_init(|| {
        let seeds = seeds();
        let walls = WALLS.map(|fen| fen.parse().unwrap());
        let mutations = (0..POSITIONS).map(|number| mutation(&seeds, number));
        let both = walls
            .into_iter()
            .chain(mutations)
            .flat_map(|position| Color::ALL.map(|side| (position, side)));
        both.filter_map(|(position, side)| match search(&position, side, 2_000).0 {
            Winnable::No(Certificate::Mobility(invariants)) => Some((position, side, invariants)),
            Winnable::No(
                Certificate::Material | Certificate::Exhausted(_) | Certificate::Abstraction(_),
            )
            | Winnable::Yes(_)
            | Winnable::Undetermined => None,
        })
        .collect()
    })
}

/// All variants with one square less, or with a piece that cannot be captured.
fn less(mobility: &PieceMobility) -> Vec<PieceMobility> {
    let squares = mobility.squares.into_iter();
    let promoted = mobility.promoted.into_iter();
    let mut all: Vec<PieceMobility> = squares
        .map(|square| PieceMobility { squares: mobility.squares - square.set(), ..*mobility })
        .chain(promoted.map(|square| PieceMobility {
            promoted: mobility.promoted - square.set(),
            ..*mobility
        }))
        .collect();
    if mobility.removable {
        all.push(PieceMobility { removable: false, ..*mobility });
    }
    all
}

#[test]
fn an_invariant_with_anything_less_does_not_hold() {
    let (mut tried, mut by_cases) = (0, 0);
    for &(position, side, ref invariants) in proven() {
        let mut refused = |place: usize, change: &dyn Fn(&mut MobilityInvariant)| {
            let mut fewer = invariants.clone();
            change(&mut fewer[place]);
            let what = format!("{position}, {side}: {:?}", fewer[place]);
            assert!(!check_certificate(&position, side, &Certificate::Mobility(fewer)), "{what}");
            tried += 1;
        };
        for (place, invariant) in invariants.iter().enumerate() {
            for (piece, mobility) in invariant.pieces.iter().enumerate() {
                for less in less(mobility) {
                    refused(place, &|invariant| invariant.pieces[piece] = less);
                }
                refused(place, &|invariant| {
                    invariant.pieces.remove(piece);
                });
            }
            refused(place, &|invariant| invariant.side = !side);
        }
        by_cases += usize::from(invariants.len() > 1);
        for place in 0..invariants.len() {
            let mut fewer = invariants.clone();
            fewer.remove(place);
            assert!(
                !check_certificate(&position, side, &Certificate::Mobility(fewer)),
                "{position}: a case less"
            );
        }
    }
    assert!(tried > 1_000 && by_cases > 1, "{tried} tried, {by_cases} proofs by cases");
}

/// The certificate is also tested on positions near the one it was made for. A position where it holds must not be winnable.
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
