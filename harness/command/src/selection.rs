//! Selects the cases that a command uses.

use std::path::Path;

use lawbook::words::counted;
use lawbook_arbiter::incident::Incidents;
use lawbook_catalogue::{
    Case, Catalogue, CatalogueFile, Problem, embedded_files, fields_without_value, lint, read_files,
};
use wildmatch::WildMatch;

use crate::{
    cli::Selection,
    output::{self, Exit, Failure, Result},
};

/// Returns the files of the catalogue, built in or from a folder.
pub(crate) fn files(cases: Option<&Path>) -> Result<Vec<CatalogueFile>> {
    let Some(folder) = cases else { return Ok(embedded_files().to_vec()) };
    let files = read_files(folder)?;
    if !files.iter().any(|file| file.path.contains('/')) {
        let message = format!("{} contains no folder with .yaml files", folder.display());
        return Err(Failure::new(Exit::Invalid, message));
    }
    Ok(files)
}

/// Reads a catalogue and the problems with it. The cases are checked against each other only if all can be read: one that
/// cannot be read is missing wherever another names it.
pub(crate) fn checked(files: &[CatalogueFile]) -> (Catalogue, Vec<Problem>) {
    let (catalogue, problems) = Catalogue::from_files(files);
    if !problems.is_empty() {
        return (catalogue, problems);
    }
    let problems = [lint(&catalogue), fields_without_value(files)].concat();
    (catalogue, problems)
}

/// Returns the incidents, built in or from a folder.
pub(crate) fn incidents(cases: Option<&Path>) -> Result<Incidents> {
    let (incidents, problems) = Incidents::from_files(&files(cases)?);
    match problems.first() {
        None => Ok(incidents),
        Some(problem) => Err(Failure::new(Exit::Invalid, shown(problem, cases))),
    }
}

/// Returns the catalogue; fails if it has problems. The built-in one has none, as the tests of its crate check.
pub(crate) fn catalogue(cases: Option<&Path>) -> Result<Catalogue> {
    if cases.is_none() {
        return Ok(Catalogue::embedded());
    }
    let (catalogue, problems) = checked(&files(cases)?);
    if problems.is_empty() {
        return Ok(catalogue);
    }
    for problem in &problems {
        output::error(&shown(problem, cases));
    }
    let message = format!("the catalogue has {}", counted(problems.len(), "problem"));
    Err(Failure::new(Exit::Invalid, message))
}

/// Returns the selected cases; fails if there are none, or if an option matches none.
pub(crate) fn select<'a>(catalogue: &'a Catalogue, selection: &Selection) -> Result<Vec<&'a Case>> {
    for id in &selection.document {
        if folder(catalogue, id).is_none() {
            let known: Vec<String> = catalogue
                .documents
                .iter()
                .map(|document| format!("{} ({})", document.id, document.folder))
                .collect();
            let message = format!("unknown document {id:?}; known documents: {}", known.join(", "));
            return Err(Failure::new(Exit::NothingSelected, message));
        }
    }
    if let Some(message) = misspelt(catalogue, selection) {
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    // Ids contain no upper-case letters.
    let pattern = |id: &String| WildMatch::new(&id.to_ascii_lowercase());
    let patterns: Vec<WildMatch> = selection.id.iter().map(pattern).collect();
    let any = |wanted: &[String], has: &dyn Fn(&String) -> bool| {
        wanted.is_empty() || wanted.iter().any(has)
    };
    let in_document = |case: &Case, id: &str| Some(case.place.folder()) == folder(catalogue, id);
    let has = |all: &[String], one: &str| all.iter().any(|other| other.eq_ignore_ascii_case(one));
    let cases: Vec<&Case> = catalogue
        .cases
        .iter()
        .filter(|case| any(&selection.document, &|id| in_document(case, id)))
        .filter(|case| any(&selection.statement, &|id| has(&case.states, id)))
        .filter(|case| any(&selection.tag, &|tag| has(&case.tags, tag)))
        .filter(|case| patterns.is_empty() || patterns.iter().any(|one| one.matches(&case.id)))
        .collect();
    if cases.is_empty() {
        let message = "no case matches all of the given options; `lawbook list` shows all cases";
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    Ok(cases)
}

/// Returns the folder of the document with this id or folder name.
fn folder<'a>(catalogue: &'a Catalogue, id: &str) -> Option<&'a str> {
    let named = |one: &&str| one.eq_ignore_ascii_case(id);
    let of_documents = catalogue.documents.iter().map(|document| document.folder.as_str());
    of_documents.chain(["regressions"]).find(named).or_else(|| {
        let mut documents = catalogue.documents.iter();
        let document = documents.find(|document| document.id.eq_ignore_ascii_case(id))?;
        Some(&document.folder)
    })
}

