//! Audits archives: each is unpacked on one thread, and its games are judged on all.

use std::{
    collections::{BTreeMap, VecDeque},
    io::{self, Seek, Write},
    iter,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::sync_channel,
    },
};

use lawbook_catalogue::adapter;
use lawbook_suite::report::visible_json;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};
use tempfile::SpooledTempFile;

use super::{
    ArchiveName, AuditConfig, AuditFinding, GameTally, Kind, Summary,
    archive::{PlainText, ReadBytes},
    games::{Batch, GameReader},
    judge::{GameEntry, JudgeGame, Judgement, judge},
};

/// The maximum number of bytes of findings of an archive that wait in memory until it is complete.
const IN_MEMORY: usize = 1 << 20;

/// The number of findings that are formatted at a time.
const AT_ONCE: usize = 1000;

/// The input and the options of an audit.
#[derive(Clone, Debug)]
pub struct Job {
    /// The archives.
    pub archives: Vec<ArchiveName>,
    /// The options for judging each game.
    pub config: AuditConfig,
    /// The number of threads.
    pub threads: usize,
}

/// The record of an archive that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveRecord {
    /// The name of the archive, as the user gave it.
    pub name: String,
    /// The length of the file in bytes; `None` if it could not be read to its end.
    pub size: Option<u64>,
    /// The SHA-256 digest of the file; `None` if it could not be read to its end.
    pub sha256: Option<String>,
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
/// record has the error, and the run continues with the next archive. Damage in a member of a packed archive is known
/// only at the end of the member; findings wait until then.
///
/// # Errors
///
/// `out` cannot be written, a thread cannot be started, or there is no room for temporary files.
pub fn run(job: &Job, read: &Arc<AtomicU64>, out: &mut dyn Write) -> io::Result<Summary> {
    run_with(job, read, out, judge)
}

/// The same as [`run`], with another function that judges a game.
fn run_with(
    job: &Job,
    read: &Arc<AtomicU64>,
    out: &mut dyn Write,
    judge: JudgeGame,
) -> io::Result<Summary> {
    let pool = |threads: usize| {
        let build = || ThreadPoolBuilder::new().num_threads(threads).build();
        (threads > 1).then(build).transpose().map_err(io::Error::other)
    };
    let judges = pool(job.threads)?;
    // These threads unpack and wait for the judges, so that they are not among them.
    let readers = pool(job.threads.min(job.archives.len()))?;
    let audit = Audit {
        config: job.config,
        judge,
        pool: judges.as_ref(),
        read,
        stop: &AtomicBool::default(),
    };
    let mut summary = Summary::new(job);
    let mut add = |done: io::Result<ArchiveResults>| {
        let ArchiveResults { record, results, mut lines } = done?;
        lines.rewind()?;
        io::copy(&mut lines, out)?;
        summary.add(record, &results.tally, results.first);
        Ok(())
    };
    map_in_order(
        readers.as_ref(),
        job.archives.iter(),
        |name| audit.archive(name),
        // If the results cannot be written, the archives that are being read need not be finished.
        |done| add(done).inspect_err(|_: &io::Error| audit.stop.store(true, Ordering::Relaxed)),
    )?;
    Ok(summary)
}

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
    config: AuditConfig,
    judge: JudgeGame,
    pool: Option<&'a ThreadPool>,
    read: &'a Arc<AtomicU64>,
    /// Whether the run has failed.
    stop: &'a AtomicBool,
}

/// The results of some games, without the lines of their findings.
#[derive(Default)]
struct GameResults {
    tally: GameTally,
    /// The first finding of each kind.
    first: BTreeMap<Kind, AuditFinding>,
    /// The offset after the last game.
    end: u64,
}

impl GameResults {
    fn merge(&mut self, next: GameResults) {
        self.tally.merge(&next.tally);
        for (kind, finding) in next.first {
            self.first.entry(kind).or_insert(finding);
        }
        self.end = next.end;
    }
}

