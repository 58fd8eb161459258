//! Which pieces play no part: guesses, the likeliest first, each put to a search among shadows.

use super::{certificate::Spares, guide::distance, shadow::ShadowSearch};
use crate::{
    board::{Bitboard, Color, Role, Square},
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
        let guesses = std::mem::take(&mut self.guesses);
        for spares in guesses {
            // The likeliest has as much as all others together.
            let share = budget.saturating_sub(looked_at) / 2;
            let search = ShadowSearch::new(&self.position, self.side, spares);
            let (may_mate, shadows) = search.run(share);
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

/// How far from the king that would be mated, and from the other, whoever is followed stands, and whether all pawns are
/// followed, too. What walls a king in is near to it; the first two are what mostly proves something.
const NEAR: [(u32, u32, bool); 8] = [
    (1, 2, false),
    (1, 3, true),
    (2, 0, false),
    (2, 2, false),
    (1, 2, true),
    (2, 3, true),
    (2, 0, true),
    (3, 3, true),
];

/// Guesses of who plays no part in a mate by `side`: whoever is far from the kings, or gets there.
fn guesses(position: &Position, side: Color) -> Vec<Spares> {
    let pieces = position.placement();
    let [mated, other] = [!side, side].map(|color| position.king(color));
    let others = pieces.color(!side) - mated.set();
    let mut guesses = Vec::new();
    for (to_mated, to_other, follows_pawns) in NEAR {
        let near = within(mated, to_mated) | within(other, to_other);
        let pawns = pieces.role(Role::Pawn).only_if(follows_pawns);
        let guess = Spares { start: others - near - pawns, free: !near };
        if !guesses.contains(&guess) {
            guesses.push(guess);
        }
    }
    guesses
}

/// The squares that are no farther from this one, in steps of a king.
fn within(square: Square, steps: u32) -> Bitboard {
    Square::all().filter(|&other| distance(square, other) <= steps).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_far_from_the_kings_is_guessed_to_play_no_part() {
        // From the king on a8: the pawn on a7 and the bishop on d8 are one and three squares away.
        let fen = "k2b4/p6p/3q4/8/8/8/r5n1/7K w - - 0 1";
        let position = Position::composed(&fen.parse().unwrap()).unwrap();
        let found: Vec<(String, u32)> = guesses(&position, Color::White)
            .iter()
            .map(|guess| {
                let names: Vec<String> = guess.start.into_iter().map(|at| at.to_string()).collect();
                (names.join(" "), guess.free.len())
            })
            .collect();
        // Beside the king on h1 the knight is followed, and the pawn on h7 with the other pawns.
        let wanted = [
            ("a2 d6 h7 d8", 51),
            ("a2 d6 d8", 44),
            ("a2 g2 d6 h7 d8", 54),
            ("a2 d6 h7 d8", 46),
            ("a2 d6 d8", 51),
            ("a2 d6 d8", 39),
            ("a2 g2 d6 d8", 54),
            ("a2", 32),
        ];
        assert_eq!(found, wanted.map(|(names, many)| (names.to_owned(), many)));
    }

    #[test]
    fn a_guess_that_proves_something_is_found_with_few_shadows() {
        for (fen, side, most) in [
            ("N1k5/RNPR4/BKPP4/PPP5/1B1P4/6q1/5P2/8 b - - 0 1", Color::Black, 5_000),
            ("3b4/k1b5/7p/4bp1r/1p1p1p1p/1P1PpP1P/2B1P1KP/5BNR w - - 0 1", Color::White, 20_000),
            ("5k1N/4RPNR/1Q2PPKB/5PPP/4P1P1/1q3B2/8/8 w - - 0 1", Color::Black, 16_000),
        ] {
            let position = Position::composed(&fen.parse().unwrap()).unwrap();
            let (proof, looked_at) = SpareSearch::new(&position, side).prove(1 << 15);
            assert!(matches!(proof, SpareProof::Found(_)), "{fen}: {looked_at}");
            assert!(looked_at <= most, "{fen}: {looked_at}");
        }
    }
}
