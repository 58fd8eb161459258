use serde::{Deserialize, Serialize};

use crate::{
    adapter::Response,
    catalogue::Mistake,
    position::Move,
    question::{Answer, Expectation, Expected},
};

/// What came of asking one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
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
}

impl Finding {
    /// Whether an answer was given, or should have been and was not: what counts in a score.
    pub const fn is_scored(self) -> bool {
        !matches!(self, Finding::Silent | Finding::Unsupported)
    }
}

/// Compares what was said with what is right.
///
/// Gives the finding, what was said in short, and the name of the mistake that it is, if it is one
/// that the case names.
pub fn judge(
    expected: &Expected,
    said: &Response,
    mistakes: &[Mistake],
) -> (Finding, String, Option<String>) {
    let answer = match said {
        Response::Answer { answer, .. } => answer,
        Response::Silent(why) => return (Finding::Silent, why.clone(), None),
        Response::Unsupported(why) => return (Finding::Unsupported, why.clone(), None),
        Response::SetupRefused(why) => return (Finding::SetupRefused, why.clone(), None),
        Response::MoveRefused(why) => return (Finding::MoveRefused, why.clone(), None),
        Response::Panicked(why) => return (Finding::Panicked, why.clone(), None),
        Response::Crashed(why) => return (Finding::Crashed, why.clone(), None),
        Response::TimedOut(why) => return (Finding::TimedOut, why.clone(), None),
        Response::ProtocolError(why) => return (Finding::ProtocolError, why.clone(), None),
    };
    let finding = match expected.right.is_met_by(answer) {
        Some(true) => return (Finding::Agrees, answer.to_string(), None),
        Some(false) => Finding::Differs,
        None => Finding::Silent,
    };
    let mistake = mistakes.iter().find(|mistake| {
        mistake.expected.iter().any(|wrong| {
            wrong.question == expected.question && wrong.right.is_met_by(answer) == Some(true)
        })
    });
    let name = mistake.filter(|_| finding == Finding::Differs).map(|mistake| mistake.name.clone());
    (finding, describe(&expected.right, answer), name)
}

/// What was said, as far as it differs.
fn describe(right: &Expectation, answer: &Answer) -> String {
    let Answer::Moves(moves) = answer else { return answer.to_string() };
    let list =
        |some: Vec<&Move>| some.iter().map(|one| one.to_string()).collect::<Vec<_>>().join(" ");
    let missing =
        |wanted: &[Move]| list(wanted.iter().filter(|wanted| !moves.contains(wanted)).collect());
    match right {
        Expectation::Exactly(Answer::Moves(wanted)) => {
            let extra = list(moves.iter().filter(|one| !wanted.contains(one)).collect());
            match (missing(wanted).as_str(), extra.as_str()) {
                (missing, "") => format!("without {missing}"),
                ("", extra) => format!("also {extra}"),
                (missing, extra) => format!("without {missing}, also {extra}"),
            }
        }
        Expectation::Among(wanted) => format!("without {}", missing(wanted)),
        Expectation::NotAmong(none) => {
            format!("also {}", list(none.iter().filter(|one| moves.contains(one)).collect()))
        }
        _ => format!("{} moves", moves.len()),
    }
}
