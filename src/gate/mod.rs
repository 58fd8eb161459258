//! The suite as a test target of whoever writes a chess library (feature `gate`).
//!
//! [`main`] is all of it: a test for each case, run by the habits of `cargo test` and of runners that
//! speak its language. What is known to be answered otherwise stands in a [`Baseline`] beside the
//! library's `Cargo.toml`.

mod alone;
#[cfg(feature = "properties")]
mod games;
mod supervised;
mod survey;
mod told;
mod trial;

#[doc(hidden)]
pub use survey::{BaselineUpdate, Survey};

use std::{
    collections::HashSet,
    env,
    ffi::{OsStr, OsString},
    fs, io,
    path::{Path, PathBuf},
    process::{self, ExitCode},
    sync::Arc,
};

use libtest_mimic::{Arguments, Completion, Trial};

#[cfg(feature = "properties")]
use crate::properties::Learned;
use crate::{
    adapter::Implementation,
    catalogue::{Baseline, Case, CaseLevel, Catalogue, Deviation, read_text, regular},
    report::{self, Report},
    runner,
};
use alone::{Note, NoteWriter, Options};
use supervised::{Ends, Journal};
use told::Told;
use trial::{Test, TestOutcome};

/// The name of the file with the baseline, beside the library's `Cargo.toml`.
#[doc(hidden)]
pub const BASELINE: &str = "lawbook.yaml";

/// The largest baseline that is read, in bytes.
const MAX_BASELINE: u64 = 4 << 20;

const HINT: &str = "\
What is to stay like this for now can be listed in lawbook.yaml, so that only what is new fails:
`cargo test --test NAME -- baseline init` with the name of this test target, and `baseline add`,
`baseline check` and `baseline prune` later on.
";

/// Runs the whole suite on one library: the `main` of a test target with `harness = false`.
///
/// The arguments are those of a test binary, or `baseline` with `init`, `add`, `check` or `prune`, or
/// `badge`. The library runs in another process, so that this one can name the test if the library ends it. With
/// `--isolate` each test has a process of its own, so that a library that ends its process ends one test, and
/// `--isolate baseline init` lists such an end as a crash. With `--no-isolate` everything runs in this process. With `--seconds N` each test of random games plays for N seconds; it always has a process of its own unless
/// `--no-isolate` is given.
/// Fails if an answer is wrong that the baseline does not list, or if the baseline does not hold.
///
/// ```no_run
/// // tests/lawbook.rs, with the adapter of the library in place of the reference
/// fn main() -> std::process::ExitCode {
///     lawbook::main(lawbook::adapter::Reference::default())
/// }
/// ```
pub fn main(library: impl Implementation + 'static) -> ExitCode {
    Gate::new([Box::new(library) as Box<dyn Implementation>]).main()
}

/// Some libraries, or versions of one, and what is known of them.
pub struct Gate {
    libraries: Vec<Arc<dyn Implementation>>,
    known: KnownSource,
    level: Option<CaseLevel>,
    /// What has ended a process of the library before, where this one is supervised.
    ends: Arc<Ends>,
}

/// Where the known deviations come from.
enum KnownSource {
    /// From the file with the baseline, if there is one.
    File,
    /// From elsewhere.
    List(Vec<Deviation>),
}

impl Gate {
    /// A gate for these libraries, distinguished by their names.
    pub fn new(libraries: impl IntoIterator<Item = Box<dyn Implementation>>) -> Gate {
        let libraries = libraries.into_iter().map(Arc::from).collect();
        Gate { libraries, known: KnownSource::File, level: None, ends: Arc::default() }
    }

    /// Takes the known deviations from this list, and none from a file.
    #[must_use]
    pub fn with_known(mut self, known: Vec<Deviation>) -> Gate {
        self.known = KnownSource::List(known);
        self
    }

    /// Asks the cases up to this level; without it, those of the level of the baseline, or the core.
    #[must_use]
    pub const fn at(mut self, level: CaseLevel) -> Gate {
        self.level = Some(level);
        self
    }

    /// Does what the arguments of the process say.
    pub fn main(self) -> ExitCode {
        let words: Vec<OsString> = env::args_os().collect();
        let result = match words.get(1).and_then(|word| word.to_str()) {
            Some(alone::ALONE) => self.alone(&words[2..]),
            Some(alone::UNASKED) => self.unasked(&words[2..]),
            Some(supervised::SUPERVISED) => self.supervised(&words[2..]),
            Some(supervised::JOURNALED) => self.journaled(words),
            _ => self.command(words),
        };
        result.unwrap_or_else(|error| {
            say(&mut io::stderr(), &format!("error: {error}\n"));
            ExitCode::FAILURE
        })
    }

