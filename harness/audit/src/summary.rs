use std::io;

use serde::{Deserialize, Serialize};

use super::{ArchiveRecord, Digest, FilePrefix, GameTally, Job, Kind, ResumePoint, Shard};

/// The summary of a run: the last line of results in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Always true: a file without this line is incomplete.
    pub complete: bool,
    /// The name of the rule set, or `dated`.
    pub rules: String,
    /// Whether draws that could have been claimed were reported.
    pub missed_claims: bool,
    /// Whether all notes of a `DrawStory` were reported: repetitions, claims, long runs, near misses, and players who
    /// can no longer mate.
    #[serde(default)]
    pub claims: bool,
    /// Whether records that deviate from the standard were reported.
    #[serde(default)]
    pub strict: bool,
    /// The kinds of findings that were neither reported nor counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<Kind>,
    /// The shard of the games that was judged, such as `3/8`; `None` for all games.
    pub shard: Option<String>,
    /// All archives, counted as a whole even if only a shard of the games was judged.
    pub archives: Vec<ArchiveRecord>,
    /// The number of readable archives without a checksum, where damage goes unnoticed.
    #[serde(default)]
    pub unchecked: u64,
    /// The counts of the judged games.
    pub counted: GameTally,
    /// The count and digests of the lines before the summary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<FindingRows>,
}

/// The lines of findings before a summary, so that lost, repeated or changed lines are noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingRows {
    /// The number of findings, one per line.
    pub count: u64,
    /// The digest of these lines, each with its line feed.
    pub digest: Digest,
    /// The digest of the summary without `rows`.
    pub summary: Digest,
}

impl Summary {
    /// Returns the summary of a run that ended at `end`.
    pub fn new(job: &Job, end: ResumePoint) -> Summary {
        Summary {
            complete: true,
            rules: job.terms.rules.to_string(),
            missed_claims: job.terms.missed_claims,
            claims: job.terms.claims,
            strict: job.terms.strict,
            off: job.terms.off.iter().collect(),
            shard: (job.shard != Shard::WHOLE).then(|| job.shard.to_string()),
            unchecked: Summary::unchecked(&end.archives),
            archives: end.archives,
            counted: end.tally,
            rows: None,
        }
    }

    /// The number of readable archives without a checksum.
    pub(super) fn unchecked(archives: &[ArchiveRecord]) -> u64 {
        let is_unchecked = |archive: &&ArchiveRecord| archive.error.is_none() && !archive.checked;
        archives.iter().filter(is_unchecked).count() as u64
    }

    /// Adds the count and digests for `lines`, the bytes of the lines before the summary.
    ///
    /// # Errors
    ///
    /// The summary cannot be serialized as JSON.
    pub fn after(self, lines: FilePrefix) -> io::Result<Summary> {
        let mut summary = Summary { rows: None, ..self };
        let mut text = FilePrefix::default();
        text.extend(&serde_json::to_vec(&summary)?);
        let count = summary.counted.findings.values().sum();
        summary.rows = Some(FindingRows { count, digest: lines.digest, summary: text.digest });
        Ok(summary)
    }

    /// Whether every archive could be read to its end.
    pub fn is_readable(&self) -> bool {
        self.archives.iter().all(|archive| archive.error.is_none())
    }
}
