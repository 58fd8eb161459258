use std::collections::BTreeSet;

use lawbook::catalogue::digest;

/// The file that lists the others.
pub(super) const NAME: &str = "lawbook-site.txt";

/// The first line of the list.
const HEAD: &str =
    "Written by lawbook site, as are these files, each with a digest of what it holds:";

/// The files that sites have left in a folder, each with a digest of what it holds.
#[derive(Default)]
pub(super) struct Manifest(BTreeSet<(String, String)>);

impl Manifest {
    /// The files of a site: their paths, and what they hold.
    pub(super) fn new(files: &[(&str, &[u8])]) -> Manifest {
        Manifest(files.iter().map(|(path, bytes)| ((*path).to_owned(), of_bytes(bytes))).collect())
    }

    /// Reads a list; nothing if it is none.
    pub(super) fn read(text: &str) -> Option<Manifest> {
        let entries = text.strip_prefix(HEAD)?.lines().filter_map(|line| line.split_once(' '));
        Some(Manifest(entries.map(|(digest, path)| (path.to_owned(), digest.to_owned())).collect()))
    }

    /// The list as it is written.
    pub(super) fn write(&self) -> String {
        let lines = self.0.iter().map(|(path, digest)| format!("{digest} {path}\n"));
        format!("{HEAD}\n{}", lines.collect::<String>())
    }

    /// Whether a site left a file there that holds this.
    pub(super) fn has(&self, path: &str, bytes: &[u8]) -> bool {
        self.0.contains(&(path.to_owned(), of_bytes(bytes)))
    }

    /// The files of both.
    pub(super) fn with(&self, other: &Manifest) -> Manifest {
        Manifest(self.0.union(&other.0).cloned().collect())
    }

    /// The files whose paths the other does not have.
    pub(super) fn without(&self, other: &Manifest) -> Manifest {
        let paths: BTreeSet<&String> = other.0.iter().map(|(path, _)| path).collect();
        Manifest(self.0.iter().filter(|(path, _)| !paths.contains(path)).cloned().collect())
    }
}

/// The digest of a file, a letter for each byte.
fn of_bytes(bytes: &[u8]) -> String {
    digest([&bytes.iter().copied().map(char::from).collect()])
}
