//! Attacks and pins.
//!
//! These are facts about the board, not rules. They depend neither on the side to move nor on whether the attacking
//! piece could legally capture.

use super::Position;
use crate::board::{Bitboard, Role, Square, attacks};

impl Position {
    /// The opponent's pieces that the piece on this square attacks; none if it is empty.
    pub fn attacked_from(&self, square: Square) -> Bitboard {
        let placement = self.placement();
        self.at(square).map_or(Bitboard::EMPTY, |piece| {
            attacks::of(piece.role, piece.color, square, placement.occupied())
                & placement.color(!piece.color)
        })
    }

    /// The pairs of a piece and a more valuable piece of the same side that it shields from an attacker.
    ///
    /// If the shielded piece is a king, this is a pin in the sense of the rules: the piece may only move along the
    /// line. Otherwise it may move, at a price.
    ///
    /// Values rise from pawn over knight and bishop, which are equal, to rook, queen and king.
    pub fn shielding(&self) -> Vec<(Square, Square)> {
        let role = |square| self.at(square).map(|piece| piece.role);
        let mut pairs = self.in_line();
        pairs.retain(|&(front, behind)| role(front).map(worth) < role(behind).map(worth));
        pairs
    }

    /// The pairs of pieces of one side on a line of attack: the first is attacked, and the second would be if the first
    /// were absent. Their values do not matter. The pairs are sorted, each once.
    pub fn in_line(&self) -> Vec<(Square, Square)> {
        let placement = self.placement();
        let mut found = Vec::new();
        for (from, piece) in placement.iter() {
            if !matches!(piece.role, Role::Bishop | Role::Rook | Role::Queen) {
                continue;
            }
            let seen = attacks::of(piece.role, piece.color, from, placement.occupied());
            for front in self.attacked_from(from) {
                let without = placement.occupied() - front.set();
                let more = attacks::of(piece.role, piece.color, from, without) - seen;
                let behind = more & placement.color(!piece.color);
                found.extend(behind.into_iter().map(|behind| (front, behind)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

const fn worth(role: Role) -> u8 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => u8::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(pairs: &[(Square, Square)]) -> String {
        pairs.iter().map(|(a, b)| format!("{a}-{b}")).collect::<Vec<_>>().join(" ")
    }

    rows!(
        pieces_in_line_are_found,
        for (fen, pinned, in_line_only) in [
            ("4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1", "e7-e8", ""),
            ("4k3/4q3/8/8/8/8/8/4R1K1 w - - 0 1", "e7-e8", ""),
            ("3nk3/8/8/8/7B/8/8/6K1 w - - 0 1", "", ""),
            ("3qk3/8/5n2/8/7B/8/8/6K1 w - - 0 1", "f6-d8", ""),
            ("3nk3/8/5q2/8/7B/8/8/6K1 w - - 0 1", "", "f6-d8"),
            ("8/4k3/8/r3K2Q/8/8/8/8 w - - 0 1", "", "e5-h5"),
            ("4k3/8/8/8/b7/1n6/8/3B2K1 w - - 0 1", "", "b3-a4"),
            ("1r2k3/8/8/1R6/8/1q6/8/6K1 w - - 0 1", "", ""),
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!(text(&position.shielding()), pinned, "{fen}");
            let others = position.in_line();
            let others: Vec<_> =
                others.into_iter().filter(|pair| !position.shielding().contains(pair)).collect();
            assert_eq!(text(&others), in_line_only, "{fen}");
            assert_eq!(position.flip().shielding().len(), position.shielding().len(), "{fen}");
        }
    );
}
