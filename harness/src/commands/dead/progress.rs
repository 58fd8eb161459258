use std::io;

use lawbook::catalogue::digest;
use lawbook_audit::{FilePrefix, read_checkpoint};
use serde::{Deserialize, Serialize};

use crate::{cli::DeadOptions, output::Exit, positions::Records};

/// Checkpoint of a run over a list; another run can resume from it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct StreamCheckpoint {
    /// Version and options of the run; a run with others cannot resume.
    about: StreamRun,
    pub(super) place: InputPlace,
    pub(super) count: StreamCount,
    /// Length and digest of the results up to `place`.
    pub(super) written: FilePrefix,
    /// Whether the run was complete.
    pub(super) is_complete: bool,
}

#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct StreamRun {
    version: String,
    limit: usize,
    shortest: bool,
    check: bool,
}

/// A place in the input, at the end of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct InputPlace {
    /// Number of the line.
    line: usize,
    /// Digest of the input up to this place.
    digest: String,
}

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct StreamCount {
    pub(super) positions: u64,
    /// Positions that contradict their label or have an invalid certificate.
    pub(super) unsound: u64,
    /// Records that could not be read.
    pub(super) bad: u64,
}

impl StreamCheckpoint {
    /// Parses a checkpoint. An empty text is the checkpoint of a run that has not started.
    pub(super) fn read(text: &str, options: &DeadOptions) -> io::Result<StreamCheckpoint> {
        let &DeadOptions { limit, shortest, check, .. } = options;
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let about = StreamRun { version, limit, shortest, check };
        let Some(checkpoint) = read_checkpoint::<StreamCheckpoint>(text)? else {
            return Ok(StreamCheckpoint { about, ..StreamCheckpoint::default() });
        };
        if checkpoint.about != about {
            let message = "the checkpoint belongs to a run with other options or another version; \
                           use the same command line, or name another file";
            return Err(invalid(message.to_owned()));
        }
        Ok(checkpoint)
    }
}

impl InputPlace {
    /// Returns the place after this line.
    pub(super) fn after(&self, line: usize, text: &Result<String, String>) -> InputPlace {
        let (Ok(text) | Err(text)) = text;
        InputPlace { line, digest: digest([&self.digest, text]) }
    }

    /// Reads the input up to this place; fails if the input is different.
    pub(super) fn skip<R: io::BufRead>(&self, lines: &mut Records<R>) -> io::Result<()> {
        let mut at = InputPlace::default();
        while at.line < self.line {
            let Some(line) = lines.next() else { break };
            let (number, text) = line?;
            at = at.after(number, &text);
        }
        if at == *self {
            return Ok(());
        }
        let message = "the lines differ from those that the run began with; use the same input, from its start";
        Err(invalid(message.to_owned()))
    }
}

impl StreamCount {
    pub(super) fn add(&mut self, other: StreamCount) {
        self.positions += other.positions;
        self.unsound += other.unsound;
        self.bad += other.bad;
    }

    pub(super) fn summary(self) -> String {
        let plural = if self.positions == 1 { "" } else { "s" };
        let mut summary = format!("{} position{plural}", self.positions);
        for (count, what) in [
            (self.unsound, "differ from their label or have evidence that does not hold"),
            (self.bad, "lines could not be read"),
        ] {
            if count > 0 {
                summary.push_str(&format!(", {count} {what}"));
            }
        }
        summary
    }

    pub(super) fn exit(self) -> Exit {
        match (self.bad, self.unsound) {
            (0, 0) => Exit::Agreed,
            (0, _) => Exit::Disagreed,
            _ => Exit::IoError,
        }
    }
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
