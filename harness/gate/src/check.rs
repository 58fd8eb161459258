//! A run of the suite as one test: asking, comparing with the baseline, and the report.

use std::{
    collections::BTreeSet,
    env,
    fmt::Write as _,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use crate::{
    About, Adapter,
    ask::{Finding, Found, Subject},
    baseline::{Asked, Baseline, Given, of_answer, of_failure},
    causes::{Cause, causes},
    fen::Fen,
    session::{Library, Line, Response, START},
    vectors::{Case, Level, Vectors},
    watch::Watch,
};

/// Maximum number of causes shown in full. The first few are more instructive than all of them.
const IN_FULL: usize = 10;

/// Maximum number of cases named after the first of a cause.
const NAMED: usize = 3;

/// Without a baseline, a library must answer one question in this number. A baseline stores how many it answers.
pub const FEWEST: usize = 10;

/// Name of the baseline file, located next to the library's `Cargo.toml`.
const BASELINE: &str = "lawbook.txt";

/// Asks a library all questions of the suite, in an ordinary test. The known wrong answers are in the file `lawbook.txt`
/// next to the `Cargo.toml` of the library.
///
/// ```no_run
/// # use lawbook_gate::{About, Adapter, Refusal};
/// # struct Mine;
/// # impl Adapter for Mine {
/// #     type Game = ();
/// #     fn about(&self) -> About { About::new("mine", "1.0.0") }
/// #     fn set_up(&self, fen: &str) -> Result<(), Refusal> { Err(fen)? }
/// #     fn play(&self, _: &mut (), uci: &str) -> Result<(), Refusal> { Err(uci)? }
/// # }
/// #[test]
/// fn rules() {
///     lawbook_gate::check(Mine)
/// }
/// ```
///
/// | variable | effect |
/// |---|---|
/// | `LAWBOOK_LEVEL` | `core`, `full` or `strict`; by default the level of the baseline, or else `core` |
/// | `LAWBOOK_CASE` | asks one case, or all whose identifier contains this text, and shows them in full |
/// | `LAWBOOK_UPDATE=1` | writes the baseline; the reasons in it stay |
///
/// # Panics
///
/// Panics with the report if an answer is wrong and not listed, if a listed answer does not occur any more, or if fewer
/// questions are answered than the baseline says.
#[track_caller]
pub fn check<A: Adapter>(adapter: A) {
    let folder = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    check_with(adapter, folder.join(BASELINE));
}

/// Does what [`check`] does, with a baseline in another file.
///
/// # Panics
///
/// Panics like [`check`].
#[track_caller]
pub fn check_with<A: Adapter>(adapter: A, baseline: impl AsRef<Path>) {
    let result =
        Options::of_environment().and_then(|options| run(&adapter, baseline.as_ref(), &options));
    match result {
        Ok(text) => println!("{text}"),
        #[expect(clippy::panic, reason = "this is how a test fails")]
        Err(text) => panic!("{}", text.trim_end()),
    }
}

/// The options of [`check`], which the environment selects.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The level of the cases; by default that of the baseline, or else the core.
    pub level: Option<Level>,
    /// The identifier of a case, or a part of some.
    pub case: Option<String>,
    /// Whether the baseline is written.
    pub update: bool,
}

impl Options {
    fn of_environment() -> Result<Options, String> {
        let read = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let level = read("LAWBOOK_LEVEL").map(|name| {
            let level = Level::named(&name.to_ascii_lowercase());
            level.ok_or_else(|| {
                format!("LAWBOOK_LEVEL is {name:?}; the levels are core, full and strict")
            })
        });
        let update = read("LAWBOOK_UPDATE").is_some_and(|value| value != "0");
        Ok(Options { level: level.transpose()?, case: read("LAWBOOK_CASE"), update })
    }
}

/// Does what [`check`] does, with options in place of the environment.
///
/// # Errors
///
/// Returns the report if the test fails.
pub fn run<A: Adapter>(adapter: &A, baseline: &Path, options: &Options) -> Result<String, String> {
    run_library(adapter, baseline, options)
}

