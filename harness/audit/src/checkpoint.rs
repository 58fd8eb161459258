use std::{
    fs,
    io::{self, Read},
};

use lawbook::catalogue::digest;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{ArchiveName, FilePrefix, Job, RunProgress};

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

/// What has been written to a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BytesWritten {
    /// All of it.
    pub latest: FilePrefix,
    /// The part that counts even if the archive that is being read proves to be damaged.
    pub settled: FilePrefix,
}

impl BytesWritten {
    /// Whether a file begins with these bytes. It is read as far as they go.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn begins(&self, file: &mut impl Read) -> io::Result<bool> {
        Ok(FilePrefix::default().leads_to(self.settled, file)?
            && self.settled.leads_to(self.latest, file)?)
    }
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
    // Compared as a text too: a name that is damaged would be passed over as one that is not known.
    if written != checksum(&checkpoint)? || text.as_bytes() != write_checkpoint(&checkpoint)? {
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
        // Nor is one whose end is missing, or after which something follows.
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
