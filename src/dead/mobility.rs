//! Where each piece can ever get to, all orders of play taken together: a fixed point from below.
//!
//! The sets start with where the pieces stand and grow by every move that cannot be ruled out. A move is
//! ruled out by what holds in every position that the sets allow: a piece that never moves and is never
//! taken is always there, blocks, and guards. A move behind which the side in question mates no more need
//! not be followed: it takes the last piece, or it leaves the opponent of whoever plays it without a move.
//! Why that is enough stands in `THEORY.md`, whose lemmas are named here.

mod attack;
mod ending;
mod fixpoint;
mod mate;
mod spread;

pub(super) use self::attack::attacks_from;
use self::fixpoint::ReachFixpoint;
use super::certificate::{CaseSplit, PieceReach, ReachInvariant};
use crate::{
    board::{Color, Piece, Role, Square},
    position::Position,
};

/// How many of the pieces that promise most are tried, one after the other, as the one to split cases by.
const SPLIT_CANDIDATES: usize = 3;

/// Invariants that this position lies in, one for each case, if there is no mate by `side` in them
/// (Lemma 14).
///
/// `None` says nothing. Positions with an en passant right are left to the search. At most `depth` times,
/// one inside the other, cases are split by what becomes of a piece.
pub(super) fn prove(position: &Position, side: Color, depth: u32) -> Option<Vec<ReachInvariant>> {
    let mut invariants = Vec::new();
    let is_proven = position.en_passant().is_none()
        && prove_case(position, side, CaseSplit::default(), depth, &mut invariants);
    is_proven.then_some(invariants)
}

fn prove_case(
    position: &Position,
    side: Color,
    split: CaseSplit,
    depth: u32,
    invariants: &mut Vec<ReachInvariant>,
) -> bool {
    let mut fixpoint = ReachFixpoint::new(position, side, split);
    if fixpoint.close() {
        invariants.push(fixpoint.invariant());
        return true;
    }
    depth > 0
        && fixpoint.doubtful.into_iter().take(SPLIT_CANDIDATES).any(|start| {
            let before = invariants.len();
            let is_proven = prove_both(position, side, split, start, depth - 1, invariants);
            if !is_proven {
                invariants.truncate(before);
            }
            is_proven
        })
}

/// Tries both cases of the piece that starts on this square.
fn prove_both(
    position: &Position,
    side: Color,
    split: CaseSplit,
    start: Square,
    depth: u32,
    invariants: &mut Vec<ReachInvariant>,
) -> bool {
    let mut stays = CaseSplit { stay: split.stay | start.set(), ..split };
    let leaves = CaseSplit { leave: split.leave | start.set(), ..split };
    let mut fixpoint = ReachFixpoint::new(position, side, leaves);
    if fixpoint.close() {
        invariants.push(fixpoint.invariant());
        // Lemma 13: as long as the piece is there, what it attacks is what it attacks in this case.
        if let Some((color, attacked)) = fixpoint.held(start) {
            stays.held |= start.set();
            stays.held_attacks[color as usize] |= attacked;
        }
    } else if depth == 0 || !prove_case(position, side, leaves, depth, invariants) {
        return false;
    }
    prove_case(position, side, stays, depth, invariants)
}

/// Whether the position lies in all these invariants, which may have been made for an earlier one, so
/// that no mate by their side can come of it (Lemma 14).
pub(super) fn contain(invariants: &[ReachInvariant], position: &Position) -> bool {
    invariants.iter().all(|invariant| invariant.contains(position))
}

impl ReachInvariant {
    /// Whether this player's king stands where the invariant has it start.
    fn starts_as_king(&self, position: &Position, color: Color) -> bool {
        let king = Piece { color, role: Role::King };
        let start = position.king(color);
        self.pieces.iter().any(|reach| reach.piece == king && reach.start == start)
    }

    /// Whether the position lies in the invariant.
    ///
    /// `false` may be wrong: pieces of one kind are matched in a fixed order.
    fn contains(&self, position: &Position) -> bool {
        if position.en_passant().is_some()
            || !(position.castling().rooks() - self.castling.rooks()).is_empty()
            || position.castling().iter().any(|(color, _)| !self.starts_as_king(position, color))
        {
            return false;
        }
        let placement = position.placement();
        let mut left = placement.occupied();
        let mut at = [None; 32];
        // Whoever stands where a piece of its kind started is taken for that piece; that matters to rooks
        // that may castle, and to pieces that cases are split by.
        for (slot, reach) in at.iter_mut().zip(&self.pieces) {
            let same = placement.pieces(reach.piece.color, reach.piece.role);
            if same.contains(reach.start) {
                *slot = Some(reach.start);
                left = left - reach.start.set();
            }
        }
        for (slot, reach) in at.iter_mut().zip(&self.pieces).filter(|(slot, _)| slot.is_none()) {
            let own = left & placement.color(reach.piece.color);
            let same = own & placement.role(reach.piece.role) & reach.squares;
            let promoted = own - placement.role(Role::Pawn) - placement.role(Role::King);
            *slot = same.first().or((promoted & reach.promoted).first());
            match *slot {
                Some(square) => left = left - square.set(),
                None if reach.removable => {}
                None => return false,
            }
        }
        left.is_empty() && self.keeps_order(&at)
    }

    /// Whether no pawns that started face to face on a file have passed each other (Lemma 6).
    fn keeps_order(&self, places: &[Option<Square>; 32]) -> bool {
        let pawns = |color| {
            let pieces = self.pieces.iter().zip(places);
            pieces.filter(move |(reach, _)| reach.piece == Piece { color, role: Role::Pawn })
        };
        pawns(Color::White).all(|(white, here)| {
            pawns(Color::Black).all(|(black, there)| match (here, there) {
                (Some(here), Some(there)) => {
                    white.start.file() != black.start.file()
                        || white.start > black.start
                        || here < there
                }
                (None, _) | (_, None) => true,
            })
        })
    }
}

/// Whether the piece never moves, though it may be taken.
#[inline]
fn is_still(reach: &PieceReach) -> bool {
    reach.promoted.is_empty() && !reach.squares.is_several()
}

/// Whether the piece is certainly on its first square.
#[inline]
fn is_fixed(reach: &PieceReach) -> bool {
    !reach.removable && is_still(reach)
}

/// Whether the piece, a pawn, is certainly there and on its first file.
#[inline]
fn keeps_file(reach: &PieceReach) -> bool {
    !reach.removable
        && reach.promoted.is_empty()
        && reach.squares.is_subset(reach.start.file().squares())
}
