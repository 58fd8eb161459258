//! Runs tests by the conventions of `cargo test`: the arguments of a test binary, its lists and its exit codes.
//!
//! Tests that pass, and those of cases that are not asked, are counted, and not printed one by one, so that they do not
//! hide the failures. Wrong answers to cases are shown by their causes.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fmt::Write,
    io,
    num::NonZero,
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Instant,
};

use serde_json::json;

use super::{failures::FailureReport, say, trial::TestOutcome};
use crate::report::{self, counted};

/// Exit code of a run with a failed test, as of other test binaries.
const FAILED: u8 = 101;

const HELP: &str = "\
Usage: [OPTIONS] [FILTER]...   runs the tests with one of the filters in their name
       baseline init|add|check|prune [LEVEL]
       badge
       serve          answers the requests of the command `lawbook` on standard input

Options:
      --exact              Match whole names
      --skip FILTER        Skip tests with this text in their name (may be repeated)
      --list               List the tests instead of running them
      --ignored            Only tests of cases that are not asked
      --include-ignored    No effect: all tests are always tried
      --test-threads N     The number of tests that run at the same time
      --format FORMAT      terse (the default), pretty (a line for each test that passes, too) or json
  -q, --quiet              The same as --format terse
      --isolate            Run each test in a process of its own
      --seconds N          Playing time of each test of random games
";

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Format {
    /// A line for each test that fails, the causes, and the summary.
    #[default]
    Terse,
    /// In addition, a line for each test that passes.
    Pretty,
    /// A line of JSON for each event.
    Json,
}

/// The arguments of a test binary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Arguments {
    /// Only print the help.
    help: bool,
    /// Only list the tests.
    pub(super) list: bool,
    /// Only tests of cases that are not asked.
    pub(super) ignored: bool,
    exact: bool,
    filters: Vec<String>,
    skip: Vec<String>,
    threads: Option<NonZero<usize>>,
    format: Format,
}

/// A test that is ready to run.
pub(super) struct Trial {
    /// Its name.
    pub(super) name: String,
    /// Whether its case is known not to be asked.
    pub(super) is_unasked: bool,
    /// Runs it.
    pub(super) run: Box<dyn FnOnce() -> TestOutcome + Send>,
}

impl Arguments {
    /// Reads the arguments after the name of the program.
    pub(super) fn read(words: &[OsString]) -> Result<Arguments, String> {
        let mut read = Arguments::default();
        let mut words = words.iter().map(|word| word.to_string_lossy().into_owned());
        while let Some(word) = words.next() {
            let (option, mut value) = match word.split_once('=') {
                Some((option, value)) if option.starts_with("--") => {
                    (option.to_owned(), Some(value.to_owned()))
                }
                _ => (word, None),
            };
            let mut value = || {
                let value = value.take().or_else(|| words.next());
                value.ok_or_else(|| format!("{option} needs a value; see --help"))
            };
            match option.as_str() {
                "--list" => read.list = true,
                "--exact" => read.exact = true,
                "--ignored" => read.ignored = true,
                "-q" | "--quiet" => read.format = Format::Terse,
                "--skip" => read.skip.push(value()?),
                "--format" => read.format = format(&value()?)?,
                "--test-threads" => {
                    let number = value()?;
                    let threads = number.parse().map_err(|_| {
                        format!("--test-threads needs a whole number from 1, and not {number:?}")
                    })?;
                    read.threads = Some(threads);
                }
                // What other test binaries take, and has no meaning here.
                "--include-ignored" | "--nocapture" | "--no-capture" | "--show-output"
                | "--test" | "--bench" => {}
                "--color" | "-Z" => drop(value()?),
                "-h" | "--help" => read.help = true,
                _ if option.starts_with('-') => {
                    return Err(format!("unknown option {option}; see --help"));
                }
                _ => read.filters.push(option.clone()),
            }
        }
        Ok(read)
    }

    /// Returns a filter that has to be the name of a test and is none of `names`.
    pub(super) fn unknown<'a>(&self, names: impl Fn(&str) -> bool + 'a) -> Option<&str> {
        let filters = self.filters.iter().filter(|_| self.exact);
        filters.map(String::as_str).find(|name| !names(name))
    }

    /// Returns whether a test of this name is selected.
    fn selects(&self, name: &str) -> bool {
        let matches = |filter: &String| match self.exact {
            true => name == filter,
            false => name.contains(filter.as_str()),
        };
        (self.filters.is_empty() || self.filters.iter().any(matches))
            && !self.skip.iter().any(matches)
    }
}

