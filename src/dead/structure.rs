//! Pawn structures, and the steps by which one becomes another: as far as can be told from where the pawns are, with
//! all others wherever no pawn keeps them from, and nobody who cannot move.
//!
//! More can be reached there than by moves, as nobody else is in anybody's way; and less where a way leads through a
//! pawn that could be taken, which is a step of its own.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{paths::spread, queue::Queue};
use crate::{
    board::{Bitboard, Color, Piece, Role, Square, attacks},
    position::Position,
};

/// So many structures are looked at for a route.
const MOST_STRUCTURES: usize = 1 << 10;

/// What failed costs so much more the next time.
const FAILED: usize = 2;

/// Those who may be taken, and may take what pawns guard.
const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A change of the pawn structure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum PawnStep {
    /// A piece or the king of this player takes the pawn here, or a piece that cannot move.
    Take(Color, Square),
    /// The pawn of this player goes from here to there, where nobody is; on the last rank it becomes a queen.
    Push(Color, Square, Square),
    /// The pawn of this player takes a pawn or a piece there.
    Capture(Color, Square, Square),
}

impl PawnStep {
    /// How unlikely it is that this can be brought about, beside a push.
    fn cost(self, structure: &PawnStructure) -> usize {
        match self {
            PawnStep::Take(..) => 3,
            PawnStep::Push(..) => 1,
            PawnStep::Capture(.., to) => 1 + usize::from(!structure.walls().contains(to)),
        }
    }
}

/// The steps, one after the other, to structures in which `side` may mate: the cheapest, and others where these failed.
pub(super) struct Routes {
    side: Color,
    first: PawnStructure,
    /// What a step of a structure, or a mate there, costs beside what it seems to, as it has failed.
    failures: FxHashMap<(StructureKey, Option<PawnStep>), usize>,
}

impl Routes {
    pub(super) fn new(start: &Position, side: Color) -> Routes {
        Routes { side, first: PawnStructure::new(start), failures: FxHashMap::default() }
    }

    /// The cheapest route with a step at least.
    pub(super) fn cheapest(&self) -> Option<Vec<PawnStep>> {
        let mut known = FxHashSet::default();
        known.insert(self.first.key());
        let mut reached = vec![Reached { structure: self.first, before: None, cost: 0 }];
        let mut queue = Queue::default();
        queue.push(0, (0, false));
        while let Some((place, is_end)) = queue.pop() {
            let Reached { structure, before, cost } = reached[place];
            if is_end {
                let back = std::iter::successors(before, |(place, _)| reached[*place].before);
                let mut route: Vec<PawnStep> = back.map(|(_, step)| step).collect();
                route.reverse();
                return Some(route);
            }
            if before.is_some() && structure.allows_mate(self.side) {
                queue.push(cost + self.failures(&structure, None), (place, true));
            }
            if reached.len() == MOST_STRUCTURES {
                continue;
            }
            for step in structure.steps() {
                let mut next = structure.after(step);
                if reached.len() < MOST_STRUCTURES && known.insert(next.key()) {
                    next.spread();
                    let cost = cost + step.cost(&structure) + self.failures(&structure, Some(step));
                    queue.push(cost, (reached.len(), false));
                    reached.push(Reached { structure: next, before: Some((place, step)), cost });
                }
            }
        }
        None
    }

    /// Makes this step of a route cost more, or the mate behind it if there is no such step.
    pub(super) fn blame(&mut self, route: &[PawnStep], failed: usize) {
        let mut structure = self.first;
        for step in &route[..failed] {
            structure = structure.after(*step);
            structure.spread();
        }
        *self.failures.entry((structure.key(), route.get(failed).copied())).or_default() += FAILED;
    }

    fn failures(&self, structure: &PawnStructure, step: Option<PawnStep>) -> usize {
        self.failures.get(&(structure.key(), step)).copied().unwrap_or_default()
    }
}

/// What tells two structures apart.
type StructureKey = [u64; 4];

/// A structure, the one before it with the step between them, and what it takes to come there.
#[derive(Clone, Copy)]
struct Reached {
    structure: PawnStructure,
    before: Option<(usize, PawnStep)>,
    cost: usize,
}

