use std::{fmt, str::FromStr};

use super::{
    Day, Event, TimeControl,
    editions::{self, Server},
    parameters::FastRules,
};

/// A set of rules under which a game can be played: an edition of the Laws, or another body's rules.
///
/// There is a constant for each rule set, and a method for each parameter that differs between them. The values are
/// data in the files of `src/rules/editions/`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleSet(pub(super) u8);

impl RuleSet {
    /// The Laws in force.
    pub const LATEST: RuleSet = RuleSet::FIDE_2023;

    /// The permanent name: `fide-2023`, `lichess-2026`.
    pub const fn name(self) -> &'static str {
        editions::name(self.0)
    }

    /// The full name of the rule set, as a phrase: `the FIDE Laws of 1 July 2014`.
    pub fn title(self) -> &'static str {
        &self.edition().title
    }

    /// The last day with evidence that the rule set was in force, with the source; `None` for editions that are
    /// replaced, and for rule sets of others than FIDE.
    pub fn in_force(self) -> Option<&'static super::InForce> {
        self.edition().in_force.as_ref()
    }

    /// The short name of the rule set, for use in sentences: `FIDE 2014`.
    pub fn short_title(self) -> &'static str {
        &self.edition().short_title
    }

    /// The body that issues the rules, without the edition or the date: `lichess`.
    ///
    /// For a body other than FIDE this is also the name of a rule set: the latest of that body.
    pub fn body(self) -> &'static str {
        &self.edition().body
    }

    /// The day when the rule set came into force. `None` for the first rule set of a body.
    pub fn since(self) -> Option<Day> {
        self.edition().since
    }

    /// The day when the file of the rule set was last compared with its source, if that has happened since its values
    /// were marked as read.
    pub fn compared(self) -> Option<Day> {
        self.edition().compared
    }

    /// The parts of the source that the file was last compared with.
    pub fn compared_with(self) -> Option<&'static str> {
        self.edition().compared_with.as_deref()
    }

    /// The changes after `earlier`, up to this rule set of the same body, that no parameter represents, each with its
    /// articles. Empty for rule sets of different bodies.
    pub fn also_changed_since(self, earlier: RuleSet) -> Vec<&'static str> {
        let between = RuleSet::ALL.into_iter().filter(|one| earlier < *one && *one <= self);
        between
            .filter(|_| self.body() == earlier.body())
            .flat_map(|one| one.edition().also_changed.iter().map(String::as_str))
            .collect()
    }

    /// The server that uses these rules, if they are those of a server.
    pub fn server(self) -> Option<&'static Server> {
        self.edition().server.as_ref()
    }

    /// The index in [`RuleSet::ALL`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The latest rule set of the same body.
    pub fn latest(self) -> RuleSet {
        RuleSet::ALL.into_iter().rfind(|other| other.body() == self.body()).unwrap_or(self)
    }

    /// Whether the rules of rapid and blitz about illegal moves, flags and the first position apply to this event.
    pub fn has_fast_rules(self, event: &Event) -> bool {
        match self.fast_rules().value {
            FastRules::Unsupervised => !event.supervised && event.time != TimeControl::Standard,
            FastRules::Always => event.time != TimeControl::Standard,
            FastRules::EveryBlitz => event.time == TimeControl::Blitz,
        }
    }

    /// Whether this is an edition of the FIDE Laws for play over the board.
    pub fn is_fide_edition(self) -> bool {
        self.body() == "fide"
    }
}

impl fmt::Debug for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that names no rule set, or where several may be named, no range of them either.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rule set {input:?}; {}{} one of {}", suggestion(input), forms(*of_one), RuleSets::ALL)]
pub struct RuleSetError {
    /// The text.
    pub input: String,
    /// Whether a single rule set was to be named.
    pub of_one: bool,
}

/// Returns the texts that name several rule sets, where these are valid.
const fn forms(of_one: bool) -> &'static str {
    match of_one {
        true => "",
        false => {
            " \"all\", \"fide\", a range such as \"fide-1997..fide-2009\" or \"lichess-2024..\", or"
        }
    }
}

/// Returns the start of the list of valid texts, after the name most similar to `input` if it is a likely misspelling.
fn suggestion(input: &str) -> String {
    // The latest of several equally similar names is the most likely one. A long text is not a misspelt name.
    let distance = |rule_set: &RuleSet| strsim::osa_distance(input, rule_set.name());
    let is_short = input.len() <= 40;
    let nearest = RuleSet::ALL.into_iter().rev().filter(|_| is_short).min_by_key(distance);
    match nearest.filter(|rule_set| distance(rule_set) <= 2) {
        Some(rule_set) => format!("did you mean {:?}? Expected", rule_set.name()),
        None => "expected".to_owned(),
    }
}

/// Parses a permanent name, or the name of a body other than FIDE, which means its latest rule set.
impl FromStr for RuleSet {
    type Err = RuleSetError;

    fn from_str(input: &str) -> Result<RuleSet, RuleSetError> {
        let is_plain = |one: &RuleSet| one.body() == input && !one.is_fide_edition();
        RuleSet::ALL
            .into_iter()
            .find(|rule_set| rule_set.name() == input)
            .or_else(|| RuleSet::ALL.into_iter().rfind(is_plain))
            .ok_or_else(|| RuleSetError { input: input.to_owned(), of_one: true })
    }
}

