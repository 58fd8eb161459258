//! Moves of the mating side in a playout.

use std::ops::ControlFlow;

use super::{BestMove, PlayoutView, attack_map::AttackMap};
use crate::{
    board::{Bitboard, Role, Square, attacks},
    dead::heuristic::distance,
    position::{Move, MoveGroup, before},
};

/// Maximum number of squares around the king that a piece of each role can take from it with one move, including its
/// own square.
const MOST_TAKEN: [u32; 6] = [2, 2, 4, 4, 6, 0];

impl PlayoutView<'_> {
    /// Scores the moves of the mating side, or returns one that mates. `free` is the number of free squares around the
    /// king to be mated.
    pub(super) fn attack(
        &self,
        attack_map: &AttackMap,
        free: u32,
        best: &mut BestMove,
    ) -> Option<Move> {
        let king = self.position.king(self.side);
        if self.heavy && !self.may_stalemate() {
            self.approach(king, best);
            if best.found.is_some() {
                return None;
            }
        }
        let attack = Attack { view: self, attack_map, free, checks: CheckSquares::new(self) };
        let mut mate = None;
        let _ = self.position.try_each_group(!king.set(), |group| {
            mate = match group {
                MoveGroup::One(played) => attack.judge_one(played, best),
                MoveGroup::Pawns(targets, step) => attack.judge_pawns(targets, step, best),
                MoveGroup::Piece(role, from, targets) => {
                    attack.judge_piece(role, from, targets, best)
                }
            };
            if mate.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if mate.is_none() {
            self.lead_king(king, attack_map, best);
        }
        mate
    }

    /// Proposes king moves towards the other king while they are far apart.
    fn approach(&self, king: Square, best: &mut BestMove) {
        let far = distance(king, self.king);
        let steps = attacks::king(king) - self.ours;
        let is_nearer = |to: &Square| distance(*to, self.king) < far;
        if far <= 2 || !steps.into_iter().any(|to| is_nearer(&to)) {
            return;
        }
        for to in (steps - self.threatened(king)).into_iter().filter(is_nearer) {
            best.propose(Move::new(king, to), -i32::from(self.theirs.contains(to)));
        }
    }

    /// Scores the king moves of the mating side.
    fn lead_king(&self, king: Square, attack_map: &AttackMap, best: &mut BestMove) {
        let pawns = self.position.placement().role(Role::Pawn);
        let obstacle = (self.path & self.theirs).first();
        for to in attacks::king(king) - self.ours - self.threatened(king) {
            let nearer = |goal| distance(to, goal) as i32 - distance(king, goal) as i32;
            let mut score = 4 * (nearer(self.king) + obstacle.map_or(0, nearer));
            if self.theirs.contains(to) {
                score -= if pawns.contains(to) { 2 } else { 3 };
            }
            let drawback = || self.stalemates(to, attack_map.once | attacks::king(to));
            best.propose_with(Move::new(king, to), score, drawback);
        }
    }

    /// Squares where the king of the mating side would be attacked.
    fn threatened(&self, king: Square) -> Bitboard {
        let pieces = self.position.placement();
        let occupied = pieces.occupied() - king.set();
        pieces.attacked_by(!self.side, self.king, occupied)
    }

    /// Whether the opponent has hardly any move except with its king.
    #[inline]
    fn may_stalemate(&self) -> bool {
        let pawns = self.position.placement().role(Role::Pawn);
        self.theirs.len() <= 3 && !(self.theirs - pawns).is_several()
    }

    /// The penalty for a move to `to` after which the squares `attacked` are attacked, if it may stalemate.
    #[inline]
    fn stalemates(&self, to: Square, attacked: Bitboard) -> i32 {
        18 * i32::from(self.may_stalemate() && self.escapes(to, attacked).is_empty())
    }

    /// Free squares of the king to be mated, if `attacked` are attacked and a piece on `taken` is captured.
    #[inline]
    fn escapes(&self, taken: Square, attacked: Bitboard) -> Bitboard {
        self.around - (self.theirs - taken.set()) - attacked
    }
}

/// The data for scoring moves of pieces.
struct Attack<'a> {
    view: &'a PlayoutView<'a>,
    attack_map: &'a AttackMap,
    free: u32,
    checks: CheckSquares,
}

