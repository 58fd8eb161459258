//! Seeded bugs, which test whether the cases detect mistakes.
//!
//! A fault is the reference with one mistake that the maintainer of a library might make. It implements
//! [`Implementation`], forwards questions to the [`Reference`], and alters the question or the answer.
//! A fault that no case detects is a gap in the catalogue, not in the reference.

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
    adapter::{About, Implementation, Reference, Response, Scenario},
    question::Question,
};

pub use matrix::{FaultMatrix, FaultRow, Kill};
pub use random::{GAMES, RandomDisagreement, disagreement};
pub use scene::Memory;

use mutation::Mutation;

/// A seeded bug.
pub struct Fault {
    /// Permanent, unique name that describes the mistake.
    pub name: &'static str,
    /// The mistake in one sentence.
    pub mistake: &'static str,
    bend: Mutation,
}

const fn fault(name: &'static str, mistake: &'static str, bend: Mutation) -> Fault {
    Fault { name, mistake, bend }
}

/// All faults, starting with the moves of the pieces.
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

/// The reference with one fault.
pub struct Seeded<'a> {
    fault: &'a Fault,
    memory: &'a Memory,
}

impl<'a> Seeded<'a> {
    /// Adds a fault to the reference. `memory` caches answers of the reference, so that several faults can share them.
    pub const fn new(fault: &'a Fault, memory: &'a Memory) -> Seeded<'a> {
        Seeded { fault, memory }
    }
}

impl Implementation for Seeded<'_> {
    /// Identifies itself as the reference, so that the runner tests it under every rule set.
    fn about(&self) -> About {
        Reference::default().about()
    }

    fn ask(&self, line: &Scenario, questions: &[Question]) -> Vec<Response> {
        self.fault.bend.ask(self.memory, line, questions)
    }
}
