//! Heuristic selection of untracked pieces. Each selection is tested by a search over abstract states.

use super::abstraction::{AbstractSearch, UntrackedSquares};
use crate::{
    board::{Bitboard, Color, Placement, Role, Square, attacks},
    position::Position,
};

/// The result of [`UntrackedSearch::prove`].
pub(super) enum UntrackedProof {
    /// No mate exists if the pieces on these squares are untracked.
    Found(Bitboard),
    /// No selection is a proof.
    None,
    /// The search needs more abstract states.
    TooMany,
}

/// Searches for a set of untracked pieces with which the abstract states show that `side` cannot mate.
pub(super) struct UntrackedSearch {
    position: Position,
    side: Color,
    /// Selections that have not been refuted.
    selections: Vec<Bitboard>,
}

impl UntrackedSearch {
    pub(super) fn new(position: &Position, side: Color) -> UntrackedSearch {
        // Abstract states have no castling rights.
        let can_castle = !position.castling().rooks().is_empty();
        let selections = if can_castle { Vec::new() } else { selections(position, side) };
        UntrackedSearch { position: *position, side, selections }
    }

    /// Visits at most about `budget` abstract states. Returns the number visited.
    ///
    /// Refuted selections are not tried again.
    pub(super) fn prove(&mut self, budget: usize) -> (UntrackedProof, usize) {
        let mut looked_at = 0;
        let selections = std::mem::take(&mut self.selections);
        let count = selections.len();
        for (tried, untracked) in selections.into_iter().enumerate() {
            let most = budget.saturating_sub(looked_at) / (count - tried);
            let search = AbstractSearch::new(&self.position, self.side, untracked);
            let (may_mate, states) = search.run(most);
            looked_at += states;
            match may_mate {
                Some(false) => return (UntrackedProof::Found(untracked), looked_at),
                Some(true) => {}
                None => self.selections.push(untracked),
            }
        }
        (
            if self.selections.is_empty() { UntrackedProof::None } else { UntrackedProof::TooMany },
            looked_at,
        )
    }
}

/// Pieces whose reachable squares, with only pawns in the way, are at most this many are tracked.
const MOST_CONFINED: u32 = 12;

/// Selects pieces that may be untracked in a proof that `side` cannot mate.
fn selections(position: &Position, side: Color) -> Vec<Bitboard> {
    let pieces = position.placement();
    let mated = position.king(!side);
    let others = pieces.color(!side) - mated.set();
    // First selection: track pieces next to the king to be mated and those that cannot move now. Other pieces of its
    // side are untracked.
    let cannot_move = |&at: &Square| targets(pieces, !side, at).is_empty();
    let immobile: Bitboard = others.into_iter().filter(cannot_move).collect();
    let wall = attacks::king(mated) | mated.set() | immobile;
    let walled_in = others - wall;
    // Second selection, for both players: track pieces that pawns confine to a small region.
    let roams = |at: &Square| {
        let color = if pieces.color(side).contains(*at) { side } else { !side };
        let ways = UntrackedSquares::of(at.set(), pieces, color).saturated(pieces, color);
        ways.anywhere().len() > MOST_CONFINED
    };
    let others = pieces.occupied() - pieces.role(Role::King) - pieces.role(Role::Pawn);
    let roaming = others.into_iter().filter(roams).collect();
    [walled_in, roaming].into_iter().filter(|selection: &Bitboard| !selection.is_empty()).collect()
}

