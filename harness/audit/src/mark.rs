use serde::{Deserialize, Serialize};

use super::digest::Digest;

/// A place between two games of an archive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The bytes of the plain text before it.
    pub offset: u64,
    /// The lines before it.
    pub lines: u64,
    /// A digest of the bytes before it.
    pub digest: Digest,
}

impl Mark {
    /// The place of which lines and digest are counted from this one on.
    pub(super) fn then(self, next: Mark) -> Mark {
        Mark {
            offset: next.offset,
            lines: self.lines + next.lines,
            digest: self.digest.then(next.digest, next.offset - self.offset),
        }
    }
}
