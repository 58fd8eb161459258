//! A search for mates for which the pawn structure has to change first: one step of a route after the other is looked
//! for, then a mate.
//!
//! Where pieces may go for hundreds of moves before the one capture that opens a wall, most of what is found by then has
//! nothing to do with it. A route says which capture that is. It is a guess, on which no answer rests: a line that is
//! found can be replayed.

use super::{
    goal::GoalSearch,
    greedy::{Approach, GreedySearch},
    paths::{MoveCounts, guards, moves_of_king, moves_to, nearer},
    playout::greedy_playouts,
    structure::{PawnStep, PawnStructure, Routes},
};
use crate::{
    board::{Bitboard, Color, Role, Square, attacks},
    position::{Move, Position},
};

/// A route is followed at so many positions at least, and so many are in each run at most.
const LEAST: usize = 1 << 12;
const MOST_ATTEMPTS: usize = 4;

/// A king is farther than by any way from what the other king guards.
const GUARDED: usize = 1 << 6;

/// So many quick games are tried after each step.
const PLAYOUTS: u32 = 2;

/// A search for a mate by `side` on one route after the other, and again by other moves.
pub(super) struct RouteSearch {
    start: Position,
    side: Color,
    routes: Routes,
    /// The attempts made so far.
    attempts: usize,
    search: GreedySearch,
}

impl RouteSearch {
    pub(super) fn new(start: &Position, side: Color) -> RouteSearch {
        let (routes, search) = (Routes::new(start, side), GreedySearch::default());
        RouteSearch { start: *start, side, routes, attempts: 0, search }
    }

    /// Looks at about so many positions; returns a line that mates, if one is found, and at how many.
    pub(super) fn run(&mut self, budget: usize) -> (Option<Vec<Move>>, usize) {
        let attempts = (budget / LEAST).clamp(1, MOST_ATTEMPTS);
        let mut looked_at = 0;
        for _ in 0..attempts {
            let Some(route) = self.routes.cheapest() else { break };
            let found = self.follow(&route, budget / attempts, &mut looked_at);
            self.attempts += 1;
            if found.is_some() {
                return (found, looked_at);
            }
        }
        (None, looked_at)
    }

    /// Follows a route; where that fails, another may be cheaper the next time.
    fn follow(
        &mut self,
        route: &[PawnStep],
        budget: usize,
        looked_at: &mut usize,
    ) -> Option<Vec<Move>> {
        let RouteSearch { start, side, routes, attempts, search } = self;
        let end = *looked_at + budget;
        let (mut at, mut line) = (*start, Vec::new());
        for (number, step) in route.iter().enumerate() {
            let guide = StepGuide::new(&at, *step);
            let limit = end.saturating_sub(*looked_at);
            let moves = search
                .run(&at, limit, *attempts, None, |at, played, next| guide.judge(at, played, next));
            *looked_at += search.looked_at();
            let Some(moves) = moves else {
                routes.blame(route, number);
                return None;
            };
            for played in moves {
                at = at.after(played);
                line.push(played);
            }
            if let (Some(rest), _) = greedy_playouts(&at, *side, 0..PLAYOUTS) {
                line.extend(rest);
                return Some(line);
            }
        }
        let (rest, more) = GoalSearch::new(&at, *side).run(end.saturating_sub(*looked_at));
        *looked_at += more;
        if rest.is_none() {
            routes.blame(route, route.len());
        }
        line.extend(rest?);
        Some(line)
    }
}

/// How far a step is.
struct StepGuide {
    step: PawnStep,
    /// By role, how many moves from each square bring someone to where one is needed.
    moves: [MoveCounts; 6],
    /// The moves of the king that guards what is to be taken, to where it does not.
    away: MoveCounts,
}

impl StepGuide {
    fn new(start: &Position, step: PawnStep) -> StepGuide {
        let pieces = start.placement();
        let pawns = pieces.role(Role::Pawn);
        let (color, to) = match step {
            PawnStep::Take(color, at) => (color, at),
            PawnStep::Push(color, _, to) | PawnStep::Capture(color, _, to) => (!color, to),
        };
        let structure = PawnStructure::new(start);
        let moves_of = |role, color: Color, goal: Bitboard| {
            let guarded = structure.guarded(!color).only_if(role == Role::King);
            let before = |to| attacks::of(role, color, to, pawns) - pawns - guarded;
            moves_to(goal - guarded, before)
        };
        let moves = Role::ALL.map(|role| moves_of(role, color, to.set()));
        let away = moves_of(Role::King, !color, !(attacks::king(to) | pawns));
        StepGuide { step, moves, away }
    }

