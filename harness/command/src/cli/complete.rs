//! Candidates for the completion of arguments in a shell.

use std::collections::BTreeSet;

use clap::builder::StyledStr;
use clap_complete::{ArgValueCandidates, CompletionCandidate};
use lawbook::rules::RuleSet;
use lawbook_catalogue::Catalogue;
use lawbook_libraries::foreign_libraries;

use crate::linked;

/// Returns the names that `all` lists, each with its description.
fn candidates<I>(all: fn() -> I) -> ArgValueCandidates
where
    I: Iterator<Item = (String, String)> + 'static,
{
    let candidate = |(name, about): (String, String)| {
        CompletionCandidate::new(name).help(Some(StyledStr::from(about)))
    };
    ArgValueCandidates::new(move || all().map(candidate).collect())
}

/// Returns the ids of the cases.
pub(crate) fn ids() -> ArgValueCandidates {
    candidates(|| Catalogue::embedded().cases.into_iter().map(|case| (case.id, case.title)))
}

/// Returns the tags of the cases.
pub(crate) fn tags() -> ArgValueCandidates {
    candidates(|| {
        let cases = Catalogue::embedded().cases.into_iter();
        let tags: BTreeSet<String> = cases.flat_map(|case| case.tags).collect();
        tags.into_iter().map(|tag| (tag, String::new()))
    })
}

/// Returns the ids of the documents.
pub(crate) fn documents() -> ArgValueCandidates {
    candidates(|| {
        let all = Catalogue::embedded().documents.into_iter();
        all.map(|document| (document.folder, document.title))
    })
}

/// Returns the ids of the statements of the documents.
pub(crate) fn statements() -> ArgValueCandidates {
    candidates(|| {
        let documents = Catalogue::embedded().documents.into_iter();
        let all = documents.flat_map(|document| document.statements);
        all.map(|statement| (statement.id, statement.says))
    })
}

/// Returns the names of the rule sets.
pub(crate) fn rule_sets() -> ArgValueCandidates {
    candidates(|| RuleSet::ALL.iter().map(|one| (one.name().to_owned(), String::new())))
}

/// Returns the names of the linked libraries and of those in other languages.
pub(crate) fn libraries() -> ArgValueCandidates {
    candidates(|| {
        let linked = linked::all().into_iter().map(|one| (one.about().name, one.about().version));
        let foreign =
            foreign_libraries().map(|one| (one.name.to_owned(), "with --foreign".to_owned()));
        linked.chain(foreign)
    })
}
