use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use lawbook_audit::BytesWritten;

use super::{check_replaceable, locked::lock, not_replaceable_error};
use crate::output::Result;

/// An incomplete file, which replaces the file at its destination once it is complete.
pub(crate) struct PartFile {
    file: File,
    part: PathBuf,
    /// Destination.
    path: PathBuf,
    is_kept: bool,
    is_done: bool,
}

/// Returns the path of the incomplete file for a destination.
pub(super) fn path(path: &Path) -> PathBuf {
    let mut part = OsString::from(path);
    part.push(".part");
    PathBuf::from(part)
}

impl PartFile {
    /// Opens the incomplete file of an earlier run, or a new one. `is_ours` gets the beginning of an existing file and
    /// decides whether it may be replaced.
    ///
    /// # Errors
    ///
    /// Fails if an existing file may not be replaced, if another run holds the lock, or if the file cannot be written.
    pub(crate) fn open(path: PathBuf, is_ours: impl Fn(&str) -> bool) -> Result<PartFile> {
        let part = self::path(&path);
        check_replaceable(&path, &is_ours)?;
        if fs::symlink_metadata(&part).is_ok_and(|about| !about.is_file()) {
            return Err(not_replaceable_error(&part));
        }
        check_replaceable(&part, &is_ours)?;
        let file = lock(&part)?;
        Ok(PartFile { file, part, path, is_kept: false, is_done: false })
    }

    /// Keeps the incomplete file after the run, so that another run can resume.
    pub(crate) fn keep(&mut self) {
        self.is_kept = true;
    }

    /// Returns the path of the incomplete file.
    pub(crate) fn part_path(&self) -> &Path {
        &self.part
    }

    /// Returns whether the file begins with these bytes.
    pub(crate) fn has_prefix(&mut self, written: &BytesWritten) -> io::Result<bool> {
        self.file.rewind()?;
        written.has_prefix(&mut BufReader::new(&self.file))
    }

    /// Returns the length in bytes.
    pub(crate) fn len(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Truncates the file to `length` bytes, and continues there.
    pub(crate) fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::Start(length)).map(drop)
    }

    /// Flushes the data to disk, so that it survives a crash of the machine.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Moves the file to its destination.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.sync()?;
        if let Ok(about) = fs::metadata(&self.path) {
            self.file.set_permissions(about.permissions())?;
        }
        fs::rename(&self.part, &self.path)?;
        self.is_done = true;
        Ok(())
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        let is_worthless = !self.is_kept || self.len().is_ok_and(|length| length == 0);
        if is_worthless && !self.is_done {
            let _ = fs::remove_file(&self.part);
        }
    }
}
