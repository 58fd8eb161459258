//! What a run found, as one value with several renderings.
//!
//! A [`Report`] is a pure function of the cases and the answers: no dates, no durations, no paths of
//! a machine. It can be written and read as JSON; Markdown is for a page, text for a terminal.

mod badge;
mod github;
mod json;
mod markdown;
mod text;
mod value;

pub use badge::badge;
pub use github::annotations;
pub use json::{read_json, write_json};
pub use markdown::markdown;
pub use text::{disagreement, matrix, summary};
pub use value::{
    CaseReport, CatalogueSummary, Disagreement, DocumentSummary, ImplementationSummary, Report,
    Score, StatementText,
};
