//! Positions without the pieces that play no part: what is left of one when they are taken off the board.
//!
//! Where the king that would be mated is walled in, its free pieces go everywhere, and their squares multiply.
//! Nothing depends on them: they may be anywhere or taken. Why it is enough to go through what is left stands in
//! `THEORY.md` (Lemma 16).

use std::collections::HashSet;

use super::guide::distance;
use crate::{
    board::{Bitboard, Color, Piece, Placement, Rank, Role, Square, attacks},
    position::Position,
};

/// Pieces of the player to be mated that may be anywhere, if no mate by `side` comes of what is left, and how many
/// shadows were looked at.
///
/// Tried are the pieces that start far from their king: all, and fewer and fewer. At most `budget` shadows are
/// looked at.
pub(super) fn prove(position: &Position, side: Color, budget: usize) -> (Option<Bitboard>, usize) {
    let mut looked_at = 0;
    if position.castling().rooks().is_empty() && position.en_passant().is_none() {
        for spares in candidates(position, !side) {
            match ShadowSearch::new(position, side, spares).run(budget - looked_at) {
                (Some(false), shadows) => return (Some(spares), looked_at + shadows),
                (Some(true), shadows) => looked_at += shadows,
                // With fewer spares there are only more shadows.
                (None, shadows) => return (None, looked_at + shadows),
            }
            if looked_at >= budget {
                break;
            }
        }
    }
    (None, looked_at)
}

/// The pieces of a player, each time without the one nearest to the king.
fn candidates(position: &Position, color: Color) -> impl Iterator<Item = Bitboard> {
    let placement = position.placement();
    let king = position.king(color);
    let pieces = placement.color(color) - king.set();
    let mut near: Vec<Square> = pieces.into_iter().collect();
    near.sort_by_key(|&square| distance(square, king));
    let mut all = pieces;
    std::iter::once(pieces)
        .chain(near.into_iter().map(move |square| {
            all = all - square.set();
            all
        }))
        .take_while(|spares| !spares.is_empty())
}

/// The pieces that are not spare, and what else decides which moves there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Shadow {
    pieces: Placement,
    turn: Color,
    /// The square that a pawn has just passed, if another may take it there.
    passed: Option<Square>,
    /// The square that a piece has just left, if a line at the other king may go through it.
    left: Option<Square>,
}

struct ShadowSearch {
    side: Color,
    /// Where the spare pieces may be.
    range: Bitboard,
    seen: HashSet<Shadow>,
    found: Vec<Shadow>,
}

impl ShadowSearch {
    fn new(position: &Position, side: Color, spares: Bitboard) -> ShadowSearch {
        let mut pieces = *position.placement();
        let bishops = spares & pieces.role(Role::Bishop);
        let shades = [Bitboard::LIGHT, Bitboard::DARK].into_iter();
        let range = if bishops == spares {
            shades.filter(|&shade| bishops.meets(shade)).fold(Bitboard::EMPTY, |all, one| all | one)
        } else {
            Bitboard::FULL
        };
        for square in spares {
            pieces.remove(square);
        }
        let start = Shadow { pieces, turn: position.turn(), passed: None, left: None };
        ShadowSearch { side, range, seen: HashSet::from([start]), found: vec![start] }
    }

    /// Whether some shadow may be a mate, and how many there are; `None` if there are more than the limit.
    fn run(mut self, limit: usize) -> (Option<bool>, usize) {
        let mut next = 0;
        while let Some(&at) = self.found.get(next) {
            next += 1;
            let others = at.pieces.color(self.side) - at.pieces.role(Role::King);
            if others.is_empty() {
                continue;
            }
            if self.may_be_mate(&at) {
                return (Some(true), self.found.len());
            }
            self.expand(&at);
            if self.found.len() > limit {
                return (None, self.found.len());
            }
        }
        (Some(false), self.found.len())
    }

    fn add(&mut self, shadow: Shadow) {
        if self.seen.insert(shadow) {
            self.found.push(shadow);
        }
    }

    /// Whether the king may be in check, and no move out of it is certain to be there.
    fn may_be_mate(&self, at: &Shadow) -> bool {
        let Shadow { pieces, turn, .. } = at;
        if *turn == self.side || !is_in_check(pieces, *turn, pieces.occupied()) {
            return false;
        }
        let certain = pieces.color(self.side) | !self.range;
        let escapes = |played: &ShadowMove| {
            certain.contains(played.to)
                && !is_in_check(&played.after, *turn, played.after.occupied())
        };
        !self.moves(at, pieces.occupied() | self.range).iter().any(escapes)
    }

