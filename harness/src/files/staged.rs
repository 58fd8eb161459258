use std::{
    fs::{File, OpenOptions},
    io::{self, BufReader, BufWriter, Read, Seek, Write},
    path::{Path, PathBuf},
};

use lawbook_audit::BytesWritten;
use tempfile::SpooledTempFile;

use super::{OutputPlace, cannot_write, part::PartFile};
use crate::output::{Exit, Failure, Result};

/// Writer of results to a file, a pipe or standard output, in transactions.
///
/// Output becomes permanent when it is settled; before that it can be withdrawn.
pub(crate) struct StagedWriter {
    to: BufWriter<Target>,
    /// Bytes written, including those of an earlier run that this one resumes.
    pub(crate) written: BytesWritten,
}

enum Target {
    /// Output that is withdrawn is truncated again.
    File(PartFile),
    /// A stream cannot be truncated, so unsettled output waits in memory, or on disk if it is large.
    Stream { waiting: SpooledTempFile, out: Box<dyn Write + Send> },
    /// A file that an earlier run completed.
    Complete(CompleteFile),
}

/// Maximum number of unsettled bytes in memory.
const IN_MEMORY: usize = 1 << 20;

impl StagedWriter {
    /// Starts the results of a run with an empty file. `is_ours` gets the beginning of an existing file and decides
    /// whether it may be replaced.
    ///
    /// # Errors
    ///
    /// Fails if the place cannot be written, or if the file may not be replaced.
    pub(crate) fn open(place: OutputPlace, is_ours: fn(&str) -> bool) -> Result<StagedWriter> {
        match place {
            OutputPlace::Stdout => Ok(StagedWriter::stream(Box::new(io::stdout()))),
            OutputPlace::Stream(path) => {
                let out = OpenOptions::new().write(true).open(&path);
                Ok(StagedWriter::stream(Box::new(
                    out.map_err(|error| cannot_write(&path, &error))?,
                )))
            }
            OutputPlace::File(path) => {
                let mut part = PartFile::open(path.clone(), is_ours)?;
                part.cut(0).map_err(|error| cannot_write(&path, &error))?;
                Ok(StagedWriter::new(Target::File(part)))
            }
        }
    }

    /// Resumes the results of an earlier run, which may have been complete. `written` is the prefix that the file must
    /// have; everything after it is dropped.
    ///
    /// # Errors
    ///
    /// Fails if the place is not a file, or if the file cannot be written, may not be replaced, or does not begin with
    /// `written`.
    pub(crate) fn resume(
        place: OutputPlace,
        is_ours: fn(&str) -> bool,
        written: BytesWritten,
        was_complete: bool,
    ) -> Result<StagedWriter> {
        let OutputPlace::File(path) = place else {
            let message =
                "a run can be resumed only with files; expected --out and --annotated with files";
            return Err(Failure::new(Exit::Usage, message));
        };
        let trouble = |error: io::Error| cannot_write(&path, &error);
        let mut part = PartFile::open(path.clone(), is_ours)?;
        part.keep();
        if part.has_prefix(&written).map_err(trouble)? {
            part.cut(written.latest.bytes).map_err(trouble)?;
            return Ok(StagedWriter { written, ..StagedWriter::new(Target::File(part)) });
        }
        let is_there = part.len().map_err(trouble)? > 0;
        if was_complete
            && let Some(complete) = CompleteFile::open(&path, &written).map_err(trouble)?
        {
            return Ok(StagedWriter { written, ..StagedWriter::new(Target::Complete(complete)) });
        }
        let part = if is_there { part.part_path() } else { &path };
        Err(Failure::new(Exit::IoError, not_as_written(part, &written)))
    }

    fn stream(out: Box<dyn Write + Send>) -> StagedWriter {
        StagedWriter::new(Target::Stream { waiting: SpooledTempFile::new(IN_MEMORY), out })
    }

    fn new(to: Target) -> StagedWriter {
        StagedWriter { to: BufWriter::new(to), written: BytesWritten::default() }
    }

    /// Discards output to a pipe after its reader has closed it, instead of failing. For commands that also write
    /// files, which must be complete even then.
    pub(crate) fn ignore_broken_pipe(&mut self) {
        if let Target::Stream { out, .. } = self.to.get_mut() {
            let reader = std::mem::replace(out, Box::new(io::sink()));
            *out = Box::new(WhileRead { reader: Some(reader) });
        }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.to.write_all(bytes)?;
        self.written.latest.extend(bytes);
        Ok(())
    }

