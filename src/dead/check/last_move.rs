//! Where the last move of a mate came from, square by square.

use super::invariant::InvariantCheck;
use crate::{
    board::{Bitboard, Role, Square, attacks},
    dead::certificate::{CaseSplit, PieceReach},
};

impl InvariantCheck<'_> {
    /// The squares of which one is empty in a mate on this square, as the last move has left it or passed over it
    /// (Lemma 19): all if that cannot be told.
    pub(super) fn emptied_by_mate(&self, king: Square) -> Bitboard {
        let CaseSplit { stay, lost, .. } = self.invariant.split;
        let there: Vec<&PieceReach> =
            self.pieces(self.side).filter(|reach| !lost.contains(reach.start)).collect();
        let castles = self.invariant.castling.iter().any(|(color, _)| color == self.side);
        if castles || there.iter().any(|reach| self.may_check_as_pawn(reach, king)) {
            return Bitboard::FULL;
        }
        let moves = |reach: &PieceReach| !stay.contains(reach.start);
        let mut emptied = Bitboard::EMPTY;
        for reach in &there {
            for at in self.checking_squares(reach, king) {
                let others =
                    there.iter().filter(|other| other.start != reach.start && moves(other));
                emptied |= attacks::between(at, king)
                    & others.fold(Bitboard::EMPTY, |all, other| all | other.squares);
                if moves(reach) {
                    emptied |= self.last_steps(reach, at);
                }
            }
        }
        emptied - king.set()
    }

    /// Whether this is a pawn that may give check, by a move or by what it becomes, or en passant.
    fn may_check_as_pawn(&self, reach: &PieceReach, king: Square) -> bool {
        let gives_check = |at| attacks::pawn(self.side, at).contains(king);
        reach.piece.role == Role::Pawn
            && (!reach.promoted.is_empty()
                || !reach.squares.is_subset(reach.start.file().squares())
                || !self.invariant.split.stay.contains(reach.start)
                    && reach.squares.into_iter().any(gives_check))
    }

    /// The squares from which a piece that is no pawn may attack the king.
    fn checking_squares(&self, reach: &PieceReach, king: Square) -> Vec<Square> {
        match reach.piece.role {
            Role::Pawn | Role::King => Vec::new(),
            role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen) => {
                let attacks = |from: &Square| self.attacked(role, *from, true).contains(king);
                reach.squares.into_iter().filter(attacks).collect()
            }
        }
    }

    /// The squares that moves of this piece to another one leave, those beside it if they leave more.
    fn last_steps(&self, reach: &PieceReach, to: Square) -> Bitboard {
        let leads_there =
            |from: &Square| self.attacked(reach.piece.role, *from, false).contains(to);
        let last = |from: Square| {
            let passed = attacks::between(from, to);
            passed.into_iter().find(|&at| attacks::king(to).contains(at)).unwrap_or(from)
        };
        reach.squares.into_iter().filter(leads_there).map(last).collect()
    }

    /// The squares that pieces of the side in question may attack that are still there in the end, with none of them on
    /// these squares.
    pub(super) fn covered_without(&self, empty: Bitboard) -> Bitboard {
        let split = self.invariant.split;
        let mut covered = split.held_attacks[self.side as usize];
        for reach in self.others(self.side) {
            if !(split.lost | split.held).contains(reach.start) {
                let (squares, promoted) = (reach.squares - empty, reach.promoted - empty);
                covered |= self.attacked_by_piece(&PieceReach { squares, promoted, ..*reach });
            }
        }
        covered
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Color,
        dead::{
            by_hand::{ASKED, EmptyRow, empty_rows},
            check::by_hand::{Goes, squares, with_rights},
        },
    };

    /// A board, rights, what may happen, who stays and who is lost, and the squares one of which is empty in a mate by White
    /// on a8.
    type EmptiedRow = (&'static str, &'static str, Goes, &'static str, &'static str, &'static str);

    #[test]
    fn a_mate_leaves_a_square_empty() {
        const ALL: &str = "all";
        let rows: [EmptiedRow; 22] = [
            // Nobody moves, or not to a check.
            ("k7/8/8/8/8/8/8/K6R", "-", &[], "", "", ""),
            ("k7/8/8/8/8/8/8/K6R", "-", &[("h1", "g1")], "", "", ""),
            ("k7/8/8/8/8/8/8/K6R", "-", &[("h1", "h8 g1")], "", "", "h7"),
            ("k7/8/8/8/8/8/8/K6R", "-", &[("h1", "h7 h8")], "", "", "h7"),
            ("k7/8/8/8/8/8/8/K6R", "-", &[("h1", "h7 h8")], "h1", "", ""),
            ("k7/8/8/8/8/8/8/K6R", "-", &[("h1", "h7 h8")], "h1", "h1", ""),
            ("k7/7p/8/8/8/8/8/K6R", "-", &[("h1", "h8")], "", "", ""),
            ("k7/8/8/8/8/1N6/8/K7", "-", &[("b3", "d4 b5 c7")], "", "", "b5"),
            ("k7/8/8/8/8/8/8/K7", "-", &[("a1", "b1")], "", "", ""),
            // Somebody leaves a line.
            ("k2N3R/8/8/8/8/8/8/K7", "-", &[("d8", "e6")], "", "", "d8"),
            ("k2N3R/8/8/8/8/8/8/K7", "-", &[("d8", "e6")], "h8", "", "d8"),
            ("k2N3R/8/8/8/8/8/8/K7", "-", &[("d8", "e6")], "d8", "", ""),
            ("k2N3R/8/8/8/8/8/8/K7", "-", &[("d8", "e6")], "d8", "d8", ""),
            ("k2N3R/8/8/8/8/8/8/K7", "-", &[("d8", "e6")], "h8", "h8", ""),
            ("k2K3R/8/8/8/8/8/8/8", "-", &[("d8", "e7")], "", "", "d8"),
            ("k2n3R/8/8/8/8/8/8/K7", "-", &[("d8", "e6")], "", "", ""),
            ("k2N3R/8/8/8/8/8/3N4/K7", "-", &[("d8", "e6"), ("d2", "d8")], "", "", "d8"),
            // A pawn may do it, or the rook that has castled.
            ("k7/8/1P6/8/8/8/8/K7", "-", &[("b6", "b7")], "", "", ALL),
            ("k7/8/1P6/8/8/8/8/K7", "-", &[("b6", "b7")], "b6", "", ""),
            ("k7/8/3P4/8/8/8/8/K7", "-", &[("d6", "d7 =d8")], "", "", ALL),
            ("k7/8/3P4/8/8/8/8/K7", "-", &[("d6", "c7")], "", "", ALL),
            ("k7/8/8/8/8/8/8/4K2R", "K", &[], "", "", ALL),
        ];
        for (board, rights, goes, stay, lost, expected) in rows {
            let mut goes: Vec<(&str, &str)> = goes.to_vec();
            let promoted = goes.iter().find_map(|(name, to)| Some((*name, to.find('=')?, *to)));
            if let Some((name, at, to)) = promoted {
                goes = vec![(name, &to[..at]), (name, &to[at..])];
            }
            let mut invariant = with_rights(board, rights, &goes, Color::White);
            let [stay, lost] = [stay, lost].map(squares);
            invariant.split = CaseSplit { stay, lost, ..CaseSplit::default() };
            let check = InvariantCheck::new(&invariant);
            let found = check.emptied_by_mate(Square::parse("a8").unwrap());
            let expected = if expected == ALL { Bitboard::FULL } else { squares(expected) };
            assert_eq!(found, expected, "{board} {goes:?} {stay:?} {lost:?}");
        }
    }

    #[test]
    fn nothing_is_covered_from_where_nobody_is() {
        for EmptyRow { board, goes, split, empty, attacked } in empty_rows() {
            let mut invariant = with_rights(board, "-", goes, Color::White);
            invariant.split = split;
            let found = InvariantCheck::new(&invariant).covered_without(empty) & squares(ASKED);
            assert_eq!(found, attacked, "{board} {goes:?} {split:?} {empty:?}");
        }
    }
}
