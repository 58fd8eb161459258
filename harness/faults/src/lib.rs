//! Seeded bugs, to see whether the cases notice them.
//!
//! A fault is the reference with one mistake, as the maintainer of a library might make it: it is asked
//! like any other implementation, asks the [`Reference`] itself, and bends the question or the answer.
//! A fault that no case notices is a gap in the catalogue, not in the reference.

mod board;
mod claims;
mod conduct;
mod count;
mod ends;
mod incidents;
mod matrix;
mod moves;
mod mutation;
mod notation;
mod random;
mod scene;

use lawbook::{
    adapter::{About, Implementation, Reference, Response, Situation},
    question::Question,
};

pub use matrix::{FaultMatrix, FaultRow, Kill};
pub use random::{GAMES, RandomDisagreement, disagreement};
pub use scene::Memory;

use mutation::Mutation;

/// A seeded bug.
pub struct Fault {
    /// Its name, after the mistake; permanent and unique.
    pub name: &'static str,
    /// The mistake in one sentence.
    pub mistake: &'static str,
    bend: Mutation,
}

const fn fault(name: &'static str, mistake: &'static str, bend: Mutation) -> Fault {
    Fault { name, mistake, bend }
}

/// All faults, from the moves of the pieces to the word of the players.
pub fn all() -> impl Iterator<Item = &'static Fault> {
    [
        moves::FAULTS,
        board::FAULTS,
        count::FAULTS,
        claims::FAULTS,
        ends::FAULTS,
        conduct::FAULTS,
        incidents::FAULTS,
        notation::FAULTS,
    ]
    .into_iter()
    .flatten()
}

/// The reference with a fault in it.
pub struct Seeded<'a> {
    fault: &'a Fault,
    memory: &'a Memory,
}

impl<'a> Seeded<'a> {
    /// Puts a fault into the reference; what the reference says is remembered for other faults.
    pub const fn new(fault: &'a Fault, memory: &'a Memory) -> Seeded<'a> {
        Seeded { fault, memory }
    }
}

impl Implementation for Seeded<'_> {
    /// It passes for the reference, so that it is asked under every rule set.
    fn about(&self) -> About {
        Reference::default().about()
    }

    fn ask(&self, line: &Situation, questions: &[Question]) -> Vec<Response> {
        self.fault.bend.ask(self.memory, line, questions)
    }
}
