//! How far from mate a position seems to be: a guess, on which no answer rests.

use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    position::Position,
};

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// Where a search hopes to mate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guide {
    side: Color,
    /// The corners in which the pieces of `side` can mate best.
    corners: Bitboard,
    /// Whether the pieces of `side` need a piece of the opponent in its own king's way.
    needs_help: bool,
}

impl Guide {
    pub(super) fn new(position: &Position, side: Color) -> Guide {
        let pieces = position.placement();
        let own = pieces.color(side) - pieces.role(Role::King);
        let corners = corners(position, side);
        let strong = pieces.role(Role::Pawn) | pieces.role(Role::Rook) | pieces.role(Role::Queen);
        Guide {
            side,
            corners,
            needs_help: !own.meets(strong) && (own.len() < 2 || corners != CORNERS),
        }
    }

    /// A guess how far from mate a position is.
    #[inline]
    pub(super) fn remoteness(&self, position: &Position) -> u32 {
        let pieces = position.placement();
        let king = position.king(!self.side);
        let own = position.king(self.side);
        let (ours, theirs) = (pieces.color(self.side), pieces.color(!self.side));
        let around = attacks::king(king) - theirs;
        let occupied = pieces.occupied() - king.set();
        let mut covered =
            attacks::king(own) | attacks::pawns(self.side, ours & pieces.role(Role::Pawn));
        let queens = pieces.role(Role::Queen);
        let heavy = ours & (queens | pieces.role(Role::Rook));
        let mut nearest = 8;
        for at in ours & pieces.role(Role::Knight) {
            covered |= attacks::knight(at);
            nearest = nearest.min(distance(at, king));
        }
        for at in ours & (pieces.role(Role::Bishop) | queens) {
            covered |= attacks::bishop(at, occupied);
            nearest = nearest.min(distance(at, king));
        }
        for at in ours & (pieces.role(Role::Rook) | queens) {
            covered |= attacks::rook(at, occupied);
            nearest = nearest.min(1 + distance(at, king) / 2);
        }
        let escapes = (around - covered).len();
        let edge = self.corners.into_iter().map(|corner| distance(king, corner)).min().unwrap_or(0);
        let mut far = 2 * escapes + 8 * edge + 4 * distance(own, king);
        if heavy.is_empty() {
            let pawns = ours & pieces.role(Role::Pawn);
            let passed = pawns - ahead(!self.side, theirs & pieces.role(Role::Pawn));
            far += 8;
            if !passed.is_empty() {
                far += 2 * steps(self.side, passed);
            } else if !pawns.is_empty() {
                far += 2 * (steps(self.side, pawns) + 16);
            }
        }
        far += nearest;
        far += 6 * (theirs & (pieces.role(Role::Rook) | queens)).len();
        far += 3 * (theirs & pieces.role(Role::Pawn)).len();
        if !self.needs_help {
            far += 4 * (theirs - pieces.role(Role::Pawn)).len();
        } else {
            let able =
                pieces.role(Role::Knight) | pieces.role(Role::Bishop) | pieces.role(Role::Rook);
            let able = theirs & able;
            match able.into_iter().map(|at| distance(at, king)).min() {
                Some(apart) => far += 4 * apart,
                None => far += 32 + 2 * steps(!self.side, theirs & pieces.role(Role::Pawn)),
            }
        }
        far
    }
}

/// The corners in which mate is likely: with bishops on their shade, and against bishops on the other,
/// where they are in their own king's way.
fn corners(position: &Position, side: Color) -> Bitboard {
    let bishops = position.placement().role(Role::Bishop);
    let [ours, theirs] = [side, !side].map(|color| bishops & position.placement().color(color));
    let shades = [Bitboard::LIGHT, Bitboard::DARK].into_iter();
    let good = shades.filter(|&shade| match (ours.is_empty(), theirs.is_empty()) {
        (false, _) => ours.meets(shade),
        (true, false) => !theirs.is_subset(shade),
        (true, true) => true,
    });
    good.fold(Bitboard::EMPTY, |all, shade| all | (CORNERS & shade))
}

/// The squares in front of these pawns.
fn ahead(color: Color, pawns: Bitboard) -> Bitboard {
    let up = 8 * i32::from(color.forward());
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

/// The number of a king's steps.
#[inline]
pub(super) fn distance(a: Square, b: Square) -> u32 {
    let files = a.file().index().abs_diff(b.file().index());
    files.max(a.rank().index().abs_diff(b.rank().index())) as u32
}
