//! What two reports say differently, question by question, and what may be behind it.

mod cause;
mod comment;
mod rendering;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

pub use cause::{Cause, HeaderDifference};
pub use comment::Links;

use super::{CaseReport, Report};
use crate::{
    question::{AnswerRecord, ExpectationRecord},
    runner::Finding,
};

/// Everything that differs between an older and a newer report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diff {
    /// What the headers say differently.
    pub headers: Vec<HeaderDifference>,
    /// The questions on which a library stands otherwise; what is worse comes first.
    pub changes: Vec<Change>,
}

/// A question on which a library stands otherwise than before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// What has become of it.
    pub change: ChangeKind,
    /// The library, or the reference.
    pub library: String,
    /// The case.
    pub case: String,
    /// The short name of the question.
    pub question: String,
    /// How it stood; `None` if it was not asked.
    pub was: Option<Stand>,
    /// How it stands; `None` if it is not asked.
    pub is: Option<Stand>,
    /// Whether a right answer has been lost, which a gate does not let pass.
    pub worse: bool,
    /// What may be behind it; nothing if the headers name nothing that could.
    pub causes: Vec<Cause>,
}

/// What has become of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// It was answered rightly, and now is answered wrongly.
    Broken,
    /// It was answered, and now is not.
    NoLongerSupported,
    /// It is answered wrongly as before, but otherwise.
    Changed,
    /// It was answered wrongly, and now is answered rightly.
    Fixed,
    /// It was asked and not answered, and now is.
    NowSupported,
    /// It was not asked, and now is answered.
    Added,
    /// It was answered, and now is not asked.
    Removed,
}

/// How a library stands on a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stand {
    /// It answers rightly.
    Right,
    /// It answers wrongly, or fails to answer.
    Wrong {
        /// What it says, under each rule set if it was asked under several.
        says: Vec<WrongAnswer>,
        /// What is right.
        right: Vec<ExpectationRecord>,
    },
    /// It makes no claim, or cannot be asked.
    NoAnswer,
    /// The setup or a move failed before the question could be asked.
    NotReached,
}

/// A wrong answer, and the rule set under which it was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrongAnswer {
    /// What is said.
    pub says: AnswerRecord,
    /// The rule set, if the library was asked under several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_set: Option<String>,
}

/// Two reports have no case or nobody asked in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the reports have no {0} in common, so there is nothing to compare")]
pub struct NothingInCommon(&'static str);

impl Diff {
    /// Compares two reports.
    ///
    /// # Errors
    ///
    /// They have no case or nobody asked in common.
    pub fn new(old: &Report, new: &Report) -> Result<Diff, NothingInCommon> {
        let (before, after) = (by_id(old), by_id(new));
        let names = |report: &Report| -> BTreeSet<String> {
            report.implementations.iter().map(|one| one.name.clone()).collect()
        };
        let (asked, asks) = (names(old), names(new));
        if asked.is_disjoint(&asks) {
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
                for mut change in compare(library, id, &was, &is) {
                    change.causes = cause::of(&change, cases, (old, new));
                    changes.push(change);
                }
            }
        }
        changes.sort_by(|one: &Change, other| {
            let order = |change: &Change| (change.change, change.library.clone());
            (order(one), &one.case, &one.question).cmp(&(
                order(other),
                &other.case,
                &other.question,
            ))
        });
        Ok(Diff { headers: cause::headers(old, new), changes })
    }

    /// Whether a right answer has been lost.
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

    /// The words for it.
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

    /// What has become of a question; `None` if nothing has.
    fn of(was: Option<&Stand>, is: Option<&Stand>) -> Option<ChangeKind> {
        Some(match (was, is) {
            (Some(Stand::Right), Some(Stand::Wrong { .. })) => ChangeKind::Broken,
            (Some(Stand::Wrong { .. }), Some(Stand::Right)) => ChangeKind::Fixed,
            (Some(Stand::Wrong { .. }), Some(Stand::Wrong { .. })) if was != is => {
                ChangeKind::Changed
            }
            (
                Some(Stand::NoAnswer | Stand::NotReached),
                Some(Stand::Right | Stand::Wrong { .. }),
            ) => ChangeKind::NowSupported,
            (Some(Stand::Right | Stand::Wrong { .. }), Some(Stand::NoAnswer))
            | (Some(Stand::Right), Some(Stand::NotReached)) => ChangeKind::NoLongerSupported,
            (None, Some(Stand::Right | Stand::Wrong { .. })) => ChangeKind::Added,
            (Some(Stand::Right | Stand::Wrong { .. }), None) => ChangeKind::Removed,
            (Some(Stand::Right), Some(Stand::Right))
            | (Some(Stand::Wrong { .. }), Some(Stand::Wrong { .. } | Stand::NotReached))
            | (
                Some(Stand::NoAnswer | Stand::NotReached) | None,
                Some(Stand::NoAnswer | Stand::NotReached) | None,
            ) => return None,
        })
    }
}

