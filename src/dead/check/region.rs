//! A region, gone through man by man and square by square.

use crate::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    dead::{Region, Roaming},
    position::{Move, Wing},
};

/// What a region claims: no legal move leaves its sets except to an end of the game that is no mate
/// by its side, and no position in its sets is such a mate.
pub(super) struct Claim<'a> {
    pub(super) region: &'a Region,
    pub(super) side: Color,
    kings: [Roaming; 2],
    certain: [Option<Piece>; 64],
    /// The squares that each player's men other than the king may attack.
    pub(super) covered: [Bitboard; 2],
}

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

impl<'a> Claim<'a> {
    pub(super) fn new(region: &'a Region) -> Claim<'a> {
        let nobody = Roaming {
            piece: Piece { color: region.side, role: Role::King },
            start: Square::from_index(0),
            squares: Bitboard::EMPTY,
            promoted: Bitboard::EMPTY,
            removable: false,
        };
        let kings = Color::ALL.map(|color| {
            let king = Piece { color, role: Role::King };
            region.men.iter().find(|man| man.piece == king).copied().unwrap_or(nobody)
        });
        let mut certain = [None; 64];
        for man in region.men.iter().filter(|man| is_certain(man)) {
            certain[man.start.index()] = Some(man.piece);
        }
        let covered = [Bitboard::EMPTY; 2];
        let mut claim = Claim { region, side: region.side, kings, certain, covered };
        claim.covered = Color::ALL.map(|color| claim.attacked_by(color));
        claim
    }

    fn attacked_by(&self, color: Color) -> Bitboard {
        let mut covered = Bitboard::EMPTY;
        for man in self.others(color) {
            for square in man.squares {
                covered |= match man.piece.role {
                    Role::Pawn => attacks::pawn(color, square),
                    role => self.attacked(role, square, true),
                };
            }
            for square in man.promoted {
                covered |= self.attacked(Role::Queen, square, true) | attacks::knight(square);
            }
        }
        covered
    }

    fn men(&self, color: Color) -> impl Iterator<Item = &Roaming> {
        self.region.men.iter().filter(move |man| man.piece.color == color)
    }

    pub(super) fn others(&self, color: Color) -> impl Iterator<Item = &Roaming> {
        self.men(color).filter(|man| man.piece.role != Role::King)
    }

    pub(super) fn king(&self, color: Color) -> &Roaming {
        &self.kings[color as usize]
    }

    /// The man that stands on this square in every position of the region.
    fn certain(&self, square: Square) -> Option<Piece> {
        self.certain[square.index()]
    }

    pub(super) fn may_hold(&self, color: Color, square: Square) -> bool {
        self.others(color).any(|man| man.anywhere().contains(square))
    }

    /// Whether all men that may be taken on this square are said to be removable.
    fn allows_capture(&self, of: Color, square: Square) -> bool {
        self.others(of).all(|man| man.removable || !man.anywhere().contains(square))
    }

    pub(super) fn is_closed_and_without_mate(&self) -> bool {
        let men = &self.region.men;
        let kings = men.iter().filter(|man| man.piece.role == Role::King).count();
        kings == 2
            && Color::ALL.into_iter().all(|color| !self.king(color).squares.is_empty())
            && men.iter().all(|man| man.squares.contains(man.start) && self.is_closed(man))
            && self.allows_castling()
            && !self.has_mate()
    }

    fn is_closed(&self, man: &Roaming) -> bool {
        let Piece { color, role } = man.piece;
        let king = role == Role::King;
        if king && (man.removable || !man.promoted.is_empty()) {
            return false;
        }
        match role {
            Role::King => man.squares.into_iter().all(|from| self.king_is_closed(man, from)),
            Role::Pawn => {
                let grown = man.promoted;
                let mut moving = man.squares.into_iter().filter(|&from| !self.is_final(man, from));
                (man.squares & Bitboard::END_RANKS).is_empty()
                    && moving.all(|from| self.pawn_is_closed(man, from))
                    && [Role::Queen, Role::Knight].into_iter().all(|role| {
                        grown.into_iter().all(|from| self.steps_stay(role, color, from, grown))
                    })
            }
            _ => {
                let to = man.squares;
                let mut moving = to.into_iter().filter(|&from| !self.is_final(man, from));
                man.promoted.is_empty() && moving.all(|from| self.steps_stay(role, color, from, to))
            }
        }
    }

    /// Whether every move of a man other than a king or a pawn leads into the set.
    fn steps_stay(&self, role: Role, color: Color, from: Square, set: Bitboard) -> bool {
        let enter = |to: Square| match self.certain(to) {
            Some(piece) if piece.color == color || piece.role == Role::King => true,
            Some(_) => false,
            None => set.contains(to) && self.allows_capture(!color, to),
        };
        self.attacked(role, from, false).into_iter().all(enter)
    }

    /// The squares that a man may attack, up to and including the first certain man.
    ///
    /// With `behind`, lines go on behind the king to be mated.
    pub(super) fn attacked(&self, role: Role, from: Square, behind: bool) -> Bitboard {
        let directions: &[(i8, i8)] = match role {
            Role::Knight | Role::King | Role::Pawn => {
                return attacks::of(role, Color::White, from, Bitboard::EMPTY);
            }
            Role::Bishop => &DIAGONAL,
            Role::Rook => &STRAIGHT,
            Role::Queen => {
                return self.attacked(Role::Bishop, from, behind)
                    | self.attacked(Role::Rook, from, behind);
            }
        };
        let mated = Piece { color: !self.side, role: Role::King };
        let mut all = Bitboard::EMPTY;
        for &(files, ranks) in directions {
            let mut at = from.offset(files, ranks);
            while let Some(square) = at {
                all |= square.set();
                at = match self.certain(square) {
                    Some(piece) if !(behind && piece == mated) => None,
                    _ => square.offset(files, ranks),
                };
            }
        }
        all
    }

    fn pawn_is_closed(&self, pawn: &Roaming, from: Square) -> bool {
        let color = pawn.piece.color;
        let up = if color == Color::White { 1 } else { -1 };
        let allowed = pawn.squares | (pawn.promoted & Bitboard::END_RANKS);
        let ahead = from.offset(0, up);
        let pushes = ahead.is_none_or(|to| {
            allowed.contains(to) || self.certain(to).is_some() || self.is_faced(pawn, to)
        });
        let takes = attacks::pawn(color, from).into_iter().all(|to| {
            !self.may_hold(!color, to) || (allowed.contains(to) && self.allows_capture(!color, to))
        });
        pushes && takes
    }

    /// Whether this man, standing there, gives mate to a king that never moves: nobody can take it,
    /// and there is no square in between.
    fn is_final(&self, man: &Roaming, from: Square) -> bool {
        let Piece { color, role } = man.piece;
        let king = self.king(!color);
        let behind = from.offset(0, if color == Color::White { -1 } else { 1 });
        let in_passing = role == Role::Pawn
            && behind.is_some_and(|behind| self.covered[!color as usize].contains(behind));
        is_certain(king)
            && attacks::of(role, color, from, Bitboard::FULL).contains(king.start)
            && !self.covered[!color as usize].contains(from)
            && !in_passing
    }

    /// Whether a pawn cannot be pushed to this square, because there an opposing pawn started that
    /// stays on the file and in front of it.
    fn is_faced(&self, pawn: &Roaming, to: Square) -> bool {
        let stays = |man: &Roaming| man.squares.is_subset(pawn.start.file().squares());
        stays(pawn)
            && self.others(!pawn.piece.color).any(|other| {
                other.piece.role == Role::Pawn
                    && other.start == to
                    && !other.removable
                    && other.promoted.is_empty()
                    && stays(other)
            })
    }

    fn king_is_closed(&self, king: &Roaming, from: Square) -> bool {
        let color = king.piece.color;
        attacks::king(from).into_iter().all(|to| {
            let stays = king.squares.contains(to) && self.allows_capture(!color, to);
            let own = self.certain(to).is_some_and(|piece| piece.color == color);
            stays
                || own
                || self.is_guarded(!color, to, Bitboard::EMPTY)
                || self.king(!color).squares.into_iter().all(|other| beside(other, to))
                || self.ends_game(king, to)
        })
    }

    /// Whether men that are certainly there always attack this square, even over these squares.
    fn is_guarded(&self, by: Color, square: Square, also_occupied: Bitboard) -> bool {
        let occupied = self.region.men.iter().fold(also_occupied, |all, man| all | man.anywhere());
        self.others(by)
            .filter(|man| is_certain(man))
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
                let up = if color == Color::White { 1 } else { -1 };
                match role {
                    Role::Pawn => {
                        man.start.offset(0, up) == Some(king.start)
                            || attacks::pawn(color, man.start).contains(king.start)
                    }
                    _ => self.attacked(role, man.start, false).contains(king.start),
                }
            });
        let before = attacks::king(to) & king.squares;
        men_are_still
            && !keeps_still
            && other.squares.into_iter().filter(|&at| !beside(at, to)).all(|at| {
                let shut = |square: Square| {
                    beside(square, to)
                        || self.certain(square).is_some_and(|piece| piece.color == !color)
                        || self.is_guarded(color, square, to.set())
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

    fn allows_castling(&self) -> bool {
        self.region.castling.iter().all(|(color, wing)| {
            let (king, rook) = (Wing::king_from(color), wing.rook_from(color));
            let role_at = |at, role| Piece { color, role } == Piece { color, role: self.role(at) };
            let moves =
                [Move::new(king, wing.king_to(color)), Move::new(rook, wing.rook_to(color))];
            let between = attacks::between(king, rook);
            role_at(king, Role::King)
                && role_at(rook, Role::Rook)
                && (between.into_iter().any(|at| self.certain(at).is_some())
                    || moves.into_iter().all(|played| {
                        self.men(color)
                            .any(|man| man.start == played.from && man.squares.contains(played.to))
                    }))
        })
    }

    fn role(&self, start: Square) -> Role {
        let man = self.region.men.iter().find(|man| man.start == start);
        man.map_or(Role::Pawn, |man| man.piece.role)
    }
}

/// Whether the man is on its first square in every position of the region.
fn is_certain(man: &Roaming) -> bool {
    is_still(man) && !man.removable
}

/// Whether the man never moves.
pub(super) fn is_still(man: &Roaming) -> bool {
    man.squares == man.start.set() && man.promoted.is_empty()
}

pub(super) fn beside(a: Square, b: Square) -> bool {
    a == b || attacks::king(a).contains(b)
}

/// The squares from which a man may attack along lines, with the role that does.
pub(super) fn sliding(man: &Roaming) -> impl Iterator<Item = (Role, Square)> {
    let set = match man.piece.role {
        Role::Pawn => man.promoted,
        Role::Bishop | Role::Rook | Role::Queen => man.squares,
        Role::Knight | Role::King => Bitboard::EMPTY,
    };
    let role = if man.piece.role == Role::Pawn { Role::Queen } else { man.piece.role };
    set.into_iter().map(move |square| (role, square))
}