    /// Does what a user has asked for, in another process unless it is to be done in this one.
    fn command(self, all: Vec<OsString>) -> Result<ExitCode, String> {
        let (options, words) = Options::take(all.clone())?;
        let is_here = options.isolate == Some(false);
        match words.get(1).and_then(|word| word.to_str()) {
            Some("baseline") => {
                let change = self.change(&words[2..])?;
                match is_here {
                    true => self.baseline(change),
                    false => self.supervise(&words[1..], options, change.1),
                }
            }
            Some("badge") if is_here => self.badge(),
            Some("badge") => self.supervise(&words[1..], options, None),
            _ => {
                let arguments = Arguments::from_iter(words);
                match options.isolate.is_some() || arguments.list {
                    true => self.test(options, &arguments, &Journal::NONE),
                    false => supervised::tests(&all[1..], options.seconds),
                }
            }
        }
    }

    /// Does what the words say in another process.
    fn supervise(
        self,
        words: &[OsString],
        options: Options,
        level: Option<CaseLevel>,
    ) -> Result<ExitCode, String> {
        if options.isolate != Some(true) {
            return supervised::command(words, None);
        }
        let (baseline, _) = self.known()?;
        let level = level.unwrap_or_else(|| self.level(baseline.as_ref()));
        let catalogue = Catalogue::embedded();
        let is_asked = |case: &&Case| case.open.is_none() && case.level <= level;
        let cases = catalogue.cases.iter().filter(is_asked).map(|case| case.id.clone());
        supervised::command(words, Some(&cases.collect::<Vec<_>>()))
    }

    /// Runs tests in this process, and keeps a journal of them for the parent.
    fn journaled(self, mut words: Vec<OsString>) -> Result<ExitCode, String> {
        if words.len() < 3 {
            return Err("it is started by a test".to_owned());
        }
        let journal = Journal::open(&words.remove(2))?;
        words.remove(1);
        let (options, words) = Options::take(words)?;
        let done = self.test(options, &Arguments::from_iter(words), &journal);
        journal.finish();
        done
    }

    /// Does what the words say, and notes what is asked.
    fn supervised(mut self, words: &[OsString]) -> Result<ExitCode, String> {
        let [notes, ends, words @ ..] = words else {
            return Err("it is started by a test".to_owned());
        };
        let notes = Arc::new(NoteWriter::open(notes)?);
        self.note_questions(&notes, ends)?;
        let done = match words.split_first() {
            Some((word, words)) if word == "baseline" => {
                self.change(words).and_then(|change| self.baseline(change))
            }
            Some((word, [id])) if word == supervised::CASE => {
                self.ask_case(id);
                Ok(ExitCode::SUCCESS)
            }
            _ => self.badge(),
        };
        notes.put(&Note::Done(TestOutcome::Passed));
        done
    }

    /// Puts a case to the libraries, whatever they answer: what ends the process is noted.
    fn ask_case(&self, id: &OsStr) {
        let case = id.to_str().and_then(Catalogue::embedded_case);
        for (case, library) in
            case.iter().flat_map(|case| self.libraries.iter().map(move |one| (case, one)))
        {
            let _ = runner::ask_one(case, &library.about().name, library, &[]);
        }
    }

    /// Notes whatever the libraries are asked from now on, and leaves out what has ended a process before.
    fn note_questions(&mut self, notes: &Arc<NoteWriter>, ends: &OsStr) -> Result<(), String> {
        let ends = Arc::new(Ends::read(ends)?);
        self.ends = Arc::clone(&ends);
        let told = |library: &Arc<dyn Implementation>| -> Arc<dyn Implementation> {
            Arc::new(Told::new(Arc::clone(library), Arc::clone(notes), Arc::clone(&ends)))
        };
        self.libraries = self.libraries.iter().map(told).collect();
        Ok(())
    }

