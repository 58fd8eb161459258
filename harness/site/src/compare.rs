use askama::Template;
use lawbook::rules::{Parameter, RuleSet, RuleSets};
use serde::Serialize;

use super::{SiteFile, SitePage, book::SiteData, packed, rules::in_words};

#[derive(Template)]
#[template(path = "compare.html")]
struct Compare {
    page: SitePage,
    rule_sets: [(RuleSet, &'static str); RuleSet::ALL.len()],
}

/// The data of the script that compares any two rule sets. Rule sets are bits of a number, in their order.
#[derive(Serialize)]
struct Comparison<'a> {
    /// The names of the rule sets.
    rules: [&'static str; RuleSet::ALL.len()],
    /// The topics, each with its values in the order of the rule sets.
    values: Vec<(&'static str, Vec<String>)>,
    /// Address, title and answers of each case whose answers differ.
    cases: Vec<(String, &'a str, Vec<GroupAnswers<'a>>)>,
}

/// The rule sets of a group as bits, and their answers.
type GroupAnswers<'a> = (u32, Vec<(&'a str, &'a str)>);

/// The page that compares any two rule sets, and the data for its script.
pub(super) fn pages(book: &SiteData<'_>) -> askama::Result<Vec<SiteFile>> {
    let page = Compare {
        page: SitePage::new(book, "rules", "Compare two rule sets")
            .with(&["compare-data.js", "compare.js"]),
        rule_sets: RuleSet::ALL.map(|one| (one, one.short_title())),
    };
    let values = Parameter::all().map(|parameter| {
        let says = |rule_set| in_words(parameter.cell(rule_set).value);
        (parameter.about.trim(), RuleSet::ALL.map(says).to_vec())
    });
    let differ = book.entries.iter().filter(|entry| entry.answers.len() > 1);
    let cases = differ.map(|entry| {
        let groups = entry.answers.iter().map(|answers| {
            let says = answers.says.iter().map(|(asks, says)| (asks.as_str(), says.as_str()));
            (bits(answers.rule_sets), says.collect())
        });
        (entry.href(), entry.case.title.as_str(), groups.collect())
    });
    let data = Comparison {
        rules: RuleSet::ALL.map(RuleSet::name),
        values: values.collect(),
        cases: cases.collect(),
    };
    Ok(vec![
        SiteFile { path: "compare.html".to_owned(), text: page.render()? },
        packed::data("compare-data.js", "comparison", &data)?,
    ])
}

/// Rule sets as bits of a number, in their order, as the scripts read them.
pub(super) fn bits(rule_sets: RuleSets) -> u32 {
    rule_sets.iter().fold(0, |bits, one| bits | 1 << one.index())
}