/// Does what [`run`] does, for a library whose type is not known.
///
/// # Errors
///
/// Returns the report if the test fails.
pub fn run_library(
    library: &dyn Library,
    path: &Path,
    options: &Options,
) -> Result<String, String> {
    let about = library.describe();
    if let Some(problem) = about.problem() {
        return Err(format!("the adapter of {}: {problem}", about.name));
    }
    fits(library, &about)?;
    let old = Baseline::open(path)?;
    let vectors = Vectors::embedded();
    if let Some(old) = &old {
        old.is_for(&about.name, vectors.version).map_err(|problem| {
            format!("{}: {problem}; `check_with` takes another file", path.display())
        })?;
    }
    let level = options.level.or(old.as_ref().map(|old| old.level)).unwrap_or_default();
    let cases = select(&vectors, level, options.case.as_deref())?;
    let (watch, died) = Watch::new(&about.name, cases.len());
    if let Some(died) = &died {
        let text = format!("lawbook: an earlier run did not end; it had just asked {died}\n");
        let _ = io::stderr().write_all(text.as_bytes());
    }
    let note = |text: &str| watch.asks(text);
    let subject = Subject::new(library, &vectors, &note);
    let mut found = Vec::new();
    for case in cases {
        found.extend(subject.ask(case));
        watch.done();
    }
    let run = Run { about: &subject.about, level, vectors: &vectors, found: &found, path };
    match (&options.case, options.update) {
        (Some(_), _) => run.of_cases(),
        (None, true) => run.update(old.as_ref()),
        (None, false) => run.compare(old.as_ref()),
    }
}

/// Checks that the library sets up the initial position, and answers at least one question about it.
fn fits(library: &dyn Library, about: &About) -> Result<(), String> {
    let line = Line { fen: START.to_owned(), ..Line::default() };
    match library.begin(&line).map_err(|one| one.response) {
        Err(Response::SetupRefused(message)) => {
            Err(format!("{} refuses the initial position: {message}", about.name))
        }
        Err(Response::Panicked(message)) => {
            Err(format!("{} panics in the initial position: {message}", about.name))
        }
        _ => Ok(()),
    }
}

/// Selects the cases up to a level, or those whose identifier has a text in it. A whole identifier selects its case only.
fn select<'v>(
    vectors: &'v Vectors<'v>,
    level: Level,
    text: Option<&str>,
) -> Result<Vec<&'v Case<'v>>, String> {
    let Some(text) = text else {
        return Ok(vectors.cases.iter().filter(|case| case.level <= level).collect());
    };
    // A question is selected with its case.
    let is_it = |case: &&Case<'_>| text.split('/').next() == Some(case.id);
    if let Some(case) = vectors.cases.iter().find(is_it) {
        return Ok(vec![case]);
    }
    let cases: Vec<&Case<'_>> =
        vectors.cases.iter().filter(|case| case.id.contains(text)).collect();
    match cases.is_empty() {
        true => Err(format!("LAWBOOK_CASE is {text:?}; no case has that in its identifier")),
        false => Ok(cases),
    }
}

/// The answers of a library.
struct Run<'r, 'v> {
    about: &'r About,
    level: Level,
    vectors: &'r Vectors<'v>,
    found: &'r [Found<'r>],
    path: &'r Path,
}

impl Run<'_, '_> {
    /// Shows selected cases in full, with the right answers too.
    fn of_cases(&self) -> Result<String, String> {
        let mut text = String::new();
        let mut last = "";
        for one in self.found {
            if one.case.id != last {
                let _ = write!(text, "\n{}", scene(one));
                let _ = writeln!(text, "  Why: {}", one.case.why);
                last = one.case.id;
            }
            let _ = writeln!(text, "  {}", answer(one));
        }
        match self.found.iter().any(Found::is_wrong) {
            true => Err(text),
            false => Ok(text),
        }
    }