/// Where the pawns are, by colour, and where the others may come to, by colour and role.
#[derive(Clone, Copy)]
pub(super) struct PawnStructure {
    pawns: [Bitboard; 2],
    /// Kings and pieces that have not moved, and cannot: their own side is in their way.
    stuck: [Bitboard; 2],
    reach: [[Bitboard; 6]; 2],
}

impl PawnStructure {
    pub(super) fn new(start: &Position) -> PawnStructure {
        let pieces = start.placement();
        let mut structure = PawnStructure {
            pawns: Color::ALL.map(|color| pieces.pieces(color, Role::Pawn)),
            stuck: Color::ALL.map(|color| pieces.color(color) - pieces.role(Role::Pawn)),
            reach: Color::ALL.map(|color| {
                Role::ALL.map(|role| pieces.pieces(color, role).only_if(role != Role::Pawn))
            }),
        };
        structure.spread();
        structure
    }

    /// What tells two structures apart: nobody comes to where the others are but by steps.
    fn key(&self) -> StructureKey {
        let [white, black] = Color::ALL.map(|color| !self.reach(color, Role::Queen).is_empty());
        let queens = 2 * u64::from(white) + u64::from(black);
        [self.pawns[0].0, self.pawns[1].0, (self.stuck[0] | self.stuck[1]).0, queens]
    }

    /// The pawns of this player, and whoever cannot move.
    fn wall(&self, color: Color) -> Bitboard {
        self.pawns[color as usize] | self.stuck[color as usize]
    }

    fn walls(&self) -> Bitboard {
        self.wall(Color::White) | self.wall(Color::Black)
    }

    fn reach(&self, color: Color, role: Role) -> Bitboard {
        self.reach[color as usize][role as usize]
    }

    /// What the pawns of this player guard, and whoever cannot move.
    pub(super) fn guarded(&self, by: Color) -> Bitboard {
        let guarded = attacks::pawns(by, self.pawns[by as usize]);
        self.stuck[by as usize].into_iter().fold(guarded, |all, at| all | self.attacked(by, at))
    }

    /// What one who cannot move attacks.
    fn attacked(&self, by: Color, at: Square) -> Bitboard {
        let is_there = |role: &Role| self.reach(by, *role).contains(at);
        let role = Role::ALL.into_iter().find(is_there).unwrap_or(Role::King);
        attacks::of(role, by, at, self.walls())
    }

    /// Lets go of those who can move now, until all others cannot.
    fn release(&mut self) {
        loop {
            let before = self.stuck;
            for color in Color::ALL {
                let king = self.reach(color, Role::King);
                let is_stuck = |at: &Square| {
                    let closed = self.guarded(!color).only_if(king.contains(*at));
                    self.attacked(color, *at).is_subset(self.walls() | closed)
                };
                self.stuck[color as usize] =
                    self.stuck[color as usize].into_iter().filter(is_stuck).collect();
            }
            if self.stuck == before {
                return;
            }
        }
    }

    /// Adds whatever can be reached from where they are.
    fn spread(&mut self) {
        self.release();
        let walls = self.walls();
        let guarded = Color::ALL.map(|color| self.guarded(color));
        for color in Color::ALL {
            for role in Role::ALL {
                let closed = walls | guarded[!color as usize].only_if(role == Role::King);
                let stuck = self.stuck[color as usize];
                let reached = &mut self.reach[color as usize][role as usize];
                *reached |= spread(Piece { color, role }, *reached - stuck, walls, closed);
            }
        }
    }

    /// Whether a piece of this player may attack the square.
    fn may_attack(&self, color: Color, square: Square) -> bool {
        let from = |role| attacks::of(role, color, square, self.walls());
        PIECES.into_iter().any(|role| from(role).meets(self.reach(color, role)))
    }

    /// Where a piece of this player may be.
    fn pieces(&self, color: Color) -> Bitboard {
        PIECES.into_iter().fold(Bitboard::EMPTY, |all, role| all | self.reach(color, role))
    }

