use lawbook::catalogue::{Catalogue, lint};

use crate::{
    cli::LintOptions,
    output::{self, Exit, Result},
    selection,
};

/// `lawbook lint`
pub(crate) fn run(options: &LintOptions) -> Result {
    let files = selection::files(options.cases.as_deref())?;
    let (catalogue, mut problems) = Catalogue::from_files(&files);
    problems.extend(lint(&catalogue));
    problems.extend(lawbook_libraries::known_deviations().err());
    let mut text: String = problems.iter().map(|problem| format!("{problem}\n")).collect();
    text.push_str(&format!(
        "{} cases, {} documents, {} problems\n",
        catalogue.cases.len(),
        catalogue.documents.len(),
        problems.len()
    ));
    output::print(&text)?;
    Ok(if problems.is_empty() { Exit::Agreed } else { Exit::Invalid })
}