impl Attack<'_> {
    /// Scores a promotion or a capture en passant.
    fn judge_one(&self, played: Move, best: &mut BestMove) -> Option<Move> {
        let view = self.view;
        let role = played.promotion.unwrap_or(Role::Pawn);
        let kept = self.attack_map.without(attacks::pawn(view.side, played.from));
        if self.mates(role, kept, played) {
            return Some(played);
        }
        let queens = i32::from(role == Role::Queen);
        let takes = i32::from(view.theirs.contains(played.to));
        best.propose(played, self.push() - 6 * queens - 3 * takes);
        None
    }

    fn judge_pawns(&self, targets: Bitboard, step: i32, best: &mut BestMove) -> Option<Move> {
        let view = self.view;
        let moves = |to| Move::new(before(to, step), to);
        let attacked = |to| attacks::pawn(view.side, to);
        if self.free <= MOST_TAKEN[Role::Pawn as usize] {
            let mate = (targets & self.checks.pawn).into_iter().map(moves).find(|&played| {
                self.mates(Role::Pawn, self.attack_map.without(attacked(played.from)), played)
            });
            if mate.is_some() {
                return mate;
            }
        }
        let pawns = view.position.placement().role(Role::Pawn);
        let near = targets & (self.checks.pawn | view.around);
        let exposed = targets & (view.around - self.attack_map.once);
        let safe = targets - exposed;
        let takes = safe & view.theirs;
        for (some, score) in [
            (takes - pawns, -3),
            (takes & pawns, -2),
            (safe - takes - near, 0),
            (safe & near, 0),
            (exposed, 4),
        ] {
            let Some(to) = best.pick(some) else { continue };
            let drawback = || view.stalemates(to, self.attack_map.once | attacked(to));
            best.propose_with(moves(to), self.push() + score, drawback);
        }
        None
    }

    fn judge_piece(
        &self,
        role: Role,
        from: Square,
        targets: Bitboard,
        best: &mut BestMove,
    ) -> Option<Move> {
        let view = self.view;
        let attacked = |to| attacks::of(role, view.side, to, view.occupied - from.set());
        let kept = self.attack_map.without(attacked(from));
        let check = self.checks.by(role);
        if self.free <= MOST_TAKEN[role as usize] {
            let mut moves = (targets & check).into_iter().map(|to| Move::new(from, to));
            let mate = moves.find(|&played| self.mates(role, kept, played));
            if mate.is_some() {
                return mate;
            }
        }
        let pawns = view.position.placement().role(Role::Pawn);
        let safe = targets - (view.around - kept);
        let takes = safe & view.theirs;
        let near = safe & (check | view.around);
        let (some, score) = if !(takes - pawns).is_empty() {
            (takes - pawns, -3)
        } else if !takes.is_empty() {
            (takes, -2)
        } else if !near.is_empty() {
            (near, 0)
        } else {
            (safe - best.back(from), 0)
        };
        if let Some(to) = best.pick(some) {
            let drawback = || view.stalemates(to, kept | attacked(to));
            best.propose_with(Move::new(from, to), score, drawback);
        }
        None
    }

    /// The score of a pawn move. Without a queen or a rook, pawns have to advance.
    fn push(&self) -> i32 {
        if self.view.heavy { 0 } else { -16 }
    }

    /// Whether the move mates by a direct check of a piece that then has this role. The other pieces attack `kept`.
    /// Discovered checks are ignored.
    #[inline]
    fn mates(&self, role: Role, kept: Bitboard, played: Move) -> bool {
        let Move { from, to, .. } = played;
        let gained = attacks::of(role, self.view.side, to, self.view.occupied - from.set());
        gained.contains(self.view.king)
            && self.view.escapes(to, kept | gained).is_empty()
            && self.view.position.after(played).is_checkmate()
    }
}

