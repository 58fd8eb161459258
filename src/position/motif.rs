//! Pieces in line: what attacks what, and what stands behind it.
//!
//! These are figures on the board and no rules. Whether the piece that attacks could legally take does
//! not matter, nor whose turn it is.

use super::{Move, Position, Wing};
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

    /// Each piece that shields a more valuable one of its own from an attacker, and that piece.
    ///
    /// Before a king this is a pin, which the rules know: the piece may only move in line. Before another
    /// piece it may move, at a price.
    ///
    /// Values rise from pawn over knight and bishop, which are equal, to rook, queen and king.
    pub fn shielding(&self) -> Vec<(Square, Square)> {
        self.lined_up(|front, behind| worth(front) < worth(behind))
    }

    /// Each piece that is attacked with a less valuable piece of its own behind it, and that piece.
    pub fn skewered(&self) -> Vec<(Square, Square)> {
        self.lined_up(|front, behind| worth(front) > worth(behind))
    }

    /// Each piece, other than those moved, that has come to attack one of the opponent's because this
    /// move from the position before has left the line between them, and the piece that it attacks.
    pub fn discovered(&self, before: &Position, played: Move) -> Vec<(Square, Square)> {
        let by = before.turn();
        let was = before.placement().occupied();
        let castled = Wing::ALL.into_iter().map(|wing| wing.rook_to(by).set());
        let moved = castled.fold(played.to.set(), |all, rook| all | (rook - was));
        let mut found = Vec::new();
        for from in self.placement().color(by) - moved {
            let Some(piece) = self.at(from) else { continue };
            let seen = attacks::of(piece.role, by, from, was);
            for target in self.attacked_from(from) - seen {
                if attacks::between(from, target).contains(played.from) {
                    found.push((from, target));
                }
            }
        }
        found
    }

    /// Two pieces of one colour in line before an attacker, for which this holds of the roles of the
    /// first and the second; sorted, each pair once.
    fn lined_up(&self, wanted: impl Fn(Role, Role) -> bool) -> Vec<(Square, Square)> {
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
                for behind in more & placement.color(!piece.color) {
                    let roles = self.at(front).zip(self.at(behind));
                    if roles.is_some_and(|(front, behind)| wanted(front.role, behind.role)) {
                        found.push((front, behind));
                    }
                }
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

    #[test]
    fn pieces_in_line_are_found() {
        for (fen, pinned, skewered) in [
            ("4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1", "e7-e8", ""),
            ("4k3/4q3/8/8/8/8/8/4R1K1 w - - 0 1", "e7-e8", ""),
            ("3nk3/8/8/8/7B/8/8/6K1 w - - 0 1", "", ""),
            ("3qk3/8/5n2/8/7B/8/8/6K1 w - - 0 1", "f6-d8", ""),
            ("3nk3/8/5q2/8/7B/8/8/6K1 w - - 0 1", "", "f6-d8"),
            ("8/4k3/8/r3K2Q/8/8/8/8 w - - 0 1", "", "e5-h5"),
            ("4k3/8/8/8/b7/1n6/8/3B2K1 w - - 0 1", "", ""),
            ("1r2k3/8/8/1R6/8/1q6/8/6K1 w - - 0 1", "", ""),
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!(text(&position.shielding()), pinned, "{fen}");
            assert_eq!(text(&position.skewered()), skewered, "{fen}");
            assert_eq!(position.flip().shielding().len(), position.shielding().len(), "{fen}");
        }
    }

    #[test]
    fn opened_lines_are_found() {
        for (fen, played, opened) in [
            ("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4c5", "e1-e8"),
            ("4k3/8/8/8/4P3/8/8/4R1K1 w - - 0 1", "e4e5", ""),
            ("4k3/3n4/8/1B6/8/8/8/6K1 w - - 0 1", "b5d7", ""),
            ("4k3/8/8/8/1r3N1R/8/8/6K1 w - - 0 1", "f4d5", "h4-b4"),
            ("5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", ""),
            ("r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1b1", ""),
        ] {
            let before: Position = fen.parse().unwrap();
            let played: Move = played.parse().unwrap();
            let after = before.play(played).unwrap();
            assert_eq!(text(&after.discovered(&before, played)), opened, "{fen}");
        }
    }
}
