//! Where each man can ever get to, all orders of play taken together: a fixed point from above.
//!
//! The sets grow from where the men stand, by moves that cannot be ruled out. A move is ruled out
//! only by what holds in every position that the sets allow so far: a man that cannot have moved
//! and cannot have been taken is still there, blocks, and guards. If the first move that leaves the sets
//! existed, it would have been allowed; so there is none. Nothing is ever assumed about moves
//! that "would be mate", and no two men are held immobile by each other unless neither moves first.

use std::ops::ControlFlow;

use crate::{
    board::{Bitboard, Color, File, Piece, Rank, Role, Square, attacks},
    position::{CastlingRights, Position, Wing},
};

/// Men, where each may stand, and which may be taken: closed under legal moves, and without mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The men of the position it was made for.
    pub men: Vec<Roaming>,
    /// The castling rights of that position.
    pub castling: CastlingRights,
    /// The player who does not mate in it.
    pub side: Color,
    /// Whether a mate is ruled out only once the other player has made a move.
    pub settled: bool,
}

/// A man and where it may stand in the course of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roaming {
    /// The man.
    pub piece: Piece,
    /// Where it stands at first.
    pub start: Square,
    /// Where it may stand as what it is.
    pub squares: Bitboard,
    /// Where it may stand as anything it is promoted to.
    pub promoted: Bitboard,
    /// Whether it may be taken.
    pub removable: bool,
}

impl Roaming {
    /// All squares on which it may stand.
    #[inline]
    pub fn anywhere(&self) -> Bitboard {
        self.squares | self.promoted
    }

    /// Whether it is certainly on its first square.
    #[inline]
    fn is_fixed(&self) -> bool {
        !self.removable && self.promoted.is_empty() && !self.squares.is_several()
    }

    /// Whether it is certainly a pawn on its first file.
    #[inline]
    fn keeps_file(&self) -> bool {
        !self.removable
            && self.promoted.is_empty()
            && self.squares.is_subset(self.start.file().squares())
    }
}

impl Region {
    /// Whether this position is one of those the sets allow, so that nothing that can come of it
    /// leaves them. `false` may be wrong: men of one kind are matched in a fixed order.
    pub(super) fn holds(&self, position: &Position) -> bool {
        if position.en_passant().is_some()
            || position.castling().iter().any(|(color, wing)| !self.castling.has(color, wing))
        {
            return false;
        }
        let placement = position.placement();
        let mut left = placement.occupied();
        let mut at = [None; 32];
        // Who stands where it stood is the same man; that matters to rooks that may castle.
        for (slot, man) in at.iter_mut().zip(&self.men) {
            let same = placement.men(man.piece.color, man.piece.role);
            if same.contains(man.start) {
                *slot = Some(man.start);
                left = left - man.start.set();
            }
        }
        for (slot, man) in at.iter_mut().zip(&self.men).filter(|(slot, _)| slot.is_none()) {
            let own = left & placement.color(man.piece.color);
            let same = own & placement.role(man.piece.role) & man.squares;
            let grown = own - placement.role(Role::Pawn) - placement.role(Role::King);
            *slot = same.first().or((grown & man.promoted).first());
            match *slot {
                Some(square) => left = left - square.set(),
                None if man.removable => {}
                None => return false,
            }
        }
        left.is_empty()
            && self.keeps_order(&at)
            && !(self.settled && mates_at_once(position, self.side))
    }

    /// Whether pawns that cannot get past each other have not done so.
    fn keeps_order(&self, at: &[Option<Square>; 32]) -> bool {
        self.men.iter().zip(at).filter(|(man, _)| is_pawn(man)).all(|(white, here)| {
            white.piece.color == Color::Black
                || self.men.iter().zip(at).filter(|(man, _)| is_pawn(man)).all(|(black, there)| {
                    black.piece.color == Color::White
                        || black.start.file() != white.start.file()
                        || black.start < white.start
                        || match (here, there) {
                            (Some(here), Some(there)) => here < there,
                            _ => true,
                        }
                })
        })
    }
}

fn is_pawn(man: &Roaming) -> bool {
    man.piece.role == Role::Pawn
}

