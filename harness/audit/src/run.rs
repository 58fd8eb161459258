//! Archives judged on all processors, so that what comes out is the same, however many they are.
//!
//! One thread cuts the archives into batches of games, others judge them, and the caller gets them
//! back in their order. What is under way at a time is limited, and with it the memory.

use std::{
    collections::BTreeMap,
    io,
    sync::{
        Arc, Mutex,
        atomic::AtomicU64,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use serde::{Deserialize, Serialize};

use super::{
    AuditFinding, GameTally, Kind, Shard, Terms,
    annotate::annotate,
    archive::{self, Checked, PlainText},
    games::{Batch, Digest, Games, Mark, changed},
    judge::{GameEntry, judge},
};

/// The batches that are under way at a time, for each thread.
const UNDER_WAY: usize = 4;

/// What is to be audited.
#[derive(Clone, Debug)]
pub struct Job {
    /// The files, `-` for standard input.
    pub archives: Vec<String>,
    /// What is asked of every game.
    pub terms: Terms,
    /// Which games.
    pub shard: Shard,
    /// The number of threads that judge.
    pub threads: usize,
    /// Whether the texts of games with findings are wanted, with comments.
    pub annotated: bool,
}

/// How far a run has come, between two batches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Milestone {
    /// The archives that are done.
    pub archives: Vec<Read>,
    /// How much of the next archive is done.
    pub mark: Mark,
    /// The games of all archives that are done, those of other parts included.
    pub games: u64,
    /// What was counted.
    pub tally: GameTally,
    /// The first finding of each kind.
    pub first: BTreeMap<Kind, AuditFinding>,
}

/// An archive that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read {
    /// Its name, as it was given.
    pub name: String,
    /// The length of its plain text, in bytes, as far as it could be read.
    pub bytes: u64,
    /// A digest of that.
    pub digest: Digest,
    /// The number of its games.
    pub games: u64,
    /// Why it could not be read to its end.
    pub error: Option<String>,
    /// How many of its last games were judged for nothing: what they were unpacked from is damaged, so
    /// that nothing that was found in them is reported.
    #[serde(default)]
    pub withheld: u64,
}

/// What takes the results of a run.
pub trait ResultSink {
    /// Takes what came of a batch, and how far the run has come with it.
    ///
    /// # Errors
    ///
    /// It cannot be written; the run ends.
    fn take(&mut self, done: &Done, progress: &RunProgress) -> io::Result<()>;

    /// All that was taken so far counts: the checksums of what it was unpacked from are right.
    ///
    /// # Errors
    ///
    /// It cannot be written; the run ends.
    fn settle(&mut self) -> io::Result<()>;

    /// What was taken since the last [`settle`](ResultSink::settle) does not count: it was unpacked from
    /// something damaged.
    ///
    /// # Errors
    ///
    /// It cannot be taken back; the run ends.
    fn withdraw(&mut self) -> io::Result<()>;
}

/// How far a run has come, and up to where what it found counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunProgress {
    /// After the last batch.
    pub latest: Milestone,
    /// After the last batch that was unpacked from something whose checksum is right.
    pub settled: Milestone,
}

/// What came of a batch.
#[derive(Debug, Default)]
pub struct Done {
    /// The findings, in the order of the games.
    pub findings: Vec<AuditFinding>,
    /// The games with findings, as PGN with comments, if that was asked.
    pub annotated: Vec<u8>,
    tally: GameTally,
    next: Next,
}

/// Where the run stands after a batch.
#[derive(Clone, Debug, Default)]
struct Next {
    mark: Mark,
    games: u64,
    /// The bytes of the archive's plain text that were known to be right when the batch was cut.
    checked: u64,
    /// The archive that ends here.
    closed: Option<Read>,
}

/// A batch on its way to a thread that judges.
struct Work {
    sequence: u64,
    archive: usize,
    /// The number of its first game, from 1.
    number: u64,
    batch: Batch,
    next: Next,
}

