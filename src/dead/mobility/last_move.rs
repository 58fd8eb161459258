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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dead::{
            CaseSplit,
            by_hand::{ASKED, EmptyRow, Goes, empty_rows, squares},
            mobility::by_hand::sets,
        },
        position::Setup,
    };

    /// A board, rights, what may happen, who stays and who is lost, and the squares that a move by White may have left that
    /// mates the king where it is.
    type LeftRow = (&'static str, &'static str, Goes, &'static str, &'static str, &'static str);

    #[test]
    fn a_move_leaves_what_it_comes_from_and_lines_that_it_opens() {
        const ALL: &str = "all";
        let rows: [LeftRow; 30] = [
            // The squares of a way from one to another, the last of them, and that on which it begins if they are neighbours.
            ("k7/8/8/8/8/8/8/K6R", "-", &[], "", "", ""),
            ("k7/8/8/8/8/8/8/K6R", "-", &[("h1", "h2")], "", "", ""),
            ("k7/8/8/8/8/8/8/K6R", "-", &[("h1", "h2 h8")], "", "", "h7"),
            ("k7/8/8/8/8/8/8/K6R", "-", &[("h1", "g8 h8")], "", "", "g8 h7 h8"),
            ("k7/8/8/8/8/8/8/K6R", "-", &[("h1", "a8 b8")], "", "", ""),
            ("k7/8/8/8/8/8/8/K7", "-", &[("a1", "b1")], "", "", ""),
            ("k7/8/8/8/8/8/8/KB6", "-", &[("b1", "h7 e4")], "", "", "d3 f5"),
            ("k7/8/8/8/8/8/1N6/K7", "-", &[("b2", "b5 c7")], "", "", "b5"),
            // Who stays does not move, and who is lost gives no check.
            ("k7/8/8/8/8/8/8/K6R", "-", &[("h1", "h8")], "h1", "", ""),
            ("k7/8/8/8/8/8/8/K6R", "-", &[("h1", "h8")], "", "h1", ""),
            // Nobody passes a wall, and the king that is to be mated is one for a move; nobody gives check over one.
            ("k7/7p/8/8/8/8/8/K6R", "-", &[("h1", "h8")], "", "", ""),
            ("k7/8/7P/8/8/8/8/K6R", "-", &[("h1", "h8")], "", "", ""),
            ("3k4/8/8/8/8/8/8/R6K", "-", &[("a1", "a8 h8")], "", "", "a7"),
            ("k2n4/8/8/8/8/8/8/K6R", "-", &[("h1", "h8")], "", "", ""),
            ("k2n4/8/8/8/8/8/8/K6R", "-", &[("h1", "h8"), ("d8", "x")], "", "", "h7"),
            // Somebody leaves a line: the king too, but nobody who stays, is lost, or is Black's.
            ("k2N3R/8/8/8/8/8/8/K7", "-", &[("d8", "e6")], "", "", "d8"),
            ("k2N3R/8/8/8/8/8/8/K7", "-", &[("d8", "e6")], "d8", "", ""),
            ("k2N3R/8/8/8/8/8/8/K7", "-", &[("d8", "e6")], "", "d8", ""),
            ("k2N3R/8/8/8/8/8/8/K7", "-", &[("d8", "e6")], "h8", "", "d8"),
            ("k2N3R/8/8/8/8/8/8/K7", "-", &[("d8", "e6")], "", "h8", ""),
            ("k2n3R/8/8/8/8/8/8/K7", "-", &[("d8", "e6")], "", "", ""),
            ("k2K3R/8/8/8/8/8/8/8", "-", &[("d8", "e7")], "", "", "d8"),
            ("k2N3R/8/8/8/8/8/3N4/K7", "-", &[("d8", "e6"), ("d2", "d8")], "", "", "d8"),
            // A pawn may do it by a step, a capture, or as what it becomes, and a rook by castling.
            ("k7/8/1P6/8/8/8/8/K7", "-", &[("b6", "b7")], "", "", ALL),
            ("k7/1P6/8/8/8/8/8/K7", "-", &[], "b7", "", ""),
            ("k7/8/3P4/8/8/8/8/K7", "-", &[("d6", "d7")], "", "", ""),
            ("k7/8/3P4/8/8/8/8/K7", "-", &[("d6", "=d8")], "", "", ALL),
            ("k7/8/3P4/8/8/8/8/K7", "-", &[("d6", "c7")], "", "", ALL),
            ("4k2r/8/8/8/8/8/8/4K2R", "K", &[], "", "", ALL),
            ("4k2r/8/8/8/8/8/8/4K2R", "k", &[], "", "", ""),
        ];
        for (board, rights, goes, stay, lost, expected) in rows {
            let mut sets = sets(board, goes);
            let setup: Setup = format!("{board} w {rights} - 0 1").parse().unwrap();
            sets.castling = setup.castling;
            let [stay, lost] = [stay, lost].map(squares);
            sets.split = CaseSplit { stay, lost, ..CaseSplit::default() };
            let king = sets.pieces[sets.kings[1]].start;
            let expected = if expected == ALL { Bitboard::FULL } else { squares(expected) };
            assert_eq!(sets.left_by_mate(king), expected, "{board} {goes:?} {stay:?} {lost:?}");
        }
    }

    #[test]
    fn nobody_attacks_from_where_nobody_is() {
        for EmptyRow { board, goes, split, empty, attacked } in empty_rows() {
            let mut sets = sets(board, goes);
            sets.split = split;
            let found = sets.attacked_without(empty) & squares(ASKED);
            assert_eq!(found, attacked, "{board} {goes:?} {split:?} {empty:?}");
        }
    }
}
