use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    AuditFinding, Kind, Severity, UnknownRules, dated::RulesFit, judge::Judgement,
    record::PhraseKey,
};

/// The maximum number of variants, or of unknown phrases, that are counted by name.
pub const MAX_VARIANTS: usize = 100;

/// The counts of some games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTally {
    /// The number of games, skipped ones included.
    pub games: u64,
    /// The number of plies played.
    pub plies: u64,
    /// The number of skipped games of each variant, for at most [`MAX_VARIANTS`] variants: those whose names sort
    /// first.
    pub skipped: BTreeMap<String, u64>,
    /// The number of skipped games of all other variants.
    #[serde(default)]
    pub skipped_others: u64,
    /// The number of games with an undetermined question, because a search reached its limit.
    pub open: u64,
    /// The number of games with a contradiction, wrong results included.
    pub contradicted: u64,
    /// The number of games with a wrong result.
    #[serde(default)]
    pub wrong_results: u64,
    /// The number of games that cannot be read to their end.
    pub broken: u64,
    /// The number of findings of each kind.
    pub findings: BTreeMap<Kind, u64>,
    /// The number of games judged by each rule set, if it was chosen by the date of the game.
    #[serde(default)]
    pub rules: BTreeMap<String, u64>,
    /// The number of games that are older than the rule set that was asked for.
    #[serde(default)]
    pub older: u64,
    /// The number of games whose rules are not known, by reason.
    #[serde(default)]
    pub unknown_rules: BTreeMap<UnknownRules, u64>,
    /// The number of games that were judged only in part.
    #[serde(default)]
    pub in_part: u64,
    /// The number of games that deviate from the standard but could be read.
    #[serde(default)]
    pub repaired: u64,
    /// The number of these deviations.
    #[serde(default)]
    pub repairs: u64,
    /// The counts by source and year, for at most [`MAX_VARIANTS`] sources: those whose names sort first. A source is
    /// the host of a server; the empty name stands for all games without one.
    #[serde(default)]
    pub sources: BTreeMap<String, YearCounts>,
    /// The same for all other sources together.
    #[serde(default)]
    pub other_sources: YearCounts,
    /// The number of games without moves.
    #[serde(default)]
    pub without_moves: u64,
    /// The number of games by what their record says about the end: the place in the record, and the phrase.
    #[serde(default)]
    pub said: BTreeMap<String, u64>,
    /// The same for unknown phrases, at most [`MAX_VARIANTS`] of them: those that sort first.
    #[serde(default)]
    pub said_unknown: BTreeMap<String, u64>,
    /// The number of games with other unknown phrases.
    #[serde(default)]
    pub said_others: u64,
}

/// The counts of each year; 0 stands for games without a year.
pub type YearCounts = BTreeMap<u16, FindingCounts>;

/// The counts of the games of a source and year.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingCounts {
    /// The number of games.
    pub games: u64,
    /// The number of findings by severity and kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub findings: BTreeMap<Severity, BTreeMap<Kind, u64>>,
}

impl FindingCounts {
    fn merge(&mut self, other: &FindingCounts) {
        self.games += other.games;
        for (&severity, kinds) in &other.findings {
            for (&kind, count) in kinds {
                *self.findings.entry(severity).or_default().entry(kind).or_default() += count;
            }
        }
    }
}

fn merge_years(years: &mut YearCounts, other: &YearCounts) {
    for (&year, counts) in other {
        years.entry(year).or_default().merge(counts);
    }
}

impl GameTally {
    /// Returns the counts of findings by severity and kind, those of all sources and years together.
    pub fn by_severity(&self) -> BTreeMap<Severity, BTreeMap<Kind, u64>> {
        let mut all = FindingCounts::default();
        for years in self.sources.values().chain([&self.other_sources]) {
            years.values().for_each(|counts| all.merge(counts));
        }
        all.findings
    }

    pub(super) fn add(&mut self, judgement: &Judgement) {
        self.games += 1;
        self.plies += judgement.plies;
        self.open += u64::from(judgement.open);
        if let Some(variant) = &judgement.skipped {
            self.skip(variant, 1);
        } else {
            self.without_moves += u64::from(judgement.plies == 0);
        }
        if let Some(rules) = judgement.dated.filter(|_| judgement.skipped.is_none()) {
            count(&mut self.rules, rules.name(), 1);
        }
        match &judgement.said {
            Some(PhraseKey::Known(phrase)) => count(&mut self.said, phrase, 1),
            Some(PhraseKey::Unknown(words)) => self.say_unknown(words, 1),
            None => {}
        }
        let has =
            |severity| u64::from(judgement.findings.iter().any(|found| found.severity == severity));
        let wrong = has(Severity::Result);
        self.wrong_results += wrong;
        self.contradicted += wrong.max(has(Severity::Contradiction));
        self.broken += has(Severity::Broken);
        match judgement.fit {
            Some(RulesFit::Newer) => self.older += 1,
            Some(RulesFit::Unknown(why)) => *self.unknown_rules.entry(why).or_default() += 1,
            Some(RulesFit::InForce) | None => {}
        }
        self.in_part += u64::from(judgement.in_part);
        self.repaired += u64::from(judgement.repairs > 0);
        self.repairs += judgement.repairs;
        let mut counts = FindingCounts { games: 1, ..FindingCounts::default() };
        for found in &judgement.findings {
            self.count(found);
            let kinds = counts.findings.entry(found.severity).or_default();
            *kinds.entry(found.kind).or_default() += 1;
        }
        let year = judgement.year.unwrap_or_default();
        self.count_source(&judgement.source, |years| years.entry(year).or_default().merge(&counts));
    }

