//! `lawbook audit`: reports the games of archives whose record contradicts the rules.

mod options;
mod summary;

pub(crate) use options::{AuditCommand, AuditFormat, AuditOptions};

use std::{
    env, fs,
    io::{self, Write},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use indicatif::ProgressBar;
use lawbook::words::{counted, visible, visible_json};
use lawbook_audit::{AuditConfig, Job, Kind, Summary, is_stdin};

use crate::{
    output::{self, Exit, Failure, Result, usage},
    threads,
};

/// Time between two updates of the progress bar.
const BETWEEN_UPDATES: Duration = Duration::from_millis(200);

/// Minimum duration of a run whose speed is reported.
const WORTH_SAYING: Duration = Duration::from_secs(1);

/// `lawbook audit`
pub(crate) fn run(options: &AuditOptions) -> Result {
    if let Some(AuditCommand::Kinds) = options.command {
        return kinds();
    }
    let job = job(options)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let summary = match options.format {
        AuditFormat::Text => audit(&job, &mut io::sink()),
        AuditFormat::Json => audit(&job, &mut out),
    };
    let done = summary.and_then(|summary| {
        let exit = finish(options, &summary, &mut out)?;
        out.flush().map(|()| exit)
    });
    match done {
        // Whether the rest contradicts the rules is not known.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            let message = "the audit has stopped, because nobody reads its results any more";
            Err(Failure::new(Exit::IoError, message))
        }
        done => done.map_err(|error| {
            Failure::new(Exit::IoError, format!("the audit has stopped: {error}"))
        }),
    }
}

/// `lawbook audit kinds`
fn kinds() -> Result {
    let width = Kind::ALL.iter().map(|kind| kind.name().len()).max().unwrap_or_default();
    let line = |kind: &Kind| {
        format!("{:width$}  {:13}  {}\n", kind.name(), kind.severity().to_string(), kind.about())
    };
    output::print(&Kind::ALL.iter().map(line).collect::<String>())?;
    Ok(Exit::Agreed)
}

fn job(options: &AuditOptions) -> Result<Job> {
    let rules = options.rules.parse().map_err(|error| {
        usage(format!("{error}; \"dated\" uses the rules in force on the date of each game"))
    })?;
    if options.archives.iter().filter(|path| is_stdin(path)).count() > 1 {
        return Err(usage("standard input can be read only once"));
    }
    Ok(Job {
        archives: options.archives.clone(),
        config: AuditConfig {
            rules,
            missed_claims: options.missed_claims,
            claims: options.claims,
            strict: options.strict,
            off: options.off.iter().copied().collect(),
        },
        threads: threads::number(options.jobs),
        temporary: env::temp_dir(),
    })
}

/// Runs the audit, with a progress bar.
fn audit(job: &Job, out: &mut dyn Write) -> io::Result<Summary> {
    let (read, bar, begin) = (Arc::new(AtomicU64::new(0)), bar(job), Instant::now());
    let is_done = AtomicBool::new(false);
    let summary = thread::scope(|scope| {
        if !bar.is_hidden() {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    bar.set_position(read.load(Ordering::Relaxed));
                    thread::sleep(BETWEEN_UPDATES);
                }
            });
        }
        let summary = lawbook_audit::run(job, &read, out);
        is_done.store(true, Ordering::Relaxed);
        summary
    });
    bar.finish_and_clear();
    let seconds = begin.elapsed().as_secs_f64();
    if let Some(summary) = summary.as_ref().ok().filter(|_| begin.elapsed() >= WORTH_SAYING) {
        let games = summary.counted.games;
        let rate = games as f64 / seconds;
        output::note(&format!("{} in {seconds:.1} s, {rate:.0} a second", counted(games, "game")));
    }
    summary
}

/// Writes the summary, and returns the exit code.
fn finish(options: &AuditOptions, summary: &Summary, out: &mut dyn Write) -> io::Result<Exit> {
    let text = match options.format {
        AuditFormat::Text => visible(&summary::text(summary)),
        AuditFormat::Json => visible_json(serde_json::to_string(summary)?) + "\n",
    };
    out.write_all(text.as_bytes())?;
    Ok(verdict(summary, options.exit_zero))
}

/// Returns the exit code. With `exit_zero` only an error of input or output counts.
fn verdict(summary: &Summary, exit_zero: bool) -> Exit {
    if !summary.is_readable() {
        Exit::IoError
    } else if exit_zero {
        Exit::Agreed
    } else if summary.counted.contradicted > 0 {
        Exit::Disagreed
    } else if summary.judged() == 0 || summary.archives.iter().any(|one| one.games == 0) {
        Exit::NothingSelected
    } else if summary.counted.broken > 0 {
        Exit::Warned
    } else {
        Exit::Agreed
    }
}

/// Returns a progress bar for the bytes of the archives, with a total if all sizes are known.
fn bar(job: &Job) -> ProgressBar {
    let size = |path: &PathBuf| {
        fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|about| about.len())
    };
    output::bytes(job.archives.iter().map(size).sum())
}
