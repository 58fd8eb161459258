use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Change, ChangeKind};
use crate::report::{CaseReport, ImplementationSummary, Report};

/// A possible cause of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The version of the library differs.
    Library,
    /// The case was added, removed or changed.
    Catalogue,
    /// The library was run under another rule set, or the rule set has changed.
    RuleSet,
    /// The version of `lawbook` differs, and with it an adapter or the reference.
    Tool,
    /// Another selection of cases or libraries was run, or in another order.
    Selection,
}

/// A difference between the headers of two reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeaderDifference {
    /// The kind of cause that it can be.
    pub cause: Cause,
    /// The subject: the catalogue, a library, or a rule set.
    pub of: String,
    /// The value in the older report; `None` if absent.
    pub was: Option<String>,
    /// The value in the newer report; `None` if absent.
    pub is: Option<String>,
}

impl Cause {
    /// Returns the name in plain words.
    pub const fn words(self) -> &'static str {
        match self {
            Cause::Library => "library",
            Cause::Catalogue => "catalogue",
            Cause::RuleSet => "rule set",
            Cause::Tool => "tool",
            Cause::Selection => "selection",
        }
    }
}

/// Compares the headers of two reports.
pub(super) fn headers(old: &Report, new: &Report) -> Vec<HeaderDifference> {
    let mut differences = Vec::new();
    let mut put = |cause: Cause, of: &str, was: Option<&str>, is: Option<&str>| {
        if was != is {
            let (was, is) = (was.map(str::to_owned), is.map(str::to_owned));
            differences.push(HeaderDifference { cause, of: of.to_owned(), was, is });
        }
    };
    put(Cause::Tool, "lawbook", Some(&old.lawbook), Some(&new.lawbook));
    let digests = (&old.catalogue.digest, &new.catalogue.digest);
    put(Cause::Catalogue, "catalogue", Some(digests.0), Some(digests.1));
    let shards = (old.shard.to_string(), new.shard.to_string());
    put(Cause::Selection, "part", Some(&shards.0), Some(&shards.1));
    let orders = [old, new].map(|report| report.order.map(|seed| seed.to_string()));
    put(Cause::Selection, "order", orders[0].as_deref(), orders[1].as_deref());
    let (was, is) = (rule_sets(old), rule_sets(new));
    for name in was.keys().chain(is.keys()).collect::<BTreeSet<_>>() {
        put(Cause::RuleSet, name, was.get(name).copied(), is.get(name).copied());
    }
    for one in old.implementations.iter().skip(1) {
        match asked(new, &one.name) {
            None => put(Cause::Selection, &one.name, Some(&one.version), None),
            Some(now) => {
                put(Cause::Library, &one.name, Some(&one.version), Some(&now.version));
                let of = format!("{} asked under", one.name);
                put(Cause::RuleSet, &of, Some(&one.rule_set), Some(&now.rule_set));
            }
        }
    }
    for one in new.implementations.iter().filter(|one| asked(old, &one.name).is_none()) {
        put(Cause::Selection, &one.name, None, Some(&one.version));
    }
    differences
}

/// Returns the possible causes of a change. `cases` are the reports on its case, the older first.
pub(super) fn of(
    change: &Change,
    cases: (Option<&CaseReport>, Option<&CaseReport>),
    (old, new): (&Report, &Report),
) -> Vec<Cause> {
    let (Some(was), Some(is)) = (asked(old, &change.library), asked(new, &change.library)) else {
        return vec![Cause::Selection];
    };
    let mut causes = Vec::new();
    let mut put = |cause: Cause, may: bool| {
        if may {
            causes.push(cause);
        }
    };
    let (Some(before), Some(after)) = cases else {
        let same = old.catalogue.digest == new.catalogue.digest;
        put(Cause::Catalogue, !same);
        put(Cause::Selection, same || old.shard != new.shard);
        return causes;
    };
    let is_reference = old.implementations.first().is_some_and(|one| one.name == change.library);
    put(Cause::Library, was.version != is.version && !is_reference);
    put(Cause::Catalogue, before.digest != after.digest);
    let comes_or_goes = matches!(change.change, ChangeKind::Added | ChangeKind::Removed);
    let may_depend = comes_or_goes || depends_on_rule_set(&change.question);
    put(Cause::RuleSet, may_depend && rules(old, was) != rules(new, is));
    put(Cause::Tool, old.lawbook != new.lawbook);
    put(Cause::Selection, old.order != new.order);
    causes
}

fn asked<'a>(report: &'a Report, name: &str) -> Option<&'a ImplementationSummary> {
    report.implementations.iter().find(|one| one.name == name)
}

fn rule_sets(report: &Report) -> BTreeMap<&str, &str> {
    report.rule_sets.iter().map(|one| (one.name.as_str(), one.digest.as_str())).collect()
}

/// Returns the rule sets that the library was run under: their names and digests.
fn rules<'a>(report: &'a Report, asked: &ImplementationSummary) -> BTreeMap<&'a str, &'a str> {
    let mut rules = rule_sets(report);
    rules.retain(|name, _| asked.rule_set == "all" || asked.rule_set == *name);
    rules
}

