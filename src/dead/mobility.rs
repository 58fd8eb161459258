//! Reachability proofs: the squares that each piece can ever reach, as a least fixpoint over all orders of play.
//!
//! The sets start with the squares of the pieces and grow by every move that cannot be ruled out. Facts that hold in
//! every position of the sets rule moves out: a piece that never moves and is never captured always blocks and guards.
//! Moves after which `side` can no longer mate are not followed either: captures of its last piece, and king moves that
//! leave the opponent without a move. `THEORY.md` proves the lemmas named here.

mod attack;
mod ending;
mod fixpoint;
mod grow;
mod mate;
#[path = "mobility/sets_tests.rs"]
mod sets;

use self::fixpoint::MobilityFixpoint;
use super::certificate::{Case, MobilityInvariant, PieceMobility};
use crate::{
    board::{Color, Piece, Role, Square},
    position::Position,
};

/// Proves that `side` cannot mate: returns invariants without mate that contain the position (Lemma 13).
///
/// `None` means that no proof was found. Positions with an en passant right are left to the search. With `by_cases` a
/// proof may also consist of two invariants: a piece that cannot move at first is captured before it moves, or is not.
pub(super) fn prove(
    position: &Position,
    side: Color,
    by_cases: bool,
) -> Option<Vec<MobilityInvariant>> {
    if position.en_passant().is_some() {
        return None;
    }
    let mut all = MobilityFixpoint::new(position, side, Case::All);
    if all.close() {
        return Some(vec![all.invariant()]);
    }
    all.cornered.filter(|_| by_cases).and_then(|start| prove_both_cases(position, side, start))
}

/// Proves that `side` cannot mate if the piece that starts on `start` is captured before it moves, nor if it is not.
fn prove_both_cases(
    position: &Position,
    side: Color,
    start: Square,
) -> Option<Vec<MobilityInvariant>> {
    let prove = |case| {
        let mut sets = MobilityFixpoint::new(position, side, case);
        sets.close().then(|| sets.invariant())
    };
    [Case::Spared(start), Case::Lost(start)].into_iter().map(prove).collect()
}

/// Whether the position lies in all of these invariants, so that their side cannot mate from it (Lemma 14). The
/// invariants may have been computed for another position.
pub(super) fn contain(invariants: &[MobilityInvariant], position: &Position) -> bool {
    invariants.iter().all(|invariant| invariant.contains(position))
}

impl MobilityInvariant {
    /// Whether the king of `color` stands on its start in the invariant.
    fn starts_as_king(&self, position: &Position, color: Color) -> bool {
        let king = Piece { color, role: Role::King };
        let start = position.king(color);
        self.pieces.iter().any(|mobility| mobility.piece == king && mobility.start == start)
    }

    /// Whether the position lies in the invariant.
    ///
    /// Pieces are assigned greedily, so the result can be `false` although an assignment exists.
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
        // A piece on the start of a piece of its kind is assigned to it. Castling rooks and the piece of a case depend on
        // this.
        for (slot, mobility) in at.iter_mut().zip(&self.pieces) {
            let same = placement.pieces(mobility.piece.color, mobility.piece.role);
            if same.contains(mobility.start) {
                *slot = Some(mobility.start);
                left = left - mobility.start.set();
            }
        }
        for (slot, mobility) in at.iter_mut().zip(&self.pieces).filter(|(slot, _)| slot.is_none()) {
            let own = left & placement.color(mobility.piece.color);
            let same = own & placement.role(mobility.piece.role) & mobility.squares;
            let promoted = own - placement.role(Role::Pawn) - placement.role(Role::King);
            *slot = same.first().or((promoted & mobility.promoted).first());
            match *slot {
                Some(square) => left = left - square.set(),
                None if mobility.removable => {}
                None => return false,
            }
        }
        left.is_empty() && self.keeps_order(&at)
    }

    /// Whether no two pawns that started face to face on a file have passed each other (Lemma 6). `places` are the
    /// squares assigned to `pieces`.
    fn keeps_order(&self, places: &[Option<Square>; 32]) -> bool {
        let pawns = || {
            self.pieces.iter().zip(places).filter(|(mobility, _)| mobility.piece.role == Role::Pawn)
        };
        // Most pawns are on their starts, and two of those have not passed each other.
        let mut moved =
            pawns().filter(|(mobility, place)| place.is_some_and(|at| at != mobility.start));
        moved.all(|(mobility, here)| {
            let is_white = mobility.piece.color == Color::White;
            let mut others = pawns().filter(|(other, _)| {
                other.piece.color != mobility.piece.color
                    && other.start.file() == mobility.start.file()
                    && (mobility.start < other.start) == is_white
            });
            others.all(|(_, there)| there.is_none() || (here < there) == is_white)
        })
    }
}

