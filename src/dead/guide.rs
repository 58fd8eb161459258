//! Which moves seem to lead towards a mate: a guess, on which no answer rests.

use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    position::{Move, Position},
};

pub(super) const P: [u32; 14] = [2, 8, 4, 2, 1, 0, 8, 16, 2, 6, 4, 12, 0, 4];

/// Where a search hopes to mate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guide {
    side: Color,
    /// The corner to which the king to be mated is led.
    corner: Square,
    corners: Bitboard,
    helpers: Bitboard,
    /// Whether the men of `side` need a man of the opponent in its own king's way.
    needs_help: bool,
}

impl Guide {
    pub(super) fn new(position: &Position, side: Color) -> Guide {
        let men = position.placement();
        let own = men.color(side) - men.role(Role::King);
        let bishops = own & men.role(Role::Bishop);
        let mut corners = Bitboard(0x8100_0000_0000_0081);
        if own == bishops || own.is_subset(bishops | men.role(Role::Pawn)) {
            for shade in [Bitboard::LIGHT, Bitboard::DARK] {
                if !bishops.is_empty() && bishops.is_subset(shade) {
                    corners &= shade;
                }
            }
        }
        let king = position.king(!side);
        let nearest = corners.into_iter().min_by_key(|&corner| distance(corner, king));
        let strong = men.role(Role::Pawn) | men.role(Role::Rook) | men.role(Role::Queen);
        let needs_help =
            !own.meets(strong) && (own.len() < 2 || corners != Bitboard(0x8100_0000_0000_0081));
        let helpers = match needs_help {
            false => Bitboard::EMPTY,
            true => Bitboard::FULL,
        };
        Guide { side, corner: nearest.unwrap_or(king), corners, needs_help, helpers }
    }

    /// How far a move leads away: 0 for progress, 1 for a neutral move, more for a bad one.
    #[inline]
    pub(super) fn cost(&self, position: &Position, played: Move) -> u32 {
        let Move { from, to, .. } = played;
        let men = position.placement();
        let mover = position.turn();
        let captures = men.color(!mover).contains(to);
        let pawn = men.role(Role::Pawn).contains(from);
        let king = men.role(Role::King).contains(from);
        let target = position.king(!self.side);
        if mover == self.side {
            if pawn || captures {
                return 0;
            }
            if king {
                return nearer(from, to, self.corner);
            }
            return 1 + (distance(to, target) > distance(from, target)) as u32;
        }
        if captures {
            return if pawn { 1 } else { 3 };
        }
        if king {
            return nearer(from, to, self.corner);
        }
        if pawn && self.needs_help {
            return 0;
        }
        match distance(to, target).cmp(&distance(from, target)) {
            std::cmp::Ordering::Less => 1,
            _ => 2,
        }
    }
}

impl Guide {
    /// A guess how far from mate a position is.
    #[inline]
    pub(super) fn remoteness(&self, position: &Position) -> u32 {
        let men = position.placement();
        let king = position.king(!self.side);
        let own = position.king(self.side);
        let (ours, theirs) = (men.color(self.side), men.color(!self.side));
        let around = attacks::king(king) - theirs;
        let occupied = men.occupied() - king.set();
        let mut covered =
            attacks::king(own) | attacks::pawns(self.side, ours & men.role(Role::Pawn));
        let p = &P;
        let queens = men.role(Role::Queen);
        let heavy = ours & (queens | men.role(Role::Rook));
        let (mut nearest, mut sum) = (8, 0);
        for at in ours & men.role(Role::Knight) {
            covered |= attacks::knight(at);
            let d = distance(at, king);
            nearest = nearest.min(d);
            sum += d;
        }
        for at in ours & (men.role(Role::Bishop) | queens) {
            covered |= attacks::bishop(at, occupied);
            let d = distance(at, king);
            nearest = nearest.min(d);
            sum += d;
        }
        for at in ours & (men.role(Role::Rook) | queens) {
            covered |= attacks::rook(at, occupied);
            nearest = nearest.min(1 + distance(at, king) / 2);
        }
        let escapes = (around - covered).len();
        let edge = self.corners.into_iter().map(|corner| distance(king, corner)).min().unwrap_or(0);
        let mut far = p[0] * escapes + p[1] * edge + p[2] * distance(own, king);
        if heavy.is_empty() {
            let pawns = ours & men.role(Role::Pawn);
            let passed = pawns - ahead(!self.side, theirs & men.role(Role::Pawn));
            far += p[6];
            if !passed.is_empty() {
                far += p[3] * steps(self.side, passed);
            } else if !pawns.is_empty() {
                far += p[3] * (steps(self.side, pawns) + p[7]);
            } else {
                far += p[12] * sum / 2;
            }
        }
        far += p[8] * nearest / 2;
        far += p[9] * (theirs & (men.role(Role::Rook) | queens)).len();
        far += p[11] * (theirs & men.role(Role::Pawn)).len() / 4;
        if self.helpers.is_empty() {
            far += p[10] * (theirs - men.role(Role::Pawn)).len();
        } else {
            let able = theirs
                & self.helpers
                & (men.role(Role::Knight) | men.role(Role::Bishop) | men.role(Role::Rook));
            match able.into_iter().map(|at| distance(at, king)).min() {
                Some(apart) => far += p[13] * apart,
                None => far += p[13] * 8 + 2 * steps(!self.side, theirs & men.role(Role::Pawn)),
            }
        }
        far
    }
}

/// The squares in front of these pawns.
fn ahead(color: Color, pawns: Bitboard) -> Bitboard {
    let up = if color == Color::White { 8 } else { -8 };
    let near = pawns.shift(up);
    let near = near | near.shift(up);
    let near = near | near.shift(2 * up);
    near | near.shift(4 * up)
}

/// How many steps the foremost pawn is from its promotion; 6 if there is none.
fn steps(color: Color, pawns: Bitboard) -> u32 {
    if pawns.is_empty() {
        return 6;
    }
    match color {
        Color::White => pawns.0.leading_zeros() / 8,
        Color::Black => pawns.0.trailing_zeros() / 8,
    }
}

/// 0, 1 or 2 as a step leads nearer, past or away.
#[inline]
fn nearer(from: Square, to: Square, goal: Square) -> u32 {
    match distance(to, goal).cmp(&distance(from, goal)) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    }
}

/// The number of a king's steps.
#[inline]
pub(super) fn distance(a: Square, b: Square) -> u32 {
    let files = a.file().index().abs_diff(b.file().index());
    files.max(a.rank().index().abs_diff(b.rank().index())) as u32
}
