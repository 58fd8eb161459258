//! Plans to mate by a queen or a rook if the opponent does nothing: a heuristic for playouts.

use super::attack_map::AttackMap;
use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    position::{Move, Position},
};

/// Maximum number of moves of the piece until it mates.
const MOST_MOVES: usize = 3;

/// The next move of a plan.
pub(super) struct MatePlan {
    pub(super) next: Move,
    /// The position after the move.
    pub(super) after: Position,
    pub(super) is_mate: bool,
}

impl MatePlan {
    /// The shortest plan of `side`, which is on move. `pick` chooses one of several squares.
    pub(super) fn new(
        position: &Position,
        side: Color,
        attack_map: &AttackMap,
        pick: impl Fn(Bitboard) -> Option<Square>,
    ) -> Option<MatePlan> {
        let pieces = position.placement();
        let queens = pieces.role(Role::Queen);
        let target = KingTarget::new(position, side);
        let mut shortest: Option<(usize, Move)> = None;
        for from in pieces.color(side) & (queens | pieces.role(Role::Rook)) {
            let role = if queens.contains(from) { Role::Queen } else { Role::Rook };
            let piece = HeavyPiece::new(&target, attack_map, role, from);
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

/// The king to be mated and its surroundings.
struct KingTarget {
    king: Square,
    around: Bitboard,
    theirs: Bitboard,
    /// All pieces except this king.
    occupied: Bitboard,
    ours: Bitboard,
    /// Squares that the pieces of the mated side other than the king attack.
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
    /// The squares that it attacks.
    attacked: Bitboard,
    /// Squares around the king that no other piece attacks.
    exposed: Bitboard,
    /// Those of `exposed` that are not occupied by pieces of the mated side.
    open: Bitboard,
    /// All pieces except this one and the king to be mated.
    occupied: Bitboard,
}

impl HeavyPiece {
    fn new(target: &KingTarget, attack_map: &AttackMap, role: Role, from: Square) -> HeavyPiece {
        let attacked = attacks_of(role, from, target.occupied);
        let exposed = target.around - attack_map.without(attacked);
        HeavyPiece {
            role,
            from,
            attacked,
            exposed,
            open: exposed - target.theirs,
            occupied: target.occupied - from.set(),
        }
    }

    /// The squares that it can move to, without regard to checks.
    fn targets(&self, target: &KingTarget) -> Bitboard {
        self.attacked - target.ours - target.king.set()
    }

    /// Squares from where it mates: it gives check and attacks all open squares, and nothing captures it or interposes.
    fn mates(&self, target: &KingTarget) -> Bitboard {
        let checks = attacks_of(self.role, target.king, self.occupied);
        let can_stand = checks - (target.ours - self.from.set()) - target.guarded - self.exposed;
        let mates = |at: &Square| {
            (self.open - attacks_of(self.role, *at, self.occupied)).is_empty()
                && !attacks::between(*at, target.king).meets(target.guarded)
        };
        can_stand.into_iter().filter(mates).collect()
    }

    /// The first move of a plan of fewer than `fewer_than` moves, with their number. It gives no check, and nothing
    /// captures the piece.
    fn approach(
        &self,
        target: &KingTarget,
        mates: Bitboard,
        fewer_than: usize,
        pick: impl Fn(Bitboard) -> Option<Square>,
    ) -> Option<(usize, Square)> {
        let barred =
            attacks_of(self.role, target.king, self.occupied) | target.guarded | self.exposed;
        let quiet = self.targets(target) - barred;
        let mut goal = mates;
        for moves in 2..fewer_than {
            let before = (goal - target.guarded)
                .into_iter()
                .fold(Bitboard::EMPTY, |all, at| all | attacks_of(self.role, at, self.occupied));
            if let Some(to) = pick(quiet & before) {
                return Some((moves, to));
            }
            goal = before - target.ours;
        }
        None
    }
}

#[inline]
fn attacks_of(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    attacks::of(role, Color::White, from, occupied)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The planned move, with the first of several squares, and whether it mates.
    fn plan(at: &Position) -> Option<(String, bool)> {
        let side = at.turn();
        let occupied = at.placement().occupied() - at.king(!side).set();
        let attack_map = AttackMap::new(at.placement(), side, at.king(side), occupied);
        let MatePlan { next, after, is_mate } =
            MatePlan::new(at, side, &attack_map, Bitboard::first)?;
        assert_eq!(after, at.after(next), "{at}");
        Some((next.to_string(), is_mate))
    }

    #[test]
    fn a_queen_or_rook_goes_where_it_mates_if_nothing_else_changes() {
        let rows: [(&str, Option<(&str, bool)>); 33] = [
            // It mates at once. Other pieces cover squares, or pieces of the opponent block its king.
            ("6k1/5ppp/8/8/8/8/8/3QK3 w - - 0 1", Some(("d1d8", true))),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Some(("a1a8", true))),
            ("n5k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Some(("a1a8", true))),
            ("6k1/5pp1/8/8/8/8/2B5/R3K3 w - - 0 1", Some(("a1a8", true))),
            ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", Some(("a1a8", true))),
            ("7k/R7/8/8/8/8/8/1R4K1 w - - 0 1", Some(("b1b8", true))),
            ("8/8/8/8/8/8/8/k1K1Q3 w - - 0 1", Some(("e1a5", true))),
            // Something is in the way, captures it, or interposes.
            ("6k1/4rppp/8/8/8/8/8/R3K3 w - - 0 1", None),
            ("r5k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", None),
            ("6k1/2n2ppp/8/8/8/8/8/R3K3 w - - 0 1", None),
            ("6k1/5ppp/8/2b5/8/8/8/R3K3 w - - 0 1", None),
            ("kb6/8/1K6/8/8/8/8/2R5 w - - 0 1", None),
            // The king has a free square.
            ("6k1/5pp1/8/8/8/8/8/R3K3 w - - 0 1", None),
            ("7k/8/8/6K1/8/8/8/R7 w - - 0 1", None),
            ("7k/8/8/5K2/8/8/8/1Q6 w - - 0 1", None),
            // It takes two or three moves, and the first gives no check.
            ("6k1/5ppp/8/8/8/8/8/4K2R w - - 0 1", Some(("h1h2", false))),
            ("6k1/5ppp/8/8/8/8/4P3/4KN1R w - - 0 1", Some(("h1h3", false))),
            ("7k/8/6K1/8/8/P7/8/R7 w - - 0 1", Some(("a1b1", false))),
            ("7k/8/5K2/8/8/8/8/Q7 w - - 0 1", Some(("a1g1", false))),
            ("7k/R7/8/8/8/8/1N6/1R4K1 w - - 0 1", Some(("b1c1", false))),
            ("7k/7p/8/5P2/8/8/8/KQ6 w - - 0 1", Some(("b1b4", false))),
            ("7k/8/6K1/8/8/8/PP6/RN6 w - - 0 1", None),
            ("6k1/5ppp/8/8/8/8/4PP1P/5K1R w - - 0 1", None),
            ("6k1/5ppp/8/8/8/3P2P1/3PN1PR/3BKB2 w - - 0 1", Some(("h2h4", false))),
            // The first move avoids squares where the piece can be captured.
            ("6k1/5ppp/8/8/2p1p1p1/8/8/4K2R w - - 0 1", Some(("h1h2", false))),
            ("6k1/5ppp/8/8/8/2b5/8/4K2R w - - 0 1", None),
            ("7k/8/6K1/8/6R1/8/8/8 w - - 0 1", Some(("g4a4", false))),
            ("7k/8/5K2/8/5Q2/8/8/8 w - - 0 1", Some(("f4g3", false))),
            // The shorter of two plans.
            ("7k/8/6K1/8/8/P6P/8/R6Q w - - 0 1", Some(("h1a8", true))),
            ("6k1/5ppp/8/8/8/3P2P1/3PN1PR/R2BKB2 w - - 0 1", Some(("a1a8", true))),
            ("6k1/5ppp/8/8/8/P2P2P1/3PN1PR/R2BKB2 w - - 0 1", Some(("a1b1", false))),
            // The piece is pinned, or the move would stalemate.
            ("6k1/5ppp/8/7b/8/8/4R3/3K4 w - - 0 1", None),
            ("8/8/8/2Q5/8/2P2K2/8/7k w - - 0 1", None),
        ];
        for (fen, expected) in rows {
            let found = plan(&fen.parse().unwrap());
            let found = found.as_ref().map(|(next, is_mate)| (next.as_str(), *is_mate));
            assert_eq!(found, expected, "{fen}");
        }
    }
}
