use std::collections::BTreeSet;

use lawbook::catalogue::digest;

/// Name of the file that lists the other files of a site.
pub(super) const NAME: &str = "lawbook-site.txt";

/// First line of the list.
const HEAD: &str =
    "Written by lawbook site, as are these files, each with a digest of what it holds:";

/// The files that earlier sites left in a folder, each with a digest of its content.
#[derive(Default)]
pub(super) struct Manifest(BTreeSet<(String, String)>);

impl Manifest {
    /// Creates the manifest of a site from its paths and their content.
    pub(super) fn new(files: &[(&str, &[u8])]) -> Manifest {
        Manifest(files.iter().map(|(path, bytes)| ((*path).to_owned(), of_bytes(bytes))).collect())
    }

    /// Parses a manifest; `None` if the text is something else.
    pub(super) fn read(text: &str) -> Option<Manifest> {
        let entries = text.strip_prefix(HEAD)?.lines().filter_map(|line| line.split_once(' '));
        Some(Manifest(entries.map(|(digest, path)| (path.to_owned(), digest.to_owned())).collect()))
    }

    /// Formats the manifest as text.
    pub(super) fn write(&self) -> String {
        let lines = self.0.iter().map(|(path, digest)| format!("{digest} {path}\n"));
        format!("{HEAD}\n{}", lines.collect::<String>())
    }

    /// Returns whether a site wrote a file with this path and content.
    pub(super) fn has(&self, path: &str, bytes: &[u8]) -> bool {
        self.0.contains(&(path.to_owned(), of_bytes(bytes)))
    }

    /// Returns the union of both manifests.
    pub(super) fn with(&self, other: &Manifest) -> Manifest {
        Manifest(self.0.union(&other.0).cloned().collect())
    }

    /// Returns the files whose paths are not in `other`.
    pub(super) fn without(&self, other: &Manifest) -> Manifest {
        let paths: BTreeSet<&String> = other.0.iter().map(|(path, _)| path).collect();
        Manifest(self.0.iter().filter(|(path, _)| !paths.contains(path)).cloned().collect())
    }
}

/// Returns the digest of a file, each byte taken as a character.
fn of_bytes(bytes: &[u8]) -> String {
    digest([&bytes.iter().copied().map(char::from).collect()])
}
