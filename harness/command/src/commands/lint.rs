use std::{collections::BTreeSet, path::PathBuf};

use clap::Args;
use lawbook::words::counted;
use lawbook_arbiter::incident::{self, Incidents};
use lawbook_catalogue::{Catalogue, Statement};

use crate::{
    output::{self, Exit, Result},
    selection,
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook lint
  lawbook lint --cases my-cases

The exit code is 3 if the catalogue has errors; each is shown with file and line.
Statements that no case decides are listed, and are no error.")]
pub(crate) struct LintOptions {
    /// Read the catalogue from this folder instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
}

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
    // A case that cannot be read decides something too.
    let undecided = if problems.is_empty() { undecided(&catalogue) } else { Vec::new() };
    let missing = undecided.iter().map(|one| format!("no case decides {}: {}\n", one.id, one.says));
    text.extend(missing);
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

/// Returns the testable statements that no case decides.
fn undecided(catalogue: &Catalogue) -> Vec<&Statement> {
    let decided: BTreeSet<&String> = catalogue.cases.iter().flat_map(|case| &case.states).collect();
    let statements = catalogue.documents.iter().flat_map(|document| &document.statements);
    statements.filter(|one| one.untestable.is_none() && !decided.contains(&one.id)).collect()
}