    /// Adds what may follow.
    fn expand(&mut self, at: &Shadow) {
        let Shadow { pieces, turn, .. } = at;
        let free = at.left.map_or(Bitboard::EMPTY, Square::set);
        for ShadowMove { from, to, role, after } in self.moves(at, pieces.occupied()) {
            let blocked = self.range - from.set();
            if is_in_check(&after, *turn, after.occupied() | (blocked - free)) {
                continue;
            }
            let by_loser = *turn != self.side;
            let left = (by_loser && self.uncovers(&after, *turn, from)).then_some(from);
            let next = Shadow { pieces: after, turn: !*turn, passed: None, left };
            if role != Role::Pawn || !Bitboard::END_RANKS.contains(to) {
                self.add(Shadow { passed: passed(&next, role, from, to), ..next });
            } else if by_loser && self.range == Bitboard::FULL {
                let mut pieces = after;
                pieces.remove(to);
                self.add(Shadow { pieces, ..next });
            } else {
                for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                    let mut pieces = after;
                    pieces.put(to, Piece { color: *turn, role });
                    self.add(Shadow { pieces, ..next });
                }
            }
        }
        if *turn != self.side {
            self.expand_spares(pieces);
        }
    }

    /// Adds what may follow when a spare piece moves.
    fn expand_spares(&mut self, pieces: &Placement) {
        let prey = (pieces.color(self.side) & self.range) - pieces.role(Role::King);
        for taken in std::iter::once(None).chain(prey.into_iter().map(Some)) {
            let mut after = *pieces;
            if let Some(square) = taken {
                after.remove(square);
            }
            if !is_in_check(&after, !self.side, after.occupied() | self.range) {
                self.add(Shadow { pieces: after, turn: self.side, passed: None, left: None });
            }
        }
    }

    /// Whether a piece of this player that has left the square may have opened a line at the other king.
    fn uncovers(&self, after: &Placement, color: Color, from: Square) -> bool {
        let attackers = |occupied| {
            after.king(!color).map(|king| after.attackers(color, king, after.occupied() | occupied))
        };
        attackers(self.range) != attackers(self.range - from.set())
    }

    /// What the pieces can play over these squares, checks apart.
    fn moves(&self, at: &Shadow, occupied: Bitboard) -> Vec<ShadowMove> {
        let Shadow { pieces, turn, passed, .. } = at;
        let mut moves = Vec::new();
        for from in pieces.color(*turn) {
            let role = pieces.role_at(from);
            let targets = match role {
                Role::Pawn => self.pawn_targets(at, from, occupied),
                role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King) => {
                    attacks::of(role, *turn, from, occupied)
                }
            };
            let kings = pieces.role(Role::King);
            for to in targets - pieces.color(*turn) - kings {
                let mut after = *pieces;
                after.remove(from);
                if role == Role::Pawn && *passed == Some(to) && from.file() != to.file() {
                    after.remove(Square::from_index(to.index() ^ 8));
                }
                after.put(to, Piece { color: *turn, role });
                moves.push(ShadowMove { from, to, role, after });
            }
        }
        moves
    }

    fn pawn_targets(&self, at: &Shadow, from: Square, occupied: Bitboard) -> Bitboard {
        let Shadow { pieces, turn, passed, .. } = at;
        let open = |square: &Square| !occupied.contains(*square);
        let one = from.offset(0, turn.forward()).filter(open);
        let double = Rank::relative(2, *turn).squares().contains(from);
        let two = one.filter(|_| double).and_then(|one| one.offset(0, turn.forward()));
        let steps: Bitboard = one.into_iter().chain(two.filter(open)).collect();
        let spare = self.range.only_if(*turn == self.side);
        let prey = pieces.color(!*turn) | passed.map_or(Bitboard::EMPTY, Square::set) | spare;
        steps | (attacks::pawn(*turn, from) & prey)
    }
}

/// A move of a piece that is not spare; promotion is left to whoever plays it.
struct ShadowMove {
    from: Square,
    to: Square,
    role: Role,
    after: Placement,
}

fn is_in_check(pieces: &Placement, color: Color, occupied: Bitboard) -> bool {
    pieces.king(color).is_some_and(|king| !pieces.attackers(!color, king, occupied).is_empty())
}

/// The square that the pawn has passed, if a pawn may take it there now.
fn passed(after: &Shadow, role: Role, from: Square, to: Square) -> Option<Square> {
    let is_double = role == Role::Pawn && from.rank().index().abs_diff(to.rank().index()) == 2;
    let passed = attacks::between(from, to).first().filter(|_| is_double)?;
    let pawns = after.pieces.pieces(after.turn, Role::Pawn);
    attacks::pawn(!after.turn, passed).meets(pawns).then_some(passed)
}
