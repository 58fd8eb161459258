//! Fuzz tests of all parsers. Each target accepts any bytes. It must not panic, run longer than a second, or use too
//! much memory, and parsed data must survive serialization. Texts that once failed are kept in `harness/tests/corpus/`
//! and run first. `harness/docs/fuzzing.md` explains longer runs.

#![allow(clippy::unwrap_used)] // a test

mod archives;
mod attempt;
mod catalogue;
mod mutate;
mod notation;
mod wire;

use std::{env, fs, path::PathBuf, process::ExitCode, time::Instant};

use attempt::{Attempts, Watch};
use libtest_mimic::{Arguments, Failed, Trial};
use mutate::Mutator;

/// A fuzz target: a parser of untrusted bytes.
struct Target {
    name: &'static str,
    /// Valid texts as seeds for mutation.
    seeds: fn() -> Vec<Vec<u8>>,
    /// Dictionary of words for mutation.
    words: &'static [&'static str],
    /// Parses the bytes. Returns a description of the outcome, with details that differ from text to text left out or
    /// quoted; or the failure.
    read: fn(&[u8]) -> Result<String, String>,
    /// Maximum memory, in bytes.
    memory: usize,
}

/// Number of texts if no time is given.
const FEW: usize = 300;

/// Maximum number of texts with new outcomes that are kept as seeds.
const KEPT: usize = 4096;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Time and memory are measured for the whole process, so targets must not run in parallel.
    arguments.test_threads = Some(1);
    let targets = [&notation::TARGETS[..], &wire::TARGETS, &catalogue::TARGETS, &archives::TARGETS];
    let watch = Watch::start();
    let trial = |target: &'static Target| {
        let watch = watch.clone();
        Trial::test(target.name, move || fuzz(target, &watch))
    };
    let mut trials: Vec<Trial> = targets.into_iter().flatten().map(trial).collect();
    let names: Vec<String> =
        targets.into_iter().flatten().map(|one| format!("`{}`", one.name)).collect();
    trials.push(Trial::test("the_page_names_every_target", move || named(&names)));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Checks that the page names every target.
fn named(names: &[String]) -> Result<(), Failed> {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/fuzzing.md"))?;
    let missing: Vec<&String> = names.iter().filter(|one| !page.contains(*one)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("fuzzing.md lacks {missing:?}").into()) }
}

/// Folder with texts that once failed.
fn corpus(target: &Target) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(target.name)
}

/// Parses a number from an environment variable.
fn number(name: &str) -> Result<Option<u64>, Failed> {
    match env::var(name) {
        Err(_) => Ok(None),
        Ok(text) => match text.parse() {
            Ok(number @ 0..=31_536_000) => Ok(Some(number)),
            _ => Err(format!("{name} is {text:?}; expected a number up to 31536000").into()),
        },
    }
}

/// Runs the corpus, and then mutated texts until the time is up.
fn fuzz(target: &'static Target, watch: &Watch) -> Result<(), Failed> {
    let seconds = number("LAWBOOK_FUZZ_SECONDS")?;
    let inputs = number("LAWBOOK_FUZZ_INPUTS")?;
    let seed = match (number("LAWBOOK_FUZZ_SEED")?, seconds) {
        (Some(seed), _) => seed,
        (None, Some(_)) => fastrand::u64(..=31_536_000),
        (None, None) => 1,
    };
    let mut attempts = Attempts::new(target, watch);
    let mut texts = (target.seeds)();
    if let Ok(folder) = fs::read_dir(corpus(target)) {
        for file in folder {
            texts.push(fs::read(file?.path())?);
        }
    }
    for text in &texts {
        attempts.read(text)?;
    }
    let enough = |attempts: &Attempts<'_>, begin: Instant| match (seconds, inputs) {
        (Some(seconds), _) => begin.elapsed().as_secs() >= seconds,
        (None, Some(inputs)) => attempts.count as u64 >= inputs,
        (None, None) => attempts.count >= FEW,
    };
    let mut mutator = Mutator::new(seed, target.words);
    let begin = Instant::now();
    while !enough(&attempts, begin) {
        let text = mutator.next(&texts);
        if attempts.read(&text)? && texts.len() < KEPT {
            texts.push(text);
        }
    }
    if seconds.is_some() || inputs.is_some() {
        eprintln!("{}, seed {seed}", attempts.summary());
    }
    Ok(())
}
