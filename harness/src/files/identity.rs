use std::{
    fs::{self, Metadata},
    io,
    path::{Path, PathBuf},
};

/// How many links are followed to a file that is not there yet.
const MAX_LINKS: usize = 40;

/// Which file something is, by whatever path.
#[derive(Debug, Default)]
pub(super) struct FileIdentity {
    /// The path behind all links; empty for a stream.
    pub(super) path: PathBuf,
    inode: Option<Inode>,
    is_stdout: bool,
}

/// The device of a file, and its number there.
type Inode = (u64, u64);

impl PartialEq for FileIdentity {
    fn eq(&self, other: &FileIdentity) -> bool {
        let is_same_path = self.path == other.path && !self.path.as_os_str().is_empty();
        let is_same_inode = self.inode.is_some() && self.inode == other.inode;
        is_same_path || is_same_inode || (self.is_stdout && other.is_stdout)
    }
}

impl FileIdentity {
    /// The file at a path, which need not be there yet.
    pub(super) fn of_path(path: &Path) -> io::Result<FileIdentity> {
        let inode = fs::metadata(path).ok().and_then(|about| inode(&about));
        Ok(FileIdentity { path: real(path)?, inode, is_stdout: false })
    }

    /// A pipe or a device.
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

/// Whether a path is a name of standard output.
pub(super) fn is_stdout(path: &Path) -> bool {
    ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// The path behind all links, where the last folder is there; the file need not be.
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
    Err(io::Error::new(io::ErrorKind::NotFound, "there is no such folder, or too many links"))
}

/// Whether this open file is still the one at the path.
pub(super) fn is_at(file: &fs::File, path: &Path) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(about) => Ok(inode(&about) == inode(&file.metadata()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Nothing for a device that takes the bytes of many, such as `/dev/null`.
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
