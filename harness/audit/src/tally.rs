use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{AuditFinding, Kind, Severity, judge::Judgement, record::Phrased};

/// The most variants, or words that are not known, that are counted by name.
pub const MAX_VARIANTS: usize = 100;

/// What was counted in some games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTally {
    /// The games, those that were skipped included.
    pub games: u64,
    /// The plies that were played.
    pub plies: u64,
    /// The games that were skipped, by variant: of the variants that come first by name, at most
    /// [`MAX_VARIANTS`].
    pub skipped: BTreeMap<String, u64>,
    /// The games that were skipped for other variants.
    #[serde(default)]
    pub skipped_others: u64,
    /// The games of which something was left open, because a search reached its limit.
    pub open: u64,
    /// The games with a contradiction.
    pub contradicted: u64,
    /// The games that cannot be read to their end.
    pub broken: u64,
    /// The findings, by kind.
    pub findings: BTreeMap<Kind, u64>,
    /// The games by the rule set, if that was chosen for each by its date.
    #[serde(default)]
    pub rules: BTreeMap<String, u64>,
    /// The games without moves.
    #[serde(default)]
    pub without_moves: u64,
    /// The games by what their record says of the end: where it says so, and the phrase.
    #[serde(default)]
    pub said: BTreeMap<String, u64>,
    /// The same for words that are no known phrase, at most [`MAX_VARIANTS`] of them as for variants.
    #[serde(default)]
    pub said_unknown: BTreeMap<String, u64>,
    /// The games of other words.
    #[serde(default)]
    pub said_others: u64,
}

impl GameTally {
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
            Some(Phrased::Known(phrase)) => count(&mut self.said, phrase, 1),
            Some(Phrased::Unknown(words)) => self.say_unknown(words, 1),
            None => {}
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

    /// Counts games of a variant.
    fn skip(&mut self, variant: &str, games: u64) {
        count_name(&mut self.skipped, &mut self.skipped_others, variant, games);
    }

    /// Counts games whose record has words that are not known.
    fn say_unknown(&mut self, words: &str, games: u64) {
        count_name(&mut self.said_unknown, &mut self.said_others, words, games);
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
        self.skipped_others += other.skipped_others;
        for (variant, count) in &other.skipped {
            self.skip(variant, *count);
        }
        for (&kind, count) in &other.findings {
            *self.findings.entry(kind).or_default() += count;
        }
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

/// Counts games by a name, which most often is there.
fn count(names: &mut BTreeMap<String, u64>, name: &str, games: u64) {
    if let Some(count) = names.get_mut(name) {
        *count += games;
    } else {
        names.insert(name.to_owned(), games);
    }
}

/// Counts games by a name that can be anything.
///
/// A name that has to go does not come back, as those before it stay: so the counts are the same in
/// whatever order the games come, and in parts.
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

    /// What is counted of games of these variants.
    fn tally(variants: impl Iterator<Item = usize>) -> GameTally {
        let mut tally = GameTally::default();
        for number in variants {
            let skipped = Some(format!("variant {}", number * 7919 % 1009));
            let said = Some(Phrased::Unknown(format!("words {}", number * 7919 % 1009)));
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
