use std::collections::{BTreeMap, BTreeSet};

use super::{Finding, Verdict};

/// The kinds of questions that an implementation answers.
#[derive(Clone, Debug, Default)]
pub struct AnsweredKinds {
    /// By kind, the numbers of answers and of right answers.
    counts: BTreeMap<&'static str, (u32, u32)>,
    /// Kinds with a question that was not reached, so that it is unknown whether they are answered.
    unreached: BTreeSet<&'static str>,
    /// Kinds that a known deviation lists for a failure of the whole line, but that are not answered now.
    ///
    /// Older lists contain such a failure once per kind of question, including kinds that the implementation never
    /// answered. The loss of these kinds is therefore not reported.
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

    /// Returns the answered kinds, each with the numbers of answers and of right answers.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, (u32, u32))> {
        self.counts.iter().map(|(kind, counts)| (*kind, *counts))
    }

    /// Returns the kinds in `listed`, from a baseline, that the implementation no longer answers.
    pub fn lost<'a>(
        &self,
        listed: impl IntoIterator<Item = &'a String>,
    ) -> impl Iterator<Item = &'a String> {
        listed
            .into_iter()
            .filter(|kind| !self.stays(kind) && !self.doubtful.contains(kind.as_str()))
    }

    /// Returns whether a kind is answered, or may be answered because a question of this kind was not reached.
    pub fn stays(&self, kind: &str) -> bool {
        self.counts.contains_key(kind) || self.unreached.contains(kind)
    }
}
