//! Audits archives on several threads, batch by batch.

use std::{
    io, iter,
    sync::{Arc, atomic::AtomicU64},
};

use lawbook::adapter;

use super::{
    ArchiveRange, ArchiveRecord, GameResults, Job, ResultSink, ResumePoint, RunProgress,
    annotate::annotate,
    archive::{self, ArchiveName, ArchiveSource},
    batch::{NumberedBatch, SplitResult, SplitStep},
    digest::ArchiveOffset,
    frames::FrameRange,
    games::{GameReader, changed},
    job::join,
    judge::{GameEntry, JudgeGame, Judgement, judge},
    ordered_map::ordered_map,
    part::ArchivePart,
    progress::{JudgedGames, JudgedResult, JudgedStep, OrderedSteps},
    splitter::{ArchiveStream, ResumedArchive, Splitter, ThreadWork},
    window::TextBuffers,
};

/// The maximum number of steps whose results a thread passes on together.
const STEPS_PER_RESULT: usize = 8;

/// Audits the archives of `job` from the progress `from` on, and passes the results to `results` in the order of the
/// games, together with the progress of the run.
///
/// `read` counts the bytes that are read from the files, before they are unpacked. If an archive cannot be read, its
/// error is recorded in the resume point, and the run continues with the next archive. Damage in a member of a packed
/// archive is known only at the end of the member; its results are then withdrawn.
///
/// # Errors
///
/// An error of `results`, an archive that has changed since an earlier run read it, or a thread that cannot be
/// started.
pub fn run(
    job: &Job,
    from: RunProgress,
    read: &Arc<AtomicU64>,
    results: &mut (dyn ResultSink + Send),
) -> io::Result<ResumePoint> {
    run_with(job, from, read, results, judge)
}

/// The same as [`run`], with another function that judges a game.
fn run_with(
    job: &Job,
    from: RunProgress,
    read: &Arc<AtomicU64>,
    results: &mut (dyn ResultSink + Send),
    judge: JudgeGame,
) -> io::Result<ResumePoint> {
    let buffers = TextBuffers::default();
    let open = go_on(job, &from.latest, read, &buffers)?;
    let work = Splitter::new(job, &from.latest, open, read, buffers);
    let mut ordered = OrderedSteps::new(job, from, results);
    ordered_map(
        job.threads,
        work,
        ThreadWork::cost,
        |work| judge_steps(job, judge, work),
        |step| ordered.take(step),
    )?;
    Ok(ordered.into_end())
}

/// Checks that the archives have not changed since an earlier run read them, and opens the one where it stopped.
fn go_on(
    job: &Job,
    from: &ResumePoint,
    read: &Arc<AtomicU64>,
    buffers: &TextBuffers,
) -> io::Result<Option<ResumedArchive>> {
    for (name, done) in job.archives.iter().zip(&from.archives) {
        let compare = || {
            if let Some(range) = done.range {
                return compare_frames(name, job, done, range, read, buffers);
            }
            let Ok(source) = archive::open(name, read) else { return Ok(done.bytes == 0) };
            let mut games = GameReader::within(buffers.take(), source);
            games.go_to(ArchiveOffset { offset: done.bytes, digest: done.digest, lines: 0 })?;
            // After a read error nothing more can be compared. In an archive without games nothing counts as read,
            // even if it has lines.
            let is_same = done.error.is_some()
                || games.is_at_end()?
                || done.games == 0 && games.next_batch().is_none();
            buffers.put(games.take_buffers());
            Ok(is_same)
        };
        named(name, compare().and_then(|is_same| if is_same { Ok(()) } else { Err(changed()) }))?;
    }
    let Some(name) = job.archives.get(from.archives.len()).filter(|_| from.mark.offset > 0) else {
        return Ok(None);
    };
    let games = from.games - from.games_of_archives();
    if let Some(range) = named(name, FrameRange::of(name, job.shard))? {
        let archive = from.archives.len();
        let part = ArchivePart::of_frames(archive, &range, job.threads, buffers, read);
        let part = part.and_then(|mut part| {
            part.go_to(from.begin, from.mark, games)?;
            Ok(ResumedArchive::Frames(Box::new(part)))
        });
        return named(name, part).map(Some);
    }
    let mut open = named(
        name,
        ArchiveSource::open(name)
            .and_then(|source| ArchiveStream::new(source, buffers, read, job.threads)),
    )?;
    named(name, open.go_to(from.mark, games))?;
    Ok(Some(ResumedArchive::Stream(Box::new(open))))
}

