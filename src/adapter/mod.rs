//! How an implementation is asked.
//!
//! Whoever wants a chess library judged writes an [`Adapter`]: set a position up, play a move, and
//! answer what the library can answer. Everything else is unsupported by default. Adapters never
//! see what is expected. The runner asks through [`Implementation`], which every adapter is.

mod ask;
mod fit;
mod moves;
mod probe;
mod quiet;
mod reference;
mod requests;
mod right;
mod walk;
pub mod wire;

pub use ask::Adapter;
#[doc(hidden)]
pub use fit::fits;
pub use moves::Moves;
#[doc(hidden)]
pub use probe::{Probe, probes};
#[doc(hidden)]
pub use quiet::catch;
pub use reference::Reference;
#[cfg(feature = "properties")]
pub(crate) use reference::ReferenceWalk;
#[doc(hidden)]
pub use requests::{LoggedRequest, RequestLog};
#[cfg(feature = "properties")]
pub(crate) use right::Right;
#[doc(hidden)]
pub use walk::Walk;

use std::{borrow::Cow, sync::Arc};

use crate::{
    position::Setup,
    question::{Answer, Question},
    rules::{Act, Decision, Event, RuleSet, Termination},
};

/// Who is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The name of the library, as its registry has it.
    pub name: String,
    /// The exact version.
    pub version: String,
    /// The ecosystem it is from, in the words of package URLs: `cargo`, `npm`, `pypi`; empty if it is in no
    /// registry. Two libraries of one name in two ecosystems are two libraries.
    pub ecosystem: String,
    /// The rules it says it follows; the Laws in force unless it says otherwise.
    pub rule_set: RuleSet,
    /// The endings it looks for when asked whether a game is over.
    pub endings: &'static [Termination],
    /// Whether it plays Chess960. If not, nothing is asked about such games.
    pub chess960: bool,
}

impl About {
    /// A crate that follows the Laws in force, looks for mate and stalemate, and plays no Chess960.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> About {
        About {
            name: name.into(),
            version: version.into(),
            ecosystem: "cargo".to_owned(),
            rule_set: RuleSet::LATEST,
            endings: &[Termination::Checkmate, Termination::Stalemate],
            chess960: false,
        }
    }

    /// Whether a ruling ends the game in a way that the library does not look for. It then goes on for the library, which
    /// cannot know that no draw can be claimed any longer.
    pub fn overlooks(&self, ruling: Decision) -> bool {
        matches!(ruling, Decision::Over(outcome) if !self.endings.contains(&outcome.by))
    }

    /// What is said to every question about a line that it is not asked about: a game of Chess960, which it
    /// does not say that it plays.
    pub fn declines(&self, line: &Situation) -> Option<Response> {
        let is_foreign = line.setup.castling.is_chess960() && !self.chess960;
        let why = "the adapter does not say that the library plays Chess960";
        is_foreign.then(|| Response::Unsupported(why.to_owned()))
    }
}

/// A situation to ask about: a setup and what was done from there, under a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The setup.
    pub setup: Setup,
    /// What was done, in order.
    pub acts: Vec<Act>,
    /// The rules the game is played by.
    pub rule_set: RuleSet,
    /// The conditions under which it is played.
    pub event: Event,
}

/// An answer with the word where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<T> {
    /// The library's own interface says so.
    Native(T),
    /// The adapter kept the history, and the library supplied identity or clock.
    Composed(T),
    /// The library makes no claim either way here, and why.
    Silent(Cow<'static, str>),
    /// The library cannot be asked this, and why.
    Unsupported(Cow<'static, str>),
}

impl<T> Reply<T> {
    /// The same reply with another value.
    pub fn map<U>(self, with: impl FnOnce(T) -> U) -> Reply<U> {
        match self {
            Reply::Native(value) => Reply::Native(with(value)),
            Reply::Composed(value) => Reply::Composed(with(value)),
            Reply::Silent(why) => Reply::Silent(why),
            Reply::Unsupported(why) => Reply::Unsupported(why),
        }
    }

    /// A reply with a reference to the value.
    fn as_ref(&self) -> Reply<&T> {
        match self {
            Reply::Native(value) => Reply::Native(value),
            Reply::Composed(value) => Reply::Composed(value),
            Reply::Silent(why) => Reply::Silent(why.clone()),
            Reply::Unsupported(why) => Reply::Unsupported(why.clone()),
        }
    }
}

/// A library said no to a setup, a move or an act.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// What came of asking one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// An answer, and whether it was the library's own.
    Answer {
        /// The answer.
        answer: Answer,
        /// Whether the library's own interface gave it.
        native: bool,
    },
    /// No claim either way.
    Silent(String),
    /// The question cannot be asked.
    Unsupported(String),
    /// The setup was refused.
    SetupRefused(String),
    /// A legal move of the line was refused.
    MoveRefused(String),
    /// The library panicked, or threw an exception.
    Panicked(String),
    /// The process of the library ended before it answered.
    Crashed(String),
    /// The library did not answer in time.
    TimedOut(String),
    /// What came from the process of the library is no answer.
    ProtocolError(String),
}

