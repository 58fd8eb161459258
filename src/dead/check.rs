//! Independent checker for evidence. It shares no reasoning with the solver.
//!
//! It is slow and simple on purpose: it replays a line, tests an invariant square by square, and visits positions one
//! by one.
//!
//! Shared with the solver are the board with its attack tables ([`attacks`](crate::board::attacks)), positions and
//! their legal moves, and the data types of [`Certificate`]. A test ensures that this module uses nothing else of
//! [`dead`](super). `THEORY.md` proves the lemmas named here.

mod abstraction;
mod ending;
#[path = "check/fixtures_tests.rs"]
mod fixtures;
mod invariant;
mod mate;

use std::collections::{HashMap, HashSet};

use self::invariant::InvariantCheck;
use super::certificate::{Case, Certificate, MobilityInvariant};
use crate::{
    board::{Bitboard, Color, Placement, Role},
    position::{Move, Position},
};

/// Maximum number of positions that [`check_certificate`] visits.
const LIMIT: usize = 20_000_000;

/// Whether the moves of `line` are legal in turn and the last one gives mate by `side` (Lemma 1).
///
/// An empty line is valid if the position is already mate.
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

/// Whether the certificate proves that no series of legal moves from `position` ends in mate by `side`.
pub fn check_certificate(position: &Position, side: Color, certificate: &Certificate) -> bool {
    if is_mate_by(position, side) {
        return false;
    }
    match certificate {
        Certificate::Material => lacks_material(position.placement(), side),
        Certificate::Mobility(invariants) => {
            let proof = MobilityProof::new(invariants);
            proof.is_sound(side) && proof.contains(position)
        }
        Certificate::Exhausted(all) => {
            let proofs: Vec<MobilityProof> =
                all.iter().map(|invariants| MobilityProof::new(invariants)).collect();
            proofs.iter().all(|proof| proof.is_sound(side))
                && no_mate_arises(position, side, &proofs)
        }
        Certificate::Abstraction(untracked) => {
            abstraction::excludes_mate(position, side, *untracked)
        }
    }
}

/// The squares that pieces of the invariant's side other than the king may ever attack.
#[doc(hidden)]
pub fn attacked(invariant: &MobilityInvariant) -> Bitboard {
    InvariantCheck::new(invariant).attacked
}

/// Whether the position lies in the invariant. The invariant need not be closed.
#[cfg(test)]
pub(super) fn lies_in(position: &Position, invariant: &MobilityInvariant) -> bool {
    InvariantCheck::new(invariant).contains(position)
}

/// Whether the invariant is closed, with or without a mate in it.
#[cfg(test)]
pub(super) fn is_closed(invariant: &MobilityInvariant) -> bool {
    InvariantCheck::new(invariant).is_closed()
}

/// Whether some position of the sets could be a mate.
#[cfg(test)]
pub(super) fn may_be_mate(invariant: &MobilityInvariant) -> bool {
    !InvariantCheck::new(invariant).is_without_mate()
}

/// Invariants that together cover all lines: one, or one for each of two cases.
struct MobilityProof<'a>(Vec<InvariantCheck<'a>>);

