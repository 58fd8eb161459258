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
    adapter::FROM_FEN,
    ask::{Finding, Found, Subject},
    baseline::{Asked, Baseline, Given},
    causes::{Cause, causes},
    fen::Fen,
    session::{Library, Response},
    vectors::{Case, Level, Vectors},
    watch::Watch,
    words::shortened,
};

/// Maximum number of causes shown in full. The first few are more instructive than all of them.
const IN_FULL: usize = 10;

/// Maximum number of cases named after the first of a cause.
const NAMED: usize = 3;

/// Whether a library answers so few of `all` questions, fewer than one in ten, that the result says nothing about it. A
/// baseline stores how many it answers, and then fewer are enough.
pub const fn is_too_few(answered: usize, all: usize) -> bool {
    10 * answered < all
}

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
/// | `LAWBOOK_UPDATE=1` | writes the baseline; the reasons in it stay. Not with `CI` or `LAWBOOK_CASE` |
///
/// # Panics
///
/// Panics with the report if an answer is wrong and not listed, if a listed answer does not occur any more, or if other
/// questions are answered than the baseline says; also if a variable has a value that it cannot have.
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
    let result = Options::of_variables(|name| env::var(name).ok())
        .and_then(|options| run(&adapter, baseline.as_ref(), &options));
    match result {
        Ok(text) => println!("{text}"),
        #[expect(clippy::panic, reason = "this is how a test fails")]
        Err(text) => panic!("{}", text.trim_end()),
    }
}

/// The options of [`check`], which the environment selects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The level of the cases; by default that of the baseline, or else the core.
    pub level: Option<Level>,
    /// The identifier of a case, or a part of some.
    pub case: Option<String>,
    /// Whether the baseline is written.
    pub update: bool,
}

impl Options {
    /// Reads the options from the variables that `read` returns; empty ones count as absent.
    fn of_variables(read: impl Fn(&str) -> Option<String>) -> Result<Options, String> {
        let read = |name: &str| read(name).filter(|value| !value.is_empty());
        let level = read("LAWBOOK_LEVEL").map(|name| {
            let level = Level::named(&name.to_ascii_lowercase());
            level.ok_or_else(|| {
                format!("LAWBOOK_LEVEL is {name:?}; the levels are core, full and strict")
            })
        });
        let case = read("LAWBOOK_CASE");
        let update = match read("LAWBOOK_UPDATE").as_deref() {
            None | Some("0") => false,
            Some("1") if case.is_some() => {
                let message = "LAWBOOK_UPDATE=1 writes what is wrong in all cases, and LAWBOOK_CASE selects some; set one of them";
                return Err(message.to_owned());
            }
            Some("1") if read("CI").is_some_and(|ci| ci != "false" && ci != "0") => {
                let message = "LAWBOOK_UPDATE=1 would accept every wrong answer, so it is refused where CI is set; write the \
                               baseline elsewhere and commit it";
                return Err(message.to_owned());
            }
            Some("1") => true,
            Some(other) => return Err(format!("LAWBOOK_UPDATE is {other:?}; expected 0 or 1")),
        };
        Ok(Options { level: level.transpose()?, case, update })
    }
}

