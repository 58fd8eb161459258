use serde::{Deserialize, Serialize};

use super::digest::Digest;

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