fn by_id(report: &Report) -> BTreeMap<&str, &CaseReport> {
    report.cases.iter().map(|case| (case.id.as_str(), case)).collect()
}

/// How a library stands on the questions of a case, by their names.
type Stands = BTreeMap<String, Stand>;

/// What has changed for a library on a case; the causes are yet to be found.
fn compare(library: &str, id: &str, was: &Stands, is: &Stands) -> Vec<Change> {
    let questions: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    let change = |question: &String| {
        let (was, is) = (was.get(question), is.get(question));
        let change = ChangeKind::of(was, is)?;
        let lost = change == ChangeKind::NoLongerSupported && was == Some(&Stand::Right);
        Some(Change {
            change,
            library: library.to_owned(),
            case: id.to_owned(),
            question: question.clone(),
            was: was.cloned(),
            is: is.cloned(),
            worse: change == ChangeKind::Broken || lost,
            causes: Vec::new(),
        })
    };
    questions.into_iter().filter_map(change).collect()
}

/// How a library stands on the questions of a case. One that is put under several rule sets, or that
/// has several right answers, is answered rightly only if it always is.
fn stands(report: &Report, case: &CaseReport, library: &str) -> Stands {
    let about = report.implementations.iter().find(|one| one.name == library);
    let by_rule_set = about.is_some_and(|one| one.rule_set == "all");
    let mut stands = Stands::new();
    for (lists, stand) in [
        (&case.unsupported, Stand::NoAnswer),
        (&case.not_reached, Stand::NotReached),
        (&case.silent, Stand::NoAnswer),
        (&case.agrees, Stand::Right),
    ] {
        let questions = lists.get(library).into_iter().flatten();
        stands.extend(questions.map(|question| (question.clone(), stand.clone())));
    }
    let own = case.disagreements.iter().filter(|one| one.implementation == library);
    let mut wrong: BTreeMap<&String, (Vec<WrongAnswer>, Vec<ExpectationRecord>)> = BTreeMap::new();
    for one in own {
        // What is listed as known and has gone is a disagreement with the list only.
        let stand = match one.finding {
            Finding::Agrees => Stand::Right,
            Finding::Silent | Finding::Unsupported => Stand::NoAnswer,
            Finding::NotReached => Stand::NotReached,
            Finding::Differs
            | Finding::SetupRefused
            | Finding::MoveRefused
            | Finding::Panicked
            | Finding::Crashed
            | Finding::TimedOut
            | Finding::ProtocolError => {
                let (says, right) = wrong.entry(&one.question).or_default();
                let rule_set = by_rule_set.then(|| one.rule_set.clone());
                says.push(WrongAnswer { says: one.says.clone(), rule_set });
                right.push(one.right.clone());
                continue;
            }
        };
        stands.entry(one.question.clone()).or_insert(stand);
    }
    for (question, (says, right)) in wrong {
        let stand = Stand::Wrong { says: sorted(says), right: sorted(right) };
        stands.insert(question.clone(), stand);
    }
    stands
}

/// The values in the order of what is written of them, each once: reports may list them otherwise.
fn sorted<T: Serialize>(mut values: Vec<T>) -> Vec<T> {
    let written = |value: &T| serde_json::to_string(value).unwrap_or_default();
    values.sort_by_cached_key(written);
    values.dedup_by_key(|value| written(value));
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_become_of_a_question_is_told_by_how_it_stood_and_stands() {
        let wrong = |says: &str| {
            let says = AnswerRecord::Text(says.to_owned());
            Some(Stand::Wrong { says: vec![WrongAnswer { says, rule_set: None }], right: vec![] })
        };
        let (right, none) = (Some(Stand::Right), Some(Stand::NoAnswer));
        let unreached = Some(Stand::NotReached);
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
    }
}
