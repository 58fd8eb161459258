//! Lists the catalogue, for people and in common formats for other programs.

mod entry;
mod epd;
mod pgn;
mod table;

use lawbook::catalogue::Case;

use crate::{
    cli::{ListOptions, Listing},
    output::{self, Exit, Result},
    selection,
};
use entry::ListedCase;

/// `lawbook list`
pub(crate) fn run(options: &ListOptions) -> Result {
    let catalogue = selection::catalogue(options.selection.cases.as_deref())?;
    let cases = selection::select(&catalogue, &options.selection)?;
    let entries = || {
        cases
            .iter()
            .map(|case| ListedCase::new(case, case.leading_rule_set(catalogue.home_rule_set(case))))
    };
    let text = match options.format {
        Listing::Text => text(&cases),
        Listing::Json => output::json(&entries().collect::<Vec<_>>())?,
        Listing::Csv => table::csv(entries())?,
        Listing::Epd => entries().map(|entry| epd::line(&entry)).collect(),
        Listing::Pgn => {
            cases.iter().zip(entries()).map(|(case, entry)| pgn::game(case, &entry)).collect()
        }
    };
    output::print(&text)?;
    Ok(Exit::Agreed)
}

fn text(cases: &[&Case]) -> String {
    let width = cases.iter().map(|case| case.id.len()).max().unwrap_or_default();
    cases.iter().map(|case| format!("{:width$}  {}\n", case.id, case.title)).collect()
}
