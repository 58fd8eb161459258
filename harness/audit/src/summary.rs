use std::io;

use serde::{Deserialize, Serialize};

use super::{Digest, FilePrefix, GameTally, Job, Milestone, Read, Shard};

/// What came of a run as a whole: the last line of what is written for machines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Always true: a file without this line is not complete.
    pub complete: bool,
    /// The name of the rule set, or `dated`.
    pub rules: String,
    /// Whether draws that could have been claimed were reported.
    pub missed_claims: bool,
    /// Whether the whole story of each game's draws was reported.
    #[serde(default)]
    pub claims: bool,
    /// The part of the games, if it was not all of them: `3/8`.
    pub shard: Option<String>,
    /// The archives, whole, of whatever part the games were judged.
    pub archives: Vec<Read>,
    /// How many of the archives that could be read have no checksum, so that damage in them is not noticed.
    #[serde(default)]
    pub unchecked: u64,
    /// What was counted in the games of the part.
    pub counted: GameTally,
    /// The lines before the summary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<FindingRows>,
}

/// The lines of findings before a summary. Lines that are lost, repeated or changed are noticed by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingRows {
    /// The number of findings, one a line.
    pub count: u64,
    /// The digest of these lines, each with its line feed.
    pub digest: Digest,
    /// The digest of the summary without `rows`.
    pub summary: Digest,
}

impl Summary {
    /// The summary of a run that has come to its end.
    pub fn new(job: &Job, end: Milestone) -> Summary {
        let unchecked = |archive: &&Read| archive.error.is_none() && !archive.checked;
        Summary {
            complete: true,
            rules: job.terms.rules.to_string(),
            missed_claims: job.terms.missed_claims,
            claims: job.terms.claims,
            shard: (job.shard != Shard::WHOLE).then(|| job.shard.to_string()),
            unchecked: end.archives.iter().filter(unchecked).count() as u64,
            archives: end.archives,
            counted: end.tally,
            rows: None,
        }
    }

    /// The summary with what is to be known of the lines before it, which are these bytes.
    ///
    /// # Errors
    ///
    /// It cannot be written as JSON.
    pub fn after(self, lines: FilePrefix) -> io::Result<Summary> {
        let mut summary = Summary { rows: None, ..self };
        let mut text = FilePrefix::default();
        text.extend(&serde_json::to_vec(&summary)?);
        let count = summary.counted.findings.values().sum();
        summary.rows = Some(FindingRows { count, digest: lines.digest, summary: text.digest });
        Ok(summary)
    }

    /// Whether everything could be read.
    pub fn is_readable(&self) -> bool {
        self.counted.broken == 0 && self.archives.iter().all(|archive| archive.error.is_none())
    }
}
