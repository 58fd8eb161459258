//! The catalogue of cases: documents, their statements, and scenarios with their right answers.
//!
//! Cases are parsed only here. [`Catalogue::embedded`] returns the catalogue compiled into this
//! crate; [`Catalogue::from_files`] reads another one. Every error in a case is reported as a [`Problem`] with
//! its file and line. A case with a problem is skipped; the other cases are kept.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

#[cfg(test)]
#[macro_use]
#[path = "../../../src/rows.rs"]
mod rows;

pub mod adapter;
mod answer_group;
mod case;
mod cause;
mod conflict;
mod deviation;
mod document;
mod doubt;
mod event;
mod evidence;
mod expect;
mod flaw;
mod from_start;
mod level;
mod line_text;
mod lint;
mod problem;
mod proof;
pub mod question;
mod release;
mod source;
mod table;
mod upstream;
mod version;
mod yaml;
mod yaml_types;

pub use answer_group::AnswerGroup;
pub use case::{Case, Exception, Mistake, end_of};
pub use cause::{Cause, MoveKind};
pub use conflict::Conflict;
pub use deviation::{Deviation, DeviationClass, read_deviations};
pub use document::{Document, Statement};
pub use event::WrittenEvent;
pub use flaw::SetupFlaw;
pub use level::CaseLevel;
pub use line_text::{act_text, orders_text, question_text, read_act, read_order, read_question};
pub use lint::{lengths, lint};
pub use problem::{Place, Problem};
pub use proof::MateProof;
pub use release::{Release, ReleaseError, Releases};
pub use source::{CatalogueFile, digest, embedded_files, read_files, read_text, regular};
pub use table::{Table, fields_without_value};
pub use upstream::{Upstream, UpstreamError};
pub use version::{Version, VersionError};

use std::sync::{LazyLock, OnceLock};

use from_start::FromStart;
use lawbook::rules::RuleSet;

/// Maximum number of problems per file; the rest of the file is skipped once it is reached.
const MOST_PROBLEMS: usize = 100;

/// A catalogue: all documents with their statements, all cases, and all conflicts between the documents.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    /// The documents, by identifier.
    pub documents: Vec<Document>,
    /// The cases, in the order of their files.
    pub cases: Vec<Case>,
    /// The contradictions between the documents.
    pub conflicts: Vec<Conflict>,
    /// A digest of all files but that of the moves from the initial position. It identifies this version of the
    /// catalogue.
    pub digest: String,
}

