//! Selects the libraries that a command tests, and starts those that run in processes of their own.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    path::Path,
    time::Instant,
};

use lawbook::{rules::Act, words::counted};
use lawbook_catalogue::{
    Deviation,
    adapter::{About, Implementation, Reference, probes, wire},
};
use lawbook_gate::is_too_few;
use lawbook_libraries::{
    Library, foreign_libraries, library,
    process::{Limits, Process},
};
use lawbook_runner::runner;

use crate::{
    cli::Libraries,
    linked,
    output::{self, Exit, Failure, Result},
    selection,
};

/// The libraries and adapters that a command tests, besides the reference.
#[derive(Default)]
pub(crate) struct SelectedLibraries {
    /// All libraries and adapters, in this process and in others.
    pub(crate) implementations: Vec<Box<dyn Implementation>>,
    /// Those of them that run in processes of their own.
    processes: Vec<Process>,
    /// Their self-descriptions, in the order of the command line: the included libraries first, then the adapters that
    /// the user named.
    abouts: Vec<About>,
    /// Number of included libraries in `abouts`.
    built_in: usize,
    /// The libraries of --foreign that are not installed, each with the reason. None of them is named by --library.
    pub(crate) not_asked: BTreeMap<String, String>,
}

/// Starts the selected libraries and adapters. Without --library these are all libraries of --foreign, and also all linked
/// libraries if no adapter is named. A library that does not run in this process has up to `processes` processes.
///
/// Fails if a library that --library names cannot be started, if no library of --foreign can, or if nothing is selected.
pub(crate) fn select(options: &Libraries, processes: usize) -> Result<SelectedLibraries> {
    let foreign: Vec<&Library> = options.foreign.iter().flat_map(|_| foreign_libraries()).collect();
    let there: Vec<String> = (linked::all().iter().map(|one| one.about().name))
        .chain(foreign.iter().map(|one| one.name.to_owned()))
        .collect();
    let is_there = |name: &&String| there.iter().any(|one| one.eq_ignore_ascii_case(name));
    if let Some(name) = options.library.iter().find(|name| !is_there(name)) {
        return Err(Failure::new(Exit::NothingSelected, absent(name, &there)));
    }
    let is_selected = |name: &str, by_default: bool| match options.library.as_slice() {
        [] => by_default,
        names => names.iter().any(|one| one.eq_ignore_ascii_case(name)),
    };
    let mut asked = SelectedLibraries::default();
    let limits = Limits { answer: options.timeout, processes, ..Limits::default() };
    for one in linked::all() {
        let name = one.about().name;
        let may_end = library(&name).is_some_and(|one| one.may_end_the_process.is_some());
        match is_selected(&name, options.adapter.is_empty()) {
            true if options.isolate || may_end => asked.add(start(&name, serving(&name)?, limits)?),
            true => asked.implementations.push(one),
            false => {}
        }
    }
    if let Some(folder) = &options.foreign {
        let mut selected = foreign;
        selected.retain(|one| is_selected(one.name, true));
        asked.add_foreign(folder, &selected, !options.library.is_empty(), limits)?;
    }
    asked.built_in = asked.implementations.len();
    if !options.adapter.is_empty() {
        let adapter = start_adapter(&options.adapter, limits)?;
        unknown_names(&adapter).iter().for_each(|one| output::note(one));
        asked.add(adapter);
    }
    if asked.implementations.is_empty() {
        let message = "no library is selected, and this build has none linked; give the command of an adapter after `--`, or \
                       ask those in other languages by --foreign";
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    asked.abouts = asked.implementations.iter().map(|one| one.about()).collect();
    for one in &asked.implementations {
        runner::fits(one.as_ref()).map_err(|message| {
            let name = one.about().name;
            Failure::new(Exit::IoError, format!("{name} cannot be tested: {message}"))
        })?;
    }
    Ok(asked)
}

/// Returns whether no option selects libraries. All linked libraries then take part, if there are any.
pub(crate) fn is_default_selection(options: &Libraries) -> bool {
    let Libraries { library, adapter, foreign, .. } = options;
    library.is_empty() && adapter.is_empty() && foreign.is_none()
}

/// Returns whether this build has no linked libraries.
pub(crate) fn none_is_linked() -> bool {
    linked::all().is_empty()
}

/// Returns the linked library with this name.
pub(crate) fn named(name: &str) -> Result<Box<dyn Implementation>> {
    let all = linked::all();
    let there: Vec<String> = all.iter().map(|one| one.about().name).collect();
    let found = all.into_iter().find(|one| one.about().name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| Failure::new(Exit::NothingSelected, absent(name, &there)))
}

/// Returns the message for a library that is not available, with a remedy.
fn absent(name: &str, there: &[String]) -> String {
    let folder = library(name);
    if let Some(one) = folder.filter(|one| !one.is_linked()) {
        return format!(
            "{} runs in its own process: install it with {SETUP}, then add `--foreign`",
            one.name
        );
    }
    if there.is_empty() {
        return format!(
            "{name:?} is not linked into this build, which was made without the feature \"linked\"; \
             an adapter after `--`, and --foreign, run libraries in their own processes"
        );
    }
    if let Some(Library { name: feature, .. }) = folder {
        return format!(
            "{feature} is not linked into this build: `cargo run --release --features {feature} -- ...` has it"
        );
    }
    match selection::nearest(name, there.iter().map(String::as_str)) {
        Some(nearest) => format!("unknown library {name:?}; did you mean {nearest:?}?"),
        None => format!("unknown library {name:?}; known libraries: {}", there.join(", ")),
    }
}

/// Starts the adapter whose program and arguments these are.
pub(crate) fn start_adapter(command: &[String], limits: Limits) -> Result<Process> {
    start(&shell_words::join(command), command.to_vec(), limits)
}

/// Starts an adapter; error messages refer to it as `called`.
fn start(called: &str, command: Vec<String>, limits: Limits) -> Result<Process> {
    let is_one_word =
        command.len() == 1 && called.contains(' ') && !Path::new(&command[0]).exists();
    Process::start(command, limits).map_err(|message| {
        let advice = match is_one_word {
            true => "\nno file has this name: write its program and its arguments without quotes around them",
            false => "",
        };
        Failure::new(Exit::IoError, format!("the adapter {called:?} failed: {message}{advice}"))
    })
}

/// Returns the command that serves a linked library as an adapter.
fn serving(library: &str) -> Result<Vec<String>> {
    let program = env::current_exe()?.to_string_lossy().into_owned();
    Ok(vec![program, "adapter".to_owned(), "serve".to_owned(), library.to_owned()])
}

/// The program that installs the libraries in other languages, in the sources.
const SETUP: &str = "harness/libraries/setup";

impl SelectedLibraries {
    /// Starts the `selected` libraries in a folder of adapters. Those that are not installed are an error if they are named,
    /// or if no other is installed.
    fn add_foreign(
        &mut self,
        folder: &Path,
        selected: &[&Library],
        are_named: bool,
        limits: Limits,
    ) -> Result<()> {
        let shown = folder.display();
        let fails = |message| Err(Failure::new(Exit::IoError, message));
        if !folder.is_dir() {
            return fails(format!(
                "--foreign: {shown} is not a folder; expected harness/libraries of the sources"
            ));
        }
        if selected.is_empty() {
            let message = "no library that --library names is one of --foreign; leave out one of the two options";
            return Err(Failure::new(Exit::NothingSelected, message));
        }
        let reason = "not installed and not asked";
        let mut count = 0;
        for one in selected {
            if let Some(command) = one.command(folder) {
                self.add(start(one.name, command, limits)?);
                count += 1;
            } else {
                self.not_asked.insert(one.name.to_owned(), reason.to_owned());
            }
        }
        if self.not_asked.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = self.not_asked.keys().map(String::as_str).collect();
        let message =
            format!("not installed in {shown}: {}; run {SETUP} of the sources", names.join(", "));
        if are_named || count == 0 {
            return fails(message);
        }
        output::note(&message);
        Ok(())
    }

    /// Adds a process, and renames it if its name is already taken.
    fn add(&mut self, mut process: Process) {
        let name = process.about().name;
        let is_taken = |name: &str| {
            name == Reference::NAME
                || self.implementations.iter().any(|one| one.about().name == name)
        };
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !is_taken(name));
        process.rename(free.unwrap_or(name));
        self.processes.push(process.clone());
        self.implementations.push(Box::new(process));
    }

    /// Returns the known deviations of the included libraries; with `for_adapters`, also those of the adapters that the
    /// user named. By default an adapter is a different library even if it declares the same name.
    pub(crate) fn known(&self, for_adapters: bool) -> Result<Vec<Deviation>> {
        let listed = if for_adapters { self.abouts.len() } else { self.built_in };
        lawbook_libraries::known_deviations_of(&self.abouts[..listed])
            .map_err(|problem| Failure::new(Exit::Invalid, problem.to_string()))
    }

    /// Returns a sentence for each library whose result says nothing: a library that the options name or that is an adapter,
    /// if it answers no question, and an adapter that answers few of all. `counts` are the answers and the questions of a
    /// library, and `is_whole` is whether these are enough to compare their numbers. Prints what the maintainer of an
    /// adapter can do about it.
    pub(crate) fn too_few(
        &self,
        options: &Libraries,
        is_whole: bool,
        counts: impl Fn(&str) -> (usize, usize),
    ) -> Vec<String> {
        let mut found = Vec::new();
        for (place, about) in self.abouts.iter().enumerate() {
            let is_adapter = place >= self.built_in;
            let (answered, all) = counts(&about.name);
            let how_many = match answered {
                0 if is_adapter || !options.library.is_empty() => "none".to_owned(),
                _ if is_adapter && is_whole && is_too_few(answered, all) => {
                    format!("only {answered}")
                }
                _ => continue,
            };
            let all = counted(all, "question");
            found.push(format!("{} answers {how_many} of {all}", about.name));
        }
        if !found.is_empty() && !options.adapter.is_empty() {
            output::note(&format!(
                "`lawbook adapter smoke -- {}` shows what to answer next, and with a baseline that is enough",
                shell_words::join(&options.adapter)
            ));
        }
        found
    }

    /// Sets the end of a search for all processes.
    pub(crate) fn limit_search(&self, end: Option<Instant>) {
        self.processes.iter().for_each(|one| one.limit_search(end));
    }

    /// Fails if a process has failed too often and gets no further questions.
    pub(crate) fn check_alive(&self) -> Result<()> {
        let gave_up = |one: &Process| Some(format!("{}: {}", one.about().name, one.gave_up()?.0));
        let failed = self.processes.iter().find_map(gave_up);
        failed.map_or(Ok(()), |message| Err(Failure::new(Exit::IoError, message)))
    }

    /// Sorts the libraries that run in this process before the others, and returns their number.
    pub(crate) fn sort_in_process_first(&mut self) -> usize {
        let elsewhere: Vec<String> = self.processes.iter().map(|one| one.about().name).collect();
        self.implementations.sort_by_key(|one| elsewhere.contains(&one.about().name));
        self.implementations.len() - elsewhere.len()
    }

    /// Prints for each process its late answers, how often it failed, and the end of its standard error.
    pub(crate) fn note_failures(&self) {
        self.processes.iter().for_each(note_failures);
    }
}

