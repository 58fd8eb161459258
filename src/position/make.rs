//! Making moves that are known to be legal.

use super::{Move, Position, Wing, moves::MoveKind, side::Side};
use crate::board::{Placement, Role, Square, attacks};

impl Position {
    /// Makes a move of this kind, which must be legal.
    #[inline(always)]
    pub(super) fn make<S: Side>(&mut self, kind: MoveKind, from: Square, to: Square) {
        match kind {
            MoveKind::Piece(role) => self.make_piece::<S>(role, from, to),
            MoveKind::Pawn => self.make_pawn::<S>(from, to),
            MoveKind::Promotion(role) => self.transfer::<S>(Role::Pawn, role, from, to),
            MoveKind::EnPassant => self.make_en_passant::<S>(from, to),
            MoveKind::Castling(wing) => self.make_castling::<S>(wing, from),
        }
    }

    #[inline(always)]
    fn make_piece<S: Side>(&mut self, role: Role, from: Square, to: Square) {
        let is_quiet = !self.placement.color(!S::COLOR).contains(to);
        let clock = self.halfmove_clock.saturating_add(1) * u16::from(is_quiet);
        self.transfer::<S>(role, role, from, to);
        self.halfmove_clock = clock;
        if role == Role::King {
            self.castling = self.castling.without_player(S::COLOR);
        }
    }

    #[inline(always)]
    fn make_pawn<S: Side>(&mut self, from: Square, to: Square) {
        self.transfer::<S>(Role::Pawn, Role::Pawn, from, to);
        if from.index().abs_diff(to.index()) == 16 {
            let passed = Square::from_index((from.index() + to.index()) / 2);
            self.grant_en_passant(passed);
        }
    }

    #[inline]
    fn make_en_passant<S: Side>(&mut self, from: Square, to: Square) {
        self.transfer::<S>(Role::Pawn, Role::Pawn, from, to);
        let victim = Square::new(to.file(), from.rank()).set();
        self.placement.colors[!S::COLOR as usize] ^= victim;
        self.placement.roles[Role::Pawn as usize] ^= victim;
    }

    #[inline]
    fn make_castling<S: Side>(&mut self, wing: Wing, king: Square) {
        let rook = self.castling.rook(S::COLOR, wing).unwrap_or(wing.rook_from(S::COLOR));
        // In Chess960 king and rook may swap squares, or one of them may stay: a square that is left and entered
        // cancels out.
        let king_step = king.set() ^ wing.king_to(S::COLOR).set();
        let rook_step = rook.set() ^ wing.rook_to(S::COLOR).set();
        let Placement { colors, roles } = &mut self.placement;
        roles[Role::King as usize] ^= king_step;
        roles[Role::Rook as usize] ^= rook_step;
        colors[S::COLOR as usize] ^= king_step ^ rook_step;
        self.castling = self.castling.without_player(S::COLOR);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.pass_turn::<S>();
    }

    /// The kind of a move that is known to be legal.
    pub(super) fn kind<S: Side>(&self, legal: Move) -> MoveKind {
        let Move { from, to, promotion } = legal;
        let role = self.placement.role_at(from);
        match (role, promotion) {
            (Role::Pawn, Some(role)) => MoveKind::Promotion(role),
            (Role::Pawn, None) if self.en_passant == Some(to) && from.file() != to.file() => {
                MoveKind::EnPassant
            }
            (Role::Pawn, None) => MoveKind::Pawn,
            (Role::King, _) => {
                self.castles(legal).map_or(MoveKind::Piece(role), MoveKind::Castling)
            }
            (Role::Knight | Role::Bishop | Role::Rook | Role::Queen, _) => MoveKind::Piece(role),
        }
    }

    /// Whether the pawn on `from` can capture en passant on `to` without leaving its king attacked.
    ///
    /// The capture is tried on the board, because two pawns leave a rank at once, which no pin mask describes. Only the
    /// colour sets are updated: the test needs the opponent's pieces and the occupied squares, and not the capturing
    /// side's pawns.
    pub(super) fn en_passant_is_legal(&self, from: Square, to: Square) -> bool {
        let victim = Square::new(to.file(), from.rank()).set();
        let mut after = self.placement;
        after.colors[!self.turn as usize] ^= victim;
        after.colors[self.turn as usize] ^= from.set() | to.set();
        after.attackers(!self.turn, self.king(self.turn), after.occupied()).is_empty()
    }

    /// Sets the en passant square to the square that a pawn has just passed, if a capture is legal there.
    #[inline]
    pub(super) fn grant_en_passant(&mut self, passed: Square) {
        let candidates =
            attacks::pawn(!self.turn, passed) & self.placement.pieces(self.turn, Role::Pawn);
        if candidates.into_iter().any(|from| self.en_passant_is_legal(from, passed)) {
            self.en_passant = Some(passed);
        }
    }

    /// Moves a piece from `from` to `to`, changes its role from `old` to `new`, and removes a captured piece.
    ///
    /// It resets the halfmove clock and passes the turn.
    #[inline(always)]
    fn transfer<S: Side>(&mut self, old: Role, new: Role, from: Square, to: Square) {
        let (left, entered) = (from.set(), to.set());
        let both = left | entered;
        let Placement { colors, roles } = &mut self.placement;
        for set in roles.iter_mut() {
            *set = *set - entered;
        }
        roles[old as usize] ^= left;
        roles[new as usize] |= entered;
        colors[S::COLOR as usize] ^= both;
        colors[!S::COLOR as usize] = colors[!S::COLOR as usize] - entered;
        self.castling = self.castling.without(both);
        self.halfmove_clock = 0;
        self.pass_turn::<S>();
    }

    #[inline(always)]
    fn pass_turn<S: Side>(&mut self) {
        self.en_passant = None;
        self.fullmove_number = self.fullmove_number.saturating_add(S::COLOR as u32);
        self.turn = !S::COLOR;
    }
}