    fn judge(&self, at: &Position, played: Move, next: &Position) -> Approach {
        let pawns = |position: &Position| position.placement().role(Role::Pawn);
        if self.is(at, played) {
            if next.has_legal_move() { Approach::Found } else { Approach::Barred }
        } else if pawns(next) == pawns(at) {
            Approach::Far(self.far(next))
        } else {
            Approach::Barred
        }
    }

    /// Whether the move is the step.
    fn is(&self, at: &Position, played: Move) -> bool {
        match self.step {
            PawnStep::Take(color, square) => {
                let is_pawn = at.placement().role_at(played.from) == Role::Pawn;
                at.turn() == color && played.to == square && !is_pawn
            }
            PawnStep::Push(_, from, to) | PawnStep::Capture(_, from, to) => {
                let is_queen = played.promotion.is_none_or(|role| role == Role::Queen);
                (played.from, played.to) == (from, to) && is_queen
            }
        }
    }

    /// How far those are who are needed: two for each move, and one for each who is in the way.
    fn far(&self, at: &Position) -> usize {
        let pieces = at.placement();
        let moves = |square: Square| {
            let count = self.moves[pieces.role_at(square) as usize][square.index()];
            2 * usize::from(count)
        };
        let pawns = pieces.role(Role::Pawn);
        let nearest = match self.step {
            PawnStep::Take(color, to) => {
                let others = pieces.color(color) - pawns - at.king(color).set();
                let by_king = if attacks::king(to).contains(at.king(!color)) {
                    GUARDED + way(&self.away, at, !color)
                } else {
                    way(&self.moves[Role::King as usize], at, color)
                };
                others.into_iter().map(moves).chain([by_king]).min()
            }
            PawnStep::Push(_, _, to) => Some(usize::from(pieces.occupied().contains(to))),
            PawnStep::Capture(color, ..) => {
                let prey = pieces.color(!color) - pawns - at.king(!color).set();
                prey.into_iter().map(moves).min()
            }
        };
        2 * nearest.unwrap_or_default()
    }
}

