//! Runs the suite as a test target of a chess library (feature `gate`).
//!
//! [`main`] is the entry point. It runs one test per case and follows the conventions of `cargo test` and of compatible
//! runners. Known disagreements are listed in a [`Baseline`] next to the library's `Cargo.toml`.

mod failures;
mod games;
mod isolated;
mod logged;
mod supervised;
mod survey;
mod test_runner;
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

use crate::properties::Learned;
use crate::{
    report::{self, Report},
    runner,
};
use failures::FailureReport;
use isolated::{NoteFile, Options, ProgressNote};
use lawbook_catalogue::{
    Baseline, Case, CaseLevel, Catalogue, Deviation,
    adapter::{Implementation, wire},
    read_text, regular,
};
use logged::LoggedLibrary;
use supervised::CrashList;
use test_runner::{Arguments, Trial};
use trial::{Test, TestOutcome};

/// Name of the baseline file, located next to the library's `Cargo.toml`.
#[doc(hidden)]
pub const BASELINE: &str = "lawbook.yaml";

/// Maximum size of a baseline, in bytes.
const MAX_BASELINE: u64 = 4 << 20;

const HINT: &str = "\
To accept these answers for now, list them in lawbook.yaml; then only new disagreements fail:
`cargo test --test NAME -- baseline init` with the name of this test target, and `baseline add`,
`baseline check` and `baseline prune` later on.
";

/// An error with a baseline file.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BaselineError {
    /// It is not a baseline, or one of other libraries, or it names what does not exist.
    #[error("{0}")]
    Invalid(String),
    /// It cannot be read or written, or it exists and should not, or the other way round.
    #[error("{0}")]
    File(String),
}

impl From<BaselineError> for String {
    fn from(error: BaselineError) -> String {
        error.to_string()
    }
}

/// Runs the whole suite on one library. Call it from the `main` of a test target with `harness = false`.
///
/// The arguments are those of a test binary, or `baseline` with `init`, `add`, `check` or `prune`, or `badge`, or `serve`,
/// which answers the requests of the command `lawbook` on standard input.
///
/// A library that crashes ends this process. With `--isolate` each test has a process of its own: a crash then fails only
/// that test, with the question that caused it, and `--isolate baseline init` lists it. With `--seconds N` each test of
/// random games plays for N seconds.
///
/// The run fails if an answer is wrong and not listed in the baseline, or if the baseline is outdated.
///
/// ```no_run
/// // tests/lawbook.rs; replace the reference by the adapter of the library
/// fn main() -> std::process::ExitCode {
///     lawbook_suite::main(lawbook_catalogue::adapter::Reference::default())
/// }
/// ```
pub fn main(library: impl Implementation + 'static) -> ExitCode {
    Gate::new([Box::new(library) as Box<dyn Implementation>]).main()
}

/// Runs the suite on several libraries, or several versions of one, with their known deviations.
pub struct Gate {
    libraries: Vec<Arc<dyn Implementation>>,
    known: KnownSource,
    level: Option<CaseLevel>,
    /// The crashes of earlier processes, if this process is supervised.
    ends: Arc<CrashList>,
}

/// The source of the known deviations.
enum KnownSource {
    /// The baseline file, if it exists.
    File,
    /// The given list.
    List(Vec<Deviation>),
}

impl Gate {
    /// Creates a gate for these libraries, which must have different names.
    pub fn new(libraries: impl IntoIterator<Item = Box<dyn Implementation>>) -> Gate {
        let libraries = libraries.into_iter().map(Arc::from).collect();
        Gate { libraries, known: KnownSource::File, level: None, ends: Arc::default() }
    }

    /// Uses this list of known deviations instead of the baseline file.
    #[must_use]
    pub fn with_known(mut self, known: Vec<Deviation>) -> Gate {
        self.known = KnownSource::List(known);
        self
    }

    /// Limits the cases to those up to `level`. The default is the level of the baseline, or the core without a
    /// baseline.
    #[must_use]
    pub const fn at(mut self, level: CaseLevel) -> Gate {
        self.level = Some(level);
        self
    }

    /// Runs the command in the arguments of the process.
    pub fn main(self) -> ExitCode {
        let words: Vec<OsString> = env::args_os().collect();
        let result = match words.get(1).and_then(|word| word.to_str()) {
            Some(isolated::ALONE) => self.alone(&words[2..]),
            Some(isolated::UNASKED) => self.unasked(&words[2..]),
            Some(supervised::SUPERVISED) => self.supervised(&words[2..]),
            _ => self.command(words),
        };
        result.unwrap_or_else(|error| {
            say(&mut io::stderr(), &format!("error: {error}\n"));
            ExitCode::FAILURE
        })
    }

