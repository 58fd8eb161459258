//! What somebody wrote down about a game, ruled on line by line: under one rule set or several, with what
//! stands at the end.
//!
//! A [`Transcript`] is the start, the conditions, and lines of text, each of them moves or one sentence. Under a rule
//! set it becomes a [`RuledTranscript`]. [`TranscriptRecord`] is the whole as plain data, for machines: the rulings, and
//! what else can be said of the position at the end. It is what `lawbook rule --format json` prints.

mod claims;
mod fit;
mod mate_record;
mod phrase;
mod record;
mod request;
mod ruled;
mod said;
mod spelling;

#[doc(hidden)]
pub use claims::ClaimRecord;
#[doc(hidden)]
pub use mate_record::{CanMate, MateRecord};
pub use record::TranscriptRecord;
#[doc(hidden)]
pub use record::{
    LineErrorRecord, LineRecord, MoveRecord, RuledRecord, RulingRecord, SecondsRecord,
    TRANSCRIPT_FORMAT,
};
pub use request::{RequestError, TranscriptRequest};
#[doc(hidden)]
pub use ruled::RuledLine;
pub use ruled::{LineError, RuledTranscript, Transcript};
#[doc(hidden)]
pub use said::without_comments;
