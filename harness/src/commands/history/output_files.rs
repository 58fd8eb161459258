//! Writes the data and the pages of `lawbook history`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use lawbook::{
    catalogue::read_text,
    report::releases::{
        LibraryHistory, chart, history_index, history_page, overview_chart, read_history,
        write_history,
    },
};
use lawbook_site::file_name;

use crate::{
    files,
    output::{Exit, Failure, Result},
};

/// Maximum size of a history file, in bytes.
const MAX_HISTORY: u64 = 64 << 20;

/// Writes the data of a library.
pub(super) fn write_data(folder: &Path, history: &LibraryHistory) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| files::cannot_write(folder, &error))?;
    let path = folder.join(format!("{}.json", file_name(&history.library)));
    files::write_own(&path, &write_history(history), |begin| {
        begin.contains("\"format\": ") && begin.contains("\"library\": ")
    })
}

/// Writes the pages of all libraries with data in a folder.
pub(super) fn write_pages(folder: &Path) -> Result<()> {
    let histories = read_all(folder)?;
    if histories.is_empty() {
        let message = format!("{} has no data about releases", folder.display());
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    let is_page = |begin: &str| begin.contains("Written by `lawbook history`");
    let is_chart = |begin: &str| begin.starts_with("<svg ");
    for history in &histories {
        let name = file_name(&history.library);
        files::write_own(
            &folder.join(format!("{name}.md")),
            &history_page(history, file_name),
            is_page,
        )?;
        files::write_own(&folder.join(format!("{name}.svg")), &chart(history), is_chart)?;
    }
    files::write_own(&folder.join("overview.svg"), &overview_chart(&histories), is_chart)?;
    files::write_own(&folder.join("README.md"), &history_index(&histories, file_name), is_page)
}

/// Reads the histories in a folder, sorted by library.
fn read_all(folder: &Path) -> Result<Vec<LibraryHistory>> {
    let fail = |error: std::io::Error| {
        Failure::new(Exit::IoError, format!("cannot read {}: {error}", folder.display()))
    };
    let entries: Vec<_> = fs::read_dir(folder).map_err(fail)?.collect::<std::io::Result<_>>()?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    let mut histories: Vec<LibraryHistory> =
        paths.iter().map(|path| read_one(path)).collect::<Result<_>>()?;
    histories.sort_by_key(|history| history.library.to_lowercase());
    Ok(histories)
}

/// Reads the history of a library in a folder; `None` if it is missing or unreadable. Whether a file may be replaced is
/// checked when it is written.
pub(super) fn read(folder: &Path, library: &str) -> Option<LibraryHistory> {
    read_one(&folder.join(format!("{}.json", file_name(library)))).ok()
}

fn read_one(path: &Path) -> Result<LibraryHistory> {
    let said = |error: String| {
        Failure::new(Exit::IoError, format!("cannot read {}: {error}", path.display()))
    };
    let text = read_text(path, MAX_HISTORY).map_err(|error| said(error.to_string()))?;
    read_history(&text).map_err(|error| said(error.to_string()))
}
