//! The order, the addresses and the chapters of article numbers.

use lawbook::rules::RuleSet;

/// The address of the official text of an edition, if it is published under a permanent address.
pub(super) fn official_text(rule_set: RuleSet) -> Option<&'static str> {
    match rule_set {
        RuleSet::FIDE_2023 => Some("https://handbook.fide.com/chapter/E012023"),
        RuleSet::FIDE_2018 => Some("https://handbook.fide.com/chapter/E012018"),
        _ => None,
    }
}

/// Splits a list such as `11.7, 11.8?` into numbers; an inferred number keeps its mark.
pub(super) fn marked_numbers(list: &str) -> impl Iterator<Item = &str> {
    let numbers = list.split(',').map(|one| one.trim().trim_start_matches("Article "));
    numbers.filter(|one| !one.is_empty())
}

/// Splits a list such as `11.7, 11.8?` into numbers without marks.
pub(super) fn numbers(list: &str) -> impl Iterator<Item = &str> {
    marked_numbers(list).map(|one| one.trim_end_matches('?'))
}

/// The identifier of an article on the page of its rule set.
pub(super) fn anchor(number: &str) -> String {
    let number = number.trim_end_matches('?');
    format!("article-{}", number.to_lowercase().replace([' ', '.'], "-"))
}

/// Whether two numbers are the same, or one is of a paragraph of the other.
pub(super) fn related(one: &str, other: &str) -> bool {
    let is_below = |one: &str, other: &str| {
        one.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    is_below(one, other) || is_below(other, one)
}

/// The part of the Laws that an article of a rule set belongs to: `Article 7`, `Appendix A: rapid`.
pub(super) fn chapter(number: &str, rule_set: RuleSet) -> String {
    let first = number.split('.').next().unwrap_or(number);
    match first {
        "0" => "Preface".to_owned(),
        "A" => "Appendix A: rapid".to_owned(),
        "B" => "Appendix B: blitz".to_owned(),
        _ if first.starts_with("Guidelines") || first.starts_with("Appendix") => first.to_owned(),
        _ => {
            let digits =
                first.len() - first.trim_start_matches(|one: char| one.is_ascii_digit()).len();
            let (digits, _) = first.split_at(digits);
            let number = if digits.is_empty() { first } else { digits };
            let title = titles(rule_set).find(|(one, _)| *one == number).map(|(_, title)| title);
            title.map_or_else(
                || format!("Article {number}"),
                |title| format!("Article {number}: {title}"),
            )
        }
    }
}

/// The articles of a rule set and their subjects, as far as they are known.
fn titles(rule_set: RuleSet) -> impl Iterator<Item = (&'static str, &'static str)> {
    let last = match rule_set.is_fide_edition() {
        true if rule_set >= RuleSet::FIDE_2014 => &LAST[..],
        true if rule_set >= RuleSet::FIDE_1997 => &LAST_UNTIL_2009[..],
        true | false => &[],
    };
    let first = if last.is_empty() { &[] } else { &FIRST[..] };
    first.iter().chain(last).copied()
}

/// The first articles of the Laws since 1997.
const FIRST: [(&str, &str); 9] = [
    ("1", "the game and its aim"),
    ("2", "the first position"),
    ("3", "the moves of the pieces"),
    ("4", "the act of moving"),
    ("5", "the end of the game"),
    ("6", "the clock"),
    ("7", "irregularities"),
    ("8", "recording the moves"),
    ("9", "the drawn game"),
];

/// The last articles of the Laws since 2014.
const LAST: [(&str, &str); 3] =
    [("10", "points"), ("11", "the conduct of the players"), ("12", "the arbiter")];

/// The last articles of the Laws from 1997 to 2009.
const LAST_UNTIL_2009: [(&str, &str); 4] = [
    ("10", "the quickplay finish"),
    ("11", "points"),
    ("12", "the conduct of the players"),
    ("13", "the arbiter"),
];

/// Sort key of article numbers: `9.2` before `9.10`, articles before appendices before guidelines.
pub(super) fn order(number: &str) -> Vec<(u32, String)> {
    let kind = match number.chars().next() {
        Some('0'..='9') => 0,
        _ if number.starts_with("Appendix") => 2,
        _ if number.starts_with("Guidelines") => 3,
        _ => 1,
    };
    let part = |part: &str| {
        let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
        (digits.parse().unwrap_or_default(), part[digits.len()..].to_owned())
    };
    std::iter::once((kind, String::new())).chain(number.split('.').map(part)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use lawbook::rules::{Parameter, Restatement};
    use lawbook_catalogue::Catalogue;

    use super::*;
    use crate::answer::RulingGround;

    #[test]
    fn articles_are_complete_distinct_and_sorted() {
        let numbers: Vec<_> = Restatement::all().iter().map(|one| order(&one.number)).collect();
        assert!(numbers.is_sorted(), "{numbers:?}");
        assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), numbers.len());
    }

    #[test]
    fn each_article_that_decides_a_case_today_has_a_summary() {
        let latest = RuleSet::LATEST;
        let catalogue = Catalogue::embedded();
        let cases = catalogue.cases.iter().filter(|case| case.open.is_none());
        let grounds = cases.flat_map(RulingGround::of).filter(|one| one.rule_set == latest);
        let cited: BTreeSet<String> = grounds
            .filter_map(|one| one.article)
            .flat_map(|list| numbers(&list).map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let missing: Vec<_> = cited.iter().filter(|one| Restatement::of(one).is_none()).collect();
        assert!(cited.len() > 30 && missing.is_empty(), "{missing:?}");
        let cells = Parameter::all().filter_map(|one| one.cell(latest).article);
        let missing: Vec<String> = cells
            .flat_map(|list| numbers(&list).map(str::to_owned).collect::<Vec<_>>())
            .filter(|one| Restatement::of(one).is_none())
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn article_numbers_are_read_and_sorted() {
        assert_eq!(numbers("11.7, 11.8").collect::<Vec<_>>(), ["11.7", "11.8"]);
        assert_eq!(numbers("6.7.1?").collect::<Vec<_>>(), ["6.7.1"]);
        assert_eq!(marked_numbers("6.7, 6.7.1?").collect::<Vec<_>>(), ["6.7", "6.7.1?"]);
        assert_eq!(anchor("6.7.1?"), "article-6-7-1");
        for (one, other, is) in
            [("7.5", "7.5.5", true), ("7.5.5", "7.5", true), ("7.5", "7.55", false)]
        {
            assert_eq!(related(one, other), is, "{one} {other}");
        }
        assert_eq!(anchor("Guidelines III.4"), "article-guidelines-iii-4");
        for (number, rule_set, name) in [
            ("7.5.5", RuleSet::FIDE_2023, "Article 7: irregularities"),
            ("10.2", RuleSet::FIDE_2023, "Article 10: points"),
            ("10.2", RuleSet::FIDE_2009, "Article 10: the quickplay finish"),
            ("12.3b", RuleSet::FIDE_2005, "Article 12: the conduct of the players"),
            ("10.10", RuleSet::FIDE_1993, "Article 10"),
            ("14C6", RuleSet::USCF_7, "Article 14"),
            ("A.5.2", RuleSet::FIDE_2023, "Appendix A: rapid"),
        ] {
            assert_eq!(chapter(number, rule_set), name);
        }
        let mut all = ["A.5.2", "9.10", "Guidelines III.4", "9.2", "9.2.1", "9.1a", "14E"];
        all.sort_by_key(|one| order(one));
        assert_eq!(all, ["9.1a", "9.2", "9.2.1", "9.10", "14E", "A.5.2", "Guidelines III.4"]);
    }
}
