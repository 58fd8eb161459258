use std::{
    fs,
    path::{Path, PathBuf},
};

use lawbook::report::{Report, Trend};

use super::diff;
use crate::{
    cli::{Format, TrendOptions},
    output::{self, Exit, Failure, Result},
};

/// `lawbook trend DIR`
pub(crate) fn run(options: &TrendOptions) -> Result {
    let paths = files(&options.folder)?;
    let named = |path: &PathBuf| -> Result<(String, Report)> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok((name, diff::read(path)?))
    };
    let reports: Vec<(String, Report)> = paths.iter().map(named).collect::<Result<_>>()?;
    let trend = Trend::new(&reports);
    output::print(&match options.format {
        Format::Text => trend.text(),
        Format::Json => output::json(&trend)?,
    })?;
    Ok(Exit::Agreed)
}

/// The `.json` files in a folder, by name; at least one.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let fail = |error: std::io::Error| {
        Failure::new(Exit::Trouble, format!("cannot read {}: {error}", folder.display()))
    };
    let entries: Vec<_> = fs::read_dir(folder).map_err(fail)?.collect::<std::io::Result<_>>()?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    if paths.is_empty() {
        let message = format!("{} holds no .json file, and so no report", folder.display());
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    Ok(paths)
}
