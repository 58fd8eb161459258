//! Properties of a move in the position before it.

use lawbook::{
    board::{Bitboard, Piece, Role, attacks},
    position::{Move, Position, Wing},
};

/// Whether `played` is an en passant capture.
pub(super) fn is_en_passant(before: &Position, played: Move) -> bool {
    before.en_passant() == Some(played.to)
        && before.placement().role(Role::Pawn).contains(played.from)
}

/// Returns the wing of a castling move, or `None` for other moves.
pub(super) fn castles(before: &Position, played: Move) -> Option<Wing> {
    if before.castling().is_chess960() {
        return before.castles(played);
    }
    let Move { from, to, .. } = played;
    let is_castling =
        before.king(before.turn()) == from && from.file().index().abs_diff(to.file().index()) == 2;
    is_castling.then_some(if to.file() > from.file() { Wing::King } else { Wing::Queen })
}

/// Returns the rooks with which castling is illegal only because the king would pass over an attacked square, for the
/// side to move.
pub(super) fn castling_through_check(position: &Position) -> Bitboard {
    let (us, placement) = (position.turn(), position.placement());
    let (king, occupied) = (position.king(us), placement.occupied());
    let is_attacked = |square| !placement.attackers(!us, square, occupied).is_empty();
    let rooks = Wing::ALL.into_iter().filter_map(|wing| {
        let rook = position.castling().rook(us, wing)?;
        let (king_to, rook_to) = (wing.king_to(us), wing.rook_to(us));
        let passed = attacks::between(king, king_to);
        let way = passed | attacks::between(rook, rook_to) | king_to.set() | rook_to.set();
        let is_free = !way.meets(occupied - king.set() - rook.set());
        let is_barred = passed.into_iter().any(is_attacked) && !is_attacked(king_to);
        (is_free && is_barred).then_some(rook)
    });
    match position.is_check() {
        true => Bitboard::EMPTY,
        false => rooks.collect(),
    }
}

/// Returns the role of the captured piece.
pub(super) fn captures(before: &Position, played: Move) -> Option<Role> {
    match is_en_passant(before, played) {
        true => Some(Role::Pawn),
        // A castling move in Chess960 is encoded as the king taking its own rook, which is not a capture.
        false if before.castles(played).is_some() => None,
        false => before.at(played.to).map(|piece| piece.role),
    }
}

/// Whether the position before the move cannot recur: the move is a capture or a pawn move, or it changes the castling
/// rights.
pub(super) fn is_irreversible(before: &Position, played: Move, after: &Position) -> bool {
    captures(before, played).is_some()
        || before.placement().role(Role::Pawn).contains(played.from)
        || before.castling() != after.castling()
}

/// Returns the other pieces of the same kind, except pawns, that attack the target square of the move. With `legal`
/// only those whose move there is legal; without it only those whose move there would leave their own king in check.
pub(super) fn alternatives(before: &Position, played: Move, legal: bool) -> Bitboard {
    let Move { from, to, .. } = played;
    let placement = before.placement();
    let others = match before.at(from) {
        Some(Piece { color, role }) if role != Role::Pawn => {
            let reach = attacks::of(role, color, to, placement.occupied());
            (placement.pieces(color, role) & reach) - from.set()
        }
        Some(_) | None => Bitboard::EMPTY,
    };
    others.into_iter().filter(|&other| before.is_legal(Move::new(other, to)) == legal).collect()
}
