//! The libraries linked into this build, if any.

#[cfg(feature = "lawbook-linked")]
pub(crate) use lawbook_linked::all;

/// Replacement for a build without any library.
#[cfg(not(feature = "lawbook-linked"))]
pub(crate) fn all() -> Vec<Box<dyn lawbook_catalogue::adapter::Implementation>> {
    Vec::new()
}
