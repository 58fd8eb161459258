use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::runner::{Consensus, Finding, Standing};
use lawbook_catalogue::{
    Cause, DeviationClass,
    question::{AnswerRecord, Direction, ExpectationRecord, MovesRecord},
};
use lawbook_gate::words::shortened;

/// The version of the report format that this version of the crate reads and writes.
pub const FORMAT: u32 = 2;

/// The report of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Report {
    /// The version of the format, [`FORMAT`].
    pub format: u32,
    /// The version of this crate.
    pub lawbook: String,
    /// The catalogue of the cases.
    pub catalogue: CatalogueSummary,
    /// All rule sets.
    pub rule_sets: Vec<RuleSetSummary>,
    /// The documents, by identifier.
    pub documents: Vec<DocumentSummary>,
    /// The implementations that were run, the reference first.
    pub implementations: Vec<ImplementationSummary>,
    /// The libraries that were not asked, or not about all cases, each with the reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub not_asked: BTreeMap<String, String>,
    /// A score for each document and implementation, in the order of both.
    pub scores: Vec<Score>,
    /// Known deviations that do not match any case or question of the run.
    pub stale_deviations: Vec<String>,
    /// The libraries that were to be tested and of which the result says nothing, such as `X answers none of 98 questions`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub too_few_answers: Vec<String>,
    /// The results of the cases.
    pub cases: Vec<CaseReport>,
    /// Whether every selected case was run on every implementation. This field is written last.
    pub complete: bool,
}

/// Identifies a catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CatalogueSummary {
    /// A digest of all its files.
    pub digest: String,
    /// The number of cases in it.
    pub cases: usize,
    /// The number of situations: the cases of a table are one.
    pub situations: usize,
    /// The number of open cases: those that the texts leave undecided, and that are never scored.
    pub open: usize,
}

/// Identifies a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RuleSetSummary {
    /// Its name.
    pub name: String,
    /// A digest of all its parameters.
    pub digest: String,
}

/// Summary of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DocumentSummary {
    /// The prefix of its statements.
    pub id: String,
    /// The folder of its cases.
    pub folder: String,
    /// Its title.
    pub title: String,
    /// The rule set that it defines.
    pub rule_set: String,
    /// The number of its statements.
    pub statements: usize,
    /// The number of statements without a testable truth value.
    pub untestable: usize,
    /// The number of its cases that were run.
    pub cases: usize,
}

/// An implementation that was run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ImplementationSummary {
    /// The name.
    pub name: String,
    /// The exact version.
    pub version: String,
    /// The rule set it was run under; the reference is run under all.
    pub rule_set: String,
}

/// The score of an implementation on a document, in numbers of questions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Score {
    /// The folder of the document.
    pub document: String,
    /// The implementation.
    pub implementation: String,
    /// Right answers to the cases that at least one library supports.
    pub agrees: usize,
    /// Right answers to lessons, which only the reference can give.
    #[serde(default)]
    pub lessons: usize,
    /// Wrong answers and failures that are known deviations.
    pub known: usize,
    /// Answers that fail the gate: new or changed deviations, and those that are fixed but still listed.
    pub failing: usize,
    /// Questions without a claim of the implementation.
    pub silent: usize,
    /// Questions that are not supported.
    pub unsupported: usize,
    /// Questions that were not reached, because the setup or a move failed; the failure is counted once.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub not_reached: usize,
}

/// The results of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CaseReport {
    /// The identifier.
    pub id: String,
    /// The title.
    pub title: String,
    /// A digest of the questions and right answers, independent of the wording of the case.
    pub digest: String,
    /// The folder of its document.
    pub document: String,
    /// Whether the case is a lesson: no library of this run supports any of its questions, so that it is useful only
    /// for human readers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lesson: bool,
    /// The file and line of its definition.
    pub place: String,
    /// The setup, as a FEN.
    pub setup: String,
    /// The lines of play.
    pub play: Vec<String>,
    /// The final position as a FEN, or the setup if it is not playable.
    pub end: String,
    /// The statements it decides, of those that hold under the rule set of `why`.
    pub states: Vec<StatementText>,
    /// The explanation of the right answers under the rule set of the libraries that were run; if they have several,
    /// under that of the document. A disagreement under a rule set with another explanation has its own.
    pub why: String,
    /// By implementation, the names of the questions that were answered rightly.
    pub agrees: BTreeMap<String, Vec<String>>,
    /// By implementation, the names of the questions that it made no claim on.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub silent: BTreeMap<String, Vec<String>>,
    /// By implementation, the names of the questions that are not supported.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unsupported: BTreeMap<String, Vec<String>>,
    /// By implementation, the names of the questions that were not reached, because the setup or a move failed. The
    /// failure itself is one of the disagreements.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub not_reached: BTreeMap<String, Vec<String>>,
    /// All other results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disagreements: Vec<Disagreement>,
}