/// Whether the piece never moves. It may still be captured.
#[inline]
fn is_immobile(mobility: &PieceMobility) -> bool {
    mobility.promoted.is_empty() && !mobility.squares.is_several()
}

/// Whether the piece never moves and is never captured.
#[inline]
fn is_fixed(mobility: &PieceMobility) -> bool {
    !mobility.removable && is_immobile(mobility)
}

/// Whether the pawn is never captured or promoted, and never leaves its file.
#[inline]
fn keeps_file(mobility: &PieceMobility) -> bool {
    !mobility.removable
        && mobility.promoted.is_empty()
        && mobility.squares.is_subset(mobility.start.file().squares())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dead::{
            check::lies_in,
            rows::{self, Goes, Lcg, try_proof},
        },
        position::Setup,
    };

    fn position(fen: &str) -> Position {
        Position::from_playable(&fen.parse::<Setup>().unwrap()).unwrap()
    }

    /// The invariant with the pieces of `fen` on their starts, and additional squares.
    fn invariant(fen: &str, goes: Goes) -> MobilityInvariant {
        let fields: Vec<&str> = fen.split(' ').collect();
        rows::with_rights(fields[0], fields[2], goes, Color::White)
    }

    /// The position of an invariant, additional squares, another position, and whether that lies in the invariant.
    type Row = (&'static str, Goes, &'static str, bool);

    const ROOKS: &str = "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1";
    const APART: &str = "4k3/8/4p3/8/8/3P4/8/4K3 w - - 0 1";
    const PAWNS: &str = "4k3/8/4p3/8/8/4P3/8/4K3 w - - 0 1";

    const ROWS: &[Row] = &[
        // Castling rights may have been lost. Rights that the invariant does not have, or of another rook or king, do
        // not fit.
        (ROOKS, &[], ROOKS, true),
        (ROOKS, &[], "r3k2r/8/8/8/8/8/8/4K3 w k - 5 9", true),
        (ROOKS, &[], "r3k2r/8/8/8/8/8/8/4K3 b - - 0 1", true),
        ("r3k2r/8/8/8/8/8/8/4K3 b q - 0 1", &[], ROOKS, false),
        ("r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1", &[], "r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1", true),
        (
            "r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1",
            &[("e8", "d8")],
            "r2k3r/8/8/8/8/8/8/4K3 b ha - 0 1",
            false,
        ),
        (
            "r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1",
            &[("e8", "d8")],
            "r2k3r/8/8/8/8/8/8/4K3 b - - 0 1",
            true,
        ),
        (
            "r3k2r/8/8/8/8/8/8/4K3 b ha - 0 1",
            &[("a8", "b8")],
            "1r2k2r/8/8/8/8/8/8/4K3 b hb - 0 1",
            false,
        ),
        // Every piece is on a square of its set. Only removable pieces may be missing, and none may be
        // added.
        (PAWNS, &[("e3", "e4")], "4k3/8/4p3/8/4P3/8/8/4K3 b - - 0 1", true),
        (PAWNS, &[], "4k3/8/4p3/8/4P3/8/8/4K3 b - - 0 1", false),
        (PAWNS, &[("e3", "x")], "4k3/8/4p3/8/8/8/8/4K3 b - - 0 1", true),
        (PAWNS, &[], "4k3/8/4p3/8/8/8/8/4K3 b - - 0 1", false),
        (PAWNS, &[("e3", "x")], "4k3/8/4p3/8/8/4P3/8/4KN2 b - - 0 1", false),
        (PAWNS, &[("e3", "x")], "4k3/8/4p3/8/8/4p3/8/4K3 b - - 0 1", false),
        // A promoted piece is neither a king nor a pawn.
        (APART, &[("d3", "=e8 h8"), ("e8", "d7")], "7N/3k4/4p3/8/8/8/8/4K3 b - - 0 1", true),
        (APART, &[("d3", "=h7")], "4k3/7P/4p3/8/8/8/8/4K3 b - - 0 1", false),
        (APART, &[("d3", "=h7")], "4k3/7r/4p3/8/8/8/8/4K3 b - - 0 1", false),
        (APART, &[("d3", "h7")], "4k3/7Q/4p3/8/8/8/8/4K3 b - - 0 1", false),
        (
            "4k3/8/4p3/8/8/3P1P2/8/4K3 w - - 0 1",
            &[("d3", "=h8"), ("f3", "=h8")],
            "4k2N/8/4p3/8/8/5P2/8/4K3 b - - 0 1",
            true,
        ),
        // Pawns that started face to face keep their order. Other pawns may pass each other.
        (
            PAWNS,
            &[("e3", "e4 e5 e6"), ("e6", "e5 e4 e3")],
            "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1",
            true,
        ),
        (
            PAWNS,
            &[("e3", "e4 e5 e6"), ("e6", "e5 e4 e3")],
            "4k3/8/8/4P3/4p3/8/8/4K3 w - - 0 1",
            false,
        ),
        (
            "4k3/8/4p3/8/8/3P4/8/4K3 w - - 0 1",
            &[("d3", "e5"), ("e6", "e4")],
            "4k3/8/8/4P3/4p3/8/8/4K3 w - - 0 1",
            true,
        ),
        (
            "4k3/8/4P3/8/8/4p3/8/4K3 w - - 0 1",
            &[("e6", "e7"), ("e3", "e2")],
            "4k3/4P3/8/8/8/8/4p3/4K3 b - - 0 1",
            true,
        ),
        (
            "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            &[("a1", "a5"), ("a8", "a4")],
            "4k3/8/8/R7/r7/8/8/4K3 w - - 0 1",
            true,
        ),
        (
            "r3k3/8/8/8/8/8/P7/4K3 w - - 0 1",
            &[("a2", "a5"), ("a8", "a4")],
            "4k3/8/8/P7/r7/8/8/4K3 w - - 0 1",
            true,
        ),
        // An invariant contains no position with an en passant right.
        (
            "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1",
            &[("d2", "d4")],
            "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1",
            false,
        ),
        (
            "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1",
            &[("d2", "d4")],
            "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1",
            true,
        ),
    ];

    rows!(
        a_pawn_keeps_its_file_if_it_is_there_and_goes_nowhere_else,
        for (goes, keeps) in [
            (&[][..], true),
            (&[("e3", "e4 e5 e8")][..], true),
            (&[("e3", "e4 d4")][..], false),
            (&[("e3", "e4"), ("e3", "=e8")][..], false),
            (&[("e3", "e4"), ("e3", "x")][..], false),
        ] {
            let made = invariant(PAWNS, goes);
            let pawn =
                made.pieces.iter().find(|mobility| mobility.start.to_string() == "e3").unwrap();
            assert_eq!(keeps_file(pawn), keeps, "{goes:?}");
        }
    );

    #[test]
    fn prover_and_checker_agree_whether_a_position_lies_in_an_invariant() {
        for &(fen, goes, other, lies) in ROWS {
            let (invariant, at) = (invariant(fen, goes), position(other));
            assert_eq!(lies_in(&at, &invariant), lies, "checked: {other} in {fen}, {goes:?}");
            assert_eq!(contain(&[invariant], &at), lies, "made: {other} in {fen}, {goes:?}");
        }
    }

    /// Positions with almost immobile pieces, whose kings have one way out.
    const POCKETS: [&str; 9] = [
        "k7/P1p5/1pP5/1Pp1p1p1/1pP1P1P1/1Pp5/2P5/1K6 w - - 0 1",
        "7k/5p1P/5Pp1/1p1p1pP1/1P1P1P2/8/8/6K1 b - - 0 1",
        "8/4k3/2p1P1p1/1pPp1pP1/1P1P1P2/8/4K3/8 b - - 0 1",
        "k7/P1p5/K1P5/8/8/8/8/8 b - - 0 1",
        "6bk/6pP/6P1/1p4p1/1P4P1/8/8/K7 b - - 0 1",
        "kb6/P1p5/2P5/p6p/P6P/8/8/3K4 w - - 0 1",
        "krb5/1p1p4/1P1P4/3p3p/3P1K1P/8/8/6B1 w - - 0 1",
        "krb5/1p1p4/1P1P4/8/8/8/8/5KB1 w - - 0 1",
        "8/5B2/8/2k2p2/p2p1P2/P2P1p1p/5P1P/5BRK w - - 0 1",
    ];

    #[test]
    fn proofs_by_two_cases_hold() {
        let mut random = Lcg(2);
        let (mut asked, mut shown, mut visited, mut inside) = (0, 0, 0, 0);
        while asked < 24_000 {
            let Some(position) = sets::changed(&POCKETS, &mut random) else { continue };
            asked += 1;
            let position = if asked % 2 == 0 { position.flip() } else { position };
            for side in Color::ALL {
                let mut all = MobilityFixpoint::new(&position, side, Case::All);
                while all.grow() {}
                let Some(start) = all.cornered else { continue };
                let Some(cases) = prove_both_cases(&position, side, start) else { continue };
                shown += 1;
                visited += u32::from(try_proof(&position, side, &cases));
                let next = position.legal_moves().into_iter().map(|played| position.after(played));
                inside += next.filter(|next| contain(&cases, next)).count();
            }
        }
        assert!(shown > 1_000 && visited > 1_000 && inside > 3_000, "{shown} {visited} {inside}");
    }
}
