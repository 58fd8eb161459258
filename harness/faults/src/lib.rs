//! Seeded bugs, which test whether the cases detect mistakes.
//!
//! A fault is the reference with one mistake that the maintainer of a library might make. It forwards questions to the
//! [`Reference`](lawbook_catalogue::adapter::Reference), and alters the question or the answer.
//! A fault that no case detects is a gap in the catalogue, not in the reference.

#[cfg(test)]
#[macro_use]
#[path = "../../../src/rows.rs"]
mod rows;

mod asked;
mod board;
mod claims;
mod count;
mod dictionary;
mod ends;
mod facts;
mod grid;
mod moves;
mod mutation;
mod names;
mod notation;
pub mod parallel;
mod scene;

use lawbook_catalogue::{
    adapter::{Response, Scenario},
    question::Question,
};

pub use dictionary::{Dictionary, WrongAnswer, legal_moves};
pub use mutation::Shows;
pub use names::{faults_named, sentence};
pub use scene::{Memory, Scene};

pub use grid::{Cell, grid};

use mutation::Mutation;

/// A seeded bug.
pub struct Fault {
    /// Permanent, unique name that describes the mistake.
    pub name: &'static str,
    /// The mistake in one sentence.
    pub mistake: &'static str,
    /// Its place in the grid; none if it was written by hand.
    pub cell: Option<Cell>,
    bend: Mutation,
}

const fn fault(name: &'static str, mistake: &'static str, bend: Mutation) -> Fault {
    Fault { name, mistake, cell: None, bend }
}

/// The faults that were written by hand, from the moves of the pieces to the word of the players.
pub fn all() -> impl Iterator<Item = &'static Fault> {
    [
        moves::FAULTS,
        board::FAULTS,
        count::FAULTS,
        claims::FAULTS,
        ends::FAULTS,
        notation::FAULTS,
        asked::FAULTS,
    ]
    .into_iter()
    .flatten()
}

impl Fault {
    /// The kinds of questions whose answers follow from it only in a library without other code for them, with spaces between
    /// them.
    pub const fn consequences(&self) -> &'static str {
        self.bend.consequences()
    }

    /// The answers of a library with this fault, those that follow from its list of moves included.
    pub fn ask(&self, memory: &Memory, line: &Scenario, questions: &[Question]) -> Vec<Response> {
        self.bend.ask_with_consequences(memory, line, questions)
    }

    /// The answers of a library with this fault that has other code for what follows from its list of moves.
    pub fn ask_without_consequences(
        &self,
        memory: &Memory,
        line: &Scenario,
        questions: &[Question],
    ) -> Vec<Response> {
        self.bend.ask(memory, line, questions)
    }

    /// Whether it may alter the answers to these questions about a line; if not, they need not be asked.
    pub fn may_show(&self, scene: &Scene, questions: &[Question], when: Shows) -> bool {
        self.bend.may_show(scene, questions, when)
    }
}
