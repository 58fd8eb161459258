//! The whole question: is there a line of play that ends in mate, or is there none?

use std::ops::ControlFlow;

use super::{
    Certificate, Winnable,
    graph::{Graph, Node},
    guide::remoteness,
    irreversible::{ClassId, IrreversibleClasses, is_irreversible},
    material, mobility,
    playout::greedy_playouts,
    queue::Queue,
    shadow::{self, SpareProof},
};
use crate::{
    board::Color,
    position::{Move, Position},
};

/// A limit for [`search`] at which hardly a position is left open.
pub const DEFAULT_LIMIT: usize = 4_000_000;

/// How many playouts are tried before anything else, and how many before anything is searched.
const FIRST_PLAYOUTS: u32 = 2;
const PLAYOUTS: u32 = 16;

/// How often cases are split, one inside the other, before anything is searched.
const MOST_SPLITS: u32 = 3;

/// After so many positions a proof without the spare pieces is tried, then after four times as many, and
/// again. It may look at half as many shadows, and at so many at most.
const FIRST_SHADOWS: usize = 4 << 10;
const MOST_SHADOWS: usize = 1 << 18;

/// Looks for a mate by `side`, and for a proof that there is none.
///
/// Returns the answer and the number of positions looked at. The halfmove clock and repetition play
/// no part. The answer depends on the arguments alone. At most `limit` positions are kept, and few more.
pub fn search(position: &Position, side: Color, limit: usize) -> (Winnable, usize) {
    if position.turn() != side && position.is_checkmate() {
        return (Winnable::Yes(Vec::new()), 1);
    }
    if !material::has_mating_material(position.placement(), side) {
        return (Winnable::No(Certificate::Material), 1);
    }
    // Most questions about games are answered by the first playouts, most about walls by the first proof.
    for (playouts, splits) in [(0..FIRST_PLAYOUTS, 0), (FIRST_PLAYOUTS..PLAYOUTS, MOST_SPLITS)] {
        let (line, plies) = greedy_playouts(position, side, playouts);
        if let Some(line) = line {
            return (Winnable::Yes(line), plies);
        }
        if let Some(invariants) = mobility::prove(position, side, splits) {
            return (Winnable::No(Certificate::Mobility(invariants)), 1);
        }
    }
    BestFirstSearch::new(position, side, limit).run()
}

/// A mate by `side` that the first quick games find.
pub(super) fn first_playouts(position: &Position, side: Color) -> Option<Vec<Move>> {
    if position.turn() != side && position.is_checkmate() {
        return Some(Vec::new());
    }
    let has_material = material::has_mating_material(position.placement(), side);
    has_material.then(|| greedy_playouts(position, side, 0..FIRST_PLAYOUTS).0)?
}

/// A search through the positions that can arise, the most promising first, each expanded once.
///
/// Promise is told from where positions crowd that look alike: what looks good and leads nowhere is soon
/// crowded, and others have their turn.
struct BestFirstSearch {
    side: Color,
    limit: usize,
    graph: Graph,
    /// The class of each position of the graph.
    classes_of: Vec<ClassId>,
    /// Positions to expand, by two different guesses: how far from mate they look, and how few pieces are
    /// left. Players who both want the mate open walls by giving away what is in the way.
    near: Queue<Node>,
    few: Queue<Node>,
    /// The same positions in the order in which they were found: a line that is just followed may come
    /// through where both guesses go astray.
    newest: Vec<Node>,
    crowds: Crowds,
    classes: IrreversibleClasses,
}

impl BestFirstSearch {
    fn new(start: &Position, side: Color, limit: usize) -> BestFirstSearch {
        let mut near = Queue::new();
        near.push(0, 0);
        BestFirstSearch {
            side,
            limit,
            graph: Graph::new(start),
            classes_of: vec![0],
            near,
            few: Queue::new(),
            newest: Vec::new(),
            crowds: Crowds::new(),
            classes: IrreversibleClasses::new(start),
        }
    }

    fn run(mut self) -> (Winnable, usize) {
        let mut turn = 0;
        let (mut shadows, mut next_shadows) = (0, FIRST_SHADOWS);
        loop {
            turn += 1;
            // Each queue has all positions.
            let next = match turn % 5 {
                1 | 3 => self.near.pop(),
                0 | 2 => self.few.pop(),
                _ => self.newest.pop(),
            };
            let Some(node) = next.or_else(|| self.near.pop()) else { break };
            if !self.graph.take(node) {
                continue;
            }
            let at = self.graph.position(node);
            let class = self.classes_of[node as usize];
            if self.classes.rules_out(&at, self.side, class) {
                continue;
            }
            if let Some(mate) = self.expand(&at, node, class) {
                let nodes = self.graph.len();
                return (Winnable::Yes(self.graph.line(mate)), nodes);
            }
            if self.graph.len() > self.limit {
                return (Winnable::Undetermined, self.graph.len());
            }
            if self.graph.len() >= next_shadows {
                let budget = (next_shadows / 2).min(MOST_SHADOWS);
                let (proof, looked_at) = shadow::prove(&self.graph.position(0), self.side, budget);
                shadows += looked_at;
                next_shadows = match proof {
                    SpareProof::Found(spares) => {
                        let all = self.graph.len() + shadows;
                        return (Winnable::No(Certificate::Spares(spares)), all);
                    }
                    SpareProof::None => usize::MAX,
                    SpareProof::TooMany => next_shadows * 4,
                };
            }
        }
        (Winnable::No(Certificate::Exhausted(self.classes.proofs)), self.graph.len())
    }

    /// Adds what can be played here; returns a mate if there is one.
    fn expand(&mut self, at: &Position, from: Node, class: ClassId) -> Option<Node> {
        let loser_moves = at.turn() == self.side;
        let mut mate = None;
        let BestFirstSearch { side, graph, classes_of, near, few, newest, crowds, classes, .. } =
            self;
        graph.add_moves(at, from, |node, played, next| {
            if loser_moves && next.is_checkmate() {
                mate = Some(node);
                return ControlFlow::Break(());
            }
            let class = if is_irreversible(at, played) { classes.of(next) } else { class };
            classes_of.push(class);
            let far = remoteness(next, *side) as usize;
            let pieces = next.placement().occupied().len() as usize;
            let crowd = crowds.join(next, class, far);
            near.push(far + 3 * crowd, node);
            few.push(pieces + 2 * crowd, node);
            newest.push(node);
            ControlFlow::Continue(())
        });
        mate
    }
}

/// How many positions have been found that look alike: of one class, with both kings where they are, and as
/// far from mate.
struct Crowds {
    /// By a hash; that some share a count does no harm, and that they stop at the most does not either.
    counts: Vec<u16>,
}

impl Crowds {
    const BITS: u32 = 14;

    fn new() -> Crowds {
        Crowds { counts: vec![0; 1 << Crowds::BITS] }
    }

    /// Counts a position; returns how often the crowd it is in has doubled.
    #[inline]
    fn join(&mut self, position: &Position, class: ClassId, far: usize) -> usize {
        let [white, black] = Color::ALL.map(|color| position.king(color).index());
        let look = (((class as usize) << 20 | far) << 6 | white) << 6 | black;
        let slot = (look as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Crowds::BITS);
        let count = &mut self.counts[slot as usize];
        let before = *count;
        *count = before.saturating_add(1);
        (u32::from(before) + 2).ilog2() as usize
    }
}
