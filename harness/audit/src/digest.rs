use std::{hash::Hasher, num::ParseIntError};

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

/// Tells texts apart, and is no protection (XXH3); sixteen hexadecimal digits where it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Digest(u64);

impl Digest {
    /// The digest of what was written so far; 0 of nothing.
    pub(super) fn of(written: &XxHash3_64) -> Digest {
        Digest(written.finish() ^ XxHash3_64::oneshot(&[]))
    }
}

impl From<Digest> for String {
    fn from(Digest(digest): Digest) -> String {
        format!("{digest:016x}")
    }
}

impl TryFrom<String> for Digest {
    type Error = ParseIntError;

    fn try_from(text: String) -> Result<Digest, ParseIntError> {
        u64::from_str_radix(&text, 16).map(Digest)
    }
}
