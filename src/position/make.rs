//! Making a move that is known to be legal: each gives a new position, the old one stays.

use super::{CastlingRights, Move, Position, Wing, side::Side};
use crate::board::{Role, Square, attacks};

impl Position {
    /// A man other than a pawn moves or captures, castling apart.
    #[inline]
    pub(super) fn with_man<S: Side>(&self, role: Role, from: Square, to: Square) -> Position {
        let capture = self.placement.color(!S::COLOR).contains(to);
        let mut next = self.with_transfer::<S>(role, role, from, to);
        next.halfmove_clock = if capture { 0 } else { self.halfmove_clock.saturating_add(1) };
        if role == Role::King {
            next.castling.0 = next.castling.0 - S::HOME;
        }
        next
    }

    /// A pawn moves or captures, promotion and en passant apart.
    #[inline]
    pub(super) fn with_pawn<S: Side>(&self, from: Square, to: Square) -> Position {
        let mut next = self.with_transfer::<S>(Role::Pawn, Role::Pawn, from, to);
        if from.index().abs_diff(to.index()) == 16 {
            let passed = Square::from_index((from.index() + to.index()) / 2);
            next.grant_en_passant(passed);
        }
        next
    }

    #[inline]
    pub(super) fn with_promotion<S: Side>(&self, role: Role, from: Square, to: Square) -> Position {
        self.with_transfer::<S>(Role::Pawn, role, from, to)
    }

    #[inline]
    pub(super) fn with_en_passant<S: Side>(&self, from: Square, to: Square) -> Position {
        let mut next = self.with_transfer::<S>(Role::Pawn, Role::Pawn, from, to);
        let victim = Square::new(to.file(), from.rank()).set();
        next.placement.colors[!S::COLOR as usize] ^= victim;
        next.placement.roles[Role::Pawn as usize] ^= victim;
        next
    }

    #[inline]
    pub(super) fn with_castling<S: Side>(&self, wing: Wing) -> Position {
        let king = Wing::king_from(S::COLOR);
        let mut next =
            self.with_transfer::<S>(Role::King, Role::King, king, wing.king_to(S::COLOR));
        let rook = wing.rook_from(S::COLOR).set() | wing.rook_to(S::COLOR).set();
        next.placement.colors[S::COLOR as usize] ^= rook;
        next.placement.roles[Role::Rook as usize] ^= rook;
        next.castling.0 = next.castling.0 - S::HOME;
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        next
    }

    /// Whatever kind of move this is, it must be legal.
    pub(super) fn with<S: Side>(&self, played: Move) -> Position {
        let Move { from, to, promotion } = played;
        let men = &self.placement;
        if men.role(Role::Pawn).contains(from) {
            return match promotion {
                Some(role) => self.with_promotion::<S>(role, from, to),
                None if self.en_passant == Some(to) && from.file() != to.file() => {
                    self.with_en_passant::<S>(from, to)
                }
                None => self.with_pawn::<S>(from, to),
            };
        }
        if men.role(Role::King).contains(from) {
            let wing = Wing::ALL.into_iter().find(|wing| to == wing.king_to(S::COLOR));
            if let (Some(wing), 2) = (wing, from.index().abs_diff(to.index())) {
                return self.with_castling::<S>(wing);
            }
        }
        let role = Role::ALL.into_iter().find(|&role| men.role(role).contains(from));
        self.with_man::<S>(role.unwrap_or(Role::King), from, to)
    }

    /// Whether the pawn on `from` can capture en passant on `to` without leaving its king attacked.
    ///
    /// Tried on the board: two pawns leave a rank at once, which no pin mask describes.
    pub(super) fn en_passant_is_legal(&self, from: Square, to: Square) -> bool {
        let victim = Square::new(to.file(), from.rank()).set();
        let mut after = self.placement;
        after.colors[!self.turn as usize] ^= victim;
        after.roles[Role::Pawn as usize] ^= victim | from.set() | to.set();
        after.colors[self.turn as usize] ^= from.set() | to.set();
        after.attackers(!self.turn, self.king(self.turn), after.occupied()).is_empty()
    }

    /// Keeps the en passant right on the square a pawn has just passed, if a capture is legal there.
    #[inline]
    pub(super) fn grant_en_passant(&mut self, passed: Square) {
        let candidates =
            attacks::pawn(!self.turn, passed) & self.placement.men(self.turn, Role::Pawn);
        if candidates.into_iter().any(|from| self.en_passant_is_legal(from, passed)) {
            self.en_passant = Some(passed);
        }
    }

    /// A man goes from square to square and perhaps becomes another; it takes what stands there.
    ///
    /// The clock is set to zero and the turn passes.
    #[inline]
    fn with_transfer<S: Side>(&self, old: Role, new: Role, from: Square, to: Square) -> Position {
        let mut next = *self;
        let (left, entered) = (from.set(), to.set());
        for set in &mut next.placement.roles {
            *set = *set - entered;
        }
        next.placement.roles[old as usize] ^= left;
        next.placement.roles[new as usize] |= entered;
        next.placement.colors[S::COLOR as usize] ^= left | entered;
        next.placement.colors[!S::COLOR as usize] =
            next.placement.colors[!S::COLOR as usize] - entered;
        next.castling = CastlingRights(self.castling.0 - (left | entered));
        next.en_passant = None;
        next.halfmove_clock = 0;
        next.fullmove_number = self.fullmove_number.saturating_add(S::COLOR as u32);
        next.turn = !S::COLOR;
        next
    }
}