/// A batch with the number of its first game, and the number of bytes of text that were verified when it was read.
struct NumberedBatch {
    batch: Batch,
    number: u64,
    verified: u64,
}

struct JudgedBatch {
    results: GameResults,
    findings: Vec<AuditFinding>,
    verified: u64,
}

/// The results of an archive.
struct ArchiveResults {
    record: ArchiveRecord,
    results: GameResults,
    lines: SpooledTempFile,
}

impl Audit<'_> {
    fn archive(&self, name: &ArchiveName) -> io::Result<ArchiveResults> {
        let mut settled = SettledResults::new();
        let mut record = ArchiveRecord { name: name.to_string(), ..ArchiveRecord::default() };
        // A panic of a decompressor is an error of the archive.
        let failed = |message: String| {
            io::Error::other(format!(
                "lawbook failed while it read this archive: {message}; please report it as a bug, with the archive"
            ))
        };
        let opened = adapter::catch(|| PlainText::open(name, self.read));
        let text = opened.map_err(failed).and_then(|opened| opened);
        let error = match text {
            Ok(text) => {
                let mut games = GameReader::new(text);
                let panic = self.games(name, &mut games, &mut settled)?;
                let verified = games.source().verified();
                record.checked = games.source().is_checked();
                let (text, error) = games.into_source();
                let error = panic.map(failed).or(error);
                let trailing = text.into_bytes().filter(|_| error.is_none()).and_then(|bytes| {
                    let ReadBytes { size, sha256, trailing } = bytes;
                    (record.size, record.sha256) = (Some(size), Some(sha256));
                    trailing
                });
                settled.settle(if error.is_none() { u64::MAX } else { verified });
                error.map(|error| error.to_string()).or(trailing)
            }
            Err(error) => Some(error.to_string()),
        };
        record.checked &= error.is_none();
        record.error = error;
        let (results, withheld, lines) = settled.finish()?;
        record.withheld = withheld;
        record.bytes = results.end;
        let GameTally { games, contradicted, broken, .. } = results.tally;
        (record.games, record.contradicted, record.broken) = (games, contradicted, broken);
        Ok(ArchiveResults { record, results, lines })
    }

    /// Judges the games of an archive. Returns the message of a panic while it was read.
    fn games(
        &self,
        name: &ArchiveName,
        games: &mut GameReader<PlainText>,
        settled: &mut SettledResults,
    ) -> io::Result<Option<String>> {
        let (mut number, mut panic) = (1, None);
        let batches = iter::from_fn(|| {
            let read = adapter::catch(|| games.next_batch());
            let next = read.unwrap_or_else(|message| {
                panic = Some(message);
                None
            });
            let batch = next.filter(|_| !self.stop.load(Ordering::Relaxed))?;
            let numbered = NumberedBatch { number, verified: games.source().verified(), batch };
            number += numbered.batch.games.len() as u64;
            Some(numbered)
        });
        let judge = |batch| self.batch(name, &batch);
        map_in_order(self.pool, batches, judge, |judged| settled.add(judged))?;
        Ok(panic)
    }

    fn batch(&self, name: &ArchiveName, numbered: &NumberedBatch) -> JudgedBatch {
        let NumberedBatch { batch, number, verified } = numbered;
        let mut results = GameResults { end: batch.end, ..GameResults::default() };
        let mut findings = Vec::new();
        for (span, number) in batch.games.iter().zip(*number..) {
            let entry = GameEntry {
                text: &batch.text[span.start..span.end],
                archive: name.as_str(),
                number,
                offset: span.offset,
                line: span.lines + 1,
                damage: span.damage,
            };
            // A panic affects only this game.
            let mut judgement = adapter::catch(|| (self.judge)(self.config, &entry))
                .unwrap_or_else(|message| Judgement::failed(self.config, &entry, &message));
            results.tally.add(&judgement);
            if findings.is_empty() {
                // Without a copy: a game can have a hundred thousand findings.
                findings = judgement.findings;
            } else {
                findings.append(&mut judgement.findings);
            }
        }
        JudgedBatch { results, findings, verified: *verified }
    }
}

