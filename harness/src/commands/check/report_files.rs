//! The two reports that `lawbook check` writes, and where.

use std::{
    fs,
    path::{Path, PathBuf},
};

use lawbook::{
    catalogue::CaseLevel,
    report::{self, Report, Shard},
};

use crate::{
    cli::CheckOptions,
    files, libraries,
    output::{self, Exit, Failure, Result},
    selection,
};

/// The two reports that are written to a folder.
pub(super) struct ReportFiles {
    folder: PathBuf,
    json: PathBuf,
    page: PathBuf,
}

impl ReportFiles {
    /// In the folder that was named; or in `reports/` of this repository, if everything is asked.
    pub(super) fn choose(options: &CheckOptions) -> Result<Option<ReportFiles>> {
        let everything = libraries::is_everybody(&options.libraries)
            && !options.no_known
            && options.baseline.is_none()
            && options.level.is_none_or(|level| level == CaseLevel::Strict)
            && options.shard == Shard::WHOLE
            && selection::is_everything(&options.selection);
        let folder = match &options.out {
            Some(folder) => folder.clone(),
            None if everything && is_this_repository() => PathBuf::from("reports"),
            None => return Ok(None),
        };
        fs::create_dir_all(&folder).map_err(|error| {
            Failure::new(Exit::Trouble, format!("cannot make {}: {error}", folder.display()))
        })?;
        let json = files::own(&folder.join("conformance.json"), is_json_report)?;
        let page = files::own(&folder.join("README.md"), is_page)?;
        Ok(Some(ReportFiles { folder, json, page }))
    }

    /// Writes both, whole.
    pub(super) fn write(&self, report: &Report) -> Result<()> {
        for (path, text) in
            [(&self.json, report::write_json(report)), (&self.page, report::markdown(report))]
        {
            files::write_whole(path, text.as_bytes())
                .map_err(|error| files::cannot_write(path, &error))?;
        }
        output::note(&format!(
            "wrote {0}/conformance.json and {0}/README.md",
            self.folder.display()
        ));
        Ok(())
    }
}

/// Whether the command was started in the root of this repository, where its reports are committed.
fn is_this_repository() -> bool {
    let manifest = fs::read_to_string("Cargo.toml").unwrap_or_default();
    manifest.lines().any(|line| line == "name = \"lawbook\"")
        && Path::new("harness/Cargo.toml").is_file()
}

/// Whether a file that begins like this is a report of ours in JSON.
fn is_json_report(begin: &str) -> bool {
    let mut lines = begin.lines().map(str::trim);
    ["{", "\"format\": ", "\"lawbook\": \""]
        .iter()
        .all(|field| lines.next().is_some_and(|line| line.starts_with(field)))
}

/// Whether a file that begins like this is the page of a report of ours.
fn is_page(begin: &str) -> bool {
    begin.starts_with("# Conformance report\n\nWritten by `lawbook` ")
}