/// Whether the frames that an earlier run read of an archive are still the same.
fn compare_frames(
    name: &ArchiveName,
    job: &Job,
    done: &ArchiveRecord,
    read_before: ArchiveRange,
    read: &Arc<AtomicU64>,
    buffers: &TextBuffers,
) -> io::Result<bool> {
    let Some(range) = FrameRange::of(name, job.shard)? else { return Ok(false) };
    if range.table != read_before.frames {
        return Ok(false);
    }
    if done.games > 0 {
        let mut part = ArchivePart::of_frames(0, &range, 1, buffers, read)?;
        let (offset, digest) = (done.bytes, done.digest);
        part.go_to(read_before.begin, ArchiveOffset { offset, digest, lines: 0 }, 0)?;
    }
    Ok(true)
}

/// Adds the name of the archive to an error.
fn named<T>(name: &ArchiveName, result: io::Result<T>) -> io::Result<T> {
    result.map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))
}

/// Judges the steps of a thread's work. Joins the results of several, because passing them on is slow: threads then
/// wait for each other, and for memory in the caches of other processors.
fn judge_steps(job: &Job, judge: JudgeGame, work: ThreadWork) -> impl Iterator<Item = JudgedStep> {
    let mut steps = work.steps().map(move |step| judge_step(job, judge, step)).peekable();
    iter::from_fn(move || {
        let mut judged = steps.next()?;
        for _ in 1..STEPS_PER_RESULT {
            let Some(next) = steps.next_if(|next| matches!(next.what, JudgedResult::Games(_)))
            else {
                break;
            };
            judged.join(next);
        }
        Some(judged)
    })
}

fn judge_step(job: &Job, judge: JudgeGame, step: SplitStep) -> JudgedStep {
    let SplitStep { archive, checked, what } = step;
    let what = match what {
        SplitResult::Games(batch) => {
            JudgedResult::Games(Box::new(judge_batch(job, judge, archive, &batch)))
        }
        SplitResult::End { error, is_checked, range } => {
            let error = error.map(|error| error.to_string());
            JudgedResult::End { error, is_checked, range }
        }
    };
    JudgedStep { archive, checked, what }
}

fn judge_batch(
    job: &Job,
    judge: JudgeGame,
    archive: usize,
    numbered: &NumberedBatch,
) -> JudgedGames {
    let NumberedBatch { batch, begin, number, before } = numbered;
    let mut done = GameResults::default();
    for (cut, number) in batch.games.iter().zip(*number..) {
        if before.is_some_and(|before| !job.shard.has(before + number)) {
            continue;
        }
        let entry = GameEntry {
            text: batch.text(cut),
            archive: job.archives[archive].as_str(),
            number,
            offset: cut.offset,
            line: cut.lines + 1,
            damage: cut.damage,
        };
        let (judgement, mut annotated) = judge_game(job, judge, &entry);
        done.tally.add(&judgement);
        done.annotated.append(&mut annotated);
        // Collects in place, because a game can have a hundred thousand findings.
        let mut findings = judgement.findings.into_iter().map(|(_, found)| found).collect();
        join(&mut done.findings, &mut findings);
    }
    let games = number - 1 + batch.games.len() as u64;
    JudgedGames { done, begin: *begin, games, next: batch.next, is_milestone: batch.is_milestone }
}

