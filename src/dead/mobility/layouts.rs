//! Kings and a few other pieces, followed one by one where the sets say too little.

mod tests;

use rustc_hash::FxHashSet;

use super::{PieceReach, ReachInvariant, fixpoint::ReachFixpoint, is_fixed};
use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    dead::certificate::{Followed, Layout, MOST_FOLLOWED},
};

/// The most pairs of squares of the kings, and by a count of squares the most layouts, with which anything is looked at.
const MOST_PAIRS: u32 = 512;
const MOST_BY_COUNT: usize = 1 << 19;

/// Sets that are closed, and the pieces out of them that are followed.
struct Follower<'a> {
    sets: &'a ReachFixpoint,
    /// The kings first, White's before Black's.
    followed: Vec<PieceReach>,
    starts: Bitboard,
    /// Fixed pieces that are not followed, and where they are.
    fixed: Vec<PieceReach>,
    walls: Bitboard,
    /// Where those may be who are not followed.
    elsewhere: Bitboard,
    /// What those of each player may attack, and those of `side` that are still there in the end.
    attacked: [Bitboard; 2],
    attacked_in_the_end: Bitboard,
    /// Where those may be who can be in the way of a check along ranks and files, and along diagonals, and give none in
    /// the same way: of a row of others in the way, the nearest gives it.
    screens: [Bitboard; 2],
}

/// Why following pieces shows nothing.
enum FollowFailure {
    /// Here it might be mate.
    Mate(Layout),
    /// There are too many layouts.
    TooMany,
}

impl ReachFixpoint {
    /// Follows the kings, and one piece after the other that a mate needs, for these sets, which are closed. Nothing if it
    /// may come to a mate all the same, or if there is more than `left` to look at.
    pub(super) fn follow(&self, left: &mut usize) -> Option<Followed> {
        let pairs: u32 =
            self.together.iter().flat_map(|all| all.iter()).map(|there| there.len()).sum();
        let mut count = 2 * pairs as usize;
        let mut followed = self.kings.map(|king| self.pieces[king]).to_vec();
        if pairs > MOST_PAIRS {
            return None;
        }
        loop {
            let follower = Follower::new(self, followed);
            match follower.layouts(left) {
                Ok(layouts) => {
                    let starts = follower.followed.iter().map(|reach| reach.start).collect();
                    return Some(Followed { starts, layouts });
                }
                Err(FollowFailure::TooMany) => return None,
                Err(FollowFailure::Mate(mate)) => {
                    let needed = follower.needed(&mate)?;
                    followed = follower.followed;
                    count *= needed.squares.len() as usize + 1;
                    if count > MOST_BY_COUNT || followed.len() == MOST_FOLLOWED {
                        return None;
                    }
                    followed.push(needed);
                }
            }
        }
    }

    /// What this piece may attack in these sets, which are closed.
    fn attacked_by(&self, reach: &PieceReach) -> Bitboard {
        let mut same = *reach;
        match reach.piece.role {
            _ if self.split.held.contains(reach.start) => {
                self.split.held_attacks[reach.piece.color as usize]
            }
            _ if self.split.stay.contains(reach.start) => self.attacked_from_home(reach),
            Role::King => Bitboard::EMPTY,
            Role::Pawn => self.spread_pawn(&mut same).0,
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen => self.spread(&mut same).0,
        }
    }
}

