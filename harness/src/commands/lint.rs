use lawbook::words::counted;
use lawbook_arbiter::incident::{self, Incidents};

use crate::{
    cli::LintOptions,
    output::{self, Exit, Result},
    selection,
};

/// `lawbook lint`
pub(crate) fn run(options: &LintOptions) -> Result {
    let files = selection::files(options.cases.as_deref())?;
    let (catalogue, mut problems) = selection::checked(&files);
    let (incidents, unread) = Incidents::from_files(&files);
    problems.extend(unread);
    if problems.is_empty() {
        problems = incident::lint(&incidents, &catalogue);
    }
    problems.extend(lawbook_libraries::known_deviations().err());
    let lines = problems.iter().map(|one| selection::shown(one, options.cases.as_deref()) + "\n");
    let mut text: String = lines.collect();
    text.push_str(&format!(
        "{}, {}, {}, {}\n",
        counted(catalogue.cases.len(), "case"),
        counted(incidents.incidents.len(), "incident"),
        counted(catalogue.documents.len(), "document"),
        counted(problems.len(), "problem")
    ));
    output::print(&text)?;
    Ok(if problems.is_empty() { Exit::Agreed } else { Exit::Invalid })
}
