use std::{
    fs::{File, OpenOptions},
    io::{self, BufWriter, Seek, SeekFrom, Write},
    path::Path,
};

use lawbook_audit::AuditFinding;

use crate::cli::AuditFormat;

/// Where results go: a file, standard output, or nowhere.
pub(super) struct Outlet {
    to: BufWriter<Box<dyn Write>>,
    /// The file, to have it written for good.
    file: Option<File>,
    /// The bytes that it has taken, those of an earlier run included.
    pub(super) written: u64,
}

impl Outlet {
    /// A file that goes on after so many bytes of an earlier run; what follows them is dropped.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or is shorter than that.
    pub(super) fn file(path: &Path, written: u64) -> io::Result<Outlet> {
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(written == 0).open(path)?;
        if file.metadata()?.len() < written {
            let message =
                "it is shorter than the checkpoint says; right would be the file of that run";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        file.set_len(written)?;
        file.seek(SeekFrom::Start(written))?;
        let to: Box<dyn Write> = Box::new(file.try_clone()?);
        Ok(Outlet { to: BufWriter::new(to), file: Some(file), written })
    }

    /// Standard output.
    pub(super) fn stdout() -> Outlet {
        Outlet { to: BufWriter::new(Box::new(io::stdout())), file: None, written: 0 }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.to.write_all(bytes)?;
        self.written += bytes.len() as u64;
        Ok(())
    }

    /// Sees to it that what was written is there, even if the machine stops.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        self.to.flush()?;
        self.file.as_ref().map_or(Ok(()), File::sync_data)
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
