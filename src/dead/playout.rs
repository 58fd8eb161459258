//! A few quick games played to the end by two players who both want one of them mated.
//!
//! Each move is the one that looks best, judged without being made. Most positions of real games are
//! decided here; nothing is proven by a failure.

use std::ops::{ControlFlow, Range};

use super::guide::distance;
use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    position::{Move, Position},
};

/// The most plies a quick game lasts.
const LONGEST: usize = 64;

/// Plays the quick games of these numbers until one ends in mate by `side`; returns the moves and the
/// plies played in all. The higher the number, the more is left to chance.
pub(super) fn greedy_playouts(
    start: &Position,
    side: Color,
    games: Range<u32>,
) -> (Option<Vec<Move>>, usize) {
    let mut plies = 0;
    for game in games {
        let mut line = Vec::with_capacity(LONGEST);
        if play(start, side, game, &mut line) {
            return (Some(line), plies);
        }
        plies += LONGEST;
    }
    (None, plies)
}

fn play(start: &Position, side: Color, game: u32, line: &mut Vec<Move>) -> bool {
    let mut at = *start;
    let mut seed = game.wrapping_mul(0x9e37_79b9);
    let chance = 2 + (game / 64).min(4);
    for _ in 0..LONGEST {
        let view = View::new(&at, side);
        let mut piece = Attacker::NOBODY;
        let mut best: Option<(i32, Move)> = None;
        let mut mate = None;
        let last = line.len().checked_sub(2).and_then(|index| line.get(index)).copied();
        let attacker = at.turn() == side;
        let _ = at.try_each_move_from(Bitboard::FULL, |played| {
            let mut score = if attacker {
                // The moves of a piece come one after the other.
                if piece.from != Some(played.from) {
                    piece = view.attacker(played.from);
                }
                view.attack(&piece, played)
            } else {
                view.help(played)
            };
            if score == MATES {
                let next = at.after(played);
                if next.is_checkmate() {
                    mate = Some(played);
                    return ControlFlow::Break(());
                }
                score = 0;
            }
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let mut score = score * 4 + (seed >> (32 - chance)) as i32;
            if last.is_some_and(|last| last.to == played.from && last.from == played.to) {
                score += 20;
            }
            if best.is_none_or(|(least, _)| score < least) {
                best = Some((score, played));
            }
            ControlFlow::Continue(())
        });
        if let Some(mate) = mate {
            line.push(mate);
            return true;
        }
        let Some((_, played)) = best else {
            return !attacker && at.is_check();
        };
        line.push(played);
        at = at.after(played);
    }
    false
}

/// A move that may well mate.
const MATES: i32 = i32::MIN;

/// What is seen of a position before a move.
struct View<'a> {
    position: &'a Position,
    side: Color,
    king: Square,
    own: Square,
    ours: Bitboard,
    theirs: Bitboard,
    /// All pieces but the king to be mated.
    occupied: Bitboard,
    /// Squares attacked by `side` at least once and at least twice.
    once: Bitboard,
    twice: Bitboard,
    corners: Bitboard,
    heavy: bool,
    /// Whether the player to be mated has little but the king.
    is_near_stalemate: bool,
    /// Without rooks and queens: the pawn that is to promote, and the squares in front of it.
    runner: Bitboard,
    path: Bitboard,
    /// The squares beside the king to be mated, and those of them that are not attacked.
    around: Bitboard,
    open: Bitboard,
    /// How far that king is from where it belongs; less is better.
    astray: i32,
}

/// A piece of the mating side before its moves.
struct Attacker {
    from: Option<Square>,
    role: Role,
    /// The squares that are attacked without it.
    kept: Bitboard,
    /// How far it is from the king to be mated.
    apart: i32,
}

impl Attacker {
    const NOBODY: Attacker =
        Attacker { from: None, role: Role::King, kept: Bitboard::EMPTY, apart: 0 };
}

