//! The report files of `lawbook check`, and their destination.

use std::{
    fs,
    path::{Path, PathBuf},
};

use lawbook::{
    catalogue::{CaseLevel, Catalogue, Deviation},
    report::{self, Report, Shard},
};
use lawbook_libraries::{Repro, known_deviations, libraries as all_libraries};

use crate::{
    cli::CheckOptions,
    files, libraries,
    output::{self, Exit, Failure, Result},
    selection,
};

/// The reports written to a folder.
pub(super) struct ReportFiles {
    folder: PathBuf,
    json: PathBuf,
    page: PathBuf,
    /// Page and picture of all known deviations, of untested libraries too; only for the reports of this repository.
    findings: Option<[PathBuf; 2]>,
}

impl ReportFiles {
    /// Chooses the folder of the options, or `reports/` of this repository if nothing was deselected.
    pub(super) fn choose(options: &CheckOptions) -> Result<Option<ReportFiles>> {
        let everything = libraries::is_default_selection(&options.libraries)
            && !options.no_known
            && options.baseline.is_none()
            && options.level.is_none_or(|level| level == CaseLevel::Strict)
            && options.shard == Shard::WHOLE
            && options.order.is_none()
            && selection::is_everything(&options.selection);
        let folder = match &options.out {
            Some(folder) => folder.clone(),
            None if everything && is_this_repository() => PathBuf::from("reports"),
            None => return Ok(None),
        };
        fs::create_dir_all(&folder).map_err(|error| {
            Failure::new(Exit::IoError, format!("cannot make {}: {error}", folder.display()))
        })?;
        let json = files::replaceable(&folder.join("conformance.json"), is_json_report)?;
        let page = files::replaceable(&folder.join("README.md"), is_page)?;
        let findings = match &options.out {
            Some(_) => None,
            None => Some([
                files::replaceable(&folder.join("findings.md"), is_findings)?,
                files::replaceable(&folder.join("findings.svg"), is_picture)?,
            ]),
        };
        Ok(Some(ReportFiles { folder, json, page, findings }))
    }

    /// Writes the reports atomically.
    pub(super) fn write(&self, report: &Report) -> Result<()> {
        for (path, text) in
            [(&self.json, report::write_json(report)), (&self.page, report::markdown(report))]
        {
            files::write_whole(path, text.as_bytes())
                .map_err(|error| files::cannot_write(path, &error))?;
        }
        if let Some([page, picture]) = &self.findings {
            let known = known_deviations()
                .map_err(|problem| Failure::new(Exit::Invalid, problem.to_string()))?;
            let catalogue = Catalogue::embedded();
            let shown =
                |entry: &Deviation| Some(Repro::of(entry, &catalogue, &known).ok()??.command());
            let rows: Vec<(&str, &str)> =
                all_libraries().iter().map(|one| (one.name, one.version.as_str())).collect();
            for (path, text) in [
                (page, report::findings(&known, &shown)),
                (picture, report::findings_chart(&known, &rows)),
            ] {
                files::write_whole(path, text.as_bytes())
                    .map_err(|error| files::cannot_write(path, &error))?;
            }
        }
        let also = if self.findings.is_some() { ", findings.md, findings.svg" } else { "" };
        output::note(&format!(
            "wrote {0}/conformance.json{also} and {0}/README.md",
            self.folder.display()
        ));
        Ok(())
    }
}

/// Returns whether the current folder is the root of this repository, where the reports are committed.
fn is_this_repository() -> bool {
    let manifest = fs::read_to_string("Cargo.toml").unwrap_or_default();
    manifest.lines().any(|line| line == "name = \"lawbook\"")
        && Path::new("harness/Cargo.toml").is_file()
}

/// Returns whether a file that begins with `begin` is a JSON report written by this command.
fn is_json_report(begin: &str) -> bool {
    let mut lines = begin.lines().map(str::trim);
    ["{", "\"format\": ", "\"lawbook\": \""]
        .iter()
        .all(|field| lines.next().is_some_and(|line| line.starts_with(field)))
}

/// Returns whether a file that begins with `begin` is the page of all findings.
fn is_findings(begin: &str) -> bool {
    begin.starts_with("# Findings\n\nWritten by `lawbook` ")
}

/// Returns whether a file that begins with `begin` is the picture of all findings.
fn is_picture(begin: &str) -> bool {
    begin.starts_with("<svg xmlns=") && begin.contains(" chess libraries, by the harm they do")
}

/// Returns whether a file that begins with `begin` is a report page written by this command.
fn is_page(begin: &str) -> bool {
    begin.starts_with("# Conformance report\n\nWritten by `lawbook` ")
}
