//! Comparison of two reports, question by question.

mod headers;
mod rendering;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use headers::HeaderDifference;

use super::{CaseReport, Report};
use lawbook_catalogue::{
    adapter::Reference,
    question::{AnswerRecord, ExpectationRecord},
};

/// The differences between an older and a newer report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diff {
    /// The differences between the headers.
    pub headers: Vec<HeaderDifference>,
    /// The questions whose status has changed, regressions first.
    pub changes: Vec<Change>,
}

/// A question whose status has changed for a library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The kind of change.
    pub change: ChangeKind,
    /// The name of the library or of the reference.
    pub library: String,
    /// The identifier of the case.
    pub case: String,
    /// The short name of the question.
    pub question: String,
    /// The status in the older report; `None` if it was not asked.
    pub was: Option<QuestionStatus>,
    /// The status in the newer report; `None` if it was not asked.
    pub is: Option<QuestionStatus>,
    /// Whether a right answer was lost, which fails a gate.
    pub worse: bool,
    /// Whether the case itself differs between the reports.
    pub case_changed: bool,
}

/// The kind of a change of a question's status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// The answer was right and is wrong now.
    Broken,
    /// The question was answered and is not answered now.
    NoLongerSupported,
    /// The answer is still wrong, but is a different one.
    Changed,
    /// The answer was wrong and is right now.
    Fixed,
    /// The question was asked but not answered, and is answered now.
    NowSupported,
    /// The question was not asked, and is answered now.
    Added,
    /// The question was answered, and is not asked now.
    Removed,
}

/// The status of a library on a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuestionStatus {
    /// The answer is right.
    Right,
    /// The answer is wrong, or the library fails to answer.
    Wrong {
        /// The wrong answers; several if the library was run under several rule sets.
        says: Vec<WrongAnswer>,
        /// The right answers.
        right: Vec<ExpectationRecord>,
    },
    /// The library makes no claim, or does not support the question.
    NoAnswer,
    /// The setup or a move failed before the question.
    NotReached,
}

/// A wrong answer with its rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrongAnswer {
    /// The answer.
    pub says: AnswerRecord,
    /// The rule set, if the library was run under several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_set: Option<String>,
}

/// The error for two reports that have no case, or no library, in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the reports have no {0} in common, so there is nothing to compare")]
pub struct NothingInCommon(&'static str);

impl Diff {
    /// Compares two reports.
    ///
    /// # Errors
    ///
    /// Returns an error if the reports have no case, or no library, in common.
    pub fn new(old: &Report, new: &Report) -> Result<Diff, NothingInCommon> {
        let (before, after) = (by_id(old), by_id(new));
        let names = |report: &Report| -> BTreeSet<String> {
            report.implementations.iter().map(|one| one.name.clone()).collect()
        };
        let (asked, asks) = (names(old), names(new));
        // The reference is in every report.
        let is_library = |name: &&String| *name != Reference::NAME;
        let is_about_some = asked.iter().chain(&asks).any(|name| is_library(&name));
        if is_about_some && !asked.intersection(&asks).any(|name| is_library(&name)) {
            return Err(NothingInCommon("library"));
        }
        if !before.keys().any(|id| after.contains_key(id)) {
            return Err(NothingInCommon("case"));
        }
        let ids: BTreeSet<&str> = before.keys().chain(after.keys()).copied().collect();
        let mut changes = Vec::new();
        for library in asked.union(&asks) {
            for id in &ids {
                let cases = (before.get(id).copied(), after.get(id).copied());
                let was = cases.0.map(|case| stands(old, case, library)).unwrap_or_default();
                let is = cases.1.map(|case| stands(new, case, library)).unwrap_or_default();
                let case_changed =
                    matches!(cases, (Some(before), Some(after)) if before.digest != after.digest);
                changes.extend(compare(library, id, case_changed, (&was, &is)));
            }
        }
        changes.sort_by(|one, other| order(one).cmp(&order(other)));
        Ok(Diff { headers: headers::compare(old, new), changes })
    }

    /// Whether any right answer was lost.
    pub fn is_worse(&self) -> bool {
        self.changes.iter().any(|change| change.worse)
    }
}

impl ChangeKind {
    /// All kinds, the worst first.
    pub const ALL: [ChangeKind; 7] = [
        ChangeKind::Broken,
        ChangeKind::NoLongerSupported,
        ChangeKind::Changed,
        ChangeKind::Fixed,
        ChangeKind::NowSupported,
        ChangeKind::Added,
        ChangeKind::Removed,
    ];

    /// Returns the name in plain words.
    pub const fn words(self) -> &'static str {
        match self {
            ChangeKind::Broken => "broken",
            ChangeKind::NoLongerSupported => "no longer supported",
            ChangeKind::Changed => "changed",
            ChangeKind::Fixed => "fixed",
            ChangeKind::NowSupported => "now supported",
            ChangeKind::Added => "added",
            ChangeKind::Removed => "removed",
        }
    }

    /// Classifies the change between two statuses. Returns `None` if nothing has changed.
    fn of(was: Option<&QuestionStatus>, is: Option<&QuestionStatus>) -> Option<ChangeKind> {
        use QuestionStatus::{NoAnswer, NotReached, Right, Wrong};
        Some(match (was, is) {
            (Some(Right), Some(Wrong { .. })) => ChangeKind::Broken,
            (Some(Wrong { .. }), Some(Right)) => ChangeKind::Fixed,
            (Some(Wrong { .. }), Some(Wrong { .. })) if was != is => ChangeKind::Changed,
            (Some(NoAnswer | NotReached), Some(Right | Wrong { .. })) => ChangeKind::NowSupported,
            (Some(Right | Wrong { .. }), Some(NoAnswer)) | (Some(Right), Some(NotReached)) => {
                ChangeKind::NoLongerSupported
            }
            (None, Some(Right | Wrong { .. })) => ChangeKind::Added,
            (Some(Right | Wrong { .. }), None) => ChangeKind::Removed,
            (Some(Right), Some(Right))
            | (Some(Wrong { .. }), Some(Wrong { .. } | NotReached))
            | (Some(NoAnswer | NotReached) | None, Some(NoAnswer | NotReached) | None) => {
                return None;
            }
        })
    }
}

