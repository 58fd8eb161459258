//! The cases, as values: what the documents state, put as situations with their answers.
//!
//! This is the only place that knows YAML. [`Catalogue::embedded`] is the catalogue this crate was
//! built with; [`Catalogue::from_files`] reads another. What is wrong with a case is a [`Problem`]
//! with its file and line; a case with a problem is left out, the others are kept.

mod answer_group;
mod baseline;
mod case;
mod condition;
mod conflict;
mod deviation;
mod document;
mod draft;
mod event;
mod evidence;
mod expect;
mod field;
mod flaw;
mod forms;
mod level;
mod lint;
mod proof;
mod release;
mod source;
mod upstream;
mod version;
mod yaml;

#[doc(hidden)]
pub use answer_group::AnswerGroup;
#[doc(hidden)]
pub use baseline::{Baseline, Listed};
pub use case::Case;
#[doc(hidden)]
pub use case::{Exception, Mistake};
#[doc(hidden)]
pub use condition::{
    Condition, ConditionError, FACTS, Fact, FactType, Occasion, scopes_and_functions,
};
#[cfg(feature = "properties")]
pub(crate) use condition::{FactValue, Measure};
#[doc(hidden)]
pub use conflict::Conflict;
#[doc(hidden)]
pub use deviation::{Deviation, DeviationClass, InGames, read_deviations};
pub use document::{Document, Statement};
#[doc(hidden)]
pub use draft::{Draft, DraftLine, read_draft_lines};
#[doc(hidden)]
pub use event::WrittenEvent;
#[doc(hidden)]
pub use flaw::Flaw;
pub use level::CaseLevel;
pub use lint::{Problem, lint};
#[doc(hidden)]
pub use proof::MateProof;
#[doc(hidden)]
pub use release::{Release, ReleaseError, Releases};
#[cfg(feature = "gate")]
pub(crate) use source::regular;
pub use source::{CatalogueFile, Place, read_files};
#[doc(hidden)]
pub use source::{digest, embedded_files, read_text};
#[doc(hidden)]
pub use upstream::{Upstream, UpstreamError};
#[doc(hidden)]
pub use version::{Version, VersionError};

use crate::rules::RuleSet;

/// After so many problems in a file the rest of it is not read.
const MOST_PROBLEMS: usize = 100;

/// All documents and their cases.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    /// The documents, by identifier.
    pub documents: Vec<Document>,
    /// The cases, in the order of their files.
    pub cases: Vec<Case>,
    /// The matters on which the documents differ.
    pub conflicts: Vec<Conflict>,
    /// A digest of all files, to tell two catalogues apart.
    pub digest: String,
}

impl Catalogue {
    /// The catalogue that is compiled in.
    ///
    /// Its cases are checked by this crate's tests, so nothing is reported here.
    ///
    /// ```
    /// use lawbook::catalogue::Catalogue;
    ///
    /// let catalogue = Catalogue::embedded();
    /// let case = catalogue.case("threefold-with-written-move").ok_or("no such case")?;
    /// assert!(case.title.contains("claim"));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn embedded() -> Catalogue {
        Catalogue::from_files(&embedded_files()).0
    }

    /// Reads documents and cases, and says what cannot be read.
    ///
    /// Whether the cases fit together is the business of [`lint`].
    pub fn from_files(files: &[CatalogueFile]) -> (Catalogue, Vec<Problem>) {
        let mut catalogue = Catalogue {
            digest: digest(files.iter().flat_map(|file| [&file.path, &file.text])),
            ..Catalogue::default()
        };
        let mut problems = Vec::new();
        for file in files {
            match file.kind() {
                source::FileKind::Document => match document::read(file) {
                    Ok(document) => catalogue.documents.push(document),
                    Err(problem) => problems.push(problem),
                },
                source::FileKind::Cases => {
                    let before = problems.len();
                    for chunk in source::chunks(file, &mut problems) {
                        match case::read(&chunk) {
                            Ok(case) => catalogue.cases.push(case),
                            Err(found) => problems.extend(found),
                        }
                        if problems.len() >= before + MOST_PROBLEMS {
                            problems.truncate(before + MOST_PROBLEMS);
                            let message = format!(
                                "only the first {MOST_PROBLEMS} problems of this file are told"
                            );
                            let right = "to mend these and to look again";
                            problems.push(chunk.problem("", message, right));
                            break;
                        }
                    }
                }
                source::FileKind::Conflicts => match conflict::read(file) {
                    Ok(conflicts) => catalogue.conflicts.extend(conflicts),
                    Err(problem) => problems.push(problem),
                },
                source::FileKind::Other => {}
            }
        }
        catalogue.documents.sort_by(|a, b| a.id.cmp(&b.id));
        (catalogue, problems)
    }

    /// Reads one embedded case without reading the others.
    pub fn embedded_case(id: &str) -> Option<Case> {
        let wanted = format!("- id: {id}");
        embedded_files()
            .iter()
            .filter(|file| file.text.lines().any(|line| line.trim_end() == wanted))
            .flat_map(|file| source::chunks(file, &mut Vec::new()))
            .find(|chunk| chunk.id() == Some(id))
            .and_then(|chunk| case::read(&chunk).ok())
    }

    /// Reads one embedded document, by its folder, without reading the cases.
    pub fn embedded_document(folder: &str) -> Option<Document> {
        embedded_files()
            .iter()
            .filter(|file| matches!(file.kind(), source::FileKind::Document))
            .find(|file| file.folder() == folder)
            .and_then(|file| document::read(file).ok())
    }

    /// The identifiers of the embedded cases, found without reading what they say.
    pub fn embedded_ids() -> Vec<String> {
        embedded_files()
            .iter()
            .filter(|file| matches!(file.kind(), source::FileKind::Cases))
            .flat_map(|file| source::chunks(file, &mut Vec::new()))
            .filter_map(|chunk| chunk.id().map(str::to_owned))
            .collect()
    }

    /// The case with this identifier.
    pub fn case(&self, id: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.id == id)
    }

    /// The document with this identifier, or the one in this folder.
    pub fn document(&self, id: &str) -> Option<&Document> {
        self.documents.iter().find(|document| document.id == id || document.folder == id)
    }

    /// The statement with this identifier.
    pub fn statement(&self, id: &str) -> Option<&Statement> {
        self.documents
            .iter()
            .flat_map(|document| &document.statements)
            .find(|statement| statement.id == id)
    }

    /// The rule set by which a case is read first: that of its document, or the Laws in force.
    pub fn home_rule_set(&self, case: &Case) -> RuleSet {
        self.document(case.place.folder()).map_or(RuleSet::LATEST, |document| document.rule_set)
    }
}
