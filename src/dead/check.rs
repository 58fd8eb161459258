//! Evidence, checked again by other code than that which found it.
//!
//! Slow and plain on purpose: a line is replayed, an invariant is gone through square by square, and
//! positions are visited one after the other.
//!
//! What this module shares with the solver: the board with its attack tables
//! ([`attacks`](crate::board::attacks)), positions and their legal moves, and the data types of
//! [`Certificate`]. Of the rest of [`dead`](super) it uses nothing, which a test makes sure of. Lemmas are
//! those of `THEORY.md`.

mod by_hand;
mod ending;
mod invariant;
mod mate;
mod spares;
mod tempo;

use std::collections::{HashMap, HashSet};

use self::invariant::InvariantCheck;
use super::certificate::{CaseSplit, Certificate, ReachInvariant};
use crate::{
    board::{Bitboard, Color, Placement, Role},
    position::{Move, Position},
};

/// The most positions that [`check_certificate`] visits.
const LIMIT: usize = 20_000_000;

/// Whether these moves are legal one after the other and the last gives mate by `side` (Lemma 1).
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
        Certificate::Mobility(invariants) => {
            let proof = CaseProof::new(invariants);
            proof.is_sound(side) && proof.contains(position)
        }
        Certificate::Exhausted(all) => {
            let proofs: Vec<CaseProof> =
                all.iter().map(|invariants| CaseProof::new(invariants)).collect();
            proofs.iter().all(|proof| proof.is_sound(side))
                && no_mate_arises(position, side, &proofs)
        }
        Certificate::Spares(spares) => spares::play_no_part(position, side, *spares),
    }
}

/// The squares that pieces of the invariant's side other than its king may ever attack.
#[doc(hidden)]
pub fn covered(invariant: &ReachInvariant) -> Bitboard {
    InvariantCheck::new(invariant).covered[invariant.side as usize]
}

/// Whether the position lies in an invariant, closed or not.
#[cfg(test)]
pub(super) fn lies_in(position: &Position, invariant: &ReachInvariant) -> bool {
    InvariantCheck::new(invariant).contains(position)
}

/// Whether the sets are closed, a mate in them or none.
#[cfg(test)]
pub(super) fn is_closed(invariant: &ReachInvariant) -> bool {
    InvariantCheck::new(invariant).is_closed()
}

/// Whether some position that the sets allow could be mate.
#[cfg(test)]
pub(super) fn may_be_mate(invariant: &ReachInvariant) -> bool {
    !InvariantCheck::new(invariant).is_without_mate()
}

/// Whether the moves of `side` run out before it can be given a piece.
#[cfg(test)]
pub(super) fn moves_run_out(position: &Position, side: Color) -> bool {
    tempo::run_out(position, side)
}

/// Invariants that together speak of every line of play, each of a case.
struct CaseProof<'a>(Vec<InvariantCheck<'a>>);

