//! `lawbook bisect`: finds the release that changed an answer, by bisection.

mod halving;

use lawbook::{
    adapter::{About, Implementation},
    catalogue::Case,
    report::releases::GivenAnswer,
    runner::{Finding, ask_one},
};
use lawbook_libraries::process::{Limits, Process};
use serde::Serialize;

use super::history::{RegistryRelease, ReleaseSource, first_line};
use crate::{
    cli::{BisectOptions, Format, Selection},
    libraries,
    output::{self, Exit, Failure, Result},
    selection,
};
use halving::Halving;

/// Answers of a release, or the reason why it cannot be judged.
type Judged = std::result::Result<Vec<NamedAnswer>, String>;

/// An answer with the name of its question.
#[derive(Clone, Debug)]
struct NamedAnswer {
    question: String,
    answer: GivenAnswer,
}

/// Result of a bisection.
#[derive(Serialize)]
struct FoundChange<'a> {
    library: &'a str,
    case: &'a str,
    /// Last release with the answer of the first.
    last_before: &'a str,
    before: String,
    /// The release that changed the answer.
    changed_in: &'a str,
    after: String,
    /// Releases between the two that could not be judged; the change may be in one of them.
    not_judged: Vec<&'a str>,
    /// All tested releases, in the order of testing.
    asked: Vec<&'a str>,
}

/// `lawbook bisect`
pub(crate) fn run(options: &BisectOptions) -> Result {
    let catalogue = selection::catalogue(None)?;
    let selected = Selection { id: vec![options.id.clone()], ..Selection::default() };
    let case = match selection::select(&catalogue, &selected)?.as_slice() {
        [case] => *case,
        cases => {
            let message =
                format!("{} cases match {:?}; expected exactly one", cases.len(), options.id);
            return Err(Failure::new(Exit::NothingSelected, message));
        }
    };
    match &options.source.adapter {
        Some(command) if options.source.versions.is_empty() => judge_once(command, case, options),
        Some(_) => search(&ReleaseSource::named("the adapter", &options.source)?, case, options),
        None => {
            let library = options.library.as_deref().unwrap_or_default();
            search(&ReleaseSource::named(library, &options.source)?, case, options)
        }
    }
}

/// Judges a single adapter, with the exit codes that `git bisect run` expects.
fn judge_once(command: &str, case: &Case, options: &BisectOptions) -> Result {
    let limits = Limits { question: options.source.timeout, ..Limits::default() };
    let judged = Process::start(libraries::words(command)?, limits)
        .map_err(|reason| first_line(&reason))
        .and_then(|process| ask(case, options.question.as_deref(), &process));
    let (said, exit) = match &judged {
        Err(reason) => (format!("it cannot be tested: {reason}"), Exit::CannotJudge),
        Ok(answers) if answers.iter().any(|one| one.answer.wrong.is_some()) => {
            (words(answers), Exit::Disagreed)
        }
        Ok(answers) => (words(answers), Exit::Agreed),
    };
    output::print(&format!("{}: {said}\n", case.id))?;
    Ok(exit)
}

