//! Playouts towards a mate in a corner, for a side with minor pieces only.
//!
//! There are few such mates. Each piece has a distance to its target square. The player whose pieces are nearer makes
//! waiting moves, so that no piece arrives too early.

use std::sync::LazyLock;

use super::LONGEST;
use crate::{
    board::{Bitboard, Color, Rank, Role, Square, attacks},
    dead::heuristic::distance,
    position::{Move, Position},
};

/// The score of a mating move, below all others, and the range of the random part of a score.
const MATE: i32 = -1000;
const CHANCE: u32 = 6;

/// Number of moves from each square, or [`NEVER`]. Twice that value and a few more fit into a byte.
type MoveCounts = [u8; 64];
const NEVER: u8 = 99;

/// A piece and its target squares. Where it has several, any will do.
type PieceTarget = (Role, &'static str);

const LONG_DIAGONAL: &str = "b2 c3 d4 e5 f6 g7 h8";

/// The mates of the king on a1: whether they are helped, the square of the mating side's king, the piece that mates,
/// and the one that takes b1 or a2 from the king. In a helped mate that is a piece of the mated side, and arrives after
/// the king. Otherwise it is a piece of the mating side that gave check from this square one move before.
static PLANS: LazyLock<[CornerPlan; 9]> = LazyLock::new(|| {
    use Role::{Bishop, Knight, Rook};
    [
        (true, "c2", (Knight, "b3"), (Knight, "a2")),
        (true, "c1", (Knight, "c2"), (Bishop, "a2")),
        (true, "c1", (Knight, "b3"), (Rook, "a2")),
        (true, "b3", (Bishop, LONG_DIAGONAL), (Bishop, "b1")),
        (true, "b3", (Bishop, "b2"), (Knight, "b1")),
        (false, "b3", (Knight, "c2"), (Knight, "a3 c3 d2")),
        (false, "b3", (Bishop, LONG_DIAGONAL), (Knight, "a3 d2")),
        (false, "a3", (Knight, "b3"), (Bishop, "d3 e4 f5 g6 h7")),
        (false, "b3", (Bishop, LONG_DIAGONAL), (Bishop, "d3 e4 f5 g6 h7")),
    ]
    .map(CornerPlan::new)
});

/// The pieces that take part in a mate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Participant {
    King,
    OwnKing,
    Last,
    /// The helper of the mated side, or the second piece of the mating side.
    Other,
}

impl Participant {
    const ALL: [Participant; 4] =
        [Participant::King, Participant::OwnKing, Participant::Last, Participant::Other];
}

/// A mate in the corner with distances to its targets.
struct CornerPlan {
    last: Role,
    other: Role,
    is_helped: bool,
    /// The target squares of each piece.
    goals: [Bitboard; 4],
    ways: [MoveCounts; 4],
}

impl CornerPlan {
    fn new(
        (is_helped, own_king, last, other): (bool, &str, PieceTarget, PieceTarget),
    ) -> CornerPlan {
        let [king, beside, own_king, last_goal, other_goal] =
            ["a1", "b1", own_king, last.1, other.1]
                .map(|names| names.split(' ').filter_map(Square::parse).collect::<Bitboard>());
        let (last, other) = (last.0, other.0);
        let other_ways = if is_helped {
            ways(other, other_goal, king)
        } else {
            ways_to_wait(other, other_goal, king | beside)
        };
        CornerPlan {
            last,
            other,
            is_helped,
            goals: [king, own_king, last_goal, other_goal],
            ways: [
                ways(Role::King, king, moves(Role::King, own_king) - king),
                ways(Role::King, own_king, Bitboard::EMPTY),
                ways_to_wait(last, last_goal, king),
                other_ways,
            ],
        }
    }
}

/// Squares that a piece reaches in one move on an empty board.
fn moves(role: Role, from: Bitboard) -> Bitboard {
    let attacked = |at| attacks::of(role, Color::White, at, Bitboard::EMPTY);
    from.into_iter().fold(Bitboard::EMPTY, |all, at| all | attacked(at))
}

