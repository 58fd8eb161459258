//! Moves of the side to be mated in a playout.

use std::ops::ControlFlow;

use super::{BestMove, PlayoutView};
use crate::{
    board::{Bitboard, Role, Square, attacks},
    dead::heuristic::{CORNERS, from_corner},
    position::{Move, MoveGroup, before},
};

impl PlayoutView<'_> {
    /// Scores the moves of the side to be mated. Only its king moves while it can come nearer to a corner.
    pub(super) fn help(&self, best: &mut BestMove) {
        let pieces = self.position.placement();
        let king = self.position.king(self.side);
        let attacked = pieces.attacked_by(self.side, king, self.occupied);
        let corners = self.corners();
        let open = self.around - attacked;
        let minor = pieces.role(Role::Knight) | pieces.role(Role::Bishop);
        let cost = |from: Square, to: Square| {
            let taken = i32::from(self.ours.contains(to)) * if minor.contains(to) { 4 } else { 48 };
            taken + 32 * (self.path.contains(to) as i32 - self.path.contains(from) as i32)
        };
        let place = |king: Square| 8 * from_corner(king, corners) as i32;
        let here = place(self.king);
        let mut nearest = here;
        for to in open - self.theirs {
            nearest = nearest.min(place(to));
            let left = attacks::king(to) - attacked - self.theirs;
            let score = place(to) + left.len() as i32 + cost(self.king, to);
            best.propose(Move::new(self.king, to), score);
        }
        if self.heavy && nearest < here {
            return;
        }
        let judge = |best: &mut BestMove, played: Move, offered: i32| {
            let Move { from, to, .. } = played;
            let left = open - ((self.theirs - from.set()) | to.set());
            let score = here + 2 * left.len() as i32 + cost(from, to) - offered;
            best.propose(played, score);
        };
        let _ = self.position.try_each_group(!self.king.set(), |group| {
            match group {
                MoveGroup::One(played) => judge(best, played, 0),
                MoveGroup::Pawns(targets, step) => {
                    let special = self.around | self.path;
                    let special = targets & (special | special.shift(step) | self.ours);
                    let alike = best.pick(targets - special);
                    for to in special.into_iter().chain(alike) {
                        judge(best, Move::new(before(to, step), to), 0);
                    }
                }
                MoveGroup::Piece(_, from, targets) => {
                    let special = targets & (self.around | self.ours | self.path | best.back(from));
                    let rest = targets - special;
                    let alike = [rest & attacked, rest - attacked].map(|some| best.pick(some));
                    for to in special.into_iter().chain(alike.into_iter().flatten()) {
                        let is_offered = attacked.contains(to) && !attacked.contains(from);
                        judge(best, Move::new(from, to), 24 * i32::from(is_offered));
                    }
                }
            }
            ControlFlow::Continue(())
        });
    }

    /// Proposes a move of the side to be mated that changes nothing near its king.
    pub(super) fn wait(&self, best: &mut BestMove) {
        let barred = self.ours | self.around;
        let _ = self.position.try_each_group(!(self.king.set() | self.around), |group| {
            let found = match group {
                MoveGroup::One(_) => None,
                MoveGroup::Pawns(targets, step) => {
                    best.pick(targets - barred).map(|to| (before(to, step), to))
                }
                MoveGroup::Piece(_, from, targets) => {
                    best.pick(targets - barred - best.back(from)).map(|to| (from, to))
                }
            };
            let Some((from, to)) = found else { return ControlFlow::Continue(()) };
            best.propose(Move::new(from, to), 0);
            ControlFlow::Break(())
        });
    }

    /// The corners where mate is likely: of the square colour of the bishops, and away from a pawn that is to
    /// promote.
    fn corners(&self) -> Bitboard {
        let mut corners = CORNERS;
        if self.heavy {
            return corners;
        }
        let pieces = self.position.placement();
        let [bishops, knights] =
            [Role::Bishop, Role::Knight].map(|role| self.ours & pieces.role(role));
        if !bishops.is_empty() && knights.is_empty() {
            for shade in [Bitboard::LIGHT, Bitboard::DARK] {
                if bishops.is_subset(shade) {
                    corners &= shade;
                }
            }
        }
        let Some(runner) = self.runner else { return corners };
        let file = runner.file().squares();
        let away = corners - file - file.shift(1) - file.shift(-1);
        if away.is_empty() { corners } else { away }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Color, dead::rows::squares, position::Position};

    /// The best move of Black after its last move from one square to another, and the number of moves scored until
    /// then.
    fn judge(
        fen: &str,
        [from, to]: [&str; 2],
        judge: impl Fn(&PlayoutView<'_>, &mut BestMove),
    ) -> (String, usize) {
        let at = Position::from_playable(&fen.parse().unwrap()).unwrap();
        let (last_from, last_to) = (squares(from), squares(to));
        let mut best = BestMove { seed: 0, last_from, last_to, found: None };
        judge(&PlayoutView::new(&at, Color::White), &mut best);
        let (_, found) = best.found.unwrap();
        let mut judged = BestMove { seed: 0, last_from, last_to, found: None };
        let often = (0..).find(|_| {
            let is_reached = judged.seed == best.seed;
            judged.propose(found, 0);
            is_reached
        });
        (found.to_string(), often.unwrap())
    }

    rows!(
        captures_and_what_is_beside_the_king_or_in_the_way_is_judged_by_itself,
        for (fen, last, expected) in [
            // The rook is more valuable than the knight.
            ("3B4/8/8/1pp5/kNp5/1RP5/2K5/8 b - - 0 1", ["", ""], ("c5b4", 2)),
            ("8/7R/1k6/1pp5/RNp5/2P5/8/4K3 b - - 0 1", ["", ""], ("c5b4", 2)),
            // Squares in front of a pawn, some of them occupied or just left by the knight.
            ("k7/8/8/6n1/8/7N/7P/4K3 b - - 0 1", ["", ""], ("a8a7", 6)),
            ("k7/8/8/6n1/8/8/7P/4K3 b - - 0 1", ["", ""], ("a8a7", 6)),
            ("k7/8/8/6n1/8/8/7P/4K3 b - - 0 1", ["h3", "g5"], ("a8a7", 6)),
        ] {
            let (best, judged) = judge(fen, last, |view, best| view.help(best));
            assert_eq!((best.as_str(), judged), expected, "{fen}");
        }
    );

    #[test]
    fn a_waiting_move_changes_nothing_near_the_king() {
        let fen = "8/8/8/7r/8/K7/7N/7k b - - 0 1";
        let (found, _) = judge(fen, ["", ""], |view, best| view.wait(best));
        assert_eq!(found, "h5h3", "{fen}");
    }
}
