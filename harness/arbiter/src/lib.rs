//! Rulings on a written record of a game, line by line, under one or several rule sets.
//!
//! A [`Transcript`] consists of the start position, the conditions, and lines of text. Each line contains moves or one
//! sentence as in cases. Ruling on it under a rule set gives a [`RuledTranscript`]. If a ruling depends on a [`Fact`] that the lines leave
//! open, [`Transcript::alternatives`] gives the rulings for each of its values. [`TranscriptRecord`] is the machine-readable form:
//! the rulings and more about the final position. `lawbook rule --game --format json` prints it. [`story`] tells the draws of a whole
//! game.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

#[cfg(test)]
#[macro_use]
#[path = "../../../src/rows.rs"]
mod rows;

mod explanation;
mod fact;
pub mod incident;
mod level;
mod mate_record;
#[doc(hidden)]
pub mod pgn;
mod reading;
mod record;
mod request;
mod ruled;
mod search;
pub mod story;

pub use fact::{Fact, FactKind, NoFact};
pub use level::Level;
#[doc(hidden)]
pub use mate_record::{CanMate, MateRecord};
#[doc(hidden)]
pub use reading::RuledLine;
#[doc(hidden)]
pub use record::ClaimRecord;
pub use record::TranscriptRecord;
#[doc(hidden)]
pub use record::{
    FactRecord, LineErrorRecord, LineRecord, MoveRecord, RuledRecord, RulingRecord, SecondsRecord,
    TRANSCRIPT_FORMAT,
};
pub use request::{RequestError, TranscriptRequest};
pub use ruled::{Alternative, LineError, RuledTranscript, Transcript};
pub use search::{Entry, EntryKind, Found, Index};