/// Searches for the release that changed the answer.
fn search(source: &ReleaseSource, case: &Case, options: &BisectOptions) -> Result {
    let mut releases = source.releases()?;
    releases.retain(|release| release.misfit.is_none());
    let is_text = options.format == Format::Text;
    let mut asked: Vec<&str> = Vec::new();
    let mut trouble = None;
    let judge = |place: usize| {
        let release = releases.get(place)?;
        let judged = source
            .start(release)
            .map_err(|reason| first_line(&reason))
            .and_then(|process| ask(case, options.question.as_deref(), &process));
        asked.push(&release.version);
        if is_text {
            let said = judged
                .as_ref()
                .map_or_else(|reason| format!("cannot be tested: {reason}"), |one| words(one));
            trouble =
                output::print(&format!("{:3}. {}: {said}\n", asked.len(), release.version)).err();
        }
        judged.ok()
    };
    let halving = Halving::new(releases.len(), judge, |one, other| is_same(one, other));
    if let Some(failure) = trouble {
        return Err(failure);
    }
    let version =
        |place: usize| releases.get(place).map_or("", |one: &RegistryRelease| one.version.as_str());
    match halving {
        Halving::NoneJudged => {
            let message =
                format!("no release of {} can be tested with this case", source.library());
            Err(Failure::new(Exit::NothingSelected, message))
        }
        Halving::Alike { first, last, answer } => {
            let message = format!(
                "{} and {} of {} give the same answer, so there is no change between them to find: {}; `lawbook \
                 history` shows which answers have changed, and --versions selects other releases",
                version(first),
                version(last),
                source.library(),
                words(&answer)
            );
            Err(Failure::new(Exit::NothingSelected, message))
        }
        Halving::Found { before, after, was, is } => {
            let found = FoundChange {
                library: source.library(),
                case: &case.id,
                last_before: version(before),
                before: words(&was),
                changed_in: version(after),
                after: words(&is),
                not_judged: (before + 1..after).map(version).collect(),
                asked,
            };
            output::print(&match options.format {
                Format::Text => text(&found, releases.len()),
                Format::Json => output::json(&found)?,
            })?;
            Ok(Exit::Agreed)
        }
    }
}

fn text(found: &FoundChange<'_>, releases: usize) -> String {
    let maybe = match found.not_judged.as_slice() {
        [] => String::new(),
        skipped => format!(", or in {}, which cannot be tested", skipped.join(", ")),
    };
    format!(
        "{} {} changed the answer{maybe}: {} gave {}, and it gives {}. Asked {} of {releases} releases.\n",
        found.library,
        found.changed_in,
        found.last_before,
        found.before,
        found.after,
        found.asked.len()
    )
}

/// Runs the case against a release; fails with the reason if it cannot be judged.
fn ask(case: &Case, question: Option<&str>, process: &Process) -> Judged {
    let About { name, .. } = process.about();
    let verdicts = ask_one(case, &name, process as &dyn Implementation, &[]);
    let names: Vec<String> = verdicts.iter().map(|one| one.expected.question.name()).collect();
    if let Some(question) = question
        && !names.iter().any(|name| name == question)
    {
        return Err(format!("the case asks {}, not {question:?}", names.join(", ")));
    }
    let is_asked = |name: &str| question.is_none_or(|question| question == name);
    let answers: Vec<NamedAnswer> = verdicts
        .iter()
        .map(|verdict| NamedAnswer {
            question: verdict.expected.question.name(),
            answer: GivenAnswer::new(verdict),
        })
        .filter(|one| is_asked(&one.question) && one.answer.finding.is_scored())
        .collect();
    match answers.is_empty() {
        true => Err("it does not answer this question".to_owned()),
        false => Ok(answers),
    }
}

/// Returns whether two releases agree on all questions that both answer.
fn is_same(one: &[NamedAnswer], other: &[NamedAnswer]) -> bool {
    one.iter().all(|answer| {
        let mut of_question = other.iter().filter(|also| also.question == answer.question);
        let is_asked = other.iter().any(|also| also.question == answer.question);
        !is_asked || of_question.any(|also| also.answer.is_same(&answer.answer))
    })
}

/// Formats the answers: all right, or the wrong ones.
fn words(answers: &[NamedAnswer]) -> String {
    let wrong: Vec<String> = answers
        .iter()
        .filter_map(|one| {
            let wrong = one.answer.wrong.as_ref()?;
            let says = first_line(&wrong.says.to_string());
            let says = match one.answer.finding {
                Finding::SetupRefused => format!("the setup is rejected ({says})"),
                Finding::MoveRefused => format!("a legal move is rejected ({says})"),
                Finding::Agrees
                | Finding::Differs
                | Finding::Silent
                | Finding::Unsupported
                | Finding::NotReached
                | Finding::Panicked
                | Finding::Crashed
                | Finding::TimedOut
                | Finding::ProtocolError => says,
            };
            Some(format!("{} {says}, wrong", one.question))
        })
        .collect();
    match wrong.is_empty() {
        true => "right".to_owned(),
        false => wrong.join("; "),
    }
}
