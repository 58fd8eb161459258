use std::{
    fs::{File, OpenOptions},
    io::{self, BufReader, BufWriter, Read, Seek, Write},
    path::{Path, PathBuf},
};

use lawbook_audit::BytesWritten;
use tempfile::SpooledTempFile;

use super::{OutputPlace, cannot_write, part::PartFile};
use crate::output::{self, Exit, Failure, Result};

/// Writes results step by step to a file, a pipe, or standard output.
///
/// What is written counts once it is settled; before that it can be withdrawn.
pub(crate) struct StagedWriter {
    to: BufWriter<Target>,
    /// What was written, by an earlier run too if this one goes on.
    pub(crate) written: BytesWritten,
}

enum Target {
    /// What is withdrawn is cut off again.
    File(PartFile),
    /// What goes out cannot be taken back, so that it waits: in memory, or on disk if it is much.
    Stream { waiting: SpooledTempFile, out: Box<dyn Write + Send> },
    /// An earlier run wrote all of it.
    Complete(CompleteFile),
}

/// How many bytes wait in memory.
const IN_MEMORY: usize = 1 << 20;

impl StagedWriter {
    /// Begins the results of a run from an empty file; `is_ours` recognises by the beginning of an existing file
    /// whether it may be replaced.
    ///
    /// # Errors
    ///
    /// The place cannot be written, or is a file that is not ours.
    pub(crate) fn open(place: OutputPlace, is_ours: fn(&str) -> bool) -> Result<StagedWriter> {
        match place {
            OutputPlace::Stdout => Ok(StagedWriter::stream(Box::new(output::stdout()?))),
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

    /// Goes on with the results of an earlier run, which may have been complete. `written` is what the file has to
    /// begin with; whatever follows is dropped.
    ///
    /// # Errors
    ///
    /// The file cannot be written, is not ours, or does not begin with `written`; or the place is not a file.
    pub(crate) fn resume(
        place: OutputPlace,
        is_ours: fn(&str) -> bool,
        written: BytesWritten,
        was_complete: bool,
    ) -> Result<StagedWriter> {
        let OutputPlace::File(path) = place else {
            let message =
                "a run can go on with files alone; right would be --out and --annotated with files";
            return Err(Failure::new(Exit::Usage, message));
        };
        let trouble = |error: io::Error| cannot_write(&path, &error);
        let mut part = PartFile::open(path.clone(), is_ours)?;
        part.keep();
        if part.begins(&written).map_err(trouble)? {
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
        Err(Failure::new(Exit::Trouble, not_as_written(part, &written)))
    }

    fn stream(out: Box<dyn Write + Send>) -> StagedWriter {
        StagedWriter::new(Target::Stream { waiting: SpooledTempFile::new(IN_MEMORY), out })
    }

    fn new(to: Target) -> StagedWriter {
        StagedWriter { to: BufWriter::new(to), written: BytesWritten::default() }
    }

    /// From the moment at which the reader of a pipe closes it, drops what is written there. A command calls this that
    /// writes files beside the pipe, which are to be complete all the same.
    pub(crate) fn outlive_reader(&mut self) {
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

    /// Writes what counts at once.
    pub(crate) fn write_settled(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes)?;
        let waiting = self.written.latest.bytes - self.written.settled.bytes;
        if waiting >= IN_MEMORY as u64 { self.settle() } else { Ok(()) }
    }

    /// What was written so far counts.
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

    /// What was written since it was settled does not count.
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

    /// Ends the results: all that was written counts, and is there.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.settle()?;
        self.to.flush()?;
        match self.to.get_mut() {
            Target::File(part) => part.finish(),
            Target::Stream { out, .. } => out.flush(),
            Target::Complete(complete) => complete.finish(),
        }
    }

    /// Sees to it that what was written is there, even if the machine stops.
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

/// A pipe while somebody reads it, and nothing after that.
struct WhileRead {
    reader: Option<Box<dyn Write + Send>>,
}

impl WhileRead {
    /// What the reader is given; `otherwise` once it has closed the pipe.
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

/// A file that an earlier run has completed. What would be written is compared with it.
struct CompleteFile {
    path: PathBuf,
    file: BufReader<File>,
}

impl CompleteFile {
    /// The file, if it is there and begins with `written`.
    fn open(path: &Path, written: &BytesWritten) -> io::Result<Option<CompleteFile>> {
        let mut file = match File::open(path) {
            Ok(file) => BufReader::new(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let begins = written.begins(&mut file)?;
        Ok(begins.then(|| CompleteFile { path: path.to_owned(), file }))
    }

    fn compare(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut there = Vec::new();
        (&mut self.file).take(bytes.len() as u64).read_to_end(&mut there)?;
        if there == bytes { Ok(bytes.len()) } else { Err(self.changed()) }
    }

    /// Nothing may follow what was compared.
    fn finish(&mut self) -> io::Result<()> {
        if self.file.read(&mut [0])? == 0 { Ok(()) } else { Err(self.changed()) }
    }

    fn changed(&self) -> io::Error {
        let message = format!(
            "{} was changed or damaged after the run was complete; right would be the file of that run, or \
             to remove the checkpoint and begin anew",
            self.path.display()
        );
        io::Error::new(io::ErrorKind::InvalidData, message)
    }
}

fn not_as_written(path: &Path, written: &BytesWritten) -> String {
    format!(
        "cannot go on with {}: it does not begin with the {} bytes that were written to it before the \
         checkpoint, or they were damaged; right would be the file of that run, or to remove the checkpoint \
         and begin anew",
        path.display(),
        written.latest.bytes
    )
}
