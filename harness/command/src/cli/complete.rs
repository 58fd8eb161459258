//! Candidates for the completion of arguments in a shell.

use clap::builder::StyledStr;
use clap_complete::{ArgValueCandidates, CompletionCandidate};
use lawbook::rules::RuleSet;
use lawbook_catalogue::Catalogue;
use lawbook_libraries::foreign_libraries;

use crate::linked;

fn candidates<T: Into<String>>(all: impl Iterator<Item = (String, T)>) -> Vec<CompletionCandidate> {
    all.map(|(name, about)| {
        CompletionCandidate::new(name).help(Some(StyledStr::from(about.into())))
    })
    .collect()
}

/// Returns the ids of the cases.
pub(crate) fn ids() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let all = Catalogue::embedded().cases.into_iter().map(|case| (case.id, case.title));
        candidates(all)
    })
}

/// Returns the tags of the cases.
pub(crate) fn tags() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let mut tags: Vec<String> =
            Catalogue::embedded().cases.into_iter().flat_map(|case| case.tags).collect();
        tags.sort();
        tags.dedup();
        candidates(tags.into_iter().map(|tag| (tag, "")))
    })
}

/// Returns the ids of the documents.
pub(crate) fn documents() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let all = Catalogue::embedded().documents.into_iter();
        candidates(all.map(|document| (document.folder, document.title)))
    })
}

/// Returns the ids of the statements of the documents.
pub(crate) fn statements() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let all =
            Catalogue::embedded().documents.into_iter().flat_map(|document| document.statements);
        candidates(all.map(|statement| (statement.id, statement.says)))
    })
}

/// Returns the names of the rule sets.
pub(crate) fn rule_sets() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let all = RuleSet::ALL.iter().map(|one| (one.name().to_owned(), ""));
        candidates(all)
    })
}

/// Returns the names of the linked libraries and of those in other languages.
pub(crate) fn libraries() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let linked = linked::all().into_iter().map(|one| (one.about().name, one.about().version));
        let foreign =
            foreign_libraries().map(|one| (one.name.to_owned(), "with --foreign".to_owned()));
        candidates(linked.chain(foreign))
    })
}
