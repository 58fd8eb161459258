//! Which pieces need not be followed: guesses, each put to a search among shadows.

use super::shadow::{ShadowSearch, SpareReach};
use crate::{
    board::{Bitboard, Color, Placement, Role, Square, attacks},
    position::Position,
};

/// The result of a search for pieces that need not be followed.
pub(super) enum SpareProof {
    /// Wherever these go, there is no mate.
    Found(Bitboard),
    /// No guess is a proof.
    None,
    /// There are too many shadows to tell.
    TooMany,
}

/// A search for pieces that need not be followed to see that `side` does not mate.
pub(super) struct SpareSearch {
    position: Position,
    side: Color,
    /// The guesses that have not been refuted.
    guesses: Vec<Bitboard>,
}

impl SpareSearch {
    pub(super) fn new(position: &Position, side: Color) -> SpareSearch {
        // A right to castle is nothing that a shadow knows.
        let can_castle = !position.castling().rooks().is_empty();
        let guesses = if can_castle { Vec::new() } else { guesses(position, side) };
        SpareSearch { position: *position, side, guesses }
    }

    /// Looks at about so many shadows, at most; returns at how many.
    ///
    /// What is known to be no proof is not tried again.
    pub(super) fn prove(&mut self, budget: usize) -> (SpareProof, usize) {
        let mut looked_at = 0;
        let guesses = std::mem::take(&mut self.guesses);
        let count = guesses.len();
        for (tried, spares) in guesses.into_iter().enumerate() {
            let most = budget.saturating_sub(looked_at) / (count - tried);
            let search = ShadowSearch::new(&self.position, self.side, spares);
            let (may_mate, shadows) = search.run(most);
            looked_at += shadows;
            match may_mate {
                Some(false) => return (SpareProof::Found(spares), looked_at),
                Some(true) => {}
                None => self.guesses.push(spares),
            }
        }
        (if self.guesses.is_empty() { SpareProof::None } else { SpareProof::TooMany }, looked_at)
    }
}

/// A piece that pawns keep on this number of squares is followed.
const MOST_CONFINED: u32 = 12;

/// Guesses which pieces need not be followed to see that `side` does not mate.
fn guesses(position: &Position, side: Color) -> Vec<Bitboard> {
    let pieces = position.placement();
    let mated = position.king(!side);
    let others = pieces.color(!side) - mated.set();
    // What walls a king in, or cannot move in this position, is followed; other pieces of its player are not.
    let cannot_move = |&at: &Square| targets(pieces, !side, at).is_empty();
    let still: Bitboard = others.into_iter().filter(cannot_move).collect();
    let wall = attacks::king(mated) | mated.set() | still;
    let walled_in = others - wall;
    // Of both players, what goes far is let go, and what pawns keep in a small place is followed.
    let roams = |at: &Square| {
        let color = if pieces.color(side).contains(*at) { side } else { !side };
        let ways = SpareReach::of(at.set(), pieces, color).spread(pieces, color);
        ways.anywhere().len() > MOST_CONFINED
    };
    let others = pieces.occupied() - pieces.role(Role::King) - pieces.role(Role::Pawn);
    let roaming = others.into_iter().filter(roams).collect();
    [walled_in, roaming].into_iter().filter(|guess: &Bitboard| !guess.is_empty()).collect()
}

