use std::{fs, path::Path};

use lawbook::report::{self, Diff, Report};

use crate::{
    cli::{DiffOptions, DiffRendering},
    output::{self, Exit, Failure, Result},
};

/// `lawbook diff OLD NEW`
pub(crate) fn run(options: &DiffOptions) -> Result {
    let (old, new) = (read(&options.old)?, read(&options.new)?);
    let diff = Diff::new(&old, &new)
        .map_err(|error| Failure::new(Exit::NothingSelected, error.to_string()))?;
    output::print(&match options.format {
        DiffRendering::Text => diff.text(),
        DiffRendering::Markdown => diff.markdown(),
        DiffRendering::Json => output::json(&diff)?,
    })?;
    Ok(if diff.is_worse() { Exit::Disagreed } else { Exit::Agreed })
}

/// Reads the report in a file.
pub(super) fn read(path: &Path) -> Result<Report> {
    let fail = |error: String| {
        Failure::new(Exit::Trouble, format!("cannot read {}: {error}", path.display()))
    };
    let text = fs::read_to_string(path).map_err(|error| fail(error.to_string()))?;
    report::read_json(&text).map_err(|error| fail(error.to_string()))
}
