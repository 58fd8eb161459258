use std::io;

use lawbook::catalogue::digest;
use lawbook_audit::{FilePrefix, read_checkpoint};
use serde::{Deserialize, Serialize};

use crate::{cli::DeadOptions, output::Exit, positions::Records};

/// How far a stream had come when it was last written down, so that another run can go on from there.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct StreamCheckpoint {
    /// What the run was about; only one about the same can go on.
    about: StreamRun,
    pub(super) place: InputPlace,
    pub(super) count: StreamCount,
    /// The results that belong to that.
    pub(super) written: FilePrefix,
    /// Whether that was all.
    pub(super) is_complete: bool,
}

#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct StreamRun {
    version: String,
    limit: usize,
    shortest: bool,
    check: bool,
}

/// A place in the input, after a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct InputPlace {
    /// The number of the line.
    line: usize,
    /// A digest of what was read up to there.
    digest: String,
}

/// What was counted.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct StreamCount {
    pub(super) positions: u64,
    /// Those that differ from their label, or have evidence that does not hold.
    pub(super) unsound: u64,
    /// Records that could not be read.
    pub(super) bad: u64,
}

impl StreamCheckpoint {
    /// The checkpoint that a text holds; that of a run which has not begun, if it is empty.
    pub(super) fn read(text: &str, options: &DeadOptions) -> io::Result<StreamCheckpoint> {
        let &DeadOptions { limit, shortest, check, .. } = options;
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let about = StreamRun { version, limit, shortest, check };
        let Some(checkpoint) = read_checkpoint::<StreamCheckpoint>(text)? else {
            return Ok(StreamCheckpoint { about, ..StreamCheckpoint::default() });
        };
        if checkpoint.about != about {
            let message = "this is the checkpoint of a run with other options or another version; \
                           right would be the same command line, or another file";
            return Err(invalid(message.to_owned()));
        }
        Ok(checkpoint)
    }
}

impl InputPlace {
    /// The place after this line.
    pub(super) fn after(&self, line: usize, text: &Result<String, String>) -> InputPlace {
        let (Ok(text) | Err(text)) = text;
        InputPlace { line, digest: digest([&self.digest, text]) }
    }

    /// Reads up to this place.
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
        let message = "the lines are not those with which the run began; right would be the same input, \
                       from its start";
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
            _ => Exit::Trouble,
        }
    }
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