    /// Changes the counts of a source. Keeps only the sources that sort first, as [`count_name`] does with names.
    fn count_source(&mut self, source: &str, count: impl FnOnce(&mut YearCounts)) {
        // Usually it exists already.
        if let Some(years) = self.sources.get_mut(source) {
            return count(years);
        }
        count(self.sources.entry(source.to_owned()).or_default());
        if self.sources.len() > MAX_VARIANTS
            && let Some((_, years)) = self.sources.pop_last()
        {
            merge_years(&mut self.other_sources, &years);
        }
    }

    /// Counts skipped games of a variant.
    fn skip(&mut self, variant: &str, games: u64) {
        count_name(&mut self.skipped, &mut self.skipped_others, variant, games);
    }

    /// Counts games whose record has an unknown phrase.
    fn say_unknown(&mut self, words: &str, games: u64) {
        count_name(&mut self.said_unknown, &mut self.said_others, words, games);
    }

    fn count(&mut self, found: &AuditFinding) {
        *self.findings.entry(found.kind).or_default() += 1;
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: &GameTally) {
        self.games += other.games;
        self.plies += other.plies;
        self.open += other.open;
        self.contradicted += other.contradicted;
        self.broken += other.broken;
        self.skipped_others += other.skipped_others;
        for (variant, count) in &other.skipped {
            self.skip(variant, *count);
        }
        for (&kind, count) in &other.findings {
            *self.findings.entry(kind).or_default() += count;
        }
        self.wrong_results += other.wrong_results;
        self.older += other.older;
        self.in_part += other.in_part;
        for (why, count) in &other.unknown_rules {
            *self.unknown_rules.entry(*why).or_default() += count;
        }
        self.repaired += other.repaired;
        self.repairs += other.repairs;
        for (source, years) in &other.sources {
            self.count_source(source, |counts| merge_years(counts, years));
        }
        merge_years(&mut self.other_sources, &other.other_sources);
        self.without_moves += other.without_moves;
        self.said_others += other.said_others;
        for (rules, games) in &other.rules {
            count(&mut self.rules, rules, *games);
        }
        for (phrase, games) in &other.said {
            count(&mut self.said, phrase, *games);
        }
        for (words, count) in &other.said_unknown {
            self.say_unknown(words, *count);
        }
    }
}

/// Adds `games` to the count of `name`, which usually exists already.
fn count(names: &mut BTreeMap<String, u64>, name: &str, games: u64) {
    if let Some(count) = names.get_mut(name) {
        *count += games;
    } else {
        names.insert(name.to_owned(), games);
    }
}

/// Adds `games` to the count of `name`, which can be any text, and keeps only the [`MAX_VARIANTS`] names that sort
/// first.
///
/// A name that is dropped never returns, because the names before it stay. So the counts do not depend on the order
/// of the games, nor on how they are split into shards.
fn count_name(names: &mut BTreeMap<String, u64>, others: &mut u64, name: &str, games: u64) {
    count(names, name, games);
    if names.len() > MAX_VARIANTS
        && let Some((_, games)) = names.pop_last()
    {
        *others += games;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tally of games of these variants.
    fn tally(variants: impl Iterator<Item = usize>) -> GameTally {
        let mut tally = GameTally::default();
        for number in variants {
            let skipped = Some(format!("variant {}", number * 7919 % 1009));
            let said = Some(PhraseKey::Unknown(format!("words {}", number * 7919 % 1009)));
            tally.add(&Judgement { skipped, said, ..Judgement::default() });
        }
        tally
    }

    #[test]
    fn many_variants_are_counted_alike_in_parts() {
        let whole = tally(0..2000);
        assert_eq!(whole.skipped.len(), MAX_VARIANTS);
        assert_eq!(whole.skipped.values().sum::<u64>() + whole.skipped_others, 2000);
        assert_eq!(whole.said_unknown.values().sum::<u64>() + whole.said_others, 2000);
        let mut parts = GameTally::default();
        for part in (0..7).rev() {
            parts.merge(&tally((0..2000).filter(|number| number % 7 == part)));
        }
        assert_eq!(parts, whole);
    }
}