/// Does what [`check`] does, with options in place of the environment.
///
/// # Errors
///
/// Returns the report if the test fails.
pub fn run(library: &dyn Library, path: &Path, options: &Options) -> Result<String, String> {
    let about = library.describe();
    if let Some(problem) = about.problem() {
        return Err(format!("the adapter of {}: {problem}", about.name));
    }
    let vectors = Vectors::embedded();
    let examples = || &vectors;
    Subject::new(library, &examples, &|_| ())
        .fits()
        .map_err(|why| format!("{} cannot be tested: {why}", about.name))?;
    let old = Baseline::open(path).map_err(|error| error.to_string())?;
    if let Some(old) = &old {
        let owner = old.owner(path, std::slice::from_ref(&about.name), vectors.version);
        owner.map_err(|error| format!("{error}; `check_with` takes another file"))?;
    }
    let level = options.level.or(old.as_ref().map(|old| old.level)).unwrap_or_default();
    let mut cases = select(&vectors, level, options.case.as_deref())?;
    let selected = cases.len();
    if let Some(old) = old.as_ref().filter(|_| !options.update && options.case.is_none()) {
        cases.retain(|case| old.has_cases_since(case.since));
    }
    let newer = selected - cases.len();
    if cases.is_empty() {
        let file = path.display();
        return Err(format!("all cases are newer than {file}; LAWBOOK_UPDATE=1 adds them"));
    }
    let (watch, died) = Watch::new(&about.name, cases.len());
    if let Some(died) = &died {
        let text = format!("lawbook: an earlier run did not end; it had just asked {died}\n");
        let _ = io::stderr().write_all(text.as_bytes());
    }
    let note = |text: &str| watch.asks(text);
    let subject = Subject::new(library, &examples, &note);
    let mut found = Vec::new();
    for case in cases {
        found.extend(subject.ask(case));
        watch.done();
    }
    let run = Run { about: &subject.about, level, vectors: &vectors, found: &found, path, newer };
    match (&options.case, options.update) {
        (Some(_), _) => run.of_cases(),
        (None, true) => run.update(old.as_ref()),
        (None, false) => run.compare(old.as_ref()),
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
    /// The number of cases that were not asked, because they are newer than the baseline.
    newer: usize,
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
            if let Some(unseen) =
                one.unseen.as_ref().filter(|_| one.asked.is_none() && one.is_wrong())
            {
                let _ = writeln!(text, "    {unseen}");
            }
        }
        match self.found.iter().any(Found::is_wrong) {
            true => Err(text),
            false => Ok(text),
        }
    }

    /// Returns the answers as a baseline sees them.
    fn asked(&self, causes: &[Cause<'_>]) -> Vec<Asked> {
        let of = |one: &Found<'_>, given: Given| Asked {
            id: one.id(),
            kind: one.kind(),
            level: one.case.level,
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
            let given =
                |one| Given::Wrong { cause: cause.name.clone(), digest: Found::digest(one) };
            cause.answers.iter().map(move |one| of(one, given(one)))
        });
        wrong.chain(others).collect()
    }

    fn update(&self, old: Option<&Baseline>) -> Result<String, String> {
        let causes = causes(self.vectors, self.found);
        let asked = self.asked(&causes);
        let new = Baseline::new(&self.about.name, self.vectors.version, self.level, &asked, old);
        new.save(self.path).map_err(|error| error.to_string())?;
        Ok(format!("{}\nwrote {}", self.summary(&causes), self.path.display()))
    }

    /// Compares the answers with the baseline.
    fn compare(&self, old: Option<&Baseline>) -> Result<String, String> {
        let mut causes = causes(self.vectors, self.found);
        let summary = self.summary(&causes);
        let asked = self.asked(&causes);
        let mut known = 0;
        for cause in &mut causes {
            let all = cause.answers.len();
            cause.answers.retain(|one| old.and_then(|old| old.place(one.digest())).is_none());
            known += all - cause.answers.len();
        }
        causes.retain(|cause| !cause.answers.is_empty());
        let outdated =
            old.map_or_else(|| Ok(self.too_few()), |old| old.outdated(self.level, true, &asked));
        let (problems, not_compared) =
            outdated.map_or_else(|why| (Vec::new(), Some(why)), |lines| (lines, None));
        let mut text = summary;
        if old.is_some() {
            let _ = write!(text, "; {known} of them are listed in {}", file_name(self.path));
        }
        if self.newer > 0 {
            let newer = counted(self.newer, "case");
            let _ = write!(text, "\nnot asked: {newer} newer than it; LAWBOOK_UPDATE=1 adds them");
        }
        if let Some(why) = not_compared {
            let _ = write!(text, "\n{why}");
        }
        if causes.is_empty() && problems.is_empty() {
            return Ok(text);
        }
        text.push('\n');
        for problem in &problems {
            let _ = writeln!(text, "\n{problem}");
        }
        for (number, cause) in (1..).zip(&causes) {
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
        if !is_too_few(answered, self.found.len()) {
            return Vec::new();
        }
        let answered_kinds: BTreeSet<String> =
            self.found.iter().filter(|one| one.is_answered()).map(Found::kind).collect();
        let mut silent = self.vectors.count(self.level);
        // Whether a setup is accepted needs no method either.
        let has_method = |kind: &str| kind != "setup" && !FROM_FEN.contains(&kind);
        silent.retain(|kind, _| has_method(kind) && !answered_kinds.contains(kind));
        let silent: Vec<String> = silent.into_keys().collect();
        vec![format!(
            "Only {answered} of {} questions are answered. No answer to {}. If the library answers no more, LAWBOOK_UPDATE=1 \
             records that.",
            self.found.len(),
            silent.join(", ")
        )]
    }
}