/// Distances to the goal, for a piece that waits one move away from it. It waits on a square where it neither blocks
/// nor attacks the squares `free`.
fn ways_to_wait(role: Role, goal: Bitboard, free: Bitboard) -> MoveCounts {
    let before = moves(role, goal) - goal - free;
    let waits = before.into_iter().filter(|at| !moves(role, at.set()).meets(free));
    ways(role, waits.collect(), Bitboard::EMPTY).map(|moves| moves + 1)
}

/// Distances to the nearest square of the goal, for a piece that never enters `barred`.
fn ways(role: Role, goal: Bitboard, barred: Bitboard) -> MoveCounts {
    let mut ways = [NEVER; 64];
    let (mut seen, mut front, mut count) = (goal, goal, 0);
    while !front.is_empty() {
        for at in front {
            ways[at.index()] = count;
        }
        front = moves(role, front) - barred - seen;
        seen |= front;
        count += 1;
    }
    ways
}

/// A mate in one of the corners, and the pieces that are to give it.
#[derive(Clone, Copy)]
pub(super) struct CornerAim {
    plan: &'static CornerPlan,
    side: Color,
    /// The symmetry that maps the corner to a1: bit 0 flips files, bit 1 flips ranks, bit 2 swaps files and ranks.
    turned: u8,
    /// The square of each piece that takes part.
    squares: [Square; 4],
}

impl CornerAim {
    /// All mates that the pieces can give, nearest first. None if the mating side has other pieces than bishops and
    /// knights.
    pub(super) fn all(position: &Position, side: Color) -> Vec<CornerAim> {
        let pieces = position.placement();
        let minor = pieces.role(Role::Knight) | pieces.role(Role::Bishop);
        if !pieces.color(side).is_subset(minor | pieces.role(Role::King)) {
            return Vec::new();
        }
        let turned =
            |plan| (0..8).filter_map(move |turned| Self::new(position, side, plan, turned));
        let mut aims: Vec<_> = PLANS.iter().flat_map(turned).collect();
        aims.sort_by_key(|(far, _)| *far);
        aims.into_iter().map(|(_, aim)| aim).collect()
    }

    /// The aim for this plan and symmetry, with its distance.
    fn new(
        position: &Position,
        side: Color,
        plan: &'static CornerPlan,
        turned: u8,
    ) -> Option<(u8, CornerAim)> {
        let pieces = position.placement();
        let kings = [position.king(!side), position.king(side)];
        let mut aim =
            CornerAim { plan, side, turned, squares: [kings[0], kings[1], kings[1], kings[1]] };
        let ours = pieces.color(side);
        let others = if plan.is_helped {
            pieces.color(!side) & (pieces.role(plan.other) | pieces.role(Role::Pawn))
        } else {
            ours & pieces.role(plan.other)
        };
        for (part, some) in
            [(Participant::Last, ours & pieces.role(plan.last)), (Participant::Other, others)]
        {
            let free = some - aim.squares[Participant::Last as usize].set();
            let moves = |at: &Square| aim.moves_left(part, is_pawn(position, *at), *at);
            let nearest = free.into_iter().min_by_key(moves)?;
            aim.squares[part as usize] = nearest;
        }
        let [ours, theirs] = aim.moves_of_both(position);
        let far = ours.max(theirs);
        (far < NEVER).then_some((far, aim))
    }

    /// The number of moves left to each side, the mating side first.
    fn moves_of_both(&self, position: &Position) -> [u8; 2] {
        let moves = |part| {
            let at = self.squares[part as usize];
            self.moves_left(part, is_pawn(position, at), at)
        };
        let [king, own_king, last, other] = Participant::ALL.map(moves);
        let (for_us, for_them) = if self.plan.is_helped { (0, other) } else { (other, 0) };
        [own_king + last + for_us, king + for_them]
    }