    /// Runs a command of the user.
    fn command(self, words: Vec<OsString>) -> Result<ExitCode, String> {
        let (options, words) = Options::take(words)?;
        match words.get(1).and_then(|word| word.to_str()) {
            Some("baseline") => {
                let change = self.change(&words[2..])?;
                match options.isolate {
                    true => self.supervise(&words[1..], change.1),
                    false => self.baseline(change),
                }
            }
            Some("serve") => self.serve(),
            Some("badge") if options.isolate => self.supervise(&words[1..], None),
            Some("badge") => self.badge(),
            _ => self.test(options, &Arguments::read(&words[1..])?),
        }
    }

    /// Runs a command in child processes.
    fn supervise(self, words: &[OsString], level: Option<CaseLevel>) -> Result<ExitCode, String> {
        let (baseline, _) = self.known()?;
        let level = level.unwrap_or_else(|| self.level(baseline.as_ref()));
        let catalogue = Catalogue::embedded();
        let is_asked = |case: &&Case| case.open.is_none() && case.level <= level;
        let cases = catalogue.cases.iter().filter(is_asked).map(|case| case.id.clone());
        supervised::command(words, &cases.collect::<Vec<_>>())
    }

    /// Runs a command of the supervising parent, and logs every question.
    fn supervised(mut self, words: &[OsString]) -> Result<ExitCode, String> {
        let [notes, ends, words @ ..] = words else {
            return Err("this command is internal; the test binary starts it".to_owned());
        };
        let notes = Arc::new(NoteFile::open(notes)?);
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
        notes.put(&ProgressNote::Done(TestOutcome::Passed));
        done
    }

    /// Asks the libraries the questions of a case and discards the answers. The note file records a crash.
    fn ask_case(&self, id: &OsStr) {
        let case = id.to_str().and_then(Catalogue::embedded_case);
        for (case, library) in
            case.iter().flat_map(|case| self.libraries.iter().map(move |one| (case, one)))
        {
            let _ = runner::ask_one(case, &library.about().name, library, &[]);
        }
    }

    /// Logs every question to the libraries from now on. Questions that crashed an earlier process are not asked again.
    fn note_questions(&mut self, notes: &Arc<NoteFile>, ends: &OsStr) -> Result<(), String> {
        let ends = Arc::new(CrashList::read(ends)?);
        self.ends = Arc::clone(&ends);
        let told = |library: &Arc<dyn Implementation>| -> Arc<dyn Implementation> {
            Arc::new(LoggedLibrary::new(Arc::clone(library), Arc::clone(notes), Arc::clone(&ends)))
        };
        self.libraries = self.libraries.iter().map(told).collect();
        Ok(())
    }

    /// Runs the tests selected by the arguments.
    fn test(self, options: Options, arguments: &Arguments) -> Result<ExitCode, String> {
        let tests = self.tests(options.seconds)?;
        let is_test = |name: &str| tests.iter().any(|test| test.name == name);
        if let Some(filter) = arguments.unknown(is_test) {
            return Err(format!("no test is named {filter:?}; --list shows all"));
        }
        // Runners list ignored tests with `--list --ignored`.
        let unasked = match arguments.ignored {
            true => isolated::unasked()?,
            false => HashSet::new(),
        };
        let trial = |test: Test| {
            let is_unasked = unasked.contains(&test.name);
            Trial { is_unasked, ..trial(test, options) }
        };
        let failures = FailureReport::new(self.libraries.iter().map(|one| one.about()));
        let tests = tests.into_iter().map(trial).collect();
        let (code, has_failed) = test_runner::run(arguments, tests, failures);
        if has_failed && matches!(self.known, KnownSource::File) {
            say(&mut io::stderr(), HINT);
        }
        Ok(code)
    }

    /// Returns all tests.
    fn tests(&self, seconds: Option<u64>) -> Result<Vec<Test>, String> {
        let (baseline, known) = self.known()?;
        let games = self.games(&known, seconds);
        let level = self.level(baseline.as_ref());
        let shared = trial::Shared { baseline, known, level };
        let mut tests = trial::all(&self.libraries, &Catalogue::embedded_ids(), shared);
        tests.extend(games);
        Ok(tests)
    }

