//! The progress of a run, and the results that belong to it.

use std::{collections::BTreeMap, io, mem};

use serde::{Deserialize, Serialize};

use super::{
    ArchiveRange, ArchiveRecord, AuditFinding, GameResults, GameTally, Job, Kind, Shard,
    digest::ArchiveOffset,
};

/// The error of an archive whose parts do not fit together, after which it is not read any further.
const MOVED: &str =
    "the file was changed while it was read; expected a file that no program is writing to";

/// A resume point of a run, between two batches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResumePoint {
    /// The archives that are done.
    pub archives: Vec<ArchiveRecord>,
    /// The position in the next archive. The text before it is done.
    pub mark: ArchiveOffset,
    /// The offset of the first game in the next archive, if only a range of its frames is read; otherwise 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub begin: u64,
    /// The number of games of all archives up to here, those of other shards included.
    pub games: u64,
    /// The counts of the judged games.
    pub tally: GameTally,
    /// The first finding of each kind.
    pub first: BTreeMap<Kind, AuditFinding>,
}

/// The progress of a run, and how much of it is settled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunProgress {
    /// The resume point after the last batch.
    pub latest: ResumePoint,
    /// The last resume point whose text is verified. Results up to it are never withdrawn.
    pub settled: ResumePoint,
}

/// The result of a `SplitStep`.
pub(super) struct JudgedStep {
    /// The index of the archive in the job.
    pub(super) archive: usize,
    /// The number of bytes of its plain text that were verified when the step was created.
    pub(super) checked: u64,
    pub(super) what: JudgedResult,
}

pub(super) enum JudgedResult {
    Games(Box<JudgedGames>),
    /// The end of the archive, with the error if it could not be read to its end.
    End {
        error: Option<String>,
        is_checked: bool,
        range: Option<ArchiveRange>,
    },
}

/// The result of a batch, or of several consecutive ones.
pub(super) struct JudgedGames {
    /// The results, with games and lines counted from `begin`.
    pub(super) done: GameResults,
    /// The offset in the archive where the counts of games and lines, and the digest, start.
    pub(super) begin: u64,
    /// The number of games since `begin`. The position `next` is where the archive continues.
    pub(super) games: u64,
    pub(super) next: ArchiveOffset,
    pub(super) is_milestone: bool,
}

impl JudgedStep {
    /// Appends the result of the next batch of the same part.
    pub(super) fn join(&mut self, next: JudgedStep) {
        if let (JudgedResult::Games(judged), JudgedResult::Games(next)) =
            (&mut self.what, next.what)
        {
            judged.done.join(next.done);
            judged.games = next.games;
            judged.next = next.next;
            judged.is_milestone |= next.is_milestone;
        }
    }
}

/// Merges the results of the steps in their order, and passes them to the sink at each milestone.
pub(super) struct OrderedSteps<'a> {
    job: &'a Job,
    progress: RunProgress,
    /// The position where the counts of games and lines of the current steps start.
    begin: ArchiveOffset,
    /// The number of games before `begin`, and the number of games of the archives that are done.
    before: u64,
    closed: u64,
    /// The results of the batches since the last milestone, and the position after them.
    since: GameResults,
    reached: Option<PendingPosition>,
    results: &'a mut (dyn ResultSink + Send),
}