/// Squares from where each kind of piece gives check.
struct CheckSquares {
    pawn: Bitboard,
    knight: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
}

impl CheckSquares {
    #[inline]
    fn new(view: &PlayoutView<'_>) -> CheckSquares {
        CheckSquares {
            pawn: attacks::pawn(!view.side, view.king),
            knight: attacks::knight(view.king),
            bishop: attacks::bishop(view.king, view.occupied),
            rook: attacks::rook(view.king, view.occupied),
        }
    }

    #[inline]
    fn by(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            Role::Queen => self.bishop | self.rook,
            Role::King => Bitboard::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    /// The mating move, or else the move with the best score.
    fn attack(at: &Position) -> (Option<Move>, Option<Move>) {
        let view = PlayoutView::new(at, at.turn());
        let attack_map =
            AttackMap::new(at.placement(), at.turn(), at.king(at.turn()), view.occupied);
        let free = (view.around - view.theirs - attack_map.once).len();
        let (last_from, last_to) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut best = BestMove { seed: 0, last_from, last_to, found: None };
        let mate = view.attack(&attack_map, free, &mut best);
        (mate, best.found.map(|(_, played)| played))
    }

    rows!(
        a_piece_of_each_kind_mates_at_once,
        for (fen, expected) in [
            // Pawns. The king has no free square except up to two that the pawn attacks.
            ("6bk/7p/6PK/8/8/8/8/8 w - - 0 1", Some("g6g7")),
            ("7k/8/6PK/8/8/1B6/8/8 w - - 0 1", Some("g6g7")),
            ("7k/6n1/5P1K/8/8/1B6/8/8 w - - 0 1", Some("f6g7")),
            ("8/8/6pp/7k/8/5N1K/6P1/8 w - - 0 1", Some("g2g4")),
            ("3bbb2/4kp2/5p2/2NpP3/2N5/8/8/7K w - d6 0 1", Some("e5d6")),
            ("7k/8/6PK/8/8/8/8/8 w - - 0 1", None),
            ("7k/5P2/7K/8/8/8/8/8 w - - 0 1", Some("f7f8q")),
            ("6nb/5Ppk/6pp/8/8/8/8/7K w - - 0 1", Some("f7f8n")),
            // Other pieces.
            ("6rk/6pp/8/6N1/8/8/8/7K w - - 0 1", Some("g5f7")),
            ("k7/p1K5/8/8/8/8/8/5B2 w - - 0 1", Some("f1g2")),
            ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", Some("a1a8")),
            ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", Some("g1g7")),
        ] {
            let at: Position = fen.parse().unwrap();
            let (mate, _) = attack(&at);
            assert!(mate.is_none_or(|played| at.after(played).is_checkmate()), "{fen}");
            assert_eq!(mate.map(|played| played.to_string()).as_deref(), expected, "{fen}");
        }
    );

    rows!(
        a_move_beside_the_king_or_with_check_looks_best_if_it_is_not_stalemate,
        for (fen, expected) in [
            ("5B1k/8/6K1/8/8/8/8/8 w - - 0 1", "f8g7"),
            ("6k1/8/6K1/8/8/8/8/5B2 w - - 0 1", "f1c4"),
            ("6k1/8/6K1/7N/8/8/8/8 w - - 0 1", "h5f6"),
            ("6k1/8/6K1/7Q/8/8/8/8 w - - 0 1", "h5d5"),
            // A knight on f3 would attack a square that its king attacks, too, and one that no other piece does.
            ("8/8/8/6n1/8/8/5k2/7K b - - 0 1", "f2f3"),
        ] {
            let (mate, best) = attack(&fen.parse().unwrap());
            assert!(mate.is_none(), "{fen}");
            assert_eq!(best.unwrap().to_string(), expected, "{fen}");
        }
    );
}
