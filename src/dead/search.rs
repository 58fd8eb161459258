//! The search: finds a line that ends in mate, or proves that there is none.

use std::ops::ControlFlow;

use super::{
    Certificate, Winnable,
    graph::{Graph, Node},
    heuristic::estimated_distance,
    irreversible::{ClassId, IrreversibleClasses, is_irreversible},
    material, mobility,
    playout::greedy_playouts,
    queue::{Queue, SimilarityPenalty},
    untracked::{UntrackedProof, UntrackedSearch},
};
use crate::{board::Color, position::Position};

/// The default limit for [`search`]. Hardly any position stays undetermined with it.
pub const DEFAULT_LIMIT: usize = 4_000_000;

/// Number of playouts before the first proof is tried, and before the search begins.
const FIRST_PLAYOUTS: u32 = 2;
const PLAYOUTS: u32 = 16;

/// Number of positions after which a proof by abstraction is tried. It is tried again after four times as many, and so
/// on. It may visit twice as many abstract states as positions were found, up to the maximum. If the maximum is not
/// enough, no other is tried.
const FIRST_STATES: usize = 4 << 10;
const MOST_STATES: usize = 1 << 17;

/// Maximum number of positions for which memory is kept until the next search: a few megabytes.
const MOST_KEPT: usize = 1 << 15;

/// Searches for a mate by `side`, and for a proof that there is none.
///
/// Returns the answer and the number of positions visited, without those of unsuccessful playouts. The halfmove clock
/// and repetition are ignored. The same arguments give the same answer. The search keeps at most `limit` positions,
/// plus the successors of one.
///
/// To search many positions, use [`Solver`].
pub fn search(position: &Position, side: Color, limit: usize) -> (Winnable, usize) {
    Solver::default().search(position, side, limit)
}

/// Whether the first playouts of a [`search`] find a mate by `side`.
pub fn mates_quickly(position: &Position, side: Color) -> bool {
    match known_at_once(position, side) {
        Some(known) => known.line().is_some(),
        None => greedy_playouts(position, side, 0..FIRST_PLAYOUTS).0.is_some(),
    }
}

/// The answers that need no search: checkmate on the board, or insufficient mating material.
pub(super) fn known_at_once(position: &Position, side: Color) -> Option<Winnable> {
    if position.turn() != side && position.is_checkmate() {
        Some(Winnable::Yes(Vec::new()))
    } else if !material::has_mating_material(position.placement(), side) {
        Some(Winnable::No(Certificate::Material))
    } else {
        None
    }
}

/// Returns a certificate that `side` cannot mate, if one is found without visiting other positions.
///
/// `None` means that no certificate was found.
pub fn rule_out(position: &Position, side: Color) -> Option<Certificate> {
    match known_at_once(position, side) {
        Some(known) => known.certificate().cloned(),
        None => mobility::prove(position, side, true).map(Certificate::Mobility),
    }
}

/// A solver that keeps its memory from one search to the next.
///
/// It runs a best-first search over the positions that can arise and expands each once. Positions that resemble many
/// others are ranked lower, so that the search does not stay in a region that looks good and leads nowhere.
///
/// ```
/// use lawbook::{board::Color, dead::{DEFAULT_LIMIT, Solver}, position::Position};
///
/// let mut solver = Solver::default();
/// for (fen, can_mate) in [
///     ("8/8/3k4/8/2PK4/8/8/8 w - - 0 1", true),
///     ("8/8/3k4/8/2BK4/8/8/8 w - - 0 1", false),
/// ] {
///     let position: Position = fen.parse()?;
///     let (answer, _) = solver.search(&position, Color::White, DEFAULT_LIMIT);
///     assert_eq!(answer.decided(), Some(can_mate), "{fen}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Solver {
    graph: Graph,
    /// The class of each position of the graph.
    classes_of: Vec<ClassId>,
    /// Positions to expand. Every position is in each queue, and the queues take turns. Two rank by the estimated
    /// distance from mate, and two by the number of pieces, because captures open blocked positions. One of each pair
    /// adds a penalty for positions that resemble others.
    queues: [Queue<Node>; 4],
    similarity: SimilarityPenalty,
    classes: IrreversibleClasses,
}