/// Whether the right answer to the question with this name can depend on the rule set.
fn depends_on_rule_set(question: &str) -> bool {
    ["ruling", "orders", "claim", "seconds-"].iter().any(|kind| question.starts_with(kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Diff, RuleSetSummary, diff::QuestionStatus, read_json};
    use lawbook_catalogue::Catalogue;

    #[test]
    fn a_name_says_whether_a_question_depends_on_the_rule_set() {
        let catalogue = Catalogue::embedded();
        let questions = catalogue.cases.iter().flat_map(|case| {
            case.rule_sets.iter().flat_map(|rule_set| case.expected_under(rule_set))
        });
        let mut seen = BTreeSet::new();
        for question in questions.map(|expected| expected.question) {
            let name = question.name();
            assert_eq!(depends_on_rule_set(&name), question.depends_on_rule_set(), "{name}");
            seen.insert(question.kind());
        }
        assert!(seen.len() > 20);
    }

    fn sample() -> Report {
        read_json(include_str!("../golden/reports/2026-01.json")).unwrap()
    }

    /// Returns two reports. In `one-alone` the library `left` is wrong on the ruling in the older one; in the newer one
    /// it is right there, and wrong on `legal-moves`, where it was right before.
    fn fixed_and_broken() -> (Report, Report) {
        let (mut old, mut new) = (sample(), sample());
        let left = |report: &mut Report, question: &str| {
            let list = report.cases[1].agrees.entry("left".to_owned()).or_default();
            list.push(question.to_owned());
        };
        left(&mut old, "legal-moves");
        left(&mut new, "ruling");
        new.cases[1].disagreements[0].question = "legal-moves".to_owned();
        (old, new)
    }

    fn another_library(report: &mut Report) {
        report.implementations[1].version = "1.3.0".to_owned();
    }

    fn another_catalogue(report: &mut Report) {
        report.catalogue.digest = "another".to_owned();
    }

    fn another_case(report: &mut Report) {
        another_catalogue(report);
        report.cases[1].digest = "another".to_owned();
    }

    fn another_rule_set(report: &mut Report) {
        report.implementations[1].rule_set = "fide-2018".to_owned();
    }

    fn other_rules(report: &mut Report) {
        let rule_set = RuleSetSummary { name: "fide-2023".to_owned(), digest: "x".to_owned() };
        report.rule_sets[3] = rule_set;
    }

    fn another_tool(report: &mut Report) {
        report.lawbook = "0.2.0".to_owned();
        report.implementations[0].version = "0.2.0".to_owned();
    }

    #[test]
    fn every_change_is_put_down_to_what_may_be_behind_it() {
        use Cause::{Catalogue, Library, RuleSet, Tool};
        type Edit = fn(&mut Report);
        let table: [(&[Edit], &[Cause], &[Cause]); 9] = [
            // The differing headers, the causes of the fixed ruling, and the causes of the broken moves.
            (&[], &[], &[]),
            (&[another_library], &[Library], &[Library]),
            (&[another_catalogue], &[], &[]),
            (&[another_case], &[Catalogue], &[Catalogue]),
            (&[another_rule_set], &[RuleSet], &[]),
            (&[other_rules], &[RuleSet], &[]),
            (&[another_tool], &[Tool], &[Tool]),
            (&[another_library, another_case], &[Library, Catalogue], &[Library, Catalogue]),
            (
                &[another_library, another_case, other_rules, another_tool],
                &[Library, Catalogue, RuleSet, Tool],
                &[Library, Catalogue, Tool],
            ),
        ];
        for (number, (edits, ruling, moves)) in table.into_iter().enumerate() {
            let (old, mut new) = fixed_and_broken();
            edits.iter().for_each(|edit| edit(&mut new));
            let diff = Diff::new(&old, &new).unwrap();
            let [broken, fixed] = &diff.changes[..] else { panic!("{number}: {diff:?}") };
            assert_eq!((broken.change, fixed.change), (ChangeKind::Broken, ChangeKind::Fixed));
            assert_eq!(fixed.causes, ruling, "row {number}, fixed");
            assert_eq!(broken.causes, moves, "row {number}, broken");
            assert_eq!(broken.was, Some(QuestionStatus::Right));
            assert!(diff.is_worse());
        }
    }

    #[test]
    fn cases_and_libraries_come_and_go() {
        let gone = |edits: &[fn(&mut Report)]| {
            let (old, mut new) = (sample(), sample());
            edits.iter().for_each(|edit| edit(&mut new));
            let causes = |one: Report, other: Report, kind: ChangeKind| {
                let changes = Diff::new(&one, &other).unwrap().changes;
                assert!(changes.iter().all(|change| change.change == kind && !change.worse));
                changes.into_iter().map(|change| change.causes).collect::<BTreeSet<_>>()
            };
            let removed = causes(old.clone(), new.clone(), ChangeKind::Removed);
            assert_eq!(removed, causes(new, old, ChangeKind::Added));
            removed.into_iter().collect::<Vec<_>>()
        };
        let without_case: fn(&mut Report) = |report| drop(report.cases.remove(1));
        let without_library: fn(&mut Report) = |report| {
            drop(report.implementations.remove(2));
            for case in &mut report.cases {
                case.agrees.remove("right");
                case.disagreements.retain(|one| one.implementation != "right");
            }
        };
        let of_eight: fn(&mut Report) = |report| report.shard = "1/8".parse().unwrap();
        assert_eq!(gone(&[without_case]), [[Cause::Selection]]);
        assert_eq!(gone(&[without_case, another_catalogue]), [[Cause::Catalogue]]);
        assert_eq!(gone(&[without_case, another_catalogue, another_library]), [[Cause::Catalogue]]);
        let both = [[Cause::Catalogue, Cause::Selection]];
        assert_eq!(gone(&[without_case, another_catalogue, of_eight]), both);
        assert_eq!(gone(&[without_library, another_catalogue]), [[Cause::Selection]]);
    }
}
