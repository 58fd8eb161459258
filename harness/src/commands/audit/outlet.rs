use std::{
    fs::{File, OpenOptions},
    io::{self, BufWriter, Seek, SeekFrom, Write},
    path::Path,
};

use lawbook_audit::{AuditFinding, BytesWritten};
use tempfile::SpooledTempFile;

use crate::cli::AuditFormat;

/// Where results go: a file or standard output.
///
/// What is written counts once it is settled; before that it can be withdrawn.
pub(super) struct Outlet {
    to: BufWriter<Target>,
    /// The bytes that it has taken, those of an earlier run included.
    pub(super) written: BytesWritten,
}

enum Target {
    /// What is withdrawn is cut off again.
    File(File),
    /// What goes out cannot be taken back, so that it waits: in memory, or on disk if it is much.
    Stdout(SpooledTempFile),
}

/// How many bytes wait in memory.
const IN_MEMORY: usize = 1 << 20;

impl Outlet {
    /// A file that goes on after so many bytes of an earlier run; what follows them is dropped.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or is shorter than that.
    pub(super) fn file(path: &Path, written: BytesWritten) -> io::Result<Outlet> {
        let BytesWritten { latest, .. } = written;
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(latest == 0).open(path)?;
        if file.metadata()?.len() < latest {
            let message =
                "it is shorter than the checkpoint says; right would be the file of that run";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        file.set_len(latest)?;
        file.seek(SeekFrom::Start(latest))?;
        Ok(Outlet { to: BufWriter::new(Target::File(file)), written })
    }

    /// Standard output.
    pub(super) fn stdout() -> Outlet {
        let waiting = Target::Stdout(SpooledTempFile::new(IN_MEMORY));
        Outlet { to: BufWriter::new(waiting), written: BytesWritten::default() }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.to.write_all(bytes)?;
        self.written.latest += bytes.len() as u64;
        Ok(())
    }

    /// Writes what counts at once.
    pub(super) fn write_settled(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes)?;
        let waiting = self.written.latest - self.written.settled;
        if waiting >= IN_MEMORY as u64 { self.settle() } else { Ok(()) }
    }

    /// What was written so far counts.
    pub(super) fn settle(&mut self) -> io::Result<()> {
        if self.written.settled == self.written.latest {
            return Ok(());
        }
        self.written.settled = self.written.latest;
        if let Target::File(_) = self.to.get_ref() {
            return Ok(());
        }
        self.to.flush()?;
        match self.to.get_mut() {
            Target::File(_) => Ok(()),
            Target::Stdout(waiting) => {
                waiting.rewind()?;
                io::copy(waiting, &mut io::stdout().lock())?;
                waiting.rewind()?;
                waiting.set_len(0)
            }
        }
    }

    /// What was written since it was settled does not count.
    pub(super) fn withdraw(&mut self) -> io::Result<()> {
        self.to.flush()?;
        self.written.latest = self.written.settled;
        match self.to.get_mut() {
            Target::File(file) => {
                file.set_len(self.written.settled)?;
                file.seek(SeekFrom::Start(self.written.settled)).map(drop)
            }
            Target::Stdout(waiting) => {
                waiting.rewind()?;
                waiting.set_len(0)
            }
        }
    }

    /// Ends the results: all that was written counts, and is there.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.settle()?;
        self.sync()
    }

    /// Sees to it that what was written is there, even if the machine stops.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        self.to.flush()?;
        match self.to.get_ref() {
            Target::File(file) => file.sync_data(),
            Target::Stdout(_) => io::stdout().flush(),
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::File(file) => file.write(bytes),
            Target::Stdout(waiting) => waiting.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::File(file) => file.flush(),
            Target::Stdout(waiting) => waiting.flush(),
        }
    }
}

/// What is written before the findings.
pub(super) fn head(format: AuditFormat) -> io::Result<Vec<u8>> {
    if let AuditFormat::Csv = format {
        let columns = [
            "kind", "severity", "archive", "game", "offset", "line", "at_line", "ply", "move",
            "fen", "article", "says", "white", "black", "site", "result",
        ];
        let mut rows = csv::Writer::from_writer(Vec::new());
        rows.write_record(columns)?;
        into_bytes(rows)
    } else {
        Ok(Vec::new())
    }
}

/// The findings, as a format has them.
pub(super) fn rows(format: AuditFormat, findings: &[AuditFinding]) -> io::Result<Vec<u8>> {
    match format {
        AuditFormat::Text => Ok(Vec::new()),
        AuditFormat::Json => {
            let mut lines = Vec::new();
            for found in findings {
                serde_json::to_writer(&mut lines, found)?;
                lines.push(b'\n');
            }
            Ok(lines)
        }
        AuditFormat::Csv => {
            let mut rows = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
            for found in findings {
                rows.serialize(found)?;
            }
            into_bytes(rows)
        }
    }
}

fn into_bytes(rows: csv::Writer<Vec<u8>>) -> io::Result<Vec<u8>> {
    rows.into_inner().map_err(|error| io::Error::other(error.to_string()))
}
