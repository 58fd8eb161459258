//! The rule sets that a doubt is about, from the names and years in its text.

use lawbook::rules::{RuleSet, RuleSets};

/// Returns the rule sets that the text of a doubt names: by name, by the year of an edition, or by a range of years. Empty if
/// it names none.
///
/// A year after "inferred from" or "unlike" is the source of an inference and not doubtful itself.
pub(super) fn named_rule_sets(text: &str) -> RuleSets {
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches(|one: char| !one.is_alphanumeric()))
        .collect();
    let word = |place: usize| words.get(place).copied().unwrap_or_default();
    let mut named = RuleSets::NONE;
    for place in 0..words.len() {
        let before = |back: usize| place.checked_sub(back).map_or("", word);
        let next = word(place + 1);
        let sets = match (edition(word(place)), word(place)) {
            (Some(first), _) if next == "to" && edition(word(place + 2)).is_some() => {
                let last = edition(word(place + 2));
                editions(|one| first <= one && last.is_some_and(|last| one <= last))
            }
            (Some(first), _) if before(1).eq_ignore_ascii_case("before") => {
                editions(|one| one < first)
            }
            (Some(first), _) if before(1).eq_ignore_ascii_case("since") || next == "on" => {
                editions(|one| first <= one)
            }
            (Some(_), _) if is_source(before(2), before(1)) => RuleSets::NONE,
            (Some(one), _) => one.into(),
            (None, "Chess") if before(1) == "US" => body("uscf"),
            (None, "chess.com") => body("chesscom"),
            (None, "lichess") => body("lichess"),
            (None, name) => name.parse::<RuleSet>().map_or(RuleSets::NONE, RuleSets::from),
        };
        named = named.union(sets);
    }
    named
}

/// Whether the words before a year make it the source of an inference.
fn is_source(before: &str, last: &str) -> bool {
    (before == "inferred" && last == "from") || last.eq_ignore_ascii_case("unlike")
}

/// The edition of the Laws of this year.
fn edition(year: &str) -> Option<RuleSet> {
    let is_year = year.len() == 4 && year.bytes().all(|one| one.is_ascii_digit());
    is_year.then(|| format!("fide-{year}").parse().ok())?
}

fn editions(wanted: impl Fn(RuleSet) -> bool) -> RuleSets {
    RuleSet::ALL.into_iter().filter(|one| one.is_fide_edition() && wanted(*one)).collect()
}

fn body(name: &str) -> RuleSets {
    RuleSet::ALL.into_iter().filter(|one| one.body() == name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        a_doubt_is_about_the_rule_sets_that_it_names,
        for (text, names) in [
            ("Not read in the edition of 2017.", "fide-2017"),
            ("For fide-1977 and fide-1993 the rule is from memory.", "fide-1977 fide-1993"),
            ("For the editions from 1977 to 1997 it is inferred.", "fide-1977 fide-1993 fide-1997"),
            ("For 2017 the penalty is inferred from 2018.", "fide-2017"),
            ("From 2018 on it is unclear.", "fide-2018 fide-2023"),
            ("Before 1997 nothing was read; US Chess is inferred.", "fide-1977 fide-1993 uscf-7",),
            ("It is not said before 1997.", "fide-1977 fide-1993"),
            (
                "The rules of chess.com and lichess do not say.",
                "lichess-2024 lichess-2026 chesscom-2009 chesscom-2024",
            ),
            ("The texts do not mention it.", ""),
            ("In 2016 a column of 2004 said so.", ""),
        ] {
            assert_eq!(named_rule_sets(text).to_string(), names, "{text}");
        }
    );
}
