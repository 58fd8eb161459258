//! The whole question: is there a line of play that ends in mate, or is there none?

use std::ops::ControlFlow;

use super::{
    Certificate, Winnable,
    graph::{Graph, Node},
    guide::remoteness,
    irreversible::{ClassId, IrreversibleClasses, is_irreversible},
    material, mobility,
    part::{Part, Without},
    playout::greedy_playouts,
    queue::{Crowds, Queue},
    spares::{SpareProof, SpareSearch},
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

/// So often another playout is tried from the start and one from a position of the search, each fourth that is expanded:
/// where many moves lead to mate, the search may keep to the others.
const MORE_PLAYOUTS: u32 = 1 << 10;
const EXPANDED_EACH: u32 = 4;

/// How often cases are split, one inside the other, before anything is searched.
const MOST_SPLITS: u32 = 2;

/// After so many positions a proof without the spare pieces is tried, then after four times as many, and
/// again. It may look at twice as many shadows, and at so many at most; where these did not do, it ends.
const FIRST_SHADOWS: usize = 4 << 10;
const MOST_SHADOWS: usize = 1 << 17;

/// The most positions for which memory is kept until the next search: a few megabytes.
const MOST_KEPT: usize = 1 << 15;

/// Looks for a mate by `side`, and for a proof that there is none.
///
/// Returns the answer and the number of positions looked at, without those of quick games in vain. The halfmove clock
/// and repetition play no part. The answer depends on the arguments alone. At most `limit` positions are kept, and few
/// more.
///
/// For many positions, one after the other, there is [`Solver`].
pub fn search(position: &Position, side: Color, limit: usize) -> (Winnable, usize) {
    Solver::default().search(position, side, limit)
}

/// Whether a mate by `side` is found in the quick games with which a [`search`] begins.
pub fn mates_quickly(position: &Position, side: Color) -> bool {
    match known_at_once(position, side) {
        Some(known) => known.line().is_some(),
        None => greedy_playouts(position, side, 0..FIRST_PLAYOUTS, Without::default()).0.is_some(),
    }
}

/// What the board says without a move: it is mate, or the pieces do not suffice for one.
pub(super) fn known_at_once(position: &Position, side: Color) -> Option<Winnable> {
    if position.turn() != side && position.is_checkmate() {
        Some(Winnable::Yes(Vec::new()))
    } else if !material::has_mating_material(position.placement(), side) {
        Some(Winnable::No(Certificate::Material))
    } else {
        None
    }
}

/// Looks for mates in one position after the other, in memory that is kept between them.
///
/// It goes through the positions that can arise, the most promising first, each expanded once. Promise is told from where
/// positions crowd that look alike: what looks good and leads nowhere is soon crowded, and others have their turn.
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
    /// Positions to expand. Each queue has all of them, and the search takes from one after the other: in two they are
    /// ranked by how far from mate they look, in two by how few pieces are left (players who both want the mate open walls
    /// by giving away what is in the way), each with and without a penalty for positions that look like many others.
    queues: [Queue<Node>; 4],
    crowds: Crowds,
    classes: IrreversibleClasses,
    without: Without,
}

impl Solver {
    /// A solver that does without some of its parts, to measure what each is worth.
    pub fn without(parts: &[Part]) -> Solver {
        Solver { without: Without::new(parts), ..Solver::default() }
    }

