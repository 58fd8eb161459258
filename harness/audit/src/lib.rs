//! Audits archives of recorded games: finds the games whose records contradict the rules.
//!
//! An archive is split into games. Our own rules replay each game as far as possible, and its recorded end is
//! compared with the board. No library under test takes part. The steps are: open and unpack the archive (`archive`),
//! split it into games (`games`), read the tags and moves of a game (`headers`, `movetext`, `record`), replay and judge
//! it (`played`, `judge`, `verdict`), and write the findings in the order of the games (`run`).

mod archive;
mod certainty;
mod dated;
mod finding;
mod format;
mod game;
mod games;
mod headers;
mod judge;
mod judgement;
mod open_game;
mod phrase;
mod played;
mod record;
mod run;
mod summary;
mod tally;
#[cfg(test)]
mod tests;
mod verdict;

pub use archive::{is_stdin, plain_text, shown};
pub use dated::{GameRules, UnknownRules};
pub use finding::{AuditFinding, Kind, Severity};
pub use game::{ReadGame, lines, read_game};
pub use judge::AuditConfig;
pub use lawbook_arbiter::pgn::{GameResult, MAX_TEXT};
use lawbook_arbiter::pgn::{movetext, spelled, tag, text};
pub use phrase::{PHRASES, Phrase, RecordedCause};
pub use run::{ArchiveRecord, Job, run};
pub use summary::Summary;
pub use tally::{
    FindingCounts, FirstFindings, GameTally, MAX_NAMES, Named, SourceCounts, YearCounts,
};
pub use verdict::LIMIT;

/// The maximum length of a game's text, in bytes; longer games are not read to their end.
pub const MAX_GAME: usize = 16 << 20;
