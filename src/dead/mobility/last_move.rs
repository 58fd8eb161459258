//! Where the last move came from: whoever gives mate was somewhere else before, and the king was not attacked then.

use super::{PieceReach, attack::attacks_from, fixpoint::ReachFixpoint};
use crate::board::{Bitboard, Role, Square, attacks};

impl ReachFixpoint {
    /// The squares that a move of `side` may have left that mates the king on this square (Lemma 19): all if that cannot be
    /// told.
    pub(super) fn left_by_mate(&self, king: Square) -> Bitboard {
        if self.castling.iter().any(|(color, _)| color == self.side) {
            return Bitboard::FULL;
        }
        let there = || {
            let own = self.pieces[..self.len].iter().filter(|reach| reach.piece.color == self.side);
            own.filter(|reach| !self.split.lost.contains(reach.start))
        };
        let (free, seen) = (!(self.fixed[0] | self.fixed[1]), !self.shields(self.side));
        let leaves = |reach: &PieceReach| !self.split.stay.contains(reach.start);
        let mut left = Bitboard::EMPTY;
        for reach in there() {
            let moves = leaves(reach);
            let role = reach.piece.role;
            match role {
                Role::King => {}
                Role::Pawn => {
                    let keeps_file = reach.squares.is_subset(reach.start.file().squares());
                    let checks = attacks::pawns(self.side, reach.squares).contains(king);
                    if !keeps_file || !reach.promoted.is_empty() || checks && moves {
                        return Bitboard::FULL;
                    }
                }
                Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                    let checking = attacks_from(role, king.set(), seen) & reach.squares;
                    let mut lines = Bitboard::EMPTY;
                    for to in checking {
                        lines |= attacks::between(to, king);
                        for from in
                            (attacks_from(role, to.set(), free) & reach.squares).only_if(moves)
                        {
                            left |= last_step(from, to);
                        }
                    }
                    let others =
                        there().filter(|other| other.start != reach.start && leaves(other));
                    left |= others.fold(Bitboard::EMPTY, |all, other| all | other.squares) & lines;
                }
            }
        }
        left - king.set()
    }

    /// What those pieces of `side` but its king may attack that are still there in the end, none of them on these
    /// squares.
    pub(super) fn attacked_without(&self, squares: Bitboard) -> Bitboard {
        let seen = !self.shields(self.side);
        let mut attacked = self.split.held_attacks[self.side as usize];
        for reach in &self.pieces[..self.len] {
            let split = &self.split;
            if reach.piece.color != self.side
                || reach.piece.role == Role::King
                || (split.lost | split.held).contains(reach.start)
            {
                continue;
            }
            let [own, promoted] = [reach.squares, reach.promoted].map(|all| all - squares);
            attacked |= attacks::pawns(self.side, own).only_if(reach.piece.role == Role::Pawn)
                | attacks_from(reach.piece.role, own, seen)
                | attacks_from(Role::Queen, promoted, seen)
                | attacks_from(Role::Knight, promoted, seen);
        }
        attacked
    }
}

/// The last square that a move leaves: of those that are passed, or else the first.
fn last_step(from: Square, to: Square) -> Bitboard {
    let passed = attacks::between(from, to) & attacks::king(to);
    if passed.is_empty() { from.set() } else { passed }
}
