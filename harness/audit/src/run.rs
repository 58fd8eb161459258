//! Archives judged on all processors, batch by batch.

use std::{
    collections::BTreeMap,
    io,
    sync::{Arc, atomic::AtomicU64},
};

use serde::{Deserialize, Serialize};

use super::{
    AuditFinding, GameTally, Kind, Shard, Terms,
    annotate::annotate,
    archive,
    cutter::{Cutter, Next, OpenArchive, Work},
    digest::Digest,
    games::{Games, Mark, changed},
    in_order::in_order,
    judge::{GameEntry, judge},
    window::TextRoom,
};

/// How many batches a thread cuts for itself at a time, besides the one that it judges: more of them do not stay at hand
/// until they are judged, and for fewer threads too often wait for each other.
const AHEAD: usize = 16;

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
    /// Takes what came of some games, and how far the run has come with it.
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

/// What came of some games.
#[derive(Debug, Default)]
pub struct Done {
    /// The findings, in the order of the games.
    pub findings: Vec<AuditFinding>,
    /// The games with findings, as PGN with comments, if that was asked.
    pub annotated: Vec<u8>,
    tally: GameTally,
    next: Next,
}

/// Audits archives from where an earlier run stood, and hands out what comes of some games at a time, in
/// their order, together with how far the run has come.
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
    results: &mut (impl ResultSink + Send),
) -> io::Result<Milestone> {
    let open = go_on(job, &from.latest, read)?;
    let batches = Cutter::new(job, &from.latest, open, read);
    let mut at = from;
    let mut since = Done::default();
    let take = |one| {
        since.join(one);
        let is_milestone = since.next.is_milestone;
        if is_milestone { at.add(std::mem::take(&mut since), results) } else { Ok(()) }
    };
    in_order(job.threads, AHEAD, batches, |work| judge_batch(job, work), take)?;
    Ok(at.latest)
}

/// Compares the archives with what an earlier run has read of them, and opens the one in which it stopped.
fn go_on(job: &Job, from: &Milestone, read: &Arc<AtomicU64>) -> io::Result<Option<OpenArchive>> {
    let mut room = TextRoom::default();
    for (name, done) in job.archives.iter().zip(&from.archives) {
        let mut compare = || {
            let Ok(source) = archive::open(name, read) else { return Ok(done.bytes == 0) };
            let mut games = Games::within(std::mem::take(&mut room), source);
            games.go_to(Mark { offset: done.bytes, digest: done.digest, lines: 0 })?;
            // What could not be read any further cannot be compared there either.
            let is_same = done.error.is_some() || games.is_at_end()?;
            room = games.take_room();
            Ok(is_same)
        };
        named(name, compare().and_then(|is_same| if is_same { Ok(()) } else { Err(changed()) }))?;
    }
    let Some(name) = job.archives.get(from.archives.len()).filter(|_| from.mark.offset > 0) else {
        return Ok(None);
    };
    let mut open = named(name, OpenArchive::new(&mut room, name, read))?;
    named(name, open.go_to(from.mark))?;
    Ok(Some(open))
}

/// The same error with the name of the archive.
fn named<T>(name: &str, result: io::Result<T>) -> io::Result<T> {
    result.map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))
}

impl Done {
    /// Adds what came of the next batch.
    fn join(&mut self, mut next: Done) {
        self.findings.append(&mut next.findings);
        self.annotated.append(&mut next.annotated);
        self.tally.merge(&next.tally);
        self.next = next.next;
    }
}

impl RunProgress {
    /// Adds what was done up to the next milestone.
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
            if !self.latest.is_at(&self.settled) && closed.error.is_some() {
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
        if self.latest.mark.offset > checked || self.latest.is_at(&self.settled) {
            return Ok(());
        }
        self.settled.catch_up(&self.latest);
        results.settle()
    }
}

impl Milestone {
    /// Whether a run is as far as this one of the same archives.
    fn is_at(&self, other: &Milestone) -> bool {
        let place = |at: &Milestone| (at.archives.len(), at.mark);
        place(self) == place(other)
    }

    /// Comes as far as a later milestone of the same run. There can be many archives, and only those are copied that
    /// came since.
    fn catch_up(&mut self, later: &Milestone) {
        self.archives.extend_from_slice(&later.archives[self.archives.len()..]);
        for (kind, found) in &later.first {
            self.first.entry(*kind).or_insert_with(|| found.clone());
        }
        self.mark = later.mark;
        self.games = later.games;
        self.tally.clone_from(&later.tally);
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
            text: batch.text(cut),
            archive: &job.archives[archive],
            number,
            offset: cut.offset,
            line: cut.lines + 1,
            damage: cut.damage,
        };
        let judgement = judge(job.terms, &entry);
        done.tally.add(&judgement);
        if job.annotated && !judgement.findings.is_empty() {
            done.annotated.extend(annotate(entry.text.bytes, &judgement.findings));
        }
        done.findings.extend(judgement.findings.into_iter().map(|(_, found)| found));
    }
    done
}

#[cfg(test)]
mod tests {
    use lawbook::rules::RuleSet;

    use super::*;

    /// Keeps how far the run has come with all results.
    #[derive(Default)]
    struct Steps(Vec<RunProgress>);

    impl ResultSink for Steps {
        fn take(&mut self, _: &Done, progress: &RunProgress) -> io::Result<()> {
            self.0.push(progress.clone());
            Ok(())
        }

        fn settle(&mut self) -> io::Result<()> {
            Ok(())
        }

        fn withdraw(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What is not packed is right as it is, so before anything is taken all counts that came before it.
    #[test]
    fn all_that_was_read_of_plain_archives_counts_at_once() {
        let famous = concat!(env!("CARGO_MANIFEST_DIR"), "/src/famous.pgn");
        let missing = concat!(env!("CARGO_MANIFEST_DIR"), "/src/missing.pgn");
        let job = Job {
            archives: [famous, missing, famous, missing].map(str::to_owned).to_vec(),
            terms: Terms { rules: RuleSet::LATEST.into(), missed_claims: true, claims: true },
            shard: Shard::WHOLE,
            threads: 1,
            annotated: false,
        };
        let mut steps = Steps::default();
        let end = run(&job, RunProgress::default(), &Arc::default(), &mut steps).unwrap();
        let archives = end.archives.iter().map(|read| (read.games > 0, read.error.is_some()));
        assert_eq!(
            archives.collect::<Vec<_>>(),
            [(true, false), (false, true), (true, false), (false, true)]
        );
        let mut before = Milestone::default();
        for RunProgress { latest, settled } in &steps.0 {
            assert_eq!(settled, &before);
            before = latest.clone();
        }
        assert_eq!(before, end);
        assert!(steps.0.len() >= 4 && !end.first.is_empty() && !end.tally.said.is_empty());
    }
}
