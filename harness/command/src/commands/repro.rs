use std::{
    path::{Path, PathBuf},
    slice,
};

use clap::{ArgGroup, Args};
use lawbook::words::counted;
use lawbook_catalogue::{
    Case, Catalogue, Deviation,
    adapter::{Implementation, wire},
    question::ExpectationRecord,
};
use lawbook_libraries::{Repro, ReproError, known_deviations, process::Limits};
use lawbook_runner::runner;

use crate::{
    board::Pieces,
    cli::complete,
    commands::show,
    libraries,
    output::{self, Exit, Failure, Result},
    selection,
    write::{OutFolder, write_file},
};

#[derive(Args)]
#[command(group = ArgGroup::new("tested").required(true).args(["library", "adapter"]))]
#[command(after_help = concat!("\
Examples:
  lawbook repro en-passant-capturer-was-pinned --library chess.js
  lawbook repro en-passant-capturer-was-pinned --library chess.js \\
      --question same-as-1 --out repro.mjs
  lawbook repro --library chess.js --out-dir repros
      one for each entry of its list of known deviations
  lawbook repro en-passant-capturer-was-pinned --out asked.jsonl -- ./mine
      a text for a bug report of your library, and the requests; `./mine < asked.jsonl` repeats them

The program for an included library is written in the language of the library and calls its own interface. It prints the expected answer and \
the actual one. Its exit code is 1 if they differ, and 0 once the library gives the right answer. With --out-dir, each \
file is listed with the wrong answer that its program is known to get.

", catalogue_exit_codes!()))]
pub(crate) struct ReproOptions {
    /// The id of the case; without it, the first case of each entry in the list of known deviations
    #[arg(required_unless_present = "out_dir")]
    #[arg(add = complete::ids())]
    pub(crate) id: Option<String>,
    /// The library
    #[arg(long, value_name = "LIBRARY", add = complete::libraries())]
    pub(crate) library: Option<String>,
    /// Ask the adapter that this command starts, and write a text for a bug report
    #[arg(last = true, value_name = "ADAPTER", requires = "id")]
    pub(crate) adapter: Vec<String>,
    /// The question; default: the first that the library answers differently
    #[arg(long, value_name = "QUESTION", requires = "id", conflicts_with = "out_dir")]
    pub(crate) question: Option<String>,
    /// Write the program to this file instead of standard output; with an adapter, the requests
    #[arg(long, value_name = "FILE", requires = "id", value_parser = crate::cli::output())]
    pub(crate) out: Option<PathBuf>,
    /// Write a program for each entry in the list of known deviations into this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["id", "out"], value_parser = crate::cli::output())]
    pub(crate) out_dir: Option<PathBuf>,
    /// Replace a file that exists, or files in a folder that `lawbook` did not make
    #[arg(long)]
    pub(crate) force: bool,
    /// Read the catalogue from this folder instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
}

/// `lawbook repro`
pub(crate) fn run(options: &ReproOptions) -> Result {
    let catalogue = selection::catalogue(options.cases.as_deref())?;
    let known =
        known_deviations().map_err(|problem| Failure::new(Exit::Invalid, problem.to_string()))?;
    let library = options.library.as_deref().unwrap_or_default();
    match (&options.id, &options.out_dir) {
        (Some(id), _) if !options.adapter.is_empty() => of_adapter(find(&catalogue, id)?, options)?,
        (Some(id), _) => {
            let case = find(&catalogue, id)?;
            let question = options.question.clone().or_else(|| wrong(case, library, &known));
            let repro = Repro::new(case, library, question.as_deref(), &known)
                .map_err(|error| nothing(&error))?;
            let program = repro.program(&catalogue);
            match &options.out {
                Some(file) => write_file(file, options.force, program.as_bytes())?,
                None => output::print(&program)?,
            }
        }
        (None, Some(folder)) => {
            let files = OutFolder::open(folder, options.force)?;
            all(&files, folder, &catalogue, library, &known)?;
        }
        // The command line requires one of the two.
        (None, None) => {
            return Err(Failure::new(Exit::Usage, "name a case, or a folder with --out-dir"));
        }
    }
    Ok(Exit::Agreed)
}

