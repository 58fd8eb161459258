//! A search for mate on one square after the other: the king is to go there, and others are to stand around it or to
//! attack what is beside it.
//!
//! How far all of them are from that is counted over a board with nothing but the pawns, and what walls the king in
//! and cannot move has to be taken first. Where the pawns have locked, the pieces have nothing else to go by, and a mate
//! may need three of them in a row and a king that walks away from the nearest corner. It is a guess, on which no answer
//! rests: a line that is found can be replayed.

use super::{
    bystanders::Bystanders,
    greedy::{Approach, GreedySearch},
    paths::{MoveCounts, NEVER, guards, moves_of_king, moves_to, nearer, stuck},
};
use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    position::{Move, Position},
};

/// Among so many squares at most, the nearest, the positions of a search are divided.
const MOST_GOALS: usize = 8;

/// Whoever has to be taken is taken first: so many times what that takes is counted.
const TAKEN: u16 = 3;

/// A search for a mate by `side`, begun anew with more positions each time.
pub(super) struct GoalSearch {
    start: Position,
    side: Color,
    ways: PawnPaths,
    bystanders: Bystanders,
    /// Where the king may be mated, the nearest first.
    goals: Vec<Square>,
    /// The runs made so far.
    runs: usize,
    search: GreedySearch,
}

impl GoalSearch {
    pub(super) fn new(start: &Position, side: Color) -> GoalSearch {
        let ways = PawnPaths::new(start, side);
        let bystanders = Bystanders::new(start, side);
        let far = |goal: &Square| ways.far(start, *goal);
        let mut goals: Vec<Square> = Square::all().filter(|goal| far(goal) < NEVER).collect();
        goals.sort_by_key(far);
        goals.truncate(MOST_GOALS);
        let search = GreedySearch::default();
        GoalSearch { start: *start, side, ways, bystanders, goals, runs: 0, search }
    }

    /// Looks at about so many positions; returns a line that mates, if one is found, and at how many.
    pub(super) fn run(&mut self, budget: usize) -> (Option<Vec<Move>>, usize) {
        let GoalSearch { start, side, ways, bystanders, goals, runs, search } = self;
        // Each other run counts who keeps the king from setting out, too.
        let is_guarded = *runs % 2 == 0;
        let mut looked_at = 0;
        for &goal in &*goals {
            let found =
                search.run(start, budget / goals.len(), 0, Some(bystanders), |at, _, next| {
                    if at.turn() == *side && next.is_checkmate() {
                        Approach::Found
                    } else {
                        let guards = if is_guarded { ways.guards(next, goal) } else { 0 };
                        Approach::Far(usize::from(ways.far(next, goal) + guards))
                    }
                });
            looked_at += search.looked_at();
            if found.is_some() {
                return (found, looked_at);
            }
        }
        *runs += 1;
        (None, looked_at)
    }
}

/// How many moves it takes each kind of piece from where to where, if there is nothing on the board but the pawns.
struct PawnPaths {
    side: Color,
    /// By colour, role and square: the moves to come there, and to where it is attacked.
    there: Vec<MoveCounts>,
    attack: Vec<MoveCounts>,
}

impl PawnPaths {
    const ROLES: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    fn new(start: &Position, side: Color) -> PawnPaths {
        let all = start.placement().role(Role::Pawn);
        let (mut there, mut attack) = (Vec::new(), Vec::new());
        for color in Color::ALL {
            let [own, theirs] = [color, !color].map(|one| all & start.placement().color(one));
            for role in PawnPaths::ROLES {
                let guarded = attacks::pawns(!color, theirs).only_if(role == Role::King);
                let barred = own | guarded;
                let before = |to| attacks::of(role, color, to, all) - barred;
                for square in Square::all() {
                    there.push(moves_to(square.set() - barred, before));
                    attack.push(moves_to(before(square), before));
                }
            }
        }
        PawnPaths { side, there, attack }
    }

    fn index(color: Color, role: Role, to: Square) -> usize {
        let role = PawnPaths::ROLES.iter().position(|&one| one == role).unwrap_or_default();
        (color as usize * PawnPaths::ROLES.len() + role) * 64 + to.index()
    }