/// Returns the file name of a path.
fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn counted(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// Returns what goes wrong in a cause, how often, and the name that the baseline has.
fn head(cause: &Cause<'_>) -> String {
    let (first, rest) = match (cause.says.is_empty(), cause.says.starts_with(&cause.name)) {
        (true, _) => (&cause.name, String::new()),
        (false, true) => (&cause.says, String::new()),
        (false, false) => (&cause.says, format!("\n   {}", cause.name)),
    };
    let contradict = if cause.contradicted == 1 { "contradicts" } else { "contradict" };
    let right = counted(cause.contradicted, "right answer");
    let right = match cause.contradicted {
        0 => String::new(),
        _ => format!(" ({right} {contradict} it)"),
    };
    format!("{first}: {}{right}{rest}", counted(cause.answers.len(), "wrong answer"))
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
        None => one.kind(),
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
        Finding::Wrong => format!("the library says {}", with_twice(one)),
        Finding::Failed => match &one.response {
            Response::Panicked(_) => format!("the library fails: {}", shortened(&one.said)),
            _ => format!("the library refuses: {}", shortened(&one.said)),
        },
        Finding::Silent => format!("the library says nothing: {}", one.said),
        Finding::Unsupported => format!("not asked: {}", one.said),
        Finding::NotReached => format!("not reached: {}", one.said),
    };
    format!("{question}: expected {right}; {said}")
}

