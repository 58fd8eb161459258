//! The audit of whole archives: which games have a record that contradicts the rules.
//!
//! An archive is cut into games, each game is played by our own rules as far as it can be, and what
//! its record says of its end is compared with what the board says. Nothing of a library under test
//! takes part in that. It goes on in this order: an archive is opened and unpacked, cut into games, a
//! game's tags and moves are read, it is replayed and judged, and what is found is handed out.

mod annotate;
mod archive;
mod checkpoint;
mod end;
mod finding;
mod games;
mod generate;
mod headers;
mod judge;
mod merge;
mod movetext;
mod record;
mod replay;
mod run;
mod score;
mod summary;
mod tally;

pub use checkpoint::{About, Checkpoint};
pub use end::LIMIT;
pub use finding::{Finding, Kind, Severity};
pub use generate::{Generated, generate};
pub use judge::Terms;
pub use lawbook::report::Shard;
pub use merge::merge;
pub use run::{Done, Job, Milestone, Read, run};
pub use score::Score;
pub use summary::Summary;
pub use tally::Tally;

/// The longest text of a game that is read, in bytes.
pub const MAX_GAME: usize = 16 << 20;