    /// Returns what became of the questions, for a baseline.
    fn asked(&self, causes: &[Cause<'_>]) -> Vec<Asked> {
        let of = |one: &Found<'_>, given: Given| Asked {
            kind: one.kind(),
            since: one.case.since,
            given,
        };
        let given = |one: &Found<'_>| match one.finding {
            Finding::Right => Some(Given::Right),
            Finding::NotReached => Some(Given::NotReached),
            // Those that are wrong stand with their causes.
            Finding::Wrong | Finding::Failed | Finding::Silent | Finding::Unsupported => None,
        };
        let others = self.found.iter().filter_map(|one| Some(of(one, given(one)?)));
        let wrong = causes.iter().flat_map(|cause| {
            let given = |one| Given::Wrong { cause: cause.name.clone(), digest: digest_of(one) };
            cause.answers.iter().map(move |one| of(one, given(one)))
        });
        wrong.chain(others).collect()
    }

    fn update(&self, old: Option<&Baseline>) -> Result<String, String> {
        let causes = causes(self.vectors, self.found);
        let asked = self.asked(&causes);
        let mut new = Baseline::new(&self.about.name, self.vectors.version, self.level, &asked);
        if let Some(old) = old {
            new.take_reasons(old);
        }
        new.save(self.path)?;
        Ok(format!("{}\nwrote {}", self.summary(&causes), self.path.display()))
    }

    /// Compares the answers with the baseline.
    fn compare(&self, old: Option<&Baseline>) -> Result<String, String> {
        let all = causes(self.vectors, self.found);
        let summary = self.summary(&all);
        let asked = self.asked(&all);
        let is_older = |one: &Found<'_>| old.is_none_or(|old| one.case.since <= old.catalogue);
        let is_known =
            |one: &Found<'_>| old.is_some_and(|old| old.place(&digest_of(one)).is_some());
        let mut new: Vec<Cause<'_>> = Vec::new();
        let (mut known, mut newer) = (0, 0);
        for mut cause in all {
            let before = cause.answers.len();
            cause.answers.retain(|one| !is_known(one));
            known += before - cause.answers.len();
            let unlisted = cause.answers.len();
            cause.answers.retain(|one| is_older(one));
            newer += unlisted - cause.answers.len();
            if !cause.answers.is_empty() {
                new.push(cause);
            }
        }
        let problems = old.map_or_else(|| self.too_few(), |old| old.outdated(self.level, &asked));
        let mut text = summary;
        if old.is_some() {
            let _ = write!(text, "; {known} of them are listed in {}", file_name(self.path));
        }
        if newer > 0 {
            let _ = write!(
                text,
                "\n{newer} wrong answers are about cases that are newer than it, and do not fail"
            );
        }
        if new.is_empty() && problems.is_empty() {
            return Ok(text);
        }
        text.push('\n');
        for problem in &problems {
            let _ = writeln!(text, "\n{problem}");
        }
        for (number, cause) in (1..).zip(&new) {
            match number <= IN_FULL {
                true => text.push_str(&in_full(number, cause)),
                false => {
                    let _ = write!(text, "\n{number}. {}", head(cause));
                }
            }
        }
        let file = file_name(self.path);
        let _ = write!(
            text,
            "\n\nLAWBOOK_CASE=CASE shows one case; LAWBOOK_UPDATE=1 lists what is wrong now in {file}, and then only other \
             answers fail."
        );
        Err(text)
    }

    /// Returns the numbers of a run in one line.
    fn summary(&self, causes: &[Cause<'_>]) -> String {
        let is = |finding: Finding| self.found.iter().filter(|one| one.finding == finding).count();
        let answers = self.found.iter().filter(|one| one.is_answered()).count();
        let wrong = self.found.iter().filter(|one| one.is_wrong()).count();
        let [major, minor, patch] = self.vectors.version;
        format!(
            "{} {}: {answers} of {} questions answered, {wrong} wrong, {}, {} silent ({}, level {}, lawbook {major}.{minor}.{patch})",
            self.about.name,
            self.about.version,
            self.found.len(),
            counted(causes.len(), "cause"),
            is(Finding::Silent),
            self.vectors.rule_set,
            self.level.name(),
        )
    }

    /// Returns a problem if so few questions are answered that the result says nothing.
    fn too_few(&self) -> Vec<String> {
        let answered = self.found.iter().filter(|one| one.is_answered()).count();
        if answered * FEWEST >= self.found.len() {
            return Vec::new();
        }
        let answered_kinds: BTreeSet<String> =
            self.found.iter().filter(|one| one.is_answered()).map(Found::kind).collect();
        let silent: Vec<String> = self
            .vectors
            .count(self.level)
            .into_keys()
            .filter(|kind| !answered_kinds.contains(kind))
            .collect();
        vec![format!(
            "Only {answered} of {} questions are answered. Nothing answers {}. LAWBOOK_UPDATE=1 says that this is all.",
            self.found.len(),
            silent.join(", ")
        )]
    }
}

/// Returns the file name of a path.
fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the digest of a wrong answer.
fn digest_of(one: &Found<'_>) -> String {
    match one.finding {
        Finding::Failed => of_failure(&one.id(), &one.said),
        _ => of_answer(&one.id(), &one.said),
    }
}

