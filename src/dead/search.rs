use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap, hash_map::Entry},
};

use super::material;
use crate::{
    board::{Color, attacks},
    position::{Move, Position},
};

/// The number of positions after which [`search`] gives up, unless told otherwise.
pub const DEFAULT_LIMIT: usize = 110_000;

/// Whether a side can still mate by some series of legal moves of both players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winnable {
    /// It can: this line ends in mate, and anyone can replay it.
    Yes(Vec<Move>),
    /// It cannot: the men do not suffice, or every position that can arise was looked at.
    No,
    /// The limit was reached first.
    Undetermined,
}

/// Looks through the positions that can arise, most promising first, until one is mate by `side`.
///
/// The halfmove clock and repetition play no part. The answer depends on the arguments alone.
/// At most `limit` positions are kept.
pub fn search(position: &Position, side: Color, limit: usize) -> Winnable {
    let mut graph = Graph::new(*position);
    while let Some(index) = graph.next() {
        let at = graph.reached[index].position;
        if at.turn() != side && at.is_checkmate() {
            return Winnable::Yes(graph.line(index));
        }
        if !material::suffices(at.placement(), side) {
            continue;
        }
        for played in at.legal_moves() {
            graph.add(at.after(played), side, Some((index, played)));
        }
        if graph.reached.len() > limit {
            return Winnable::Undetermined;
        }
    }
    Winnable::No
}

/// The positions found so far, each once, with the move that led there.
struct Graph {
    reached: Vec<Reached>,
    known: HashMap<Identity, ()>,
    open: BinaryHeap<Reverse<(u32, usize)>>,
}

struct Reached {
    position: Position,
    from: Option<(usize, Move)>,
    depth: u32,
}

/// A position without its clocks.
type Identity = Position;

impl Graph {
    fn new(start: Position) -> Graph {
        let mut graph =
            Graph { reached: Vec::new(), known: HashMap::new(), open: BinaryHeap::new() };
        graph.add(start, start.turn(), None);
        graph
    }

    fn add(&mut self, position: Position, side: Color, from: Option<(usize, Move)>) {
        let position = position.without_clocks();
        if let Entry::Vacant(free) = self.known.entry(position) {
            free.insert(());
            let depth = from.map_or(0, |(index, _)| self.reached[index].depth + 1);
            self.open.push(Reverse((depth + remoteness(&position, side), self.reached.len())));
            self.reached.push(Reached { position, from, depth });
        }
    }

    fn next(&mut self) -> Option<usize> {
        self.open.pop().map(|Reverse((_, index))| index)
    }

    fn line(&self, mut index: usize) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some((before, played)) = self.reached[index].from {
            line.push(played);
            index = before;
        }
        line.reverse();
        line
    }
}

/// A guess how far from mate by `side` a position is: the freedom of the other king, and how much
/// there is to do before the men of `side` bear on it.
fn remoteness(position: &Position, side: Color) -> u32 {
    let men = position.placement();
    let king = position.king(!side);
    let around = attacks::king(king);
    let free = around - men.color(!side);
    let mut escapes = 0;
    for square in free {
        if men.attackers(side, square, men.occupied()).is_empty() {
            escapes += 1;
        }
    }
    let from_edge = |index: usize| index.min(7 - index) as u32;
    let edge = from_edge(king.file().index()) + from_edge(king.rank().index());
    let own = position.king(side);
    let apart = own
        .file()
        .index()
        .abs_diff(king.file().index())
        .max(own.rank().index().abs_diff(king.rank().index())) as u32;
    6 * escapes + 2 * edge + 2 * apart
}