/// Squares that the piece can move to, without regard to checks.
fn targets(pieces: &Placement, color: Color, from: Square) -> Bitboard {
    let (role, occupied) = (pieces.role_at(from), pieces.occupied());
    let own = pieces.color(color);
    if role == Role::Pawn {
        let step = from.set().shift(8 * i32::from(color.forward())) - occupied;
        step | (attacks::pawn(color, from) & pieces.color(!color))
    } else {
        attacks::of(role, color, from, occupied) - own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dead::{Certificate, check::check_certificate, rows::squares};

    rows!(
        the_first_selection_tracks_the_wall_and_pieces_that_cannot_move,
        for (fen, expected) in [
            // The pawn next to the king is tracked.
            ("k2b4/p6p/3q4/8/8/8/r5n1/7K w - - 0 1", "a2 g2 d6 h7 d8"),
            // So are the bishop of h5 and the pawns that cannot move.
            ("2b2k2/8/6p1/r4pPb/p1p1p1p1/P1P1P3/8/2B1K3 w - - 0 1", "g4 a5 f5 c8"),
            // A rook next to the king cannot move either.
            ("rk6/p7/8/8/8/7n/8/6K1 w - - 0 1", "h3"),
            // Nor can a pawn in front of a piece, unless it can capture.
            ("7k/8/8/8/p1p5/B2N4/8/K7 w - - 0 1", "c4"),
            ("7k/8/8/8/8/8/8/KQ6 w - - 0 1", "b1"),
        ] {
            let position = Position::from_playable(&fen.parse().unwrap()).unwrap();
            let name = |selection: &Bitboard| {
                selection.into_iter().map(|at| at.to_string()).collect::<Vec<_>>().join(" ")
            };
            let found = selections(&position, Color::White);
            assert_eq!(found.first().map(name).as_deref(), Some(expected), "{fen}");
        }
    );

    const CHAIN: &str = "B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - - 0 1";
    const TWO_CHAINS: &str = "6K1/8/8/6k1/1B1B1B1B/1pBpBpBp/bPbPbP1P/1b1b1b1b b - - 0 1";

    rows!(
        a_selection_that_is_a_proof_is_found_with_few_abstract_states,
        for (fen, side, most) in [
            ("N1k5/RNPR4/BKPP4/PPP5/1B1P4/6q1/5P2/8 b - - 0 1", Color::Black, 5_000),
            ("5k1N/4RPNR/1Q2PPKB/5PPP/4P1P1/1q3B2/8/8 w - - 0 1", Color::Black, 16_000),
            ("8/1n6/2Q5/8/5ppp/1q2ppkb/r4pnr/5Kbq b - - 0 1", Color::White, 500),
            ("QBk5/RNP4R/BKPP4/PPP5/8/7N/8/N5q1 w - - 0 1", Color::Black, 25_000),
            // The knight next to the king opens a line to the other king, and may come back to it.
            ("8/2n5/7p/Q1p4b/ppp5/bkp5/rnp5/n1K5 w - - 0 1", Color::White, 12_000),
        ] {
            let position = Position::from_playable(&fen.parse().unwrap()).unwrap();
            let (proof, looked_at) = UntrackedSearch::new(&position, side).prove(1 << 15);
            assert!(matches!(proof, UntrackedProof::Found(_)), "{fen}: {looked_at}");
            assert!((1..=most).contains(&looked_at), "{fen}: {looked_at}");
        }
    );

    /// Seven bishops share eight squares on blocked files, and each guards the squares of the others. Bishops of the
    /// other square colour are untracked.
    #[test]
    fn only_chains_of_bishops_are_tracked() {
        for (fen, roaming) in [(CHAIN, "f4 e5"), (TWO_CHAINS, "c3 e3 g3 b4 d4 f4 h4")] {
            let position = Position::from_playable(&fen.parse().unwrap()).unwrap();
            let untracked = squares(roaming);
            for side in Color::ALL {
                assert_eq!(selections(&position, side).last(), Some(&untracked), "{fen}, {side}");
                let found = AbstractSearch::new(&position, side, untracked).run(30_000);
                assert_eq!(found, (Some(false), 23_408), "{fen}, {side}");
                let certificate = Certificate::Abstraction(untracked);
                assert!(check_certificate(&position, side, &certificate), "{fen}, {side}");
                // An untracked bishop of the chain guards nothing.
                let chain = position.placement().role(Role::Bishop) - untracked;
                for more in [untracked | chain.first().unwrap().set(), untracked | chain] {
                    let certificate = Certificate::Abstraction(more);
                    assert!(!check_certificate(&position, side, &certificate), "{fen}, {side}");
                }
            }
        }
    }

    #[test]
    fn nothing_is_selected_with_castling_rights() {
        for (fen, is_found) in
            [("r3k3/8/8/8/8/8/8/4K3 w - - 0 1", true), ("r3k3/8/8/8/8/8/8/4K3 w q - 0 1", false)]
        {
            let position = Position::from_playable(&fen.parse().unwrap()).unwrap();
            let (proof, looked_at) = UntrackedSearch::new(&position, Color::White).prove(1 << 15);
            let found = (matches!(proof, UntrackedProof::Found(_)), looked_at > 0);
            assert_eq!(found, (is_found, is_found), "{fen}");
        }
    }
}
