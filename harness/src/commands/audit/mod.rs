//! `lawbook audit`: reports the games of archives whose record contradicts the rules.

mod fix;
mod generate;
mod merge;
mod reports;
mod results;
mod summary;

use std::{
    fs, io,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use indicatif::ProgressBar;
use lawbook::report::counted;
use lawbook_audit::{
    ArchiveName, ArchiveRun, AuditConfig, Checkpoint, GameResults, Job, Kind, ResumePoint,
    RunProgress, Shard, Summary,
};

use crate::{
    cli::{AuditCommand, AuditFormat, AuditOptions},
    files::{Files, LockedFile, OutputPlace, StagedWriter},
    output::{self, Exit, Failure, Result},
    threads,
};

/// Minimum time between two checkpoints.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(1);

/// Number of findings formatted at a time.
const ROWS: usize = 1000;

/// Minimum duration of a run whose speed is reported.
const WORTH_SAYING: Duration = Duration::from_secs(1);

/// `lawbook audit`
pub(crate) fn run(options: &AuditOptions) -> Result {
    match &options.command {
        Some(AuditCommand::Merge(options)) => merge::run(options),
        Some(AuditCommand::Kinds) => kinds(),
        Some(AuditCommand::Generate(options)) => generate::run(options),
        None if options.fix => fix::run(options),
        None => archives(options),
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

/// `lawbook audit ARCHIVE...`
fn archives(options: &AuditOptions) -> Result {
    let job = job(options)?;
    let mut writing = Writing::begin(options, &job)?;
    let from = std::mem::take(&mut writing.checkpoint.progress);
    let read = Arc::clone(&writing.read);
    let (begin, before) = (Instant::now(), from.latest.games);
    let end = lawbook_audit::run(&job, from, &read, &mut writing);
    writing.bar.finish_and_clear();
    let seconds = begin.elapsed();
    match end.and_then(|end| {
        if seconds >= WORTH_SAYING {
            note_rate(end.games - before, seconds);
        }
        writing.finish(&job, end)
    }) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Agreed),
        other => other.map_err(|error| trouble("the audit has stopped", &error)),
    }
}

fn note_rate(games: u64, time: Duration) {
    let seconds = time.as_secs_f64();
    let rate = games as f64 / seconds;
    output::note(&format!("{} in {seconds:.1} s, {rate:.0} a second", counted(games, "game")));
}

fn job(options: &AuditOptions) -> Result<Job> {
    let usage = |error: String| Failure::new(Exit::Usage, error);
    let rules = options.rules.parse().map_err(|error| {
        usage(format!("{error}; \"dated\" uses the rules in force on the date of each game"))
    })?;
    if options.archives.iter().filter(|name| name.is_stdin()).count() > 1 {
        return Err(usage("standard input can be read only once".to_owned()));
    }
    for name in options.archives.iter().filter(|name| !name.is_stdin()) {
        fs::metadata(name.path()).map_err(|error| trouble(name.as_str(), &error))?;
    }
    Ok(Job {
        archives: options.archives.clone(),
        terms: AuditConfig {
            rules,
            missed_claims: options.missed_claims,
            claims: options.claims,
            strict: options.strict,
            off: options.off.iter().copied().collect(),
        },
        shard: options.shard.unwrap_or(Shard::WHOLE),
        threads: threads::number(options.jobs),
        annotated: options.annotated.is_some(),
    })
}

/// Destinations of a run. They are distinct, and none is one of the archives.
struct Places {
    out: OutputPlace,
    annotated: Option<OutputPlace>,
    resume: Option<PathBuf>,
}

impl Places {
    fn new(options: &AuditOptions) -> Result<Places> {
        let mut files = Files::default();
        for name in &options.archives {
            if name.is_stdin() {
                files.reads_stdin();
            } else {
                files.reads(name.path());
            }
        }
        let mut place =
            |path: &Option<PathBuf>| path.as_ref().map(|path| files.writes(path)).transpose();
        let [out, annotated, resume] =
            [&options.results.out, &options.annotated, &options.resume].map(&mut place);
        let annotated = annotated?;
        let resume = match resume? {
            None => None,
            Some(OutputPlace::File(path)) => Some(path),
            Some(OutputPlace::Stdout | OutputPlace::Stream(_)) => {
                let message = "the checkpoint must be a file; expected --resume FILE";
                return Err(Failure::new(Exit::Usage, message));
            }
        };
        let out = match out? {
            Some(place) => place,
            None => files.writes_stdout()?,
        };
        Ok(Places { out, annotated, resume })
    }
}

/// Writes the results of a run and the checkpoint.
struct Writing {
    format: AuditFormat,
    exit_zero: bool,
    out: StagedWriter,
    annotated: Option<StagedWriter>,
    /// The checkpoint file.
    resume: Option<LockedFile>,
    checkpoint: Checkpoint,
    last: Instant,
    /// Whether the run was complete from the start.
    was_complete: bool,
    bar: ProgressBar,
    /// Number of bytes read from the archives.
    read: Arc<AtomicU64>,
}

impl Writing {
    /// Opens the files, and resumes from the checkpoint if there is one.
    fn begin(options: &AuditOptions, job: &Job) -> Result<Writing> {
        let format = options.results.format;
        let places = Places::new(options)?;
        let about = ArchiveRun::new(job, name(format));
        let mut resume = None;
        let mut found = None;
        if let Some(path) = places.resume {
            let mut file = LockedFile::open(&path)?;
            let given = path.display().to_string();
            found =
                Checkpoint::read(&file.read()?, &about).map_err(|error| trouble(&given, &error))?;
            resume = Some(file);
        }
        let was_begun = found.is_some();
        let checkpoint = found.unwrap_or_else(|| Checkpoint { about, ..Checkpoint::default() });
        let done = &checkpoint.progress.latest;
        let was_complete = done.archives.len() == job.archives.len();
        let open = |place, is_ours, written| match resume {
            None => StagedWriter::open(place, is_ours),
            Some(_) => StagedWriter::resume(place, is_ours, written, was_complete),
        };
        let mut out = open(places.out, results::is_results, checkpoint.written)?;
        let mut annotated = match places.annotated {
            None => None,
            Some(place) => {
                out.ignore_broken_pipe();
                Some(open(place, results::is_annotated, checkpoint.annotated)?)
            }
        };
        if was_begun {
            output::note(&format!("resuming after {}", counted(done.games, "game")));
        } else {
            out.write(&results::head(format)?)?;
            out.settle()?;
            if let Some(annotated) = &mut annotated {
                annotated.write(results::ANNOTATED.as_bytes())?;
                annotated.settle()?;
            }
        }
        Ok(Writing {
            format,
            exit_zero: options.results.exit_zero,
            out,
            annotated,
            resume,
            checkpoint,
            last: Instant::now(),
            was_complete,
            bar: bar(job),
            read: Arc::default(),
        })
    }

    /// Writes a checkpoint, after all results that belong to it.
    fn keep(&mut self, progress: &RunProgress) -> io::Result<()> {
        let Some(file) = &mut self.resume else { return Ok(()) };
        self.out.sync()?;
        self.checkpoint.written = self.out.written;
        if let Some(annotated) = &mut self.annotated {
            annotated.sync()?;
            self.checkpoint.annotated = annotated.written;
        }
        self.checkpoint.progress = progress.clone();
        file.write(&self.checkpoint.write()?)?;
        self.last = Instant::now();
        Ok(())
    }

    /// Writes the summary.
    fn finish(mut self, job: &Job, end: ResumePoint) -> io::Result<Exit> {
        if !self.was_complete {
            // From here on only the summary is missing; a run that resumes writes it.
            self.keep(&RunProgress { latest: end.clone(), settled: end.clone() })?;
        }
        let first = end.first.clone();
        let summary = Summary::new(job, end).after(self.out.written.latest)?;
        self.out.write(&results::tail(self.format, &summary, &first)?)?;
        self.out.finish()?;
        self.annotated.as_mut().map_or(Ok(()), StagedWriter::finish)?;
        Ok(verdict(&summary, self.exit_zero))
    }
}

impl lawbook_audit::ResultSink for Writing {
    fn take(&mut self, done: &GameResults, progress: &RunProgress) -> io::Result<()> {
        self.bar.set_position(self.read.load(Ordering::Relaxed));
        self.bar.set_message(format!("{} games", progress.latest.games));
        // One game can have a hundred thousand findings, and their rows take more memory than the findings.
        for some in done.findings.chunks(ROWS) {
            let before = self.out.written.latest.bytes;
            self.out.write(&results::rows(self.format, some, before)?)?;
        }
        if let Some(annotated) = &mut self.annotated {
            annotated.write(&done.annotated)?;
        }
        if self.resume.is_some() && self.last.elapsed() >= BETWEEN_CHECKPOINTS {
            self.keep(progress)?;
        }
        Ok(())
    }

    fn settle(&mut self) -> io::Result<()> {
        self.out.settle()?;
        self.annotated.as_mut().map_or(Ok(()), StagedWriter::settle)
    }

    fn withdraw(&mut self) -> io::Result<()> {
        self.out.withdraw()?;
        self.annotated.as_mut().map_or(Ok(()), StagedWriter::withdraw)
    }
}

/// Returns the exit code. With `exit_zero` only an error of input or output counts.
fn verdict(summary: &Summary, exit_zero: bool) -> Exit {
    if !summary.is_readable() {
        Exit::IoError
    } else if exit_zero {
        Exit::Agreed
    } else if summary.archives.iter().all(|archive| archive.games == 0 && archive.range.is_none()) {
        Exit::NothingSelected
    } else if summary.counted.contradicted > 0 {
        Exit::Disagreed
    } else if summary.counted.broken > 0 {
        Exit::Warned
    } else {
        Exit::Agreed
    }
}

const fn name(format: AuditFormat) -> &'static str {
    match format {
        AuditFormat::Text => "text",
        AuditFormat::Json => "json",
        AuditFormat::Csv => "csv",
        AuditFormat::Sarif => "sarif",
        AuditFormat::Github => "github",
        AuditFormat::Junit => "junit",
    }
}

/// Returns a progress bar for the bytes of the archives, with a total if all sizes are known.
fn bar(job: &Job) -> ProgressBar {
    let size = |name: &ArchiveName| {
        fs::metadata(name.path()).ok().filter(fs::Metadata::is_file).map(|about| about.len())
    };
    let sizes: Option<u64> = job.archives.iter().map(size).sum();
    output::bytes(sizes)
}

fn trouble(what: &str, error: &io::Error) -> Failure {
    Failure::new(Exit::IoError, format!("{what}: {error}"))
}
