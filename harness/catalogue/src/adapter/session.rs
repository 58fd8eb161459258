//! Asks questions along a game, ply by ply, without replaying the game for each question.

use super::{Implementation, Response, Scenario};
use crate::question::{Answer, PositionQuestion, Question};
use lawbook::{position::Move, rules::Act};

/// A game in progress at an implementation.
///
/// Every failure of the library, including a panic, is returned as a response.
pub trait GameSession {
    /// Plays a move.
    ///
    /// # Errors
    ///
    /// Returns the library's response if it rejected the move or failed. The session ends there. If
    /// [`foresee`](GameSession::foresee) is used, the error may be returned by the next call of it instead.
    fn play(&mut self, played: Move) -> Result<(), Response>;

    /// Announces the questions that will be asked next. An out-of-process implementation sends them in one batch;
    /// others ignore the hint.
    ///
    /// # Errors
    ///
    /// Returns the library's response if it rejected the last move or failed. The session ends there.
    fn foresee(&mut self, _questions: &[&Question]) -> Result<(), Response> {
        Ok(())
    }

    /// Asks a question about the current state of the game.
    fn ask(&self, question: &Question) -> Response;

    /// Asks several questions and appends one response for each, in order.
    fn ask_all(&self, questions: &[&Question], responses: &mut Vec<Response>) {
        responses.extend(questions.iter().map(|question| self.ask(question)));
    }
}

/// A session that replays the whole line for each question.
pub(super) struct ReplaySession<'a, I: ?Sized> {
    implementation: &'a I,
    scenario: Scenario,
}

impl<'a, I: Implementation + ?Sized> ReplaySession<'a, I> {
    pub(super) fn new(implementation: &'a I, scenario: &Scenario) -> Result<Self, Response> {
        let session = ReplaySession { implementation, scenario: scenario.clone() };
        session.check().map(|()| session)
    }

    /// Checks that the line is accepted so far, by two cheap questions. Not every implementation answers the first of
    /// them, and the answer to the second lacks the message of a rejected setup.
    fn check(&self) -> Result<(), Response> {
        let questions = [PositionQuestion::Turn.into(), PositionQuestion::Setup.into()];
        let is_refused = |response: &Response| {
            matches!(
                response,
                Response::SetupRefused(_) | Response::MoveRefused(_) | Response::Panicked(_)
            )
        };
        let responses = self.implementation.ask(&self.scenario, &questions);
        let is_no = responses.last().and_then(Response::answer) == Some(&Answer::Is(false));
        match responses.into_iter().find(is_refused) {
            Some(response) => Err(response),
            None if is_no => Err(Response::SetupRefused("the setup is refused".to_owned())),
            None => Ok(()),
        }
    }
}

impl<I: Implementation + ?Sized> GameSession for ReplaySession<'_, I> {
    fn play(&mut self, played: Move) -> Result<(), Response> {
        self.scenario.acts.push(Act::MoveAndPress { mv: played });
        self.check()
    }

    fn ask(&self, question: &Question) -> Response {
        let response =
            self.implementation.ask(&self.scenario, std::slice::from_ref(question)).pop();
        response.unwrap_or_else(|| Response::Unsupported("no answer".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapter::InProcess;
    use lawbook::{
        position::Setup,
        rules::{Event, RuleSet},
    };
    use lawbook_gate::{About, Adapter, Refusal, Reply};

    /// A library that panics on the question about checkmate.
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
    fn a_panic_affects_one_question_of_a_batch() {
        let (setup, rule_set, event) = (Setup::start(), RuleSet::LATEST, Event::default());
        let scenario = Scenario { setup, acts: Vec::new(), rule_set, event };
        let library = InProcess::new(Panicking);
        let session = library.start_game(&scenario).unwrap();
        let [check, mate] = [PositionQuestion::Check, PositionQuestion::Checkmate].map(Into::into);
        let mut responses = Vec::new();
        session.ask_all(&[&mate, &check, &mate, &mate, &check], &mut responses);
        let panicked = Response::Panicked("no mate".to_owned());
        let answer = Response::Answer { answer: Answer::Is(true), native: true };
        let [first, second, third, fourth, fifth] = &responses[..] else { panic!("{responses:?}") };
        assert_eq!([first, third, fourth], [&panicked; 3]);
        assert_eq!([second, fifth], [&answer; 2]);
        session.ask_all(&[], &mut responses);
        assert_eq!(responses.len(), 5);
    }
}