/// Audits archives from where an earlier run stood, and hands out what comes of each batch, in the
/// order of the games, together with how far the run has come.
///
/// `read` counts the bytes that are taken from the files, packed as they are. An archive that cannot
/// be read is noted in the milestone, and the others are done. A packed archive shows only at the end
/// of each of its parts whether that part is damaged; what was found in one that is gets withdrawn.
///
/// # Errors
///
/// What `results` answers, or that a thread cannot be started.
pub fn run(
    job: &Job,
    from: RunProgress,
    read: &Arc<AtomicU64>,
    results: &mut impl ResultSink,
) -> io::Result<Milestone> {
    let limit = UNDER_WAY * job.threads;
    let (work_in, work_out) = sync_channel(limit);
    let (done_in, done_out) = sync_channel(limit);
    // Holds a token for every batch under way.
    let (begun, ended) = sync_channel(limit);
    let work_out = Mutex::new(work_out);
    let open = go_on(job, &from.latest, read)?;
    thread::scope(|scope| {
        let done = from.latest.archives.len();
        let closed = from.latest.archives.iter().map(|archive| archive.games).sum();
        let games = from.latest.games;
        let cutter = Cutter { job, read, work: work_in, begun, sequence: 0, closed };
        thread::Builder::new().spawn_scoped(scope, move || cutter.run(done, open, games))?;
        for _ in 0..job.threads {
            let (work_out, done_in) = (&work_out, done_in.clone());
            let judges = move || judges(job, work_out, &done_in);
            thread::Builder::new().spawn_scoped(scope, judges)?;
        }
        drop(done_in);
        let result = collect(from, &done_out, &ended, results);
        // Whoever waits to hand something on is told to stop.
        drop((done_out, ended));
        result
    })
}

/// Compares the archives with what an earlier run has read of them, and opens the one in which it stopped.
fn go_on(job: &Job, from: &Milestone, read: &Arc<AtomicU64>) -> io::Result<Option<OpenArchive>> {
    for (name, done) in job.archives.iter().zip(&from.archives) {
        let compare = || {
            let Ok(source) = archive::open(name, read) else { return Ok(done.bytes == 0) };
            let mut games = Games::new(source);
            games.go_to(Mark { offset: done.bytes, digest: done.digest, lines: 0 })?;
            // What could not be read any further cannot be compared there either.
            Ok(done.error.is_some() || games.is_at_end()?)
        };
        named(name, compare().and_then(|is_same| if is_same { Ok(()) } else { Err(changed()) }))?;
    }
    let Some(name) = job.archives.get(from.archives.len()).filter(|_| from.mark.offset > 0) else {
        return Ok(None);
    };
    let mut open = named(name, OpenArchive::new(name, read))?;
    named(name, open.games.go_to(from.mark))?;
    Ok(Some(open))
}

/// The same error with the name of the archive.
fn named<T>(name: &str, result: io::Result<T>) -> io::Result<T> {
    result.map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))
}

/// Puts the batches in their order again.
fn collect(
    mut at: RunProgress,
    done: &Receiver<(u64, Done)>,
    ended: &Receiver<()>,
    results: &mut impl ResultSink,
) -> io::Result<Milestone> {
    let mut waiting = BTreeMap::new();
    let mut sequence = 0;
    for (number, one) in done {
        waiting.insert(number, one);
        while let Some(one) = waiting.remove(&sequence) {
            sequence += 1;
            at.add(one, results)?;
            let _ = ended.recv();
        }
    }
    Ok(at.latest)
}

impl RunProgress {
    /// Adds what came of the next batch.
    fn add(&mut self, one: Done, results: &mut impl ResultSink) -> io::Result<()> {
        let checked = one.next.checked;
        // The end of a checked part lies behind the batches before this one, or within it.
        self.settle(checked, results)?;
        let at = &mut self.latest;
        at.tally.merge(&one.tally);
        for found in &one.findings {
            at.first.entry(found.kind).or_insert_with(|| found.clone());
        }
        at.games = one.next.games;
        if let Some(closed) = &one.next.closed {
            let mut closed = closed.clone();
            if self.latest != self.settled && closed.error.is_some() {
                closed.withheld = self.latest.games - self.settled.games;
                self.latest.tally = self.settled.tally.clone();
                self.latest.first = self.settled.first.clone();
                results.withdraw()?;
            }
            self.latest.archives.push(closed);
        }
        self.latest.mark = one.next.mark;
        results.take(&one, self)?;
        self.settle(checked, results)
    }

