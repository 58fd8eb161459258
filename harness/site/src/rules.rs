use askama::Template;
use lawbook::{
    catalogue::Conflict,
    rules::{Parameter, RuleSet},
};

use super::{
    SiteFile, SitePage,
    answer::Answers,
    book::{Book, BookEntry},
    file_name, phrases,
    timeline::Timeline,
};

#[derive(Template)]
#[template(path = "rules.html")]
struct Rules {
    page: SitePage,
    /// The rule sets with their descriptions.
    rule_sets: [(RuleSet, &'static str); 15],
    pairs: Vec<Vec<Option<String>>>,
    timeline: Timeline,
}

#[derive(Template)]
#[template(path = "rule_set.html")]
struct RuleSetPage {
    page: SitePage,
    rule_set: RuleSet,
    about: String,
    /// When the file was last compared with its source, and the parts that were read.
    compared: String,
    parameters: Vec<Value>,
    /// The other rule sets, each with the page of differences.
    others: Vec<(RuleSet, String)>,
}

#[derive(Template)]
#[template(path = "changes.html")]
struct Changes<'a> {
    page: SitePage,
    one: RuleSet,
    other: RuleSet,
    parameters: Vec<(Value, Value)>,
    /// Changes that no parameter represents.
    also_changed: Vec<&'static str>,
    cases: Vec<(&'a BookEntry<'a>, Vec<RulingChange<'a>>)>,
}

#[derive(Template)]
#[template(path = "contradictions.html")]
struct Contradictions<'a> {
    page: SitePage,
    conflicts: Vec<(&'a Conflict, Vec<Says<'a>>, Vec<&'a BookEntry<'a>>)>,
}

/// The text of a document on a topic: page, title, text.
type Says<'a> = (String, &'a str, &'a str);

/// A question, and its right answers under the two rule sets.
type RulingChange<'a> = (&'a str, &'a str, &'a str);

/// The value of a rule under a rule set.
struct Value {
    name: &'static str,
    about: &'static str,
    says: String,
    how: &'static str,
    place: String,
}

/// Pages of the rule sets, of the differences between any two, and of the contradictions.
pub(super) fn pages(book: &Book<'_>) -> askama::Result<Vec<SiteFile>> {
    let pair = |one: RuleSet, other: RuleSet| (one < other).then(|| path(one, other));
    let row = |one| RuleSet::ALL.into_iter().map(|other| pair(one, other)).collect();
    let all = Rules {
        page: SitePage::new(book, "rules", "Rule sets"),
        rule_sets: RuleSet::ALL.map(|one| (one, one.title())),
        pairs: RuleSet::ALL.into_iter().map(row).collect(),
        timeline: Timeline::new(),
    };
    let mut files = vec![
        SiteFile { path: "rules.html".to_owned(), text: all.render()? },
        SiteFile { path: "contradictions.html".to_owned(), text: contradictions(book).render()? },
    ];
    for one in RuleSet::ALL {
        let text = rule_set(book, one).render()?;
        files.push(SiteFile { path: format!("rules/{one}.html"), text });
        for other in RuleSet::ALL.into_iter().filter(|other| one < *other) {
            let text = changes(book, one, other).render()?;
            files.push(SiteFile { path: path(one, other), text });
        }
    }
    Ok(files)
}

fn path(one: RuleSet, other: RuleSet) -> String {
    format!("changes/{one}_{other}.html")
}

fn rule_set(book: &Book<'_>, rule_set: RuleSet) -> RuleSetPage {
    let others = RuleSet::ALL.into_iter().filter(|other| *other != rule_set);
    RuleSetPage {
        page: SitePage::new(book, "rules", rule_set.short_title()).below(),
        rule_set,
        about: phrases::sentence(rule_set.title()),
        compared: match (rule_set.compared(), rule_set.compared_with()) {
            (Some(day), Some(parts)) => format!("Last compared with its source on {day}: {parts}."),
            _ => "Not compared with its source since its values were marked as read.".to_owned(),
        },
        parameters: Parameter::all().map(|parameter| Value::of(parameter, rule_set)).collect(),
        others: others
            .map(|other| (other, path(rule_set.min(other), rule_set.max(other))))
            .collect(),
    }
}

fn changes<'a>(book: &'a Book<'a>, one: RuleSet, other: RuleSet) -> Changes<'a> {
    let values = |parameter| (Value::of(parameter, one), Value::of(parameter, other));
    let entry = |entry: &'a BookEntry<'a>| {
        let under =
            |rule_set| entry.answers.iter().find(|answers| answers.rule_sets.contains(rule_set));
        let lines = differences(under(one)?, under(other)?);
        (!lines.is_empty()).then_some((entry, lines))
    };
    Changes {
        page: SitePage::new(
            book,
            "rules",
            &format!("From {} to {}", one.short_title(), other.short_title()),
        )
        .below(),
        also_changed: other.also_changed_since(one),
        one,
        other,
        parameters: Parameter::all().map(values).filter(|(a, b)| a.says != b.says).collect(),
        cases: book.entries.iter().filter_map(entry).collect(),
    }
}

/// The questions whose answers differ. The answer to a question that one side does not ask is `not asked`.
fn differences<'a>(one: &'a Answers, other: &'a Answers) -> Vec<RulingChange<'a>> {
    let says = |answers: &'a Answers, asks: &str| {
        let found = answers.says.iter().find(|(asked, _)| asked == asks);
        found.map_or("not asked", |(_, says)| says.as_str())
    };
    let mut lines: Vec<RulingChange<'_>> = Vec::new();
    for (asks, _) in one.says.iter().chain(&other.says) {
        let line = (asks.as_str(), says(one, asks), says(other, asks));
        if line.1 != line.2 && !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

fn contradictions<'a>(book: &'a Book<'a>) -> Contradictions<'a> {
    let conflict = |conflict: &'a Conflict| {
        let says = conflict.says.iter().map(|(id, says)| {
            let document = book.catalogue.document(id);
            let title = document.map_or(id.as_str(), |document| document.title.as_str());
            (file_name(id), title, says.as_str())
        });
        let cases = conflict.cases.iter().filter_map(|id| book.entry(id));
        (conflict, says.collect(), cases.collect())
    };
    Contradictions {
        page: SitePage::new(book, "contradictions", "Where the documents contradict each other"),
        conflicts: book.catalogue.conflicts.iter().map(conflict).collect(),
    }
}

impl Value {
    fn of(parameter: &'static Parameter, rule_set: RuleSet) -> Value {
        let cell = parameter.cell(rule_set);
        let (how, place) = (cell.source.name(), cell.place());
        let says = match cell.value.as_str() {
            "true" => "yes".to_owned(),
            "false" => "no".to_owned(),
            _ => cell.value,
        };
        Value { name: parameter.name, about: parameter.about.trim(), says, how, place }
    }
}
