use std::{fs, io};

use lawbook::catalogue::digest;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{ArchiveName, Job, RunProgress};

/// How far a run had come when it was last written down, so that another can go on from there.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// What the run was about.
    pub about: ArchiveRun,
    /// How far it had come.
    pub progress: RunProgress,
    /// The bytes of the results that belong to that.
    pub written: BytesWritten,
    /// The bytes of the annotated games that belong to that.
    pub annotated: BytesWritten,
}

/// How many bytes of a file have been written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BytesWritten {
    /// All of them.
    pub latest: u64,
    /// Those that count, whatever becomes of the archive that is being read.
    pub settled: u64,
}

/// What a run is about. Only one about the same can go on from a checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveRun {
    /// The version of the command.
    pub version: String,
    /// The archives, with their size in bytes where they are files.
    pub archives: Vec<(String, Option<u64>)>,
    /// The rule set.
    pub rules: String,
    /// Whether draws that could have been claimed are reported.
    pub missed_claims: bool,
    /// Whether the whole story of each game's draws is reported.
    #[serde(default)]
    pub claims: bool,
    /// The part of the games.
    pub shard: String,
    /// The format of the results.
    pub format: String,
    /// Whether annotated games are written.
    pub annotated: bool,
}

impl ArchiveRun {
    /// What this job is about, with the results in a format of this name.
    pub fn new(job: &Job, format: &str) -> ArchiveRun {
        let size = |name: &ArchiveName| {
            fs::metadata(name.path()).ok().filter(fs::Metadata::is_file).map(|about| about.len())
        };
        ArchiveRun {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            archives: job.archives.iter().map(|name| (name.to_string(), size(name))).collect(),
            rules: job.terms.rules.to_string(),
            missed_claims: job.terms.missed_claims,
            claims: job.terms.claims,
            shard: job.shard.to_string(),
            format: format.to_owned(),
            annotated: job.annotated,
        }
    }
}

/// A checkpoint as it is kept.
#[derive(Serialize, Deserialize)]
struct Written<C> {
    /// The digest of the checkpoint.
    checksum: String,
    checkpoint: C,
}

impl Checkpoint {
    /// Reads a checkpoint; nothing if the text is empty.
    ///
    /// # Errors
    ///
    /// The text is no checkpoint, is damaged, or is one of a run about something else.
    pub fn read(text: &str, about: &ArchiveRun) -> io::Result<Option<Checkpoint>> {
        let checkpoint: Option<Checkpoint> = read_checkpoint(text)?;
        if checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.about != *about) {
            return Err(invalid(
                "this is the checkpoint of a run with other archives, options or another version; \
                 right would be the same command line, or another file",
            ));
        }
        Ok(checkpoint)
    }

    /// The checkpoint as a text that [`read`](Checkpoint::read) reads back.
    ///
    /// # Errors
    ///
    /// It cannot be written as JSON.
    pub fn write(&self) -> io::Result<Vec<u8>> {
        write_checkpoint(self)
    }
}

/// Reads a checkpoint of whatever kind; nothing if the text is empty.
///
/// # Errors
///
/// The text is no checkpoint, or is damaged.
pub fn read_checkpoint<C: Serialize + DeserializeOwned>(text: &str) -> io::Result<Option<C>> {
    if text.is_empty() {
        return Ok(None);
    }
    let Written::<C> { checksum: written, checkpoint } = serde_json::from_str(text)
        .map_err(|error| invalid(format!("this is no checkpoint: {error}")))?;
    if written != checksum(&checkpoint)? {
        return Err(invalid("this checkpoint is damaged; without it the run begins anew"));
    }
    Ok(Some(checkpoint))
}

/// A checkpoint of whatever kind as a text that [`read_checkpoint`] reads back.
///
/// # Errors
///
/// It cannot be written as JSON.
pub fn write_checkpoint<C: Serialize>(checkpoint: &C) -> io::Result<Vec<u8>> {
    let written = Written { checksum: checksum(checkpoint)?, checkpoint };
    Ok(serde_json::to_vec_pretty(&written)?)
}

/// From numbers that were never written a run could go anywhere.
fn checksum<C: Serialize>(checkpoint: &C) -> io::Result<String> {
    Ok(digest([&serde_json::to_string(checkpoint)?]))
}

fn invalid(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}
