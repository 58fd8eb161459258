use std::{
    fs::OpenOptions,
    io::{self, BufWriter, Seek, Write},
};

use lawbook_audit::BytesWritten;
use tempfile::SpooledTempFile;

use crate::{
    files::{self, OutputPlace, PartFile},
    output::{Exit, Failure, Result},
};

/// Where results go: a file, a pipe, or standard output.
///
/// What is written counts once it is settled; before that it can be withdrawn.
pub(crate) struct Outlet {
    to: BufWriter<Target>,
    /// The bytes that it has taken, those of an earlier run included.
    pub(crate) written: BytesWritten,
}

enum Target {
    /// What is withdrawn is cut off again.
    File(PartFile),
    /// What goes out cannot be taken back, so that it waits: in memory, or on disk if it is much.
    Stream { waiting: SpooledTempFile, out: Box<dyn Write + Send> },
    /// An earlier run wrote all of it.
    Complete,
}

/// How many bytes wait in memory.
const IN_MEMORY: usize = 1 << 20;

impl Outlet {
    /// Where something goes that no run goes on with; `is_ours` is asked how a file begins that is there.
    ///
    /// # Errors
    ///
    /// It cannot be written, or is a file that is not ours.
    pub(crate) fn open(place: OutputPlace, is_ours: fn(&str) -> bool) -> Result<Outlet> {
        match place {
            OutputPlace::Stdout => Ok(Outlet::stream(Box::new(io::stdout()))),
            OutputPlace::Stream(path) => {
                let out = OpenOptions::new().write(true).open(&path);
                Ok(Outlet::stream(Box::new(
                    out.map_err(|error| files::cannot_write(&path, &error))?,
                )))
            }
            OutputPlace::File(path) => {
                Ok(Outlet::new(Target::File(PartFile::open(path, is_ours)?)))
            }
        }
    }

    /// A file that goes on after so many bytes of an earlier run, which may have been complete; what
    /// follows them is dropped.
    ///
    /// # Errors
    ///
    /// The file cannot be written, is not ours, or is shorter than that; or it is no file.
    pub(crate) fn resumable(
        place: OutputPlace,
        is_ours: fn(&str) -> bool,
        written: BytesWritten,
        was_complete: bool,
    ) -> Result<Outlet> {
        let OutputPlace::File(path) = place else {
            let message =
                "a run can go on with files alone; right would be --out and --annotated with files";
            return Err(Failure::new(Exit::Usage, message));
        };
        let trouble = |error: io::Error| files::cannot_write(&path, &error);
        let mut part = PartFile::open(path.clone(), is_ours)?;
        part.keep();
        let BytesWritten { latest, .. } = written;
        if latest > 0 && part.len().map_err(trouble)? < latest {
            let there = std::fs::metadata(&path).map_or(0, |about| about.len());
            if was_complete && there >= latest {
                return Ok(Outlet { to: BufWriter::new(Target::Complete), written });
            }
            let message =
                "it is shorter than the checkpoint says; right would be the file of that run";
            return Err(trouble(io::Error::new(io::ErrorKind::InvalidData, message)));
        }
        part.cut(latest).map_err(trouble)?;
        Ok(Outlet { written, ..Outlet::new(Target::File(part)) })
    }

    fn stream(out: Box<dyn Write + Send>) -> Outlet {
        Outlet::new(Target::Stream { waiting: SpooledTempFile::new(IN_MEMORY), out })
    }

    fn new(to: Target) -> Outlet {
        Outlet { to: BufWriter::new(to), written: BytesWritten::default() }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.to.write_all(bytes)?;
        self.written.latest += bytes.len() as u64;
        Ok(())
    }

    /// Writes what counts at once.
    pub(crate) fn write_settled(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes)?;
        let waiting = self.written.latest - self.written.settled;
        if waiting >= IN_MEMORY as u64 { self.settle() } else { Ok(()) }
    }

    /// What was written so far counts.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        if self.written.settled == self.written.latest {
            return Ok(());
        }
        self.written.settled = self.written.latest;
        if let Target::File(_) | Target::Complete = self.to.get_ref() {
            return Ok(());
        }
        self.to.flush()?;
        if let Target::Stream { waiting, out } = self.to.get_mut() {
            waiting.rewind()?;
            io::copy(waiting, out)?;
            waiting.rewind()?;
            waiting.set_len(0)?;
        }
        Ok(())
    }

    /// What was written since it was settled does not count.
    pub(crate) fn withdraw(&mut self) -> io::Result<()> {
        self.to.flush()?;
        self.written.latest = self.written.settled;
        match self.to.get_mut() {
            Target::File(part) => part.cut(self.written.settled),
            Target::Stream { waiting, .. } => {
                waiting.rewind()?;
                waiting.set_len(0)
            }
            Target::Complete => Ok(()),
        }
    }

    /// Ends the results: all that was written counts, and is there.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.settle()?;
        self.to.flush()?;
        match self.to.get_mut() {
            Target::File(part) => part.finish(),
            Target::Stream { out, .. } => out.flush(),
            Target::Complete => Ok(()),
        }
    }

    /// Sees to it that what was written is there, even if the machine stops.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        self.to.flush()?;
        match self.to.get_mut() {
            Target::File(part) => part.sync(),
            Target::Stream { out, .. } => out.flush(),
            Target::Complete => Ok(()),
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::File(part) => part.write(bytes),
            Target::Stream { waiting, .. } => waiting.write(bytes),
            Target::Complete => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::File(part) => part.flush(),
            Target::Stream { waiting, .. } => waiting.flush(),
            Target::Complete => Ok(()),
        }
    }
}
