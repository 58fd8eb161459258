//! The libraries that are linked into this build, or that there are none.
//!
//! Only this file asks whether `lawbook-linked` is there; the commands that are about one library ask for its
//! feature.

#[cfg(feature = "lawbook-linked")]
pub(crate) use lawbook_linked::{
    all,
    perft::counters,
    replay::{archive_readers, replayers},
};

#[cfg(not(feature = "lawbook-linked"))]
pub(crate) use nothing::{all, archive_readers, counters, replayers};

/// A build without any library.
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