/// A statement of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StatementText {
    /// The identifier.
    pub id: String,
    /// The statement, in the words of this project.
    pub says: String,
}

/// A wrong answer, a failure, or a right answer that is still listed as a known deviation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Disagreement {
    /// The name of the implementation.
    pub implementation: String,
    /// The rule set of the question.
    pub rule_set: String,
    /// The short name of the question.
    pub question: String,
    /// The question in plain words.
    pub asks: String,
    /// The right answer.
    pub right: ExpectationRecord,
    /// The explanation of the right answer, if another than that of the case because the rule set is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The moves before a failing answer that the case does not show: the moves from the initial position to its setup, or
    /// moves that were taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unseen: Option<String>,
    /// The answer of the implementation, reduced to the differences from the right one.
    pub says: AnswerRecord,
    /// The judgement of the answer.
    pub finding: Finding,
    /// The named mistake that the answer is an instance of, and why people make it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<(String, String)>,
    /// The cause of a failing answer, if it is known; others may have the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// The common property of a failing answer and the others of its cause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<String>,
    /// The moves that are missing or too many, if a failing answer is to a question for their number only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differences: Option<AnswerRecord>,
    /// The standing relative to the known deviations.
    pub standing: Standing,
    /// The class of the known deviation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<DeviationClass>,
    /// The reason of the known deviation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The place in the library's source or documentation that causes or documents it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The upstream issue or pull request that reports it to the maintainers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upstream: Option<String>,
    /// The day of the report upstream, such as `2026-03-01`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported: Option<String>,
    /// The first release without it, according to the list of known deviations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed_in: Option<String>,
    /// The versions that the known deviation is about, if this version is not among them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub versions: Option<String>,
    /// The answers of the other implementations.
    pub consensus: Consensus,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the form that serde asks for
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Report {
    /// Returns the number of cases, and how many of them are lessons, in one folder or in all.
    pub fn count(&self, folder: Option<&str>) -> (usize, usize) {
        let inside = |case: &&CaseReport| folder.is_none_or(|folder| case.document == folder);
        let cases = self.cases.iter().filter(inside);
        (cases.clone().count(), cases.filter(|case| case.lesson).count())
    }

    /// Returns how many questions an implementation answers, right or wrong, and how many it was to be asked.
    pub fn answered(&self, implementation: &str) -> (usize, usize) {
        let (mut answered, mut all) = (0, 0);
        for score in self.scores.iter().filter(|score| score.implementation == implementation) {
            let Score { agrees, known, failing, silent, unsupported, not_reached, .. } = score;
            answered += agrees + known + failing;
            all += agrees + known + failing + silent + unsupported + not_reached;
        }
        (answered, all)
    }

    /// Whether the run passes a gate: it was not stopped, no answer fails, no known deviation is stale, and each library
    /// that was to be tested has answered.
    pub fn passes(&self) -> bool {
        self.too_few_answers.is_empty() && self.agrees()
    }

    /// Whether nothing that was answered is a reason to fail.
    pub fn agrees(&self) -> bool {
        self.complete
            && self.stale_deviations.is_empty()
            && self.scores.iter().all(|score| score.failing == 0)
    }

    /// Returns the folders of the documents and of other cases that were run, in order.
    pub fn folders(&self) -> Vec<&str> {
        let mut folders: Vec<&str> = Vec::new();
        for score in &self.scores {
            if !folders.contains(&score.document.as_str()) {
                folders.push(&score.document);
            }
        }
        folders
    }

    /// Returns the known wrong answers of an implementation by their reason, the reason of most answers first. This is
    /// the size of a finding on every page.
    pub fn known_by_reason(
        &self,
        implementation: &str,
    ) -> Vec<(&str, Vec<(&CaseReport, &Disagreement)>)> {
        let mut rows: Vec<(&str, Vec<(&CaseReport, &Disagreement)>)> = Vec::new();
        for case in &self.cases {
            let known =
                |one: &&Disagreement| one.implementation == implementation && one.standing.passes();
            for one in case.disagreements.iter().filter(known) {
                let reason = one.reason.as_deref().unwrap_or_default();
                match rows.iter_mut().find(|(other, _)| *other == reason) {
                    Some((_, answers)) => answers.push((case, one)),
                    None => rows.push((reason, vec![(case, one)])),
                }
            }
        }
        rows.sort_by_key(|(_, answers)| usize::MAX - answers.len());
        rows
    }

    /// Returns whether an implementation answered any question whose name fulfils `is_asked`; `None` if it was not run.
    pub(super) fn has_answers(
        &self,
        implementation: &str,
        is_asked: impl Fn(&str) -> bool,
    ) -> Option<bool> {
        self.implementations.iter().find(|one| one.name == implementation)?;
        let answers = |case: &CaseReport| {
            let agrees = case.agrees.get(implementation).into_iter().flatten().map(String::as_str);
            let own = case.disagreements.iter().filter(|one| one.implementation == implementation);
            agrees.chain(own.map(|one| one.question.as_str())).any(&is_asked)
        };
        Some(self.cases.iter().any(answers))
    }

    /// Returns the score of an implementation on a folder.
    pub fn score(&self, folder: &str, implementation: &str) -> Option<&Score> {
        self.scores
            .iter()
            .find(|score| score.document == folder && score.implementation == implementation)
    }
}

