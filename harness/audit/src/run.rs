//! Audits archives: each is unpacked on one thread, and its games are judged on all.

use std::{
    collections::VecDeque,
    io::{self, Read, Seek, Write},
    iter,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::AtomicU64,
        mpsc::{Receiver, sync_channel},
    },
    thread,
};

use lawbook::words::visible_json;
use lawbook_gate::session::catch;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use tempfile::SpooledTempFile;

use super::{
    AuditConfig, AuditFinding, GameTally, Summary,
    archive::{PlainText, shown},
    games::{Batch, GameReader},
    judge::judge,
    judgement::{GameEntry, Judgement},
    tally::Merge,
};

/// The maximum number of bytes of findings of an archive that wait in memory until a checksum is verified.
const IN_MEMORY: usize = 1 << 20;

/// The maximum number of pieces of the results of an archive that wait for the archives before it.
const MAX_PIECES: usize = 16;

/// The number of findings that are formatted at a time.
const AT_ONCE: usize = 1000;

/// The input and the options of an audit.
#[derive(Clone, Debug)]
pub struct Job {
    /// The archives; `-` is standard input.
    pub archives: Vec<PathBuf>,
    /// The options for judging each game.
    pub config: AuditConfig,
    /// The number of threads.
    pub threads: usize,
    /// The folder of temporary files, for findings from data whose checksum is not verified yet.
    pub temporary: PathBuf,
}

/// The record of an archive that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ArchiveRecord {
    /// The name of the archive, as the user gave it.
    pub name: String,
    /// The length of the file in bytes; `None` if it could not be read to its end.
    pub size: Option<u64>,
    /// The number of bytes of its plain text up to the end of the last game that is reported.
    pub bytes: u64,
    /// The number of its games that are reported.
    pub games: u64,
    /// The number of these games with a contradiction, wrong results included.
    pub contradicted: u64,
    /// The number of these games that cannot be read to their end.
    pub broken: u64,
    /// Why it could not be read to its end; `None` if it could.
    pub error: Option<String>,
    /// Whether verified checksums cover its whole text. A plain file has none.
    pub checked: bool,
    /// The number of games at its end that are not reported, because the packed data that they come from is damaged.
    pub withheld: u64,
}

/// Audits archives. Writes the findings to `out` as lines of JSON, in the order of the games.
///
/// `read` counts the bytes that are read from the files, before they are unpacked. If an archive cannot be read, its
/// record has the error, and the run continues with the next archive. Findings are written at once, or if they come from
/// a member of a packed archive, when its checksum was verified.
///
/// # Errors
///
/// `out` cannot be written, or a thread cannot be started.
pub fn run(job: &Job, read: &Arc<AtomicU64>, out: &mut dyn Write) -> io::Result<Summary> {
    let build = || ThreadPoolBuilder::new().num_threads(job.threads).build();
    let judges = (job.threads > 1).then(build).transpose().map_err(io::Error::other)?;
    // These threads unpack and wait for the judges, so that they are not among them.
    let readers = job.threads.min(job.archives.len());
    let audit = Audit { job, pool: judges.as_ref(), read };
    let mut summary = Summary::new(job.config.clone());
    let mut take = |piece: Piece| {
        match piece {
            Piece::Lines(lines) => {
                out.write_all(&lines)?;
                out.flush()?;
            }
            Piece::Done(done) => {
                summary.counted.include(&done.1);
                summary.archives.push(done.0);
            }
        }
        Ok(())
    };
    match readers {
        0 | 1 => job.archives.iter().try_for_each(|path| audit.archive(path, &mut take))?,
        _ => audit.archives(readers, &mut take)?,
    }
    Ok(summary)
}

/// A part of the results of an archive, in their order.
enum Piece {
    /// Findings, as lines of JSON.
    Lines(Vec<u8>),
    /// The end of the archive.
    Done(Box<(ArchiveRecord, GameTally)>),
}

/// The receiver of the results of an archive.
type Sink<'a> = dyn FnMut(Piece) -> io::Result<()> + 'a;

/// Maps items on the threads of a pool, or without one on this thread, and passes the results on in the order of the
/// items. A limited number of items is in work or waits.
fn map_in_order<T: Send, R: Send>(
    pool: Option<&ThreadPool>,
    mut items: impl Iterator<Item = T>,
    map: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    let Some(pool) = pool else { return items.try_for_each(|item| take(map(item))) };
    let most = 2 * pool.current_num_threads() + 2;
    let map = &map;
    pool.in_place_scope(|scope| {
        let mut waiting = VecDeque::new();
        loop {
            let next = items.next();
            let is_end = next.is_none();
            if let Some(item) = next {
                let (send, receive) = sync_channel(1);
                scope.spawn(move |_| drop(send.send(map(item))));
                waiting.push_back(receive);
            }
            while waiting.len() >= most || is_end && !waiting.is_empty() {
                let done = waiting.pop_front().and_then(|receive| receive.recv().ok());
                take(done.ok_or_else(|| io::Error::other("a thread has failed"))?)?;
            }
            if is_end {
                return Ok(());
            }
        }
    })
}

