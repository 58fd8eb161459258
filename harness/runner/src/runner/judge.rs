use serde::{Deserialize, Serialize};

use lawbook_catalogue::{
    Mistake,
    adapter::Response,
    question::{AnswerRecord, Expected, Question},
};
use lawbook_gate::{
    ask::{self, Found},
    session,
};

/// The result of asking one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Finding {
    /// The answer is right.
    Agrees,
    /// The answer is wrong.
    Differs,
    /// The library makes no claim.
    Silent,
    /// The library does not support the question.
    Unsupported,
    /// The library rejected the setup.
    SetupRefused,
    /// The library rejected a legal move.
    MoveRefused,
    /// The library panicked, or threw an exception.
    Panicked,
    /// The library's process exited before it answered.
    Crashed,
    /// The library did not answer in time.
    TimedOut,
    /// The reply of the library's process violates the protocol.
    ProtocolError,
    /// The position of the question was not reached, because the setup or a move failed. That failure is another
    /// finding.
    NotReached,
}

impl Finding {
    /// Returns the result of the gate, with the kind of the failure.
    pub(super) fn of(found: &Found<'_>) -> Finding {
        match (found.finding, &found.response) {
            (ask::Finding::Right, _) => Finding::Agrees,
            (ask::Finding::Wrong, _) => Finding::Differs,
            (ask::Finding::Silent, _) => Finding::Silent,
            (ask::Finding::Unsupported, _) => Finding::Unsupported,
            (ask::Finding::NotReached, _) => Finding::NotReached,
            (ask::Finding::Failed, session::Response::SetupRefused(_)) => Finding::SetupRefused,
            (ask::Finding::Failed, session::Response::MoveRefused(_)) => Finding::MoveRefused,
            (ask::Finding::Failed, session::Response::Crashed(_)) => Finding::Crashed,
            (ask::Finding::Failed, session::Response::TimedOut(_)) => Finding::TimedOut,
            (ask::Finding::Failed, session::Response::ProtocolError(_)) => Finding::ProtocolError,
            (ask::Finding::Failed, _) => Finding::Panicked,
        }
    }

    /// Returns whether the finding counts in a score: there is an answer, or a failure in place of one.
    pub const fn is_scored(self) -> bool {
        !matches!(self, Finding::Silent | Finding::Unsupported | Finding::NotReached)
    }

    /// Returns whether there is a wrong answer, or a failure in place of one.
    pub const fn is_wrong(self) -> bool {
        self.is_scored() && !matches!(self, Finding::Agrees)
    }
}

/// Returns a response as it is stored. Of a wrong answer that is a list it has the differences from the right one only.
pub fn record(expected: &Expected, response: &Response, is_right: bool) -> AnswerRecord {
    match response.clone() {
        Response::Answer { answer, .. } if is_right => (&answer).into(),
        Response::Answer { answer, .. } => AnswerRecord::of(&expected.right, &answer),
        Response::Silent(silent) => AnswerRecord::Silent { silent },
        Response::Unsupported(unsupported) => AnswerRecord::Unsupported { unsupported },
        Response::SetupRefused(setup_refused) => AnswerRecord::SetupRefused { setup_refused },
        Response::MoveRefused(move_refused) => AnswerRecord::MoveRefused { move_refused },
        Response::Panicked(panicked) => AnswerRecord::Panicked { panicked },
        Response::Crashed(crashed) => AnswerRecord::Crashed { crashed },
        Response::TimedOut(timed_out) => AnswerRecord::TimedOut { timed_out },
        Response::ProtocolError(protocol_error) => AnswerRecord::ProtocolError { protocol_error },
    }
}

/// Returns the name of the mistake that leads to a wrong answer, if it is one of these.
pub fn mistake_behind(
    mistakes: &[Mistake],
    question: &Question,
    response: &Response,
) -> Option<String> {
    let answer = response.answer()?;
    let leads_to_it = |wrong: &Expected| {
        wrong.question == *question && wrong.right.is_satisfied_by(answer) == Some(true)
    };
    let mistake = mistakes.iter().find(|one| one.expected.iter().any(leads_to_it));
    mistake.map(|one| one.name.clone())
}