fn format(word: &str) -> Result<Format, String> {
    match word {
        "pretty" => Ok(Format::Pretty),
        "terse" => Ok(Format::Terse),
        "json" => Ok(Format::Json),
        _ => Err(format!("--format is pretty, terse or json, and not {word:?}")),
    }
}

/// Runs or lists the selected tests. Returns the exit code, and whether a test has failed.
pub(super) fn run(
    arguments: &Arguments,
    tests: Vec<Trial>,
    failures: FailureReport,
) -> (ExitCode, bool) {
    if arguments.help {
        say(&mut io::stdout(), HELP);
        return (ExitCode::SUCCESS, false);
    }
    let all = tests.len();
    let is_selected =
        |test: &Trial| arguments.selects(&test.name) && (!arguments.ignored || test.is_unasked);
    let tests: Vec<Trial> = tests.into_iter().filter(is_selected).collect();
    if arguments.list {
        let lines: String = tests.iter().map(|test| format!("{}: test\n", test.name)).collect();
        say(&mut io::stdout(), &lines);
        return (ExitCode::SUCCESS, false);
    }
    let begin = Instant::now();
    let mut summary = Summary::new(arguments.format, all - tests.len(), failures);
    summary.begin(tests.len());
    let usual = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let threads = arguments.threads.unwrap_or_else(usual).get().min(tests.len());
    let tests: Vec<Mutex<Option<Trial>>> =
        tests.into_iter().map(|test| Mutex::new(Some(test))).collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                while let Some(test) = tests.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let test = test.lock().unwrap_or_else(PoisonError::into_inner).take();
                    let Some(Trial { name, run, .. }) = test else { continue };
                    let outcome = panic::catch_unwind(AssertUnwindSafe(run))
                        .unwrap_or_else(|_| TestOutcome::Failed("the test panicked".to_owned()));
                    let _ = sender.send((name, outcome));
                }
            });
        }
        drop(sender);
        for (name, outcome) in results {
            summary.add(name, outcome);
        }
    });
    summary.end(begin.elapsed().as_secs_f64());
    let has_failed = summary.failed > 0;
    (if has_failed { ExitCode::from(FAILED) } else { ExitCode::SUCCESS }, has_failed)
}

/// The results of the tests so far.
struct Summary {
    format: Format,
    passed: usize,
    /// The number of ignored tests by reason.
    ignored: BTreeMap<String, usize>,
    failed: usize,
    failures: FailureReport,
    filtered: usize,
}

impl Summary {
    fn new(format: Format, filtered: usize, failures: FailureReport) -> Summary {
        Summary { format, passed: 0, ignored: BTreeMap::new(), failed: 0, failures, filtered }
    }

    fn begin(&self, count: usize) {
        self.print(match self.format {
            Format::Pretty | Format::Terse => format!("\nrunning {}\n", counted(count, "test")),
            Format::Json => {
                json!({"type": "suite", "event": "started", "test_count": count}).to_string() + "\n"
            }
        });
    }

    fn add(&mut self, name: String, outcome: TestOutcome) {
        let (event, shown) = match outcome {
            TestOutcome::Passed => ("ok", "ok"),
            TestOutcome::Skipped(_) => ("ignored", "ignored"),
            TestOutcome::Failed(_) | TestOutcome::Wrong(_) => ("failed", "FAILED"),
        };
        let is_printed = match self.format {
            Format::Pretty => event != "ignored",
            Format::Terse => event == "failed",
            Format::Json => false,
        };
        if is_printed {
            self.print(format!("test {name} ... {shown}\n"));
        } else if self.format == Format::Json {
            let mut line = json!({"type": "test", "event": event, "name": name});
            match &outcome {
                TestOutcome::Passed => {}
                TestOutcome::Skipped(why) => line["message"] = why.as_str().into(),
                TestOutcome::Failed(text) => line["stdout"] = text.as_str().into(),
                TestOutcome::Wrong(case) => {
                    line["stdout"] = report::disagreement(case, None).into()
                }
            }
            self.print(format!("{line}\n"));
        }
        match outcome {
            TestOutcome::Passed => self.passed += 1,
            TestOutcome::Skipped(why) => {
                // What follows a colon is about one case.
                let why = why.split(": ").next().unwrap_or_default().to_owned();
                *self.ignored.entry(why).or_default() += 1;
            }
            TestOutcome::Failed(text) => {
                self.failed += 1;
                self.failures.add(name, text);
            }
            TestOutcome::Wrong(case) => {
                self.failed += 1;
                self.failures.add_case(name, *case);
            }
        }
    }

