//! The whole question: is there a line of play that ends in mate, or is there none?

use std::ops::ControlFlow;

use super::{
    Certificate, Winnable,
    graph::{Graph, Node},
    guide::Guide,
    material,
    mobility::{self, Region},
    sprint::sprint,
};
use crate::{
    board::{Bitboard, Color, Role},
    position::{Move, Position},
};

/// The number of positions after which [`search`] gives up, unless told otherwise.
pub const DEFAULT_LIMIT: usize = 4_000_000;

/// Looks for a mate by `side`, and for a proof that there is none.
///
/// Returns the answer and the number of positions looked at. The halfmove clock and repetition play no part. The answer depends on the arguments alone.
/// At most `limit` positions are kept.
pub fn search(position: &Position, side: Color, limit: usize) -> (Winnable, usize) {
    if position.turn() != side && position.is_checkmate() {
        return (Winnable::Yes(Vec::new()), 1);
    }
    if !material::suffices(position.placement(), side) {
        return (Winnable::No(Certificate::Material), 1);
    }
    let (line, plies) = sprint(position, side, 8);
    if let Some(line) = line {
        return (Winnable::Yes(line), plies);
    }
    if let Some(region) = mobility::prove(position, side) {
        return (Winnable::No(Certificate::Mobility(region)), 1);
    }
    Sweep::new(position, side, limit).run()
}

/// A sweep over the positions that can arise, the most promising first, each expanded once.
struct Sweep {
    side: Color,
    limit: usize,
    guide: Guide,
    graph: Graph,
    /// Positions to expand, by two different guesses, taken in turn.
    near: Queue,
    cheap: Queue,
    /// What the proof may rest on besides the positions looked at.
    regions: Vec<Region>,
    tries: std::collections::BTreeMap<u64, u32>,
}

/// A position to expand, what the moves to it cost, and whether the last one was irreversible.
#[derive(Clone, Copy)]
struct Open {
    node: Node,
    cost: u16,
    depth: u16,
    is_new_world: bool,
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

impl Sweep {
    fn new(start: &Position, side: Color, limit: usize) -> Sweep {
        let mut near = Queue::default();
        near.push(0, Open { node: 0, cost: 0, depth: 0, is_new_world: false });
        Sweep {
            side,
            limit,
            guide: Guide::new(start, side),
            graph: Graph::new(start),
            near,
            cheap: Queue::default(),
            regions: Vec::new(),
            tries: Default::default(),
        }
    }

    fn run(mut self) -> (Winnable, usize) {
        let mut turn = 0;
        loop {
            turn += 1;
            let open = if turn % 4 != 0 { self.near.pop() } else { self.cheap.pop() };
            let Some(open) = open else {
                if turn % 4 != 0 {
                    break;
                }
                continue;
            };
            if !self.graph.take(open.node) {
                continue;
            }
            let at = self.graph.position(open.node);
            if open.is_new_world && self.is_hopeless(&at) {
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
        (Winnable::No(Certificate::Exhausted(self.regions)), self.graph.len())
    }

    /// Adds what can be played here; returns a mate if there is one.
    fn expand(&mut self, at: &Position, open: Open) -> Option<Node> {
        let men = at.placement();
        let lasting = men.role(Role::Pawn) | men.color(!at.turn());
        let loser_moves = at.turn() == self.side;
        let mut mate = None;
        let Sweep { guide, graph, near, cheap, .. } = self;
        graph.add_moves(at, open.node, |node, played, next| {
            if loser_moves && next.is_checkmate() {
                mate = Some(node);
                return ControlFlow::Break(());
            }
            let cost = open.cost.saturating_add(guide.cost(at, played) as u16);
            let is_new_world = is_lasting(lasting, played);
            let depth = open.depth.saturating_add(1);
            let next_open = Open { node, cost, depth, is_new_world };
            cheap.push(cost as usize, next_open);
            near.push(guide.remoteness(next) as usize, next_open);
            ControlFlow::Continue(())
        });
        mate
    }

    /// Whether it is known without a search that nothing can come of this position.
    fn is_hopeless(&mut self, at: &Position) -> bool {
        if !material::suffices(at.placement(), self.side) {
            return true;
        }
        if self.regions.iter().rev().take(8).any(|region| region.holds(at)) {
            return true;
        }
        let men = at.placement();
        let mut world = men.role(Role::Pawn).0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for color in Color::ALL {
            world = (world ^ (men.color(color) & men.role(Role::Pawn)).0)
                .wrapping_mul(0x8cb9_2ba7_2f3d_8dd7)
                .rotate_left(23);
            for role in Role::ALL {
                world = world.wrapping_mul(31).wrapping_add(men.men(color, role).len() as u64);
            }
        }
        let tries = self.tries.entry(world).or_insert(0);
        *tries += 1;
        if !tries.is_power_of_two() {
            return false;
        }
        match mobility::prove(at, self.side) {
            Some(region) => {
                *tries = 0;
                self.regions.push(region);
                true
            }
            None => false,
        }
    }
}

/// Whether the move can never be taken back: a capture or a pawn's move.
fn is_lasting(lasting: Bitboard, played: Move) -> bool {
    lasting.contains(played.from) || lasting.contains(played.to)
}