/// Returns a wrong answer, with `twice` after the moves that are right and listed too often.
fn with_twice(one: &Found<'_>) -> String {
    let is_twice = |item: &str| {
        let item = item.strip_prefix('+').filter(|_| one.right.0 == "list");
        item.is_some_and(|item| one.right.1.split(' ').any(|right| right == item))
    };
    if !one.is_list() {
        return shortened(&one.said);
    }
    let items = one.said.split(' ');
    let items =
        items.map(|one| if is_twice(one) { format!("{one} twice") } else { one.to_owned() });
    items.collect::<Vec<_>>().join(" ")
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
    let examples = || &vectors;
    let subject = Subject::new(library, &examples, &note);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_that_are_newer_than_the_baseline_are_counted() {
        let (about, vectors) = (About::new("toy", "1.0.0"), Vectors::embedded());
        for (newer, is_told) in [(0, false), (2, true)] {
            let (level, path) = (Level::Core, Path::new("lawbook.txt"));
            let run = Run { about: &about, level, vectors: &vectors, found: &[], path, newer };
            let text = run.compare(None).unwrap();
            assert_eq!(text.contains("\nnot asked: 2 cases newer than it"), is_told, "{text}");
        }
    }

    #[test]
    fn a_cause_says_how_many_right_answers_contradict_it() {
        for (contradicted, says) in [
            (0, "king/into-check: 0 wrong answers"),
            (1, "king/into-check: 0 wrong answers (1 right answer contradicts it)"),
            (2, "king/into-check: 0 wrong answers (2 right answers contradict it)"),
        ] {
            let name = "king/into-check".to_owned();
            let cause = Cause { name, contradicted, ..Cause::default() };
            assert_eq!(head(&cause), says);
            let in_words = Cause { says: "The king may not".to_owned(), ..cause };
            let expected = says.replace("king/into-check", "The king may not");
            assert_eq!(head(&in_words), expected + "\n   king/into-check");
        }
    }

    #[test]
    fn fewer_than_one_in_ten_are_too_few() {
        for (answered, all, is_few) in
            [(0, 0, false), (0, 1, true), (1, 10, false), (1, 11, true), (2, 20, false)]
        {
            assert_eq!(is_too_few(answered, all), is_few, "{answered} of {all}");
        }
    }

    #[test]
    fn variables_have_the_values_that_they_can_have() {
        let core = Options { level: Some(Level::Core), ..Options::default() };
        let update = Options { update: true, ..Options::default() };
        let case = Options { case: Some("mate".to_owned()), ..Options::default() };
        type Row<'r> = (&'r [(&'r str, &'r str)], Result<Options, &'r str>);
        let rows: [Row<'_>; 19] = [
            (&[], Ok(Options::default())),
            (&[("LAWBOOK_LEVEL", "Core")], Ok(core)),
            (&[("LAWBOOK_LEVEL", "")], Ok(Options::default())),
            (&[("LAWBOOK_LEVEL", "cor")], Err("LAWBOOK_LEVEL is \"cor\"; the levels are core")),
            (&[("LAWBOOK_UPDATE", "1")], Ok(update.clone())),
            (&[("LAWBOOK_UPDATE", "1"), ("CI", "")], Ok(update.clone())),
            (&[("LAWBOOK_UPDATE", "1"), ("CI", "0")], Ok(update.clone())),
            (&[("LAWBOOK_UPDATE", "1"), ("CI", "false")], Ok(update)),
            (&[("LAWBOOK_UPDATE", "1"), ("CI", "true")], Err("LAWBOOK_UPDATE=1 would accept")),
            (
                &[("LAWBOOK_UPDATE", "1"), ("LAWBOOK_CASE", "a")],
                Err("LAWBOOK_UPDATE=1 writes what"),
            ),
            (&[("LAWBOOK_UPDATE", "0")], Ok(Options::default())),
            (&[("LAWBOOK_UPDATE", "0"), ("CI", "true")], Ok(Options::default())),
            (&[("LAWBOOK_UPDATE", "0"), ("LAWBOOK_CASE", "mate")], Ok(case.clone())),
            (&[("LAWBOOK_UPDATE", "")], Ok(Options::default())),
            (&[("LAWBOOK_UPDATE", "no")], Err("LAWBOOK_UPDATE is \"no\"; expected 0 or 1")),
            (&[("LAWBOOK_UPDATE", "false")], Err("LAWBOOK_UPDATE is \"false\"; expected 0 or 1")),
            (&[("LAWBOOK_UPDATE", "yes")], Err("LAWBOOK_UPDATE is \"yes\"; expected 0 or 1")),
            (&[("LAWBOOK_UPDATE", " 1")], Err("LAWBOOK_UPDATE is \" 1\"; expected 0 or 1")),
            (&[("LAWBOOK_CASE", "mate")], Ok(case)),
        ];
        for (variables, expected) in rows {
            let value = |name: &str| variables.iter().find(|(one, _)| *one == name);
            let read =
                Options::of_variables(|name| value(name).map(|(_, value)| (*value).to_owned()));
            match (&read, &expected) {
                (Err(said), Err(begin)) => {
                    assert!(said.starts_with(begin), "{variables:?}: {said}")
                }
                _ => assert_eq!(read.as_ref().ok(), expected.as_ref().ok(), "{variables:?}"),
            }
        }
    }
}