/// Judges a game, and annotates its text if requested. A panic affects only this game.
fn judge_game(job: &Job, judge: JudgeGame, entry: &GameEntry<'_>) -> (Judgement, Vec<u8>) {
    let judged = adapter::catch(|| {
        let judgement = judge(job.terms, entry);
        let is_wanted = job.annotated && !judgement.findings.is_empty();
        let text = is_wanted.then(|| annotate(entry.text.bytes, &judgement.findings));
        (judgement, text.unwrap_or_default())
    });
    judged.unwrap_or_else(|message| {
        let text = if job.annotated { entry.text.bytes } else { &[] };
        (Judgement::failed(job.terms, entry, &message), text.to_vec())
    })
}

#[cfg(test)]
mod tests {
    use std::{env, fs, path::PathBuf, process};

    use lawbook::rules::RuleSet;

    use super::*;
    use crate::{AuditConfig, AuditFinding, Kind, Shard};

    /// A temporary folder that is deleted when dropped.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = env::temp_dir().join(format!("lawbook-{}-{name}", process::id()));
            fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }

        fn file(&self, name: &str, text: &str) -> String {
            let path = self.0.join(name);
            fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_owned()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).ok();
        }
    }

    #[derive(Default)]
    struct Kept {
        findings: Vec<AuditFinding>,
        annotated: Vec<u8>,
    }

    impl ResultSink for Kept {
        fn take(&mut self, done: &GameResults, _: &RunProgress) -> io::Result<()> {
            self.findings.extend_from_slice(&done.findings);
            self.annotated.extend_from_slice(&done.annotated);
            Ok(())
        }

        fn settle(&mut self) -> io::Result<()> {
            Ok(())
        }

        fn withdraw(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn judge_or_panic(terms: AuditConfig, entry: &GameEntry<'_>) -> Judgement {
        assert!(!entry.text.bytes.starts_with(b"[Event \"panic\"]"), "injected");
        judge(terms, entry)
    }

    #[test]
    fn a_panic_while_a_game_is_judged_costs_this_game_only() {
        let folder = Folder::new("judge");
        let wrong = |event: &str| {
            let comment = "x".repeat(300);
            format!("[Event \"{event}\"]\n\n1. f3 e5 2. g4 {{{comment}}} Qh4# 1-0\n\n")
        };
        let some = wrong("a").repeat(500);
        let one = folder.file("one.pgn", &[&some[..], &wrong("panic"), &some].concat());
        let other = folder.file("other.pgn", &some);
        let job = |threads| Job {
            archives: vec![one.as_str().into(), other.as_str().into()],
            terms: AuditConfig::under(RuleSet::LATEST),
            shard: Shard::WHOLE,
            threads,
            annotated: true,
        };
        let results = |threads| {
            let mut kept = Kept::default();
            let begin = RunProgress::default();
            let end = run_with(&job(threads), begin, &Arc::default(), &mut kept, judge_or_panic);
            (end.unwrap(), kept.findings, kept.annotated)
        };
        let right = results(1);
        let games: Vec<u64> = right.0.archives.iter().map(|read| read.games).collect();
        assert_eq!((games, right.1.len()), (vec![1001, 500], 1501));
        let failed: Vec<&AuditFinding> =
            right.1.iter().filter(|found| found.kind == Kind::InternalError).collect();
        let [failed] = failed[..] else { panic!("{failed:?}") };
        assert_eq!((failed.game, &failed.archive, failed.line), (501, &one, 2001));
        assert!(failed.says.contains("injected"), "{}", failed.says);
        let annotated = String::from_utf8(right.2.clone()).unwrap();
        assert_eq!(annotated.matches("[Event").count(), 1501);
        for threads in [2, 4, 16] {
            assert!(results(threads) == right, "{threads} threads");
        }
    }
}
