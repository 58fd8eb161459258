use super::{Implementation, Response, Situation};
use crate::{
    board::Color,
    position::Setup,
    question::{GameQuestion, HistoryQuestion, MaterialQuestion, PositionQuestion, Question},
    rules::Event,
};

/// Whether an implementation can be asked at all: the initial position is set up, and something is answered
/// there, or at least nothing fails.
///
/// An adapter that fails here would fail everywhere, and would be given credit for each setup that it rightly
/// refuses.
///
/// # Errors
///
/// What it says instead of any answer.
pub fn fits(library: &dyn Implementation) -> Result<(), String> {
    let about = library.about();
    let initial = Situation {
        setup: Setup::start(),
        acts: Vec::new(),
        rule_set: about.rule_set,
        event: Event::default(),
    };
    let questions = [
        Question::Position(PositionQuestion::LegalMoves),
        Question::Position(PositionQuestion::Check),
        Question::Position(PositionQuestion::Checkmate),
        Question::History(HistoryQuestion::Occurrences),
        Question::Material(MaterialQuestion::CanMate { side: Color::White }),
        Question::Game(GameQuestion::Ruling),
    ];
    let (first, others) = questions.split_at(1);
    let mut said = library.ask(&initial, first);
    // A library that does not answer the first question in time would be waited for at each of the others too.
    if !said.iter().any(|one| matches!(one, Response::TimedOut(_))) {
        said.extend(library.ask(&initial, others));
    }
    if said.iter().any(|one| matches!(one, Response::Answer { .. })) {
        return Ok(());
    }
    let failure = said.iter().find_map(|one| match one {
        Response::SetupRefused(message) => {
            Some(format!("it refuses the initial position: {message}"))
        }
        Response::Panicked(message) => {
            Some(format!("it answers nothing in the initial position: {message}"))
        }
        Response::Answer { .. }
        | Response::Silent(_)
        | Response::Unsupported(_)
        | Response::MoveRefused(_)
        | Response::Crashed(_)
        | Response::TimedOut(_)
        | Response::ProtocolError(_) => None,
    });
    failure.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{adapter::About, question::Answer};

    /// Says the same to everything.
    struct Same(Response);

    impl Implementation for Same {
        fn about(&self) -> About {
            About::new("same", "1.0.0")
        }

        fn ask(&self, _line: &Situation, questions: &[Question]) -> Vec<Response> {
            vec![self.0.clone(); questions.len()]
        }
    }

    #[test]
    fn who_fails_in_the_initial_position_does_not_fit() {
        let text = || "no".to_owned();
        for (said, why) in [
            (Response::SetupRefused(text()), "it refuses the initial position: no"),
            (Response::Panicked(text()), "it answers nothing in the initial position: no"),
            (Response::Silent(text()), ""),
            (Response::Unsupported(text()), ""),
            (Response::Answer { answer: Answer::Is(true), native: true }, ""),
        ] {
            let found = fits(&Same(said.clone())).err().unwrap_or_default();
            assert_eq!(found, why, "{said:?}");
        }
    }
}
