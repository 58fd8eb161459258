//! The moves of the mating side.

use std::ops::ControlFlow;

use super::{BestMove, PlayoutView};
use crate::{
    board::{Bitboard, Role, Square, attacks},
    dead::{cover::Cover, guide::distance},
    position::{Move, MoveGroup, before},
};

/// How many squares around the king a piece of each role can take from it at most with one move, the one that it goes to
/// included.
const MOST_TAKEN: [u32; 6] = [2, 2, 4, 4, 6, 0];

impl PlayoutView<'_> {
    /// Judges the moves of the mating side, whose pieces cover these squares, or returns one that mates; so many squares
    /// are left to the king.
    pub(super) fn attack(&self, cover: &Cover, free: u32, best: &mut BestMove) -> Option<Move> {
        let king = self.position.king(self.side);
        if self.heavy && !self.may_stalemate() {
            self.approach(king, best);
            if best.found.is_some() {
                return None;
            }
        }
        let attack = Attack { view: self, cover, free, checks: CheckSquares::new(self) };
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
            self.lead_king(king, cover, best);
        }
        mate
    }

    /// Proposes the steps of the mating side's king towards the other, as long as it is far.
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

    /// Judges the steps of the mating side's king.
    fn lead_king(&self, king: Square, cover: &Cover, best: &mut BestMove) {
        let pawns = self.position.placement().role(Role::Pawn);
        let obstacle = (self.path & self.theirs).first();
        for to in attacks::king(king) - self.ours - self.threatened(king) {
            let nearer = |goal| distance(to, goal) as i32 - distance(king, goal) as i32;
            let mut score = 4 * (nearer(self.king) + obstacle.map_or(0, nearer));
            if self.theirs.contains(to) {
                score -= if pawns.contains(to) { 2 } else { 3 };
            }
            let drawback = || self.stalemates(to, cover.once | attacks::king(to));
            best.propose_with(Move::new(king, to), score, drawback);
        }
    }

    /// The squares on which the mating side's king would be attacked.
    fn threatened(&self, king: Square) -> Bitboard {
        let pieces = self.position.placement();
        let occupied = pieces.occupied() - king.set();
        pieces.attacked_by(!self.side, self.king, occupied)
    }

    /// Whether hardly anything but the king to be mated can move.
    #[inline]
    fn may_stalemate(&self) -> bool {
        let pawns = self.position.placement().role(Role::Pawn);
        self.theirs.len() <= 3 && !(self.theirs - pawns).is_several()
    }

    /// The drawback of a move to this square after which these are attacked, if it may stalemate.
    #[inline]
    fn stalemates(&self, to: Square, attacked: Bitboard) -> i32 {
        18 * i32::from(self.may_stalemate() && self.escapes(to, attacked).is_empty())
    }

    /// The squares that are left to the king to be mated if these are attacked and that one is taken.
    #[inline]
    fn escapes(&self, taken: Square, attacked: Bitboard) -> Bitboard {
        self.around - (self.theirs - taken.set()) - attacked
    }
}

/// What the pieces of the mating side can do.
struct Attack<'a> {
    view: &'a PlayoutView<'a>,
    cover: &'a Cover,
    free: u32,
    checks: CheckSquares,
}

impl Attack<'_> {
    /// Judges a promotion or a capture en passant.
    fn judge_one(&self, played: Move, best: &mut BestMove) -> Option<Move> {
        let view = self.view;
        let role = played.promotion.unwrap_or(Role::Pawn);
        let kept = self.cover.without(attacks::pawn(view.side, played.from));
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
                self.mates(Role::Pawn, self.cover.without(attacked(played.from)), played)
            });
            if mate.is_some() {
                return mate;
            }
        }
        let pawns = view.position.placement().role(Role::Pawn);
        let near = targets & (self.checks.pawn | view.around);
        let exposed = targets & (view.around - self.cover.once);
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
            let drawback = || view.stalemates(to, self.cover.once | attacked(to));
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
        let kept = self.cover.without(attacked(from));
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

    /// The score of a pawn's move: without a queen or a rook, pawns have to get on.
    fn push(&self) -> i32 {
        if self.view.heavy { 0 } else { -16 }
    }

    /// Whether a move mates by a piece that is then of this role, the others attacking these squares. A check by
    /// another piece, which it uncovers, is not seen.
    #[inline]
    fn mates(&self, role: Role, kept: Bitboard, played: Move) -> bool {
        let Move { from, to, .. } = played;
        let gained = attacks::of(role, self.view.side, to, self.view.occupied - from.set());
        gained.contains(self.view.king)
            && self.view.escapes(to, kept | gained).is_empty()
            && self.view.position.after(played).is_checkmate()
    }
}

/// From where each piece would give check.
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

    /// The move that mates, or looks best.
    fn attack(at: &Position) -> (Option<Move>, Option<Move>) {
        let view = PlayoutView::new(at, at.turn());
        let cover = Cover::new(at.placement(), at.turn(), at.king(at.turn()), view.occupied);
        let free = (view.around - view.theirs - cover.once).len();
        let (last_from, last_to) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut best = BestMove { seed: 0, last_from, last_to, found: None };
        let mate = view.attack(&cover, free, &mut best);
        (mate, best.found.map(|(_, played)| played))
    }

    #[test]
    fn a_piece_of_each_kind_mates_at_once() {
        for (fen, expected) in [
            // Pawns, with no square left to the king but for those that they take: none, one or two.
            ("6bk/7p/6PK/8/8/8/8/8 w - - 0 1", Some("g6g7")),
            ("7k/8/6PK/8/8/1B6/8/8 w - - 0 1", Some("g6g7")),
            ("7k/6n1/5P1K/8/8/1B6/8/8 w - - 0 1", Some("f6g7")),
            ("8/8/6pp/7k/8/5N1K/6P1/8 w - - 0 1", Some("g2g4")),
            ("3bbb2/4kp2/5p2/2NpP3/2N5/8/8/7K w - d6 0 1", Some("e5d6")),
            ("7k/8/6PK/8/8/8/8/8 w - - 0 1", None),
            ("7k/5P2/7K/8/8/8/8/8 w - - 0 1", Some("f7f8q")),
            ("6nb/5Ppk/6pp/8/8/8/8/7K w - - 0 1", Some("f7f8n")),
            // Others.
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
    }

    #[test]
    fn a_move_beside_the_king_or_with_check_looks_best_if_it_is_not_stalemate() {
        for (fen, expected) in [
            ("5B1k/8/6K1/8/8/8/8/8 w - - 0 1", "f8g7"),
            ("6k1/8/6K1/8/8/8/8/5B2 w - - 0 1", "f1c4"),
            ("6k1/8/6K1/7N/8/8/8/8 w - - 0 1", "h5f6"),
            ("6k1/8/6K1/7Q/8/8/8/8 w - - 0 1", "h5d5"),
            // The knight on f3 would attack a square that its king does, too, and one that nobody else does.
            ("8/8/8/6n1/8/8/5k2/7K b - - 0 1", "f2f3"),
        ] {
            let (mate, best) = attack(&fen.parse().unwrap());
            assert!(mate.is_none(), "{fen}");
            assert_eq!(best.unwrap().to_string(), expected, "{fen}");
        }
    }
}