/// The results of an archive so far. What comes from data that is not verified can be withdrawn.
struct SettledResults {
    settled: GameResults,
    /// The length of the lines of the settled results, in bytes.
    settled_lines: u64,
    pending: Option<GameResults>,
    lines: SpooledTempFile,
    /// The length of all lines.
    length: u64,
}

impl SettledResults {
    fn new() -> SettledResults {
        SettledResults {
            settled: GameResults::default(),
            settled_lines: 0,
            pending: None,
            lines: SpooledTempFile::new(IN_MEMORY),
            length: 0,
        }
    }

    fn add(&mut self, judged: JudgedBatch) -> io::Result<()> {
        let JudgedBatch { mut results, findings, verified } = judged;
        self.settle(verified);
        for some in findings.chunks(AT_ONCE) {
            let mut lines = String::new();
            for finding in some {
                lines += &visible_json(serde_json::to_string(finding)?);
                lines.push('\n');
                results.first.entry(finding.kind).or_insert_with(|| finding.clone());
            }
            self.lines.write_all(lines.as_bytes())?;
            self.length += lines.len() as u64;
        }
        match &mut self.pending {
            Some(pending) => pending.merge(results),
            None => self.pending = Some(results),
        }
        Ok(())
    }

    /// Settles the results so far if they come from the first `verified` bytes of the text.
    fn settle(&mut self, verified: u64) {
        if let Some(pending) = self.pending.take_if(|pending| pending.end <= verified) {
            self.settled.merge(pending);
            self.settled_lines = self.length;
        }
    }

    /// Returns the settled results, the number of games that are withdrawn, and the lines of the settled findings.
    fn finish(mut self) -> io::Result<(GameResults, u64, SpooledTempFile)> {
        let withheld = self.pending.map_or(0, |pending| pending.tally.games);
        if self.settled_lines < self.length {
            self.lines.set_len(self.settled_lines)?;
        }
        Ok((self.settled, withheld, self.lines))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use lawbook::rules::RuleSet;

    use super::*;

    fn judge_or_panic(config: AuditConfig, entry: &GameEntry<'_>) -> Judgement {
        assert!(!entry.text.starts_with(b"[Event \"panic\"]"), "injected");
        judge(config, entry)
    }

    #[test]
    fn a_panic_in_one_game_leaves_the_others_and_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let wrong = |event: &str| {
            let comment = "x".repeat(300);
            format!("[Event \"{event}\"]\n\n1. f3 e5 2. g4 {{{comment}}} Qh4# 1-0\n\n")
        };
        let some = wrong("a").repeat(500);
        let archives: Vec<ArchiveName> = [some.clone() + &wrong("panic") + &some, some]
            .iter()
            .enumerate()
            .map(|(number, text)| {
                let path = folder.path().join(format!("{number}.pgn"));
                fs::write(&path, text).unwrap();
                path.into_os_string().into()
            })
            .collect();
        let results = |threads| {
            let config = AuditConfig::under(RuleSet::LATEST);
            let job = Job { archives: archives.clone(), config, threads };
            let mut lines = Vec::new();
            let summary = run_with(&job, &Arc::default(), &mut lines, judge_or_panic).unwrap();
            (summary, String::from_utf8(lines).unwrap())
        };
        let right = results(1);
        let games: Vec<u64> = right.0.archives.iter().map(|read| read.games).collect();
        assert_eq!((games, right.1.lines().count()), (vec![1001, 500], 1501));
        let failed: Vec<&str> =
            right.1.lines().filter(|line| line.contains("internal-error")).collect();
        let [failed] = failed[..] else { panic!("{failed:?}") };
        assert!(failed.contains("\"game\":501,") && failed.contains("injected"), "{failed}");
        for threads in [2, 4, 16] {
            assert!(results(threads) == right, "{threads} threads");
        }
    }
}