/// A set of rule sets, one bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RuleSets(u32);

impl RuleSets {
    /// No rule set.
    pub const NONE: RuleSets = RuleSets(0);
    /// All rule sets.
    pub const ALL: RuleSets = RuleSets((1 << RuleSet::ALL.len()) - 1);

    /// Whether the set contains `rule_set`.
    pub const fn contains(self, rule_set: RuleSet) -> bool {
        self.0 >> rule_set.0 & 1 != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The union of both sets.
    pub const fn union(self, other: RuleSets) -> RuleSets {
        RuleSets(self.0 | other.0)
    }

    /// The intersection of both sets.
    pub const fn intersection(self, other: RuleSets) -> RuleSets {
        RuleSets(self.0 & other.0)
    }

    /// The rule sets that are in this set but not in `other`.
    pub const fn without(self, other: RuleSets) -> RuleSets {
        RuleSets(self.0 & !other.0)
    }

    /// The names as [`FromStr`] parses them one by one, with ranges for consecutive rule sets of one body:
    /// `fide-1997..fide-2009 uscf-7`.
    pub fn in_ranges(self) -> String {
        if self == RuleSets::ALL {
            return "all".to_owned();
        }
        let mut ranges: Vec<(RuleSet, RuleSet)> = Vec::new();
        for one in self.iter() {
            match ranges.last_mut() {
                Some((_, last)) if last.body() == one.body() && last.0 + 1 == one.0 => {
                    *last = one;
                }
                _ => ranges.push((one, one)),
            }
        }
        let words = ranges.into_iter().map(|(first, last)| {
            if first == last { first.to_string() } else { format!("{first}..{last}") }
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// Iterates over the rule sets of this set, in the order of [`RuleSet::ALL`].
    pub fn iter(self) -> impl Iterator<Item = RuleSet> {
        RuleSet::ALL.into_iter().filter(move |&rule_set| self.contains(rule_set))
    }
}

impl From<RuleSet> for RuleSets {
    fn from(rule_set: RuleSet) -> RuleSets {
        RuleSets(1 << rule_set.0)
    }
}

impl FromIterator<RuleSet> for RuleSets {
    fn from_iter<I: IntoIterator<Item = RuleSet>>(rule_sets: I) -> RuleSets {
        rule_sets.into_iter().fold(RuleSets::NONE, |all, one| all.union(one.into()))
    }
}

/// Formats the names, separated by spaces.
impl fmt::Display for RuleSets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(RuleSet::name).collect();
        f.write_str(&names.join(" "))
    }
}

/// Parses `all`, `fide` (the editions), one name, or a range of editions or dates of one body, with or without an end.
impl FromStr for RuleSets {
    type Err = RuleSetError;

    fn from_str(input: &str) -> Result<RuleSets, RuleSetError> {
        let named = |name: &str| {
            name.parse::<RuleSet>().map_err(|error| RuleSetError { of_one: false, ..error })
        };
        let editions = || RuleSet::ALL.into_iter().filter(|rule_set| rule_set.is_fide_edition());
        match input {
            "all" => return Ok(RuleSets::ALL),
            "fide" => return Ok(editions().collect()),
            _ => {}
        }
        let Some((first, last)) = input.split_once("..") else {
            return named(input).map(RuleSets::from);
        };
        let first = named(first)?;
        let last = if last.is_empty() { first.latest() } else { named(last)? };
        if first > last || first.body() != last.body() {
            return Err(RuleSetError { input: input.to_owned(), of_one: false });
        }
        Ok(RuleSet::ALL.into_iter().filter(|one| (first..=last).contains(one)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        for (input, names) in [
            ("lichess", "lichess-2026"),
            ("lichess-2024", "lichess-2024"),
            ("lichess-2024..", "lichess-2024 lichess-2026"),
            ("lichess..", "lichess-2026"),
            ("chesscom", "chesscom-2024"),
            ("chesscom-2009..", "chesscom-2009 chesscom-2024"),
            ("uscf", "uscf-7"),
            ("fide-online..", "fide-online"),
            ("fide-2017..", "fide-2017 fide-2018 fide-2023"),
            ("fide-1977..fide-1997", "fide-1977 fide-1993 fide-1997"),
            (
                "fide",
                "fide-1977 fide-1993 fide-1997 fide-2001 fide-2005 fide-2009 fide-2014 fide-2017 fide-2018 fide-2023",
            ),
        ] {
            let read: RuleSets = input.parse().unwrap();
            assert_eq!(read.to_string(), names);
            let ranges = read.in_ranges();
            let again: RuleSets = ranges
                .split(' ')
                .flat_map(|one| one.parse::<RuleSets>().unwrap().iter().collect::<Vec<_>>())
                .collect();
            assert_eq!(again, read, "{ranges}");
        }
        let all: RuleSets = "all".parse().unwrap();
        assert_eq!(all.iter().collect::<Vec<_>>(), RuleSet::ALL);
        assert_eq!((RuleSets::NONE.is_empty(), all.is_empty()), (true, false));
        for input in [
            "",
            "fide-2024",
            "fide-2009..fide-1997",
            "fide-1997..lichess",
            "fide-2023..fide-online",
            "lichess-2025",
            "..",
            "All",
        ] {
            assert!(input.parse::<RuleSets>().is_err(), "{input:?}");
        }
    }
}