impl Solver {
    /// Like the function [`search`]. Earlier searches do not influence the answer.
    pub fn search(&mut self, position: &Position, side: Color, limit: usize) -> (Winnable, usize) {
        if let Some(known) = known_at_once(position, side) {
            return (known, 1);
        }
        // The first playouts decide most positions of games, and the first proof most blocked positions.
        for (playouts, by_cases) in [(0..FIRST_PLAYOUTS, false), (FIRST_PLAYOUTS..PLAYOUTS, true)] {
            let (line, plies) = greedy_playouts(position, side, playouts);
            if let Some(line) = line {
                return (Winnable::Yes(line), plies);
            }
            if let Some(invariants) = mobility::prove(position, side, by_cases) {
                return (Winnable::No(Certificate::Mobility(invariants)), 1);
            }
        }
        self.begin(position);
        let found = self.best_first(side, limit);
        if self.graph.len() > MOST_KEPT {
            *self = Solver::default();
        }
        found
    }

    fn begin(&mut self, start: &Position) {
        self.graph.begin(start);
        self.classes_of.clear();
        self.classes_of.push(0);
        for queue in &mut self.queues {
            queue.clear();
            queue.push(0, 0);
        }
        self.similarity.clear();
        self.classes.begin(start);
    }

    fn best_first(&mut self, side: Color, limit: usize) -> (Winnable, usize) {
        let mut turn = 0u32;
        // Created when first needed, as most searches end before.
        let mut untracked = None;
        let (mut abstract_states, mut next_states) = (0, FIRST_STATES);
        loop {
            turn += 1;
            // Every position is in each queue: when one is empty, all have been expanded.
            let Some(node) = self.queues[turn as usize % 4].pop() else { break };
            if !self.graph.take(node) {
                continue;
            }
            let at = self.graph.position(node);
            let class = self.classes_of[node as usize];
            if self.classes.rules_out(&at, side, class) {
                continue;
            }
            if let Some(mate) = self.expand(&at, side, node, class) {
                return (Winnable::Yes(self.graph.line(mate)), self.graph.len());
            }
            if self.graph.len() > limit {
                return (Winnable::Undetermined, self.graph.len());
            }
            if self.graph.len() >= next_states {
                let budget = (2 * next_states).min(MOST_STATES);
                let start = self.graph.position(0);
                let (proof, looked_at) = untracked
                    .get_or_insert_with(|| UntrackedSearch::new(&start, side))
                    .prove(budget);
                abstract_states += looked_at;
                next_states = match proof {
                    UntrackedProof::Found(untracked) => {
                        let proof = Certificate::Abstraction(untracked);
                        return (Winnable::No(proof), self.graph.len() + abstract_states);
                    }
                    UntrackedProof::TooMany if budget < MOST_STATES => next_states * 4,
                    UntrackedProof::None | UntrackedProof::TooMany => usize::MAX,
                };
            }
        }
        let proofs = std::mem::take(&mut self.classes.proofs);
        (Winnable::No(Certificate::Exhausted(proofs)), self.graph.len())
    }

    /// Adds the successors of a position. Returns a mate if there is one.
    fn expand(&mut self, at: &Position, side: Color, from: Node, class: ClassId) -> Option<Node> {
        let loser_moves = at.turn() == side;
        let mut mate = None;
        let Solver { graph, classes_of, queues, similarity, classes } = self;
        graph.add_moves(at, from, |node, played, next| {
            if loser_moves && next.is_checkmate() {
                mate = Some(node);
                return ControlFlow::Break(());
            }
            let class = if is_irreversible(at, played) { classes.of(next) } else { class };
            classes_of.push(class);
            let far = estimated_distance(next, side) as usize;
            let pieces = next.placement().occupied().len() as usize;
            let penalty = similarity.add(next, class, far);
            let ranks = [far + 3 * penalty, pieces + 2 * penalty, far, pieces];
            for (queue, rank) in queues.iter_mut().zip(ranks) {
                queue.push(rank, node);
            }
            ControlFlow::Continue(())
        });
        mate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        mates_are_found_quickly_if_they_are_easy,
        for (fen, found) in [
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", [true, false]),
            ("r3k3/8/8/8/8/8/8/4K3 w - - 0 1", [false, true]),
            ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", [true, false]),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", [false, false]),
            ("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", [false, false]),
            ("8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 w - - 0 1", [false, false]),
        ] {
            let position = fen.parse().unwrap();
            assert_eq!(Color::ALL.map(|side| mates_quickly(&position, side)), found, "{fen}");
        }
    );
}
