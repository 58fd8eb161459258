use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufRead, BufReader},
    path::Path,
};

use serde::{Deserialize, Serialize};

use super::{ArchiveRecord, AuditConfig, GameTally, Kind};

/// The summary of an audit: the last line of its results in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

    /// Reads the summary in the last line of a file with results.
    ///
    /// # Errors
    ///
    /// The file cannot be read, its last line is not a summary, or it has another number of findings.
    pub fn read(path: &Path) -> io::Result<Summary> {
        let mut file = BufReader::new(File::open(path)?);
        let (mut last, mut line, mut lines) = (Vec::new(), Vec::new(), 0_u64);
        while file.read_until(b'\n', &mut line)? > 0 {
            lines += 1;
            std::mem::swap(&mut last, &mut line);
            line.clear();
        }
        let invalid = |message: String| io::Error::new(io::ErrorKind::InvalidData, message);
        let summary: Summary = serde_json::from_slice(&last).map_err(|error| {
            invalid(format!(
                "the last line is not a summary ({error}); expected the complete output of `lawbook audit --format json`"
            ))
        })?;
        let findings: u64 = summary.counted.findings.values().flat_map(BTreeMap::values).sum();
        if lines - 1 != findings {
            let lines = lines - 1;
            return Err(invalid(format!("{lines} findings, but the summary counts {findings}")));
        }
        Ok(summary)
    }

    /// Combines summaries, each with the name of its file, into that of one audit of all archives.
    ///
    /// # Errors
    ///
    /// Two of them have different options or versions, or the same archive: the same digest, or for archives that could
    /// not be read to their end, the same name. Archives without games count as different.
    pub fn combine(
        summaries: impl IntoIterator<Item = (String, Summary)>,
    ) -> Result<Option<Summary>, String> {
        let mut all: Option<(String, Summary)> = None;
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        for (file, summary) in summaries {
            for ArchiveRecord { name, sha256, games, error, .. } in &summary.archives {
                if *games == 0 && error.is_none() {
                    continue;
                }
                let key = sha256.clone().unwrap_or_else(|| format!("name {name}"));
                if let Some(other) = seen.insert(key, format!("{name} in {file}")) {
                    return Err(format!(
                        "the same archive twice: {name} in {file}, and {other}; leave out one of them"
                    ));
                }
            }
            let Some((first, sum)) = &mut all else {
                all = Some((file, summary));
                continue;
            };
            if (&sum.version, &sum.options) != (&summary.version, &summary.options) {
                return Err(format!(
                    "{first} and {file} come from audits with different options or versions"
                ));
            }
            sum.archives.extend(summary.archives);
            sum.counted.merge(&summary.counted);
        }
        Ok(all.map(|(_, sum)| sum))
    }
}
