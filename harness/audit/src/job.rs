//! The input of an audit, and its results.

use serde::{Deserialize, Serialize};

use super::{ArchiveName, ArchiveRange, AuditConfig, AuditFinding, Digest, GameTally, Shard};

/// The input and the options of an audit.
#[derive(Clone, Debug)]
pub struct Job {
    /// The archives.
    pub archives: Vec<ArchiveName>,
    /// The options for judging each game.
    pub terms: AuditConfig,
    /// The shard of the games to judge.
    pub shard: Shard,
    /// The number of threads.
    pub threads: usize,
    /// Whether to return the games with findings as PGN with comments.
    pub annotated: bool,
}

/// The record of an archive that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveRecord {
    /// The name of the archive, as the user gave it.
    pub name: String,
    /// The number of bytes of its plain text that were read, up to the end or an error.
    pub bytes: u64,
    /// The digest of these bytes.
    pub digest: Digest,
    /// The number of its games.
    pub games: u64,
    /// Why it could not be read to its end; `None` if it could.
    pub error: Option<String>,
    /// Whether verified checksums cover its whole text. A plain file has none.
    #[serde(default)]
    pub checked: bool,
    /// The number of games at its end whose results were dropped, because the packed data they come from is damaged.
    #[serde(default)]
    pub withheld: u64,
    /// The part that was read, if it was only a range of the frames. Then `bytes` is where its last game ends in the
    /// plain text, and `digest` and `games` are those of its games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<ArchiveRange>,
}

/// The results of some games.
#[derive(Debug, Default)]
pub struct GameResults {
    /// The findings, in the order of the games.
    pub findings: Vec<AuditFinding>,
    /// The games with findings, as PGN with comments, if requested.
    pub annotated: Vec<u8>,
    pub(super) tally: GameTally,
}

impl GameResults {
    /// Appends the results of the next batch.
    pub(super) fn join(&mut self, mut next: GameResults) {
        join(&mut self.findings, &mut next.findings);
        self.annotated.append(&mut next.annotated);
        self.tally.merge(&next.tally);
    }
}

/// Appends `more` to `all`, without copying if `all` is empty.
pub(super) fn join<T>(all: &mut Vec<T>, more: &mut Vec<T>) {
    if all.is_empty() {
        std::mem::swap(all, more);
    } else {
        all.append(more);
    }
}