    fn end(&mut self, seconds: f64) {
        self.failures.finish();
        let ignored: usize = self.ignored.values().sum();
        let (passed, failed, filtered) = (self.passed, self.failed, self.filtered);
        if self.format == Format::Json {
            let event = if failed == 0 { "ok" } else { "failed" };
            let line = json!({
                "type": "suite", "event": event, "passed": passed, "failed": failed, "ignored": ignored,
                "measured": 0, "filtered_out": filtered, "exec_time": seconds,
            });
            return self.print(format!("{line}\n"));
        }
        let mut text = String::new();
        if failed > 0 {
            text.push_str("\nfailures:\n\n");
            text.push_str(&self.failures.text());
        }
        if ignored > 0 {
            text.push_str("\nnot asked:\n");
            let mut reasons: Vec<_> = self.ignored.iter().collect();
            reasons.sort_by_key(|&(_, count)| std::cmp::Reverse(*count));
            for (why, count) in reasons {
                let _ = writeln!(text, "    {}: {why}", counted(*count, "test"));
            }
        }
        let result = if failed == 0 { "ok" } else { "FAILED" };
        let _ = write!(
            text,
            "\ntest result: {result}. {passed} passed; {failed} failed; {ignored} ignored; 0 measured; {filtered} \
             filtered out; finished in {seconds:.2}s\n\n"
        );
        self.print(text);
    }

    #[expect(clippy::needless_pass_by_value, reason = "each caller has a text for it alone")]
    fn print(&self, text: String) {
        say(&mut io::stdout(), &text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<Arguments, String> {
        let words: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
        Arguments::read(&words)
    }

    rows!(
        arguments_select_tests,
        for (words, name, is_selected) in [
            ("", "toy::castling", true),
            ("castling", "toy::castling-past", true),
            ("castling", "toy::check", false),
            ("castling check", "toy::check", true),
            ("--exact castling", "toy::castling", false),
            ("--exact toy::castling", "toy::castling", true),
            ("--exact toy::castling", "toy::castling-past", false),
            ("--skip past", "toy::castling-past", false),
            ("--skip=past", "toy::castling", true),
            ("--exact --skip toy::castling", "toy::castling", false),
            ("--nocapture --color never --format terse", "toy::castling", true),
        ] {
            assert_eq!(read(words).unwrap().selects(name), is_selected, "{words}");
        }
    );

    rows!(
        wrong_arguments_are_refused,
        for (words, part) in [
            ("--exakt", "unknown option --exakt"),
            ("--skip", "--skip needs a value"),
            ("--test-threads 0", "whole number from 1, and not \"0\""),
            ("--test-threads=many", "\"many\""),
            ("--format xml", "pretty, terse or json, and not \"xml\""),
        ] {
            let error = read(words).unwrap_err();
            assert!(error.contains(part), "{words}: {error}");
        }
    );

    #[test]
    fn a_filter_that_is_no_test_is_found() {
        let is_test = |name: &str| name == "toy::a";
        assert_eq!(read("--exact toy::a toy::b").unwrap().unknown(is_test), Some("toy::b"));
        assert_eq!(read("toy::b").unwrap().unknown(is_test), None);
    }

    #[test]
    fn a_panic_fails_one_test_and_all_others_run() {
        let trial = |name: &str, run: fn() -> TestOutcome| Trial {
            name: name.to_owned(),
            is_unasked: false,
            run: Box::new(run),
        };
        let tests = |bad: fn() -> TestOutcome| {
            vec![
                trial("a", || TestOutcome::Passed),
                trial("b", bad),
                trial("c", || TestOutcome::Skipped("it is not asked".to_owned())),
            ]
        };
        let arguments = read("--quiet --test-threads 2").unwrap();
        let run = |arguments: &Arguments, tests| run(arguments, tests, FailureReport::new([]));
        assert!(run(&arguments, tests(|| panic!("on purpose"))).1);
        assert!(run(&arguments, tests(|| TestOutcome::Failed("wrong".to_owned()))).1);
        assert!(!run(&arguments, tests(|| TestOutcome::Passed)).1);
        assert!(!run(&read("--skip b").unwrap(), tests(|| panic!("on purpose"))).1);
    }
}
