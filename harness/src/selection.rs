//! Which cases a command is about.

use std::path::Path;

use lawbook::{
    catalogue::{Case, Catalogue, CatalogueFile, embedded_files, lint, read_files},
    report::Shard,
};
use wildmatch::WildMatch;

use crate::{
    cli::Selection,
    output::{self, Exit, Failure, Result},
};

/// The files of the catalogue, compiled in or from a folder.
pub(crate) fn files(cases: Option<&Path>) -> Result<Vec<CatalogueFile>> {
    let Some(folder) = cases else { return Ok(embedded_files()) };
    let files = read_files(folder)?;
    if !files.iter().any(|file| file.path.contains('/')) {
        let message = format!("{} holds no folder with .yaml files", folder.display());
        return Err(Failure::new(Exit::Invalid, message));
    }
    Ok(files)
}

/// The catalogue, which must be without problems.
pub(crate) fn catalogue(cases: Option<&Path>) -> Result<Catalogue> {
    let (catalogue, mut problems) = Catalogue::from_files(&files(cases)?);
    problems.extend(lint(&catalogue));
    if problems.is_empty() {
        return Ok(catalogue);
    }
    for problem in &problems {
        output::error(&problem.to_string());
    }
    let message = format!("the catalogue has {} problem(s)", problems.len());
    Err(Failure::new(Exit::Invalid, message))
}

/// The cases that are selected; at least one.
pub(crate) fn select<'a>(catalogue: &'a Catalogue, selection: &Selection) -> Result<Vec<&'a Case>> {
    for id in &selection.document {
        if catalogue.document(id).is_none() && id != "regressions" {
            let known: Vec<String> = catalogue
                .documents
                .iter()
                .map(|document| format!("{} ({})", document.id, document.folder))
                .collect();
            let message = format!("no document {id:?}; there are {}", known.join(", "));
            return Err(Failure::new(Exit::NothingSelected, message));
        }
    }
    let patterns: Vec<WildMatch> = selection.id.iter().map(|id| WildMatch::new(id)).collect();
    let any = |wanted: &[String], has: &dyn Fn(&String) -> bool| {
        wanted.is_empty() || wanted.iter().any(has)
    };
    let in_document = |case: &Case, id: &String| {
        let folder = catalogue.document(id).map_or(id.as_str(), |document| &document.folder);
        case.place.folder() == folder
    };
    let cases: Vec<&Case> = catalogue
        .cases
        .iter()
        .filter(|case| any(&selection.document, &|id| in_document(case, id)))
        .filter(|case| any(&selection.statement, &|id| case.states.contains(id)))
        .filter(|case| any(&selection.tag, &|tag| case.tags.contains(tag)))
        .filter(|case| patterns.is_empty() || patterns.iter().any(|one| one.matches(&case.id)))
        .collect();
    if cases.is_empty() {
        let message = "no case is selected; `lawbook list` shows what there is";
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    Ok(cases)
}

/// The cases of a part of the selection; at least one.
pub(crate) fn shard(cases: Vec<&Case>, shard: Shard) -> Result<Vec<&Case>> {
    let many = cases.len();
    let part: Vec<&Case> =
        (1..).zip(cases).filter(|(number, _)| shard.has(*number)).map(|(_, case)| case).collect();
    if part.is_empty() {
        let message = format!("no case is in part {shard} of the selection, which has {many}");
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    Ok(part)
}

/// Whether nothing was narrowed down.
pub(crate) fn is_everything(selection: &Selection) -> bool {
    let Selection { document, statement, tag, id, cases } = selection;
    document.is_empty()
        && statement.is_empty()
        && tag.is_empty()
        && id.is_empty()
        && cases.is_none()
}
