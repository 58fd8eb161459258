//! What a command reads and writes, so that nothing it writes destroys anything.
//!
//! Nothing is written to a file that is read, two outputs are never one file, a file that no command of
//! ours wrote is left as it is, and a file is there as it was or as it is to be, whatever happens.

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

/// How much is read of a file to see who wrote it, in bytes.
const HEAD: u64 = 1 << 20;

/// The files that a command reads, and those that it is going to write.
#[derive(Default)]
pub(crate) struct Files {
    read: Vec<FileIdentity>,
    written: Vec<FileIdentity>,
}

/// Where something is written to.
pub(crate) enum OutputPlace {
    Stdout,
    /// What was written cannot be taken back: a pipe, a device.
    Stream(PathBuf),
    /// A file, behind all links, or where there is going to be one.
    File(PathBuf),
}

impl OutputPlace {
    /// Writes a whole result there; `is_ours` recognises by the beginning of an existing file whether it may be
    /// replaced.
    ///
    /// # Errors
    ///
    /// The place cannot be written, or is a file that is not ours.
    pub(crate) fn write(&self, text: &str, is_ours: impl Fn(&str) -> bool) -> Result<()> {
        let (path, written) = match self {
            OutputPlace::Stdout => return output::print(text),
            OutputPlace::Stream(path) => {
                let stream = fs::OpenOptions::new().write(true).open(path);
                (path, stream.and_then(|mut stream| stream.write_all(text.as_bytes())))
            }
            OutputPlace::File(path) => {
                check_ours(path, is_ours)?;
                (path, write_whole(path, text.as_bytes()))
            }
        };
        written.map_err(|error| cannot_write(path, &error))
    }
}

impl Files {
    /// A file is read. One that is not there is no business of ours.
    pub(crate) fn reads(&mut self, path: &Path) {
        self.read.extend(FileIdentity::of_path(path));
    }

    /// Standard input is read.
    pub(crate) fn reads_stdin(&mut self) {
        self.read.push(FileIdentity::of_stdin());
    }

    /// Results go to standard output.
    ///
    /// # Errors
    ///
    /// It is a file that is read or written otherwise.
    pub(crate) fn writes_stdout(&mut self) -> Result<OutputPlace> {
        output::stdout()?;
        self.add(FileIdentity::of_stdout(), "standard output")?;
        Ok(OutputPlace::Stdout)
    }

    /// Something is written to this path.
    ///
    /// # Errors
    ///
    /// It is a folder, or in none, or a file that is read or written otherwise.
    pub(crate) fn writes(&mut self, path: &Path) -> Result<OutputPlace> {
        if identity::is_stdout(path) {
            return self.writes_stdout();
        }
        let shown = path.display().to_string();
        let trouble = |error: io::Error| cannot_write(path, &error);
        match fs::metadata(path) {
            Ok(about) if about.is_dir() => {
                Err(trouble(io::Error::other("this is a folder; right would be a file in it")))
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
                    "{shown} is {what} by the same command, and would be lost; right would be another file"
                );
                return Err(Failure::new(Exit::Usage, message));
            }
        }
        self.written.push(identity);
        Ok(())
    }
}

/// Refuses to replace a file that no command of ours wrote: `is_ours` is asked with how the file begins.
///
/// A file that is not there, or is empty, is nobody's.
///
/// # Errors
///
/// It is somebody else's, or cannot be read.
pub(crate) fn check_ours(path: &Path, is_ours: impl Fn(&str) -> bool) -> Result<()> {
    let mut begin = Vec::new();
    match fs::File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut begin)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(cannot_write(path, &error)),
        Ok(_) if begin.is_empty() || is_ours(&String::from_utf8_lossy(&begin)) => Ok(()),
        Ok(_) => Err(foreign(path)),
    }
}

/// The path behind all links of a file that is ours to replace: `is_ours` is asked as above.
///
/// # Errors
///
/// It is somebody else's, no file, or cannot be written.
pub(crate) fn own(path: &Path, is_ours: impl Fn(&str) -> bool) -> Result<PathBuf> {
    match Files::default().writes(path)? {
        OutputPlace::File(real) => check_ours(&real, is_ours).map(|()| real),
        OutputPlace::Stdout | OutputPlace::Stream(_) => Err(foreign(path)),
    }
}

/// Writes a whole result to a file that is ours to replace: `is_ours` is asked as above.
///
/// # Errors
///
/// It is somebody else's, not a file, or cannot be written.
pub(crate) fn write_own(path: &Path, text: &str, is_ours: impl Fn(&str) -> bool) -> Result<()> {
    let real = own(path, is_ours)?;
    write_whole(&real, text.as_bytes()).map_err(|error| cannot_write(path, &error))
}

/// A file is in the way that is not ours to replace.
pub(crate) fn foreign(path: &Path) -> Failure {
    let message = format!(
        "{} was not written by this command, and is left as it is; right would be another place, or to \
         move it away",
        path.display()
    );
    Failure::new(Exit::Trouble, message)
}

/// Something cannot be written there.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::new(Exit::Trouble, format!("cannot write {}: {error}", path.display()))
}
