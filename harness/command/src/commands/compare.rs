use std::path::PathBuf;

use clap::Args;
use lawbook::rules::{Cell, Parameter, RuleSet};
use lawbook::words::counted;
use lawbook_catalogue::{
    Case,
    question::{Expected, Question},
};
use serde::Serialize;

use crate::{
    cli::{Format, complete},
    output::{self, Exit, Result, usage},
    selection,
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook compare fide-2018 fide-2023
  lawbook compare fide-2023 lichess-2024 --format json

Shows the values that differ, with their articles, and the cases whose answers differ.")]
pub(crate) struct CompareOptions {
    /// The first rule set
    #[arg(add = complete::rule_sets())]
    pub(crate) one: String,
    /// The second rule set
    #[arg(add = complete::rule_sets())]
    pub(crate) other: String,
    /// Read the catalogue from this folder instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Serialize)]
struct RuleSetComparison {
    one: &'static str,
    other: &'static str,
    /// When the files of the two rule sets were last compared with their sources.
    one_compared: Option<String>,
    other_compared: Option<String>,
    parameters: Vec<ParameterChange>,
    /// Changes that no parameter represents.
    also_changed: Vec<&'static str>,
    cases: Vec<CaseChange>,
}

#[derive(Serialize)]
struct ParameterChange {
    name: &'static str,
    about: &'static str,
    one: String,
    one_source: String,
    other: String,
    other_source: String,
}

#[derive(Serialize)]
struct CaseChange {
    id: String,
    title: String,
    question: String,
    one: String,
    other: String,
}

/// `lawbook compare RULESET RULESET`
pub(crate) fn run(options: &CompareOptions) -> Result {
    let rule_set = |name: &str| name.parse::<RuleSet>().map_err(|error| usage(error.to_string()));
    let (one, other) = (rule_set(&options.one)?, rule_set(&options.other)?);
    let catalogue = selection::catalogue(options.cases.as_deref())?;
    let comparison = RuleSetComparison {
        one: one.name(),
        other: other.name(),
        one_compared: compared(one),
        other_compared: compared(other),
        also_changed: one.max(other).also_changed_since(one.min(other)),
        parameters: Parameter::all()
            .filter_map(|parameter| change(parameter, one, other))
            .collect(),
        cases: catalogue.cases.iter().flat_map(|case| changes(case, one, other)).collect(),
    };
    match options.format {
        Format::Json => output::print(&output::json(&comparison)?)?,
        Format::Text => output::print(&text(&comparison))?,
    }
    Ok(Exit::Agreed)
}

/// The day of the last comparison, and its subject.
fn compared(rule_set: RuleSet) -> Option<String> {
    Some(format!("{}, {}", rule_set.compared()?, rule_set.compared_with()?))
}

fn change(parameter: &Parameter, one: RuleSet, other: RuleSet) -> Option<ParameterChange> {
    let (before, after) = (parameter.cell(one), parameter.cell(other));
    if before.value == after.value {
        return None;
    }
    let source = |cell: &Cell<String>| format!("{}: {}", cell.source.name(), cell.place());
    Some(ParameterChange {
        name: parameter.name,
        about: parameter.about.trim(),
        one_source: source(&before),
        other_source: source(&after),
        one: before.value,
        other: after.value,
    })
}

/// Returns the answers of a case that differ between two rule sets. A rule set under which the case makes no sense has
/// no answers.
fn changes(case: &Case, one: RuleSet, other: RuleSet) -> Vec<CaseChange> {
    let answers = |rule_set: RuleSet| -> Vec<Expected> {
        if case.rule_sets.contains(rule_set) { case.expected_under(rule_set) } else { Vec::new() }
    };
    let (before, after) = (answers(one), answers(other));
    let say = |answers: &[Expected], question: &Question| {
        let found = answers.iter().find(|expected| expected.question == *question);
        found.map_or_else(|| "not asked".to_owned(), |expected| expected.right.to_string())
    };
    let mut seen: Vec<&Question> = Vec::new();
    let mut changes = Vec::new();
    if before.is_empty() || after.is_empty() {
        return changes;
    }
    for question in before.iter().chain(&after).map(|one| &one.question) {
        let (one, other) = (say(&before, question), say(&after, question));
        if one != other && question.depends_on_rule_set() && !seen.contains(&question) {
            seen.push(question);
            let (id, title) = (case.id.clone(), case.title.clone());
            changes.push(CaseChange { id, title, question: question.to_string(), one, other });
        }
    }
    changes
}

fn text(comparison: &RuleSetComparison) -> String {
    let RuleSetComparison {
        one,
        other,
        one_compared,
        other_compared,
        parameters,
        also_changed,
        cases,
    } = comparison;
    let mut text = format!("Parameters of {one} and {other}\n\n");
    for change in parameters {
        text.push_str(&format!(
            "{} {}\n  {one}: {} ({})\n  {other}: {} ({})\n",
            change.name,
            change.about,
            change.one,
            change.one_source,
            change.other,
            change.other_source
        ));
    }
    if !also_changed.is_empty() {
        text.push_str("\nOther changes, which no parameter represents\n\n");
        text.extend(also_changed.iter().map(|change| format!("{change}\n")));
    }
    text.push_str("\nCases whose answer changes\n\n");
    for change in cases {
        text.push_str(&format!(
            "{}: {}\n  {}\n  {one}: {}\n  {other}: {}\n",
            change.id, change.title, change.question, change.one, change.other
        ));
    }
    text.push_str(&format!(
        "\nchanges: {} and {}\n",
        counted(parameters.len(), "parameter"),
        counted(cases.len(), "answer")
    ));
    for (name, compared) in [(one, one_compared), (other, other_compared)] {
        let day = compared.as_deref().unwrap_or("not since its values were marked as read");
        text.push_str(&format!("{name} was last compared with its source: {day}\n"));
    }
    text
}
