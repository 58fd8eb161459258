//! A few quick games played to the end by two players who both want one of them mated.
//!
//! Each move is the one that looks best, judged without being made, and moves that look alike are judged together.
//! Most positions of real games are decided here; nothing is proven by a failure. The weights were found by trying:
//! with others, games are longer, or go round in circles.

use std::ops::{ControlFlow, Range};

use super::{
    corner::CornerAim,
    guide::{CORNERS, ahead, distance, from_corner},
};
use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    position::{Move, MoveGroup, Position, before},
};

/// The most plies a quick game lasts.
const LONGEST: usize = 64;

/// Plays the quick games of these numbers until one ends in mate by `side`; returns the moves and the
/// plies played in all. Another number, another game.
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
            view.help(&mut best);
        } else if let Some(mate) = view.attack(&mut best) {
            line.push(mate);
            return true;
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

/// The move that looks best so far.
struct BestMove {
    seed: u32,
    /// From where the player on move moved last, and where to.
    last_from: Bitboard,
    last_to: Bitboard,
    found: Option<(i32, Move)>,
}

/// By how much a score counts more than chance, and how many bits chance has.
const SCALE: i32 = 4;
const CHANCE: u32 = 2;

impl BestMove {
    /// Takes the move if its score, with chance, is less than that of all before.
    #[inline]
    fn propose(&mut self, played: Move, score: i32) {
        self.propose_with(played, score, || 0);
    }

    /// The same with something to add to the score that takes long to find, and is asked for only if it matters.
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

    /// The square to which a piece would go back with its move.
    #[inline]
    fn back(&self, from: Square) -> Bitboard {
        if self.last_to.contains(from) { self.last_from } else { Bitboard::EMPTY }
    }

    /// One of these squares, by chance.
    #[inline]
    fn pick(&self, squares: Bitboard) -> Option<Square> {
        let turn = self.seed >> 26;
        let first = Bitboard(squares.0.rotate_right(turn)).first()?;
        Some(Square::from_index(first.index() + turn as usize))
    }
}

/// What is seen of a position before a move.
struct PlayoutView<'a> {
    position: &'a Position,
    /// The side that is to mate.
    side: Color,
    /// The king to be mated, the squares beside it, and all pieces but it.
    king: Square,
    around: Bitboard,
    occupied: Bitboard,
    ours: Bitboard,
    theirs: Bitboard,
    /// Whether there is a rook or a queen to mate with.
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

    /// Judges the moves of the mating side, or returns one that mates.
    fn attack(&self, best: &mut BestMove) -> Option<Move> {
        let checks = CheckSquares {
            pawn: attacks::pawn(!self.side, self.king),
            knight: attacks::knight(self.king),
            bishop: attacks::bishop(self.king, self.occupied),
            rook: attacks::rook(self.king, self.occupied),
        };
        let push = if self.heavy { 0 } else { -16 };
        let obstacle = (self.path & self.theirs).first();
        let mut mate = None;
        let _ = self.position.try_each_group(|group| {
            let flow = match group {
                MoveGroup::One(played) => {
                    let role = self.position.placement().role_at(played.from);
                    let mut piece = Attacker { role, kept: None };
                    let queens = i32::from(played.promotion == Some(Role::Queen));
                    self.judge(best, &mut piece, played, true, push - 6 * queens)
                }
                MoveGroup::Pawns(targets, step) => {
                    let near = checks.pawn | self.around;
                    let special = targets & (near | self.theirs);
                    if let Some(to) = best.pick(targets - special) {
                        let mut piece = Attacker { role: Role::Pawn, kept: None };
                        self.propose(best, &mut piece, Move::new(before(to, step), to), push);
                    }
                    special.into_iter().try_for_each(|to| {
                        let mut piece = Attacker { role: Role::Pawn, kept: None };
                        let played = Move::new(before(to, step), to);
                        self.judge(best, &mut piece, played, near.contains(to), push)
                    })
                }
                MoveGroup::Piece(Role::King, from, targets) => {
                    let mut piece = Attacker { role: Role::King, kept: None };
                    targets.into_iter().try_for_each(|to| {
                        let nearer = |goal| distance(to, goal) as i32 - distance(from, goal) as i32;
                        let score = 4 * (nearer(self.king) + obstacle.map_or(0, nearer));
                        self.judge(best, &mut piece, Move::new(from, to), false, score)
                    })
                }
                MoveGroup::Piece(role, from, targets) => {
                    let mut piece = Attacker { role, kept: None };
                    let near = checks.by(role) | self.around;
                    let special = targets & (near | self.theirs | best.back(from));
                    if let Some(to) = best.pick(targets - special) {
                        self.propose(best, &mut piece, Move::new(from, to), 0);
                    }
                    special.into_iter().try_for_each(|to| {
                        let played = Move::new(from, to);
                        self.judge(best, &mut piece, played, near.contains(to), 0)
                    })
                }
            };
            let ControlFlow::Break(found) = flow else { return ControlFlow::Continue(()) };
            mate = Some(found);
            ControlFlow::Break(())
        });
        mate
    }

    /// Judges a move that may take something or, if it comes near the king, mate; breaks off if it mates.
    #[inline]
    fn judge(
        &self,
        best: &mut BestMove,
        piece: &mut Attacker,
        played: Move,
        is_near: bool,
        mut score: i32,
    ) -> ControlFlow<Move> {
        let to = played.to;
        if is_near {
            let (kept, gained) = piece.reach(self, played);
            if gained.contains(self.king)
                && self.escapes(to, kept | gained).is_empty()
                && self.position.after(played).is_checkmate()
            {
                return ControlFlow::Break(played);
            }
            if self.around.contains(to) && !kept.contains(to) {
                score += if piece.role == Role::Pawn { 4 } else { 16 };
            }
        }
        if self.theirs.contains(to) {
            score -= if self.position.placement().role(Role::Pawn).contains(to) { 2 } else { 3 };
        }
        self.propose(best, piece, played, score);
        ControlFlow::Continue(())
    }

    /// Proposes a move that does not mate, and had better not stalemate.
    #[inline]
    fn propose(&self, best: &mut BestMove, piece: &mut Attacker, played: Move, score: i32) {
        let others = self.theirs - self.position.placement().role(Role::Pawn);
        best.propose_with(played, score, || {
            if others.is_several() || self.theirs.len() > 3 {
                return 0;
            }
            let (kept, gained) = piece.reach(self, played);
            18 * i32::from(self.escapes(played.to, kept | gained).is_empty())
        });
    }

    /// The squares that are left to the king to be mated if these are attacked and that one is taken.
    #[inline]
    fn escapes(&self, taken: Square, attacked: Bitboard) -> Bitboard {
        self.around - (self.theirs - taken.set()) - attacked
    }

    /// Judges the moves of the side to be mated.
    fn help(&self, best: &mut BestMove) {
        let pieces = self.position.placement();
        let attacked = self.attacked(Bitboard::EMPTY);
        let corners = self.corners();
        let place = |king: Square| 8 * from_corner(king, corners) as i32;
        let open = self.around - attacked;
        let place_now = place(self.king);
        let judge = |best: &mut BestMove, role: Role, played: Move| {
            let Move { from, to, .. } = played;
            let mut score = 0;
            if self.ours.contains(to) {
                let is_minor = pieces.role(Role::Knight) | pieces.role(Role::Bishop);
                score += if is_minor.contains(to) { 4 } else { 48 };
            }
            score += 32 * (self.path.contains(to) as i32 - self.path.contains(from) as i32);
            if role == Role::King {
                score += place(to) + (attacks::king(to) - attacked - self.theirs).len() as i32;
            } else {
                let left = open - ((self.theirs - from.set()) | to.set());
                score += place_now + 2 * left.len() as i32;
                if role != Role::Pawn && attacked.contains(to) && !attacked.contains(from) {
                    score -= 24;
                }
            }
            best.propose(played, score);
        };
        let _ = self.position.try_each_group(|group| {
            match group {
                MoveGroup::One(played) => judge(best, pieces.role_at(played.from), played),
                MoveGroup::Pawns(targets, step) => {
                    let special = self.around | self.path;
                    let special = targets & (special | special.shift(step) | self.ours);
                    let alike = best.pick(targets - special);
                    for to in special.into_iter().chain(alike) {
                        judge(best, Role::Pawn, Move::new(before(to, step), to));
                    }
                }
                MoveGroup::Piece(role, from, targets) => {
                    let special = match role {
                        Role::King => targets,
                        Role::Pawn | Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                            targets & (self.around | self.ours | self.path | best.back(from))
                        }
                    };
                    let rest = targets - special;
                    let alike = [rest & attacked, rest - attacked].map(|some| best.pick(some));
                    for to in special.into_iter().chain(alike.into_iter().flatten()) {
                        judge(best, role, Move::new(from, to));
                    }
                }
            }
            ControlFlow::Continue(())
        });
    }

    /// The squares that the mating side attacks without some of its pieces, also behind the king to be mated.
    fn attacked(&self, without: Bitboard) -> Bitboard {
        let king = self.position.king(self.side);
        let pieces = self.position.placement();
        pieces.attacked_by(self.side, !without, king, self.occupied - without)
    }

    /// The corners in which mate is likely: on the shade of the bishops, and away from a pawn that runs.
    fn corners(&self) -> Bitboard {
        let mut corners = CORNERS;
        if self.heavy {
            return corners;
        }
        let pieces = self.position.placement();
        let [bishops, knights] =
            [Role::Bishop, Role::Knight].map(|role| self.ours & pieces.role(role));
        if !bishops.is_empty() && knights.is_empty() {
            for shade in [Bitboard::LIGHT, Bitboard::DARK] {
                if bishops.is_subset(shade) {
                    corners &= shade;
                }
            }
        }
        let Some(runner) = self.runner else { return corners };
        let file = runner.file().squares();
        let away = corners - file - file.shift(1) - file.shift(-1);
        if away.is_empty() { corners } else { away }
    }
}

/// From where each piece would give check.
struct CheckSquares {
    pawn: Bitboard,
    knight: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
}

impl CheckSquares {
    #[inline]
    fn by(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            Role::Queen => self.bishop | self.rook,
            Role::King => Bitboard::EMPTY,
        }
    }
}

/// A piece of the mating side before its moves.
struct Attacker {
    role: Role,
    /// The squares that are attacked without it, once that was asked.
    kept: Option<Bitboard>,
}

impl Attacker {
    /// The squares that are attacked without it, and those that it attacks after a move.
    #[inline]
    fn reach(&mut self, view: &PlayoutView<'_>, played: Move) -> (Bitboard, Bitboard) {
        let Move { from, to, promotion } = played;
        let kept = *self.kept.get_or_insert_with(|| view.attacked(from.set()));
        let occupied = view.occupied - from.set();
        (kept, attacks::of(promotion.unwrap_or(self.role), view.side, to, occupied))
    }
}
