//! Runs a fuzz target on texts and measures time and memory.

use std::{
    collections::HashSet,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    process,
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use peak_alloc::PeakAlloc;

use crate::{Target, corpus};

/// Measures allocated memory.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Maximum processor time for one text.
const LONG: Duration = Duration::from_secs(1);

/// Number of bytes of an outcome that are used to distinguish outcomes.
const OUTLINE: usize = 60;

/// Time after which a text is considered to hang.
const FOR_EVER: Duration = Duration::from_secs(120);

/// The texts read so far, and their maximum cost.
pub(crate) struct Attempts<'a> {
    target: &'static Target,
    watch: &'a Watch,
    pub(crate) count: usize,
    /// Hashes of the outcomes seen so far.
    seen: HashSet<u64>,
    slowest: Duration,
    most: usize,
}

impl Attempts<'_> {
    pub(crate) fn new<'a>(target: &'static Target, watch: &'a Watch) -> Attempts<'a> {
        let (seen, slowest) = (HashSet::new(), Duration::ZERO);
        Attempts { target, watch, count: 0, seen, slowest, most: 0 }
    }

    /// Reads a text. Returns whether its outcome is new.
    ///
    /// # Errors
    ///
    /// The failure, and the path where the text is saved.
    pub(crate) fn read(&mut self, text: &[u8]) -> Result<bool, String> {
        self.watch.begins(self.target, text);
        MEMORY.reset_peak_usage();
        let (before, begin) = (MEMORY.current_usage(), busy());
        let said = lawbook_gate::session::catch(|| (self.target.read)(text));
        let time = busy().saturating_sub(begin);
        let memory = MEMORY.peak_usage().saturating_sub(before);
        self.watch.ends();
        self.count += 1;
        self.slowest = self.slowest.max(time);
        self.most = self.most.max(memory);
        let wrong = match said {
            Err(panic) => format!("it panics: {panic}"),
            Ok(Err(wrong)) => wrong,
            Ok(Ok(_)) if time > LONG => format!("it takes {time:?} to read"),
            Ok(Ok(_)) if memory > self.target.memory => format!("it takes {memory} bytes to read"),
            Ok(Ok(said)) => return Ok(self.seen.insert(outline(&said))),
        };
        Err(format!("{} is read wrongly: {wrong}", keep(self.target, text)))
    }

    pub(crate) fn summary(&self) -> String {
        let Attempts { target, count, seen, slowest, most, .. } = self;
        let (name, seen, most) = (target.name, seen.len(), most >> 10);
        format!("{name}: {count} texts, {seen} outcomes, at most {slowest:.1?} and {most} KiB")
    }
}

/// Processor time of this process, which does not depend on the load of the machine.
fn busy() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    {
        static BEGIN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
        BEGIN.elapsed()
    }
}

/// Hash of the beginning of an outcome, without digits and quoted text, which differ from text to text.
fn outline(said: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    let parts = said.split('"').step_by(2).flat_map(str::bytes);
    let letters = parts.filter(|byte| !byte.is_ascii_digit());
    letters.take(OUTLINE).for_each(|byte| byte.hash(&mut hasher));
    hasher.finish()
}

/// Saves a text in the corpus, where every test run reads it, and returns its path.
fn keep(target: &Target, text: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let folder = corpus(target);
    let path = folder.join(format!("found-{:016x}", hasher.finish()));
    let kept = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, text));
    match kept {
        Ok(()) => path.display().to_string(),
        Err(error) => format!("a text that cannot be kept ({error}): {text:?}"),
    }
}

/// Aborts the process if a text hangs, because a thread cannot be stopped.
#[derive(Clone)]
pub(crate) struct Watch(Arc<Mutex<Option<Reading>>>);

/// Start time, target and text of the current attempt.
type Reading = (Instant, &'static Target, Vec<u8>);

impl Watch {
    pub(crate) fn start() -> Watch {
        let watch = Watch(Arc::default());
        let watching = watch.clone();
        thread::spawn(move || {
            loop {
                thread::sleep(Duration::from_secs(1));
                let reading = watching.0.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((since, target, text)) = &*reading
                    && since.elapsed() > FOR_EVER
                {
                    eprintln!("{} is read for ever", keep(target, text));
                    process::exit(1);
                }
            }
        });
        watch
    }

    fn begins(&self, target: &'static Target, text: &[u8]) {
        let mut reading = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut kept = reading.take().map_or_else(Vec::new, |(.., text)| text);
        kept.clear();
        kept.extend_from_slice(text);
        *reading = Some((Instant::now(), target, kept));
    }

    fn ends(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}
