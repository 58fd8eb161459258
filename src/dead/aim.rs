//! Lines that go straight for a mating pattern.
//!
//! Where many pieces can move, a search in all directions does not come far, and there are many mates. A
//! pattern says for each of a few pieces where to go, and the others need only keep out of the way.

use std::{
    collections::HashMap,
    ops::{ControlFlow, Range},
};

use super::{
    graph::{Graph, Node},
    irreversible::{ClassKey, class_key, is_irreversible},
    pattern::{MatingPattern, mating_patterns},
    queue::Queue,
};
use crate::{
    board::{Color, Role},
    position::{Move, Position},
};

/// How many patterns are tried, one after the other.
const PATTERNS: usize = 16;

/// For how many classes patterns are made.
const MOST_CLASSES: usize = 200;

/// Looks for a mate by `side` among about so many positions; returns the moves, and how many were looked at.
///
/// That none is found says nothing.
pub(super) fn aim(start: &Position, side: Color, positions: usize) -> (Option<Vec<Move>>, usize) {
    let mut plans =
        Plans { side, drafts: positions as u32, by_class: HashMap::new(), patterns: Vec::new() };
    let mut looked_at = 0;
    for choice in 0..PATTERNS {
        let mut search = AimedSearch {
            plans: &mut plans,
            choice,
            graph: Graph::new(start),
            queue: Queue::new(),
        };
        let line = search.run(start, positions / PATTERNS);
        looked_at += search.graph.len();
        if line.is_some() {
            return (line, looked_at);
        }
    }
    (None, looked_at)
}

/// A pattern in [`Plans`].
type PatternId = u32;

/// The patterns of the classes that were come to: a capture or a promotion may undo one, or allow a nearer one.
struct Plans {
    side: Color,
    /// How many drafts are tried, at most, for the patterns of the first class; another number, another course.
    drafts: u32,
    by_class: HashMap<ClassKey, Range<PatternId>>,
    patterns: Vec<MatingPattern>,
}

impl Plans {
    /// The pattern of this number for a position, or one before it.
    fn pattern(&mut self, position: &Position, choice: usize) -> Option<PatternId> {
        let Plans { side, drafts, by_class, patterns } = self;
        let key = class_key(position);
        if by_class.len() >= MOST_CLASSES && !by_class.contains_key(&key) {
            return None;
        }
        let range = by_class.entry(key).or_insert_with(|| {
            // The first position is worth more than those that may come of it.
            let share = if patterns.is_empty() { 1 } else { 20 };
            let first = patterns.len() as PatternId;
            patterns.extend(mating_patterns(position, *side, PATTERNS, *drafts / share));
            first..patterns.len() as PatternId
        });
        range.clone().nth(choice % range.len().max(1))
    }
}

/// A position to expand.
#[derive(Clone, Copy)]
struct AimedPosition {
    node: Node,
    plies: u32,
    pattern: Option<PatternId>,
}

/// A search through the positions that look nearest to a pattern.
struct AimedSearch<'a> {
    plans: &'a mut Plans,
    choice: usize,
    graph: Graph,
    queue: Queue<AimedPosition>,
}

/// As far as a position is taken to be for which there is no pattern.
const FAR: u32 = 60;

impl AimedSearch<'_> {
    fn run(&mut self, start: &Position, limit: usize) -> Option<Vec<Move>> {
        let pattern = self.plans.pattern(start, self.choice);
        self.queue.push(0, AimedPosition { node: 0, plies: 0, pattern });
        while self.graph.len() < limit {
            let from = self.queue.pop()?;
            if let Some(mate) = self.expand(from) {
                return Some(self.graph.line(mate));
            }
        }
        None
    }

    /// Adds what can be played here; returns a mate if there is one.
    fn expand(&mut self, from: AimedPosition) -> Option<Node> {
        let AimedSearch { plans, choice, graph, queue } = self;
        let salt = plans.drafts;
        let at = graph.position(from.node);
        let side = plans.side;
        let mut mate = None;
        graph.add_moves(&at, from.node, |node, played, next| {
            if at.turn() == side && next.is_checkmate() {
                mate = Some(node);
                return ControlFlow::Break(());
            }
            let mut pattern = from.pattern;
            let remoteness = |plans: &Plans, pattern: Option<PatternId>| {
                plans.patterns.get(pattern? as usize)?.remoteness(next)
            };
            let mut far = remoteness(plans, pattern);
            // A wall that has a hole may allow a nearer mate.
            if (far.is_none() && is_irreversible(&at, played)) || opens(&at, played) {
                let other = plans.pattern(next, *choice);
                let nearer = remoteness(plans, other);
                if nearer.is_some_and(|nearer| far.is_none_or(|far| nearer < far)) {
                    (pattern, far) = (other, nearer);
                }
            }
            // Chance, another one each time, decides between positions that look alike.
            let chance = (node ^ salt).wrapping_mul(0x9e37_79b9) >> 28;
            let rank = 16 * far.unwrap_or(FAR) + from.plies + chance;
            queue.push(rank as usize, AimedPosition { node, plies: from.plies + 1, pattern });
            ControlFlow::Continue(())
        });
        mate
    }
}

/// Whether a pawn is taken, or takes.
fn opens(position: &Position, played: Move) -> bool {
    let placement = position.placement();
    let pawns = placement.role(Role::Pawn);
    pawns.contains(played.to)
        || (pawns.contains(played.from) && played.from.file() != played.to.file())
}