    /// The number of moves left to a piece on `at`, or to a pawn that is to be promoted to it.
    fn moves_left(&self, part: Participant, is_pawn: bool, at: Square) -> u8 {
        let way = |part: Participant, at| self.plan.ways[part as usize][self.turn(at).index()];
        let [king_at, own_king_at, last_at, _] = self.squares;
        let king = way(Participant::King, king_at);
        let is_there = self.plan.goals[part as usize].contains(self.turn(at));
        match (part, way(part, at)) {
            (Participant::King | Participant::OwnKing, moves) => moves,
            // A bishop that waits nearby blocks the way of the king.
            (Participant::Last, 1)
                if king > 1 && self.plan.is_helped && self.plan.last == Role::Bishop =>
            {
                3
            }
            (Participant::Last, moves) => moves,
            (Participant::Other, _) if is_pawn => {
                let last = Square::new(at.file(), Rank::relative(8, !self.side));
                let steps = distance(at, last).min(5) as u8;
                steps + way(Participant::Other, last).max(1)
            }
            // Neither may arrive before the king.
            (Participant::Other, moves) if self.plan.is_helped => match moves {
                0 if king > 0 => 2,
                moves => moves,
            },
            (Participant::Other, _) if is_there => {
                let is_ready = way(Participant::OwnKing, own_king_at) == 0
                    && king + way(Participant::Last, last_at) <= 2;
                if is_ready { 0 } else { 2 }
            }
            (Participant::Other, moves) => moves,
        }
    }

    fn turn(&self, at: Square) -> Square {
        let mut index = at.index();
        if self.turned & 1 != 0 {
            index ^= 7;
        }
        if self.turned & 2 != 0 {
            index ^= 56;
        }
        if self.turned & 4 != 0 {
            index = index >> 3 | (index & 7) << 3;
        }
        Square::from_index(index)
    }

    /// Plays towards this mate and appends the moves to `line`. Returns whether it ends in mate. Each number gives
    /// another game.
    pub(super) fn play(mut self, start: &Position, game: u32, line: &mut Vec<Move>) -> bool {
        let mut at = *start;
        let mut seed = game.wrapping_mul(0x9e37_79b9);
        while line.len() < LONGEST {
            let Some((score, played)) = self.best_move(&at, &mut seed) else { return false };
            line.push(played);
            if score == MATE {
                return true;
            }
            if let Some(square) = self.squares.iter_mut().find(|square| **square == played.from) {
                *square = played.to;
            }
            at = at.after(played);
        }
        false
    }

    /// The move with the lowest score; `None` if every move loses a piece that takes part.
    fn best_move(&self, at: &Position, seed: &mut u32) -> Option<(i32, Move)> {
        let is_ours = at.turn() == self.side;
        let [ours, theirs] = self.moves_of_both(at);
        // The mating side moves last.
        let passes = if is_ours { ours <= theirs } else { ours > theirs };
        let mut best: Option<(i32, Move)> = None;
        for played in at.legal_moves() {
            let Some(nearer) = self.nearer(at, played) else { continue };
            if nearer == MATE {
                return Some((MATE, played));
            }
            *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let chance = (((*seed >> 16) * CHANCE) >> 16) as i32;
            let score = if passes { 4 * i32::from(nearer < 0) } else { 6 * nearer } + chance;
            if best.is_none_or(|(least, _)| score < least) {
                best = Some((score, played));
            }
        }
        best
    }

    /// By how many moves the played move shortens a distance, as a negative number, or `MATE`; `None` if it captures a
    /// piece that takes part or promotes to another piece.
    fn nearer(&self, at: &Position, played: Move) -> Option<i32> {
        let Move { from, to, promotion } = played;
        if self.squares.contains(&to) {
            return None;
        }
        let Some(part) =
            Participant::ALL.into_iter().find(|part| self.squares[*part as usize] == from)
        else {
            return Some(0);
        };
        let goal = self.plan.goals[part as usize];
        if part == Participant::Last
            && goal.contains(self.turn(to))
            && at.after(played).is_checkmate()
        {
            return Some(MATE);
        }
        if let Some(role) = promotion {
            return (role == self.plan.other).then_some(-1);
        }
        let is_pawn = is_pawn(at, from);
        let moves = |square| i32::from(self.moves_left(part, is_pawn, square));
        Some(moves(to) - moves(from))
    }
}

