//! The libraries linked into this build, if any.

#[cfg(feature = "lawbook-linked-libraries")]
pub(crate) use lawbook_linked_libraries::all;

/// Replacement for a build without any library.
#[cfg(not(feature = "lawbook-linked-libraries"))]
pub(crate) fn all() -> Vec<Box<dyn lawbook_catalogue::adapter::Implementation>> {
    Vec::new()
}
