use std::{
    io::{self, BufReader, Read},
    iter,
    path::PathBuf,
    time::{Duration, Instant},
};

use indicatif::ProgressBar;
use lawbook::{dead::Solver, report::visible_json};
use lawbook_audit::{BytesWritten, ordered_map, write_checkpoint};
use serde::Serialize;

use super::{
    progress::{InputPlace, StreamCheckpoint, StreamCount},
    solved::{Record, Solved},
};
use crate::{
    cli::DeadOptions,
    files::{Files, LockedFile, OutputPlace, StagedWriter},
    output::{self, Exit, Failure, Result},
    positions::{self, Records},
    threads,
};

/// Maximum number of records that a thread takes at a time.
const BATCH: usize = 64;

/// A batch of this size or more, in bytes, takes no further record.
const BATCH_BYTES: usize = 1 << 16;

/// Minimum time between two checkpoints.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(1);

/// A record that is not a valid position, as JSON.
#[derive(Serialize)]
struct BadLine {
    /// The record, truncated.
    fen: String,
    line: usize,
    error: String,
}

/// Records with their line numbers.
#[derive(Default)]
struct LineBatch {
    lines: Vec<(usize, std::result::Result<String, String>)>,
    /// Place after the last record.
    end: InputPlace,
    /// Read error that ended the input.
    error: Option<io::Error>,
}

/// Results of a batch.
struct SolvedBatch {
    written: Vec<u8>,
    count: StreamCount,
    end: InputPlace,
}

/// `lawbook dead -`: reads a list of positions and writes a JSON object for each.
pub(super) fn run(options: &DeadOptions) -> Result {
    let mut writing = VerdictWriter::begin(options)?;
    let mut place = writing.checkpoint.place.clone();
    let mut lines = Records::new(BufReader::new(io::stdin()));
    place.skip(&mut lines)?;
    let batches = iter::from_fn(move || {
        let batch = LineBatch::read(&mut lines, &place)?;
        place = batch.end.clone();
        Some(batch)
    });
    let solve = |batch| [solve(batch, options)];
    let jobs = threads::number(options.jobs);
    let ended = ordered_map(jobs, batches, |_| usize::MAX, solve, |solved| writing.take(solved?));
    match ended.and_then(|()| writing.finish()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Agreed),
        Err(error) => Err(error.into()),
        Ok(count) => {
            output::note(&count.summary());
            Ok(count.exit())
        }
    }
}

impl LineBatch {
    /// Reads the records that are already available, but at least one; `None` at the end of the input.
    fn read<R: Read>(lines: &mut Records<BufReader<R>>, place: &InputPlace) -> Option<LineBatch> {
        let mut batch = LineBatch { end: place.clone(), ..LineBatch::default() };
        let mut bytes = 0;
        loop {
            match lines.next() {
                None => break,
                Some(Err(error)) => {
                    batch.error = Some(error);
                    break;
                }
                Some(Ok((number, text))) => {
                    batch.end = batch.end.after(number, &text);
                    bytes += text.as_ref().map_or(0, String::len);
                    batch.lines.push((number, text));
                }
            }
            // Never wait for further input: the caller may wait for an answer before it sends the next position.
            if batch.lines.len() == BATCH || bytes >= BATCH_BYTES || !lines.has_more() {
                break;
            }
        }
        (batch.error.is_some() || !batch.lines.is_empty()).then_some(batch)
    }
}

impl SolvedBatch {
    fn write(&mut self, record: &impl Serialize) -> io::Result<()> {
        let line = visible_json(serde_json::to_string(record)?);
        self.written.extend_from_slice(line.as_bytes());
        self.written.push(b'\n');
        Ok(())
    }
}

fn solve(batch: LineBatch, options: &DeadOptions) -> io::Result<SolvedBatch> {
    let mut solved =
        SolvedBatch { written: Vec::new(), count: StreamCount::default(), end: batch.end };
    let mut solver = Solver::default();
    for (number, text) in batch.lines {
        let (entry, text) = match text {
            Ok(text) => (positions::read_labelled(&text), text),
            Err(error) => (Err(error), String::new()),
        };
        match entry {
            Ok(entry) => {
                let found = Solved::new(&mut solver, &entry, options, options.check);
                solved.count.positions += 1;
                solved.count.unsound += u64::from(!found.is_sound());
                solved.write(&Record::new(&found))?;
            }
            Err(error) => {
                solved.count.bad += 1;
                let fen = text.chars().take(100).collect();
                solved.write(&BadLine { fen, line: number, error })?;
            }
        }
    }
    batch.error.map_or(Ok(solved), Err)
}