    /// Whether `side` may mate somewhere, each square by itself.
    fn allows_mate(&self, side: Color) -> bool {
        let covered = self.guarded(side);
        let blocked = self.pawns[!side as usize] | self.pieces(!side);
        let is_attacked = |square| covered.contains(square) || self.may_attack(side, square);
        let is_closed = |square| {
            blocked.contains(square)
                || is_attacked(square)
                || attacks::king(square).meets(self.reach(side, Role::King))
        };
        let is_mate = |goal| is_attacked(goal) && attacks::king(goal).into_iter().all(is_closed);
        self.reach(!side, Role::King).into_iter().any(is_mate)
    }

    fn steps(&self) -> Vec<PawnStep> {
        let mut steps = Vec::new();
        let walls = self.walls();
        for color in Color::ALL {
            let closed = self.guarded(!color);
            let own = self.pawns[color as usize];
            let theirs = self.wall(!color) - self.reach(!color, Role::King);
            for at in theirs {
                let king = attacks::king(at) & self.reach(color, Role::King);
                if self.may_attack(color, at) || (!king.is_empty() && !closed.contains(at)) {
                    steps.push(PawnStep::Take(color, at));
                }
            }
            for from in own {
                let prey = attacks::pawn(color, from) & (theirs | self.pieces(!color));
                steps.extend(prey.into_iter().map(|to| PawnStep::Capture(color, from, to)));
                let to = from.offset(0, color.forward());
                if let Some(to) = to.filter(|to| !walls.contains(*to)) {
                    steps.push(PawnStep::Push(color, from, to));
                }
            }
        }
        steps
    }

    /// The structure after the step, with nobody but a new queen anywhere else yet.
    fn after(&self, step: PawnStep) -> PawnStructure {
        let mut next = *self;
        match step {
            PawnStep::Take(color, at) => next.remove(!color, at),
            PawnStep::Push(color, from, to) | PawnStep::Capture(color, from, to) => {
                next.remove(!color, to);
                next.remove(color, from);
                if Bitboard::END_RANKS.contains(to) {
                    next.reach[color as usize][Role::Queen as usize] |= to.set();
                } else {
                    next.pawns[color as usize] |= to.set();
                }
            }
        }
        next
    }

