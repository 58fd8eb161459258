//! One step of the fixpoint: the squares of one piece grow.

use super::{PieceMobility, attack::attacks_from, fixpoint::MobilityFixpoint};
use crate::board::{Bitboard, Color, Piece, Rank, Role, attacks};

impl MobilityFixpoint {
    /// Grows the squares of a piece other than a king or a pawn. Returns the squares where it may capture.
    pub(super) fn grow_piece(&self, mobility: &mut PieceMobility) -> Bitboard {
        let Piece { color, role } = mobility.piece;
        let checking = self.checking_squares(color, role);
        let pruned = self.mates_from_home(mobility, checking);
        let (free, barred) = (!(self.fixed[0] | self.fixed[1]), self.barred(color));
        loop {
            let takes = attacks_from(role, mobility.squares - checking, free) - pruned;
            let next = mobility.squares | (takes - barred);
            if next == mobility.squares {
                return takes;
            }
            mobility.squares = next;
        }
    }

    /// Like [`Self::grow_piece`], for a pawn and the pieces that it can be promoted to.
    pub(super) fn grow_pawn(&self, pawn: &mut PieceMobility) -> Bitboard {
        let Piece { color, .. } = pawn.piece;
        let up = 8 * i32::from(color.forward());
        let last = Rank::relative(8, color).squares();
        let file = pawn.start.file().squares();
        let checking = self.checking_squares(color, Role::Pawn);
        let ends = self.mates_from_home(pawn, checking);
        let home = Rank::relative(2, color).squares();
        let takes = loop {
            let mut stopped = self.fixed[0] | self.fixed[1];
            if pawn.squares.is_subset(file) {
                stopped |= self.facing[!color as usize];
            }
            let movers = pawn.squares - checking;
            let takes = attacks::pawns(color, movers) - ends;
            let steps = movers.shift(up) - stopped;
            let double = (movers & home).shift(up) - stopped;
            let steps = (steps | (double.shift(up) - stopped)) - ends;
            let capturable = if self.last.is_some() && color != self.side {
                Bitboard::EMPTY
            } else {
                self.present[!color as usize] - self.safe[!color as usize]
            };
            let entered = steps | (takes & capturable);
            let next = pawn.squares | (entered - last);
            pawn.promoted |= entered & last;
            if next == pawn.squares {
                break takes;
            }
            pawn.squares = next;
        };
        if pawn.promoted.is_empty() {
            return takes;
        }
        let barred = self.barred(color);
        let free = !(self.fixed[0] | self.fixed[1]);
        loop {
            let grown = attacks_from(Role::Queen, pawn.promoted, free)
                | attacks_from(Role::Knight, pawn.promoted, free);
            let next = pawn.promoted | (grown - barred);
            if next == pawn.promoted {
                return takes | grown;
            }
            pawn.promoted = next;
        }
    }

    /// Grows the squares of both kings. Returns for each king the squares that it may step to.
    pub(super) fn grow_kings(&mut self, guarded: [Bitboard; 2]) -> [Bitboard; 2] {
        Color::ALL.map(|color| {
            let mut king = self.pieces[self.kings[color as usize]];
            let hits = self.grow_king(&mut king, guarded[color as usize]);
            self.pieces[self.kings[color as usize]] = king;
            hits
        })
    }

    fn grow_king(&self, king: &mut PieceMobility, guarded: Bitboard) -> Bitboard {
        let mut barred = self.barred(king.piece.color) | guarded;
        loop {
            let steps = attacks_from(Role::King, king.squares, Bitboard::FULL);
            barred |=
                self.final_steps(king.piece.color, steps - barred - king.squares, king.squares);
            let hits = steps - barred;
            let next = king.squares | hits;
            if next == king.squares {
                return hits;
            }
            king.squares = next;
        }
    }

    /// The squares that a piece other than a king may attack from anywhere in its sets.
    pub(super) fn attacked_by(&self, mobility: &PieceMobility) -> Bitboard {
        let Piece { color, role } = mobility.piece;
        let free = !self.shields(color);
        match role {
            Role::Pawn => {
                attacks::pawns(color, mobility.squares)
                    | attacks_from(Role::Queen, mobility.promoted, free)
                    | attacks_from(Role::Knight, mobility.promoted, free)
            }
            role => attacks_from(role, mobility.squares, free),
        }
    }

    /// Squares that a piece of this colour can never enter.
    pub(super) fn barred(&self, color: Color) -> Bitboard {
        let king = self.pieces[self.kings[!color as usize]].squares;
        let (own, other) = (self.fixed[color as usize], self.fixed[!color as usize]);
        own | (king & other) | self.safe[!color as usize]
    }

