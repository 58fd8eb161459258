//! The positions found so far, each once, with the move that led there.

use crate::position::{Move, Packed, Position};

/// A position in a [`Graph`].
pub(super) type Node = u32;

struct Reached {
    packed: Packed,
    from: Node,
    played: Move,
    expanded: bool,
}

/// A set of positions that remembers how each was reached.
pub(super) struct Graph {
    reached: Vec<Reached>,
    /// Open addressing: the number of a position plus one, or 0.
    slots: Vec<u32>,
}

impl Graph {
    pub(super) fn new(start: &Position) -> Graph {
        let nothing = Move::new(start.king(start.turn()), start.king(start.turn()));
        let mut graph = Graph { reached: Vec::new(), slots: vec![0; 256] };
        graph.add(start, 0, nothing);
        graph
    }

    pub(super) fn len(&self) -> usize {
        self.reached.len()
    }

    pub(super) fn position(&self, node: Node) -> Position {
        self.reached[node as usize].packed.unpack()
    }

    /// Whether the position has yet to be expanded; it then counts as expanded.
    pub(super) fn take(&mut self, node: Node) -> bool {
        !std::mem::replace(&mut self.reached[node as usize].expanded, true)
    }

    /// Adds a position unless it is known; returns its number if it is new.
    pub(super) fn add(&mut self, position: &Position, from: Node, played: Move) -> Option<Node> {
        if self.reached.len() * 2 >= self.slots.len() {
            self.widen();
        }
        let packed = Packed::new(position);
        let mask = self.slots.len() - 1;
        let mut slot = packed.hash() as usize & mask;
        loop {
            match self.slots[slot] {
                0 => break,
                known if self.reached[known as usize - 1].packed == packed => return None,
                _ => slot = (slot + 1) & mask,
            }
        }
        self.reached.push(Reached { packed, from, played, expanded: false });
        self.slots[slot] = self.reached.len() as u32;
        Some(self.reached.len() as u32 - 1)
    }

    fn widen(&mut self) {
        let mask = self.slots.len() * 4 - 1;
        self.slots = vec![0; mask + 1];
        for (index, reached) in self.reached.iter().enumerate() {
            let mut slot = reached.packed.hash() as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = index as u32 + 1;
        }
    }

    /// The moves from the first position to this one.
    pub(super) fn line(&self, mut node: Node) -> Vec<Move> {
        let mut line = Vec::new();
        while node != 0 {
            let Reached { from, played, .. } = self.reached[node as usize];
            line.push(played);
            node = from;
        }
        line.reverse();
        line
    }
}