/// How far the king of this player is on such a way: two for each move, and what keeps it from the next.
fn way(moves: &MoveCounts, at: &Position, color: Color) -> usize {
    let king = at.king(color);
    let cost = |to: Square| {
        let is_own = at.placement().color(color).contains(to);
        usize::from(guards(at, !color, to)) + 2 * usize::from(is_own)
    };
    let in_the_way = nearer(moves, king).map(cost).min().unwrap_or_default();
    2 * usize::from(moves_of_king(moves, king)) + in_the_way
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{dead::check::check_helpmate, notation::read_uci};

    fn square(name: &str) -> Square {
        Square::parse(name).unwrap()
    }

    #[test]
    fn a_move_is_the_step_or_so_far_from_it_or_changes_other_pawns() {
        let wall = "8/8/8/1k6/p1p1p1p1/P1P1P1P1/8/K4B2 w - - 0 1";
        let black = "8/8/8/k7/p1p1p1p1/P1PBP1P1/8/K7 b - - 0 1";
        let take = |at| PawnStep::Take(Color::White, square(at));
        let push = |from, to| PawnStep::Push(Color::White, square(from), square(to));
        let capture = |from, to| PawnStep::Capture(Color::Black, square(from), square(to));
        for (fen, step, played, expected) in [
            (wall, take("c4"), "f1c4", "found"),
            (wall, take("c4"), "f1e2", "4"),
            (wall, take("c4"), "f1h3", "8"),
            (black, take("c4"), "c4d3", "barred"),
            (black, capture("c4", "d3"), "e4d3", "barred"),
            (black, capture("c4", "d3"), "c4d3", "found"),
            (black, capture("c4", "d3"), "a5a6", "0"),
            (wall, capture("c4", "d3"), "f1g2", "8"),
            // A pawn takes no pawn by this step, and no king waits for one that is guarded.
            ("8/8/1p6/p7/8/K7/8/7k w - - 0 1", take("a5"), "a3a4", "796"),
            ("8/8/1p6/p7/8/K7/8/7k w - - 0 1", take("b6"), "a3a4", "8"),
            // The king that guards it goes away first; and no king is taken.
            ("8/8/8/pk6/8/8/8/K7 w - - 0 1", take("a5"), "a1b1", "132"),
            // It goes to no square that a pawn guards or stands on, beside the one that it guards or elsewhere.
            ("1k6/p1pP4/8/8/8/8/8/7K w - - 0 1", take("a7"), "h1g1", "136"),
            ("1k6/pp1P4/3P4/8/8/8/8/7K w - - 0 1", take("a7"), "h1g1", "924"),
            ("8/8/8/k7/p1p1p1p1/P1P1P1P1/8/K7 b - - 0 1", capture("c4", "d3"), "a5a6", "0"),
            // What stands where the pawn goes, and what would be stalemate.
            ("7k/8/8/8/8/4N3/4P3/K7 w - - 0 1", push("e2", "e3"), "a1a2", "2"),
            ("7k/8/8/8/8/4N3/4P3/K7 w - - 0 1", push("e2", "e3"), "e3c4", "0"),
            ("k7/8/1pK5/8/8/8/7B/8 w - - 0 1", take("b6"), "c6b6", "barred"),
            // A step to the last rank makes a queen.
            ("8/4P3/7k/8/8/8/8/K7 w - - 0 1", push("e7", "e8"), "e7e8q", "found"),
            ("8/4P3/7k/8/8/8/8/K7 w - - 0 1", push("e7", "e8"), "e7e8r", "barred"),
        ] {
            let at = Position::composed(&fen.parse().unwrap()).unwrap();
            let played = read_uci(&at, played).unwrap();
            let judged = match StepGuide::new(&at, step).judge(&at, played, &at.after(played)) {
                Approach::Found => "found".to_owned(),
                Approach::Far(far) => far.to_string(),
                Approach::Barred => "barred".to_owned(),
            };
            assert_eq!(judged, expected, "{fen}, {step:?}, {played}");
        }
    }

    #[test]
    fn a_mate_behind_a_step_of_pawns_is_found() {
        for (fen, side) in [
            ("1b2B2k/b1bB2pP/1b4P1/b4BbB/6Bb/1Bb3p1/1b4Pb/1B3B1K w - - 0 1", Color::White),
            ("1b3b1k/1B4pB/1bB3P1/b5bB/B4b1b/1B4p1/BbB3Pp/bBbBb2K w - - 0 1", Color::Black),
        ] {
            let start = Position::composed(&fen.parse().unwrap()).unwrap();
            let (line, looked_at) = RouteSearch::new(&start, side).run(1 << 17);
            let line = line.unwrap_or_else(|| panic!("{fen}: nothing after {looked_at}"));
            assert!(check_helpmate(&start, side, &line), "{fen}");
        }
    }

    /// Whether a line is found in one run after the other, and how many positions are looked at.
    #[test]
    fn attempts_share_what_may_be_looked_at_and_differ() {
        let fen = "1b2B2k/b1bB2pP/1b4P1/b4BbB/6Bb/1Bb3p1/1b4Pb/1B3B1K w - - 0 1";
        let start = Position::composed(&fen.parse().unwrap()).unwrap();
        let mut search = RouteSearch::new(&start, Color::White);
        let found = [1 << 8, 1 << 10, 3 << 12].map(|budget| {
            let (line, looked_at) = search.run(budget);
            (line.is_some(), looked_at)
        });
        assert_eq!(found, [(false, 259), (false, 1039), (true, 8181)]);
        // About half of it is looked at behind the last step.
        let start = Position::composed(&"7k/5p1p/5P1P/8/8/8/8/K1B5 w - - 0 1".parse().unwrap());
        let (line, looked_at) = RouteSearch::new(&start.unwrap(), Color::White).run(1 << 12);
        assert_eq!((line.is_some(), looked_at), (true, 281));
    }
}