    /// Squares of pieces that always block a line of attack (Lemma 3). The king to be mated does not block lines of the
    /// other side, because it cannot escape along the line.
    pub(super) fn shields(&self, color: Color) -> Bitboard {
        let walls = self.fixed[0] | self.fixed[1];
        if color == self.side {
            walls - self.pieces[self.kings[!color as usize]].squares
        } else {
            walls
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::dead::{
        mobility::sets::{at, sets},
        rows::{Goes, squares},
    };

    /// A board, additional squares of pieces, a piece, and which of the named squares it enters and attacks.
    type Row = (&'static str, Goes, &'static str, &'static str, &'static str);

    #[test]
    fn a_piece_reaches_free_squares_and_attacks_through_the_king_to_be_mated() {
        const FREE: &str = "a2 a3 b1 b2 c1 c2 g8 h2 h3 h4";
        const NAMED: &str = "a2 a3 b1 b2 c1 c2 g8 h2 h3 h4 h8";
        let rows: [Row; 6] = [
            ("7k/8/8/8/8/8/PP6/R1B1K3", &[], "a1", "b1", "a2 b1 b2 c1"),
            ("8/8/8/8/8/6Pk/6P1/6KR", &[], "h1", "h2", "h2 h3 h4 h8"),
            ("8/8/8/8/8/6pK/6p1/6kr", &[], "h1", "h2", "h2 h3"),
            ("7k/6pp/8/8/8/8/R7/K7", &[], "a2", FREE, NAMED),
            // The knight does not enter a square where it mates.
            (
                "7k/8/8/8/3n4/8/PP6/KN6",
                &[],
                "d4",
                "a2 a3 b1 b2 c1 g8 h2 h3 h4",
                "a2 a3 b1 b2 c1 c2 g8 h2 h3 h4 h8",
            ),
            ("7k/8/8/8/3n4/8/P7/KN6", &[], "d4", FREE, NAMED),
        ];
        for (board, goes, start, enters, attacks) in rows {
            let sets = sets(board, goes);
            let mut mobility = at(&sets, start);
            sets.grow_piece(&mut mobility);
            let hits = sets.attacked_by(&mobility);
            let found = [mobility.squares & squares(NAMED), hits & squares(NAMED)];
            assert_eq!(found, [enters, attacks].map(squares), "{board} {goes:?}: {start}");
        }
    }

    /// The squares of its file that a pawn enters, as a pawn and promoted.
    #[test]
    fn a_pawn_steps_up_to_the_first_fixed_piece() {
        let rows: [Row; 5] = [
            ("4k3/8/8/8/8/8/P7/4K3", &[], "a2", "a2 a3 a4 a5 a6 a7", "a1 a3 a4 a5 a6 a7 a8"),
            ("4k3/p7/8/8/8/8/P7/4K3", &[], "a2", "a2 a3 a4 a5 a6", ""),
            ("4k3/p7/8/8/8/8/P7/4K3", &[("a7", "a6 a5")], "a2", "a2 a3 a4 a5 a6", ""),
            (
                "4k3/p7/8/8/8/8/P7/4K3",
                &[("a7", "b6")],
                "a2",
                "a2 a3 a4 a5 a6 a7",
                "a1 a3 a4 a5 a6 a7 a8",
            ),
            ("4k3/p7/8/8/8/P7/P7/4K3", &[], "a2", "a2", ""),
        ];
        for (board, goes, start, enters, promoted) in rows {
            let sets = sets(board, goes);
            let mut mobility = at(&sets, start);
            sets.grow_pawn(&mut mobility);
            let file = mobility.start.file().squares();
            let found = [mobility.squares, mobility.promoted].map(|one| one & file);
            assert_eq!(found, [enters, promoted].map(squares), "{board} {goes:?}: {start}");
        }
    }

    /// The squares of a pawn as a pawn and promoted, and those that it attacks and captures on. In the first row its
    /// own pieces shut it in.
    #[test]
    fn a_pawn_captures_and_moves_on_promoted() {
        const SHUT: &str = "2R1k3/PRPP4/PPP5/1P6/8/8/8/4K3";
        const AROUND: &str = "a6 a7 a8 b6 b7 b8 c6 c7 c8 d7";
        let rows: [(&str, Goes, &str, &str, [&str; 4]); 3] = [
            (SHUT, &[], "", "a7", ["a7", "a8 b8", AROUND, AROUND]),
            // A piece whose loss is pruned is not captured.
            ("4k3/8/8/1p6/p7/1n6/P7/4K3", &[], "b3", "a2", ["a2 a3", "", "b3 b4", "b3 b4"]),
            // The pawn gives check from b4, which it reaches by a step and by a capture.
            (
                "8/8/8/k7/1n6/1n6/P7/4K3",
                &[("b3", "x"), ("b4", "x")],
                "",
                "a2",
                ["a2 a3 a4 b3 b4", "", "a4 a5 b3 b4 b5 c4 c5", "a4 b3 b4 b5 c4"],
            ),
        ];
        for (board, goes, safe, start, expected) in rows {
            let mut sets = sets(board, goes);
            sets.safe[1] = squares(safe);
            let mut mobility = at(&sets, start);
            let takes = sets.grow_pawn(&mut mobility);
            let hits = sets.attacked_by(&mobility);
            let found = [mobility.squares, mobility.promoted, hits, takes];
            assert_eq!(found, expected.map(squares), "{board} {goes:?}, {safe}: {start}");
        }
    }
}