impl CaseReport {
    /// Returns a measure of the text of the case, for choosing the shortest case.
    pub(super) fn length(&self) -> (usize, usize) {
        let words = self.play.iter().map(|line| line.split_whitespace().count()).sum();
        (words, self.setup.len())
    }

    /// Returns the explanation of the right answer to a question of the case.
    pub fn why_of<'a>(&'a self, one: &'a Disagreement) -> &'a str {
        one.why.as_deref().unwrap_or(&self.why)
    }

    /// Returns the explanations of the right answers to the disagreements `shown`, each once. Those that are about another
    /// rule set than the case as a whole come last, each with its rule set.
    pub fn reasons<'a>(
        &'a self,
        shown: impl IntoIterator<Item = &'a Disagreement>,
    ) -> Vec<(Option<&'a str>, &'a str)> {
        let mut own: Vec<(Option<&str>, &str)> = Vec::new();
        let mut is_shared = true;
        for (place, one) in shown.into_iter().enumerate() {
            is_shared = (place > 0 && is_shared) || one.why.is_none();
            let reason = one.why.as_deref().map(|why| (Some(one.rule_set.as_str()), why));
            own.extend(reason.filter(|reason| !own.contains(reason)));
        }
        let shared = is_shared.then_some((None, self.why.as_str()));
        shared.into_iter().chain(own).collect()
    }

    /// Returns the names of the questions that were not reached because of `one`, on one line; `None` if `one` does not
    /// prevent any question.
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
    /// Returns the upstream status, such as `reported on 2026-03-01 in LINK, fixed in 1.5.0`; `None` if the list gives
    /// none.
    pub fn upstream_status(&self) -> Option<String> {
        let day = self.reported.as_ref().map(|day| format!(" on {day}")).unwrap_or_default();
        let link = self.upstream.as_ref().map(|link| format!(" in {link}")).unwrap_or_default();
        let is_told = !day.is_empty() || !link.is_empty();
        let fixed = self.fixed_in.as_ref().map(|release| format!("fixed in {release}"));
        let parts: Vec<String> =
            is_told.then(|| format!("reported{day}{link}")).into_iter().chain(fixed).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// Returns the answer in words. A move is `twice` there if it is right and listed too often; a long message is cut.
    pub fn said(&self) -> String {
        let ExpectationRecord::Exactly(AnswerRecord::List(right)) = &self.right else {
            return shortened(&self.says.to_string());
        };
        let AnswerRecord::Moves(MovesRecord { without, also }) = &self.says else {
            return shortened(&self.says.to_string());
        };
        let twice = |one: &String| match right.contains(one) {
            true => format!("{one} twice"),
            false => one.clone(),
        };
        let also = also.iter().map(twice).collect();
        AnswerRecord::Moves(MovesRecord { without: without.clone(), also }).to_string()
    }

    /// Returns the question with the direction of the error.
    pub(super) fn tendency(&self) -> (&str, Direction) {
        let kind = self.question.split(' ').next().unwrap_or_default();
        (kind, Direction::of(&self.right, &self.says))
    }

    /// Returns why the list of known deviations needs a review, if the standing is `LookAgain`.
    pub fn look_again(&self) -> Option<String> {
        let of =
            self.versions.as_ref().map(|versions| format!(" of {versions}")).unwrap_or_default();
        let before =
            self.fixed_in.as_ref().map(|fixed| format!(" before {fixed}")).unwrap_or_default();
        (self.standing == Standing::LookAgain)
            .then(|| format!("known{of}{before}, but this is another version"))
    }
}
