//! Which libraries a command asks, and whether in this process or in others.

use std::{env, path::Path};

use lawbook::adapter::{Implementation, Reference};
use lawbook_libraries::{
    FOREIGN,
    process::{Limits, Process},
};

use crate::{
    cli::Libraries,
    linked,
    output::{self, Exit, Failure, Result},
};

/// Who is asked besides the reference.
pub(crate) struct Asked {
    /// Everybody.
    pub(crate) implementations: Vec<Box<dyn Implementation>>,
    /// Those of them that run in processes of their own.
    processes: Vec<Process>,
}

/// Starts whoever is selected: the libraries that are named, all if nobody is, and the adapters.
pub(crate) fn select(options: &Libraries) -> Result<Asked> {
    let foreign = if options.foreign.is_some() { &FOREIGN[..] } else { &[] };
    let known: Vec<String> = (linked::all().iter().map(|one| one.about().name))
        .chain(foreign.iter().map(|one| one.name.to_owned()))
        .collect();
    check(&options.library, &known)?;
    let is_selected = |name: &str| match options.library.as_slice() {
        [] => options.adapter.is_empty(),
        names => names.iter().any(|one| one == name),
    };
    let mut asked = Asked { implementations: Vec::new(), processes: Vec::new() };
    let memory = u64::from(options.memory) << 20;
    let limits = Limits { question: options.timeout, memory, ..Limits::default() };
    for library in linked::all() {
        let name = library.about().name;
        match is_selected(&name) {
            true if options.isolate => asked.add(start(&name, serving(&name)?, limits)?),
            true => asked.implementations.push(library),
            false => {}
        }
    }
    for one in foreign.iter().filter(|one| is_selected(one.name)) {
        let folder = options.foreign.as_deref().unwrap_or(Path::new(""));
        match one.command(folder) {
            Some(command) => asked.add(start(one.name, command, limits)?),
            None => output::note(&format!(
                "{} is not run: it is not installed, and {} installs it",
                one.name,
                folder.join("setup").display()
            )),
        }
    }
    for command in &options.adapter {
        asked.add(start(command, words(command)?, limits)?);
    }
    Ok(asked)
}

/// Whether everybody who is linked in is asked, and nobody else.
pub(crate) fn is_everybody(options: &Libraries) -> bool {
    let is_linked = !linked::all().is_empty();
    is_linked
        && options.library.is_empty()
        && options.adapter.is_empty()
        && options.foreign.is_none()
}

/// The linked library with this name.
pub(crate) fn named(name: &str) -> Result<Box<dyn Implementation>> {
    let mut all = linked::all();
    let known: Vec<String> = all.iter().map(|one| one.about().name).collect();
    check(&[name.to_owned()], &known)?;
    all.retain(|one| one.about().name == name);
    all.pop().ok_or_else(|| Failure::new(Exit::NothingSelected, format!("no library {name:?}")))
}

fn check(names: &[String], known: &[String]) -> Result<()> {
    let Some(name) = names.iter().find(|name| !known.contains(name)) else { return Ok(()) };
    let message = match known {
        [] => format!(
            "{name:?} is not linked into this build, which was made without the feature \"linked\"; \
             --adapter and --foreign ask libraries in processes of their own"
        ),
        known => format!("{name:?} is not linked into this build; there are {}", known.join(", ")),
    };
    Err(Failure::new(Exit::NothingSelected, message))
}

/// The command of an adapter, in words as a shell has them.
pub(crate) fn words(command: &str) -> Result<Vec<String>> {
    match shell_words::split(command) {
        Ok(words) if !words.is_empty() => Ok(words),
        Ok(_) => Err(Failure::new(Exit::Usage, "the command of the adapter is empty")),
        Err(error) => Err(Failure::new(Exit::Usage, format!("cannot read {command:?}: {error}"))),
    }
}

/// Starts an adapter, called so in messages.
pub(crate) fn start(called: &str, command: Vec<String>, limits: Limits) -> Result<Process> {
    Process::start(env::current_exe()?, command, limits).map_err(|message| {
        Failure::new(Exit::Trouble, format!("the adapter {called:?} cannot be asked: {message}"))
    })
}

/// The command that answers for a linked library.
fn serving(library: &str) -> Result<Vec<String>> {
    let program = env::current_exe()?.to_string_lossy().into_owned();
    Ok(vec![program, "adapter".to_owned(), "serve".to_owned(), library.to_owned()])
}

impl Asked {
    /// Adds a process, under a name that nobody else has.
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

    /// Says of each process that failed how often, and what it had written on its standard error.
    pub(crate) fn note_failures(&self) {
        for process in &self.processes {
            let (failures, talk) = process.failures();
            if failures > 0 {
                let name = process.about().name;
                output::note(&format!("{name} failed and was started again, {failures} times"));
            }
            if failures > 0 && !talk.is_empty() {
                output::note(&format!("the end of what it wrote on its standard error:\n{talk}"));
            }
        }
    }
}
