//! Output files and folders: the files that a command may replace, and how.
//!
//! A result is written to a temporary file in the folder of its destination and renamed when it is complete, so that a
//! destination has its old content or the whole new one. Of two commands that write the same file, the later one wins.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::{Builder, NamedTempFile};

use crate::output::{Exit, Failure, Result};

/// Name of the file that marks a folder as written by `lawbook`.
const MARKER: &str = ".lawbook";

const MARKER_TEXT: &str =
    "lawbook writes its results into this folder and replaces files of their names.\n";

/// Writes a file; if that fails, the file stays as it was. `force` is whether an existing file is replaced.
///
/// # Errors
///
/// Fails if the path is no regular file, if it exists without `force`, or if it cannot be written.
pub(crate) fn write_file(path: &Path, force: bool, bytes: &[u8]) -> Result<()> {
    if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(cannot_write(path, &"this is a folder or a device; expected a file"));
    }
    if !force && fs::symlink_metadata(path).is_ok() {
        let message =
            format!("{} exists; name another file, or replace it with --force", path.display());
        return Err(Failure::new(Exit::IoError, message));
    }
    // A link stays, and its target is replaced.
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    replace(&real, bytes).map_err(|error| cannot_write(path, &error))
}

/// A folder whose files a command replaces.
pub(crate) struct OutFolder(PathBuf);

impl OutFolder {
    /// Opens a folder with the marker, or creates one; `force` is whether a folder without the marker will do.
    ///
    /// # Errors
    ///
    /// Fails if the folder has other files and no marker, or cannot be written.
    pub(crate) fn open(path: &Path, force: bool) -> Result<OutFolder> {
        let trouble = |error: io::Error| cannot_write(path, &error);
        if path.is_file() {
            return Err(cannot_write(path, &"this is a file; expected a folder"));
        }
        fs::create_dir_all(path).map_err(trouble)?;
        let folder = fs::canonicalize(path).map_err(trouble)?;
        let marker = folder.join(MARKER);
        if fs::read_dir(&folder).map_err(trouble)?.next().is_none() {
            fs::write(&marker, MARKER_TEXT).map_err(trouble)?;
        } else if !force && !marker.is_file() {
            let message = format!(
                "{} has files and no {MARKER}, so lawbook did not write it; name another folder, or replace files in it \
                 with --force",
                path.display()
            );
            return Err(Failure::new(Exit::IoError, message));
        }
        Ok(OutFolder(folder))
    }

    /// Writes a file of the folder; `name` may have folders before it. A file that has this content already is left
    /// alone, so that its time does not trigger a build.
    ///
    /// # Errors
    ///
    /// Fails if a symbolic link leads out of the folder, or if the file cannot be written.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.0.join(name);
        let trouble = |error: io::Error| cannot_write(&path, &error);
        let folder = path.parent().unwrap_or(&self.0);
        fs::create_dir_all(folder).map_err(trouble)?;
        if !fs::canonicalize(folder).map_err(trouble)?.starts_with(&self.0) {
            return Err(cannot_write(&path, &"a symbolic link leads out of the folder"));
        }
        if path.is_symlink() || !fs::read(&path).is_ok_and(|there| there == bytes) {
            replace(&path, bytes).map_err(trouble)?;
        }
        Ok(())
    }
}

/// Replaces the content of a file, or creates it.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut temporary = Temporary::beside(path)?;
    let file = temporary.file();
    if let Ok(about) = fs::metadata(path) {
        file.set_permissions(about.permissions())?;
    }
    file.write_all(bytes)?;
    temporary.persist(path)
}

/// A temporary file in the folder of its destination.
enum Temporary {
    /// It has no name, so that nothing is left of it when the command is killed.
    #[cfg(target_os = "linux")]
    Unnamed(fs::File),
    /// It is deleted unless it is persisted, or the command is killed.
    Named(NamedTempFile),
}

impl Temporary {
    /// Creates a temporary file in the folder of `path`.
    fn beside(path: &Path) -> io::Result<Temporary> {
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{Mode, OFlags};
            let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
            let file = rustix::fs::open(folder_of(path), flags, Mode::from_raw_mode(0o666));
            // Not every file system has files without a name, and they are named by way of /proc.
            if let Some(file) = file.ok().filter(|_| Path::new("/proc/self/fd").exists()) {
                return Ok(Temporary::Unnamed(file.into()));
            }
        }
        builder().tempfile_in(folder_of(path)).map(Temporary::Named)
    }

    fn file(&mut self) -> &mut fs::File {
        match self {
            #[cfg(target_os = "linux")]
            Temporary::Unnamed(file) => file,
            Temporary::Named(file) => file.as_file_mut(),
        }
    }

    /// Gives the file the name `path`, in place of the file that has it.
    fn persist(self, path: &Path) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Temporary::Unnamed(file) => {
                use std::os::fd::AsRawFd;
                let link = format!("/proc/self/fd/{}", file.as_raw_fd());
                // A link replaces no file; only a rename does.
                let name = builder().make_in(folder_of(path), |name| {
                    let follow = rustix::fs::AtFlags::SYMLINK_FOLLOW;
                    Ok(rustix::fs::linkat(rustix::fs::CWD, &*link, rustix::fs::CWD, name, follow)?)
                })?;
                name.persist(path).map(|_| ()).map_err(|error| error.error)
            }
            Temporary::Named(file) => file.persist(path).map(|_| ()).map_err(|error| error.error),
        }
    }
}

fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".lawbook-");
    // Others may read it, as far as the umask allows.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

/// Returns the folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the error for a path that cannot be written.
fn cannot_write(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::new(Exit::IoError, format!("cannot write {}: {error}", path.display()))
}
