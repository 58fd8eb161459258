//! Which pieces play no part: guesses, the likeliest first, each put to a search among shadows.

use super::{
    certificate::Spares,
    shadow::{ShadowSearch, SpareReach},
};
use crate::{
    board::{Bitboard, Color, Placement, Role, Square, attacks},
    position::Position,
};

/// What came of a look for pieces that play no part.
pub(super) enum SpareProof {
    /// These play none, and no mate comes of what is left.
    Found(Spares),
    /// Whichever pieces are left out, there seems to be a mate.
    None,
    /// There are too many shadows to tell.
    TooMany,
}

/// A search for pieces of the player to be mated by `side` that play no part.
pub(super) struct SpareSearch {
    position: Position,
    side: Color,
    /// What may still be so.
    guesses: Vec<Spares>,
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
        for spares in std::mem::take(&mut self.guesses) {
            // The likeliest has as much as all others together.
            let most = budget.saturating_sub(looked_at) / 2;
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

/// Guesses of who plays no part in a mate by `side`.
fn guesses(position: &Position, side: Color) -> Vec<Spares> {
    let pieces = position.placement();
    let mated = position.king(!side);
    let others = pieces.color(!side) - mated.set();
    // What walls a king in, or cannot move as things stand, is followed; whatever else there is goes where it likes.
    let cannot_move = |&at: &Square| targets(pieces, !side, at).is_empty();
    let still: Bitboard = others.into_iter().filter(cannot_move).collect();
    let wall = attacks::king(mated) | mated.set() | still;
    let walled_in = Spares { start: others - wall, free: !wall };
    // Nor does it matter where those go who meet nobody; one that pawns keep where it is is a wall.
    let is_harmless = |at: &Square| {
        let ways = SpareReach::of(at.set(), pieces).spread(pieces, !side).anywhere();
        ways.is_several() && !ways.meets(pieces.color(side))
    };
    let harmless = (others - pieces.role(Role::Pawn)).into_iter().filter(is_harmless).collect();
    let harmless = Spares { start: harmless, free: Bitboard::EMPTY };
    [walled_in, harmless].into_iter().filter(|guess| !guess.start.is_empty()).collect()
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

    #[test]
    fn who_cannot_move_is_a_wall_and_who_meets_nobody_plays_no_part() {
        for (fen, expected) in [
            // Beside the king on a8 is a pawn, and another on h6 of whom it cannot be said that it meets nobody.
            ("k2b4/p6p/3q4/8/8/8/r5n1/7K w - - 0 1", "a2 g2 d6 h7 d8 60, d8 0"),
            // The bishop of c8 never comes to White's pieces; the rook does, and neither the bishop of h5 nor some pawns can
            // move.
            ("2b2k2/8/6p1/r4pPb/p1p1p1p1/P1P1P3/8/2B1K3 w - - 0 1", "g4 a5 f5 c8 53, c8 0"),
            // A rook beside the king cannot move either.
            ("rk6/p7/8/8/8/7n/8/6K1 w - - 0 1", "h3 58"),
            // Nor can a pawn before a piece, unless it takes another.
            ("7k/8/8/8/p1p5/B2N4/8/K7 w - - 0 1", "c4 59"),
            ("7k/8/8/8/8/8/8/KQ6 w - - 0 1", ""),
        ] {
            let position = Position::composed(&fen.parse().unwrap()).unwrap();
            let name = |guess: &Spares| {
                let names: Vec<String> = guess.start.into_iter().map(|at| at.to_string()).collect();
                format!("{} {}", names.join(" "), guess.free.len())
            };
            let found: Vec<String> = guesses(&position, Color::White).iter().map(name).collect();
            assert_eq!(found.join(", "), expected, "{fen}");
        }
    }

    #[test]
    fn a_guess_that_proves_something_is_found_with_few_shadows() {
        for (fen, side, most) in [
            ("N1k5/RNPR4/BKPP4/PPP5/1B1P4/6q1/5P2/8 b - - 0 1", Color::Black, 5_000),
            ("3b4/k1b5/7p/4bp1r/1p1p1p1p/1P1PpP1P/2B1P1KP/5BNR w - - 0 1", Color::White, 20_000),
            ("5k1N/4RPNR/1Q2PPKB/5PPP/4P1P1/1q3B2/8/8 w - - 0 1", Color::Black, 16_000),
            // Nobody who cannot move is let go, and others only if need be.
            ("8/1n6/2Q5/8/5ppp/1q2ppkb/r4pnr/5Kbq b - - 0 1", Color::White, 200),
            ("QBk5/RNP4R/BKPP4/PPP5/8/7N/8/N5q1 w - - 0 1", Color::Black, 25_000),
            // The knight beside the king leaves a line to the other king, to which it may come back.
            ("8/2n5/7p/Q1p4b/ppp5/bkp5/rnp5/n1K5 w - - 0 1", Color::White, 5_000),
            // A queen that could go where it likes would let itself be mated.
            ("QBk5/RNP5/BKPP4/PPP5/3q4/8/8/8 w - - 0 1", Color::Black, 2_500),
        ] {
            let position = Position::composed(&fen.parse().unwrap()).unwrap();
            let (proof, looked_at) = SpareSearch::new(&position, side).prove(1 << 15);
            assert!(matches!(proof, SpareProof::Found(_)), "{fen}: {looked_at}");
            assert!((1..=most).contains(&looked_at), "{fen}: {looked_at}");
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
