//! Asking along a game, ply by ply, without playing it from its start for each question.

use super::{Implementation, Response, Situation};
use crate::{
    position::Move,
    question::{PositionQuestion, Question},
    rules::Act,
};

/// A game under way at an implementation.
///
/// Whatever the library does, a panic included, is an outcome.
pub trait Walk {
    /// Plays a move.
    ///
    /// # Errors
    ///
    /// The move was not taken: it was refused, or the library panicked. The walk ends there. Once
    /// [`foresee`](Walk::foresee) has been used, that may be said there.
    fn play(&mut self, played: Move) -> Result<(), Response>;

    /// Says which questions come next. A library in another process is asked them all at once; whoever gains
    /// nothing by it does nothing.
    ///
    /// # Errors
    ///
    /// The last move was not taken. The walk ends there.
    fn foresee(&mut self, _questions: &[&Question]) -> Result<(), Response> {
        Ok(())
    }

    /// Asks about the game as it stands.
    fn ask(&self, question: &Question) -> Response;
}

/// A walk of an implementation that can only be asked about whole lines.
pub(super) struct ReplayWalk<'a, I: ?Sized> {
    implementation: &'a I,
    line: Situation,
}

impl<'a, I: Implementation + ?Sized> ReplayWalk<'a, I> {
    pub(super) fn new(implementation: &'a I, line: &Situation) -> Result<Self, Response> {
        let walk = ReplayWalk { implementation, line: line.clone() };
        walk.check().map(|()| walk)
    }

    /// Whether the line is accepted so far; a question that is cheap to answer shows it.
    fn check(&self) -> Result<(), Response> {
        let said = self.ask(&PositionQuestion::Turn.into());
        let is_refused = matches!(
            said,
            Response::SetupRefused(_) | Response::MoveRefused(_) | Response::Panicked(_)
        );
        if is_refused { Err(said) } else { Ok(()) }
    }
}

impl<I: Implementation + ?Sized> Walk for ReplayWalk<'_, I> {
    fn play(&mut self, played: Move) -> Result<(), Response> {
        self.line.acts.push(Act::MoveAndPress(played));
        self.check()
    }

    fn ask(&self, question: &Question) -> Response {
        let said = self.implementation.ask(&self.line, std::slice::from_ref(question)).pop();
        said.unwrap_or_else(|| Response::Unsupported("there was no answer".to_owned()))
    }
}
