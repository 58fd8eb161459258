//! `lawbook site`: the whole catalogue as a web site.

mod options;

pub(crate) use options::SiteOptions;

use std::{fs, io, path::Path};

use lawbook::words::counted;
use lawbook_catalogue::Catalogue;
use lawbook_runner::{report::Report, runner};
use lawbook_site::AskModule;

use super::diff;
use crate::{
    cli::Libraries,
    libraries::{self, SelectedLibraries},
    output::{self, Exit, Failure, Result},
    selection,
    write::OutFolder,
};

/// `lawbook site`
pub(crate) fn run(options: &SiteOptions) -> Result {
    let module = options.ask.as_deref().map(module).transpose()?;
    let catalogue = selection::catalogue(options.cases.as_deref())?;
    let earlier = options.report.as_deref().map(|path| written(path, &catalogue)).transpose()?;
    let out = OutFolder::open(&options.out, options.force)?;
    let report = earlier.map_or_else(|| ask(&catalogue), Ok)?;
    let files = lawbook_site::files(&catalogue, &report, module.as_ref())
        .map_err(|error| Failure::new(Exit::IoError, format!("cannot make a page: {error}")))?;
    for file in &files {
        out.write(&file.path, file.text.as_bytes())?;
    }
    if module.is_none() {
        output::note(
            "the page for a game or a position is left out: harness/wasm/build builds its module, and --ask DIR embeds it",
        );
    }
    let (written, out) = (counted(files.len(), "file"), options.out.display());
    output::print(&format!("wrote {written}; begin with {out}/index.html\n"))?;
    Ok(Exit::Agreed)
}

/// Puts all cases to the linked libraries.
fn ask(catalogue: &Catalogue) -> Result<Report> {
    let asked = if libraries::none_is_linked() {
        output::note(
            "no library is linked into this build: the pages have no answers of libraries, unless --report adds them",
        );
        SelectedLibraries::default()
    } else {
        libraries::select(&Libraries::default(), 1)?
    };
    let known = asked.known(false)?;
    let answers = catalogue.cases.len() * (1 + asked.implementations.len());
    let bar = output::progress(answers, "cases of all libraries");
    let run =
        runner::run(catalogue, &catalogue.cases, &asked.implementations, &known, || bar.inc());
    bar.finish();
    Ok(Report::new(&run, catalogue))
}

/// Reads a report on all cases of the catalogue.
fn written(path: &Path, catalogue: &Catalogue) -> Result<Report> {
    let report = diff::read(path)??;
    // Open cases are never put to a library.
    let all = report.catalogue.cases.saturating_sub(report.catalogue.open);
    let reason = if report.catalogue.digest != catalogue.digest {
        "it is about another version of the catalogue".to_owned()
    } else if report.cases.len() != all {
        format!("it is about {} of {all} cases", report.cases.len())
    } else {
        return Ok(report);
    };
    let message = format!(
        "cannot use {}: {reason}; `lawbook check --level strict` writes a report on all cases",
        path.display()
    );
    Err(Failure::new(Exit::Invalid, message))
}

/// Reads the WebAssembly module and its script from a folder.
fn module(folder: &Path) -> Result<AskModule> {
    let unreadable = |path: &Path, error: io::Error| {
        let message = format!(
            "cannot read {}: {error}; expected the folder `page` that harness/wasm/build writes",
            path.display()
        );
        Failure::new(Exit::IoError, message)
    };
    let (glue, wasm) = (folder.join("lawbook.js"), folder.join("lawbook_bg.wasm"));
    Ok(AskModule {
        glue: fs::read_to_string(&glue).map_err(|error| unreadable(&glue, error))?,
        wasm: fs::read(&wasm).map_err(|error| unreadable(&wasm, error))?,
    })
}