fn is_pawn(position: &Position, at: Square) -> bool {
    position.placement().role(Role::Pawn).contains(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Piece, Placement},
        dead::rows::squares,
    };

    #[test]
    fn the_mates_are_mates() {
        for plan in PLANS.iter() {
            let [king, own_king, lasts, others] = plan.goals;
            let helper_of = if plan.is_helped { Color::Black } else { Color::White };
            for (last, other) in
                lasts.into_iter().flat_map(|at| others.into_iter().map(move |other| (at, other)))
            {
                let mut placement = Placement::EMPTY;
                for (set, color, role) in [
                    (king, Color::Black, Role::King),
                    (own_king, Color::White, Role::King),
                    (last.set(), Color::White, plan.last),
                    (other.set(), helper_of, plan.other),
                ] {
                    placement.put(set.first().unwrap(), Piece { color, role });
                }
                let position = Position::unchecked(placement, Color::Black);
                assert!(position.is_checkmate(), "{last} {other}: {position}");
            }
        }
    }

    rows!(
        moves_are_counted_back_from_where_they_lead,
        for (role, barred, from, moves) in [
            (Role::King, "", "a1", 7),
            (Role::King, "g8 g7", "a1", 8),
            (Role::King, "g8 g7 h7", "a1", NEVER),
            (Role::Rook, "", "a1", 2),
            (Role::Rook, "h8", "h8", 0),
            (Role::Bishop, "", "b1", NEVER),
            (Role::Knight, "", "g6", 1),
        ] {
            let counts = ways(role, squares("h8"), squares(barred));
            assert_eq!(counts[squares(from).first().unwrap().index()], moves, "{role} from {from}");
        }
    );

    rows!(
        minor_pieces_mate_in_the_first_games,
        for (fen, side) in [
            ("4k3/8/8/2n5/8/3N4/8/4K3 w - - 0 1", Color::White),
            ("4k3/8/8/2b5/8/3N4/8/4K3 w - - 0 1", Color::White),
            ("4k3/8/8/2r5/8/3N4/8/4K3 b - - 0 1", Color::White),
            ("4k3/8/8/3p4/8/3N4/8/4K3 b - - 0 1", Color::White),
            ("4k3/8/8/2b5/8/3B4/8/4K3 w - - 0 1", Color::White),
            ("4k3/8/8/2n5/8/3B4/8/4K3 b - - 0 1", Color::White),
            ("4k3/8/8/3nn3/8/8/8/4K3 w - - 0 1", Color::Black),
            ("4k3/8/8/3nb3/8/8/8/4K3 b - - 0 1", Color::Black),
            ("4k3/8/8/2nb4/8/8/8/4K3 b - - 0 1", Color::Black),
            ("4k3/8/8/2bb4/8/8/8/4K3 w - - 0 1", Color::Black),
            ("4k3/8/pp5p/8/3N4/8/8/4K3 w - - 0 1", Color::White),
        ] {
            let start: Position = fen.parse().unwrap();
            let mut line = Vec::new();
            let aims = CornerAim::all(&start, side);
            let is_mate = aims.iter().take(2).any(|aim| {
                line.clear();
                aim.play(&start, 0, &mut line)
            });
            assert!(is_mate, "{fen}");
            let end = line.into_iter().fold(start, |position, played| position.after(played));
            assert!(end.is_checkmate() && end.turn() != side, "{fen}");
        }
    );

    rows!(
        with_stronger_pieces_there_is_no_aim,
        for (fen, side) in [
            ("4k3/8/8/2n5/8/3N3P/8/4K3 w - - 0 1", Color::White),
            ("4k3/8/8/2n5/8/3N3Q/8/4K3 w - - 0 1", Color::White),
            ("4k3/8/8/2q5/8/3N4/8/4K3 w - - 0 1", Color::White),
            ("4k3/8/8/8/2b5/3B4/8/4K3 w - - 0 1", Color::White),
        ] {
            assert!(CornerAim::all(&fen.parse().unwrap(), side).is_empty(), "{fen}");
        }
    );
}
