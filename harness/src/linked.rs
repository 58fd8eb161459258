//! The libraries linked into this build, if any.
//!
//! Only this file checks for the feature `lawbook-linked`; commands about one library check for the feature of that
//! library.

#[cfg(feature = "lawbook-linked")]
pub(crate) use lawbook_linked::{
    all,
    perft::counters,
    replay::{archive_readers, replayers},
};

#[cfg(not(feature = "lawbook-linked"))]
pub(crate) use nothing::{all, archive_readers, counters, replayers};

/// Replacement for a build without any library.
#[cfg(not(feature = "lawbook-linked"))]
mod nothing {
    use lawbook::adapter::Implementation;
    use lawbook_libraries::opponents::{ArchiveReader, NodeCounter, Replayer};

    pub(crate) fn all() -> Vec<Box<dyn Implementation>> {
        Vec::new()
    }

    pub(crate) fn counters(_fen: &str, _depth: u32) -> Result<Vec<NodeCounter>, String> {
        Ok(Vec::new())
    }

    pub(crate) fn archive_readers() -> Vec<ArchiveReader> {
        Vec::new()
    }

    pub(crate) fn replayers() -> Vec<Replayer> {
        Vec::new()
    }
}
