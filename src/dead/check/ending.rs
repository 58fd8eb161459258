//! Moves that end the game, or lose the last man: nothing has to be claimed about what follows.

use super::region::{Claim, beside, is_certain, is_still, sliding};
use crate::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    dead::Roaming,
};

impl Claim<'_> {
    /// Whether this man, standing there, gives mate to a king that never moves: nobody can take it,
    /// and there is no square in between.
    pub(super) fn is_final(&self, man: &Roaming, from: Square) -> bool {
        let Piece { color, role } = man.piece;
        let king = self.king(!color);
        let behind = from.offset(0, -color.forward());
        let in_passing = role == Role::Pawn
            && behind.is_some_and(|behind| self.covered[!color as usize].contains(behind));
        is_certain(king)
            && attacks::of(role, color, from, Bitboard::FULL).contains(king.start)
            && !self.covered[!color as usize].contains(from)
            && !in_passing
    }

    /// Whether every step of a king from here leads into its set or ends the game.
    pub(super) fn king_is_closed(&self, king: &Roaming, from: Square) -> bool {
        let color = king.piece.color;
        let there = self.certain_while(king);
        attacks::king(from).into_iter().all(|to| {
            let stays = king.squares.contains(to) && self.allows_capture(!color, to);
            let there = there[to.index()];
            stays
                || there.is_some_and(|piece| piece.color == color)
                || self.holds_safe_man(!color, to)
                || self.is_guarded(!color, to, Bitboard::EMPTY, None)
                || self.is_near_king(!color, to)
                || self.ends_game(king, to)
        })
    }

    /// Whether men that are certainly there always attack this square, even over these squares.
    ///
    /// One man, if named, does not count.
    fn is_guarded(
        &self,
        by: Color,
        square: Square,
        also_occupied: Bitboard,
        without: Option<Square>,
    ) -> bool {
        let occupied = self.region.men.iter().fold(also_occupied, |all, man| all | man.anywhere());
        self.others(by)
            .filter(|man| is_certain(man) && Some(man.start) != without)
            .any(|man| attacks::of(man.piece.role, by, man.start, occupied).contains(square))
    }

    /// Whether the king's step to this square leaves the other player without a move, and is no
    /// mate by the side in question.
    fn ends_game(&self, king: &Roaming, to: Square) -> bool {
        let color = king.piece.color;
        let other = self.king(!color);
        let men_are_still = self.others(!color).all(is_still)
            && !self.region.castling.iter().any(|(owner, _)| owner == !color);
        // As long as the king is on its only square, it may be what keeps them still.
        let keeps_still = !king.squares.is_several()
            && self.others(!color).any(|man| {
                let Piece { color, role } = man.piece;
                let up = color.forward();
                match role {
                    Role::Pawn => {
                        man.start.offset(0, up) == Some(king.start)
                            || attacks::pawn(color, man.start).contains(king.start)
                    }
                    _ => self
                        .attacked(role, man.start, &self.certain_while(man), false)
                        .contains(king.start),
                }
            });
        let before = attacks::king(to) & king.squares;
        men_are_still
            && !keeps_still
            && other.squares.into_iter().filter(|&at| !beside(at, to)).all(|at| {
                let shut = |square: Square| {
                    beside(square, to)
                        || self.certain(square).is_some_and(|piece| piece.color == !color)
                        || self.is_guarded(color, square, to.set(), None)
                };
                attacks::king(at).into_iter().all(shut)
                    && (color != self.side || !self.may_uncover(at, before))
            })
    }

    /// Whether the king of the side in question, leaving one of these squares, may uncover an attack.
    pub(super) fn may_uncover(&self, square: Square, before: Bitboard) -> bool {
        self.others(self.side).any(|man| {
            sliding(man).any(|(role, from)| {
                let line = attacks::of(role, self.side, square, Bitboard::EMPTY).contains(from);
                let own = self.king(self.side).start;
                let between = attacks::between(from, square);
                let walled = between
                    .into_iter()
                    .any(|at| at != own && self.certain(at).is_some() && !self.is_mated_king(at));
                line && between.meets(before) && !walled
            })
        })
    }

    fn is_mated_king(&self, square: Square) -> bool {
        self.king(!self.side).start == square
    }

    /// Whether this player's king always stands on this square or beside it.
    fn is_near_king(&self, color: Color, square: Square) -> bool {
        self.king(color).squares.into_iter().all(|king| beside(king, square))
    }

    /// Whether a king that never moves has no way out, even if this man stops guarding and these
    /// squares are occupied.
    fn is_shut_in(&self, king: &Roaming, but: Bitboard, without: &Roaming, also: Bitboard) -> bool {
        let color = king.piece.color;
        (attacks::king(king.start) - but).into_iter().all(|square| {
            self.certain(square).is_some_and(|piece| piece.color == color)
                || self.is_near_king(!color, square)
                || self.is_guarded(!color, square, also, Some(without.start))
        })
    }

    /// Whether the man, coming from where it starts, mates the king of the side in question here.
    pub(super) fn mates_on(&self, man: &Roaming, to: Square) -> bool {
        let king = self.king(self.side);
        man.piece.color != self.side
            && is_still(man)
            && self.is_final(man, to)
            && self.is_shut_in(king, Bitboard::EMPTY, man, self.all_checks(man))
    }

    /// Where a man of this kind gives check to the king of the side in question.
    fn all_checks(&self, man: &Roaming) -> Bitboard {
        let king = self.king(self.side).start;
        Bitboard::FULL
            .into_iter()
            .filter(|&at| {
                let Piece { color, role } = man.piece;
                attacks::of(role, color, at, Bitboard::FULL).contains(king)
            })
            .collect()
    }

    /// Whether every move of this man from where it starts uncovers mate to the king of the side in
    /// question.
    pub(super) fn mates_by_leaving(&self, man: &Roaming) -> bool {
        let (king, gap) = (self.king(self.side), man.start);
        let covered = self.covered[self.side as usize];
        let uncovers = |slider: &Roaming| {
            let Piece { color, role } = slider.piece;
            is_certain(slider)
                && matches!(role, Role::Bishop | Role::Rook | Role::Queen)
                && attacks::of(role, color, slider.start, gap.set()).contains(gap)
                && attacks::of(role, color, slider.start, Bitboard::EMPTY).contains(king.start)
                && attacks::between(slider.start, king.start) == gap.set()
                && !covered.contains(slider.start)
        };
        man.piece.color != self.side
            && is_still(man)
            && is_certain(king)
            && self.others(!self.side).any(uncovers)
            && !covered.contains(gap)
            && !self.may_be_pushed_to(gap)
            && self.is_shut_in(king, Bitboard::EMPTY, man, Bitboard::EMPTY)
    }

    /// Whether a pawn of the side in question may be pushed to this square.
    fn may_be_pushed_to(&self, square: Square) -> bool {
        let back = -self.side.forward();
        let pawns = || self.others(self.side).filter(|man| man.piece.role == Role::Pawn);
        [back, 2 * back]
            .into_iter()
            .filter_map(|ranks| square.offset(0, ranks))
            .any(|from| pawns().any(|pawn| pawn.squares.contains(from)))
    }

    /// Whether the last man of the side in question gives check here, right beside a king that never
    /// moves, and is certain to be taken by whatever is played next.
    pub(super) fn is_lost_on(&self, man: &Roaming, to: Square) -> bool {
        let Piece { color, role } = man.piece;
        let king = self.king(!self.side);
        let takes = |other: &Roaming| {
            let Piece { color, role } = other.piece;
            is_certain(other)
                && other.start != to
                && attacks::of(role, color, other.start, Bitboard::FULL).contains(to)
        };
        self.is_last(man)
            && matches!(role, Role::Bishop | Role::Rook | Role::Queen)
            && is_certain(king)
            && attacks::king(king.start).contains(to)
            && attacks::of(role, color, to, Bitboard::FULL).contains(king.start)
            && self.is_shut_in(king, to.set(), man, Bitboard::EMPTY)
            && (!self.king(self.side).squares.into_iter().any(|own| beside(own, to))
                || self.others(!self.side).any(takes))
    }
}
