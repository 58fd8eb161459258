use std::{fmt, str::FromStr};

/// A set of rules under which a game can be played: an edition of the Laws, or another body's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleSet {
    /// The Laws of the 1950s to the 1980s, named for the printing of 1977.
    Fide1977,
    /// The Laws of 1993.
    Fide1993,
    /// The Laws of 1 July 1997, rewritten as a whole.
    Fide1997,
    /// The Laws of 1 July 2001.
    Fide2001,
    /// The Laws of 1 July 2005.
    Fide2005,
    /// The Laws of 1 July 2009.
    Fide2009,
    /// The Laws of 1 July 2014.
    Fide2014,
    /// The Laws of 1 July 2017.
    Fide2017,
    /// The Laws of 1 January 2018.
    Fide2018,
    /// The Laws of 1 January 2023.
    Fide2023,
    /// The FIDE Online Chess Regulations.
    FideOnline,
    /// The rules of US Chess, seventh edition.
    Uscf7,
    /// What lichess.org does.
    Lichess,
    /// What chess.com does in live games.
    Chesscom,
}

impl RuleSet {
    /// All rule sets: the editions of the Laws by age, then the others.
    pub const ALL: [RuleSet; 14] = [
        RuleSet::Fide1977,
        RuleSet::Fide1993,
        RuleSet::Fide1997,
        RuleSet::Fide2001,
        RuleSet::Fide2005,
        RuleSet::Fide2009,
        RuleSet::Fide2014,
        RuleSet::Fide2017,
        RuleSet::Fide2018,
        RuleSet::Fide2023,
        RuleSet::FideOnline,
        RuleSet::Uscf7,
        RuleSet::Lichess,
        RuleSet::Chesscom,
    ];

    /// The Laws in force.
    pub const LATEST: RuleSet = RuleSet::Fide2023;

    /// The permanent name: `fide-2023`, `uscf-7`.
    pub const fn name(self) -> &'static str {
        match self {
            RuleSet::Fide1977 => "fide-1977",
            RuleSet::Fide1993 => "fide-1993",
            RuleSet::Fide1997 => "fide-1997",
            RuleSet::Fide2001 => "fide-2001",
            RuleSet::Fide2005 => "fide-2005",
            RuleSet::Fide2009 => "fide-2009",
            RuleSet::Fide2014 => "fide-2014",
            RuleSet::Fide2017 => "fide-2017",
            RuleSet::Fide2018 => "fide-2018",
            RuleSet::Fide2023 => "fide-2023",
            RuleSet::FideOnline => "fide-online",
            RuleSet::Uscf7 => "uscf-7",
            RuleSet::Lichess => "lichess",
            RuleSet::Chesscom => "chesscom",
        }
    }

    /// Whether this is an edition of the FIDE Laws for play over the board.
    pub const fn is_fide_edition(self) -> bool {
        self as u8 <= RuleSet::Fide2023 as u8
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no rule set and no range of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{text:?} names no rule set; right would be \"all\", \"fide\", a range such as \"fide-1997..fide-2009\" or \"fide-2014..\", or one of {}",
    RuleSets::ALL
)]
pub struct RuleSetError {
    /// What was read.
    pub text: String,
}

impl FromStr for RuleSet {
    type Err = RuleSetError;

    fn from_str(text: &str) -> Result<RuleSet, RuleSetError> {
        RuleSet::ALL
            .into_iter()
            .find(|rule_set| rule_set.name() == text)
            .ok_or_else(|| RuleSetError { text: text.to_owned() })
    }
}

/// A set of rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RuleSets(u16);

impl RuleSets {
    /// No rule set.
    pub const NONE: RuleSets = RuleSets(0);
    /// Every rule set there is.
    pub const ALL: RuleSets = RuleSets((1 << RuleSet::ALL.len()) - 1);

    /// Whether the rule set is in here.
    pub const fn contains(self, rule_set: RuleSet) -> bool {
        self.0 >> rule_set as u8 & 1 != 0
    }

    /// Whether there is none in here.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// What is in either.
    pub const fn union(self, other: RuleSets) -> RuleSets {
        RuleSets(self.0 | other.0)
    }

    /// What is in both.
    pub const fn intersection(self, other: RuleSets) -> RuleSets {
        RuleSets(self.0 & other.0)
    }

    /// The rule sets in here, in the order of [`RuleSet::ALL`].
    pub fn iter(self) -> impl Iterator<Item = RuleSet> {
        RuleSet::ALL.into_iter().filter(move |&rule_set| self.contains(rule_set))
    }
}

impl From<RuleSet> for RuleSets {
    fn from(rule_set: RuleSet) -> RuleSets {
        RuleSets(1 << rule_set as u8)
    }
}

impl FromIterator<RuleSet> for RuleSets {
    fn from_iter<I: IntoIterator<Item = RuleSet>>(rule_sets: I) -> RuleSets {
        rule_sets.into_iter().fold(RuleSets::NONE, |all, one| all.union(one.into()))
    }
}

/// The names, separated by spaces.
impl fmt::Display for RuleSets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(RuleSet::name).collect();
        f.write_str(&names.join(" "))
    }
}

/// Reads `all`, `fide` (the editions), one name, or a range of editions with or without an end.
impl FromStr for RuleSets {
    type Err = RuleSetError;

    fn from_str(text: &str) -> Result<RuleSets, RuleSetError> {
        let editions = || RuleSet::ALL.into_iter().filter(|rule_set| rule_set.is_fide_edition());
        match text {
            "all" => return Ok(RuleSets::ALL),
            "fide" => return Ok(editions().collect()),
            _ => {}
        }
        let Some((first, last)) = text.split_once("..") else {
            return text.parse::<RuleSet>().map(RuleSets::from);
        };
        let first: RuleSet = first.parse()?;
        let last: RuleSet = if last.is_empty() { RuleSet::LATEST } else { last.parse()? };
        let range: RuleSets =
            editions().filter(|edition| (first..=last).contains(edition)).collect();
        if range.is_empty() || !last.is_fide_edition() {
            return Err(RuleSetError { text: text.to_owned() });
        }
        Ok(range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        for (text, names) in [
            ("lichess", "lichess"),
            ("fide-2017..", "fide-2017 fide-2018 fide-2023"),
            ("fide-1977..fide-1997", "fide-1977 fide-1993 fide-1997"),
            (
                "fide",
                "fide-1977 fide-1993 fide-1997 fide-2001 fide-2005 fide-2009 fide-2014 fide-2017 fide-2018 fide-2023",
            ),
        ] {
            assert_eq!(text.parse::<RuleSets>().unwrap().to_string(), names);
        }
        for text in [
            "",
            "fide-2024",
            "fide-2009..fide-1997",
            "lichess..",
            "fide-1997..lichess",
            "..",
            "All",
        ] {
            assert!(text.parse::<RuleSets>().is_err(), "{text:?}");
        }
    }
}