/// Returns the sort key of a change.
fn order(change: &Change) -> (ChangeKind, [&String; 3]) {
    (change.change, [&change.library, &change.case, &change.question])
}

fn by_id(report: &Report) -> BTreeMap<&str, &CaseReport> {
    report.cases.iter().map(|case| (case.id.as_str(), case)).collect()
}

/// The status of a library on each question of a case, by the name of the question.
type CaseStatus = BTreeMap<String, QuestionStatus>;

/// Returns the changes of a library on one case.
fn compare(
    library: &str,
    id: &str,
    case_changed: bool,
    (was, is): (&CaseStatus, &CaseStatus),
) -> Vec<Change> {
    let questions: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    let change = |question: &String| {
        let (was, is) = (was.get(question), is.get(question));
        let change = ChangeKind::of(was, is)?;
        let lost = change == ChangeKind::NoLongerSupported && was == Some(&QuestionStatus::Right);
        Some(Change {
            change,
            library: library.to_owned(),
            case: id.to_owned(),
            question: question.clone(),
            was: was.cloned(),
            is: is.cloned(),
            worse: change == ChangeKind::Broken || lost,
            case_changed,
        })
    };
    questions.into_iter().filter_map(change).collect()
}

/// Returns the status of a library on each question of a case. A question that was asked under several rule sets, or
/// that has several right answers, is answered rightly only if all its answers are right.
fn stands(report: &Report, case: &CaseReport, library: &str) -> CaseStatus {
    let about = report.implementations.iter().find(|one| one.name == library);
    let by_rule_set = about.is_some_and(|one| one.rule_set == "all");
    let mut stands = CaseStatus::new();
    for (lists, stand) in [
        (&case.unsupported, QuestionStatus::NoAnswer),
        (&case.not_reached, QuestionStatus::NotReached),
        (&case.silent, QuestionStatus::NoAnswer),
        (&case.agrees, QuestionStatus::Right),
    ] {
        let questions = lists.get(library).into_iter().flatten();
        stands.extend(questions.map(|question| (question.clone(), stand.clone())));
    }
    let own = case.disagreements.iter().filter(|one| one.implementation == library);
    let mut wrong: BTreeMap<&String, (Vec<WrongAnswer>, Vec<ExpectationRecord>)> = BTreeMap::new();
    for one in own {
        let (says, right) = wrong.entry(&one.question).or_default();
        let rule_set = by_rule_set.then(|| one.rule_set.clone());
        says.push(WrongAnswer { says: one.says.clone(), rule_set });
        right.push(one.right.clone());
    }
    for (question, (says, right)) in wrong {
        let stand = QuestionStatus::Wrong { says: sorted(says), right: sorted(right) };
        stands.insert(question.clone(), stand);
    }
    stands
}

/// Sorts values by their JSON and removes duplicates, because the order in reports is not significant.
fn sorted<T: Serialize>(mut values: Vec<T>) -> Vec<T> {
    let written = |value: &T| serde_json::to_string(value).unwrap_or_default();
    values.sort_by_cached_key(written);
    values.dedup_by_key(|value| written(value));
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        changes_follow_from_the_statuses_of_both_reports,
        {
            let wrong = |says: &str| {
                let says = AnswerRecord::Text(says.to_owned());
                Some(QuestionStatus::Wrong {
                    says: vec![WrongAnswer { says, rule_set: None }],
                    right: vec![],
                })
            };
            let (right, none) = (Some(QuestionStatus::Right), Some(QuestionStatus::NoAnswer));
            let unreached = Some(QuestionStatus::NotReached);
        },
        for (was, is, kind) in [
            (&right, &wrong("draw"), Some(ChangeKind::Broken)),
            (&wrong("draw"), &right, Some(ChangeKind::Fixed)),
            (&wrong("draw"), &wrong("mate"), Some(ChangeKind::Changed)),
            (&wrong("draw"), &wrong("draw"), None),
            (&right, &right, None),
            (&none, &right, Some(ChangeKind::NowSupported)),
            (&none, &wrong("draw"), Some(ChangeKind::NowSupported)),
            (&right, &none, Some(ChangeKind::NoLongerSupported)),
            (&wrong("draw"), &none, Some(ChangeKind::NoLongerSupported)),
            (&none, &none, None),
            (&right, &unreached, Some(ChangeKind::NoLongerSupported)),
            (&wrong("draw"), &unreached, None),
            (&none, &unreached, None),
            (&unreached, &none, None),
            (&unreached, &unreached, None),
            (&unreached, &right, Some(ChangeKind::NowSupported)),
            (&None, &right, Some(ChangeKind::Added)),
            (&None, &wrong("draw"), Some(ChangeKind::Added)),
            (&right, &None, Some(ChangeKind::Removed)),
            (&wrong("draw"), &None, Some(ChangeKind::Removed)),
            (&None, &none, None),
            (&none, &None, None),
        ] {
            assert_eq!(ChangeKind::of(was.as_ref(), is.as_ref()), kind, "{was:?} -> {is:?}");
        }
    );
}