/// The region around a position, if there is no mate by `side` in it.
///
/// `None` says nothing. Positions with an en passant right are left to the search.
pub(super) fn prove(position: &Position, side: Color) -> Option<Region> {
    if position.en_passant().is_some() {
        return None;
    }
    let mut growth = Growth::new(position, side);
    while growth.grow() {
        if growth.may_mate(true) {
            return None;
        }
    }
    let settled = growth.may_mate(false);
    if settled && (growth.may_mate(true) || mates_at_once(position, side)) {
        return None;
    }
    Some(Region {
        men: growth.men[..growth.len].to_vec(),
        castling: position.castling(),
        side,
        settled,
    })
}

/// Whether this side is on move and has a move that mates.
fn mates_at_once(position: &Position, side: Color) -> bool {
    position.turn() == side
        && position
            .try_each_move_from(Bitboard::FULL, |played| {
                match position.after(played).is_checkmate() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            })
            .is_break()
}

/// The sets while they grow.
struct Growth {
    men: [Roaming; 32],
    len: usize,
    castling: CastlingRights,
    side: Color,
    /// Where the kings are in `men`.
    kings: [usize; 2],
    /// Squares that the men of each player certainly stand on.
    fixed: [Bitboard; 2],

    /// Squares that each player's men other than the king may stand on.
    present: [Bitboard; 2],
    /// Squares that each player's men other than the king may attack.
    bearing: [Bitboard; 2],
    /// Where pawns started that certainly stay on their files.
    staying: [Bitboard; 2],
}

impl Growth {
    fn new(position: &Position, side: Color) -> Growth {
        let placement = position.placement();
        let nobody = Roaming {
            piece: Piece { color: side, role: Role::King },
            start: Square::from_index(0),
            squares: Bitboard::EMPTY,
            promoted: Bitboard::EMPTY,
            removable: true,
        };
        let mut growth = Growth {
            men: [nobody; 32],
            len: 0,
            castling: position.castling(),
            side,
            kings: [0; 2],
            fixed: [Bitboard::EMPTY; 2],
            present: [Bitboard::EMPTY; 2],
            bearing: [Bitboard::EMPTY; 2],
            staying: [Bitboard::EMPTY; 2],
        };
        for color in Color::ALL {
            for role in Role::ALL {
                for start in placement.men(color, role) {
                    growth.add(Piece { color, role }, start, nobody);
                }
            }
        }
        growth
    }

    fn add(&mut self, piece: Piece, start: Square, nobody: Roaming) {
        if let Some(slot) = self.men.get_mut(self.len) {
            *slot = Roaming { piece, start, squares: start.set(), removable: false, ..nobody };
            if piece.role == Role::King {
                self.kings[piece.color as usize] = self.len;
            }
            self.len += 1;
        }
    }

    /// One round over all men. Returns whether anything grew.
    fn grow(&mut self) -> bool {
        self.look_around();
        let mut grew = self.castle();
        let guarded = Color::ALL.map(|color| self.guarded_against(color));
        let (mut bearing, mut taken) = ([Bitboard::EMPTY; 2], [Bitboard::EMPTY; 2]);
        for index in 0..self.len {
            let man = self.men[index];
            let us = man.piece.color as usize;
            let mut next = man;
            if man.piece.role == Role::King {
                taken[us] |= self.spread_king(&mut next, guarded[us]);
            } else {
                let (hits, takes) = match man.piece.role {
                    Role::Pawn => self.spread_pawn(&mut next),
                    role => self.spread(man.piece.color, role, &mut next.squares),
                };
                bearing[us] |= hits;
                taken[us] |= takes;
            }
            if next != man {
                grew = true;
                self.men[index] = next;
            }
        }
        grew |= bearing != self.bearing;
        self.bearing = bearing;
        for man in &mut self.men[..self.len] {
            let them = !man.piece.color;
            let king = man.piece.role == Role::King;
            if !man.removable && !king && man.anywhere().meets(taken[them as usize]) {
                man.removable = true;
                grew = true;
            }
        }
        grew
    }