impl Response {
    /// The answer, if one was given.
    pub const fn answer(&self) -> Option<&Answer> {
        match self {
            Response::Answer { answer, .. } => Some(answer),
            Response::Silent(_)
            | Response::Unsupported(_)
            | Response::SetupRefused(_)
            | Response::MoveRefused(_)
            | Response::Panicked(_)
            | Response::Crashed(_)
            | Response::TimedOut(_)
            | Response::ProtocolError(_) => None,
        }
    }

    /// Whether the library failed: it refused the line, panicked, crashed, was late or broke the protocol.
    pub const fn is_failure(&self) -> bool {
        match self {
            Response::Answer { .. } | Response::Silent(_) | Response::Unsupported(_) => false,
            Response::SetupRefused(_)
            | Response::MoveRefused(_)
            | Response::Panicked(_)
            | Response::Crashed(_)
            | Response::TimedOut(_)
            | Response::ProtocolError(_) => true,
        }
    }

    /// Whether the process of the library ended, was too late, or wrote something that is not an answer.
    pub const fn is_process_failure(&self) -> bool {
        match self {
            Response::Crashed(_) | Response::TimedOut(_) | Response::ProtocolError(_) => true,
            Response::Answer { .. }
            | Response::Silent(_)
            | Response::Unsupported(_)
            | Response::SetupRefused(_)
            | Response::MoveRefused(_)
            | Response::Panicked(_) => false,
        }
    }

    /// Why there is no answer, if there is none.
    pub const fn why(&self) -> Option<&str> {
        match self {
            Response::Answer { .. } => None,
            Response::Silent(why)
            | Response::Unsupported(why)
            | Response::SetupRefused(why)
            | Response::MoveRefused(why)
            | Response::Panicked(why)
            | Response::Crashed(why)
            | Response::TimedOut(why)
            | Response::ProtocolError(why) => Some(why.as_str()),
        }
    }
}

/// Somebody who can be asked about lines.
pub trait Implementation: Send + Sync {
    /// Who it is.
    fn about(&self) -> About;

    /// Asks questions about a line; one outcome each, in the order of the questions.
    ///
    /// Whatever the library does, a panic included, is an outcome.
    fn ask(&self, line: &Situation, questions: &[Question]) -> Vec<Response>;

    /// Begins a walk at the end of a line, to be played on move by move and asked on the way.
    ///
    /// # Errors
    ///
    /// The setup or a move of the line was refused, or the library panicked.
    fn walk(&self, line: &Situation) -> Result<Box<dyn Walk + '_>, Response> {
        Ok(Box::new(walk::ReplayWalk::new(self, line)?))
    }

    /// The same, with each move taken back once before it is played for good; none if it cannot take moves back.
    fn taking_back(&self) -> Option<Box<dyn Implementation + '_>> {
        None
    }

    /// The same library in a new process, which has not been asked anything; none if it runs in this process.
    fn fresh(&self) -> Option<Box<dyn Implementation>> {
        None
    }

    /// Whether questions are still put to it. A process that has failed too often, or whose search is over, says of all
    /// of them that they cannot be asked.
    fn is_asked(&self) -> bool {
        true
    }

    /// What the process that the calling thread asked last had been sent when it said this to a question; none if the
    /// library runs in this process. Only the last failure is known, and of the answers the latest.
    fn requests(&self, _question: &Question, _said: &Response) -> Option<RequestLog> {
        None
    }
}

/// One that is shared is asked like one that is owned.
impl<T: Implementation + ?Sized> Implementation for Arc<T> {
    fn about(&self) -> About {
        (**self).about()
    }

    fn ask(&self, line: &Situation, questions: &[Question]) -> Vec<Response> {
        (**self).ask(line, questions)
    }

    fn walk(&self, line: &Situation) -> Result<Box<dyn Walk + '_>, Response> {
        (**self).walk(line)
    }

    fn taking_back(&self) -> Option<Box<dyn Implementation + '_>> {
        (**self).taking_back()
    }

    fn fresh(&self) -> Option<Box<dyn Implementation>> {
        (**self).fresh()
    }

    fn is_asked(&self) -> bool {
        (**self).is_asked()
    }

    fn requests(&self, question: &Question, said: &Response) -> Option<RequestLog> {
        (**self).requests(question, said)
    }
}