    /// The same as the function [`search`], whatever was asked before.
    pub fn search(&mut self, position: &Position, side: Color, limit: usize) -> (Winnable, usize) {
        if let Some(known) = known_at_once(position, side) {
            return (known, 1);
        }
        // Most questions about games are answered by the first playouts, most about walls by the first proof.
        for (playouts, splits) in [(0..FIRST_PLAYOUTS, 0), (FIRST_PLAYOUTS..PLAYOUTS, MOST_SPLITS)]
        {
            let (line, plies) = greedy_playouts(position, side, playouts, self.without);
            if let Some(line) = line {
                return (Winnable::Yes(line), plies);
            }
            if let Some(invariants) = mobility::prove(position, side, splits, self.without) {
                return (Winnable::No(Certificate::Mobility(invariants)), 1);
            }
        }
        self.begin(position);
        let found = self.best_first(side, limit);
        if self.graph.len() > MOST_KEPT {
            *self = Solver { without: self.without, ..Solver::default() };
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
        self.crowds.clear();
        self.classes.begin(start);
    }

    fn best_first(&mut self, side: Color, limit: usize) -> (Winnable, usize) {
        let mut turn = 0u32;
        // Most searches end before it is made.
        let mut spares = None;
        let (mut aside, mut next_shadows) = (0, FIRST_SHADOWS);
        loop {
            turn += 1;
            // Each queue has all positions: when one is empty, all have been expanded.
            let Some(node) = self.queues[turn as usize % 4].pop() else { break };
            if !self.graph.take(node) {
                continue;
            }
            let at = self.graph.position(node);
            let class = self.classes_of[node as usize];
            if self.classes.rules_out(&at, side, class, self.without) {
                continue;
            }
            if let Some(mate) = self.expand(&at, side, node, class) {
                return (Winnable::Yes(self.graph.line(mate)), self.graph.len());
            }
            if !self.without.has(Part::LaterPlayouts)
                && turn.is_multiple_of(EXPANDED_EACH)
                && turn / EXPANDED_EACH <= MORE_PLAYOUTS
                && let Some(line) = self.play_on(node, side, PLAYOUTS + turn / EXPANDED_EACH)
            {
                return (Winnable::Yes(line), self.graph.len());
            }
            if self.graph.len() > limit {
                return (Winnable::Undetermined, self.graph.len());
            }
            if !self.without.has(Part::Spares) && self.graph.len() >= next_shadows {
                let budget = (2 * next_shadows).min(MOST_SHADOWS);
                let start = self.graph.position(0);
                let (proof, looked_at) =
                    spares.get_or_insert_with(|| SpareSearch::new(&start, side)).prove(budget);
                aside += looked_at;
                next_shadows = match proof {
                    SpareProof::Found(spares) => {
                        let proof = Certificate::Spares(spares);
                        return (Winnable::No(proof), self.graph.len() + aside);
                    }
                    SpareProof::TooMany if budget < MOST_SHADOWS => next_shadows * 4,
                    SpareProof::None | SpareProof::TooMany => usize::MAX,
                };
            }
        }
        let proofs = std::mem::take(&mut self.classes.proofs);
        (Winnable::No(Certificate::Exhausted(proofs)), self.graph.len())
    }

    /// Plays this game from the start and from this position; returns a line that mates if one does.
    fn play_on(&self, node: Node, side: Color, game: u32) -> Option<Vec<Move>> {
        [0, node].into_iter().find_map(|from| {
            let at = self.graph.position(from);
            let (rest, _) = greedy_playouts(&at, side, game..game + 1, self.without);
            Some([self.graph.line(from), rest?].concat())
        })
    }

    /// Adds what can be played here; returns a mate if there is one.
    fn expand(&mut self, at: &Position, side: Color, from: Node, class: ClassId) -> Option<Node> {
        let loser_moves = at.turn() == side;
        let mut mate = None;
        let Solver { graph, classes_of, queues, crowds, classes, without } = self;
        let is_crowding = !without.has(Part::Crowds);
        graph.add_moves(at, from, |node, played, next| {
            if loser_moves && next.is_checkmate() {
                mate = Some(node);
                return ControlFlow::Break(());
            }
            let class = if is_irreversible(at, played) { classes.of(next) } else { class };
            classes_of.push(class);
            let far = remoteness(next, side) as usize;
            let pieces = next.placement().occupied().len() as usize;
            let crowd = if is_crowding { crowds.join(next, class, far) } else { 0 };
            let ranks = [far + 3 * crowd, pieces + 2 * crowd, far, pieces];
            for (queue, rank) in queues.iter_mut().zip(ranks) {
                queue.push(rank, node);
            }
            ControlFlow::Continue(())
        });
        mate
    }
}
