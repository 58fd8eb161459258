use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ReleaseScore;
use crate::{
    adapter::Implementation,
    catalogue::Case,
    question::{AnswerRecord, ExpectationRecord},
    runner::{Finding, Verdict, ask_one},
};

/// What one release has answered, by the identifiers of the cases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseAnswers(BTreeMap<String, Vec<GivenAnswer>>);

/// What came of one question to one release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenAnswer {
    /// What came of asking.
    pub finding: Finding,
    /// What was asked and said, if it is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<WrongSaying>,
}

/// A wrong answer, with what was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongSaying {
    /// The short name of the question.
    pub question: String,
    /// What it asks.
    pub asks: String,
    /// What is right.
    pub right: ExpectationRecord,
    /// What was said.
    pub says: AnswerRecord,
}

impl ReleaseAnswers {
    /// Puts cases to a release, one after the other. Open cases are not asked.
    pub fn ask(cases: &[&Case], library: &dyn Implementation) -> ReleaseAnswers {
        let name = library.about().name;
        let of_case = |case: &&Case| {
            let verdicts = ask_one(case, &name, library, &[]);
            (case.id.clone(), verdicts.iter().map(GivenAnswer::new).collect())
        };
        ReleaseAnswers(cases.iter().filter(|case| case.open.is_none()).map(of_case).collect())
    }

    /// What was answered to the questions of a case, in their order; nothing if the case was not asked.
    pub fn of(&self, case: &str) -> &[GivenAnswer] {
        self.0.get(case).map_or(&[], Vec::as_slice)
    }

    /// How many answers are right and wrong.
    pub fn score(&self) -> ReleaseScore {
        let mut score = ReleaseScore::default();
        for answer in self.0.values().flatten() {
            *match answer.finding {
                Finding::Agrees => &mut score.right,
                Finding::Silent | Finding::Unsupported | Finding::NotReached => &mut score.none,
                Finding::Differs
                | Finding::SetupRefused
                | Finding::MoveRefused
                | Finding::Panicked
                | Finding::Crashed
                | Finding::TimedOut
                | Finding::ProtocolError => &mut score.wrong,
            } += 1;
        }
        score
    }
}

impl GivenAnswer {
    /// What a verdict says of one question.
    pub fn new(verdict: &Verdict<'_>) -> GivenAnswer {
        let is_wrong = verdict.finding.is_scored() && verdict.finding != Finding::Agrees;
        let wrong = is_wrong.then(|| WrongSaying {
            question: verdict.expected.question.name(),
            asks: verdict.expected.question.to_string(),
            right: (&verdict.expected.right).into(),
            says: verdict.says.clone(),
        });
        GivenAnswer { finding: verdict.finding, wrong }
    }

    /// Whether two releases answer alike. Of a refusal or a failure the words do not count.
    pub fn is_same(&self, other: &GivenAnswer) -> bool {
        self.finding == other.finding
            && (self.finding != Finding::Differs || self.wrong == other.wrong)
    }
}
