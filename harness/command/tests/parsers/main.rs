//! Fuzz tests of all parsers. Each target accepts any bytes. It must not panic, run longer than a second, or use too
//! much memory, and parsed data must survive serialization. Texts that once failed are kept in `harness/command/tests/corpus/`
//! and run first. `harness/docs/fuzzing.md` explains longer runs.

#![allow(clippy::unwrap_used)] // a test

mod archives;
mod catalogue;
mod notation;
mod wire;

use std::{env, fs, path::PathBuf, process::ExitCode, sync::mpsc, thread, time::Duration};

use libtest_mimic::{Arguments, Failed, Trial};
use peak_alloc::PeakAlloc;
use proptest::{
    prelude::*,
    sample::{Index, select},
    test_runner::{Config, RngSeed, TestError, TestRunner},
};

/// Measures allocated memory.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Maximum length of a changed text, in bytes.
const LONGEST: usize = 1 << 16;

/// Maximum processor time for one text.
const LONG: Duration = Duration::from_secs(1);

/// Time after which a text is considered to hang.
const FOR_EVER: Duration = Duration::from_secs(120);

/// What has a special meaning in some format, and numbers close to overflow limits.
const SPECIAL: &str = "\0 \t \n \r \" # $ % & ' ( ) * + , - . / 0 1 8 9 : ; < = > ? @ A Z [ \\ ] ^ _ ` a z { | } ~ \
                       \x7f \u{80} \u{feff} -1 255 256 65536 2147483648 4294967295 4294967296 \
                       9223372036854775808 18446744073709551615 1e400";

/// A fuzz target: a parser of untrusted bytes.
struct Target {
    name: &'static str,
    /// Valid texts as seeds for mutation.
    seeds: fn() -> Vec<Vec<u8>>,
    /// Dictionary of words for mutation.
    words: &'static [&'static str],
    /// Parses the bytes, and returns the failure.
    read: fn(&[u8]) -> Result<(), String>,
    /// Maximum memory, in bytes.
    memory: usize,
}

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Time and memory are measured for the whole process, so targets must not run in parallel.
    arguments.test_threads = Some(1);
    let targets = [&notation::TARGETS[..], &wire::TARGETS, &catalogue::TARGETS, &archives::TARGETS];
    let trial = |target: &'static Target| Trial::test(target.name, move || fuzz(target));
    let trials = targets.into_iter().flatten().map(trial).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Reads the corpus, and then changed texts: as many as `PROPTEST_CASES` says, or a few that are always the same.
fn fuzz(target: &'static Target) -> Result<(), Failed> {
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(target.name);
    let mut texts = (target.seeds)();
    for file in fs::read_dir(&corpus).into_iter().flatten() {
        texts.push(fs::read(file?.path())?);
    }
    let check = checker(target);
    for text in &texts {
        check(text).map_err(|wrong| format!("{wrong}\n{}", String::from_utf8_lossy(text)))?;
    }
    let mut config =
        Config { failure_persistence: None, max_shrink_time: 60_000, ..Config::default() };
    if env::var_os("PROPTEST_CASES").is_none() {
        config.rng_seed = RngSeed::Fixed(1);
    }
    let checked = TestRunner::new(config)
        .run(&changed(texts, target.words), |text| check(&text).map_err(TestCaseError::fail));
    match checked {
        Err(TestError::Fail(wrong, text)) => {
            fs::create_dir_all(&corpus)?;
            let path = corpus.join("found");
            fs::write(&path, &text)?;
            Err(format!("{} is read wrongly: {wrong}", path.display()).into())
        }
        other => Ok(other?),
    }
}

/// One of these texts with one or a few changes: a part, usually short, becomes something else.
fn changed(texts: Vec<Vec<u8>>, words: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let words: Vec<&str> = SPECIAL.split(' ').chain([" "]).chain(words.iter().copied()).collect();
    let length = prop_oneof![3 => 0..=16_usize, 1 => 0..=LONGEST];
    let new = prop_oneof![
        1 => Just(New::Text(Vec::new())),
        1 => any::<u8>().prop_map(|byte| New::Text(vec![byte])),
        3 => select(words).prop_map(|word| New::Text(word.into())),
        1 => (1..=256_usize).prop_map(New::Repeated),
        1 => (0..8_u8).prop_map(|bit| New::Flipped(1 << bit)),
        1 => (any::<Index>(), any::<Index>()).prop_map(|(which, at)| New::Other(which, at)),
    ];
    let changes = prop::collection::vec((any::<Index>(), length, new), 1..8);
    (any::<Index>(), changes).prop_map(move |(which, changes)| {
        let mut text = which.get(&texts).clone();
        for (at, length, new) in changes {
            let place = part(&text, at, length);
            let old = text[place.clone()].to_vec();
            let new = match new {
                New::Text(new) => new,
                New::Repeated(times) => old.repeat(times.min(LONGEST / old.len().max(1))),
                New::Flipped(bits) => old.iter().map(|byte| byte ^ bits).collect(),
                New::Other(which, at) => {
                    let other = which.get(&texts);
                    other[part(other, at, length)].to_vec()
                }
            };
            text.splice(place, new);
            text.truncate(LONGEST);
        }
        text
    })
}

/// Something for a part of a text.
#[derive(Clone, Debug)]
enum New {
    Text(Vec<u8>),
    /// The part itself.
    Repeated(usize),
    /// The part with changed bits.
    Flipped(u8),
    /// A part of another text.
    Other(Index, Index),
}

/// The range that begins at an index, and has this length if the text is long enough.
fn part(text: &[u8], at: Index, length: usize) -> std::ops::Range<usize> {
    let start = at.index(text.len() + 1);
    start..(start + length).min(text.len())
}

/// Returns a function that reads a text, and measures time and memory.
fn checker(target: &'static Target) -> impl Fn(&[u8]) -> Result<(), String> {
    let (texts, inbox) = mpsc::channel::<Vec<u8>>();
    let (outbox, outcomes) = mpsc::channel();
    // A thread that hangs cannot be stopped, and ends with the process.
    thread::spawn(move || {
        let read = |text: Vec<u8>| lawbook_gate::session::catch(|| (target.read)(&text));
        inbox.into_iter().try_for_each(|text| outbox.send(read(text)))
    });
    move |text| {
        MEMORY.reset_peak_usage();
        let (before, begin) = (MEMORY.current_usage(), busy());
        texts.send(text.to_vec()).map_err(|error| error.to_string())?;
        let outcome = outcomes.recv_timeout(FOR_EVER).map_err(|_| "it is read for ever")?;
        let time = busy().saturating_sub(begin);
        let memory = MEMORY.peak_usage().saturating_sub(before);
        outcome.map_err(|panic| format!("it panics: {panic}"))??;
        match time > LONG {
            true => Err(format!("it takes {time:?} to read")),
            false if memory > target.memory => Err(format!("it takes {memory} bytes to read")),
            false => Ok(()),
        }
    }
}

/// Processor time of this process, which does not depend on the load of the machine.
#[cfg(unix)]
fn busy() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(unix))]
fn busy() -> Duration {
    static BEGIN: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    BEGIN.elapsed()
}
