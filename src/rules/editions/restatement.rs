//! The articles of the Laws in force in our words, from `restatements/`.

use std::sync::LazyLock;

use serde::Deserialize;

use super::node::Node;
use crate::rules::{Event, RuleSet, Ruling};

/// An article of the Laws in force, restated in our words. A file has it as a list of its fields.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub struct Restatement {
    /// The number of the article, such as `7.5.5`, `A.5.2` or `Guidelines III.4`.
    pub number: String,
    /// The subject, in a few words.
    pub title: String,
    /// The article in our words.
    pub says: String,
    /// What people call the matter, for a search. Empty if no ruling cites the article and few ask about it; browsers
    /// have no such articles.
    pub words: String,
}

static RESTATEMENTS: LazyLock<Vec<Restatement>> = LazyLock::new(|| {
    match Vec::deserialize(include!(concat!(env!("OUT_DIR"), "/restatements.rs"))) {
        Ok(restatements) => restatements,
        Err(error) => unreachable!("a test reads the embedded file: {error}"),
    }
});

impl Restatement {
    /// The restatements of all articles, in the order of the Laws.
    pub fn all() -> &'static [Restatement] {
        &RESTATEMENTS
    }

    /// The restatement of the article with this number.
    pub fn of(number: &str) -> Option<&'static Restatement> {
        RESTATEMENTS.iter().find(|one| one.number == number)
    }
}

impl Ruling {
    /// The article that decides, in our words. `None` under other rule sets than the Laws in force, and if no article
    /// decides.
    pub fn restated(&self, rule_set: RuleSet, event: &Event) -> Option<&'static Restatement> {
        let cited = self.articles(rule_set, event).filter(|_| rule_set == RuleSet::LATEST)?;
        Restatement::of(cited.split(", ").next()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Reason, TimeControl};

    #[test]
    fn the_restatements_are_those_of_the_laws_in_force() {
        assert_eq!(RuleSet::LATEST.name(), "fide-2023");
        assert_eq!(Restatement::all().len(), 299);
        for one in Restatement::all() {
            assert_eq!(Restatement::of(&one.number), Some(one));
            assert!(one.says.ends_with('.') && !one.title.is_empty(), "{one:?}");
        }
    }

    rows!(
        the_deciding_article_is_restated,
        {
            let standard = Event::default();
            let rapid = Event { time: TimeControl::Rapid, supervised: false, ..standard };
        },
        for (reason, rule_set, event, number) in [
            (Reason::FlagFell, RuleSet::FIDE_2023, &standard, Some("6.9")),
            (Reason::FlagFell, RuleSet::FIDE_2023, &rapid, Some("6.9")),
            (Reason::IllegalStands, RuleSet::FIDE_2023, &rapid, Some("A.5.2")),
            (Reason::FlagFell, RuleSet::FIDE_2018, &standard, None),
            (Reason::FlagFell, RuleSet::USCF_7, &standard, None),
            (Reason::NothingEndsIt, RuleSet::FIDE_2023, &standard, None),
        ] {
            let restated = Ruling::play_on(reason).restated(rule_set, event);
            assert_eq!(restated.map(|one| one.number.as_str()), number, "{reason:?} {rule_set}");
        }
    );
}