/// What all archives have in common.
struct Audit<'a> {
    job: &'a Job,
    pool: Option<&'a ThreadPool>,
    read: &'a Arc<AtomicU64>,
}

/// A batch with the number of its first game, and the number of bytes of text that were verified when it was read.
struct NumberedBatch {
    batch: Batch,
    number: u64,
    verified: u64,
}

struct JudgedBatch {
    tally: GameTally,
    findings: Vec<AuditFinding>,
    verified: u64,
    /// The offset after the last game.
    end: u64,
}

impl Audit<'_> {
    /// Audits the archives on `readers` threads, and passes the results to `take` in the order of the archives. The results
    /// of a later archive wait: after [`MAX_PIECES`] pieces its thread waits too.
    ///
    /// Threads of a pool cannot do this: while one waits for the judges, it runs other work of its pool. It would begin the
    /// next archive, whose results wait for the end of the one that it has not finished.
    fn archives(&self, readers: usize, take: &mut Sink<'_>) -> io::Result<()> {
        let (queue, results): (VecDeque<_>, Vec<_>) = self
            .job
            .archives
            .iter()
            .map(|path| {
                let (send, receive) = sync_channel(MAX_PIECES);
                ((path, send), receive)
            })
            .unzip();
        let queue = Mutex::new(queue);
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        thread::scope(|scope| {
            for _ in 0..readers {
                thread::Builder::new().spawn_scoped(scope, || {
                    while let Some((path, send)) = next() {
                        let mut sink = |piece| send.send(piece).map_err(io::Error::other);
                        // An error means that the receiver is gone, because the results could not be written.
                        drop(self.archive(path, &mut sink));
                    }
                })?;
            }
            let mut take_all = |pieces: Receiver<Piece>| {
                let mut is_done = false;
                for piece in pieces {
                    is_done = matches!(piece, Piece::Done(_));
                    take(piece)?;
                }
                if is_done { Ok(()) } else { Err(io::Error::other("a thread has failed")) }
            };
            let taken = results.into_iter().try_for_each(&mut take_all);
            // After an error the other archives are not read.
            while next().is_some() {}
            taken
        })
    }

    /// Audits an archive, and passes its results to `sink`.
    fn archive(&self, path: &Path, sink: &mut Sink<'_>) -> io::Result<()> {
        let folder = &self.job.temporary;
        let mut settled = SettledResults {
            tally: GameTally::default(),
            end: 0,
            pending: None,
            waiting: SpooledTempFile::new_in(IN_MEMORY, folder),
            folder,
            trouble: None,
            sink,
        };
        let mut record = ArchiveRecord { name: shown(path), ..ArchiveRecord::default() };
        // A panic of a decompressor is an error of the archive.
        let failed = |message: String| {
            io::Error::other(format!(
                "lawbook failed while it read this archive: {message}; please report it as a bug, with the archive"
            ))
        };
        let opened = catch(|| PlainText::open(path, self.read));
        let text = opened.map_err(failed).and_then(|opened| opened);
        let error = match text {
            Ok(text) => {
                let mut games = GameReader::new(text);
                let panic = match self.games(&record.name, &mut games, &mut settled) {
                    Err(error) if settled.trouble.is_none() => return Err(error),
                    read => read.unwrap_or_default(),
                };
                let verified = games.source().verified();
                record.checked = games.source().is_checked();
                let (text, error) = games.into_source();
                let is_full = settled.trouble.is_some();
                let error = settled.trouble.take().or(panic.map(failed)).or(error);
                let trailing = text.into_bytes().filter(|_| error.is_none()).and_then(|bytes| {
                    record.size = Some(bytes.size);
                    bytes.trailing
                });
                if !is_full {
                    settled.settle(if error.is_none() { u64::MAX } else { verified })?;
                }
                error.map(|error| error.to_string()).or(trailing)
            }
            Err(error) => Some(error.to_string()),
        };
        record.checked &= error.is_none();
        record.error = error;
        let SettledResults { tally, end, pending, sink, .. } = settled;
        record.withheld = pending.map_or(0, |(pending, _)| pending.games);
        record.bytes = end;
        let GameTally { games, contradicted, broken, .. } = tally;
        (record.games, record.contradicted, record.broken) = (games, contradicted, broken);
        sink(Piece::Done(Box::new((record, tally))))
    }

    /// Judges the games of an archive. Returns the message of a panic while it was read.
    fn games(
        &self,
        name: &str,
        games: &mut GameReader<PlainText>,
        settled: &mut SettledResults<'_, '_>,
    ) -> io::Result<Option<String>> {
        let (mut number, mut panic) = (1, None);
        let batches = iter::from_fn(|| {
            let read = catch(|| games.next_batch());
            let next = read.unwrap_or_else(|message| {
                panic = Some(message);
                None
            });
            let batch = next?;
            let numbered = NumberedBatch { number, verified: games.source().verified(), batch };
            number += numbered.batch.games.len() as u64;
            Some(numbered)
        });
        let judge = |batch| self.batch(name, &batch);
        map_in_order(self.pool, batches, judge, |judged| settled.add(judged))?;
        Ok(panic)
    }

    fn batch(&self, name: &str, numbered: &NumberedBatch) -> JudgedBatch {
        let NumberedBatch { batch, number, verified } = numbered;
        let (mut tally, mut findings) = (GameTally::default(), Vec::new());
        for (span, number) in batch.games.iter().zip(*number..) {
            let entry = GameEntry {
                text: &batch.text[span.start..span.end],
                archive: name,
                number,
                offset: span.offset,
                line: span.lines + 1,
                damage: span.damage,
            };
            // A panic affects only this game.
            let mut judgement = catch(|| judge(&self.job.config, &entry))
                .unwrap_or_else(|message| Judgement::failed(&self.job.config, &entry, &message));
            tally.add(&judgement);
            if findings.is_empty() {
                // Without a copy: a game can have a hundred thousand findings.
                findings = judgement.findings;
            } else {
                findings.append(&mut judgement.findings);
            }
        }
        JudgedBatch { tally, findings, verified: *verified, end: batch.end }
    }
}

