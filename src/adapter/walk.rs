//! Asking along a game, ply by ply, without playing it from its start for each question.

use super::{Implementation, Response, Situation};
use crate::{
    position::Move,
    question::{Answer, PositionQuestion, Question},
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

    /// Asks several questions, and adds what came of each in their order.
    fn ask_all(&self, questions: &[&Question], said: &mut Vec<Response>) {
        said.extend(questions.iter().map(|question| self.ask(question)));
    }
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

    /// Whether the line is accepted so far; questions that are cheap to answer show it. The first of them is not
    /// answered by every implementation, and the answer to the second does not have the message of a refused setup.
    fn check(&self) -> Result<(), Response> {
        let questions = [PositionQuestion::Turn.into(), PositionQuestion::Setup.into()];
        let is_refused = |said: &Response| {
            matches!(
                said,
                Response::SetupRefused(_) | Response::MoveRefused(_) | Response::Panicked(_)
            )
        };
        let said = self.implementation.ask(&self.line, &questions);
        let is_no = said.last().and_then(Response::answer) == Some(&Answer::Is(false));
        match said.into_iter().find(is_refused) {
            Some(said) => Err(said),
            None if is_no => Err(Response::SetupRefused("the setup is refused".to_owned())),
            None => Ok(()),
        }
    }
}

impl<I: Implementation + ?Sized> Walk for ReplayWalk<'_, I> {
    fn play(&mut self, played: Move) -> Result<(), Response> {
        self.line.acts.push(Act::MoveAndPress { mv: played });
        self.check()
    }

    fn ask(&self, question: &Question) -> Response {
        let said = self.implementation.ask(&self.line, std::slice::from_ref(question)).pop();
        said.unwrap_or_else(|| Response::Unsupported("there was no answer".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        adapter::{About, Adapter, Refusal, Reply},
        position::Setup,
        rules::{Event, RuleSet},
    };

    /// A library that panics when it is asked about checkmate.
    struct Panicking;

    impl Adapter for Panicking {
        type Game = ();

        fn about(&self) -> About {
            About::new("panicking", "1.0.0")
        }

        fn set_up(&self, _: &str) -> Result<(), Refusal> {
            Ok(())
        }

        fn play(&self, (): &mut (), _: &str) -> Result<(), Refusal> {
            Ok(())
        }

        fn is_check(&self, (): &()) -> Reply<bool> {
            Reply::Native(true)
        }

        fn is_checkmate(&self, (): &()) -> Reply<bool> {
            panic!("no mate")
        }
    }

    #[test]
    fn a_panic_is_the_outcome_of_one_question_among_those_that_are_asked_at_once() {
        let (setup, rule_set, event) = (Setup::start(), RuleSet::LATEST, Event::default());
        let line = Situation { setup, acts: Vec::new(), rule_set, event };
        let walk = Panicking.walk(&line).unwrap();
        let [check, mate] = [PositionQuestion::Check, PositionQuestion::Checkmate].map(Into::into);
        let mut said = Vec::new();
        walk.ask_all(&[&mate, &check, &mate, &mate, &check], &mut said);
        let panicked = Response::Panicked("no mate".to_owned());
        let answer = Response::Answer { answer: Answer::Is(true), native: true };
        let [first, second, third, fourth, fifth] = &said[..] else { panic!("{said:?}") };
        assert_eq!([first, third, fourth], [&panicked; 3]);
        assert_eq!([second, fifth], [&answer; 2]);
        walk.ask_all(&[], &mut said);
        assert_eq!(said.len(), 5);
    }
}