impl<'a> OrderedSteps<'a> {
    /// Starts from the progress of an earlier run.
    pub(super) fn new(
        job: &'a Job,
        from: RunProgress,
        results: &'a mut (dyn ResultSink + Send),
    ) -> OrderedSteps<'a> {
        let closed = from.latest.games_of_archives();
        let since = GameResults::default();
        let begin = ArchiveOffset { offset: from.latest.begin, ..ArchiveOffset::default() };
        let reached = None;
        OrderedSteps { job, progress: from, begin, before: closed, closed, since, reached, results }
    }

    /// The resume point at the end of the run.
    pub(super) fn into_end(self) -> ResumePoint {
        self.progress.latest
    }

    /// Adds the result of the next step.
    pub(super) fn take(&mut self, step: JudgedStep) -> io::Result<()> {
        let JudgedStep { archive, checked, what } = step;
        if archive < self.progress.latest.archives.len() {
            // The archive was closed before this step, because of an error.
            return Ok(());
        }
        match what {
            JudgedResult::Games(judged) if self.goes_on_at(judged.begin) => {
                self.add(*judged, checked)
            }
            JudgedResult::Games(_) => self.close(Some(MOVED.to_owned()), false, None, checked),
            JudgedResult::End { error, is_checked, range } => {
                self.close(error, is_checked, range, checked)
            }
        }
    }

    /// Whether a batch that is counted from `begin` is the next. A new `begin` has to be where the last batch ended.
    fn goes_on_at(&mut self, begin: u64) -> bool {
        let latest = &mut self.progress.latest;
        if self.job.shard != Shard::WHOLE
            && latest.mark == ArchiveOffset::default()
            && self.reached.is_none()
        {
            // A range of frames can begin anywhere.
            latest.mark.offset = begin;
            latest.begin = begin;
        }
        if self.begin.offset != begin {
            (self.begin, self.before) = (latest.mark, latest.games);
        }
        self.begin.offset == begin
    }

    fn add(&mut self, judged: JudgedGames, checked: u64) -> io::Result<()> {
        let JudgedGames { mut done, games, next, is_milestone, .. } = judged;
        for found in &mut done.findings {
            found.game += self.before;
            found.line += self.begin.lines;
            found.at_line += self.begin.lines;
        }
        self.since.join(done);
        self.reached =
            Some(PendingPosition { games: self.before + games, mark: self.begin.then(next) });
        if is_milestone { self.pass_milestone(checked) } else { Ok(()) }
    }

    /// Passes the results of the batches since the last milestone to the sink, if there are any.
    fn pass_milestone(&mut self, checked: u64) -> io::Result<()> {
        let Some(PendingPosition { games, mark }) = self.reached.take() else { return Ok(()) };
        let done = mem::take(&mut self.since);
        // The verified part of the archive can end between the last milestone and the new one. Then only the results
        // up to the last milestone are settled.
        self.progress.settle(checked, self.results)?;
        let latest = &mut self.progress.latest;
        latest.tally.merge(&done.tally);
        for found in &done.findings {
            latest.first.entry(found.kind).or_insert_with(|| found.clone());
        }
        (latest.games, latest.mark) = (games, mark);
        self.hand_out(&done, checked)
    }

    /// Closes the archive.
    fn close(
        &mut self,
        error: Option<String>,
        is_checked: bool,
        range: Option<ArchiveRange>,
        checked: u64,
    ) -> io::Result<()> {
        // An archive can end between two milestones if splitting it failed.
        self.pass_milestone(checked)?;
        self.progress.settle(checked, self.results)?;
        let RunProgress { latest, settled } = &mut self.progress;
        let mut withheld = 0;
        if !latest.is_at(settled) && error.is_some() {
            withheld = latest.games - settled.games;
            latest.tally = settled.tally.clone();
            latest.first = settled.first.clone();
            self.results.withdraw()?;
        }
        latest.archives.push(ArchiveRecord {
            name: self.job.archives[latest.archives.len()].to_string(),
            bytes: latest.mark.offset,
            digest: latest.mark.digest,
            games: latest.games - self.closed,
            checked: is_checked && error.is_none(),
            error,
            withheld,
            range: range.map(|range| ArchiveRange {
                begin: latest.begin,
                lines: latest.mark.lines,
                ..range
            }),
        });
        (latest.mark, latest.begin) = (ArchiveOffset::default(), 0);
        (self.begin, self.before, self.closed) = (latest.mark, latest.games, latest.games);
        self.hand_out(&GameResults::default(), checked)
    }

    fn hand_out(&mut self, done: &GameResults, checked: u64) -> io::Result<()> {
        self.results.take(done, &self.progress)?;
        self.progress.settle(checked, self.results)
    }
}

/// A consumer of the results of a run.
pub trait ResultSink {
    /// Receives the results of some games, and the progress of the run including them.
    ///
    /// # Errors
    ///
    /// The results cannot be written. The run ends.
    fn take(&mut self, done: &GameResults, progress: &RunProgress) -> io::Result<()>;

    /// Confirms all results so far: the checksums of the data that they come from have been verified.
    ///
    /// # Errors
    ///
    /// The results cannot be written. The run ends.
    fn settle(&mut self) -> io::Result<()>;

    /// Revokes the results since the last [`settle`](ResultSink::settle): the data that they come from is damaged.
    ///
    /// # Errors
    ///
    /// The results cannot be taken back. The run ends.
    fn withdraw(&mut self) -> io::Result<()>;
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The position after the batches since the last milestone.
struct PendingPosition {
    /// The number of games of all archives up to here.
    games: u64,
    mark: ArchiveOffset,
}

impl RunProgress {
    fn settle(&mut self, checked: u64, results: &mut dyn ResultSink) -> io::Result<()> {
        if self.latest.mark.offset > checked || self.latest.is_at(&self.settled) {
            return Ok(());
        }
        self.settled.catch_up(&self.latest);
        results.settle()
    }
}

impl ResumePoint {
    /// The number of games of the archives that are done.
    pub(super) fn games_of_archives(&self) -> u64 {
        self.archives.iter().map(|archive| archive.games).sum()
    }

    /// The number of games of the archives that are done and were read as a whole.
    pub(super) fn games_of_streams(&self) -> u64 {
        let streams = self.archives.iter().filter(|archive| archive.range.is_none());
        streams.map(|archive| archive.games).sum()
    }

    /// Whether two resume points of the same run are at the same position.
    fn is_at(&self, other: &ResumePoint) -> bool {
        let place = |at: &ResumePoint| (at.archives.len(), at.mark);
        place(self) == place(other)
    }