    /// Gathers what the sets say about squares.
    fn look_around(&mut self) {
        self.fixed = [Bitboard::EMPTY; 2];
        self.present = [Bitboard::EMPTY; 2];
        self.staying = [Bitboard::EMPTY; 2];
        for man in &self.men[..self.len] {
            let us = man.piece.color as usize;
            if man.is_fixed() {
                self.fixed[us] |= man.squares;
            }
            if man.piece.role == Role::Pawn && man.keeps_file() {
                self.staying[us] |= man.start.set();
            }
            if man.piece.role != Role::King {
                self.present[us] |= man.anywhere();
            }
        }
    }

    /// Castling, as far as the sets allow. Returns whether anything grew.
    fn castle(&mut self) -> bool {
        let mut grew = false;
        let fixed = self.fixed[0] | self.fixed[1];
        for (color, wing) in self.castling.iter() {
            let (king, rook) = (Wing::king_from(color), wing.rook_from(color));
            if attacks::between(king, rook).meets(fixed) {
                continue;
            }
            for (from, to) in [(king, wing.king_to(color)), (rook, wing.rook_to(color))] {
                let men = &mut self.men[..self.len];
                for man in men.iter_mut().filter(|man| man.start == from) {
                    grew |= !man.squares.contains(to);
                    man.squares |= to.set();
                }
            }
        }
        grew
    }

    /// Squares that this player's king can never step to.
    fn guarded_against(&self, color: Color) -> Bitboard {
        let mut guarded = Bitboard::EMPTY;
        let ever = self.present[0]
            | self.present[1]
            | self.men[self.kings[0]].squares
            | self.men[self.kings[1]].squares;
        for man in &self.men[..self.len] {
            if man.piece.color != color && man.piece.role != Role::King && man.is_fixed() {
                guarded |= attacks::of(man.piece.role, man.piece.color, man.start, ever);
            }
        }
        // The other king is on one of its squares, and never beside this one.
        let mut beside = Bitboard::FULL;
        for square in self.men[self.kings[!color as usize]].squares {
            beside &= attacks::king(square) | square.set();
            if beside.is_empty() {
                break;
            }
        }
        guarded | beside
    }

    /// Squares that a man of this colour can never enter.
    fn barred(&self, color: Color) -> Bitboard {
        let king = self.men[self.kings[!color as usize]].squares;
        self.fixed[color as usize] | (king & self.fixed[!color as usize])
    }

    /// Squares that certainly stop a line. The king to be mated does not: lines are also used to
    /// see which squares behind it are covered.
    fn walls(&self) -> Bitboard {
        (self.fixed[0] | self.fixed[1]) - self.men[self.kings[!self.side as usize]].squares
    }

    /// Squares from which a man gives mate to a king that never moves, as nobody can take it there or
    /// step in between. It never leaves them.
    fn finals(&self, color: Color, role: Role) -> Bitboard {
        let them = !color;
        let king = self.men[self.kings[them as usize]];
        if !self.fixed[them as usize].contains(king.start) {
            return Bitboard::EMPTY;
        }
        let checks = match role {
            Role::Pawn => attacks::pawn(them, king.start),
            Role::Knight => attacks::knight(king.start),
            _ => attacks::of(role, color, king.start, Bitboard::FULL),
        };
        checks - self.bearing[them as usize]
    }

    /// Grows the squares of a man other than a king or a pawn; returns what it may attack and what
    /// it may take.
    fn spread(&self, color: Color, role: Role, squares: &mut Bitboard) -> (Bitboard, Bitboard) {
        let (barred, free) = (self.barred(color), !self.walls());
        let finals = self.finals(color, role);
        loop {
            let takes = reach(role, *squares - finals, free);
            let next = *squares | (takes - barred);
            if next == *squares {
                return (reach(role, next, free), takes);
            }
            *squares = next;
        }
    }

    fn spread_king(&self, king: &mut Roaming, guarded: Bitboard) -> Bitboard {
        let mut barred = self.barred(king.piece.color) | guarded;
        loop {
            let steps = reach(Role::King, king.squares, Bitboard::FULL);
            if king.squares.is_several() || self.is_in_nobodys_way(king) {
                barred |=
                    self.ending(king.piece.color, steps - barred - king.squares, king.squares);
            }
            let hits = steps - barred;
            let next = king.squares | hits;
            if next == king.squares {
                return hits;
            }
            king.squares = next;
        }
    }

