//! The hash table of positions found by the search, with the move that led to each.

use std::ops::ControlFlow;

use crate::{
    board::Bitboard,
    position::{Move, Packed, Position},
};

/// Index of a position in a [`Graph`].
pub(super) type Node = u32;

struct GraphEntry {
    packed: Packed,
    from: Node,
    played: Move,
    expanded: bool,
}

/// A successor that may have to be added to a [`Graph`].
struct Child {
    packed: Packed,
    hash: u64,
    played: Move,
    /// The content of its first slot in the table.
    first: u32,
}

const KNOWN: u32 = u32::MAX;

/// A set of positions, each with its predecessor.
#[derive(Default)]
pub(super) struct Graph {
    reached: Vec<GraphEntry>,
    /// Open addressing: the index of a position plus one, or 0 if the slot is free.
    slots: Vec<u32>,
    /// A buffer that is kept between calls.
    children: Vec<Child>,
}

impl Graph {
    /// Removes all positions and adds `start`.
    pub(super) fn begin(&mut self, start: &Position) {
        let nothing = Move::new(start.king(start.turn()), start.king(start.turn()));
        self.reached.clear();
        self.clear_slots(256);
        let packed = Packed::new(start);
        self.add(packed, packed.hash(), 0, nothing);
    }

    fn clear_slots(&mut self, count: usize) {
        self.slots.clear();
        self.slots.resize(count, 0);
    }

    pub(super) fn len(&self) -> usize {
        self.reached.len()
    }

    pub(super) fn position(&self, node: Node) -> Position {
        self.reached[node as usize].packed.unpack()
    }

    /// Marks the position as expanded. Returns whether it was not.
    pub(super) fn take(&mut self, node: Node) -> bool {
        !std::mem::replace(&mut self.reached[node as usize].expanded, true)
    }

    /// Adds a position that is not in the set.
    fn add(&mut self, packed: Packed, hash: u64, from: Node, played: Move) -> Node {
        if self.reached.len() * 2 >= self.slots.len() {
            self.widen();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.reached.push(GraphEntry { packed, from, played, expanded: false });
        self.slots[slot] = self.reached.len() as u32;
        self.reached.len() as u32 - 1
    }

    /// Adds the successors of `at`, and calls `visit` with each new one until it breaks.
    ///
    /// The table is far larger than the caches. The first slots of all successors are read before any is compared, so
    /// that the cache misses overlap.
    pub(super) fn add_moves(
        &mut self,
        at: &Position,
        from: Node,
        mut visit: impl FnMut(Node, Move, &Position) -> ControlFlow<()>,
    ) {
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        let _ = at.try_each_move_from(Bitboard::FULL, |played| {
            let packed = Packed::new(&at.after(played));
            children.push(Child { packed, hash: packed.hash(), played, first: 0 });
            ControlFlow::Continue(())
        });
        let mask = self.slots.len() - 1;
        for child in &mut children {
            child.first = self.slots[child.hash as usize & mask];
        }
        for child in &mut children {
            if child.first != 0 && self.reached[child.first as usize - 1].packed == child.packed {
                child.first = KNOWN;
            }
        }
        for child in &children {
            if child.first == KNOWN || (child.first != 0 && self.is_known(child)) {
                continue;
            }
            let node = self.add(child.packed, child.hash, from, child.played);
            if visit(node, child.played, &at.after(child.played)).is_break() {
                break;
            }
        }
        self.children = children;
    }

    fn is_known(&self, child: &Child) -> bool {
        let mask = self.slots.len() - 1;
        let mut slot = child.hash as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return false,
                known if self.reached[known as usize - 1].packed == child.packed => return true,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn widen(&mut self) {
        self.clear_slots(self.slots.len() * 2);
        let mask = self.slots.len() - 1;
        for (index, reached) in self.reached.iter().enumerate() {
            let mut slot = reached.packed.hash() as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = index as u32 + 1;
        }
    }

    /// The moves from the start to this position.
    pub(super) fn line(&self, mut node: Node) -> Vec<Move> {
        let mut line = Vec::new();
        while node != 0 {
            let GraphEntry { from, played, .. } = self.reached[node as usize];
            line.push(played);
            node = from;
        }
        line.reverse();
        line
    }
}