impl View<'_> {
    fn new(position: &Position, side: Color) -> View<'_> {
        let pieces = position.placement();
        let (king, own) = (position.king(!side), position.king(side));
        let (ours, theirs) = (pieces.color(side), pieces.color(!side));
        let occupied = pieces.occupied() - king.set();
        let queens = ours & pieces.role(Role::Queen);
        let rooks = ours & pieces.role(Role::Rook);
        let bishops = ours & pieces.role(Role::Bishop);
        let knights = ours & pieces.role(Role::Knight);
        let mut view = View {
            position,
            side,
            king,
            own,
            ours,
            theirs,
            occupied,
            once: attacks::king(own),
            twice: Bitboard::EMPTY,
            corners: Bitboard(0x8100_0000_0000_0081),
            heavy: !(queens | rooks).is_empty(),
            is_near_stalemate: (theirs - pieces.role(Role::Pawn)).len() == 1 && theirs.len() < 4,
            runner: Bitboard::EMPTY,
            path: Bitboard::EMPTY,
            around: attacks::king(king),
            open: Bitboard::EMPTY,
            astray: 0,
        };
        if !view.heavy {
            view.choose_runner();
        }
        for pawn in ours & pieces.role(Role::Pawn) {
            view.see(attacks::pawn(side, pawn));
        }
        for at in knights {
            view.see(attacks::knight(at));
        }
        for at in bishops | queens {
            view.see(attacks::bishop(at, occupied));
        }
        for at in rooks | queens {
            view.see(attacks::rook(at, occupied));
        }
        if !view.heavy && !bishops.is_empty() && knights.is_empty() {
            for shade in [Bitboard::LIGHT, Bitboard::DARK] {
                if bishops.is_subset(shade) {
                    view.corners &= shade;
                }
            }
        }
        view.open = view.around - view.once;
        view.astray = 2 * view.edge(king) + distance(king, own) as i32;
        view
    }

    fn choose_runner(&mut self) {
        let pieces = self.position.placement();
        let pawns = pieces.role(Role::Pawn);
        let up = 8 * i32::from(self.side.forward());
        let ahead = |pawn: Square| {
            let mut path = Bitboard::EMPTY;
            let mut next = pawn.set().shift(up);
            while !next.is_empty() {
                path |= next;
                next = next.shift(up);
            }
            path
        };
        let cost = |pawn: &Square| {
            let path = ahead(*pawn);
            path.len() + 4 * (path & pawns).len()
        };
        let Some(runner) = (self.ours & pawns).into_iter().min_by_key(cost) else { return };
        self.runner = runner.set();
        self.path = ahead(runner);
        let file = runner.file().squares();
        let corners = self.corners - file - file.shift(1) - file.shift(-1);
        if !corners.is_empty() {
            self.corners = corners;
        }
    }

    #[inline]
    fn see(&mut self, attacked: Bitboard) {
        self.twice |= self.once & attacked;
        self.once |= attacked;
    }

    /// The piece of the mating side on a square.
    fn attacker(&self, from: Square) -> Attacker {
        let role = self.position.placement().role_at(from);
        let left = attacks::of(role, self.side, from, self.occupied);
        Attacker {
            from: Some(from),
            role,
            kept: self.twice | (self.once - left),
            apart: distance(from, self.king) as i32,
        }
    }

    /// How good a move of the mating side looks; less is better.
    #[inline]
    fn attack(&self, piece: &Attacker, played: Move) -> i32 {
        let Move { from, to, promotion } = played;
        let (before, kept) = (piece.role, piece.kept);
        let after = promotion.unwrap_or(before);
        let occupied = (self.occupied - from.set()) | to.set();
        let gained = attacks::of(after, self.side, to, occupied);
        let escapes = self.around - (self.theirs - to.set()) - kept - gained;
        if gained.contains(self.king) && escapes.is_empty() {
            return MATES;
        }
        let mut score = 3 * escapes.len() as i32;
        if escapes.is_empty() && self.is_near_stalemate {
            score += 12;
        }
        if before != Role::King && self.around.contains(to) && !kept.contains(to) {
            score += if before == Role::Pawn { 2 } else { 20 };
        }
        if self.theirs.contains(to) {
            score -= if self.position.placement().role(Role::Pawn).contains(to) { 2 } else { 6 };
        }
        if before == Role::Pawn {
            if !self.heavy {
                score -= if self.runner.contains(from) { 6 } else { 2 };
            }
            if after == Role::Queen {
                score -= 8;
            }
        } else {
            score += distance(to, self.king) as i32 - piece.apart;
        }
        score
    }

    /// How good a move of the side to be mated looks; less is better.
    #[inline]
    fn help(&self, played: Move) -> i32 {
        let Move { from, to, .. } = played;
        let mut score = 0;
        if self.ours.contains(to) {
            score += match self.position.placement().role_at(to) {
                Role::Pawn => 4,
                Role::Queen | Role::Rook => 16,
                Role::Knight | Role::Bishop | Role::King => 8,
            };
        }
        score += 8 * (self.path.contains(to) as i32 - self.path.contains(from) as i32);
        if from == self.king {
            let around = attacks::king(to) - (self.theirs - from.set());
            score += 3 * (around - self.once).len() as i32;
            score += 2 * self.edge(to) + distance(to, self.own) as i32;
            return score;
        }
        let escapes = self.open - ((self.theirs - from.set()) | to.set());
        score += 3 * escapes.len() as i32 + self.astray;
        let pawn = self.position.placement().role(Role::Pawn).contains(from);
        if !pawn && self.once.contains(to) && !self.once.contains(from) {
            score -= 3;
        }
        score
    }

    fn edge(&self, square: Square) -> i32 {
        self.corners.into_iter().map(|corner| distance(square, corner) as i32).min().unwrap_or(0)
    }
}
