use serde::Serialize;

use super::{ArchiveRecord, AuditConfig, GameTally};

/// The summary of an audit: the last line of its results in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Always true: a file without this line is incomplete.
    pub complete: bool,
    /// The version of `lawbook`.
    pub version: String,
    /// The options of the audit.
    #[serde(flatten)]
    pub options: AuditConfig,
    /// The archives, in the order of the command line.
    pub archives: Vec<ArchiveRecord>,
    /// The counts of the judged games.
    pub counted: GameTally,
}

impl Summary {
    /// Returns the summary of an audit with these options, without its archives.
    pub(super) fn new(options: AuditConfig) -> Summary {
        Summary {
            complete: true,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            options,
            archives: Vec::new(),
            counted: GameTally::default(),
        }
    }

    /// Whether every archive could be read to its end.
    pub fn is_readable(&self) -> bool {
        self.archives.iter().all(|archive| archive.error.is_none())
    }

    /// The number of games that were judged: not those of another variant.
    pub fn judged(&self) -> u64 {
        let skipped = &self.counted.skipped;
        self.counted.games - skipped.named.values().sum::<u64>() - skipped.others
    }
}
