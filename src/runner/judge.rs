use serde::{Deserialize, Serialize};

use crate::{
    adapter::Response,
    catalogue::Mistake,
    question::{AnswerRecord, Expected},
};

/// What came of asking one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Finding {
    /// The answer is right.
    Agrees,
    /// The answer is wrong.
    Differs,
    /// No claim was made either way.
    Silent,
    /// The question cannot be asked.
    Unsupported,
    /// The setup was refused.
    SetupRefused,
    /// A legal move was refused.
    MoveRefused,
    /// The library panicked, or threw an exception.
    Panicked,
    /// The process of the library ended before it answered.
    Crashed,
    /// The library did not answer in time.
    TimedOut,
    /// What came from the process of the library is no answer.
    ProtocolError,
    /// The position of the question was not reached: the setup or a move failed, which is one finding of its own.
    NotReached,
}

impl Finding {
    /// Whether an answer was given, or should have been and was not: what counts in a score.
    pub const fn is_scored(self) -> bool {
        !matches!(self, Finding::Silent | Finding::Unsupported | Finding::NotReached)
    }
}

/// What was said to one question, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedAnswer {
    /// What came of asking.
    pub finding: Finding,
    /// What was said, as far as it differs from what is right.
    pub says: AnswerRecord,
    /// The name of the mistake that it is, if it is one that the case names.
    pub mistake: Option<String>,
}

/// Compares what was said with what is right.
pub fn judge(expected: &Expected, said: &Response, mistakes: &[Mistake]) -> JudgedAnswer {
    let Response::Answer { answer, .. } = said else { return failed(said) };
    let finding = match expected.right.is_met_by(answer) {
        Some(true) => {
            return JudgedAnswer { finding: Finding::Agrees, says: answer.into(), mistake: None };
        }
        Some(false) => Finding::Differs,
        None => Finding::Silent,
    };
    let mistake = mistakes.iter().find(|mistake| {
        mistake.expected.iter().any(|wrong| {
            wrong.question == expected.question && wrong.right.is_met_by(answer) == Some(true)
        })
    });
    let mistake =
        mistake.filter(|_| finding == Finding::Differs).map(|mistake| mistake.name.clone());
    JudgedAnswer { finding, says: AnswerRecord::of(&expected.right, answer), mistake }
}

/// What came instead of an answer.
fn failed(said: &Response) -> JudgedAnswer {
    let (finding, says) = match said.clone() {
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
