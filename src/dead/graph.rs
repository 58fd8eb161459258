//! The positions found so far, each once, with the move that led there.

use std::ops::ControlFlow;

use crate::{
    board::Bitboard,
    position::{Move, Packed, Position},
};

/// A position in a [`Graph`].
pub(super) type Node = u32;

struct GraphEntry {
    packed: Packed,
    from: Node,
    played: Move,
    expanded: bool,
}

/// A position on its way into a [`Graph`].
struct Child {
    packed: Packed,
    hash: u64,
    played: Move,
    /// What its first slot in the table says.
    first: u32,
}

const KNOWN: u32 = u32::MAX;

/// A set of positions that remembers how each was reached.
#[derive(Default)]
pub(super) struct Graph {
    reached: Vec<GraphEntry>,
    /// Open addressing: the number of a position plus one, or 0.
    slots: Vec<u32>,
    /// Kept between calls, so that its memory is allocated once.
    children: Vec<Child>,
}

impl Graph {
    /// Has this position only.
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

    /// Whether the position has yet to be expanded; it then counts as expanded.
    pub(super) fn take(&mut self, node: Node) -> bool {
        !std::mem::replace(&mut self.reached[node as usize].expanded, true)
    }

    /// Adds a position that is not known.
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

    /// Adds what can be played here, and calls the closure with what is new until it breaks off.
    ///
    /// The table is far larger than the caches. It is read for all moves before any is decided, so that
    /// the processor waits for memory once and not once a move.
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

    /// The moves from the first position to this one.
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