/// Returns the first question of a case that a linked library answers wrongly, if no entry has the case as its example.
fn wrong(case: &Case, library: &str, known: &[Deviation]) -> Option<String> {
    let is_listed = |one: &Deviation| one.implementation == library && one.cases.contains(&case.id);
    if known.iter().any(is_listed) {
        return None;
    }
    let linked = libraries::named(library).ok()?;
    let verdicts = runner::ask_one(case, linked.as_ref(), known);
    let is_wrong = |one: &&runner::Verdict<'_>| one.deviation.is_some() || !one.standing.passes();
    Some(verdicts.iter().find(is_wrong)?.expected.question.name())
}

/// Asks an adapter the questions of a case. Prints the first wrong answer as a text for a bug report, with the requests to
/// which it is the reply.
fn of_adapter(case: &Case, options: &ReproOptions) -> Result<()> {
    let called = shell_words::join(&options.adapter);
    let process = libraries::start_adapter(&options.adapter, Limits::default())?;
    let about = process.about();
    let verdicts = runner::ask_one(case, &process, &[]);
    let found = verdicts.iter().find(|one| match &options.question {
        Some(question) => one.expected.question.name() == *question,
        None => !one.standing.passes(),
    });
    let Some(found) = found else {
        let message = match &options.question {
            Some(question) => {
                let names = verdicts.iter().map(|one| one.expected.question.name());
                let names = names.collect::<Vec<_>>().join(", ");
                format!("{} has no question {question:?}; its questions: {names}", case.id)
            }
            None if !verdicts.iter().any(|one| one.finding.is_scored()) => {
                format!("{} answers no question of {}", about.name, case.id)
            }
            None => format!("{} gives no wrong answer to {}", about.name, case.id),
        };
        return Err(Failure::new(Exit::NothingSelected, message));
    };
    let expected = &found.expected;
    let scenario = case.scenario_until(expected.moment, about.rule_set);
    let asked = process.respondent().request(&scenario, slice::from_ref(&expected.question), 1);
    let requests = format!("{}\n{asked}\n", wire::hello(0));
    let mut file = "FILE".to_owned();
    if let Some(out) = &options.out {
        write_file(out, options.force, requests.as_bytes())?;
        file = shell_words::quote(&out.to_string_lossy()).into_owned();
    }
    output::print(&format!(
        "{} {}: {}\n\n{}\n{}\n  expected: {}\n  answered: {}\n\nWhy: {}\n\n{called} < {file}\n  repeats it, with these lines in {file}:\n\n{requests}",
        about.name,
        about.version,
        case.title,
        show::scenario(case, Pieces::Letters),
        expected.question,
        ExpectationRecord::from(&expected.right),
        found.says,
        case.why_under(about.rule_set).trim(),
    ))
}

/// Writes a program for each known deviation that a program can show, with the answers known for it.
fn all(
    files: &OutFolder,
    folder: &Path,
    catalogue: &Catalogue,
    library: &str,
    known: &[Deviation],
) -> Result<()> {
    let (mut text, mut written, mut left_out) = (String::new(), 0, 0);
    let own = known.iter().filter(|one| one.implementation.eq_ignore_ascii_case(library));
    for (number, entry) in (1..).zip(own) {
        let repro = match Repro::of(entry, catalogue, known) {
            Ok(Some(repro)) => repro,
            // The deviation is known only for whole games.
            Ok(None) => continue,
            Err(error @ ReproError::Library(..)) => return Err(nothing(&error)),
            Err(error) => {
                output::note(&error.to_string());
                left_out += 1;
                continue;
            }
        };
        let name = format!("{number:02}-{}.{}", repro.case().id, repro.language().extension());
        files.write(&name, repro.program(catalogue).as_bytes())?;
        let got = repro.known_to_say().unwrap_or_default();
        text.push_str(&format!("{}\t{got}\n", folder.join(name).display()));
        written += 1;
    }
    output::note(&format!(
        "{written} of {} that name a case",
        counted(written + left_out, "entry")
    ));
    if text.is_empty() {
        let message = format!("no known deviation of {library} can be shown as a program");
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    output::print(&text)
}

fn find<'a>(catalogue: &'a Catalogue, id: &str) -> Result<&'a Case> {
    catalogue.case(id).ok_or_else(|| {
        let ids = catalogue.cases.iter().map(|case| case.id.as_str());
        let nearest = selection::nearest(id, ids);
        let nearest = nearest.map(|one| format!("; did you mean {one:?}?")).unwrap_or_default();
        Failure::new(Exit::NothingSelected, format!("no case {id:?}{nearest}"))
    })
}

fn nothing(error: &ReproError) -> Failure {
    Failure::new(Exit::NothingSelected, error.to_string())
}