impl<'a> MobilityProof<'a> {
    fn new(invariants: &'a [MobilityInvariant]) -> MobilityProof<'a> {
        MobilityProof(invariants.iter().map(InvariantCheck::new).collect())
    }

    /// Whether each invariant is closed and without mate in its case, and both cases are covered (Lemma 13).
    fn is_sound(&self, side: Color) -> bool {
        let holds = |check: &InvariantCheck| {
            check.side == side && check.is_closed() && check.is_without_mate()
        };
        self.covers_all_cases() && self.0.iter().all(holds)
    }

    /// Whether each line belongs to the case of an invariant.
    fn covers_all_cases(&self) -> bool {
        let cases: Vec<Case> = self.0.iter().map(|check| check.invariant.case).collect();
        match cases[..] {
            [Case::All] => true,
            [Case::Spared(spared), Case::Lost(lost)] => spared == lost,
            _ => false,
        }
    }

    /// Whether the pawns fit into all the invariants. A quick necessary condition for [`Self::contains`].
    fn may_hold_pawns(&self, pieces: &Placement) -> bool {
        self.0.iter().all(|check| check.may_hold_all(&[Role::Pawn], pieces))
    }

    /// Whether the position lies in all the invariants, so that the side cannot mate from it.
    fn contains(&self, position: &Position) -> bool {
        self.0.iter().all(|check| check.contains(position))
    }
}

/// Visits all positions that can arise, except those that follow a position decided by a proof or by its material
/// (Lemma 14). Returns whether none is a mate by `side`.
fn no_mate_arises(start: &Position, side: Color, proofs: &[MobilityProof]) -> bool {
    let start = start.without_clocks();
    let mut seen = HashSet::from([start]);
    let mut todo = vec![start];
    // Only few proofs fit each placement of the pawns.
    let mut by_pawns: HashMap<[Bitboard; 2], Vec<&MobilityProof>> = HashMap::new();
    let mut is_settled = |at: &Position| {
        let pieces = at.placement();
        if lacks_material(pieces, side) {
            return true;
        }
        let pawns = Color::ALL.map(|color| pieces.pieces(color, Role::Pawn));
        let fitting = by_pawns.entry(pawns).or_insert_with(|| {
            proofs.iter().filter(|proof| proof.may_hold_pawns(pieces)).collect()
        });
        fitting.iter().any(|proof| proof.contains(at))
    };
    while let Some(at) = todo.pop() {
        if is_settled(&at) {
            continue;
        }
        for next in at.legal_moves().into_iter().map(|played| at.after(played).without_clocks()) {
            if !seen.insert(next) {
                continue;
            }
            if is_mate_by(&next, side) || seen.len() > LIMIT {
                return false;
            }
            todo.push(next);
        }
    }
    true
}

fn is_mate_by(position: &Position, side: Color) -> bool {
    position.turn() != side && position.is_checkmate()
}

/// Whether `side` cannot mate with any placement of these pieces and of those that they can be promoted to (Lemma 2).
///
/// Written independently of the solver's test, by counting pieces.
fn lacks_material(placement: &Placement, side: Color) -> bool {
    let own = |role| placement.pieces(side, role);
    let other = |role| placement.pieces(!side, role);
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

#[cfg(test)]
mod tests {
    use super::{fixtures, *};
    use crate::position::Setup;

    /// Lemma 13: the cases of invariants, and whether they cover all lines.
    #[test]
    fn each_case_needs_an_invariant() {
        let [a1, a2] = ["a1", "a2"].map(fixtures::square);
        let rows: [(&[Case], bool); 9] = [
            (&[], false),
            (&[Case::All], true),
            (&[Case::Spared(a1)], false),
            (&[Case::Lost(a1)], false),
            (&[Case::Spared(a1), Case::Lost(a1)], true),
            (&[Case::Spared(a1), Case::Lost(a2)], false),
            (&[Case::Spared(a1), Case::Spared(a1)], false),
            (&[Case::Lost(a1), Case::Lost(a1)], false),
            (&[Case::Spared(a1), Case::All], false),
        ];
        for (cases, expected) in rows {
            let invariant = |&case: &Case| MobilityInvariant {
                case,
                ..fixtures::invariant("4k3/8/8/8/8/8/8/4K3", &[], Color::White)
            };
            let invariants: Vec<MobilityInvariant> = cases.iter().map(invariant).collect();
            assert_eq!(MobilityProof::new(&invariants).covers_all_cases(), expected, "{cases:?}");
        }
    }

    /// White can mate in the corner. It could not if Black's king never left g8, which no bishop on dark squares
    /// attacks.
    #[test]
    fn a_king_set_with_a_free_neighbour_is_refused() {
        let board = "6k1/7p/7P/8/8/8/8/K1B5";
        let goes = |start: &str, squares: Bitboard| {
            let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
            (start.to_owned(), names.join(" "))
        };
        let white_king = goes("a1", Bitboard::FULL - fixtures::squares("f7 f8 g6 g7 g8 h6 h7 h8"));
        let bishop = goes("c1", Bitboard::DARK - fixtures::squares("h6"));
        let position: Position = format!("{board} w - - 0 1").parse().unwrap();
        let more = [&white_king, &bishop].map(|(start, to)| (&**start, &**to));
        let made = fixtures::invariant(board, &more, Color::White);
        let certificate = Certificate::Mobility(vec![made]);
        assert!(!check_certificate(&position, Color::White, &certificate));
    }

    /// Boards of invariants with additional squares, another board, and whether its pawns fit into all of them.
    type PawnRow = (&'static [(&'static str, fixtures::Goes)], &'static str, bool);

    #[test]
    fn pawns_exclude_most_proofs() {
        const STEPS: (&str, fixtures::Goes) = ("4k3/8/8/8/8/4P3/8/4K3", &[("e3", "e4")]);
        const STAYS: (&str, fixtures::Goes) = ("4k3/8/8/8/8/4P3/8/4K3", &[]);
        let rows: [PawnRow; 7] = [
            (&[STEPS], "4k3/8/8/8/4P3/8/8/4K3", true),
            (&[STEPS], "4k3/8/8/8/4p3/8/8/4K3", false),
            (&[STEPS], "4k3/8/8/4P3/8/8/8/4K3", false),
            // Pieces other than pawns do not count.
            (&[STEPS], "8/3k4/8/8/4P3/8/8/R3K3", true),
            (&[STAYS, STEPS], "4k3/8/8/8/8/4P3/8/4K3", true),
            (&[STAYS, STEPS], "4k3/8/8/8/4P3/8/8/4K3", false),
            (&[STEPS, STAYS], "4k3/8/8/8/4P3/8/8/4K3", false),
        ];
        for (boards, other, expected) in rows {
            let invariants: Vec<MobilityInvariant> = boards
                .iter()
                .map(|(board, goes)| fixtures::invariant(board, goes, Color::White))
                .collect();
            let setup: Setup = format!("{other} w - - 0 1").parse().unwrap();
            let found = MobilityProof::new(&invariants).may_hold_pawns(&setup.placement);
            assert_eq!(found, expected, "{other} in {boards:?}");
        }
    }
}
