//! The whole question: is there a line of play that ends in mate, or is there none?

use std::ops::ControlFlow;

use super::{
    Certificate, Winnable,
    graph::{Graph, Node},
    guide::Guide,
    irreversible::{IrreversibleClasses, WorldId},
    material, mobility,
    playout::greedy_playouts,
};
use crate::{
    board::{Bitboard, Color, Role},
    position::{Move, Position},
};

/// The number of positions after which [`search`] gives up, unless told otherwise.
pub const DEFAULT_LIMIT: usize = 4_000_000;

/// How many quick games are tried first.
const GAMES: u32 = 12;

/// How many are tried once a sweep has come to so many positions: with few pieces on an open board it has
/// no end, and mates are common.
const MORE_GAMES: u32 = 2_000;
const LONG_SWEEP: usize = 200_000;

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
    let (line, plies) = greedy_playouts(position, side, 0..GAMES);
    if let Some(line) = line {
        return (Winnable::Yes(line), plies);
    }
    if let Some(region) = mobility::prove(position, side, 3) {
        return (Winnable::No(Certificate::Mobility(region)), 1);
    }
    BestFirstSearch::new(position, side, limit).run()
}

/// A sweep over the positions that can arise, the most promising first, each expanded once.
struct BestFirstSearch {
    side: Color,
    limit: usize,
    guide: Guide,
    graph: Graph,
    /// Positions to expand, by three different guesses, taken in turn: how far from mate they look, what
    /// the moves to them cost, and the sum. Where one goes astray another may not, and where all do, a
    /// line that is just followed may come through.
    near: Queue,
    cheap: Queue,
    both: Queue,
    /// The same positions in the order in which they were found.
    newest: Vec<Open>,
    worlds: IrreversibleClasses,
}

/// A position to expand.
#[derive(Clone, Copy)]
struct Open {
    node: Node,
    world: WorldId,
    /// What the moves to it cost.
    cost: u16,
    /// Whether the last of them was progress.
    progress: bool,
}

/// Positions to expand by rank, the lowest first; in a rank the last one first.
#[derive(Default)]
struct Queue {
    ranks: Vec<Vec<Open>>,
    lowest: usize,
}

impl Queue {
    fn push(&mut self, rank: usize, open: Open) {
        while self.ranks.len() <= rank {
            self.ranks.push(Vec::new());
        }
        self.ranks[rank].push(open);
        self.lowest = self.lowest.min(rank);
    }

    fn pop(&mut self) -> Option<Open> {
        while let Some(rank) = self.ranks.get_mut(self.lowest) {
            if let Some(open) = rank.pop() {
                return Some(open);
            }
            self.lowest += 1;
        }
        None
    }
}

impl BestFirstSearch {
    fn new(start: &Position, side: Color, limit: usize) -> BestFirstSearch {
        let mut near = Queue::default();
        near.push(0, Open { node: 0, world: 0, cost: 0, progress: false });
        BestFirstSearch {
            side,
            limit,
            guide: Guide::new(start, side),
            graph: Graph::new(start),
            near,
            cheap: Queue::default(),
            both: Queue::default(),
            newest: Vec::new(),
            worlds: IrreversibleClasses::new(start),
        }
    }

    fn run(mut self) -> (Winnable, usize) {
        let (mut turn, mut is_long) = (0, false);
        loop {
            turn += 1;
            if self.graph.len() > LONG_SWEEP && !std::mem::replace(&mut is_long, true) {
                let start = self.graph.position(0);
                if let (Some(line), plies) = greedy_playouts(&start, self.side, GAMES..MORE_GAMES) {
                    return (Winnable::Yes(line), self.graph.len() + plies);
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
            if self.worlds.rules_out(&at, self.side, open.world) {
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
        (Winnable::No(Certificate::Exhausted(self.worlds.regions)), self.graph.len())
    }

    /// Adds what can be played here; returns a mate if there is one.
    fn expand(&mut self, at: &Position, open: Open) -> Option<Node> {
        let pieces = at.placement();
        let lasting = pieces.role(Role::Pawn) | pieces.color(!at.turn());
        let loser_moves = at.turn() == self.side;
        let mut mate = None;
        let BestFirstSearch { guide, graph, near, cheap, both, newest, worlds, .. } = self;
        graph.add_moves(at, open.node, |node, played, next| {
            if loser_moves && next.is_checkmate() {
                mate = Some(node);
                return ControlFlow::Break(());
            }
            let progress = guide.is_progress(at, played);
            // The answer to progress is free: mostly it is a move that does not matter.
            let cost = open.cost.saturating_add(u16::from(!progress && !open.progress));
            let world = if is_lasting(lasting, played) { worlds.of(next) } else { open.world };
            let next_open = Open { node, world, cost, progress };
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

/// Whether the move can never be taken back: a capture or a pawn's move.
fn is_lasting(lasting: Bitboard, played: Move) -> bool {
    lasting.contains(played.from) || lasting.contains(played.to)
}
