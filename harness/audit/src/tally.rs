use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{AuditFinding, Kind, Severity, judge::Judgement};

/// What was counted in some games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTally {
    /// The games, those that were skipped included.
    pub games: u64,
    /// The plies that were played.
    pub plies: u64,
    /// The games that were skipped, by variant.
    pub skipped: BTreeMap<String, u64>,
    /// The games of which something was left open, because a search reached its limit.
    pub open: u64,
    /// The games with a contradiction.
    pub contradicted: u64,
    /// The games that cannot be read to their end.
    pub broken: u64,
    /// The findings, by kind.
    pub findings: BTreeMap<Kind, u64>,
}

impl GameTally {
    pub(super) fn add(&mut self, judgement: &Judgement) {
        self.games += 1;
        self.plies += judgement.plies;
        self.open += u64::from(judgement.open);
        if let Some(variant) = &judgement.skipped {
            *self.skipped.entry(variant.clone()).or_default() += 1;
        }
        let has = |severity| {
            u64::from(judgement.findings.iter().any(|(_, found)| found.severity == severity))
        };
        self.contradicted += has(Severity::Contradiction);
        self.broken += has(Severity::Broken);
        for (_, found) in &judgement.findings {
            self.count(found);
        }
    }

    fn count(&mut self, found: &AuditFinding) {
        *self.findings.entry(found.kind).or_default() += 1;
    }

    /// Adds what was counted in other games.
    pub fn merge(&mut self, other: &GameTally) {
        self.games += other.games;
        self.plies += other.plies;
        self.open += other.open;
        self.contradicted += other.contradicted;
        self.broken += other.broken;
        for (variant, count) in &other.skipped {
            *self.skipped.entry(variant.clone()).or_default() += count;
        }
        for (&kind, count) in &other.findings {
            *self.findings.entry(kind).or_default() += count;
        }
    }
}
