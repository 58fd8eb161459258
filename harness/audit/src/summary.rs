use serde::Serialize;

use super::{ArchiveRecord, AuditConfig, GameTally, Kind};

/// The summary of an audit: the last line of its results in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Always true: a file without this line is incomplete.
    pub complete: bool,
    /// The version of `lawbook`.
    pub version: String,
    /// The options of the audit.
    #[serde(flatten)]
    pub options: SummaryOptions,
    /// The archives, in the order of the command line.
    pub archives: Vec<ArchiveRecord>,
    /// The counts of the judged games.
    pub counted: GameTally,
}

/// The options of an audit in its results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SummaryOptions {
    /// The name of the rule set, or `dated`.
    pub rules: String,
    /// Whether draws that could have been claimed were reported.
    pub missed_claims: bool,
    /// Whether all notes of a `DrawStory` were reported: repetitions, claims, long runs, near misses, and players who
    /// can no longer mate.
    pub claims: bool,
    /// Whether records that deviate from the standard were reported.
    pub strict: bool,
    /// The kinds of findings that were neither reported nor counted.
    pub off: Vec<Kind>,
}

impl Summary {
    /// Returns the summary of an audit with these options, without its archives.
    pub(super) fn new(config: AuditConfig) -> Summary {
        let AuditConfig { rules, missed_claims, claims, strict, off } = config;
        let (rules, off) = (rules.to_string(), off.iter().collect());
        Summary {
            complete: true,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            options: SummaryOptions { rules, missed_claims, claims, strict, off },
            archives: Vec::new(),
            counted: GameTally::default(),
        }
    }

    /// Whether every archive could be read to its end.
    pub fn is_readable(&self) -> bool {
        self.archives.iter().all(|archive| archive.error.is_none())
    }
}