/// Where the piece of this player on a square may go, checks apart.
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
    use crate::dead::{Certificate, check::check_certificate};
    #[test]
    fn the_first_guess_follows_what_walls_the_king_in_or_cannot_move() {
        for (fen, expected) in [
            // The pawn beside the king is followed.
            ("k2b4/p6p/3q4/8/8/8/r5n1/7K w - - 0 1", "a2 g2 d6 h7 d8"),
            // So are the bishop of h5 and the pawns that cannot move.
            ("2b2k2/8/6p1/r4pPb/p1p1p1p1/P1P1P3/8/2B1K3 w - - 0 1", "g4 a5 f5 c8"),
            // A rook beside the king cannot move either.
            ("rk6/p7/8/8/8/7n/8/6K1 w - - 0 1", "h3"),
            // Nor can a pawn before a piece, unless it takes another.
            ("7k/8/8/8/p1p5/B2N4/8/K7 w - - 0 1", "c4"),
            ("7k/8/8/8/8/8/8/KQ6 w - - 0 1", "b1"),
        ] {
            let position = Position::composed(&fen.parse().unwrap()).unwrap();
            let name = |guess: &Bitboard| {
                guess.into_iter().map(|at| at.to_string()).collect::<Vec<_>>().join(" ")
            };
            let found = guesses(&position, Color::White);
            assert_eq!(found.first().map(name).as_deref(), Some(expected), "{fen}");
        }
    }

    const CHAIN: &str = "B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - - 0 1";
    const TWO_CHAINS: &str = "6K1/8/8/6k1/1B1B1B1B/1pBpBpBp/bPbPbP1P/1b1b1b1b b - - 0 1";

    #[test]
    fn a_guess_that_proves_something_is_found_with_few_shadows() {
        for (fen, side, most) in [
            ("N1k5/RNPR4/BKPP4/PPP5/1B1P4/6q1/5P2/8 b - - 0 1", Color::Black, 5_000),
            ("5k1N/4RPNR/1Q2PPKB/5PPP/4P1P1/1q3B2/8/8 w - - 0 1", Color::Black, 16_000),
            ("8/1n6/2Q5/8/5ppp/1q2ppkb/r4pnr/5Kbq b - - 0 1", Color::White, 500),
            ("QBk5/RNP4R/BKPP4/PPP5/8/7N/8/N5q1 w - - 0 1", Color::Black, 25_000),
            // The knight beside the king leaves a line to the other king, to which it may come back.
            ("8/2n5/7p/Q1p4b/ppp5/bkp5/rnp5/n1K5 w - - 0 1", Color::White, 12_000),
        ] {
            let position = Position::composed(&fen.parse().unwrap()).unwrap();
            let (proof, looked_at) = SpareSearch::new(&position, side).prove(1 << 15);
            assert!(matches!(proof, SpareProof::Found(_)), "{fen}: {looked_at}");
            assert!((1..=most).contains(&looked_at), "{fen}: {looked_at}");
        }
    }

    /// Seven bishops share eight squares behind pawns, and each guards what the others leave; those of the other colour of
    /// squares go anywhere.
    #[test]
    fn chains_of_bishops_are_followed_and_nothing_else() {
        for (fen, roaming) in [(CHAIN, "f4 e5"), (TWO_CHAINS, "c3 e3 g3 b4 d4 f4 h4")] {
            let position = Position::composed(&fen.parse().unwrap()).unwrap();
            let names = roaming.split(' ');
            let spares = names.map(|name| Square::parse(name).unwrap()).collect::<Bitboard>();
            for side in Color::ALL {
                assert_eq!(guesses(&position, side).last(), Some(&spares), "{fen}, {side}");
                let found = ShadowSearch::new(&position, side, spares).run(30_000);
                assert_eq!(found, (Some(false), 23_408), "{fen}, {side}");
                let certificate = Certificate::Spares(spares);
                assert!(check_certificate(&position, side, &certificate), "{fen}, {side}");
                // A bishop of the chain that goes anywhere guards nothing.
                let chain = position.placement().role(Role::Bishop) - spares;
                for more in [spares | chain.first().unwrap().set(), spares | chain] {
                    let certificate = Certificate::Spares(more);
                    assert!(!check_certificate(&position, side, &certificate), "{fen}, {side}");
                }
            }
        }
    }

    #[test]
    fn nothing_is_guessed_where_somebody_may_castle() {
        for (fen, is_found) in
            [("r3k3/8/8/8/8/8/8/4K3 w - - 0 1", true), ("r3k3/8/8/8/8/8/8/4K3 w q - 0 1", false)]
        {
            let position = Position::composed(&fen.parse().unwrap()).unwrap();
            let (proof, looked_at) = SpareSearch::new(&position, Color::White).prove(1 << 15);
            let found = (matches!(proof, SpareProof::Found(_)), looked_at > 0);
            assert_eq!(found, (is_found, is_found), "{fen}");
        }
    }
}