impl Catalogue {
    /// Returns the catalogue that is compiled into this crate.
    ///
    /// The tests of this crate check its cases, so this function reports no problems.
    ///
    /// ```
    /// use lawbook_catalogue::Catalogue;
    ///
    /// let catalogue = Catalogue::embedded();
    /// let case = catalogue.case("threefold-with-written-move").ok_or("no such case")?;
    /// assert!(case.title.contains("claim"));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn embedded() -> Catalogue {
        static ALL: OnceLock<Catalogue> = OnceLock::new();
        ALL.get_or_init(|| Catalogue::from_files(embedded_files()).0).clone()
    }

    /// Parses documents, cases and conflicts, and returns the problems found in the files.
    ///
    /// It does not check that the cases are consistent with each other; [`lint`] does.
    pub fn from_files(files: &[CatalogueFile]) -> (Catalogue, Vec<Problem>) {
        // Other moves to the same setup change no question and no answer, and incidents ask libraries nothing.
        let idle = |kind| matches!(kind, source::FileKind::FromStart | source::FileKind::Other);
        let decides = |file: &&CatalogueFile| !idle(file.kind());
        let mut catalogue = Catalogue {
            digest: digest(files.iter().filter(decides).flat_map(|file| [&file.path, &file.text])),
            ..Catalogue::default()
        };
        let mut problems = Vec::new();
        let mut from_start = FromStart::default();
        for file in files {
            match file.kind() {
                source::FileKind::Document => match document::read(file) {
                    Ok(document) => catalogue.documents.push(document),
                    Err(problem) => problems.push(problem),
                },
                source::FileKind::Cases => {
                    let before = problems.len();
                    let chunks = source::chunks(file, &mut problems);
                    if chunks.is_empty() && problems.len() == before {
                        let right = "\"- id:\" where a case begins";
                        problems.push(Problem::new(&file.path, 1, "this file has no case", right));
                    }
                    for chunk in chunks {
                        match table::read(&chunk) {
                            Ok(cases) => catalogue.cases.extend(cases),
                            Err(found) => problems.extend(found),
                        }
                        if problems.len() >= before + MOST_PROBLEMS {
                            problems.truncate(before + MOST_PROBLEMS);
                            let message = format!(
                                "only the first {MOST_PROBLEMS} problems of this file are told"
                            );
                            let right = "these to be fixed first";
                            problems.push(chunk.problem("", message, right));
                            break;
                        }
                    }
                }
                source::FileKind::Conflicts => match conflict::read(file) {
                    Ok(conflicts) => catalogue.conflicts.extend(conflicts),
                    Err(problem) => problems.push(problem),
                },
                source::FileKind::FromStart => from_start = FromStart::read(file, &mut problems),
                source::FileKind::Other if !file.path.contains('/') => {
                    let message = "this file belongs to no document and is not read";
                    let right = "conflicts.yaml, from-start.yaml, or a folder with a document.yaml";
                    problems.push(Problem::new(&file.path, 1, message, right));
                }
                source::FileKind::Other => {}
            }
        }
        for case in &mut catalogue.cases {
            case.from_start = from_start.moves(&case.setup);
        }
        catalogue.documents.sort_by(|a, b| a.id.cmp(&b.id));
        (catalogue, problems)
    }

    /// Parses the embedded case `id` only. Returns `None` if there is none with this identifier.
    pub fn embedded_case(id: &str) -> Option<Case> {
        let chunks = embedded_chunks().iter();
        // The id of a row begins with that of its table; so may the id of another case.
        chunks
            .filter(|one| one.chunk.id().is_some_and(|first| id.starts_with(first)))
            .find_map(|one| one.cases().iter().find(|case| case.id == id).cloned())
    }

    /// Returns the case with the identifier `id`.
    pub fn case(&self, id: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.id == id)
    }

    /// Returns the cases that apply to a rule set and are not open.
    pub fn scored_under(&self, rule_set: RuleSet) -> impl Iterator<Item = &Case> {
        self.cases
            .iter()
            .filter(move |case| case.open.is_none() && case.rule_sets.contains(rule_set))
    }

    /// Returns the document whose identifier or folder is `id`.
    pub fn document(&self, id: &str) -> Option<&Document> {
        self.documents.iter().find(|document| document.id == id || document.folder == id)
    }

    /// Returns the statement with the identifier `id`.
    pub fn statement(&self, id: &str) -> Option<&Statement> {
        self.documents
            .iter()
            .flat_map(|document| &document.statements)
            .find(|statement| statement.id == id)
    }

    /// Returns the statements of a case that hold under a rule set: those of documents whose rule set has the same reason
    /// for its answers.
    pub fn statements_under(&self, case: &Case, rule_set: RuleSet) -> Vec<&Statement> {
        let why = case.why_under(rule_set);
        let holding = self.documents.iter().filter(|one| case.why_under(one.rule_set) == why);
        let statements: Vec<&Statement> = holding.flat_map(|one| &one.statements).collect();
        let find = |id: &String| statements.iter().find(|one| one.id == *id).copied();
        case.states.iter().filter_map(find).collect()
    }

    /// Returns the rule set that a case is primarily about: that of its document, or else the Laws in force.
    pub fn home_rule_set(&self, case: &Case) -> RuleSet {
        self.document(case.place.folder()).map_or(RuleSet::LATEST, |document| document.rule_set)
    }
}

/// A case or a table of the embedded catalogue. It is parsed when one of its cases is needed for the first time.
struct EmbeddedChunk {
    chunk: source::Chunk<'static>,
    cases: OnceLock<Vec<Case>>,
}

impl EmbeddedChunk {
    /// Returns its cases; none if it cannot be read.
    fn cases(&self) -> &[Case] {
        self.cases.get_or_init(|| {
            let mut cases = table::read(&self.chunk).unwrap_or_default();
            for case in &mut cases {
                case.from_start = FromStart::embedded().moves(&case.setup);
            }
            cases
        })
    }
}

/// Returns the chunks of all files of cases, in the order of the files.
fn embedded_chunks() -> &'static [EmbeddedChunk] {
    static CHUNKS: LazyLock<Vec<EmbeddedChunk>> = LazyLock::new(|| {
        let files = embedded_files().iter();
        files
            .filter(|file| matches!(file.kind(), source::FileKind::Cases))
            .flat_map(|file| source::chunks(file, &mut Vec::new()))
            .map(|chunk| EmbeddedChunk { chunk, cases: OnceLock::new() })
            .collect()
    });
    &CHUNKS
}
