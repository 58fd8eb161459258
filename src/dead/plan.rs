//! Mates that a queen or a rook gives if the opponent lets it: a guess, and a move that is tried.

use super::cover::Cover;
use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    position::{Move, Position},
};

/// The most moves of a piece until it mates.
const MOST_MOVES: usize = 3;

/// The next move of a queen or a rook that mates in a few moves, if nothing else changes.
pub(super) struct MatePlan {
    pub(super) next: Move,
    /// The position after it.
    pub(super) after: Position,
    pub(super) is_mate: bool,
}

impl MatePlan {
    /// The shortest plan of the side on move, whose pieces cover these squares; `pick` chooses one of several.
    pub(super) fn new(
        position: &Position,
        side: Color,
        cover: &Cover,
        pick: impl Fn(Bitboard) -> Option<Square>,
    ) -> Option<MatePlan> {
        let pieces = position.placement();
        let queens = pieces.role(Role::Queen);
        let target = KingTarget::new(position, side);
        let mut shortest: Option<(usize, Move)> = None;
        for from in pieces.color(side) & (queens | pieces.role(Role::Rook)) {
            let role = if queens.contains(from) { Role::Queen } else { Role::Rook };
            let piece = HeavyPiece::new(&target, cover, role, from);
            let mates = piece.mates(&target);
            for to in piece.targets(&target) & mates {
                let next = Move::new(from, to);
                let after = position.play(next).ok().filter(Position::is_checkmate);
                if let Some(after) = after {
                    return Some(MatePlan { next, after, is_mate: true });
                }
            }
            let least = shortest.map_or(MOST_MOVES + 1, |(moves, _)| moves);
            let found = piece.approach(&target, mates, least, &pick);
            shortest = found.map(|(moves, to)| (moves, Move::new(from, to))).or(shortest);
        }
        let (_, next) = shortest?;
        let after = position.play(next).ok().filter(Position::has_legal_move)?;
        Some(MatePlan { next, after, is_mate: false })
    }
}

/// The king to be mated, and what is around it.
struct KingTarget {
    king: Square,
    around: Bitboard,
    theirs: Bitboard,
    /// All pieces but the king.
    occupied: Bitboard,
    ours: Bitboard,
    /// What its pieces attack, but for the king itself.
    guarded: Bitboard,
}

impl KingTarget {
    fn new(position: &Position, side: Color) -> KingTarget {
        let pieces = position.placement();
        let king = position.king(!side);
        let theirs = pieces.color(!side);
        KingTarget {
            king,
            around: attacks::king(king),
            theirs,
            occupied: pieces.occupied() - king.set(),
            ours: pieces.color(side),
            guarded: pieces.attacked_without_king(!side, pieces.occupied()),
        }
    }
}

/// A queen or a rook of the mating side.
struct HeavyPiece {
    role: Role,
    from: Square,
    /// What it attacks.
    attacked: Bitboard,
    /// The squares beside the king that no other piece attacks.
    exposed: Bitboard,
    /// Those on which the king has none of its own pieces.
    open: Bitboard,
    /// All other pieces but the king.
    occupied: Bitboard,
}

impl HeavyPiece {
    fn new(target: &KingTarget, cover: &Cover, role: Role, from: Square) -> HeavyPiece {
        let attacked = reach(role, from, target.occupied);
        let exposed = target.around - cover.without(attacked);
        HeavyPiece {
            role,
            from,
            attacked,
            exposed,
            open: exposed - target.theirs,
            occupied: target.occupied - from.set(),
        }
    }

    /// Where it may go, as far as what stands there tells.
    fn targets(&self, target: &KingTarget) -> Bitboard {
        self.attacked - target.ours - target.king.set()
    }

    /// The squares from which it mates: it checks, covers what is open, and is neither taken nor shut off.
    fn mates(&self, target: &KingTarget) -> Bitboard {
        let checks = reach(self.role, target.king, self.occupied);
        let can_stand = checks - (target.ours - self.from.set()) - target.guarded - self.exposed;
        let mates = |at: &Square| {
            (self.open - reach(self.role, *at, self.occupied)).is_empty()
                && !attacks::between(*at, target.king).meets(target.guarded)
        };
        can_stand.into_iter().filter(mates).collect()
    }

    /// The first of fewer than so many moves to a mate, with their number: it is quiet, and nothing takes the piece.
    fn approach(
        &self,
        target: &KingTarget,
        mates: Bitboard,
        fewer_than: usize,
        pick: impl Fn(Bitboard) -> Option<Square>,
    ) -> Option<(usize, Square)> {
        let barred = reach(self.role, target.king, self.occupied) | target.guarded | self.exposed;
        let quiet = self.targets(target) - barred;
        let mut goal = mates;
        for moves in 2..fewer_than {
            let before = (goal - target.guarded)
                .into_iter()
                .fold(Bitboard::EMPTY, |all, at| all | reach(self.role, at, self.occupied));
            if let Some(to) = pick(quiet & before) {
                return Some((moves, to));
            }
            goal = before - target.ours;
        }
        None
    }
}

#[inline]
fn reach(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    attacks::of(role, Color::White, from, occupied)
}