    fn settle(&mut self, checked: u64, results: &mut impl ResultSink) -> io::Result<()> {
        if self.latest.mark.offset > checked || self.latest == self.settled {
            return Ok(());
        }
        self.settled = self.latest.clone();
        results.settle()
    }
}

/// Judges batches until there are no more.
fn judges(job: &Job, work: &Mutex<Receiver<Work>>, done: &SyncSender<(u64, Done)>) {
    loop {
        let Ok(Ok(work)) = work.lock().map(|work| work.recv()) else { return };
        let sequence = work.sequence;
        if done.send((sequence, judge_batch(job, work))).is_err() {
            return;
        }
    }
}

fn judge_batch(job: &Job, work: Work) -> Done {
    let Work { archive, number, batch, next, .. } = work;
    let mut done = Done { next, ..Done::default() };
    for (cut, number) in batch.games.iter().zip(number..) {
        if !job.shard.has(number) {
            continue;
        }
        let entry = GameEntry {
            text: &batch.text[cut.start..cut.end],
            archive: &job.archives[archive],
            number,
            offset: cut.mark.offset,
            line: cut.mark.lines + 1,
            damage: cut.damage,
        };
        let judgement = judge(job.terms, &entry);
        done.tally.add(&judgement);
        if job.annotated && !judgement.findings.is_empty() {
            done.annotated.extend(annotate(entry.text, &judgement.findings));
        }
        done.findings.extend(judgement.findings.into_iter().map(|(_, found)| found));
    }
    done
}

/// An archive that is being cut.
struct OpenArchive {
    games: Games<PlainText>,
    checked: Checked,
}

impl OpenArchive {
    fn new(name: &str, read: &Arc<AtomicU64>) -> io::Result<OpenArchive> {
        let source = archive::open(name, read)?;
        Ok(OpenArchive { checked: source.checked(), games: Games::new(source) })
    }
}

/// Cuts the archives into batches.
struct Cutter<'a> {
    job: &'a Job,
    read: &'a Arc<AtomicU64>,
    work: SyncSender<Work>,
    begun: SyncSender<()>,
    sequence: u64,
    /// The games of the archives that are done.
    closed: u64,
}

/// Nobody waits for more.
struct Stopped;

impl Cutter<'_> {
    /// Cuts the archives after the first so many; one may be open.
    fn run(mut self, done: usize, mut open: Option<OpenArchive>, mut games: u64) {
        for archive in done..self.job.archives.len() {
            let open = open
                .take()
                .map_or_else(|| OpenArchive::new(&self.job.archives[archive], self.read), Ok);
            let Ok(after) = self.cut(archive, open, games) else { return };
            games = after;
        }
    }

    /// Hands on the games of an archive; returns the number of games up to its end.
    fn cut(
        &mut self,
        archive: usize,
        open: io::Result<OpenArchive>,
        mut games: u64,
    ) -> Result<u64, Stopped> {
        let name = &self.job.archives[archive];
        let mut end = Mark::default();
        let (error, checked) = match open {
            Err(error) => (Some(error), 0),
            Ok(OpenArchive { games: mut cut, checked }) => {
                end = cut.at();
                while let Some(batch) = cut.next_batch() {
                    let number = games + 1;
                    games += batch.games.len() as u64;
                    end = batch.next;
                    let next = Next { mark: end, games, checked: checked.bytes(), closed: None };
                    self.send(archive, number, batch, next)?;
                }
                (cut.into_error(), checked.bytes())
            }
        };
        let closed = Read {
            name: name.clone(),
            bytes: end.offset,
            digest: end.digest,
            games: games - self.closed,
            error: error.map(|error| error.to_string()),
            withheld: 0,
        };
        self.closed = games;
        let next = Next { mark: Mark::default(), games, checked, closed: Some(closed) };
        self.send(archive, games + 1, Batch::default(), next)?;
        Ok(games)
    }

    fn send(
        &mut self,
        archive: usize,
        number: u64,
        batch: Batch,
        next: Next,
    ) -> Result<(), Stopped> {
        self.begun.send(()).map_err(|_| Stopped)?;
        let work = Work { sequence: self.sequence, archive, number, batch, next };
        self.sequence += 1;
        self.work.send(work).map_err(|_| Stopped)
    }
}