    /// Runs the tests that the arguments select.
    fn test(
        self,
        options: Options,
        arguments: &Arguments,
        journal: &Journal,
    ) -> Result<ExitCode, String> {
        let tests = self.tests(options.seconds)?;
        if let (true, Some(filter)) = (arguments.exact, &arguments.filter)
            && !tests.iter().any(|test| test.name == *filter)
        {
            return Err(format!("no test is named {filter:?}; --list shows all"));
        }
        // Runners that list what they skip ask for it so.
        let unasked = match arguments.list && arguments.ignored {
            true => alone::unasked()?,
            false => HashSet::new(),
        };
        let trial = |test: Test| {
            let is_unasked = unasked.contains(&test.name);
            trial(test, options, journal.clone()).with_ignored_flag(is_unasked)
        };
        let conclusion = libtest_mimic::run(arguments, tests.into_iter().map(trial).collect());
        if conclusion.has_failed() && matches!(self.known, KnownSource::File) {
            say(&mut io::stderr(), HINT);
        }
        Ok(conclusion.exit_code())
    }

    /// All tests.
    fn tests(&self, seconds: Option<u64>) -> Result<Vec<Test>, String> {
        let (baseline, known) = self.known()?;
        let games = self.games(&known, seconds);
        let level = self.level(baseline.as_ref());
        let shared = trial::Shared { baseline, known, level };
        let mut tests = trial::all(&self.libraries, &Catalogue::embedded_ids(), shared);
        tests.extend(games);
        Ok(tests)
    }

    /// Runs the test of a name here, and notes in a file what is asked and what comes of it.
    fn alone(mut self, words: &[OsString]) -> Result<ExitCode, String> {
        let [name, notes, ends, seconds] = words else {
            return Err("it is started by a test".to_owned());
        };
        let notes = Arc::new(NoteWriter::open(notes)?);
        self.note_questions(&notes, ends)?;
        let seconds = seconds.to_str().and_then(|number| number.parse().ok());
        let test = self.tests(seconds)?.into_iter().find(|test| *test.name == **name);
        let test = test.ok_or_else(|| format!("no test is named {}", name.display()))?;
        notes.put(&Note::Done((test.run)()));
        Ok(ExitCode::SUCCESS)
    }

