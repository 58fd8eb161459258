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
    /// What lichess.org did in 2024.
    Lichess2024,
    /// What lichess.org does since April 2026.
    Lichess2026,
    /// What chess.com does in live games, as its help pages said in February 2024.
    Chesscom2024,
}

impl RuleSet {
    /// All rule sets: the editions of the Laws by age, then the others, each server by age too.
    pub const ALL: [RuleSet; 15] = [
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
        RuleSet::Lichess2024,
        RuleSet::Lichess2026,
        RuleSet::Chesscom2024,
    ];

    /// The Laws in force.
    pub const LATEST: RuleSet = RuleSet::Fide2023;

    /// The permanent name: `fide-2023`, `lichess-2026`.
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
            RuleSet::Lichess2024 => "lichess-2024",
            RuleSet::Lichess2026 => "lichess-2026",
            RuleSet::Chesscom2024 => "chesscom-2024",
        }
    }

    /// Whose rules these are, without the edition or the date: `lichess`.
    ///
    /// For a body other than FIDE this is a name too, and means the latest of its rule sets.
    pub const fn body(self) -> &'static str {
        match self {
            RuleSet::Fide1977
            | RuleSet::Fide1993
            | RuleSet::Fide1997
            | RuleSet::Fide2001
            | RuleSet::Fide2005
            | RuleSet::Fide2009
            | RuleSet::Fide2014
            | RuleSet::Fide2017
            | RuleSet::Fide2018
            | RuleSet::Fide2023 => "fide",
            RuleSet::FideOnline => "fide-online",
            RuleSet::Uscf7 => "uscf",
            RuleSet::Lichess2024 | RuleSet::Lichess2026 => "lichess",
            RuleSet::Chesscom2024 => "chesscom",
        }
    }

    /// The latest rule set of the same body.
    pub fn latest(self) -> RuleSet {
        RuleSet::ALL.into_iter().rfind(|other| other.body() == self.body()).unwrap_or(self)
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
    "{text:?} names no rule set; right would be \"all\", \"fide\", a range such as \"fide-1997..fide-2009\" or \"lichess-2024..\", or one of {}",
    RuleSets::ALL
)]
pub struct RuleSetError {
    /// What was read.
    pub text: String,
}

/// Reads a permanent name, or the plain one of a body other than FIDE, which means its latest rules.
impl FromStr for RuleSet {
    type Err = RuleSetError;

    fn from_str(text: &str) -> Result<RuleSet, RuleSetError> {
        let is_plain = |one: &RuleSet| one.body() == text && !one.is_fide_edition();
        RuleSet::ALL
            .into_iter()
            .find(|rule_set| rule_set.name() == text)
            .or_else(|| RuleSet::ALL.into_iter().rfind(is_plain))
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

    /// What is in here and not in the other.
    pub const fn without(self, other: RuleSets) -> RuleSets {
        RuleSets(self.0 & !other.0)
    }

    /// The names as [`FromStr`] reads them one by one, with ranges where several of one body follow each other:
    /// `fide-1997..fide-2009 uscf-7`.
    pub fn in_ranges(self) -> String {
        if self == RuleSets::ALL {
            return "all".to_owned();
        }
        let mut ranges: Vec<(RuleSet, RuleSet)> = Vec::new();
        for one in self.iter() {
            match ranges.last_mut() {
                Some((_, last)) if last.body() == one.body() && *last as u8 + 1 == one as u8 => {
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

/// Reads `all`, `fide` (the editions), one name, or a range of editions or dates of one body, with or without
/// an end.
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
        let last: RuleSet = if last.is_empty() { first.latest() } else { last.parse()? };
        if first > last || first.body() != last.body() {
            return Err(RuleSetError { text: text.to_owned() });
        }
        Ok(RuleSet::ALL.into_iter().filter(|one| (first..=last).contains(one)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        for (text, names) in [
            ("lichess", "lichess-2026"),
            ("lichess-2024", "lichess-2024"),
            ("lichess-2024..", "lichess-2024 lichess-2026"),
            ("lichess..", "lichess-2026"),
            ("chesscom", "chesscom-2024"),
            ("uscf", "uscf-7"),
            ("fide-online..", "fide-online"),
            ("fide-2017..", "fide-2017 fide-2018 fide-2023"),
            ("fide-1977..fide-1997", "fide-1977 fide-1993 fide-1997"),
            (
                "fide",
                "fide-1977 fide-1993 fide-1997 fide-2001 fide-2005 fide-2009 fide-2014 fide-2017 fide-2018 fide-2023",
            ),
        ] {
            let read: RuleSets = text.parse().unwrap();
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
        for text in [
            "",
            "fide-2024",
            "fide-2009..fide-1997",
            "fide-1997..lichess",
            "fide-2023..fide-online",
            "lichess-2025",
            "..",
            "All",
        ] {
            assert!(text.parse::<RuleSets>().is_err(), "{text:?}");
        }
    }
}
