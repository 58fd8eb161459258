//! Asking along a game, ply by ply, without playing it from its start for each question.

use super::{Implementation, Line, Said};
use crate::{catalogue::Question, position::Move, rules::Act};

/// A game under way at an implementation.
///
/// Whatever the library does, a panic included, is an outcome.
pub trait Walk {
    /// Plays a move.
    ///
    /// # Errors
    ///
    /// The move was not taken: it was refused, or the library panicked. The walk ends there.
    fn play(&mut self, played: Move) -> Result<(), Said>;

    /// Asks about the game as it stands.
    fn ask(&self, question: &Question) -> Said;
}

/// A walk of an implementation that can only be asked about whole lines.
pub(super) struct Retold<'a, I: ?Sized> {
    whom: &'a I,
    line: Line,
}

impl<'a, I: Implementation + ?Sized> Retold<'a, I> {
    pub(super) fn new(whom: &'a I, line: &Line) -> Result<Self, Said> {
        let walk = Retold { whom, line: line.clone() };
        walk.check().map(|()| walk)
    }

    /// Whether the line is taken so far, told by a question that is cheap to answer.
    fn check(&self) -> Result<(), Said> {
        match self.ask(&Question::Turn) {
            said @ (Said::SetupRefused(_) | Said::MoveRefused(_) | Said::Panicked(_)) => Err(said),
            _ => Ok(()),
        }
    }
}

impl<I: Implementation + ?Sized> Walk for Retold<'_, I> {
    fn play(&mut self, played: Move) -> Result<(), Said> {
        self.line.acts.push(Act::Complete(played));
        self.check()
    }

    fn ask(&self, question: &Question) -> Said {
        let said = self.whom.ask(&self.line, std::slice::from_ref(question)).pop();
        said.unwrap_or_else(|| Said::Unsupported("there was no answer".to_owned()))
    }
}
