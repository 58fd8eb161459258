use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::{cannot_write, identity::is_at, whole};
use crate::output::{Exit, Failure, Result};

/// Opens a file and locks it against other runs; creates it if it does not exist.
///
/// # Errors
///
/// Fails if another run holds the lock, or if the file cannot be written.
pub(super) fn lock(path: &Path) -> Result<File> {
    let trouble = |error: io::Error| cannot_write(path, &error);
    loop {
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(trouble)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let shown = path.display();
                let message =
                    format!("another run is using {shown}; wait for it, or name another file");
                return Err(Failure::new(Exit::IoError, message));
            }
            // Some file systems do not support locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(trouble(error)),
        }
        // Another run may have replaced or removed the file between opening and locking it.
        if is_at(&file, path).map_err(trouble)? {
            return Ok(file);
        }
    }
}

/// A file locked by this run, and always replaced as a whole.
pub(crate) struct LockedFile {
    path: PathBuf,
    /// The current file, which holds the lock.
    file: File,
}

impl LockedFile {
    /// Opens and locks the file.
    ///
    /// # Errors
    ///
    /// Fails if another run holds the lock, or if the file cannot be written.
    pub(crate) fn open(path: &Path) -> Result<LockedFile> {
        Ok(LockedFile { path: path.to_owned(), file: lock(path)? })
    }

    /// Returns the content; empty if the file is new.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or is not UTF-8.
    pub(crate) fn read(&mut self) -> Result<String> {
        let mut text = String::new();
        match self.file.read_to_string(&mut text) {
            Ok(_) => Ok(text),
            Err(error) => {
                let message = format!("cannot read {}: {error}", self.path.display());
                Err(Failure::new(Exit::IoError, message))
            }
        }
    }

    /// Replaces the content.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let new = whole::temporary(&self.path, bytes)?;
        new.as_file().sync_all()?;
        match new.as_file().try_lock() {
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                return Err(error);
            }
            _ => {}
        }
        self.file = new.persist(&self.path)?;
        Ok(())
    }
}

impl Drop for LockedFile {
    /// Removes the file if it is empty.
    fn drop(&mut self) {
        if self.file.metadata().is_ok_and(|about| about.len() == 0) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