    /// Runs a single test in this process, and writes its questions and its result to the note file.
    fn alone(mut self, words: &[OsString]) -> Result<ExitCode, String> {
        let [name, notes, ends, seconds] = words else {
            return Err("this command is internal; the test binary starts it".to_owned());
        };
        let notes = Arc::new(NoteFile::open(notes)?);
        self.note_questions(&notes, ends)?;
        let seconds = seconds.to_str().and_then(|number| number.parse().ok());
        let test = self.tests(seconds)?.into_iter().find(|test| *test.name == **name);
        let test = test.ok_or_else(|| format!("unknown test {}", name.display()))?;
        notes.put(&ProgressNote::Done((test.run)()));
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the names of the tests of unasked cases to a file.
    fn unasked(self, words: &[OsString]) -> Result<ExitCode, String> {
        let [file] = words else {
            return Err("this command is internal; the test binary starts it".to_owned());
        };
        let notes = NoteFile::open(file)?;
        for test in self.tests(None)? {
            if (test.is_unasked)() {
                notes.add(&test.name);
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Answers the requests on standard input as an adapter, in the line protocol.
    fn serve(self) -> Result<ExitCode, String> {
        let [library] = self.libraries.as_slice() else {
            let count = self.libraries.len();
            return Err(format!("`serve` is for one library, and this gate has {count}"));
        };
        wire::serve(library.as_ref(), io::stdin().lock(), io::stdout().lock())
            .map_err(|error| error.to_string())?;
        Ok(ExitCode::SUCCESS)
    }

    /// Prints one line per library with its score, for a badge.
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

    /// Returns the level of the cases to ask.
    fn level(&self, baseline: Option<&Baseline>) -> CaseLevel {
        self.level.or(baseline.map(|baseline| baseline.level)).unwrap_or_default()
    }

    /// Returns the baseline, if it is read from the file, and the known deviations.
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

    /// Returns one test per library and strategy of random games.
    fn games(&self, known: &[Deviation], seconds: Option<u64>) -> Vec<Test> {
        let known = Arc::from(known);
        self.libraries.iter().flat_map(|library| games::all(library, &known, seconds)).collect()
    }

    /// Parses the words after `baseline`: the change and the level.
    fn change(&self, words: &[OsString]) -> Result<(BaselineUpdate, Option<CaseLevel>), String> {
        const RIGHT: &str = "expected baseline init, baseline add, baseline check or baseline prune, optionally with \
            a level: core, full or strict";
        let (word, level) = match words {
            [word] => (word, self.level),
            [word, level] => {
                let named = level.to_str().and_then(CaseLevel::named);
                (
                    word,
                    Some(
                        named
                            .ok_or_else(|| format!("unknown level {}; {RIGHT}", level.display()))?,
                    ),
                )
            }
            [] | [_, _, ..] => {
                return Err(format!("wrong number of words after `baseline`; {RIGHT}"));
            }
        };
        let change = word.to_str().and_then(BaselineUpdate::named);
        let change = change.ok_or_else(|| format!("unknown word {}; {RIGHT}", word.display()))?;
        Ok((change, level))
    }

    /// Creates, extends, checks or prunes the baseline.
    fn baseline(
        self,
        (change, level): (BaselineUpdate, Option<CaseLevel>),
    ) -> Result<ExitCode, String> {
        let libraries: Vec<&dyn Implementation> =
            self.libraries.iter().map(|library| &**library).collect();
        let path = baseline_path();
        let (mut text, passes, new) = changed(change, level, &path, &libraries)?;
        if let Some(new) = new {
            // Writes nothing before the last question has been answered, so that a crash leaves no file.
            let new = self.with_games(new, change, &mut text);
            write(&path, &new)?;
            text.push_str(&wrote(&path));
        }
        say(&mut io::stdout(), &text);
        Ok(if passes { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Adds the disagreements in random games to a baseline that is created or extended.
    fn with_games(&self, mut new: Baseline, change: BaselineUpdate, text: &mut String) -> Baseline {
        if matches!(change, BaselineUpdate::Init | BaselineUpdate::Add) {
            // Such a library may crash in every other game, and each crash requires a new process.
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

/// Converts a test for the test runner; it runs in this process or in one of its own.
fn trial(test: Test, options: Options) -> Trial {
    let Test { name, plays_games, run, .. } = test;
    let called = name.clone();
    let run: Box<dyn FnOnce() -> TestOutcome + Send> = match options.isolate {
        true => Box::new(move || isolated::run(&called, plays_games, options.seconds)),
        false => run,
    };
    Trial { name, is_unasked: false, run }
}

/// Asks the libraries the cases up to `level`, compares the answers with the baseline in the file `path`, and changes
/// the file. The default level is that of the baseline, or the core for a new one.
///
/// Returns a text for the user, and whether the baseline holds after the change.
///
/// # Errors
///
/// Returns an error if the file cannot be read or written, if `Init` finds an existing file, or if another change finds
/// none.
#[doc(hidden)]
pub fn change_baseline(
    change: BaselineUpdate,
    level: Option<CaseLevel>,
    path: &Path,
    libraries: &[&dyn Implementation],
) -> Result<(String, bool), BaselineError> {
    let (text, holds, new) = changed(change, level, path, libraries)?;
    let Some(new) = new else { return Ok((text, holds)) };
    write(path, &new)?;
    Ok((text + &wrote(path), holds))
}

/// Returns a text for the user, whether the baseline holds after the change, and the baseline to be written, if any.
fn changed(
    change: BaselineUpdate,
    level: Option<CaseLevel>,
    path: &Path,
    libraries: &[&dyn Implementation],
) -> Result<(String, bool, Option<Baseline>), BaselineError> {
    let shown = path.display();
    let old = match (change, read_baseline(path)) {
        // Whatever the file is, `init` would overwrite it.
        (BaselineUpdate::Init, Ok(Some(_)) | Err(BaselineError::Invalid(_))) => {
            return Err(BaselineError::File(format!(
                "{shown} already exists; `add` adds new disagreements to it, `prune` removes those that no longer occur"
            )));
        }
        (_, Err(error)) => return Err(error),
        (BaselineUpdate::Init, Ok(None)) => Baseline::new(),
        (_, Ok(Some(old))) => {
            old.check_owner(path, libraries.iter().map(|one| one.about().name))
                .map_err(BaselineError::Invalid)?;
            old
        }
        (_, Ok(None)) => {
            return Err(BaselineError::File(format!("{shown} does not exist; `init` creates it")));
        }
    };
    let old = Baseline { level: level.unwrap_or(old.level), ..old };
    let catalogue = Catalogue::embedded();
    if matches!(change, BaselineUpdate::Check | BaselineUpdate::Add) {
        old.check_names(path, &catalogue).map_err(BaselineError::Invalid)?;
    }
    let survey = Survey::new(&catalogue, libraries, &old);
    if matches!(change, BaselineUpdate::Init | BaselineUpdate::Add)
        && let Some((library, says)) = survey.given_up()
    {
        return Err(BaselineError::File(format!(
            "{library} was given up before all questions were asked ({says}), so that the list would excuse what was never \
             asked; correct that first, or allow more time with --timeout"
        )));
    }
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

/// Plays random games, those of the tests and more of the same kind, and adds entries to the baseline in the file
/// `path`. The entries explain disagreements that neither the baseline nor `known` explains.
///
/// Returns a text for the user.
///
/// # Errors
///
/// Returns an error if the file cannot be read or written.
#[doc(hidden)]
pub fn add_games(
    path: &Path,
    libraries: &[Box<dyn Implementation>],
    known: &[Deviation],
) -> Result<String, BaselineError> {
    let mut known = known.to_vec();
    known.extend(read_baseline(path)?.iter().flat_map(Baseline::deviations));
    add_learned(path, &games::learned(libraries, &known))
}

/// Adds entries learned from random games to the baseline in the file `path`, which is created if it does not exist.
///
/// Returns a text for the user.
///
/// # Errors
///
/// Returns an error if the file cannot be read or written.
#[doc(hidden)]
pub fn add_learned(path: &Path, learned: &[Learned]) -> Result<String, BaselineError> {
    let mut baseline = read_baseline(path)?.unwrap_or_default();
    let mut text = learn(&mut baseline, learned);
    if learned.iter().any(|one| one.condition.is_some()) {
        write(path, &baseline)?;
        text.push_str(&wrote(path));
    }
    Ok(text)
}

/// Adds entries learned from random games to a baseline, and returns a text for the user.
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

/// Returns the known deviations listed in a baseline file, or an empty list if the file does not exist.
///
/// # Errors
///
/// Returns an error if the file cannot be read or is not a baseline.
#[doc(hidden)]
pub fn listed_deviations(path: &Path) -> Result<Vec<Deviation>, BaselineError> {
    Ok(read_baseline(path)?.map_or_else(Vec::new, |baseline| baseline.deviations()))
}

/// Reads a baseline file; `None` if it does not exist.
///
/// # Errors
///
/// Returns an error if the file cannot be read, is not a regular file, exceeds 4 MiB, or is not a baseline.
#[doc(hidden)]
pub fn read_baseline(path: &Path) -> Result<Option<Baseline>, BaselineError> {
    let shown = path.display().to_string();
    let text = match regular(path).and_then(|()| read_text(path, MAX_BASELINE)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(BaselineError::File(format!("cannot read {shown}: {error}"))),
    };
    Baseline::read(&shown, &text)
        .map(Some)
        .map_err(|problem| BaselineError::Invalid(problem.with_user_path()))
}

/// Writes a baseline atomically: the file has either its old or its new contents.
fn write(path: &Path, baseline: &Baseline) -> Result<(), BaselineError> {
    // A symbolic link is kept, and its target is written.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut beside = OsString::from(&path);
    beside.push(format!(".{}", process::id()));
    let written = fs::write(&beside, baseline.write()).and_then(|()| fs::rename(&beside, &path));
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        BaselineError::File(format!("cannot write {}: {error}", path.display()))
    })
}

/// Returns the path of the baseline of the package under test, which cargo passes in the environment.
fn baseline_path() -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default().join(BASELINE)
}

/// Writes a text and ignores errors, such as a closed pipe.
fn say(out: &mut dyn io::Write, text: &str) {
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
