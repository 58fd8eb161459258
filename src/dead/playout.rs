//! Playouts: short games of two players who both want one of them to be mated.
//!
//! Each move is the one with the best score. Moves are scored without being made, and similar moves together. While a
//! king is far from its target, only it moves. Playouts decide most positions of real games; a failure proves nothing.
//! The weights were found by experiment: with others games are longer, or repeat moves.

mod attack;
mod attack_map;
mod corner;
mod help;

use std::ops::Range;

use self::{attack_map::AttackMap, corner::CornerAim};
use super::heuristic::{CORNERS, ahead};
use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    position::{Move, Position},
};

/// Maximum number of plies of a playout.
const LONGEST: usize = 64;

/// Plays the playouts with these numbers until one ends in mate by `side`. Returns its moves, and the number of plies
/// played before it. Each number gives another game.
pub(super) fn greedy_playouts(
    start: &Position,
    side: Color,
    games: Range<u32>,
) -> (Option<Vec<Move>>, usize) {
    let mut plies = 0;
    let aims = CornerAim::all(start, side);
    for game in games {
        let mut line = Vec::with_capacity(LONGEST);
        let is_mate = match aims.get(game as usize % aims.len().max(1)) {
            Some(aim) => aim.play(start, game, &mut line),
            None => play(start, side, game, &mut line),
        };
        if is_mate {
            return (Some(line), plies);
        }
        plies += LONGEST;
    }
    (None, plies)
}

fn play(start: &Position, side: Color, game: u32, line: &mut Vec<Move>) -> bool {
    let mut at = *start;
    let mut seed = game.wrapping_mul(0x9e37_79b9);
    for _ in 0..LONGEST {
        let last = line.len().checked_sub(2).and_then(|index| line.get(index));
        let squares = |of: fn(&Move) -> Square| last.map_or(Bitboard::EMPTY, |last| of(last).set());
        let mut best = BestMove {
            seed,
            last_from: squares(|last| last.from),
            last_to: squares(|last| last.to),
            found: None,
        };
        let view = PlayoutView::new(&at, side);
        if at.turn() != side {
            // A king in a corner has reached its target.
            if game == 0 && view.heavy && CORNERS.contains(view.king) {
                view.wait(&mut best);
            }
            if best.found.is_none() {
                view.help(&mut best);
            }
        } else {
            let attack_map = AttackMap::new(at.placement(), side, at.king(side), view.occupied);
            let free = (view.around - view.theirs - attack_map.once).len();
            if let Some(mate) = view.attack(&attack_map, free, &mut best) {
                line.push(mate);
                return true;
            }
        }
        let Some((_, played)) = best.found else {
            return at.turn() != side && at.is_check();
        };
        line.push(played);
        at = at.after(played);
        seed = best.seed;
    }
    false
}

/// The move with the best score so far.
struct BestMove {
    seed: u32,
    /// The last move of the player on move: from where, and to where.
    last_from: Bitboard,
    last_to: Bitboard,
    found: Option<(i32, Move)>,
}

/// Weight of a score unit against the random part, and number of random bits.
const SCALE: i32 = 4;
const CHANCE: u32 = 2;

impl BestMove {
    /// Takes the move if its score, with the random part, is below that of all before.
    #[inline]
    fn propose(&mut self, played: Move, score: i32) {
        self.propose_with(played, score, || 0);
    }

    /// Like [`Self::propose`], with a penalty that takes long to compute. It is computed only if it can matter.
    #[inline]
    fn propose_with(&mut self, played: Move, score: i32, drawback: impl FnOnce() -> i32) {
        self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let mut score = SCALE * score + (self.seed >> (32 - CHANCE)) as i32;
        if self.back(played.from).contains(played.to) {
            score += SCALE * 10;
        }
        let least = self.found.map_or(i32::MAX, |(least, _)| least);
        if score < least {
            score += SCALE * drawback();
            if score < least {
                self.found = Some((score, played));
            }
        }
    }

    /// The square that a piece on `from` would move back to, if it moved last.
    #[inline]
    fn back(&self, from: Square) -> Bitboard {
        if self.last_to.contains(from) { self.last_from } else { Bitboard::EMPTY }
    }

    /// A random one of these squares.
    #[inline]
    fn pick(&self, squares: Bitboard) -> Option<Square> {
        let turn = self.seed >> 26;
        let first = Bitboard(squares.0.rotate_right(turn)).first()?;
        Some(Square::from_index(first.index() + turn as usize))
    }
}

/// Data about a position for scoring its moves.
struct PlayoutView<'a> {
    position: &'a Position,
    /// The side that is to mate.
    side: Color,
    /// The king to be mated, the squares around it, and all pieces but this king.
    king: Square,
    around: Bitboard,
    occupied: Bitboard,
    ours: Bitboard,
    theirs: Bitboard,
    /// Whether the side has a rook or a queen.
    heavy: bool,
    /// Without one: the pawn that is to promote, and the squares in front of it.
    runner: Option<Square>,
    path: Bitboard,
}

impl PlayoutView<'_> {
    fn new(position: &Position, side: Color) -> PlayoutView<'_> {
        let pieces = position.placement();
        let king = position.king(!side);
        let ours = pieces.color(side);
        let mut view = PlayoutView {
            position,
            side,
            king,
            around: attacks::king(king),
            occupied: pieces.occupied() - king.set(),
            ours,
            theirs: pieces.color(!side),
            heavy: ours.meets(pieces.role(Role::Queen) | pieces.role(Role::Rook)),
            runner: None,
            path: Bitboard::EMPTY,
        };
        if !view.heavy {
            view.choose_runner();
        }
        view
    }

    fn choose_runner(&mut self) {
        let pawns = self.position.placement().role(Role::Pawn);
        let cost = |pawn: &Square| {
            let path = ahead(self.side, pawn.set());
            path.len() + 4 * (path & pawns).len()
        };
        self.runner = (self.ours & pawns).into_iter().min_by_key(cost);
        self.path = self.runner.map_or(Bitboard::EMPTY, |runner| ahead(self.side, runner.set()));
    }
}