fn counted(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// Returns a cause in a line.
fn head(cause: &Cause<'_>) -> String {
    let mut cases: Vec<&str> = cause.answers.iter().map(|one| one.case.id).collect();
    cases.dedup();
    let mut text = format!("{}: {}", cause.name, counted(cause.answers.len(), "wrong answer"));
    if cause.contradicted > 0 {
        let contradict = if cause.contradicted == 1 { "contradicts" } else { "contradict" };
        let right = counted(cause.contradicted, "right answer");
        let _ = write!(text, " ({right} {contradict} it)");
    }
    if !cause.says.is_empty() {
        let _ = write!(text, "\n   {}", cause.says);
    }
    text
}

/// Returns a cause with its shortest case.
fn in_full(number: usize, cause: &Cause<'_>) -> String {
    let first = cause.answers[0];
    let mut text = format!("\n{number}. {}\n\n{}", head(cause), scene(first));
    for one in cause.answers.iter().filter(|one| std::ptr::eq(one.play, first.play)) {
        let _ = writeln!(text, "  {}", answer(one));
    }
    let _ = writeln!(text, "  Why: {}", first.case.why);
    let mut others: Vec<&str> = Vec::new();
    for one in &cause.answers {
        if one.case.id != first.case.id && !others.contains(&one.case.id) {
            others.push(one.case.id);
        }
    }
    if !others.is_empty() {
        let (named, rest) = others.split_at(NAMED.min(others.len()));
        let more =
            if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
        let _ = writeln!(text, "  also in {}{more}", named.join(", "));
    }
    text
}

/// Returns the case, the board of its setup, and the acts from there.
fn scene(one: &Found<'_>) -> String {
    let mut text = format!("  {}: {}\n", one.case.id, one.case.title);
    if let Ok(fen) = Fen::read(one.play.fen) {
        for row in fen.diagram().lines() {
            let _ = writeln!(text, "    {row}");
        }
    }
    let _ = writeln!(text, "    {}", one.play.fen);
    if !one.play.acts.is_empty() {
        let _ = writeln!(text, "    then {}", one.play.acts.join(", "));
    }
    if let Some(unseen) = &one.unseen {
        let _ = writeln!(text, "    {unseen}");
    }
    text
}

/// Returns the question, the right answer and the answer of the library.
fn answer(one: &Found<'_>) -> String {
    let question = match one.asked {
        Some(asked) => asked.question.to_string(),
        None => "undo".to_owned(),
    };
    let right = match (one.right.0.as_str(), one.right.1.as_str()) {
        ("refused", _) => "that the text is refused".to_owned(),
        ("among", moves) => format!("{moves} among the moves"),
        ("not_among", moves) => format!("not {moves}"),
        ("move_count", count) => format!("{count} moves"),
        (_, "") => "none".to_owned(),
        (_, right) => right.to_owned(),
    };
    let said = match one.finding {
        Finding::Right => return format!("{question}: {right}, as the library says"),
        Finding::Wrong => format!("the library says {}", one.said),
        Finding::Failed => match &one.response {
            Response::Panicked(_) => format!("the library panics: {}", one.said),
            _ => format!("the library refuses: {}", one.said),
        },
        Finding::Silent => format!("the library says nothing: {}", one.said),
        Finding::Unsupported => format!("not asked: {}", one.said),
        Finding::NotReached => format!("not reached: {}", one.said),
    };
    format!("{question}: expected {right}; {said}")
}

/// A wrong answer, as the report shows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WrongAnswer {
    /// The identifier of the question: the case and the question.
    pub id: String,
    /// The answer as one text, or the message of the failure.
    pub said: String,
    /// The name of the cause.
    pub cause: String,
}

/// Returns the wrong answers of a library up to a level, without a baseline.
pub fn wrong_answers(library: &dyn Library, level: Level) -> Vec<WrongAnswer> {
    let vectors = Vectors::embedded();
    let note = |_: &str| {};
    let subject = Subject::new(library, &vectors, &note);
    let cases = vectors.cases.iter().filter(|case| case.level <= level);
    let found: Vec<Found<'_>> = cases.flat_map(|case| subject.ask(case)).collect();
    let causes = causes(&vectors, &found);
    let wrong = causes.iter().flat_map(|cause| {
        cause.answers.iter().map(|one| WrongAnswer {
            id: one.id(),
            said: one.said.clone(),
            cause: cause.name.clone(),
        })
    });
    let mut wrong: Vec<WrongAnswer> = wrong.collect();
    wrong.sort_unstable();
    wrong
}