/// The results of an archive so far. Those from data that is not verified wait.
struct SettledResults<'a, 'b> {
    tally: GameTally,
    /// The offset after the last settled game.
    end: u64,
    /// The results that are not settled, and the offset after their last game.
    pending: Option<(GameTally, u64)>,
    /// The lines of these results, in memory or in a temporary file in `folder`.
    waiting: SpooledTempFile,
    folder: &'a Path,
    /// Why lines could not wait.
    trouble: Option<io::Error>,
    sink: &'a mut Sink<'b>,
}

impl SettledResults<'_, '_> {
    fn add(&mut self, judged: JudgedBatch) -> io::Result<()> {
        let JudgedBatch { tally, findings, verified, end } = judged;
        self.settle(verified)?;
        let is_settled = end <= verified;
        match &mut self.pending {
            Some((pending, last)) => {
                pending.include(&tally);
                *last = end;
            }
            None => self.pending = Some((tally, end)),
        }
        for some in findings.chunks(AT_ONCE) {
            let mut lines = String::new();
            for finding in some {
                lines += &visible_json(serde_json::to_string(finding)?);
                lines.push('\n');
            }
            match is_settled {
                true => (self.sink)(Piece::Lines(lines.into_bytes()))?,
                false => {
                    self.waiting.write_all(lines.as_bytes()).map_err(|error| self.full(&error))?
                }
            }
        }
        self.settle(verified)
    }

    /// Settles the results so far if they come from the first `verified` bytes of the text.
    fn settle(&mut self, verified: u64) -> io::Result<()> {
        let Some((tally, end)) = self.pending.take_if(|(_, end)| *end <= verified) else {
            return Ok(());
        };
        self.tally.include(&tally);
        self.end = end;
        self.waiting.rewind()?;
        loop {
            let mut lines = Vec::new();
            (&mut self.waiting).take(IN_MEMORY as u64).read_to_end(&mut lines)?;
            if lines.is_empty() {
                break;
            }
            (self.sink)(Piece::Lines(lines))?;
        }
        self.waiting.rewind()?;
        self.waiting.set_len(0)
    }

    /// Records that lines cannot wait in the temporary file.
    fn full(&mut self, error: &io::Error) -> io::Error {
        let folder = shown(self.folder);
        let says = format!(
            "findings wait until a checksum is verified, and their temporary file in {folder} cannot be written: {error}; \
             write to a folder with more room with --out, or set TMPDIR"
        );
        self.trouble = Some(io::Error::new(error.kind(), says));
        io::Error::from(error.kind())
    }
}