/// Returns a sentence for each question and each act that an adapter declares and that is not in the protocol.
pub(crate) fn unknown_names(process: &Process) -> Vec<String> {
    let (questions, acts) = process.respondent().claimed();
    let known: BTreeSet<&str> = probes()
        .iter()
        .map(|probe| wire::name_of(&probe.question, false))
        .chain(["ruling"])
        .collect();
    let mut found = Vec::new();
    for (field, claimed, known) in
        [("questions", questions, known), ("acts", acts, Act::NAMES.iter().copied().collect())]
    {
        for name in claimed.iter().filter(|name| !known.contains(name.as_str())) {
            let near = selection::nearest(name, known.iter().copied());
            let hint = near.map(|near| format!("; did you mean {near:?}?")).unwrap_or_default();
            found.push(format!("`{field}` names {name:?}, which is not in the protocol{hint}"));
        }
    }
    found
}

/// Prints the answers of a process that were late once. Returns their number.
fn note_late(process: &Process) -> usize {
    let (name, late) = (process.about().name, process.late());
    if !late.is_empty() {
        let times = counted(late.len(), "answer");
        let shown: String = late.iter().take(3).map(|one| format!("\n  {one}")).collect();
        output::note(&format!(
            "{name}: {times} late, and in time when asked again, which does not count as a failure; --timeout allows more \
             time:{shown}{}",
            if late.len() > 3 { "\n  ..." } else { "" }
        ));
    }
    late.len()
}

/// Prints the late answers of a process, how often it failed, and the end of its standard error.
pub(crate) fn note_failures(process: &Process) {
    let late = note_late(process);
    let (failures, talk) = process.failures();
    let failures = (failures as usize).saturating_sub(late);
    if failures > 0 {
        let name = process.about().name;
        output::note(&format!("{name} failed and was restarted {}", counted(failures, "time")));
    }
    if failures > 0 && !talk.is_empty() {
        output::note(&format!("the end of its standard error:\n{talk}"));
    }
}