impl<'a> CaseProof<'a> {
    fn new(invariants: &'a [ReachInvariant]) -> CaseProof<'a> {
        CaseProof(invariants.iter().map(InvariantCheck::new).collect())
    }

    /// Whether each claim is true of its case, and no case is left out (Lemma 14).
    fn is_sound(&self, side: Color) -> bool {
        let is_true = |check: &InvariantCheck| {
            check.side == side
                && (check.invariant.split.kept | check.invariant.split.lost)
                    .is_subset(check.invariant.split.stay)
                && check.is_closed()
                && (check.is_impossible() || check.is_without_mate())
        };
        self.0.iter().all(is_true) && self.covers_all_cases(CaseSplit::default())
    }

    /// Whether an invariant is there for each choice of who leaves, and who stays and is kept or lost, given these.
    fn covers_all_cases(&self, chosen: CaseSplit) -> bool {
        let CaseSplit { stay, leave, kept, lost, .. } = chosen;
        let splits = self.0.iter().map(|check| check.invariant.split);
        let holds = |split: CaseSplit| {
            split.stay.is_subset(stay)
                && split.leave.is_subset(leave)
                && split.kept.is_subset(kept)
                && split.lost.is_subset(lost)
        };
        if splits.clone().any(holds) {
            return true;
        }
        let named = splits.fold(Bitboard::EMPTY, |all, split| all | split.stay | split.leave);
        (named - stay - leave).first().is_some_and(|start| {
            let start = start.set();
            [
                CaseSplit { leave: leave | start, ..chosen },
                CaseSplit { stay: stay | start, kept: kept | start, ..chosen },
                CaseSplit { stay: stay | start, lost: lost | start, ..chosen },
            ]
            .into_iter()
            .all(|chosen| self.covers_all_cases(chosen))
        })
    }

    /// Whether a position with these pawns may lie in all the invariants.
    fn may_hold_pawns(&self, pieces: &Placement) -> bool {
        self.0.iter().all(|check| check.may_hold_all(&[Role::Pawn], pieces))
    }

    /// Whether the position lies in all the invariants, so that no mate can come of it.
    fn contains(&self, position: &Position) -> bool {
        self.0.iter().all(|check| check.contains(position))
    }
}

/// Visits every position that can arise, but nothing behind those that a proof, the material or the moves that run out
/// settle (Lemma 15).
fn no_mate_arises(start: &Position, side: Color, proofs: &[CaseProof]) -> bool {
    let start = start.without_clocks();
    let mut seen = HashSet::from([start]);
    let mut todo = vec![start];
    // Few proofs speak of positions with certain pawns.
    let mut by_pawns: HashMap<[Bitboard; 2], Vec<&CaseProof>> = HashMap::new();
    let mut is_settled = |at: &Position| {
        let pieces = at.placement();
        if lacks_material(pieces, side) || tempo::run_out(at, side) {
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

/// Whether `side` can mate with no placement of these pieces and of those they can become (Lemma 2).
///
/// Written apart from what the solver uses, by counting pieces.
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
    use super::{by_hand, *};
    use crate::position::Setup;

    /// Lemma 14: who stays, leaves, is kept and is lost in each invariant, and whether there is one for every case.
    #[test]
    fn each_case_needs_an_invariant() {
        let rows: [(&[[&str; 4]], bool); 15] = [
            (&[], false),
            (&[["", "", "", ""]], true),
            (&[["a1", "", "", ""]], false),
            (&[["a1", "", "", ""], ["", "a1", "", ""]], true),
            (&[["a1", "", "", ""], ["", "a1 a2", "", ""]], false),
            (&[["a1", "", "", ""], ["", "a1 a2", "", ""], ["a2", "a1", "", ""]], true),
            (&[["", "a1 a2", "", ""], ["a1", "", "", ""], ["a2", "a1", "", ""]], true),
            (&[["a1 a2", "", "", ""], ["", "a1", "", ""], ["", "a2", "", ""]], true),
            // Who stays is kept or lost.
            (&[["", "a1", "", ""], ["a1", "", "a1", ""]], false),
            (&[["", "a1", "", ""], ["a1", "", "", "a1"]], false),
            (&[["", "a1", "", ""], ["a1", "", "a1", ""], ["a1", "", "", "a1"]], true),
            (&[["a1", "", "a1", ""], ["a1", "", "", "a1"]], false),
            (&[["", "a1", "", ""], ["a1", "", "a1", ""], ["a1 a2", "", "", "a1"]], false),
            (
                &[
                    ["", "a1", "", ""],
                    ["a1", "", "a1", ""],
                    ["a1 a2", "", "", "a1"],
                    ["", "a2", "", ""],
                ],
                true,
            ),
            (&[["", "a1", "", ""], ["a1", "", "a1", "a1"]], false),
        ];
        for (splits, expected) in rows {
            let invariant = |names: &[&str; 4]| {
                let [stay, leave, kept, lost] = names.map(by_hand::squares);
                let mut made = by_hand::invariant("4k3/8/8/8/8/8/8/4K3", &[], Color::White);
                made.split = CaseSplit { stay, leave, kept, lost };
                made
            };
            let invariants: Vec<ReachInvariant> = splits.iter().map(invariant).collect();
            let found = CaseProof::new(&invariants).covers_all_cases(CaseSplit::default());
            assert_eq!(found, expected, "{splits:?}");
        }
    }

    /// White can mate in the corner; that Black's king never leaves g8, where no bishop on dark squares attacks it, would be a
    /// proof if it were so.
    #[test]
    fn a_king_that_is_said_to_stay_has_no_square_beside_it() {
        let board = "6k1/7p/7P/8/8/8/8/K1B5";
        let goes = |start: &str, squares: Bitboard| {
            let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
            (start.to_owned(), names.join(" "))
        };
        let white_king = goes("a1", Bitboard::FULL - by_hand::squares("f7 f8 g6 g7 g8 h6 h7 h8"));
        let bishop = goes("c1", Bitboard::DARK - by_hand::squares("h6"));
        let position: Position = format!("{board} w - - 0 1").parse().unwrap();
        let more = [&white_king, &bishop].map(|(start, to)| (&**start, &**to));
        let made = by_hand::invariant(board, &more, Color::White);
        let certificate = Certificate::Mobility(vec![made]);
        assert!(!check_certificate(&position, Color::White, &certificate));
    }

    /// The boards of invariants and what may happen there, another board, and whether it may lie in all of them as far as
    /// its pawns tell.
    type PawnRow = (&'static [(&'static str, by_hand::Goes)], &'static str, bool);

    #[test]
    fn pawns_tell_early_which_proofs_may_speak_of_a_position() {
        const STEPS: (&str, by_hand::Goes) = ("4k3/8/8/8/8/4P3/8/4K3", &[("e3", "e4")]);
        const STAYS: (&str, by_hand::Goes) = ("4k3/8/8/8/8/4P3/8/4K3", &[]);
        let rows: [PawnRow; 7] = [
            (&[STEPS], "4k3/8/8/8/4P3/8/8/4K3", true),
            (&[STEPS], "4k3/8/8/8/4p3/8/8/4K3", false),
            (&[STEPS], "4k3/8/8/4P3/8/8/8/4K3", false),
            // Nothing else is looked at.
            (&[STEPS], "8/3k4/8/8/4P3/8/8/R3K3", true),
            (&[STAYS, STEPS], "4k3/8/8/8/8/4P3/8/4K3", true),
            (&[STAYS, STEPS], "4k3/8/8/8/4P3/8/8/4K3", false),
            (&[STEPS, STAYS], "4k3/8/8/8/4P3/8/8/4K3", false),
        ];
        for (boards, other, expected) in rows {
            let invariants: Vec<ReachInvariant> = boards
                .iter()
                .map(|(board, goes)| by_hand::invariant(board, goes, Color::White))
                .collect();
            let setup: Setup = format!("{other} w - - 0 1").parse().unwrap();
            let found = CaseProof::new(&invariants).may_hold_pawns(&setup.placement);
            assert_eq!(found, expected, "{other} in {boards:?}");
        }
    }
}