impl<'a> Follower<'a> {
    fn new(sets: &'a ReachFixpoint, followed: Vec<PieceReach>) -> Follower<'a> {
        let starts = followed.iter().fold(Bitboard::EMPTY, |all, one| all | one.start.set());
        let mut follower = Follower {
            sets,
            followed,
            starts,
            fixed: Vec::new(),
            walls: Bitboard::EMPTY,
            elsewhere: Bitboard::EMPTY,
            attacked: [Bitboard::EMPTY; 2],
            attacked_in_the_end: Bitboard::EMPTY,
            screens: [Bitboard::EMPTY; 2],
        };
        for reach in follower.others() {
            if is_fixed(reach) {
                follower.fixed.push(*reach);
                follower.walls |= reach.start.set();
            }
            follower.elsewhere |= reach.anywhere();
            for (screen, role) in follower.screens.iter_mut().zip([Role::Rook, Role::Bishop]) {
                let gives_it = reach.piece.color != sets.side
                    && [role, Role::Queen].contains(&reach.piece.role);
                *screen |= if gives_it { reach.promoted } else { reach.anywhere() };
            }
            let attacked = sets.attacked_by(reach);
            follower.attacked[reach.piece.color as usize] |= attacked;
            if reach.piece.color == sets.side && !sets.split.lost.contains(reach.start) {
                follower.attacked_in_the_end |= attacked;
            }
        }
        follower
    }

    /// The pieces that are not followed.
    fn others(&self) -> impl Iterator<Item = &'a PieceReach> + use<'a> {
        let (sets, starts) = (self.sets, self.starts);
        sets.pieces[..sets.len].iter().filter(move |reach| !starts.contains(reach.start))
    }

    /// A piece without which this would be no mate, of those that can be followed one with few squares.
    fn needed(&self, mate: &Layout) -> Option<PieceReach> {
        let side = self.sets.side;
        let [own, mated] = [side, !side].map(|color| self.king(mate, color));
        let (attacked, blocked) = self.attacked_and_blocked(mate);
        let check = mated.set() - attacked;
        let open = attacks::king(mated) - attacked - attacks::king(own) - blocked;
        let assumed = self.sets.split.stay | self.sets.split.leave;
        let among = |squares: Bitboard, colors: &[Color]| {
            let takes_part = |reach: &&PieceReach| {
                let color = reach.piece.color;
                let near = if color == side { self.sets.attacked_by(reach) } else { reach.squares };
                reach.piece.role != Role::Pawn
                    && !is_fixed(reach)
                    && !assumed.contains(reach.start)
                    && colors.contains(&color)
                    && near.meets(squares)
            };
            let some = self.others().filter(takes_part);
            some.min_by_key(|reach| reach.squares.len()).copied()
        };
        among(check, &[side]).or_else(|| among(open, &Color::ALL))
    }

    /// All layouts that can arise, if none of them may be a mate.
    fn layouts(&self, left: &mut usize) -> Result<Vec<Layout>, FollowFailure> {
        let mut places = [None; MOST_FOLLOWED];
        for (place, reach) in places.iter_mut().zip(&self.followed) {
            *place = Some(reach.start);
        }
        let mut seen = FxHashSet::default();
        let mut todo: Vec<Layout> = Color::ALL.map(|turn| Layout { turn, places }).to_vec();
        seen.extend(todo.iter().copied());
        while let Some(layout) = todo.pop() {
            if layout.turn != self.sets.side && self.may_be_mate(&layout) {
                return Err(FollowFailure::Mate(layout));
            }
            *left = left.checked_sub(1).ok_or(FollowFailure::TooMany)?;
            self.each_next(&layout, |next| {
                if seen.insert(next) {
                    todo.push(next);
                }
            });
        }
        let mut layouts: Vec<Layout> = seen.into_iter().collect();
        layouts.sort_unstable();
        Ok(layouts)
    }

    fn occupied(layout: &Layout) -> Bitboard {
        layout.places.iter().flatten().fold(Bitboard::EMPTY, |all, at| all | at.set())
    }

    fn king(&self, layout: &Layout, color: Color) -> Square {
        layout.places[color as usize].unwrap_or(self.followed[color as usize].start)
    }

    /// What comes of each move.
    fn each_next(&self, layout: &Layout, mut take: impl FnMut(Layout)) {
        let us = layout.turn;
        let mut add = |places| {
            let next = Layout { turn: !us, places };
            if !self.is_certainly_attacked(&next, us) {
                take(next);
            }
        };
        // Of those who are not followed, one moves, and takes one who is, or not.
        add(layout.places);
        let pieces = || self.followed.iter().zip(layout.places).enumerate();
        for (index, (reach, place)) in pieces() {
            let is_taken = place.is_some_and(|at| self.attacked[us as usize].contains(at));
            if reach.piece.color != us && reach.removable && is_taken {
                let mut places = layout.places;
                places[index] = None;
                add(places);
            }
        }
        let occupied = Self::occupied(layout);
        let other = self.king(layout, !us);
        for (index, (reach, place)) in pieces() {
            let Some(from) = place.filter(|_| reach.piece.color == us) else { continue };
            let may_attack = attacks::of(reach.piece.role, us, from, occupied | self.walls);
            let mut steps = (may_attack & reach.squares) - self.walls - other.set();
            if reach.piece.role == Role::King {
                steps = steps - attacks::king(other);
            }
            for to in steps {
                let mut places = layout.places;
                if occupied.contains(to) {
                    let taken = layout.places.iter().position(|&place| place == Some(to));
                    let Some(taken) = taken else { continue };
                    let reach = self.followed[taken];
                    if reach.piece.color == us || !reach.removable {
                        continue;
                    }
                    places[taken] = None;
                }
                places[index] = Some(to);
                add(places);
            }
        }
    }

    /// Whether this king is in check, whoever of those that are not followed stands where.
    fn is_certainly_attacked(&self, layout: &Layout, color: Color) -> bool {
        let king = self.king(layout, color);
        let ever = Self::occupied(layout) | self.elsewhere;
        let followed = self.followed.iter().zip(layout.places).skip(2);
        let followed = followed.filter_map(|(reach, place)| Some((reach, place?)));
        let fixed = self.fixed.iter().map(|reach| (reach, reach.start));
        followed.chain(fixed).any(|(reach, at)| {
            reach.piece.color != color
                && attacks::of(reach.piece.role, !color, at, ever).contains(king)
        })
    }

    /// Whether the king might be mated here (Lemma 18).
    fn may_be_mate(&self, layout: &Layout) -> bool {
        let side = self.sets.side;
        let [own, mated] = [side, !side].map(|color| self.king(layout, color));
        let (attacked, blocked) = self.attacked_and_blocked(layout);
        let attacked = attacked | self.attacked_in_the_end;
        let open = attacks::king(mated) - attacked - attacks::king(own) - blocked;
        attacked.contains(mated) && {
            let quiet = self.quiet(layout, own);
            self.sets
                .can_block(open, |reach| quiet(reach).only_if(!self.starts.contains(reach.start)))
        }
    }

    /// Where a piece of the other player may stand, not followed, if it gives no check to the king on this square.
    fn quiet(&self, layout: &Layout, king: Square) -> impl Fn(&PieceReach) -> Bitboard {
        let occupied = Self::occupied(layout) | self.walls;
        let [lines, diagonals] = self.screens;
        let lines = attacks::rook(king, occupied | lines);
        let diagonals = attacks::bishop(king, occupied | diagonals);
        move |reach| {
            let checks = match reach.piece.role {
                Role::Knight => attacks::knight(king),
                Role::Bishop => diagonals,
                Role::Rook => lines,
                Role::Queen => lines | diagonals,
                // What is beside that king is covered by it.
                Role::Pawn | Role::King => Bitboard::EMPTY,
            };
            (reach.squares - checks) | reach.promoted
        }
    }

    /// What the followed pieces of `side` but its king attack, over the square of the king to be mated too, and where
    /// those of the other player are.
    fn attacked_and_blocked(&self, layout: &Layout) -> (Bitboard, Bitboard) {
        let side = self.sets.side;
        let occupied = (Self::occupied(layout) - self.king(layout, !side).set()) | self.walls;
        let (mut attacked, mut blocked) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (reach, place) in self.followed.iter().zip(layout.places).skip(2) {
            let Some(at) = place else { continue };
            if reach.piece.color == side {
                attacked |= attacks::of(reach.piece.role, side, at, occupied);
            } else {
                blocked |= at.set();
            }
        }
        (attacked, blocked)
    }
}

impl ReachInvariant {
    /// Whether the followed pieces are as one of the layouts has them (Lemma 18), with each piece where it is given.
    pub(super) fn keeps_layout(&self, turn: Color, at: &[Option<Square>; 32]) -> bool {
        let Some(followed) = &self.followed else { return true };
        let mut places = [None; MOST_FOLLOWED];
        for (place, start) in places.iter_mut().zip(&followed.starts) {
            let mut pieces = self.pieces.iter().zip(at);
            *place = pieces.find(|(reach, _)| reach.start == *start).and_then(|(_, at)| *at);
        }
        followed.layouts.binary_search(&Layout { turn, places }).is_ok()
    }
}