/// Writes the results and the checkpoint.
struct VerdictWriter {
    out: StagedWriter,
    /// Whether a reader may wait for each object.
    is_stream: bool,
    /// The checkpoint file.
    resume: Option<LockedFile>,
    checkpoint: StreamCheckpoint,
    last: Instant,
    bar: ProgressBar,
}

impl VerdictWriter {
    /// Opens the files, and resumes from the checkpoint if there is one.
    fn begin(options: &DeadOptions) -> Result<VerdictWriter> {
        let mut files = Files::default();
        files.reads_stdin();
        let mut place =
            |path: &Option<PathBuf>| path.as_ref().map(|path| files.writes(path)).transpose();
        let [out, resume] = [&options.out, &options.resume].map(&mut place);
        let (out, resume) = (out?, resume?);
        let out = match out {
            Some(place) => place,
            None => files.writes_stdout()?,
        };
        let is_stream = !matches!(out, OutputPlace::File(_));
        let mut resume = match resume {
            None => None,
            Some(OutputPlace::File(path)) => Some((LockedFile::open(&path)?, path)),
            Some(OutputPlace::Stdout | OutputPlace::Stream(_)) => {
                let message = "the checkpoint must be a file; expected --resume FILE";
                return Err(Failure::new(Exit::Usage, message));
            }
        };
        let text = resume.as_mut().map_or(Ok(String::new()), |(file, _)| file.read())?;
        let checkpoint = StreamCheckpoint::read(&text, options).map_err(|error| {
            let given = resume.as_ref().map(|(_, path)| path.display().to_string());
            Failure::new(Exit::IoError, format!("{}: {error}", given.unwrap_or_default()))
        })?;
        let resume = resume.map(|(file, _)| file);
        let written = BytesWritten { latest: checkpoint.written, settled: checkpoint.written };
        let out = match resume {
            None => StagedWriter::open(out, is_verdicts)?,
            Some(_) => StagedWriter::resume(out, is_verdicts, written, checkpoint.is_complete)?,
        };
        if !text.is_empty() {
            output::note(&format!("resuming after {}", checkpoint.count.summary()));
        }
        // If the results go to a terminal, they show the progress themselves.
        let bar = if is_stream && io::IsTerminal::is_terminal(&io::stdout()) {
            ProgressBar::hidden()
        } else {
            output::spinner("positions")
        };
        bar.set_position(checkpoint.count.positions);
        Ok(VerdictWriter { out, is_stream, resume, checkpoint, last: Instant::now(), bar })
    }

    fn take(&mut self, solved: SolvedBatch) -> io::Result<()> {
        self.out.write(&solved.written)?;
        self.out.settle()?;
        self.checkpoint.place = solved.end;
        self.checkpoint.count.add(solved.count);
        self.bar.set_position(self.checkpoint.count.positions);
        if self.is_stream {
            self.out.sync()?;
        } else if self.last.elapsed() >= BETWEEN_CHECKPOINTS {
            self.keep()?;
        }
        Ok(())
    }

    /// Writes a checkpoint, after all results that belong to it.
    fn keep(&mut self) -> io::Result<()> {
        let Some(file) = &mut self.resume else { return Ok(()) };
        self.out.sync()?;
        self.checkpoint.written = self.out.written.latest;
        file.write(&write_checkpoint(&self.checkpoint)?)?;
        self.last = Instant::now();
        Ok(())
    }

    fn finish(&mut self) -> io::Result<StreamCount> {
        self.bar.finish_and_clear();
        self.checkpoint.is_complete = true;
        self.keep()?;
        self.out.finish()?;
        Ok(self.checkpoint.count)
    }
}

/// Returns whether a file that begins with `begin` was written by this command.
fn is_verdicts(begin: &str) -> bool {
    begin.starts_with("{\"fen\":")
}
