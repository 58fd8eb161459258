use std::collections::BTreeMap;

use serde::Serialize;

use super::{AuditFinding, Kind, Severity, UnknownRules, dated::RulesFit, judgement::Judgement};

/// The maximum number of names of any text, such as variants and phrases, that are counted by themselves.
pub const MAX_NAMES: usize = 1000;

/// A count that can be made in parts.
pub(super) trait Merge {
    /// Adds the counts of the games that follow.
    fn include(&mut self, next: &Self);
}

impl Merge for u64 {
    fn include(&mut self, next: &u64) {
        *self += next;
    }
}

impl<K: Ord + Clone, T: Merge + Default> Merge for BTreeMap<K, T> {
    fn include(&mut self, next: &BTreeMap<K, T>) {
        for (key, count) in next {
            self.entry(key.clone()).or_default().include(count);
        }
    }
}

/// Counts by name, where a name can be any text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Named<T> {
    /// The counts of at most [`MAX_NAMES`] names: those that sort first.
    pub named: BTreeMap<String, T>,
    /// The counts of all other names together.
    pub others: T,
}

/// Changes the count of a name, which usually exists already.
///
/// A name that is dropped never returns, because the names before it stay. So the counts do not depend on the order of
/// the games, nor on how they are split into parts.
fn count<T: Merge + Default>(names: &mut Named<T>, name: &str, change: impl FnOnce(&mut T)) {
    if let Some(count) = names.named.get_mut(name) {
        return change(count);
    }
    change(names.named.entry(name.to_owned()).or_default());
    if names.named.len() > MAX_NAMES
        && let Some((_, count)) = names.named.pop_last()
    {
        names.others.include(&count);
    }
}

impl<T: Merge + Default> Merge for Named<T> {
    fn include(&mut self, next: &Named<T>) {
        for (name, more) in &next.named {
            count(self, name, |count| count.include(more));
        }
        self.others.include(&next.others);
    }
}

/// The number of findings by severity and kind.
pub type FindingCounts = BTreeMap<Severity, BTreeMap<Kind, u64>>;

/// The counts of each year; 0 stands for games without a year.
pub type YearCounts = BTreeMap<u16, SourceCounts>;

/// The first finding of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct FirstFindings(pub BTreeMap<Kind, AuditFinding>);

impl Merge for FirstFindings {
    fn include(&mut self, next: &FirstFindings) {
        for (kind, finding) in &next.0 {
            self.0.entry(*kind).or_insert_with(|| finding.clone());
        }
    }
}

/// A struct of counts. Those of two parts are added field by field.
macro_rules! counts {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
        pub struct $name {
            $($(#[$doc])* pub $field: $type,)+
        }

        impl Merge for $name {
            fn include(&mut self, next: &$name) {
                $(self.$field.include(&next.$field);)+
            }
        }
    };
}

counts! {
    /// The counts of the games of a source and year.
    SourceCounts {
        /// The number of games.
        games: u64,
        /// The number of findings.
        findings: FindingCounts,
    }
}

counts! {
    /// The counts of some games.
    GameTally {
        /// The number of games, skipped ones included.
        games: u64,
        /// The number of plies played.
        plies: u64,
        /// The number of games with a wrong result.
        wrong_results: u64,
        /// The number of games with a contradiction, wrong results included.
        contradicted: u64,
        /// The number of games that cannot be read to their end.
        broken: u64,
        /// The number of games that were judged only in part.
        in_part: u64,
        /// The number of games with an undetermined question, because a search reached its limit.
        open: u64,
        /// The number of games without moves.
        without_moves: u64,
        /// The number of games that deviate from the standard but could be read.
        repaired: u64,
        /// The number of these deviations.
        repairs: u64,
        /// The number of games that are older than the rule set that was asked for.
        older: u64,
        /// The number of games whose rules are not known, by reason.
        unknown_rules: BTreeMap<UnknownRules, u64>,
        /// The number of games judged by each rule set, if it was chosen by the date of the game.
        rules: Named<u64>,
        /// The number of skipped games of each variant.
        skipped: Named<u64>,
        /// The number of games by what their record says about the end: the place in the record, and the phrase.
        said: Named<u64>,
        /// The counts by source and year. A source is the host of a server; the empty name stands for all games without
        /// one.
        sources: Named<YearCounts>,
        /// The number of findings.
        findings: FindingCounts,
        /// The first finding of each kind.
        first: FirstFindings,
    }
}

impl GameTally {
    /// Adds a game. Its findings are among the first ones if they are the first of their kind.
    pub(super) fn add(&mut self, judgement: &Judgement) {
        let Judgement { findings, source, year, .. } = judgement;
        self.games += 1;
        self.plies += judgement.plies;
        self.open += u64::from(judgement.open);
        self.in_part += u64::from(judgement.in_part);
        self.repaired += u64::from(judgement.repairs > 0);
        self.repairs += judgement.repairs;
        match &judgement.skipped {
            Some(variant) => count(&mut self.skipped, variant, |count| *count += 1),
            None => {
                self.without_moves += u64::from(judgement.plies == 0);
                if let Some(rules) = judgement.dated {
                    count(&mut self.rules, rules.name(), |count| *count += 1);
                }
            }
        }
        if let Some(said) = &judgement.said {
            count(&mut self.said, said, |count| *count += 1);
        }
        let has = |severity| u64::from(findings.iter().any(|found| found.severity == severity));
        let wrong = has(Severity::Result);
        self.wrong_results += wrong;
        self.contradicted += wrong.max(has(Severity::Contradiction));
        self.broken += has(Severity::Broken);
        match judgement.fit {
            Some(RulesFit::Newer) => self.older += 1,
            Some(RulesFit::Unknown(why)) => *self.unknown_rules.entry(why).or_default() += 1,
            Some(RulesFit::InForce) | None => {}
        }
        let mut counts = SourceCounts { games: 1, ..SourceCounts::default() };
        for found in findings {
            *counts.findings.entry(found.severity).or_default().entry(found.kind).or_default() += 1;
            self.first.0.entry(found.kind).or_insert_with(|| found.clone());
        }
        self.findings.include(&counts.findings);
        let year = year.unwrap_or_default();
        count(&mut self.sources, source, |years| years.entry(year).or_default().include(&counts));
    }
}
