use std::{
    fs,
    io::{self, Read},
};

use lawbook::catalogue::digest;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{ArchiveName, FilePrefix, Job, Kind, RunProgress};

/// The saved state of a run, so that another run can resume it.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The run that the checkpoint belongs to.
    pub about: ArchiveRun,
    /// The progress of the run.
    pub progress: RunProgress,
    /// The results that were written up to there.
    pub written: BytesWritten,
    /// The annotated games that were written up to there.
    pub annotated: BytesWritten,
}

/// The bytes that have been written to a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BytesWritten {
    /// All bytes.
    pub latest: FilePrefix,
    /// The bytes that stay valid even if the current archive proves to be damaged.
    pub settled: FilePrefix,
}

impl BytesWritten {
    /// Whether `file` begins with these bytes. Reads the file only up to their end.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn has_prefix(&self, file: &mut impl Read) -> io::Result<bool> {
        Ok(FilePrefix::default().leads_to(self.settled, file)?
            && self.settled.leads_to(self.latest, file)?)
    }
}

/// The identity of a run: its input and options. A checkpoint can be resumed only by a run with the same identity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveRun {
    /// The version of the command.
    pub version: String,
    /// The archives, with their size in bytes if they are files.
    pub archives: Vec<(String, Option<u64>)>,
    /// The rule set.
    pub rules: String,
    /// Whether draws that could have been claimed are reported.
    pub missed_claims: bool,
    /// Whether all notes of a `DrawStory` are reported: repetitions, claims, long runs, near misses, and players who
    /// can no longer mate.
    #[serde(default)]
    pub claims: bool,
    /// Whether records that deviate from the standard are reported.
    #[serde(default)]
    pub strict: bool,
    /// The kinds of findings that are not reported.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<Kind>,
    /// The shard of the games, such as `1/1` or `3/8`.
    pub shard: String,
    /// The format of the results.
    pub format: String,
    /// Whether annotated games are written.
    pub annotated: bool,
}

impl ArchiveRun {
    /// Returns the identity of this job, with results in the given format.
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
            strict: job.terms.strict,
            off: job.terms.off.iter().collect(),
            shard: job.shard.to_string(),
            format: format.to_owned(),
            annotated: job.annotated,
        }
    }
}

/// A checkpoint in the form that is stored.
#[derive(Serialize, Deserialize)]
struct Written<C> {
    /// The digest of the checkpoint.
    checksum: String,
    checkpoint: C,
}

impl Checkpoint {
    /// Reads a checkpoint; `None` if the text is empty.
    ///
    /// # Errors
    ///
    /// The text is not a checkpoint, is damaged, or belongs to a different run.
    pub fn read(text: &str, about: &ArchiveRun) -> io::Result<Option<Checkpoint>> {
        let checkpoint: Option<Checkpoint> = read_checkpoint(text)?;
        if checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.about != *about) {
            return Err(invalid(
                "the checkpoint belongs to a run with other archives, other options or another version; \
                 use the same command line, or name another file",
            ));
        }
        Ok(checkpoint)
    }

    /// Serializes the checkpoint to a text that [`read`](Checkpoint::read) accepts.
    ///
    /// # Errors
    ///
    /// The checkpoint cannot be serialized as JSON.
    pub fn write(&self) -> io::Result<Vec<u8>> {
        write_checkpoint(self)
    }
}

/// Reads a checkpoint of any type; `None` if the text is empty.
///
/// # Errors
///
/// The text is not a checkpoint, or is damaged.
pub fn read_checkpoint<C: Serialize + DeserializeOwned>(text: &str) -> io::Result<Option<C>> {
    if text.is_empty() {
        return Ok(None);
    }
    let Written::<C> { checksum: written, checkpoint } = serde_json::from_str(text)
        .map_err(|error| invalid(format!("this is not a checkpoint: {error}")))?;
    // The text is compared too: a damaged name of an optional field would be ignored as unknown.
    if written != checksum(&checkpoint)? || text.as_bytes() != write_checkpoint(&checkpoint)? {
        return Err(invalid("this checkpoint is damaged; without it the run begins anew"));
    }
    Ok(Some(checkpoint))
}

/// Serializes a checkpoint of any type to a text that [`read_checkpoint`] accepts.
///
/// # Errors
///
/// The checkpoint cannot be serialized as JSON.
pub fn write_checkpoint<C: Serialize>(checkpoint: &C) -> io::Result<Vec<u8>> {
    let written = Written { checksum: checksum(checkpoint)?, checkpoint };
    Ok(serde_json::to_vec_pretty(&written)?)
}

/// The digest of a checkpoint. Without it, a run could resume from damaged numbers.
fn checksum<C: Serialize>(checkpoint: &C) -> io::Result<String> {
    Ok(digest([&serde_json::to_string(checkpoint)?]))
}

fn invalid(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_known_by_each_of_its_bits() {
        let mut checkpoint = Checkpoint::default();
        checkpoint.about.version = "0.1.0".to_owned();
        checkpoint.about.archives = vec![("games.pgn".to_owned(), Some(68))];
        checkpoint.written.latest.extend(b"some text");
        let whole = checkpoint.write().unwrap();
        let read = |bytes: &[u8]| {
            let text = std::str::from_utf8(bytes).map_err(invalid_utf8)?;
            Checkpoint::read(text, &checkpoint.about)
        };
        assert_eq!(read(&whole).unwrap().as_ref(), Some(&checkpoint));
        for bit in 0..whole.len() * 8 {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&flipped).is_err(), "{}", String::from_utf8_lossy(&flipped));
        }
        // A text that is cut short, or that something follows, is rejected too.
        for length in 1..whole.len() {
            assert!(read(&whole[..length]).is_err(), "{length}");
        }
        assert!(read(&[&whole[..], b" "].concat()).is_err());
        assert_eq!(read(b"").unwrap(), None);
    }

    fn invalid_utf8(error: std::str::Utf8Error) -> io::Error {
        invalid(error.to_string())
    }
}
