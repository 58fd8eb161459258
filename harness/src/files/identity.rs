use std::{
    fs::{self, Metadata},
    io,
    path::{Path, PathBuf},
};

/// Maximum number of symbolic links followed to a file that does not exist yet.
const MAX_LINKS: usize = 40;

/// Identity of a file, independent of the path used to reach it.
#[derive(Debug, Default)]
pub(super) struct FileIdentity {
    /// Path with all symbolic links resolved; empty for a stream.
    pub(super) path: PathBuf,
    inode: Option<Inode>,
    is_stdout: bool,
}

/// Device of a file, and its inode number on the device.
type Inode = (u64, u64);

impl PartialEq for FileIdentity {
    fn eq(&self, other: &FileIdentity) -> bool {
        let is_same_path = self.path == other.path && !self.path.as_os_str().is_empty();
        let is_same_inode = self.inode.is_some() && self.inode == other.inode;
        is_same_path || is_same_inode || (self.is_stdout && other.is_stdout)
    }
}

impl FileIdentity {
    /// Returns the identity of the file at a path, which need not exist yet.
    pub(super) fn of_path(path: &Path) -> io::Result<FileIdentity> {
        let inode = fs::metadata(path).ok().and_then(|about| inode(&about));
        Ok(FileIdentity { path: real(path)?, inode, is_stdout: false })
    }

    /// Returns the identity of a pipe or a device.
    pub(super) fn of_stream(about: &Metadata) -> FileIdentity {
        FileIdentity { inode: inode(about), ..FileIdentity::default() }
    }

    pub(super) fn of_stdin() -> FileIdentity {
        let inode = opened(&io::stdin()).as_ref().and_then(inode);
        FileIdentity { inode, ..FileIdentity::default() }
    }

    pub(super) fn of_stdout() -> FileIdentity {
        let inode = opened(&io::stdout()).as_ref().and_then(inode);
        FileIdentity { inode, is_stdout: true, ..FileIdentity::default() }
    }
}

/// Returns whether a path is a name of standard output.
pub(super) fn is_stdout(path: &Path) -> bool {
    ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// Resolves all symbolic links of a path. Its last folder must exist; the file need not.
fn real(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::canonicalize(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            other => return other,
        }
        let folder = match path.parent() {
            Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
            Some(folder) => folder,
            None => break,
        };
        match (fs::read_link(&path), path.file_name()) {
            (Ok(behind), _) => path = folder.join(behind),
            (Err(_), Some(name)) => return Ok(fs::canonicalize(folder)?.join(name)),
            (Err(_), None) => break,
        }
    }
    Err(io::Error::new(io::ErrorKind::NotFound, "no such folder, or too many links"))
}

/// Returns whether this open file is still the one at the path.
pub(super) fn is_at(file: &fs::File, path: &Path) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(about) => Ok(inode(&about) == inode(&file.metadata()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns `None` for a device that several writers may share, such as `/dev/null`.
#[cfg(unix)]
fn inode(about: &Metadata) -> Option<Inode> {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    (!about.file_type().is_char_device()).then(|| (about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> Option<Inode> {
    None
}

#[cfg(unix)]
fn opened(stream: &impl std::os::fd::AsFd) -> Option<Metadata> {
    fs::File::from(stream.as_fd().try_clone_to_owned().ok()?).metadata().ok()
}

#[cfg(not(unix))]
fn opened<T>(_: &T) -> Option<Metadata> {
    None
}