    /// How many moves all who are needed are from a mate of the king on this square.
    fn far(&self, at: &Position, goal: Square) -> u16 {
        let pieces = at.placement();
        let [own, king] = [self.side, !self.side].map(|color| at.king(color));
        let pawns = pieces.role(Role::Pawn);
        let others = |color| pieces.color(color) - pawns - pieces.role(Role::King);
        let [ours, theirs] = [self.side, !self.side].map(others);
        let covered = attacks::pawns(self.side, pawns & pieces.color(self.side));
        let attack = |square: Square| {
            let by = |at: Square| {
                let index = PawnPaths::index(self.side, pieces.role_at(at), square);
                u16::from(self.attack[index][at.index()])
            };
            let pawn = covered.contains(square).then_some(0);
            pawn.or(ours.into_iter().map(by).min()).unwrap_or(NEVER)
        };
        let there = |color, role, from: Square, to| {
            u16::from(self.there[PawnPaths::index(color, role, to)][from.index()])
        };
        let by_king = |color, from: Square, to| {
            moves_of_king(&self.there[PawnPaths::index(color, Role::King, to)], from)
        };
        let way = by_king(!self.side, king, goal) + attack(goal);
        if way >= NEVER {
            return NEVER;
        }
        let take = |at: Square| attack(at).min(by_king(self.side, own, at));
        let way = way + self.clear(at, goal, take);
        // What it takes to close each square beside the goal without the king: another piece for each.
        let near = attacks::king(goal);
        let (mut closing, mut all) = ([0; 64], way);
        let mut free = theirs;
        for square in near - (pawns & pieces.color(!self.side)) {
            let cover = attack(square);
            let by = |at: Square| (there(!self.side, pieces.role_at(at), at, square), at);
            let block = free.into_iter().map(by).min().filter(|(block, _)| *block < cover);
            free = free - block.map_or(Bitboard::EMPTY, |(_, at)| at.set());
            closing[square.index()] = block.map_or(cover, |(block, _)| block);
            all += closing[square.index()];
        }
        // The king closes some of them from one square.
        let from = |square: Square| {
            let closed = (attacks::king(square) & near).into_iter();
            let saved: u16 = closed.map(|one| closing[one.index()]).sum();
            all - saved + by_king(self.side, own, square)
        };
        let around = near.into_iter().fold(Bitboard::EMPTY, |all, one| all | attacks::king(one));
        (around - near - goal.set())
            .into_iter()
            .map(from)
            .min()
            .map_or(all, |far| far.min(all))
            .min(NEVER)
    }

    /// What keeps the king from its next move to the goal.
    fn guards(&self, at: &Position, goal: Square) -> u16 {
        let moves = &self.there[PawnPaths::index(!self.side, Role::King, goal)];
        let guards = |to| guards(at, self.side, to);
        nearer(moves, at.king(!self.side)).map(guards).min().unwrap_or_default()
    }

    /// What it takes to clear the king's way to the goal of pieces of its own that cannot step out of it, if so much
    /// takes one on a square.
    fn clear(&self, at: &Position, goal: Square, take: impl Fn(Square) -> u16) -> u16 {
        let (pieces, color) = (at.placement(), !self.side);
        let own = pieces.color(color);
        let in_the_way = own - pieces.role(Role::Pawn);
        let cost = |square: Square| {
            let moves = || attacks::of(pieces.role_at(square), color, square, pieces.occupied());
            if !in_the_way.contains(square) || !moves().is_subset(own) {
                0
            } else if stuck(at, color).contains(square) {
                TAKEN * (2 + take(square))
            } else {
                1
            }
        };
        let moves = &self.there[PawnPaths::index(color, Role::King, goal)];
        let (mut king, mut all) = (at.king(color), 0);
        while moves[king.index()] > 0 {
            let steps = nearer(moves, king).map(|to| (cost(to), to));
            let Some((more, next)) = steps.min() else { break };
            all += more;
            king = next;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dead::check::check_helpmate;

    fn square(name: &str) -> Square {
        Square::parse(name).unwrap()
    }

    #[test]
    fn a_mate_is_near_if_few_moves_lead_to_it() {
        for (fen, side, goal, far) in [
            // The rook goes to the last rank, and the pawns stand where they do.
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Color::White, "g8", 3),
            ("6k1/5pp1/8/8/8/8/8/R3K3 w - - 0 1", Color::White, "g8", 4),
            // Nobody attacks the king there, or it never comes there.
            ("6k1/5ppp/8/8/8/8/8/2B1K3 w - - 0 1", Color::White, "g8", NEVER),
            ("8/8/1b6/k7/p1p1p1p1/P1P1P1P1/8/K7 w - - 0 1", Color::Black, "a7", NEVER),
            // Three bishops of its own are to stand around the king.
            ("8/8/4b2k/8/b1p1p3/1pP1Pp1p/1P1P1P1P/3BBKBb w - - 0 1", Color::Black, "d1", NEVER),
        ] {
            let at: Position = fen.parse().unwrap();
            assert_eq!(PawnPaths::new(&at, side).far(&at, square(goal)), far, "{fen}, {goal}");
        }
    }

    #[test]
    fn a_mate_far_from_the_corner_is_found() {
        for (fen, side, most) in [
            // A king behind its own rook and bishop, which cannot move: they have to be taken.
            ("1b6/8/1b3p1b/2pBpP2/2P1Pk1b/2pBp1p1/2P1P1P1/5BRK w - - 0 1", Color::Black, 1 << 18),
            ("1b1b1k2/b1b5/1p6/bPb1bK2/Pp3b2/bPp5/B1P5/NB4b1 w - - 0 1", Color::Black, 1 << 15),
            ("nb4B1/b1p5/BpP5/pP3B1B/BpB1B3/1P2k3/B1B5/1B3K2 b - - 0 1", Color::White, 1 << 15),
        ] {
            let start = Position::composed(&fen.parse().unwrap()).unwrap();
            // Runs of both kinds.
            let mut search = GoalSearch::new(&start, side);
            let mut looked_at = 0;
            let line = [1 << 15, 1 << 17, 1 << 17].into_iter().find_map(|budget| {
                let (line, more) = search.run(budget);
                looked_at += more;
                line
            });
            let line = line.unwrap_or_else(|| panic!("{fen}: nothing after {looked_at}"));
            assert!(check_helpmate(&start, side, &line), "{fen}");
            assert!(looked_at < most, "{fen}: {looked_at}");
        }
    }
}