    /// Writes output that may be settled at any time.
    pub(crate) fn write_settled(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes)?;
        let waiting = self.written.latest.bytes - self.written.settled.bytes;
        if waiting >= IN_MEMORY as u64 { self.settle() } else { Ok(()) }
    }

    /// Makes the output written so far permanent.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        if self.written.settled == self.written.latest {
            return Ok(());
        }
        self.written.settled = self.written.latest;
        if let Target::File(_) | Target::Complete(_) = self.to.get_ref() {
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

    /// Withdraws the output written since it was last settled.
    pub(crate) fn withdraw(&mut self) -> io::Result<()> {
        self.to.flush()?;
        self.written.latest = self.written.settled;
        match self.to.get_mut() {
            Target::File(part) => part.cut(self.written.settled.bytes),
            Target::Stream { waiting, .. } => {
                waiting.rewind()?;
                waiting.set_len(0)
            }
            Target::Complete(_) => Ok(()),
        }
    }

    /// Settles all output and completes the file.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.settle()?;
        self.to.flush()?;
        match self.to.get_mut() {
            Target::File(part) => part.finish(),
            Target::Stream { out, .. } => out.flush(),
            Target::Complete(complete) => complete.finish(),
        }
    }

    /// Flushes the data to disk, so that it survives a crash of the machine.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        self.to.flush()?;
        match self.to.get_mut() {
            Target::File(part) => part.sync(),
            Target::Stream { out, .. } => out.flush(),
            Target::Complete(_) => Ok(()),
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::File(part) => part.write(bytes),
            Target::Stream { waiting, .. } => waiting.write(bytes),
            Target::Complete(complete) => complete.compare(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::File(part) => part.flush(),
            Target::Stream { waiting, .. } => waiting.flush(),
            Target::Complete(_) => Ok(()),
        }
    }
}

/// Writer to a pipe that discards everything once the reader has closed it.
struct WhileRead {
    reader: Option<Box<dyn Write + Send>>,
}

impl WhileRead {
    /// Passes an operation to the reader; returns `otherwise` once it has closed the pipe.
    fn give<T>(
        &mut self,
        give: impl FnOnce(&mut dyn Write) -> io::Result<T>,
        otherwise: T,
    ) -> io::Result<T> {
        let Some(reader) = &mut self.reader else { return Ok(otherwise) };
        match give(reader) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.reader = None;
                Ok(otherwise)
            }
            given => given,
        }
    }
}

impl Write for WhileRead {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.give(|reader| reader.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.give(|reader| reader.flush(), ())
    }
}

/// A file that an earlier run completed. Output is compared with it instead of written.
struct CompleteFile {
    path: PathBuf,
    file: BufReader<File>,
}

impl CompleteFile {
    /// Opens the file, if it exists and begins with `written`.
    fn open(path: &Path, written: &BytesWritten) -> io::Result<Option<CompleteFile>> {
        let mut file = match File::open(path) {
            Ok(file) => BufReader::new(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let begins = written.has_prefix(&mut file)?;
        Ok(begins.then(|| CompleteFile { path: path.to_owned(), file }))
    }

    fn compare(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut there = Vec::new();
        (&mut self.file).take(bytes.len() as u64).read_to_end(&mut there)?;
        if there == bytes { Ok(bytes.len()) } else { Err(self.changed()) }
    }

    /// Fails if the file continues after the compared bytes.
    fn finish(&mut self) -> io::Result<()> {
        if self.file.read(&mut [0])? == 0 { Ok(()) } else { Err(self.changed()) }
    }

    fn changed(&self) -> io::Error {
        let message = format!(
            "{} was changed or damaged after the run was complete; restore the file of that run, or remove the \
             checkpoint and start again",
            self.path.display()
        );
        io::Error::new(io::ErrorKind::InvalidData, message)
    }
}

fn not_as_written(path: &Path, written: &BytesWritten) -> String {
    format!(
        "cannot resume {}: it does not begin with the {} bytes written before the checkpoint, or they were changed; \
         restore the file of that run, or remove the checkpoint and start again",
        path.display(),
        written.latest.bytes
    )
}
