use serde::{Deserialize, Serialize};

use super::{GameTally, Job, Milestone, Read, Shard};

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
    /// What was counted in the games of the part.
    pub counted: GameTally,
}

impl Summary {
    /// The summary of a run that has come to its end.
    pub fn new(job: &Job, end: Milestone) -> Summary {
        Summary {
            complete: true,
            rules: job.terms.rules.to_string(),
            missed_claims: job.terms.missed_claims,
            claims: job.terms.claims,
            shard: (job.shard != Shard::WHOLE).then(|| job.shard.to_string()),
            archives: end.archives,
            counted: end.tally,
        }
    }

    /// Whether everything could be read.
    pub fn is_readable(&self) -> bool {
        self.counted.broken == 0 && self.archives.iter().all(|archive| archive.error.is_none())
    }
}
