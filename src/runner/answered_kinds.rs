use std::collections::{BTreeMap, BTreeSet};

use super::{Finding, Verdict};

/// The kinds of questions that one implementation answers.
#[derive(Clone, Debug, Default)]
pub struct AnsweredKinds {
    /// By kind, how many questions were answered and how many of them rightly.
    counts: BTreeMap<&'static str, (u32, u32)>,
    /// Kinds with a question that was not reached: whether they are answered is not known.
    unreached: BTreeSet<&'static str>,
    /// Kinds that a known deviation lists for a failure of the whole line, though they are not answered now.
    ///
    /// Lists that were written before such a failure was one finding have it under each kind of question, including
    /// those that the implementation never answered.
    doubtful: BTreeSet<&'static str>,
}

impl AnsweredKinds {
    /// Counts a verdict on the implementation.
    pub fn count(&mut self, verdict: &Verdict<'_>) {
        let kind = verdict.expected.question.kind();
        if verdict.finding.is_scored() {
            let (answered, right) = self.counts.entry(kind).or_default();
            *answered += 1;
            *right += u32::from(verdict.finding == Finding::Agrees);
            return;
        }
        if verdict.finding == Finding::NotReached {
            self.unreached.insert(kind);
        }
        if verdict.deviation.is_some_and(|listed| listed.says.is_failure()) {
            self.doubtful.insert(kind);
        }
    }

    /// The kinds that are answered, each with the number of answers and of right answers.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, (u32, u32))> {
        self.counts.iter().map(|(kind, counts)| (*kind, *counts))
    }

    /// Those of the kinds listed in a baseline that are no longer answered.
    pub fn lost<'a>(
        &self,
        listed: impl IntoIterator<Item = &'a String>,
    ) -> impl Iterator<Item = &'a String> {
        listed
            .into_iter()
            .filter(|kind| !self.stays(kind) && !self.doubtful.contains(kind.as_str()))
    }

    /// Whether a kind is answered, or may be where a question about it was not reached.
    pub fn stays(&self, kind: &str) -> bool {
        self.counts.contains_key(kind) || self.unreached.contains(kind)
    }
}
