use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Shard;
use crate::{
    catalogue::DeviationClass,
    question::{AnswerRecord, ExpectationRecord},
    runner::{Consensus, Finding, Standing},
};

/// The form of the reports that this version writes and reads.
pub const FORMAT: u32 = 2;

/// The whole of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Report {
    /// The form of the report, [`FORMAT`].
    pub format: u32,
    /// The version of this crate.
    pub lawbook: String,
    /// The catalogue the cases are from.
    pub catalogue: CatalogueSummary,
    /// The rule sets there are.
    pub rule_sets: Vec<RuleSetSummary>,
    /// Which part of the cases that were selected this is.
    pub shard: Shard,
    /// The seed that shuffled the cases before they were put; none if they were put in the order of the catalogue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<u64>,
    /// The documents, by identifier.
    pub documents: Vec<DocumentSummary>,
    /// Who was asked, the reference first.
    pub implementations: Vec<ImplementationSummary>,
    /// One for each document and implementation, in the order of both.
    pub scores: Vec<Score>,
    /// Known deviations that name no case or question that was asked.
    pub stale_deviations: Vec<String>,
    /// What came of each case.
    pub cases: Vec<CaseReport>,
    /// Whether every case of this part was put to everybody; the last thing that is written.
    pub complete: bool,
}

/// Which catalogue it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CatalogueSummary {
    /// A digest of all its files.
    pub digest: String,
    /// The number of cases in it.
    pub cases: usize,
    /// The number of them that the texts leave open, and that are never scored.
    pub open: usize,
}

/// A rule set in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RuleSetSummary {
    /// Its name.
    pub name: String,
    /// A digest of all its parameters.
    pub digest: String,
}

/// A document in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DocumentSummary {
    /// The prefix of its statements.
    pub id: String,
    /// The folder of its cases.
    pub folder: String,
    /// Its title.
    pub title: String,
    /// The rule set it states.
    pub rule_set: String,
    /// The number of its statements.
    pub statements: usize,
    /// The number of those that have no truth value to test.
    pub untestable: usize,
    /// The number of its cases that were asked.
    pub cases: usize,
}

/// Who was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ImplementationSummary {
    /// The name.
    pub name: String,
    /// The exact version.
    pub version: String,
    /// The rule set it was asked under; the reference is asked under all.
    pub rule_set: String,
}

/// How an implementation stands on a document, in numbers of questions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Score {
    /// The folder of the document.
    pub document: String,
    /// The implementation.
    pub implementation: String,
    /// Right answers to the cases that some library can be asked.
    pub agrees: usize,
    /// Right answers to the lessons, which only the reference gives.
    #[serde(default)]
    pub lessons: usize,
    /// Wrong answers and failures that are known deviations.
    pub known: usize,
    /// Whatever does not pass the gate: new, changed, or fixed but still listed.
    pub failing: usize,
    /// Questions on which no claim was made.
    pub silent: usize,
    /// Questions that could not be asked.
    pub unsupported: usize,
    /// Questions that were not reached, because the setup or a move failed; the failure is counted once.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub not_reached: usize,
}

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CaseReport {
    /// The case.
    pub id: String,
    /// Its title.
    pub title: String,
    /// A digest of what is asked and of what is right, whatever the words around it.
    pub digest: String,
    /// The folder of its document.
    pub document: String,
    /// Whether no library of this run can be asked any of its questions: it is a lesson for people, and
    /// says nothing about a library.
    #[serde(default, skip_serializing_if = "is_false")]
    pub lesson: bool,
    /// Where it is written.
    pub place: String,
    /// The setup, as a FEN.
    pub setup: String,
    /// What happens, line by line.
    pub play: Vec<String>,
    /// The position at the end, as a FEN; the setup if it cannot be played.
    pub end: String,
    /// The statements it decides.
    pub states: Vec<StatementText>,
    /// Why the answer is what it is.
    pub why: String,
    /// By implementation, the questions answered rightly.
    pub agrees: BTreeMap<String, Vec<String>>,
    /// By implementation, the questions on which no claim was made.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub silent: BTreeMap<String, Vec<String>>,
    /// By implementation, the questions that could not be asked.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unsupported: BTreeMap<String, Vec<String>>,
    /// By implementation, the questions that were not reached, because the setup or a move failed. The failure itself
    /// is one of the disagreements.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub not_reached: BTreeMap<String, Vec<String>>,
    /// Everything else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disagreements: Vec<Disagreement>,
}

/// A statement with what it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StatementText {
    /// Its identifier.
    pub id: String,
    /// What it says, in our words.
    pub says: String,
}