    /// Advances to a later resume point of the same run. Copies only the archives added since, because there can be
    /// many.
    fn catch_up(&mut self, later: &ResumePoint) {
        self.archives.extend_from_slice(&later.archives[self.archives.len()..]);
        for (kind, found) in &later.first {
            self.first.entry(*kind).or_insert_with(|| found.clone());
        }
        (self.mark, self.begin) = (later.mark, later.begin);
        self.games = later.games;
        self.tally.clone_from(&later.tally);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lawbook::rules::RuleSet;

    use super::*;
    use crate::{AuditConfig, Shard, digest::Digest, run};

    /// A sink that records the progress of the run at each call.
    #[derive(Default)]
    struct Steps(Vec<RunProgress>);

    impl ResultSink for Steps {
        fn take(&mut self, _: &GameResults, progress: &RunProgress) -> io::Result<()> {
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

    fn job(archives: &[&str]) -> Job {
        Job {
            archives: archives.iter().map(|&name| name.into()).collect(),
            terms: AuditConfig {
                missed_claims: true,
                claims: true,
                ..AuditConfig::under(RuleSet::LATEST)
            },
            shard: Shard::WHOLE,
            threads: 1,
            annotated: false,
        }
    }

    /// Plain text has no checksums to wait for. So whenever results arrive, all earlier ones are settled.
    #[test]
    fn all_that_was_read_of_plain_archives_counts_at_once() {
        let famous = concat!(env!("CARGO_MANIFEST_DIR"), "/src/famous.pgn");
        let missing = concat!(env!("CARGO_MANIFEST_DIR"), "/src/missing.pgn");
        let job = job(&[famous, missing, famous, missing]);
        let mut steps = Steps::default();
        let end = run(&job, RunProgress::default(), &Arc::default(), &mut steps).unwrap();
        let archives = end.archives.iter().map(|read| (read.games > 0, read.error.is_some()));
        assert_eq!(
            archives.collect::<Vec<_>>(),
            [(true, false), (false, true), (true, false), (false, true)]
        );
        let mut before = ResumePoint::default();
        for RunProgress { latest, settled } in &steps.0 {
            assert_eq!(settled, &before);
            before = latest.clone();
        }
        assert_eq!(before, end);
        assert!(steps.0.len() >= 4 && !end.first.is_empty() && !end.tally.said.is_empty());
    }

    /// This happens when splitting an archive fails.
    #[test]
    fn results_before_a_truncation_are_passed_on() {
        let (job, mut steps) = (job(&["a", "b"]), Steps::default());
        let mut ordered = OrderedSteps::new(&job, RunProgress::default(), &mut steps);
        let games = |archive, is_milestone| {
            let next = ArchiveOffset { offset: 100, lines: 2, digest: Digest::default() };
            let judged = JudgedGames {
                done: GameResults::default(),
                begin: 0,
                games: 3,
                next,
                is_milestone,
            };
            let what = JudgedResult::Games(Box::new(judged));
            JudgedStep { archive, checked: u64::MAX, what }
        };
        let end = |archive, error: Option<&str>| {
            let what = JudgedResult::End {
                error: error.map(str::to_owned),
                is_checked: true,
                range: None,
            };
            JudgedStep { archive, checked: u64::MAX, what }
        };
        for step in [games(0, false), end(0, Some("failed")), games(1, true), end(1, None)] {
            ordered.take(step).unwrap();
        }
        let end = ordered.into_end();
        let archives = end.archives.iter().map(|at| (at.bytes, at.games, at.error.as_deref()));
        assert_eq!(archives.collect::<Vec<_>>(), [(100, 3, Some("failed")), (100, 3, None)]);
        assert_eq!(end.games, 6);
    }

    /// If a part does not begin where the one before it ended, the file has changed.
    #[test]
    fn an_archive_that_changes_during_the_run_is_closed() {
        let games = |archive, begin, offset, games| JudgedStep {
            archive,
            checked: u64::MAX,
            what: JudgedResult::Games(Box::new(JudgedGames {
                done: GameResults::default(),
                begin,
                games,
                next: ArchiveOffset { offset, lines: 2, digest: Digest::default() },
                is_milestone: true,
            })),
        };
        let end = |archive| JudgedStep {
            archive,
            checked: u64::MAX,
            what: JudgedResult::End { error: None, is_checked: false, range: None },
        };
        let (job, mut steps) = (job(&["a", "b"]), Steps::default());
        let mut ordered = OrderedSteps::new(&job, RunProgress::default(), &mut steps);
        for step in [
            games(0, 0, 100, 3),
            games(0, 100, 150, 1),
            games(0, 100, 180, 2),
            games(0, 190, 300, 2),
            games(0, 300, 400, 2),
            end(0),
            games(1, 0, 10, 1),
            end(1),
        ] {
            ordered.take(step).unwrap();
        }
        let archives = ordered.into_end().archives;
        let read = |at: &ArchiveRecord| (at.bytes, at.games, at.error.is_some(), at.withheld);
        assert_eq!(
            archives.iter().map(read).collect::<Vec<_>>(),
            [(180, 5, true, 0), (10, 1, false, 0)]
        );
        let marks = steps.0.iter().map(|step| (step.latest.mark.lines, step.latest.games));
        assert_eq!(marks.collect::<Vec<_>>(), [(2, 3), (4, 4), (4, 5), (0, 5), (2, 6), (0, 6)]);
    }
}
