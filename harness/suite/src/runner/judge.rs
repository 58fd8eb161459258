use serde::{Deserialize, Serialize};

use lawbook_catalogue::{
    Mistake,
    adapter::Response,
    question::{AnswerRecord, Expected},
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
    /// Returns whether the finding counts in a score: there is an answer, or a failure in place of one.
    pub const fn is_scored(self) -> bool {
        !matches!(self, Finding::Silent | Finding::Unsupported | Finding::NotReached)
    }
}

/// The judgement of the answer to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedAnswer {
    /// The result of asking.
    pub finding: Finding,
    /// The answer, or the part of it that differs from the right one.
    pub says: AnswerRecord,
    /// The name of the mistake, if the answer is a mistake that the case names.
    pub mistake: Option<String>,
}

/// Compares a response with the right answer. `mistakes` are the mistakes that the case names.
pub fn judge(expected: &Expected, response: &Response, mistakes: &[Mistake]) -> JudgedAnswer {
    let Response::Answer { answer, .. } = response else { return failed(response) };
    let finding = match expected.right.is_satisfied_by(answer) {
        Some(true) => {
            return JudgedAnswer { finding: Finding::Agrees, says: answer.into(), mistake: None };
        }
        Some(false) => Finding::Differs,
        None => Finding::Silent,
    };
    let mistake = mistakes.iter().find(|mistake| {
        mistake.expected.iter().any(|wrong| {
            wrong.question == expected.question && wrong.right.is_satisfied_by(answer) == Some(true)
        })
    });
    let mistake =
        mistake.filter(|_| finding == Finding::Differs).map(|mistake| mistake.name.clone());
    JudgedAnswer { finding, says: AnswerRecord::of(&expected.right, answer), mistake }
}

/// Returns the judgement of a response without an answer.
fn failed(response: &Response) -> JudgedAnswer {
    let (finding, says) = match response.clone() {
        Response::Answer { answer, .. } => (Finding::Agrees, (&answer).into()),
        Response::Silent(silent) => (Finding::Silent, AnswerRecord::Silent { silent }),
        Response::Unsupported(unsupported) => {
            (Finding::Unsupported, AnswerRecord::Unsupported { unsupported })
        }
        Response::SetupRefused(setup_refused) => {
            (Finding::SetupRefused, AnswerRecord::SetupRefused { setup_refused })
        }
        Response::MoveRefused(move_refused) => {
            (Finding::MoveRefused, AnswerRecord::MoveRefused { move_refused })
        }
        Response::Panicked(panicked) => (Finding::Panicked, AnswerRecord::Panicked { panicked }),
        Response::Crashed(crashed) => (Finding::Crashed, AnswerRecord::Crashed { crashed }),
        Response::TimedOut(timed_out) => (Finding::TimedOut, AnswerRecord::TimedOut { timed_out }),
        Response::ProtocolError(protocol_error) => {
            (Finding::ProtocolError, AnswerRecord::ProtocolError { protocol_error })
        }
    };
    JudgedAnswer { finding, says, mistake: None }
}