/// Returns the message for the first pattern, tag or statement that no case has, with a suggestion.
fn misspelt(catalogue: &Catalogue, selection: &Selection) -> Option<String> {
    let cases = || catalogue.cases.iter();
    let options: [(&str, &[String], Vec<&String>); 3] = [
        ("--id", &selection.id, cases().map(|case| &case.id).collect()),
        ("--tag", &selection.tag, cases().flat_map(|case| &case.tags).collect()),
        ("--statement", &selection.statement, cases().flat_map(|case| &case.states).collect()),
    ];
    for (option, wanted, there) in options {
        for one in wanted {
            let pattern = WildMatch::new(&one.to_ascii_lowercase());
            if !there.iter().any(|other| pattern.matches(&other.to_ascii_lowercase())) {
                let there = there.iter().map(|other| other.as_str());
                let near = nearest(&one.replace(['*', '?'], ""), there);
                let hint = match near {
                    Some(nearest) => format!("did you mean {nearest:?}?"),
                    None => "`lawbook list` shows all cases".to_owned(),
                };
                return Some(format!("no case has {option} {one:?}; {hint}"));
            }
        }
    }
    None
}

/// Returns the text of a problem, with its path in the folder that the user named.
pub(crate) fn shown(problem: &Problem, cases: Option<&Path>) -> String {
    let text = problem.to_string();
    match (cases, text.strip_prefix("cases/")) {
        (Some(folder), Some(rest)) => folder.join(rest).display().to_string(),
        (None, _) | (_, None) => text,
    }
}

/// Returns the name closest to `name`, if one is similar.
pub(crate) fn nearest<'a>(name: &str, there: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_ascii_lowercase();
    let likeness = |other: &str| strsim::jaro_winkler(&other.to_ascii_lowercase(), &name);
    there
        .max_by(|one, other| likeness(one).total_cmp(&likeness(other)))
        .filter(|nearest| likeness(nearest) > 0.8)
}

/// Returns the cases that the texts decide; fails if there are none, because no library is asked about the others.
pub(crate) fn decided(mut cases: Vec<&Case>) -> Result<Vec<&Case>> {
    cases.retain(|case| case.open.is_none());
    if cases.is_empty() {
        let message = "the texts leave all selected cases open, so no library is asked; `lawbook show ID` has the reason";
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    Ok(cases)
}

/// Returns whether the selection excludes nothing.
pub(crate) fn is_everything(selection: &Selection) -> bool {
    let Selection { document, statement, tag, id, cases } = selection;
    document.is_empty()
        && statement.is_empty()
        && tag.is_empty()
        && id.is_empty()
        && cases.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_mistake_is_one_problem() {
        for (from, to) in [
            ("  expect: {", "  expcet: {"),
            ("castling: K", "casteling: K"),
            ("start: ", "strat: "),
            ("states: [S4-3.1.1c]", "states: [S4-3.1.1z]"),
            ("contrast: castling", "contrast: casteling"),
        ] {
            let mut files = embedded_files().to_vec();
            let named =
                |file: &&mut CatalogueFile| file.path == "complete-rules/castling-attackers.yaml";
            let file = files.iter_mut().find(named).unwrap();
            assert!(file.text.contains(from), "{from}");
            file.text = file.text.replacen(from, to, 1);
            let (_, problems) = checked(&files);
            assert_eq!(problems.len(), 1, "{to}: {problems:?}");
        }
    }
}