    fn remove(&mut self, color: Color, at: Square) {
        let color = color as usize;
        if self.stuck[color].contains(at) {
            for reach in &mut self.reach[color] {
                *reach = *reach - at.set();
            }
        }
        self.stuck[color] = self.stuck[color] - at.set();
        self.pawns[color] = self.pawns[color] - at.set();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pawns that no king comes past, and a bishop that can take Black's.
    const WALL: &str = "8/8/8/k7/p1p1p1p1/P1P1P1P1/8/K7 w - - 0 1";
    const WALL_AND_BISHOP: &str = "8/8/8/k7/p1p1p1p1/P1P1P1P1/8/K4B2 w - - 0 1";

    /// Black's king cannot move, nor can a pawn, and only g3 is to be taken.
    const FIXED: &str = "1b2B2k/b1bB2pP/1b4P1/b4BbB/6Bb/1Bb3p1/1b4Pb/1B3B1K w - - 0 1";

    fn structure(fen: &str) -> PawnStructure {
        PawnStructure::new(&Position::composed(&fen.parse().unwrap()).unwrap())
    }

    fn name(step: &PawnStep) -> String {
        match *step {
            PawnStep::Take(color, at) => format!("{color}:{at}"),
            PawnStep::Push(_, from, to) => format!("{from}-{to}"),
            PawnStep::Capture(_, from, to) => format!("{from}x{to}"),
        }
    }

    #[test]
    fn a_structure_has_the_steps_that_somebody_could_bring_about() {
        for (fen, steps) in [
            (WALL, ""),
            (
                WALL_AND_BISHOP,
                "White:a4 White:c4 White:e4 White:g4 a4xb3 c4xb3 c4xd3 e4xd3 e4xf3 g4xf3 g4xh3",
            ),
            // h7 does not move before Black's king does, nor g2 and g7 before a pawn does.
            (FIXED, "White:g3"),
            // A king takes what is not guarded, a pawn what is there to be taken.
            ("8/8/8/3p4/k7/8/3P4/7K w - - 0 1", "Black:d2 White:d5 d2-d3 d5-d4"),
            ("8/8/8/2pp4/3P4/8/k7/7K w - - 0 1", "Black:d4 White:c5 White:d5 c5-c4 c5xd4 d4xc5"),
            // Who cannot move is taken, but for a king.
            (
                "6bk/5p1P/5N1P/8/8/8/8/K7 w - - 0 1",
                "Black:h7 White:f7 White:g8 f7-f6 f7xe6 f7xg6 h7xg8",
            ),
        ] {
            let mut found: Vec<String> = structure(fen).steps().iter().map(name).collect();
            found.sort();
            assert_eq!(found.join(" "), steps, "{fen}");
        }
    }

    #[test]
    fn a_mate_needs_an_attack_on_the_king_and_on_what_is_beside_it() {
        for (fen, side, is_allowed) in [
            (WALL, Color::White, false),
            (WALL_AND_BISHOP, Color::White, false),
            (FIXED, Color::White, false),
            (FIXED, Color::Black, true),
            ("7k/8/8/8/8/8/8/K5R1 w - - 0 1", Color::White, true),
            ("7k/8/8/8/8/8/8/K5R1 w - - 0 1", Color::Black, false),
            // A corner of the other colour is mated only beside a piece of its own.
            ("7k/8/8/8/8/8/8/KB6 w - - 0 1", Color::White, true),
            // Pawns of its own are in its way on what a bishop does not attack.
            ("k7/8/3p4/2p1p3/3p4/8/5PPP/1B4BK w - - 0 1", Color::White, true),
            ("k7/8/3p4/2p1p3/8/8/5PPP/1B4BK w - - 0 1", Color::White, false),
        ] {
            assert_eq!(structure(fen).allows_mate(side), is_allowed, "{fen}, {side}");
        }
    }

    #[test]
    fn a_route_is_the_cheapest_way_to_a_mate_that_has_not_failed_as_often() {
        for (fen, side, expected) in [
            (WALL, Color::White, &[][..]),
            (WALL_AND_BISHOP, Color::White, &["g4xh3", "g4xf3", "e4xf3", "e4xd3"]),
            (
                FIXED,
                Color::White,
                &[
                    "White:g3 g2-g3 g3-g4 g4-g5 g5xf6 g7xf6",
                    "White:g3 g2-g3 g3-g4 g4-g5 g5xh6 g7xh6",
                    "White:g3 g2-g3 g3-g4 g4-g5 g5xh6 h6xg7",
                    "White:g3 g2-g3 g3-g4 g4-g5 g5xh6 g7xh6 h6-h5",
                ],
            ),
            (
                FIXED,
                Color::Black,
                &[
                    "White:g3",
                    "White:g3 g2-g3",
                    "White:g3 g2-g3 g3-g4",
                    // A mate there has failed but once.
                    "White:g3",
                ],
            ),
        ] {
            let start = Position::composed(&fen.parse().unwrap()).unwrap();
            let mut routes = Routes::new(&start, side);
            let mut found: Vec<String> = Vec::new();
            for _ in 0..4 {
                let Some(route) = routes.cheapest() else { break };
                found.push(route.iter().map(name).collect::<Vec<_>>().join(" "));
                routes.blame(&route, route.len());
            }
            assert_eq!(found, expected, "{fen}, {side}");
        }
    }

    #[test]
    fn a_step_that_failed_costs_more() {
        let start = Position::composed(&WALL_AND_BISHOP.parse().unwrap()).unwrap();
        let mut routes = Routes::new(&start, Color::White);
        let first = routes.cheapest().unwrap();
        routes.blame(&first, 0);
        let second = routes.cheapest().unwrap();
        assert_ne!(first[0], second[0]);
        // It is not the mate that has failed, nor a step elsewhere.
        assert_eq!(routes.failures(&routes.first, Some(first[0])), FAILED);
        assert_eq!(routes.failures(&routes.first, Some(second[0])), 0);
        assert_eq!(routes.failures(&routes.first, None), 0);
    }
}
