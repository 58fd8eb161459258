//! Which pieces play no part: guesses, the boldest first, each put to a search among shadows.

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
        let mut guesses = Vec::new();
        if position.castling().rooks().is_empty() {
            for start in starts(position, side) {
                // Who leaves its place may be anywhere, as a guess, or is followed.
                let others = position.placement().color(!side) - start;
                for free in [Bitboard::FULL - others, Bitboard::EMPTY] {
                    let guess = Spares { start, free };
                    if !guesses.contains(&guess) {
                        guesses.push(guess);
                    }
                }
            }
        }
        SpareSearch { position: *position, side, guesses }
    }

    /// Looks at about so many shadows, at most; returns at how many.
    ///
    /// What is known to be no proof is not tried again.
    pub(super) fn prove(&mut self, budget: usize) -> (SpareProof, usize) {
        let mut looked_at = 0;
        let guesses = std::mem::take(&mut self.guesses);
        for (tried, &spares) in guesses.iter().enumerate() {
            // What the others leave is for those that are to come.
            let share = budget.saturating_sub(looked_at) / (guesses.len() - tried);
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

/// The pieces of the player to be mated by `side`, without more and more of those near to a king, which may be what
/// walls it in; most that matter are near to the one that would be mated. Of pawns at most those are spare that are
/// far from it.
fn starts(position: &Position, side: Color) -> impl Iterator<Item = Bitboard> {
    let placement = position.placement();
    let pawns = placement.role(Role::Pawn) & placement.color(!side);
    let king = position.king(!side);
    let far: Bitboard = pawns.into_iter().filter(|&pawn| distance(pawn, king) > 2).collect();
    let pieces = placement.color(!side) - placement.role(Role::King) - pawns;
    let by_distance = |king: Square| {
        let mut pieces: Vec<Square> = pieces.into_iter().collect();
        pieces.sort_by_key(|&square| distance(square, king));
        pieces
    };
    let orders = [!side, side].map(|owner| by_distance(position.king(owner)));
    let without = move |near| {
        orders.each_ref().map(|pieces| pieces.iter().skip(near).copied().collect::<Bitboard>())
    };
    let fewer = [1, 2, 4, 5, 6, 8].into_iter().flat_map(without);
    let sets = std::iter::once(pieces).chain(fewer);
    let with_pawns = move |set| [Some(set), Some(set | far).filter(|_| !far.is_empty())];
    let movers = movers_in_check(position, side);
    let without_movers = move |set| [Some(set), Some(set - movers).filter(|_| movers.meets(set))];
    let all = sets.flat_map(with_pawns).flatten().flat_map(without_movers).flatten();
    all.filter(|spares| !spares.is_empty())
}

/// The pieces that can answer a check by `side`: what does is often next to its king then, and part of the wall.
fn movers_in_check(position: &Position, side: Color) -> Bitboard {
    let is_checked = position.turn() != side && position.is_check();
    let replies = if is_checked { position.legal_moves() } else { Vec::new() };
    replies.into_iter().map(|reply| reply.from).collect()
}
