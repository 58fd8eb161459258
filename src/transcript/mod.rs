//! Rulings on a written record of a game, line by line, under one or several rule sets.
//!
//! A [`Transcript`] consists of the start position, the conditions, and lines of text. Each line contains moves or one
//! sentence. Ruling on it under a rule set gives a [`RuledTranscript`]. [`TranscriptRecord`] is the machine-readable
//! form: the rulings and further facts about the final position. `lawbook rule --format json` prints it.

mod conditions;
mod explanation;
#[cfg(test)]
mod heard;
mod line_parser;
mod mate_record;
mod meaning;
mod pattern;
mod record;
mod request;
mod ruled;
mod spelling;
mod subject;
mod vocabulary;
mod words;

pub use conditions::{ConditionsError, read_conditions};
#[doc(hidden)]
pub use line_parser::without_comments;
#[doc(hidden)]
pub use mate_record::{CanMate, MateRecord};
#[doc(hidden)]
pub use record::ClaimRecord;
pub use record::TranscriptRecord;
#[doc(hidden)]
pub use record::{
    ArticleRecord, LineErrorRecord, LineRecord, MoveRecord, RuledRecord, RulingRecord,
    SecondsRecord, TRANSCRIPT_FORMAT,
};
pub use request::{RequestError, TranscriptRequest};
#[doc(hidden)]
pub use ruled::RuledLine;
pub use ruled::{LineError, RuledTranscript, Transcript};
pub use subject::articles_about;