    /// Whether no man of the other player, each where it stands, could move because this king does.
    fn is_in_nobodys_way(&self, king: &Roaming) -> bool {
        let free = !self.walls();
        self.men[..self.len].iter().filter(|man| man.piece.color != king.piece.color).all(|man| {
            let up = if man.piece.color == Color::White { 8 } else { -8 };
            let bearing = match man.piece.role {
                Role::Pawn => man.squares.shift(up) | attacks::pawns(man.piece.color, man.squares),
                Role::King => Bitboard::EMPTY,
                role => reach(role, man.squares, free),
            };
            !bearing.meets(king.squares)
        })
    }

    /// Squares out of these on which a king ends the game by stepping there, without a mate by `side`.
    ///
    /// This holds in each position of the sets: the opponent has no move but with the king, and that
    /// king has no square. If it could be `side` that mates so, no check is uncovered either. The sets need
    /// not follow such a move.
    fn ending(&self, mover: Color, targets: Bitboard, from: Bitboard) -> Bitboard {
        if targets.is_empty() || !self.only_king_moves(!mover) {
            return Bitboard::EMPTY;
        }
        let them = !mover as usize;
        let kings = self.men[self.kings[them]].squares;
        let ever = self.present[0] | self.present[1] | kings | from;
        let ends = |target: Square| {
            let near = attacks::king(target);
            let mut shut = near | self.fixed[them];
            for man in &self.men[..self.len] {
                let Piece { color, role } = man.piece;
                if color == mover && role != Role::King && man.is_fixed() {
                    shut |= attacks::of(role, color, man.start, ever | target.set());
                }
            }
            (kings - near - target.set()).into_iter().all(|king| {
                attacks::king(king).is_subset(shut)
                    && (mover != self.side || !self.may_uncover(king, near & from))
            })
        };
        targets.into_iter().filter(|&target| ends(target)).collect()
    }

    /// The same for a pawn and what it may become.
    fn spread_pawn(&self, pawn: &mut Roaming) -> (Bitboard, Bitboard) {
        let Piece { color, .. } = pawn.piece;
        let up = if color == Color::White { 8 } else { -8 };
        let last = Rank::relative(8, color).squares();
        let file = pawn.start.file().squares();
        // A pawn that has just made its double step may be taken on the square behind it, too.
        let behind = self.bearing[!color as usize].shift(up);
        let finals = self.finals(color, Role::Pawn) - behind;
        let (hits, mut takes) = loop {
            let mut stopped = self.fixed[0] | self.fixed[1];
            if pawn.squares.is_subset(file) {
                stopped |= self.staying[!color as usize];
            }
            let movers = pawn.squares - finals;
            let takes = attacks::pawns(color, movers);
            let entered = (movers.shift(up) - stopped) | (takes & self.present[!color as usize]);
            let next = pawn.squares | (entered - last);
            pawn.promoted |= entered & last;
            if next == pawn.squares {
                break (attacks::pawns(color, next), takes);
            }
            pawn.squares = next;
        };
        if pawn.promoted.is_empty() {
            return (hits, takes);
        }
        let (barred, free) = (self.barred(color), !self.walls());
        loop {
            let grown =
                reach(Role::Queen, pawn.promoted, free) | reach(Role::Knight, pawn.promoted, free);
            let next = pawn.promoted | (grown - barred);
            if next == pawn.promoted {
                takes |= grown;
                return (hits | grown, takes);
            }
            pawn.promoted = next;
        }
    }

