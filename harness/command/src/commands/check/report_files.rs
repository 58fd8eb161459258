//! The report files of `lawbook check`, and their destination.

use std::{
    fs,
    path::{Path, PathBuf},
};

use lawbook_catalogue::{CaseLevel, Catalogue, Deviation};
use lawbook_libraries::{
    Repro, TESTED_ON, known_deviations, libraries as all_libraries, tested_libraries,
};
use lawbook_runner::report::{self, LibraryFindings, Report};

use super::CheckOptions;
use crate::{
    libraries,
    output::{self, Exit, Failure, Result},
    selection,
    write::OutFolder,
};

/// The reports written to a folder.
pub(super) struct ReportFiles {
    files: OutFolder,
    shown: PathBuf,
    /// Whether a page and a picture of all known deviations are written, of untested libraries too: only for the reports
    /// of this repository.
    has_findings: bool,
}

impl ReportFiles {
    /// Chooses the folder of the options, or `reports/` of this repository if nothing was deselected.
    pub(super) fn choose(options: &CheckOptions) -> Result<Option<ReportFiles>> {
        let everything = libraries::is_default_selection(&options.libraries)
            && !libraries::none_is_linked()
            && !options.no_known
            && options.baseline.is_none()
            && options.level.is_none_or(|level| level == CaseLevel::Strict)
            && selection::is_everything(&options.selection);
        let folder = match &options.out {
            Some(folder) => folder.clone(),
            None if everything && is_this_repository() => PathBuf::from("reports"),
            None => return Ok(None),
        };
        let files = OutFolder::open(&folder, options.force)?;
        Ok(Some(ReportFiles { files, shown: folder, has_findings: options.out.is_none() }))
    }

    /// Writes the reports.
    pub(super) fn write(&self, report: &Report) -> Result<()> {
        self.files.write("conformance.json", report::write_json(report).as_bytes())?;
        let page = match self.has_findings {
            true => report::readme(report, all_libraries().len()),
            false => report::markdown(report),
        };
        self.files.write("README.md", page.as_bytes())?;
        let mut also = "";
        if self.has_findings {
            let known = known_deviations()
                .map_err(|problem| Failure::new(Exit::Invalid, problem.to_string()))?;
            let catalogue = Catalogue::embedded();
            let shown =
                |entry: &Deviation| Some(Repro::of(entry, &catalogue, &known).ok()??.command());
            let libraries = LibraryFindings::of(&known, &tested_libraries());
            let page = report::findings(&known, report, (&libraries, TESTED_ON), &shown);
            self.files.write("findings.md", page.as_bytes())?;
            let chart = report::findings_chart(&libraries, TESTED_ON, report);
            self.files.write("findings.svg", chart.as_bytes())?;
            also = ", findings.md, findings.svg";
        }
        output::note(&format!(
            "wrote {0}/conformance.json{also} and {0}/README.md",
            self.shown.display()
        ));
        Ok(())
    }
}

/// Returns whether the current folder is the root of this repository, where the reports are committed.
fn is_this_repository() -> bool {
    let manifest = fs::read_to_string("Cargo.toml").unwrap_or_default();
    manifest.lines().any(|line| line == "name = \"lawbook\"")
        && Path::new("harness/command/Cargo.toml").is_file()
}
