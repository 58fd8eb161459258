//! Whatever is read from outside, read in as many ways as there is time for: each target takes any bytes, and
//! must neither panic, nor think for longer than a second, nor ask for more memory than it needs, and what it
//! reads must be what it writes. Texts that once did harm are kept in `harness/tests/corpus/` and read first;
//! `harness/docs/fuzzing.md` says how to go on for longer.

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

/// Something that reads bytes from outside.
struct Target {
    name: &'static str,
    /// Texts of the right kind, from which others are made.
    seeds: fn() -> Vec<Vec<u8>>,
    /// What belongs into such a text.
    words: &'static [&'static str],
    /// Reads the bytes: what came of it, in words in which what differs from text to text is left out or in
    /// quotes; or what is wrong with that.
    read: fn(&[u8]) -> Result<String, String>,
    /// How much memory it may ask for, in bytes.
    memory: usize,
}

/// How many texts are tried where no time is given.
const FEW: usize = 300;

/// Texts that have led to something new are kept, up to this number, and others are made from them.
const KEPT: usize = 4096;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Time and memory are those of the whole process.
    arguments.test_threads = Some(1);
    let targets = [&notation::TARGETS[..], &wire::TARGETS, &catalogue::TARGETS, &archives::TARGETS];
    let watch = Watch::start();
    let trial = |target: &'static Target| {
        let watch = watch.clone();
        Trial::test(target.name, move || fuzz(target, &watch))
    };
    let trials = targets.into_iter().flatten().map(trial).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Where texts that once did harm are kept.
fn corpus(target: &Target) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(target.name)
}

/// A number from the environment.
fn number(name: &str) -> Result<Option<u64>, Failed> {
    match env::var(name) {
        Err(_) => Ok(None),
        Ok(text) => match text.parse() {
            Ok(number @ 0..=31_536_000) => Ok(Some(number)),
            _ => Err(format!("{name} is {text:?}; right would be a number up to 31536000").into()),
        },
    }
}

/// Reads what is kept, and then as many others as there is time for.
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