/// A wrong answer, or none where there should be one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Disagreement {
    /// Who.
    pub implementation: String,
    /// The rule set under which it was asked.
    pub rule_set: String,
    /// The short name of the question.
    pub question: String,
    /// The question in plain words.
    pub asks: String,
    /// What is right.
    pub right: ExpectationRecord,
    /// What was said, as far as it differs from what is right.
    pub says: AnswerRecord,
    /// What came of asking.
    pub finding: Finding,
    /// The named mistake that the answer is, and why it is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<(String, String)>,
    /// How it stands against the known deviations.
    pub standing: Standing,
    /// The class of the known deviation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<DeviationClass>,
    /// The reason of the known deviation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where the library's source or documentation shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The issue or pull request in which whoever maintains the library was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upstream: Option<String>,
    /// The day on which they were told, `2026-03-01`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported: Option<String>,
    /// The first release that has it no longer, as the list says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed_in: Option<String>,
    /// The versions that the known deviation is about, if this is none of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub versions: Option<String>,
    /// Who else stands where.
    pub consensus: Consensus,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the form that serde asks for
fn is_false(is: &bool) -> bool {
    !is
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the form that serde asks for
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Report {
    /// The number of cases, and how many of them are lessons, in one folder or in all.
    pub fn count(&self, folder: Option<&str>) -> (usize, usize) {
        let inside = |case: &&CaseReport| folder.is_none_or(|folder| case.document == folder);
        let cases = self.cases.iter().filter(inside);
        (cases.clone().count(), cases.filter(|case| case.lesson).count())
    }

    /// Whether a gate lets this run pass.
    pub fn passes(&self) -> bool {
        self.stale_deviations.is_empty() && self.scores.iter().all(|score| score.failing == 0)
    }

    /// The folders of the documents and other parts of the catalogue that were asked, in order.
    pub fn folders(&self) -> Vec<&str> {
        let mut folders: Vec<&str> = Vec::new();
        for score in &self.scores {
            if !folders.contains(&score.document.as_str()) {
                folders.push(&score.document);
            }
        }
        folders
    }

    /// The score of an implementation on a folder.
    pub fn score(&self, folder: &str, implementation: &str) -> Option<&Score> {
        self.scores
            .iter()
            .find(|score| score.document == folder && score.implementation == implementation)
    }
}

impl CaseReport {
    /// The questions that were not reached because of this failure, in one line; `None` if it is no such failure.
    pub fn not_reached_after(&self, one: &Disagreement) -> Option<String> {
        let is_cause = match one.finding {
            Finding::Differs => one.question == "setup",
            Finding::SetupRefused
            | Finding::MoveRefused
            | Finding::Panicked
            | Finding::Crashed
            | Finding::TimedOut
            | Finding::ProtocolError => true,
            Finding::Agrees | Finding::Silent | Finding::Unsupported | Finding::NotReached => false,
        };
        let names = self.not_reached.get(&one.implementation).filter(|_| is_cause)?;
        Some(names.join(", "))
    }
}

impl Disagreement {
    /// The file of the library's source that shows it, and the line if one is named.
    pub fn source_line(&self) -> Option<(&str, Option<usize>)> {
        let place = self.source.as_deref()?.split(',').next()?;
        let is_file = place.contains('.') && !place.contains(char::is_whitespace);
        let line = place.rsplit_once(':').map(|(file, line)| (file, line.parse().ok()));
        is_file.then(|| line.unwrap_or((place, None)))
    }

    /// What has become of it where the library is maintained: `reported on 2026-03-01 in LINK, fixed in 1.5.0`; `None` if
    /// the list says nothing of it.
    pub fn told(&self) -> Option<String> {
        let day = self.reported.as_ref().map(|day| format!(" on {day}")).unwrap_or_default();
        let link = self.upstream.as_ref().map(|link| format!(" in {link}")).unwrap_or_default();
        let is_told = !day.is_empty() || !link.is_empty();
        let fixed = self.fixed_in.as_ref().map(|release| format!("fixed in {release}"));
        let parts: Vec<String> =
            is_told.then(|| format!("reported{day}{link}")).into_iter().chain(fixed).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// Why the list has to be looked at again, if that is how it stands.
    pub fn look_again(&self) -> Option<String> {
        let of =
            self.versions.as_ref().map(|versions| format!(" of {versions}")).unwrap_or_default();
        let before =
            self.fixed_in.as_ref().map(|fixed| format!(" before {fixed}")).unwrap_or_default();
        (self.standing == Standing::LookAgain)
            .then(|| format!("known{of}{before}, and this is another version"))
    }
}
