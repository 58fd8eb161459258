use std::num::ParseIntError;

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};

/// Tells texts apart, and is no protection (CRC-32); eight hexadecimal digits where it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Digest(u32);

impl Digest {
    /// The digest of what was written so far; 0 of nothing.
    pub(super) fn of(written: &Hasher) -> Digest {
        Digest(written.clone().finalize())
    }

    /// The digest of this text and the next, which has so many bytes.
    pub(super) fn then(self, next: Digest, bytes: u64) -> Digest {
        let [mut both, next] = [(self, 0), (next, bytes)]
            .map(|(Digest(digest), bytes)| Hasher::new_with_initial_len(digest, bytes));
        both.combine(&next);
        Digest::of(&both)
    }
}

impl From<Digest> for String {
    fn from(Digest(digest): Digest) -> String {
        format!("{digest:08x}")
    }
}

impl TryFrom<String> for Digest {
    type Error = ParseIntError;

    fn try_from(text: String) -> Result<Digest, ParseIntError> {
        u32::from_str_radix(&text, 16).map(Digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(text: &str) -> Digest {
        let mut written = Hasher::new();
        written.update(text.as_bytes());
        Digest::of(&written)
    }

    #[test]
    fn digests_of_parts_make_that_of_the_whole() {
        assert_eq!(String::from(digest("")), "00000000");
        assert_eq!(String::from(digest("123456789")), "cbf43926");
        for at in 0..=9 {
            let (one, other) = "123456789".split_at(at);
            assert_eq!(
                digest(one).then(digest(other), other.len() as u64),
                digest("123456789"),
                "{at}"
            );
        }
    }
}
