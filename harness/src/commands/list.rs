use lawbook::catalogue::Case;
use serde::Serialize;

use crate::{
    cli::{Format, ListOptions},
    output::{self, Exit, Result},
    selection,
};

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    document: &'a str,
    title: &'a str,
    states: &'a [String],
    tags: &'a [String],
    rule_sets: Vec<&'static str>,
    place: String,
}

/// `lawbook list`
pub(crate) fn run(options: &ListOptions) -> Result {
    let catalogue = selection::catalogue(options.selection.cases.as_deref())?;
    let cases = selection::select(&catalogue, &options.selection)?;
    let text = match options.format {
        Format::Text => {
            let width = cases.iter().map(|case| case.id.len()).max().unwrap_or_default();
            cases.iter().map(|case| format!("{:width$}  {}\n", case.id, case.title)).collect()
        }
        Format::Json => {
            let entries: Vec<Entry<'_>> = cases.into_iter().map(entry).collect();
            output::json(&entries)?
        }
    };
    output::print(&text)?;
    Ok(Exit::Agreed)
}

fn entry(case: &Case) -> Entry<'_> {
    Entry {
        id: &case.id,
        document: case.place.folder(),
        title: &case.title,
        states: &case.states,
        tags: &case.tags,
        rule_sets: case.rule_sets.iter().map(lawbook::rules::RuleSet::name).collect(),
        place: case.place.to_string(),
    }
}
