//! A region, gone through man by man and square by square.

use crate::{
    board::{Bitboard, Color, Piece, Placement, Rank, Role, Square, attacks},
    dead::{Region, Roaming},
    position::{Move, Wing},
};

/// What a region claims: no legal move leaves its sets except to an end of the game that is no mate
/// by its side, and no position in its sets is such a mate.
pub(super) struct Claim<'a> {
    pub(super) region: &'a Region,
    pub(super) side: Color,
    kings: [Roaming; 2],
    certain: Board,
    /// Where each player may have men of each role.
    room: [[Bitboard; 6]; 2],
    /// The squares that each player's men other than the king may attack.
    pub(super) covered: [Bitboard; 2],
}

/// Who stands where.
pub(super) type Board = [Option<Piece>; 64];

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
        let room =
            Color::ALL.map(|color| Role::ALL.map(|role| room(region, Piece { color, role })));
        let covered = [Bitboard::EMPTY; 2];
        let mut claim = Claim { region, side: region.side, kings, certain, room, covered };
        claim.covered = Color::ALL.map(|color| claim.attacked_by(color));
        claim
    }

    fn attacked_by(&self, color: Color) -> Bitboard {
        let held = |man: &&Roaming| self.region.story.held.contains(man.start);
        let free = self.others(color).filter(|man| !held(man));
        free.fold(self.region.story.bearing[color as usize], |all, man| {
            all | self.attacked_by_man(man)
        })
    }

    /// The squares that this man may attack, be it from where it starts or from elsewhere.
    pub(super) fn attacked_by_man(&self, man: &Roaming) -> Bitboard {
        let there = self.certain_while(man);
        let mut covered = Bitboard::EMPTY;
        for square in man.squares {
            covered |= match man.piece.role {
                Role::Pawn => attacks::pawn(man.piece.color, square),
                role => self.attacked(role, square, &there, man.piece.color == self.side),
            };
        }
        for square in man.promoted {
            covered |= self.attacked(Role::Queen, square, &there, man.piece.color == self.side)
                | attacks::knight(square);
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

    /// Whether each man on the board is where the region has a man of its kind; a quick look before the
    /// men are told apart.
    pub(super) fn has_room(&self, men: &Placement) -> bool {
        let fits =
            |color, role| men.men(color, role).is_subset(self.room[color as usize][role as usize]);
        Color::ALL.into_iter().all(|color| Role::ALL.into_iter().all(|role| fits(color, role)))
    }

    /// The man that stands on this square in every position of the region.
    pub(super) fn certain(&self, square: Square) -> Option<Piece> {
        self.certain[square.index()]
    }

    /// Who certainly stands where as long as this man has not moved: a man that is never taken is
    /// on the one of its squares that is left to it.
    pub(super) fn certain_while(&self, man: &Roaming) -> Board {
        let mut there = self.certain;
        if !is_still(man) {
            return there;
        }
        let mut news = true;
        while std::mem::take(&mut news) {
            for other in self.region.men.iter().filter(|other| other.start != man.start) {
                if other.removable || !other.promoted.is_empty() {
                    continue;
                }
                let here = |at: &Square| there[at.index()].is_none() && *at != man.start;
                let mut left = other.squares.into_iter().filter(here);
                if let (Some(only), None) = (left.next(), left.next())
                    && !self.stands(other, &there)
                {
                    there[only.index()] = Some(other.piece);
                    news = true;
                }
            }
        }
        there
    }

    /// Whether this man, and no other, may be the one that certainly stands on one of its squares.
    fn stands(&self, man: &Roaming, there: &Board) -> bool {
        man.squares.into_iter().any(|at| there[at.index()] == Some(man.piece))
    }

    /// Whether nothing is claimed about what follows the loss of this man where it stands: it is the
    /// last man of the side in question, or has to move before it is taken.
    pub(super) fn is_safe(&self, man: &Roaming) -> bool {
        self.is_last(man) || (is_still(man) && self.region.story.leave.contains(man.start))
    }

    /// Whether this is the only man of the side in question besides the king.
    pub(super) fn is_last(&self, man: &Roaming) -> bool {
        man.piece.color == self.side && self.others(self.side).count() == 1
    }

    /// Whether no line of play is in this story, as a man that has to move never can.
    pub(super) fn is_untold(&self) -> bool {
        let leave = self.region.story.leave;
        self.region.men.iter().any(|man| leave.contains(man.start) && is_still(man))
    }

    pub(super) fn may_hold(&self, color: Color, square: Square) -> bool {
        self.others(color).any(|man| man.anywhere().contains(square))
    }

    /// Whether all men that may be taken on this square are said to be removable.
    pub(super) fn allows_capture(&self, of: Color, square: Square) -> bool {
        self.others(of)
            .all(|man| man.removable || !man.anywhere().contains(square) || self.is_safe(man))
    }

    pub(super) fn is_closed_and_without_mate(&self) -> bool {
        let men = &self.region.men;
        let kings = men.iter().filter(|man| man.piece.role == Role::King).count();
        kings == 2
            && Color::ALL.into_iter().all(|color| !self.king(color).squares.is_empty())
            && men.iter().all(|man| man.squares.contains(man.start) && self.is_closed(man))
            && self.allows_castling()
            && (self.is_untold() || !self.has_mate())
    }

    fn is_closed(&self, man: &Roaming) -> bool {
        let role = man.piece.role;
        if role == Role::King && (man.removable || !man.promoted.is_empty()) {
            return false;
        }
        if role != Role::King && self.region.story.stay.contains(man.start) {
            return is_still(man);
        }
        let mut moving = man.squares.into_iter().filter(|&from| !self.is_final(man, from));
        match role {
            Role::King => man.squares.into_iter().all(|from| self.king_is_closed(man, from)),
            Role::Pawn => {
                (man.squares & Bitboard::END_RANKS).is_empty()
                    && moving.all(|from| self.pawn_is_closed(man, from))
                    && [Role::Queen, Role::Knight].into_iter().all(|role| {
                        let grown = man.promoted;
                        grown.into_iter().all(|from| self.steps_stay(man, role, from, grown))
                    })
            }
            _ => {
                man.promoted.is_empty()
                    && (self.mates_by_leaving(man)
                        || moving.all(|from| self.steps_stay(man, role, from, man.squares)))
            }
        }
    }

    /// Whether every move of a man other than a king leads into the set or ends the game.
    fn steps_stay(&self, man: &Roaming, role: Role, from: Square, set: Bitboard) -> bool {
        let color = man.piece.color;
        let there = self.certain_while(man);
        let enter = |to: Square| match there[to.index()] {
            Some(piece) if piece.color == color || piece.role == Role::King => true,
            Some(_) if self.holds_safe_man(!color, to) => true,
            _ if self.mates_on(man, to) || self.is_lost_on(man, to) => true,
            Some(_) if self.certain(to).is_some() => false,
            _ => set.contains(to) && self.allows_capture(!color, to),
        };
        self.attacked(role, from, &there, false).into_iter().all(enter)
    }

    /// Whether a man that certainly stands here is one whose loss is not followed.
    pub(super) fn holds_safe_man(&self, color: Color, square: Square) -> bool {
        self.others(color).any(|man| is_certain(man) && man.start == square && self.is_safe(man))
    }

    /// The squares that a man may attack, up to and including the first certain man.
    ///
    /// With `behind`, lines go on behind the king to be mated.
    pub(super) fn attacked(
        &self,
        role: Role,
        from: Square,
        there: &Board,
        behind: bool,
    ) -> Bitboard {
        let directions: &[(i8, i8)] = match role {
            Role::Knight | Role::King | Role::Pawn => {
                return attacks::of(role, Color::White, from, Bitboard::EMPTY);
            }
            Role::Bishop => &DIAGONAL,
            Role::Rook => &STRAIGHT,
            Role::Queen => {
                return self.attacked(Role::Bishop, from, there, behind)
                    | self.attacked(Role::Rook, from, there, behind);
            }
        };
        let mated = Piece { color: !self.side, role: Role::King };
        let mut all = Bitboard::EMPTY;
        for &(files, ranks) in directions {
            let mut at = from.offset(files, ranks);
            while let Some(square) = at {
                all |= square.set();
                at = match there[square.index()] {
                    Some(piece) if !(behind && piece == mated) => None,
                    _ => square.offset(files, ranks),
                };
            }
        }
        all
    }

    fn pawn_is_closed(&self, pawn: &Roaming, from: Square) -> bool {
        let color = pawn.piece.color;
        let up = color.forward();
        let there = self.certain_while(pawn);
        let allowed = pawn.squares | (pawn.promoted & Bitboard::END_RANKS);
        let open = |to: &Square| there[to.index()].is_none() && !self.is_faced(pawn, *to);
        let enter = |to: Square| allowed.contains(to) || self.mates_on(pawn, to);
        let one = from.offset(0, up).filter(open);
        let double = Rank::relative(2, color).squares().contains(from);
        let two = one.filter(|_| double).and_then(|one| one.offset(0, up)).filter(open);
        let takes = attacks::pawn(color, from).into_iter().all(|to| {
            !self.has_prey(!color, to)
                || self.mates_on(pawn, to)
                || (allowed.contains(to) && self.allows_capture(!color, to))
        });
        one.is_none_or(enter) && two.is_none_or(enter) && takes
    }

    /// Whether a man of this player may stand here whose loss is to be followed.
    fn has_prey(&self, of: Color, square: Square) -> bool {
        self.others(of).any(|man| man.anywhere().contains(square) && !self.is_safe(man))
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

    fn allows_castling(&self) -> bool {
        self.region.castling.iter().all(|(color, wing)| {
            let (king, rook) = (Wing::king_from(color), wing.rook_from(color));
            let role_at = |at, role| Piece { color, role } == Piece { color, role: self.role(at) };
            let moves =
                [Move::new(king, wing.king_to(color)), Move::new(rook, wing.rook_to(color))];
            let between = attacks::between(king, rook);
            role_at(king, Role::King)
                && role_at(rook, Role::Rook)
                && (self.region.story.stay.contains(rook)
                    || between.into_iter().any(|at| self.certain(at).is_some())
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

/// Where the region may have such a man.
fn room(region: &Region, piece: Piece) -> Bitboard {
    let own = region.men.iter().filter(|man| man.piece.color == piece.color);
    own.fold(Bitboard::EMPTY, |all, man| match (man.piece.role, piece.role) {
        (is, wanted) if is == wanted => all | man.squares,
        (_, Role::King | Role::Pawn) => all,
        _ => all | man.promoted,
    })
}

/// Whether the man is on its first square in every position of the region.
pub(super) fn is_certain(man: &Roaming) -> bool {
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
