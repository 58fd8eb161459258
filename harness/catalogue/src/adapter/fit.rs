use super::{Implementation, Response, Scenario};
use crate::question::{
    GameQuestion, HistoryQuestion, MaterialQuestion, PositionQuestion, Question,
};
use lawbook::{board::Color, position::Setup, rules::Event};

/// Checks that an implementation works at all: it sets up the initial position, and answers a question about it or at
/// least does not fail.
///
/// An adapter that fails this check would fail everywhere, and would get credit for every setup that it rejects
/// rightly.
///
/// # Errors
///
/// Returns the message of the first failure.
pub fn fits(library: &dyn Implementation) -> Result<(), String> {
    let about = library.about();
    let initial = Scenario {
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
    let mut responses = library.ask(&initial, first);
    // A library that times out on the first question would do so on each of the others too.
    if !responses.iter().any(|one| matches!(one, Response::TimedOut(_))) {
        responses.extend(library.ask(&initial, others));
    }
    if responses.iter().any(|one| matches!(one, Response::Answer { .. })) {
        return Ok(());
    }
    let failure = responses.iter().find_map(|one| match one {
        Response::SetupRefused(message) => {
            Some(format!("it refuses the initial position: {message}"))
        }
        Response::Panicked(message) => {
            Some(format!("it answers nothing in the initial position: {message}"))
        }
        _ => None,
    });
    failure.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{adapter::About, question::Answer};

    /// Gives the same response to every question.
    struct Same(Response);

    impl Implementation for Same {
        fn about(&self) -> About {
            About::new("same", "1.0.0")
        }

        fn ask(&self, _line: &Scenario, questions: &[Question]) -> Vec<Response> {
            vec![self.0.clone(); questions.len()]
        }
    }

    rows!(
        who_fails_in_the_initial_position_does_not_fit,
        {
            let text = || "no".to_owned();
        },
        for (response, why) in [
            (Response::SetupRefused(text()), "it refuses the initial position: no"),
            (Response::Panicked(text()), "it answers nothing in the initial position: no"),
            (Response::Silent(text()), ""),
            (Response::Unsupported(text()), ""),
            (Response::Answer { answer: Answer::Is(true), native: true }, ""),
        ] {
            let found = fits(&Same(response.clone())).err().unwrap_or_default();
            assert_eq!(found, why, "{response:?}");
        }
    );
}
