//! Input and output files of a command, protected against accidental loss.
//!
//! No command writes to a file that it reads, writes two outputs to one file, or replaces a file that no `lawbook`
//! command wrote. Files are replaced atomically.

mod identity;
mod locked;
mod part;
mod staged;
mod whole;

use std::{
    fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use crate::output::{self, Exit, Failure, Result};
use identity::FileIdentity;
pub(crate) use locked::LockedFile;
pub(crate) use staged::StagedWriter;
pub(crate) use whole::{write_new, write_whole};

/// Number of bytes read from a file to see who wrote it.
const HEAD: u64 = 1 << 20;

/// The files that a command reads, and those that it is going to write.
#[derive(Default)]
pub(crate) struct Files {
    read: Vec<FileIdentity>,
    written: Vec<FileIdentity>,
}

/// Destination of an output.
pub(crate) enum OutputPlace {
    Stdout,
    /// A pipe or a device: output cannot be withdrawn.
    Stream(PathBuf),
    /// A file, with all symbolic links resolved; it need not exist yet.
    File(PathBuf),
}

impl OutputPlace {
    /// Writes a whole result to this place. `is_ours` gets the beginning of an existing file and decides whether it may
    /// be replaced.
    ///
    /// # Errors
    ///
    /// Fails if the place cannot be written, or if the file may not be replaced.
    pub(crate) fn write(&self, text: &str, is_ours: impl Fn(&str) -> bool) -> Result<()> {
        let (path, written) = match self {
            OutputPlace::Stdout => return output::print(text),
            OutputPlace::Stream(path) => {
                let stream = fs::OpenOptions::new().write(true).open(path);
                (path, stream.and_then(|mut stream| stream.write_all(text.as_bytes())))
            }
            OutputPlace::File(path) => {
                check_replaceable(path, is_ours)?;
                (path, write_whole(path, text.as_bytes()))
            }
        };
        written.map_err(|error| cannot_write(path, &error))
    }
}

impl Files {
    /// Registers a file that is read. A missing file is ignored.
    pub(crate) fn reads(&mut self, path: &Path) {
        self.read.extend(FileIdentity::of_path(path));
    }

    /// Registers standard input as read.
    pub(crate) fn reads_stdin(&mut self) {
        self.read.push(FileIdentity::of_stdin());
    }

    /// Registers standard output as a destination.
    ///
    /// # Errors
    ///
    /// Fails if it is a file that is already read or written.
    pub(crate) fn writes_stdout(&mut self) -> Result<OutputPlace> {
        self.add(FileIdentity::of_stdout(), "standard output")?;
        Ok(OutputPlace::Stdout)
    }

    /// Registers a path as a destination.
    ///
    /// # Errors
    ///
    /// Fails if the path is a folder, lies in none, or is a file that is already read or written.
    pub(crate) fn writes(&mut self, path: &Path) -> Result<OutputPlace> {
        if identity::is_stdout(path) {
            return self.writes_stdout();
        }
        let shown = path.display().to_string();
        let trouble = |error: io::Error| cannot_write(path, &error);
        match fs::metadata(path) {
            Ok(about) if about.is_dir() => {
                Err(trouble(io::Error::other("this is a folder; expected a file in it")))
            }
            Ok(about) if !about.is_file() => {
                self.add(FileIdentity::of_stream(&about), &shown)?;
                Ok(OutputPlace::Stream(path.to_owned()))
            }
            _ => {
                let identity = FileIdentity::of_path(path).map_err(trouble)?;
                let real = identity.path.clone();
                self.add(identity, &shown)?;
                let part = FileIdentity::of_path(&part::path(&real)).map_err(trouble)?;
                self.add(part, &part::path(path).display().to_string())?;
                Ok(OutputPlace::File(real))
            }
        }
    }

    fn add(&mut self, identity: FileIdentity, shown: &str) -> Result<()> {
        for (others, what) in [(&self.read, "read"), (&self.written, "written otherwise")] {
            if others.contains(&identity) {
                let message = format!(
                    "{shown} is {what} by the same command and would be overwritten; name another file"
                );
                return Err(Failure::new(Exit::Usage, message));
            }
        }
        self.written.push(identity);
        Ok(())
    }
}

/// Checks that a file may be replaced: that it does not exist, is empty, or was written by a `lawbook` command.
/// `is_ours` decides the latter by the beginning of the file.
///
/// # Errors
///
/// Fails if the file may not be replaced, or cannot be read.
pub(crate) fn check_replaceable(path: &Path, is_ours: impl Fn(&str) -> bool) -> Result<()> {
    let mut begin = Vec::new();
    match fs::File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut begin)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(cannot_write(path, &error)),
        Ok(_) if begin.is_empty() || is_ours(&String::from_utf8_lossy(&begin)) => Ok(()),
        Ok(_) => Err(not_replaceable_error(path)),
    }
}

/// Returns the path, with all symbolic links resolved, of a file that may be replaced; `is_ours` as in [`check_replaceable`].
///
/// # Errors
///
/// Fails if the path is not a file, may not be replaced, or cannot be written.
pub(crate) fn replaceable(path: &Path, is_ours: impl Fn(&str) -> bool) -> Result<PathBuf> {
    match Files::default().writes(path)? {
        OutputPlace::File(real) => check_replaceable(&real, is_ours).map(|()| real),
        OutputPlace::Stdout | OutputPlace::Stream(_) => Err(not_replaceable_error(path)),
    }
}

/// Writes a whole result to a file that may be replaced; `is_ours` as in [`check_replaceable`].
///
/// # Errors
///
/// Fails if the path is not a file, may not be replaced, or cannot be written.
pub(crate) fn write_own(path: &Path, text: &str, is_ours: impl Fn(&str) -> bool) -> Result<()> {
    let real = replaceable(path, is_ours)?;
    write_whole(&real, text.as_bytes()).map_err(|error| cannot_write(path, &error))
}

/// Returns the error for a file that may not be replaced.
pub(crate) fn not_replaceable_error(path: &Path) -> Failure {
    let message = format!(
        "{} was not written by this command and is left unchanged; name another place, or move it away",
        path.display()
    );
    Failure::new(Exit::IoError, message)
}

/// Returns the error for a path that cannot be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::new(Exit::IoError, format!("cannot write {}: {error}", path.display()))
}
