//! The whole question: is there a line of play that ends in mate, or is there none?

use std::ops::ControlFlow;

use super::{
    Certificate, Winnable,
    aim::aim,
    graph::{Graph, Node},
    guide::Guide,
    irreversible::{ClassId, IrreversibleClasses, is_irreversible},
    material, mobility,
    playout::greedy_playouts,
    queue::Queue,
};
use crate::{board::Color, position::Position};

/// A limit for [`search`] at which hardly a position is left open.
pub const DEFAULT_LIMIT: usize = 4_000_000;

/// How many playouts are tried before anything else, and how many before anything is searched.
const FIRST_PLAYOUTS: u32 = 2;
const PLAYOUTS: u32 = 16;

/// Once a search has come to so many positions, it looks at as many while aiming at mating patterns: with many
/// pieces on an open board it has no end, and mates are common.
const PAUSES: [usize; 5] = [20_000, 60_000, 150_000, 300_000, 1_000_000];

/// How often cases are split, one inside the other, before anything is searched.
const MOST_SPLITS: u32 = 3;

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

/// A search through the positions that can arise, the most promising first, each expanded once.
struct BestFirstSearch {
    side: Color,
    limit: usize,
    guide: Guide,
    graph: Graph,
    /// Positions to expand, by three different guesses, taken in turn: how far from mate they look, what
    /// the moves to them cost, and the sum. Where one goes astray another may not, and where all do, a
    /// line that is just followed may come through.
    near: Queue<OpenPosition>,
    cheap: Queue<OpenPosition>,
    both: Queue<OpenPosition>,
    /// The same positions in the order in which they were found.
    newest: Vec<OpenPosition>,
    classes: IrreversibleClasses,
}

/// A position to expand.
#[derive(Clone, Copy)]
struct OpenPosition {
    node: Node,
    class: ClassId,
    /// What the moves to it cost.
    cost: u16,
    /// Whether the last of them was progress.
    progress: bool,
}

impl BestFirstSearch {
    fn new(start: &Position, side: Color, limit: usize) -> BestFirstSearch {
        let mut near = Queue::new();
        near.push(0, OpenPosition { node: 0, class: 0, cost: 0, progress: false });
        BestFirstSearch {
            side,
            limit,
            guide: Guide::new(start, side),
            graph: Graph::new(start),
            near,
            cheap: Queue::new(),
            both: Queue::new(),
            newest: Vec::new(),
            classes: IrreversibleClasses::new(start),
        }
    }

    fn run(mut self) -> (Winnable, usize) {
        let (mut turn, mut pauses) = (0, PAUSES.into_iter().peekable());
        loop {
            turn += 1;
            if let Some(length) = pauses.next_if(|length| self.graph.len() > *length) {
                let (line, positions) = aim(&self.graph.position(0), self.side, length);
                if let Some(line) = line {
                    return (Winnable::Yes(line), self.graph.len() + positions);
                }
            }
            let next = match turn % 8 {
                7 => self.newest.pop().or_else(|| self.near.pop()),
                0 | 4 => self.cheap.pop().or_else(|| self.near.pop()),
                1 | 5 => self.both.pop().or_else(|| self.near.pop()),
                _ => self.near.pop().or_else(|| self.cheap.pop()),
            };
            let Some(open) = next else { break };
            if !self.graph.take(open.node) {
                continue;
            }
            let at = self.graph.position(open.node);
            if self.classes.rules_out(&at, self.side, open.class) {
                continue;
            }
            if let Some(mate) = self.expand(&at, open) {
                let nodes = self.graph.len();
                return (Winnable::Yes(self.graph.line(mate)), nodes);
            }
            if self.graph.len() > self.limit {
                return (Winnable::Undetermined, self.graph.len());
            }
        }
        (Winnable::No(Certificate::Exhausted(self.classes.proofs)), self.graph.len())
    }

    /// Adds what can be played here; returns a mate if there is one.
    fn expand(&mut self, at: &Position, open: OpenPosition) -> Option<Node> {
        let loser_moves = at.turn() == self.side;
        let mut mate = None;
        let BestFirstSearch { guide, graph, near, cheap, both, newest, classes, .. } = self;
        graph.add_moves(at, open.node, |node, played, next| {
            if loser_moves && next.is_checkmate() {
                mate = Some(node);
                return ControlFlow::Break(());
            }
            let progress = guide.is_progress(at, played);
            // The answer to progress is free: mostly it is a move that does not matter.
            let cost = open.cost.saturating_add(u16::from(!progress && !open.progress));
            let class = if is_irreversible(at, played) { classes.of(next) } else { open.class };
            let next_open = OpenPosition { node, class, cost, progress };
            let (far, cost) = (guide.remoteness(next) as usize, usize::from(cost));
            near.push(far, next_open);
            cheap.push(cost, next_open);
            both.push(cost + far, next_open);
            newest.push(next_open);
            ControlFlow::Continue(())
        });
        mate
    }
}
