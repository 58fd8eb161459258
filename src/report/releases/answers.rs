use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ReleaseScore;
use crate::{
    adapter::Implementation,
    catalogue::Case,
    question::{AnswerRecord, ExpectationRecord},
    runner::{Finding, Verdict, ask_one},
};

/// The answers of one release, by the identifiers of the cases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseAnswers(BTreeMap<String, Vec<GivenAnswer>>);

/// The result of one question to one release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenAnswer {
    /// The judgement of the answer.
    pub finding: Finding,
    /// The question and the answer, if it is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<WrongAnswerRecord>,
}

/// A wrong answer with its question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongAnswerRecord {
    /// The short name of the question.
    pub question: String,
    /// The question in plain words.
    pub asks: String,
    /// The right answer.
    pub right: ExpectationRecord,
    /// The answer of the release.
    pub says: AnswerRecord,
}

impl ReleaseAnswers {
    /// Runs `cases` against a release, one after the other. Open cases are skipped.
    pub fn ask(cases: &[&Case], library: &dyn Implementation) -> ReleaseAnswers {
        let name = library.about().name;
        let of_case = |case: &&Case| {
            let verdicts = ask_one(case, &name, library, &[]);
            (case.id.clone(), verdicts.iter().map(GivenAnswer::new).collect())
        };
        ReleaseAnswers(cases.iter().filter(|case| case.open.is_none()).map(of_case).collect())
    }

    /// Returns the results of the questions of a case, in their order; empty if the case was not run.
    pub fn of(&self, case: &str) -> &[GivenAnswer] {
        self.0.get(case).map_or(&[], Vec::as_slice)
    }

    /// Counts the right and wrong answers.
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
    /// Extracts the result of one question from a verdict.
    pub fn new(verdict: &Verdict<'_>) -> GivenAnswer {
        let is_wrong = verdict.finding.is_scored() && verdict.finding != Finding::Agrees;
        let wrong = is_wrong.then(|| WrongAnswerRecord {
            question: verdict.expected.question.name(),
            asks: verdict.expected.question.to_string(),
            right: (&verdict.expected.right).into(),
            says: verdict.says.clone(),
        });
        GivenAnswer { finding: verdict.finding, wrong }
    }

    /// Whether two releases gave the same answer. The messages of refusals and failures are ignored.
    pub fn is_same(&self, other: &GivenAnswer) -> bool {
        self.finding == other.finding
            && (self.finding != Finding::Differs || self.wrong == other.wrong)
    }
}
