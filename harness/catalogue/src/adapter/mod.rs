//! The interface between the test suite and a chess library.
//!
//! A library in this process implements the trait of the gate, [`lawbook_gate::Adapter`], and is wrapped as [`InProcess`];
//! one in another process answers in the line protocol of [`wire`]. The runner uses the trait [`Implementation`]. Adapters
//! never see the expected answers.

mod in_process;
mod nature;
mod probe;
mod read;
mod reference;
mod reference_answer;
mod session;
mod text;
mod undo;
pub mod wire;

pub use in_process::InProcess;
pub use nature::SelfEnd;
pub use probe::{Probe, probes};
pub use reference::{Reference, ReferenceSession};
pub use reference_answer::ReferenceAnswer;
pub use session::GameSession;
pub use text::{AsText, board_after, examples, typed};
pub use undo::{detours, is_sample, refused};

use lawbook_gate::session::Library;

use crate::question::{Answer, Question};
use lawbook::{
    position::{Move, Setup},
    rules::{Act, Decision, Event, RuleSet, Termination},
};

/// Name, version and abilities of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The name of the library as in its package registry.
    pub name: String,
    /// The exact version.
    pub version: String,
    /// The package URL type of its ecosystem, such as `cargo`, `npm` or `pypi`; empty if it is in no registry.
    /// Libraries with the same name in two ecosystems are different libraries.
    pub ecosystem: String,
    /// The rule set that the library follows; by default the Laws in force.
    pub rule_set: RuleSet,
    /// The endings that the library detects.
    pub endings: &'static [Termination],
    /// Whether the library rules on each act like an arbiter, by default not.
    pub gives_rulings: bool,
    /// Whether the library supports Chess960. If not, it gets no questions about Chess960 games.
    pub chess960: bool,
    /// Those of the endings after which the library plays no further move, whatever the rule set says: its games end
    /// by themselves. It must be able to tell them from the moves, so they are mate, stalemate, a dead position, and
    /// repetitions and moves that are counted. By default none.
    pub ends_by_itself: &'static [Termination],
    /// Whether the library sets up a position from a FEN, as by default. If not, it gets games from the initial
    /// position.
    pub reads_fen: bool,
    /// Whether the library refuses setups that cannot be played, as by default. If not, it gets no such setups.
    pub validates_setups: bool,
}

impl About {
    /// Describes a crate that follows the Laws in force, detects checkmate and stalemate, and does not support
    /// Chess960.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> About {
        About {
            name: name.into(),
            version: version.into(),
            ecosystem: "cargo".to_owned(),
            rule_set: RuleSet::LATEST,
            endings: &[Termination::Checkmate, Termination::Stalemate],
            gives_rulings: false,
            chess960: false,
            ends_by_itself: &[],
            reads_fen: true,
            validates_setups: true,
        }
    }

    /// Returns whether `ruling` ends the game in a way that the library does not detect. The library then considers the
    /// game still running, and may wrongly allow draw claims.
    pub fn overlooks(&self, ruling: Decision) -> bool {
        matches!(ruling, Decision::Over(outcome) if !self.endings.contains(&outcome.by))
    }
}

/// The subject of a question: a setup, the acts from there, the rule set and the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The setup.
    pub setup: Setup,
    /// The acts, in order.
    pub acts: Vec<Act>,
    /// The rule set of the game.
    pub rule_set: RuleSet,
    /// The regulations of the event, such as the time control.
    pub event: Event,
}

/// The result of asking a library one question.
pub type Response = lawbook_gate::session::Response<Answer>;

/// A library that answers questions about lines of play.
pub trait Implementation: Send + Sync {
    /// Returns the name, version and abilities of the library.
    fn about(&self) -> About;

    /// Asks questions about a line. Returns one response per question, in the same order.
    ///
    /// Every failure of the library, including a panic, is returned as a response.
    fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response>;

    /// Returns the library as the gate asks it, if it answers in text; none if it has types, for which there is [`AsText`].
    fn in_text(&self) -> Option<&dyn Library> {
        None
    }

    /// Starts a session at the end of a line. A session plays further moves and asks questions after each of them.
    ///
    /// # Errors
    ///
    /// Returns the library's response if it rejected the setup or a move of the line, or failed.
    fn start_game(&self, scenario: &Scenario) -> Result<Box<dyn GameSession + '_>, Response> {
        Ok(Box::new(session::ReplaySession::new(self, scenario)?))
    }

    /// The same, with these moves played and taken back before each act of a line and at its end, and these questions asked
    /// before each act and before they are taken back; none if there are such moves and it cannot take them back.
    fn taking_back(
        &self,
        _moves: Vec<Vec<Move>>,
        _between: Vec<Question>,
    ) -> Option<Box<dyn Implementation + '_>> {
        None
    }

    /// Returns the same library in a new process without previous requests; `None` if it runs in this process.
    fn fresh(&self) -> Option<Box<dyn Implementation>> {
        None
    }

    /// Returns whether the library still gets questions. After too many failures of its process, or after the end of
    /// the search, every question is unsupported.
    fn is_asked(&self) -> bool {
        true
    }
}
