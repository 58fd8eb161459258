use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use lawbook_audit::BytesWritten;

use super::{check_ours, foreign, locked::lock};
use crate::output::Result;

/// A file that is written beside the one whose place it takes when it is complete.
pub(crate) struct PartFile {
    file: File,
    part: PathBuf,
    /// The place that it takes.
    path: PathBuf,
    is_kept: bool,
    is_done: bool,
}

/// Where the file is written that is to take this place.
pub(super) fn path(path: &Path) -> PathBuf {
    let mut part = OsString::from(path);
    part.push(".part");
    PathBuf::from(part)
}

impl PartFile {
    /// Opens the file as an earlier run left it, or anew; `is_ours` is asked with how a file begins that is in the
    /// way.
    ///
    /// # Errors
    ///
    /// A file is in the way that is not ours, another run has it, or it cannot be written.
    pub(crate) fn open(path: PathBuf, is_ours: impl Fn(&str) -> bool) -> Result<PartFile> {
        let part = self::path(&path);
        check_ours(&path, &is_ours)?;
        if fs::symlink_metadata(&part).is_ok_and(|about| !about.is_file()) {
            return Err(foreign(&part));
        }
        check_ours(&part, &is_ours)?;
        let file = lock(&part)?;
        Ok(PartFile { file, part, path, is_kept: false, is_done: false })
    }

    /// What is written stays, so that another run can go on.
    pub(crate) fn keep(&mut self) {
        self.is_kept = true;
    }

    /// Where it is written until it is complete.
    pub(crate) fn part_path(&self) -> &Path {
        &self.part
    }

    /// Whether it begins with these bytes.
    pub(crate) fn begins(&mut self, written: &BytesWritten) -> io::Result<bool> {
        self.file.rewind()?;
        written.begins(&mut BufReader::new(&self.file))
    }

    /// The bytes that are there.
    pub(crate) fn len(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Drops what follows so many bytes, and goes on there.
    pub(crate) fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::Start(length)).map(drop)
    }

    /// Sees to it that what was written is there, even if the machine stops.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Takes its place.
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
