//! Where each piece can ever get to, all orders of play taken together: a fixed point from below.
//!
//! The sets start with where the pieces stand and grow by every move that cannot be ruled out. A move is
//! ruled out by what holds in every position that the sets allow: a piece that never moves and is never
//! taken is always there, blocks, and guards. A move behind which the side in question mates no more need
//! not be followed: it takes the last piece, or it leaves the opponent of whoever plays it without a move.
//! Why that is enough stands in `THEORY.md`, whose lemmas are named here.

mod attack;
#[cfg(test)]
mod by_hand;
mod cases;
mod ending;
mod fixpoint;
mod mate;
mod sets;
mod spread;

use self::cases::Cases;
use super::{
    certificate::{CaseSplit, PieceReach, ReachInvariant},
    part::{Part, Without},
};
use crate::{
    board::{Color, Piece, Role, Square},
    position::Position,
};

/// Invariants that this position lies in, one for each case, if there is no mate by `side` in them
/// (Lemma 14).
///
/// `None` says nothing. Positions with an en passant right are left to the search. At most `depth` times,
/// one inside the other, cases are split by what becomes of a piece.
pub(super) fn prove(
    position: &Position,
    side: Color,
    depth: u32,
    without: Without,
) -> Option<Vec<ReachInvariant>> {
    Cases::prove(position, side, depth, without)
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
        let pawns =
            || self.pieces.iter().zip(places).filter(|(reach, _)| reach.piece.role == Role::Pawn);
        // Most pawns stand where they started, and those have passed nobody.
        let mut moved = pawns().filter(|(reach, place)| place.is_some_and(|at| at != reach.start));
        moved.all(|(reach, here)| {
            let is_white = reach.piece.color == Color::White;
            let mut others = pawns().filter(|(other, _)| {
                other.piece.color != reach.piece.color
                    && other.start.file() == reach.start.file()
                    && (reach.start < other.start) == is_white
            });
            others.all(|(_, there)| there.is_none() || (here < there) == is_white)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Bitboard, dead::check::lies_in, position::Setup};

    fn position(fen: &str) -> Position {
        Position::composed(&fen.parse::<Setup>().unwrap()).unwrap()
    }

    /// The pieces where they stand; those that are named may also go to squares, be promoted there, or be taken.
    fn invariant(fen: &str, more: &[(&str, &str, &str, bool)]) -> ReachInvariant {
        let position = position(fen);
        let squares = |names: &str| -> Bitboard {
            names.split_whitespace().map(|name| Square::parse(name).unwrap()).collect()
        };
        let reach = |start: Square| {
            let extra = more.iter().find(|(name, ..)| start.to_string() == *name);
            let (_, stays, promoted, removable) = extra.copied().unwrap_or(("", "", "", false));
            PieceReach {
                piece: position
                    .at(start)
                    .unwrap_or(Piece { color: Color::White, role: Role::King }),
                start,
                squares: start.set() | squares(stays),
                promoted: squares(promoted),
                removable,
            }
        };
        ReachInvariant {
            pieces: position.placement().occupied().into_iter().map(reach).collect(),
            castling: position.castling(),
            side: Color::White,
            split: CaseSplit::default(),
        }
    }

    /// The position that an invariant is made for, the pieces that may go further, another position, and whether it
    /// lies in the invariant.
    type Row = (
        &'static str,
        &'static [(&'static str, &'static str, &'static str, bool)],
        &'static str,
        bool,
    );

    const ROOKS: &str = "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1";
    const APART: &str = "4k3/8/4p3/8/8/3P4/8/4K3 w - - 0 1";
    const PAWNS: &str = "4k3/8/4p3/8/8/4P3/8/4K3 w - - 0 1";

    const ROWS: &[Row] = &[
        // Rights may be gone; others, or those of another rook or king, were not there.
        (ROOKS, &[], ROOKS, true),
        (ROOKS, &[], "r3k2r/8/8/8/8/8/8/4K3 w k - 5 9", true),
        (ROOKS, &[], "r3k2r/8/8/8/8/8/8/4K3 b - - 0 1", true),
        ("r3k2r/8/8/8/8/8/8/4K3 b q - 0 1", &[], ROOKS, false),
        ("r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1", &[], "r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1", true),
        (
            "r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1",
            &[("e8", "d8", "", false)],
            "r2k3r/8/8/8/8/8/8/4K3 b ha - 0 1",
            false,
        ),
        (
            "r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1",
            &[("e8", "d8", "", false)],
            "r2k3r/8/8/8/8/8/8/4K3 b - - 0 1",
            true,
        ),
        (
            "r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1",
            &[("a8", "b8", "", false)],
            "1r2k2r/8/8/8/8/8/8/4K3 b hb - 0 1",
            false,
        ),
        // Each piece is where it may be, and nobody is missing who cannot be taken, or there who was not.
        (PAWNS, &[("e3", "e4", "", false)], "4k3/8/4p3/8/4P3/8/8/4K3 b - - 0 1", true),
        (PAWNS, &[], "4k3/8/4p3/8/4P3/8/8/4K3 b - - 0 1", false),
        (PAWNS, &[("e3", "", "", true)], "4k3/8/4p3/8/8/8/8/4K3 b - - 0 1", true),
        (PAWNS, &[("e3", "", "", false)], "4k3/8/4p3/8/8/8/8/4K3 b - - 0 1", false),
        (PAWNS, &[("e3", "", "", true)], "4k3/8/4p3/8/8/4P3/8/4KN2 b - - 0 1", false),
        (PAWNS, &[("e3", "", "", true)], "4k3/8/4p3/8/8/4p3/8/4K3 b - - 0 1", false),
        // Promoted, to whatever but a king or a pawn.
        (
            APART,
            &[("d3", "", "e8 h8", false), ("e8", "d7", "", false)],
            "7N/3k4/4p3/8/8/8/8/4K3 b - - 0 1",
            true,
        ),
        (APART, &[("d3", "", "h7", false)], "4k3/7P/4p3/8/8/8/8/4K3 b - - 0 1", false),
        (APART, &[("d3", "", "h7", false)], "4k3/7r/4p3/8/8/8/8/4K3 b - - 0 1", false),
        (APART, &[("d3", "h7", "", false)], "4k3/7Q/4p3/8/8/8/8/4K3 b - - 0 1", false),
        (
            "4k3/8/4p3/8/8/3P1P2/8/4K3 w - - 0 1",
            &[("d3", "", "h8", false), ("f3", "", "h8", false)],
            "4k2N/8/4p3/8/8/5P2/8/4K3 b - - 0 1",
            true,
        ),
        // Pawns that faced each other have not passed each other, and others may have.
        (
            PAWNS,
            &[("e3", "e4 e5 e6", "", false), ("e6", "e5 e4 e3", "", false)],
            "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1",
            true,
        ),
        (
            PAWNS,
            &[("e3", "e4 e5 e6", "", false), ("e6", "e5 e4 e3", "", false)],
            "4k3/8/8/4P3/4p3/8/8/4K3 w - - 0 1",
            false,
        ),
        (
            "4k3/8/4p3/8/8/3P4/8/4K3 w - - 0 1",
            &[("d3", "e5", "", false), ("e6", "e4", "", false)],
            "4k3/8/8/4P3/4p3/8/8/4K3 w - - 0 1",
            true,
        ),
        (
            "4k3/8/4P3/8/8/4p3/8/4K3 w - - 0 1",
            &[("e6", "e7", "", false), ("e3", "e2", "", false)],
            "4k3/4P3/8/8/8/8/4p3/4K3 b - - 0 1",
            true,
        ),
        (
            "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            &[("a1", "a5", "", false), ("a8", "a4", "", false)],
            "4k3/8/8/R7/r7/8/8/4K3 w - - 0 1",
            true,
        ),
        (
            "r3k3/8/8/8/8/8/P7/4K3 w - - 0 1",
            &[("a2", "a5", "", false), ("a8", "a4", "", false)],
            "4k3/8/8/P7/r7/8/8/4K3 w - - 0 1",
            true,
        ),
        // A right to capture en passant is followed by nobody.
        (
            "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1",
            &[("d2", "d4", "", false)],
            "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1",
            false,
        ),
        (
            "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1",
            &[("d2", "d4", "", false)],
            "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1",
            true,
        ),
    ];

    #[test]
    fn a_pawn_keeps_its_file_if_it_is_there_and_goes_nowhere_else() {
        for (more, keeps) in [
            (("e3", "", "", false), true),
            (("e3", "e4 e5 e8", "", false), true),
            (("e3", "e4 d4", "", false), false),
            (("e3", "e4", "e8", false), false),
            (("e3", "e4", "", true), false),
        ] {
            let made = invariant(PAWNS, &[more]);
            let pawn = made.pieces.iter().find(|reach| reach.start.to_string() == "e3").unwrap();
            assert_eq!(keeps_file(pawn), keeps, "{more:?}");
        }
    }

    #[test]
    fn a_position_lies_in_an_invariant_for_who_makes_it_and_for_who_checks_it() {
        for &(fen, more, other, lies) in ROWS {
            let (invariant, at) = (invariant(fen, more), position(other));
            assert_eq!(lies_in(&at, &invariant), lies, "checked: {other} in {fen}, {more:?}");
            assert_eq!(contain(&[invariant], &at), lies, "made: {other} in {fen}, {more:?}");
        }
    }
}
