//! What the rule sets say, one parameter after another.
//!
//! Every value names where it was read, or says that it is inferred and from what. A value that is
//! inferred is a doubt: the cases that hang on it say so.

use super::RuleSet;

/// A value of the table, and how it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell<T> {
    /// What the rule set says.
    pub value: T,
    /// How it is known.
    pub source: Source,
}

/// How a value of the table is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It was read at this place of the rule set's text.
    Read(&'static str),
    /// It was not read; this is what it is inferred from.
    Inferred(&'static str),
}

/// One parameter of the table, for those who list it.
pub struct Parameter {
    /// The name of the method of [`RuleSet`].
    pub name: &'static str,
    /// What it decides.
    pub about: &'static str,
    cell: fn(RuleSet) -> Cell<String>,
}

impl Parameter {
    /// The value under a rule set, in words.
    pub fn cell(&self, rule_set: RuleSet) -> Cell<String> {
        (self.cell)(rule_set)
    }
}

/// A value that can be listed.
trait InWords {
    fn in_words(&self) -> String;
}

impl InWords for bool {
    fn in_words(&self) -> String {
        self.to_string()
    }
}

impl InWords for u32 {
    fn in_words(&self) -> String {
        self.to_string()
    }
}

impl InWords for Option<u32> {
    fn in_words(&self) -> String {
        self.map_or_else(|| "none".to_owned(), |number| number.to_string())
    }
}

/// A kind of value: its variants with the words for each.
macro_rules! kind {
    ($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $about:literal])+ $variant:ident $words:literal,)+ }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $about])+ $variant,)+ }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $words,)+ })
            }
        }

        impl super::InWords for $name {
            fn in_words(&self) -> String {
                self.to_string()
            }
        }
    };
}

/// The table itself: a method of [`RuleSet`] for each parameter, and the list of all.
macro_rules! parameters {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $kind:ty { $($($set:ident)|+ => $value:expr, $source:ident $place:literal;)+ }
    )+) => {
        impl RuleSet {
            $(
                $(#[doc = $doc])+
                pub const fn $name(self) -> Cell<$kind> {
                    match self {
                        $($($set)|+ => Cell { value: $value, source: Source::$source($place) },)+
                    }
                }
            )+
        }

        pub(super) const PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            about: concat!($($doc,)+),
            cell: |rule_set| {
                let Cell { value, source } = rule_set.$name();
                Cell { value: super::InWords::in_words(&value), source }
            },
        },)+];
    };
}

mod articles;
mod claims;
mod conduct;
mod ends;
mod mishaps;

pub(super) use articles::Matter;
pub use claims::{ClaimUntil, EventForbids, Fifty, Threefold, WrongClaim};
pub use conduct::{FastPenalty, PawnLeft, TwoHands, Unsupervised};
pub use ends::{
    ArbiterCalls, BothFlags, DeadPosition, Fivefold, FlagDraw, OwnFlag, Quickplay, SeventyFive,
};
pub use mishaps::{GoesOnFrom, IllegalPosition};

impl Parameter {
    /// The whole table.
    pub fn all() -> impl Iterator<Item = &'static Parameter> {
        [ends::PARAMETERS, claims::PARAMETERS, conduct::PARAMETERS, mishaps::PARAMETERS]
            .into_iter()
            .flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_words_and_a_source() {
        for parameter in Parameter::all() {
            assert!(!parameter.about.trim().is_empty(), "{}", parameter.name);
            for rule_set in RuleSet::ALL {
                let Cell { value, source } = parameter.cell(rule_set);
                let (Source::Read(place) | Source::Inferred(place)) = source;
                assert!(!value.is_empty() && !place.is_empty(), "{} {rule_set}", parameter.name);
            }
        }
    }

    #[test]
    fn values_are_put_in_words() {
        for (name, rule_set, words) in [
            ("claim_is_offer", RuleSet::Fide2023, "true"),
            ("claim_is_offer", RuleSet::Fide1997, "false"),
            ("agreement_from_move", RuleSet::Fide2023, "1"),
            ("illegal_move_that_loses", RuleSet::Fide2023, "2"),
            ("illegal_move_that_loses", RuleSet::Uscf7, "none"),
            ("fivefold", RuleSet::Fide2014, "automatic if the five follow each other directly"),
            ("colours_reversed_stands_from", RuleSet::Fide2023, "10"),
        ] {
            let parameter = Parameter::all().find(|one| one.name == name).unwrap();
            assert_eq!(parameter.cell(rule_set).value, words, "{name} {rule_set}");
        }
    }
}