    /// Whether the sets leave room for a mate: a square where the king can be attacked and each
    /// square beside it can be covered, or blocked by one man each of its own.
    ///
    /// With `settled` the player to be mated has made a move before.
    fn may_mate(&self, settled: bool) -> bool {
        let (us, them) = (self.side as usize, !self.side as usize);
        let kings = self.men[self.kings[us]].squares;
        let only_king = settled && self.only_king_moves(!self.side);
        for square in self.men[self.kings[them]].squares & self.bearing[us] {
            let open = attacks::king(square) - self.bearing[us];
            let must_cover = open - self.present[them];
            for king in kings - attacks::king(square) - square.set() {
                let near = attacks::king(king);
                if must_cover.is_subset(near)
                    && self.can_block(open - near)
                    && !(only_king && self.is_no_arrival(square, king))
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether this player has no move but with the king.
    fn only_king_moves(&self, player: Color) -> bool {
        !self.castling.iter().any(|(color, _)| color == player)
            && self.men[..self.len].iter().all(|man| {
                man.piece.color != player
                    || man.piece.role == Role::King
                    || man.promoted.is_empty() && !man.squares.is_several()
            })
    }

    /// Whether a king that is mated on `square`, with the other king on `king`, cannot have come
    /// there by the last move of its side.
    ///
    /// The square it came from must be covered now. The other king did not stand beside it before,
    /// so only a move of that king that uncovers a check, or castling, lets it be the one to cover.
    fn is_no_arrival(&self, square: Square, king: Square) -> bool {
        let (us, them) = (self.side as usize, !self.side as usize);
        let origins = attacks::king(square) & self.men[self.kings[them]].squares;
        let castles = self.castling.iter().any(|(color, _)| color == self.side);
        !origins.meets(self.bearing[us])
            && !(origins.meets(attacks::king(king))
                && (castles
                    || self.may_uncover(
                        square,
                        attacks::king(king) & self.men[self.kings[us]].squares,
                    )))
    }

    /// Whether a king's move from one of these squares may uncover an attack on `square`.
    fn may_uncover(&self, square: Square, before: Bitboard) -> bool {
        let us = self.side as usize;
        self.men[..self.len].iter().filter(|man| man.piece.color == self.side).any(|man| {
            let walls = self.walls() - self.men[self.kings[us]].squares;
            let diagonal = attacks::bishop(square, walls);
            let straight = attacks::rook(square, walls);
            let lines = match man.piece.role {
                Role::Bishop => man.squares & diagonal,
                Role::Rook => man.squares & straight,
                Role::Queen => man.squares & (diagonal | straight),
                Role::Pawn => man.promoted & (diagonal | straight),
                Role::Knight | Role::King => Bitboard::EMPTY,
            };
            lines.into_iter().any(|slider| attacks::between(slider, square).meets(before))
        })
    }

    /// Whether the king's own men are enough to stand on all these squares.
    fn can_block(&self, squares: Bitboard) -> bool {
        let men = self.men[..self.len].iter().filter(|man| {
            man.piece.color != self.side
                && man.piece.role != Role::King
                && man.anywhere().meets(squares)
        });
        men.count() >= squares.len() as usize
    }
}

/// What a man of this role attacks from any of these squares, passing only over free ones.
fn reach(role: Role, from: Bitboard, free: Bitboard) -> Bitboard {
    let line = |by| line(from, free, by);
    match role {
        Role::Bishop => line(9) | line(7) | line(-9) | line(-7),
        Role::Rook => line(8) | line(1) | line(-8) | line(-1),
        Role::Queen => reach(Role::Bishop, from, free) | reach(Role::Rook, from, free),
        Role::Knight => from.into_iter().fold(Bitboard::EMPTY, |all, at| all | attacks::knight(at)),
        Role::King => {
            let row = from | step(from, 1) | step(from, -1);
            row | row.shift(8) | row.shift(-8)
        }
        Role::Pawn => Bitboard::EMPTY,
    }
}

#[inline]
fn line(from: Bitboard, free: Bitboard, by: i32) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    let mut front = from;
    while !front.is_empty() {
        front = step(front, by) - reached;
        reached |= front;
        front &= free;
    }
    reached
}

/// All squares moved by one king's step, given as a difference of indices.
#[inline]
fn step(from: Bitboard, by: i32) -> Bitboard {
    let lost = match by {
        1 | 9 | -7 => File::ALL[7].squares(),
        -1 | 7 | -9 => File::ALL[0].squares(),
        _ => Bitboard::EMPTY,
    };
    (from - lost).shift(by)
}
