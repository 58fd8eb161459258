//! `lawbook site`: the whole catalogue as a web site.

mod manifest;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use lawbook::{
    catalogue::Catalogue,
    report::{Report, counted},
    runner,
};
use lawbook_site::{AskModule, MODULE_FILE, PICTURES};

use super::{diff, history};
use crate::{
    cli::SiteOptions,
    files, libraries,
    output::{self, Exit, Failure, Result},
    selection,
};
use manifest::Manifest;

/// `lawbook site`
pub(crate) fn run(options: &SiteOptions) -> Result {
    let module = options.ask.as_deref().map(module).transpose()?;
    let histories = options.history.as_deref().map(history::read_all).transpose()?;
    let catalogue = selection::catalogue(options.cases.as_deref())?;
    let report = match &options.report {
        Some(path) => written(path, &catalogue)?,
        None => ask(options, &catalogue)?,
    };
    let histories = histories.unwrap_or_default();
    let address = options.address.as_deref();
    let files = lawbook_site::files(&catalogue, &report, module.as_ref(), address, &histories)
        .map_err(|error| Failure::new(Exit::IoError, format!("cannot make a page: {error}")))?;
    let texts = files.iter().map(|file| (file.path.as_str(), file.text.as_bytes()));
    let pictures = PICTURES.iter().map(|picture| (picture.path, picture.bytes));
    let module_file = module.iter().map(|module| (MODULE_FILE, module.wasm.as_slice()));
    let files: Vec<(&str, &[u8])> = texts.chain(pictures).chain(module_file).collect();
    write(&options.out, &files)?;
    if module.is_none() {
        output::note(
            "the page \"Ask the arbiter\" is left out: harness/ask/build builds what it needs, and --ask DIR embeds it",
        );
    }
    let (count, out) = (files.len() + 1, options.out.display());
    output::print(&format!("wrote {}; begin with {out}/index.html\n", counted(count, "file")))?;
    Ok(Exit::Agreed)
}

/// Puts all cases to the libraries.
fn ask(options: &SiteOptions, catalogue: &Catalogue) -> Result<Report> {
    let asked = libraries::select(&options.libraries)?;
    let known = asked.known(false)?;
    let bar = output::progress(catalogue.cases.len(), "cases");
    let run =
        runner::run(catalogue, &catalogue.cases, &asked.implementations, &known, || bar.inc(1));
    bar.finish_and_clear();
    asked.note_failures();
    Ok(Report::new(&run, catalogue))
}

/// Reads a report on all cases of the catalogue.
fn written(path: &Path, catalogue: &Catalogue) -> Result<Report> {
    let report = diff::read(path)?;
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
            "cannot read {}: {error}; expected the folder `page` that harness/ask/build writes",
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

/// Writes a site, unless a file is in the way that no earlier site wrote.
fn write(out: &Path, files: &[(&str, &[u8])]) -> Result<()> {
    let list = place(out, manifest::NAME)?;
    let old = match present(&list)? {
        None => Manifest::default(),
        Some(bytes) => Manifest::read(&String::from_utf8_lossy(&bytes))
            .ok_or_else(|| files::not_replaceable_error(&list))?,
    };
    let mut changed = Vec::new();
    for (path, bytes) in files {
        let place = place(out, path)?;
        let is_written = match present(&place)? {
            None => false,
            Some(there) if there == *bytes => true,
            Some(there) if old.has(path, &there) => false,
            Some(_) => return Err(files::not_replaceable_error(&place)),
        };
        if !is_written {
            changed.push((place, bytes));
        }
    }
    let new = Manifest::new(files);
    // The list goes first. If this run is interrupted, the next run still recognises the pages of both.
    put(&list, old.with(&new).write().as_bytes())?;
    for (place, bytes) in changed {
        put(&place, bytes)?;
    }
    put(&list, new.with(&old.without(&new)).write().as_bytes())
}

/// Returns the path of a file of the site; no symbolic link may lead outside the folder.
fn place(out: &Path, path: &str) -> Result<PathBuf> {
    let mut place = out.to_owned();
    for part in path.split('/') {
        place.push(part);
        if place.is_symlink() {
            return Err(files::not_replaceable_error(&place));
        }
    }
    Ok(place)
}

/// Returns the content of a file, if it exists.
fn present(place: &Path) -> Result<Option<Vec<u8>>> {
    if fs::metadata(place).is_ok_and(|about| !about.is_file()) {
        return Err(files::not_replaceable_error(place));
    }
    match fs::read(place) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(files::cannot_write(place, &error)),
    }
}

fn put(place: &Path, bytes: &[u8]) -> Result<()> {
    let folder = place.parent().map_or(Ok(()), fs::create_dir_all);
    let written = folder.and_then(|()| files::write_whole(place, bytes));
    written.map_err(|error| files::cannot_write(place, &error))
}
