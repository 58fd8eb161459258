//! Lists the catalogue, for people and as JSON.

mod entry;

use lawbook_catalogue::Case;

use crate::{
    cli::{Format, ListOptions},
    output::{self, Exit, Result},
    selection,
};
pub(super) use entry::ListedCase;

/// `lawbook list`
pub(crate) fn run(options: &ListOptions) -> Result {
    let catalogue = selection::catalogue(options.selection.cases.as_deref())?;
    let cases = selection::select(&catalogue, &options.selection)?;
    output::print(&match options.format {
        Format::Text => text(&cases),
        Format::Json => output::json(
            &cases.iter().map(|case| ListedCase::new(case, &catalogue)).collect::<Vec<_>>(),
        )?,
    })?;
    Ok(Exit::Agreed)
}

fn text(cases: &[&Case]) -> String {
    // Longer ids are rare; as wide as the longest one, the column would leave no room for the titles.
    let width = cases.iter().map(|case| case.id.len()).max().unwrap_or_default().min(40);
    cases.iter().map(|case| format!("{:width$}  {}\n", case.id, case.title)).collect()
}
