use std::collections::BTreeMap;

use super::{Finding, Verdict};

/// The kinds of questions that an implementation answers.
#[derive(Clone, Debug, Default)]
pub struct AnsweredKinds {
    /// By kind, the numbers of answers and of right answers.
    counts: BTreeMap<&'static str, (u32, u32)>,
    /// By kind, the number of questions that were not reached, so that it is unknown whether they are answered.
    unreached: BTreeMap<&'static str, u32>,
}

impl AnsweredKinds {
    /// Counts a verdict on the implementation.
    pub fn count(&mut self, verdict: &Verdict<'_>) {
        let kind = verdict.expected.question.kind();
        if verdict.finding.is_scored() {
            let (answered, right) = self.counts.entry(kind).or_default();
            *answered += 1;
            *right += u32::from(verdict.finding == Finding::Agrees);
        } else if verdict.finding == Finding::NotReached {
            *self.unreached.entry(kind).or_default() += 1;
        }
    }

    /// Returns the answered kinds, each with the numbers of answers and of right answers.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, (u32, u32))> {
        self.counts.iter().map(|(kind, counts)| (*kind, *counts))
    }

    /// Returns what is missing of the numbers of answers in a baseline, in words; a question that was not reached may be
    /// answered.
    pub fn lost<'a>(&'a self, listed: &'a BTreeMap<String, u32>) -> impl Iterator<Item = String> {
        listed.iter().filter(|(kind, number)| self.possible(kind) < **number).map(
            |(kind, number)| match self.possible(kind) {
                0 => format!("no longer answers {kind}"),
                now => format!("answers {kind} {now} times, and not {number} times any more"),
            },
        )
    }

    /// Returns how many questions of a kind are answered, or may be because they were not reached.
    pub fn possible(&self, kind: &str) -> u32 {
        let answered = self.counts.get(kind).map_or(0, |(answered, _)| *answered);
        answered + self.unreached.get(kind).copied().unwrap_or(0)
    }
}