    /// NoteWriter in a file the names of the tests of cases that are not asked.
    fn unasked(self, words: &[OsString]) -> Result<ExitCode, String> {
        let [file] = words else { return Err("it is started by a test".to_owned()) };
        let notes = NoteWriter::open(file)?;
        for test in self.tests(None)? {
            if (test.is_unasked)() {
                notes.add(&test.name);
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Prints a line for each library: its score, for a badge.
    fn badge(self) -> Result<ExitCode, String> {
        let (baseline, known) = self.known()?;
        let level = self.level(baseline.as_ref());
        let catalogue = Catalogue::embedded();
        let cases: Vec<&Case> = catalogue.cases.iter().filter(|case| case.level <= level).collect();
        for library in self.libraries {
            let name = library.about().name;
            let run = runner::run(&catalogue, cases.clone(), &[Box::new(library)], &known, || ());
            say(&mut io::stdout(), &report::badge(&Report::new(&run, &catalogue), &name));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// How fine the points are that are asked.
    fn level(&self, baseline: Option<&Baseline>) -> CaseLevel {
        self.level.or(baseline.map(|baseline| baseline.level)).unwrap_or_default()
    }

    /// The baseline, if it is the one in the file, and the known deviations.
    fn known(&self) -> Result<(Option<Baseline>, Vec<Deviation>), String> {
        match &self.known {
            KnownSource::List(known) => Ok((None, known.clone())),
            KnownSource::File => {
                let path = baseline_path();
                let baseline = read_baseline(&path)?;
                if let Some(baseline) = &baseline {
                    baseline.check_owner(&path, self.names())?;
                }
                let known = baseline.as_ref().map(Baseline::deviations).unwrap_or_default();
                Ok((baseline, known))
            }
        }
    }

    fn names(&self) -> impl Iterator<Item = String> {
        self.libraries.iter().map(|library| library.about().name)
    }

    /// A test for each library and strategy for random games.
    #[cfg(feature = "properties")]
    fn games(&self, known: &[Deviation], seconds: Option<u64>) -> Vec<Test> {
        let known = Arc::from(known);
        self.libraries.iter().flat_map(|library| games::all(library, &known, seconds)).collect()
    }

    /// Without the feature `properties` no games are played.
    #[cfg(not(feature = "properties"))]
    #[allow(clippy::unused_self)] // it has the signature of the other
    fn games(&self, _known: &[Deviation], _seconds: Option<u64>) -> Vec<Test> {
        Vec::new()
    }

    /// What the words after `baseline` say, and the level.
    fn change(&self, words: &[OsString]) -> Result<(BaselineUpdate, Option<CaseLevel>), String> {
        const RIGHT: &str = "right would be: baseline init, baseline add, baseline check or \
                             baseline prune, and perhaps a level: core, full or strict";
        let (word, level) = match words {
            [word] => (word, self.level),
            [word, level] => {
                let named = level.to_str().and_then(CaseLevel::named);
                (
                    word,
                    Some(named.ok_or_else(|| format!("{} is no level; {RIGHT}", level.display()))?),
                )
            }
            [] | [_, _, ..] => return Err(format!("one word after baseline; {RIGHT}")),
        };
        let change = word.to_str().and_then(BaselineUpdate::named);
        let change =
            change.ok_or_else(|| format!("{} is no such word; {RIGHT}", word.display()))?;
        Ok((change, level))
    }

    /// Makes, completes, checks or prunes the baseline.
    fn baseline(
        self,
        (change, level): (BaselineUpdate, Option<CaseLevel>),
    ) -> Result<ExitCode, String> {
        let libraries: Vec<&dyn Implementation> =
            self.libraries.iter().map(|library| &**library).collect();
        let path = baseline_path();
        let (mut text, passes, new) = changed(change, level, &path, &libraries)?;
        if let Some(new) = new {
            // All is asked before anything is written: a library that ends the process leaves no file behind.
            #[cfg(feature = "properties")]
            let new = self.with_games(new, change, &mut text);
            write(&path, &new)?;
            text.push_str(&wrote(&path));
        }
        say(&mut io::stdout(), &text);
        Ok(if passes { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// The baseline with what random games show, where it is to list what is new.
    #[cfg(feature = "properties")]
    fn with_games(&self, mut new: Baseline, change: BaselineUpdate, text: &mut String) -> Baseline {
        if matches!(change, BaselineUpdate::Init | BaselineUpdate::Add) {
            // Such a library may end every other game, and each end takes another start.
            if !self.ends.is_empty() {
                text.push_str(
                    "not listed random games: the library ends the process that asks it\n",
                );
                return new;
            }
            let libraries = self
                .libraries
                .iter()
                .map(|library| -> Box<dyn Implementation> { Box::new(Arc::clone(library)) });
            let libraries: Vec<_> = libraries.collect();
            let learned = games::learned(&libraries, &new.deviations());
            text.push_str(&learn(&mut new, &learned));
        }
        new
    }
}

/// The test for the one that runs them, in this process or in one of its own.
fn trial(test: Test, options: Options, journal: Journal) -> Trial {
    let Test { name, plays_games, run, .. } = test;
    let called = name.clone();
    let run: Box<dyn FnOnce() -> TestOutcome + Send> = match options.isolate.unwrap_or(plays_games)
    {
        true => Box::new(move || alone::run(&called, plays_games, options.seconds)),
        false => Box::new(move || {
            let _running = journal.begin(&called);
            run()
        }),
    };
    Trial::ignorable_test(name, move || match run() {
        TestOutcome::Passed => Ok(Completion::Completed),
        TestOutcome::Unasked(why) => Ok(Completion::ignored_with(why)),
        TestOutcome::Failed(text) => Err(text.into()),
    })
}

/// Puts the cases up to a level to these libraries, compares with the baseline in a file, and changes the file.
/// Without a level it is that of the baseline, and of a new one the core.
///
/// Returns what is to be said about it, and whether the baseline holds now.
///
/// # Errors
///
/// The file cannot be read or written, or is there, or is not, when it should be otherwise.
#[doc(hidden)]
pub fn change_baseline(
    change: BaselineUpdate,
    level: Option<CaseLevel>,
    path: &Path,
    libraries: &[&dyn Implementation],
) -> Result<(String, bool), String> {
    let (text, holds, new) = changed(change, level, path, libraries)?;
    let Some(new) = new else { return Ok((text, holds)) };
    write(path, &new)?;
    Ok((text + &wrote(path), holds))
}

/// What is to be said about a change, whether the baseline holds then, and the baseline if it is to be written.
fn changed(
    change: BaselineUpdate,
    level: Option<CaseLevel>,
    path: &Path,
    libraries: &[&dyn Implementation],
) -> Result<(String, bool, Option<Baseline>), String> {
    let old = read_baseline(path)?;
    let shown = path.display();
    let old = match (change, old) {
        (BaselineUpdate::Init, Some(_)) => {
            return Err(format!(
                "{shown} is there already; `add` adds to it what is new, `prune` takes out what has gone"
            ));
        }
        (BaselineUpdate::Init, None) => Baseline::new(),
        (_, Some(old)) => {
            old.check_owner(path, libraries.iter().map(|one| one.about().name))?;
            old
        }
        (_, None) => return Err(format!("{shown} is not there; `init` makes it")),
    };
    let old = Baseline { level: level.unwrap_or(old.level), ..old };
    let survey = Survey::new(&Catalogue::embedded(), libraries, &old);
    let new = survey.changed(change);
    let text = survey.text(change);
    Ok(match change {
        BaselineUpdate::Check => (text, survey.holds(), None),
        BaselineUpdate::Init | BaselineUpdate::Add | BaselineUpdate::Prune => {
            (text, true, Some(new))
        }
    })
}

fn wrote(path: &Path) -> String {
    format!("wrote {}\n", path.display())
}

/// Plays random games, those of the tests and more like them, and adds to the baseline in a file what the
/// disagreements in them have in common that neither the baseline nor `known` explains.
///
/// Returns what is to be said about it.
///
/// # Errors
///
/// The file cannot be read or written.
#[cfg(feature = "properties")]
#[doc(hidden)]
pub fn add_games(
    path: &Path,
    libraries: &[Box<dyn Implementation>],
    known: &[Deviation],
) -> Result<String, String> {
    let mut known = known.to_vec();
    known.extend(read_baseline(path)?.iter().flat_map(Baseline::deviations));
    add_learned(path, &games::learned(libraries, &known))
}

/// Adds what was learned from random games to the baseline in a file, which is made if it is not there.
///
/// Returns what is to be said about it.
///
/// # Errors
///
/// The file cannot be read or written.
#[cfg(feature = "properties")]
#[doc(hidden)]
pub fn add_learned(path: &Path, learned: &[Learned]) -> Result<String, String> {
    let mut baseline = read_baseline(path)?.unwrap_or_default();
    let mut text = learn(&mut baseline, learned);
    if learned.iter().any(|one| one.condition.is_some()) {
        write(path, &baseline)?;
        text.push_str(&wrote(path));
    }
    Ok(text)
}

/// Adds to a baseline what was learned from random games, and says so.
#[cfg(feature = "properties")]
fn learn(baseline: &mut Baseline, learned: &[Learned]) -> String {
    let mut text = String::new();
    for one in learned {
        let Learned { diagnosis, differing, agreeing, condition, .. } = one;
        match condition {
            Some(condition) => text.push_str(&format!(
                "inferred   {diagnosis}: when {condition}, as in all {differing} and {}\n",
                one.met_rightly()
            )),
            None => text.push_str(&format!(
                "not listed {diagnosis}: no condition tells {differing} answers from {agreeing} right ones\n"
            )),
        }
        let listed = baseline.libraries.entry(diagnosis.library.clone()).or_default();
        listed.deviations.extend(one.deviation());
    }
    text
}

/// The known deviations that the baseline in a file lists; none if there is no file.
///
/// # Errors
///
/// The file cannot be read, or holds no baseline.
#[doc(hidden)]
pub fn listed_deviations(path: &Path) -> Result<Vec<Deviation>, String> {
    Ok(read_baseline(path)?.map_or_else(Vec::new, |baseline| baseline.deviations()))
}

/// The baseline in this file; none if there is no file.
///
/// # Errors
///
/// The file cannot be read, is no regular file, is larger than 4 MiB, or holds no baseline.
#[doc(hidden)]
pub fn read_baseline(path: &Path) -> Result<Option<Baseline>, String> {
    let shown = path.display().to_string();
    let text = match regular(path).and_then(|()| read_text(path, MAX_BASELINE)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("cannot read {shown}: {error}")),
    };
    Baseline::read(&shown, &text).map(Some).map_err(|problem| problem.bare())
}

/// Writes a baseline to a file, which is there as it was or as it is to be.
fn write(path: &Path, baseline: &Baseline) -> Result<(), String> {
    // A link is left in its place, and the file behind it is written.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut beside = OsString::from(&path);
    beside.push(format!(".{}", process::id()));
    let written = fs::write(&beside, baseline.write()).and_then(|()| fs::rename(&beside, &path));
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        format!("cannot write {}: {error}", path.display())
    })
}

/// Where the baseline of the package under test is; cargo says which that is.
fn baseline_path() -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default().join(BASELINE)
}

/// Writes; a reader that has gone away is no trouble.
fn say(out: &mut dyn io::Write, text: &str) {
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
