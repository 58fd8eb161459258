use std::{
    io::{self, Read},
    num::ParseIntError,
};

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};

/// A CRC-32 that tells texts apart, serialized as eight hexadecimal digits. It detects damage, not forgery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Digest(u32);

impl Digest {
    /// The digest of the bytes written so far; 0 if there are none.
    pub(super) fn of(written: &Hasher) -> Digest {
        Digest(written.clone().finalize())
    }

    /// Returns the digest of two texts in a row: `self` is that of the first, `next` that of the second, whose length
    /// is `bytes`.
    pub(super) fn then(self, next: Digest, bytes: u64) -> Digest {
        let [mut both, next] = [(self, 0), (next, bytes)]
            .map(|(Digest(digest), bytes)| Hasher::new_with_initial_len(digest, bytes));
        both.combine(&next);
        Digest::of(&both)
    }
}

/// The length and the digest of the first bytes of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilePrefix {
    /// The number of bytes.
    pub bytes: u64,
    /// The digest of these bytes.
    pub digest: Digest,
}

impl FilePrefix {
    /// Appends `next` to the prefix.
    pub fn extend(&mut self, next: &[u8]) {
        let Digest(digest) = self.digest;
        let mut both = Hasher::new_with_initial_len(digest, self.bytes);
        both.update(next);
        *self = FilePrefix { bytes: self.bytes + next.len() as u64, digest: Digest::of(&both) };
    }

    /// Reads from `source` up to the length of `to`, and returns whether the result is `to`.
    ///
    /// `source` has to be positioned after the bytes of `self`. Returns `false` if `to` is shorter than `self`.
    ///
    /// # Errors
    ///
    /// `source` cannot be read.
    pub fn leads_to(mut self, to: FilePrefix, source: &mut impl Read) -> io::Result<bool> {
        let Some(length) = to.bytes.checked_sub(self.bytes) else { return Ok(false) };
        let mut source = source.take(length);
        let mut bytes = [0; 1 << 13];
        loop {
            match source.read(&mut bytes) {
                Ok(0) => return Ok(self == to),
                Ok(count) => self.extend(&bytes[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
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

/// A position between two games of an archive's plain text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveOffset {
    /// The number of bytes of the plain text before it.
    pub offset: u64,
    /// The number of lines before it.
    pub lines: u64,
    /// The digest of the bytes before it.
    pub digest: Digest,
}

impl ArchiveOffset {
    /// Combines this position with `next`, whose lines and digest are counted from this one. The offset of `next` is
    /// already absolute.
    pub(super) fn then(self, next: ArchiveOffset) -> ArchiveOffset {
        ArchiveOffset {
            offset: next.offset,
            lines: self.lines + next.lines,
            digest: self.digest.then(next.digest, next.offset - self.offset),
        }
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
    fn a_prefix_is_known_by_each_of_its_bits() {
        let text = *b"{\"kind\":\"dead-position\"}\n";
        let (mut half, mut whole) = (FilePrefix::default(), FilePrefix::default());
        half.extend(&text[..7]);
        whole.extend(&text[..7]);
        whole.extend(&text[7..]);
        assert_eq!(whole.bytes, text.len() as u64);
        assert!(FilePrefix::default().leads_to(whole, &mut &text[..]).unwrap());
        assert!(half.leads_to(whole, &mut &text[7..]).unwrap());
        assert!(!half.leads_to(whole, &mut &text[8..]).unwrap(), "the file is too short");
        assert!(!whole.leads_to(half, &mut &text[..]).unwrap());
        for bit in 0..text.len() * 8 {
            let mut flipped = text;
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(!FilePrefix::default().leads_to(whole, &mut &flipped[..]).unwrap(), "{bit}");
        }
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
