//! The baseline, and the level of the cases.

use std::path::Path;

use lawbook::words::counted;
use lawbook_catalogue::{Case, CaseLevel, Cause, Deviation, Version};
use lawbook_runner::{
    baseline::{Baseline, apply, write_baseline},
    runner::Run,
};

use super::CheckOptions;
use crate::{
    cli::Libraries,
    libraries::SelectedLibraries,
    output::{self, Exit, Failure, Result},
};

/// A baseline, and the library that it is of.
pub(super) struct Gate<'a> {
    file: &'a Path,
    /// Whether the baseline is written.
    updates: bool,
    /// The name of the library.
    library: String,
    /// The place of the library among the implementations of a run.
    place: usize,
    /// The baseline in the file; none if the file is still to be written.
    pub(super) old: Option<Baseline>,
}

impl<'a> Gate<'a> {
    /// Reads the baseline of the options; `None` if they name none. `is_whole` is whether no case is left out.
    ///
    /// Fails if the file does not exist, unless it is to be written, or if it is not the baseline of a selected library.
    pub(super) fn open(
        options: &'a CheckOptions,
        asked: &SelectedLibraries,
        is_whole: bool,
    ) -> Result<Option<Gate<'a>>> {
        let Some(file) = options.baseline.as_deref() else { return Ok(None) };
        let shown = file.display();
        let old = Baseline::open(file)?;
        if options.update && !is_whole {
            let message = "--update needs the answers to all cases: it goes with no option that selects some of them";
            return Err(Failure::new(Exit::Usage, message));
        }
        if let (Some(own), Some(level)) = (old.as_ref().map(|old| old.level.into()), options.level)
            && options.update
            && level < own
        {
            let message = format!(
                "{shown} is of the level {own}, and --level {level} would drop what it lists beyond that; leave the option out"
            );
            return Err(Failure::new(Exit::Usage, message));
        }
        if old.is_none() && !options.update {
            let message = format!("{shown} does not exist; {} creates it", update(options));
            return Err(Failure::new(Exit::IoError, message));
        }
        let names: Vec<String> = asked.implementations.iter().map(|one| one.about().name).collect();
        let place = match (&old, names.as_slice()) {
            (Some(old), names) => old.owner(file, names, Version::current().into())?,
            (None, [_]) => 0,
            (None, _) => {
                let names = names.join(", ");
                let message =
                    format!("a baseline is of one library, and these are selected: {names}");
                return Err(Failure::new(Exit::Invalid, message));
            }
        };
        let library = names[place].clone();
        // The reference is the first implementation of a run.
        Ok(Some(Gate { file, updates: options.update, library, place: place + 1, old }))
    }

    /// Returns whether a known deviation is one of its library, for which the baseline replaces it.
    pub(super) fn replaces(&self, known: &Deviation) -> bool {
        known.implementation == self.library
    }

    /// Returns the baseline to compare with: the one that was read, or the new one, which is written to the file.
    ///
    /// Fails if the library was given up before all questions were asked, or if the file cannot be written.
    pub(super) fn baseline(&self, run: &Run<'_>, level: CaseLevel) -> Result<Baseline> {
        if let Some(old) = self.old.as_ref().filter(|_| !self.updates) {
            return Ok(old.clone());
        }
        let mut own = run.verdicts().filter(|one| one.implementation == self.place);
        if let Some(one) = own.find(|one| one.cause == Some(Cause::NotAsked)) {
            let message = format!(
                "{} was given up before all questions were asked ({}), so that the list would excuse what was never asked; \
                 correct that first, or allow more time with --timeout",
                self.library, one.says
            );
            return Err(Failure::new(Exit::Disagreed, message));
        }
        let new = write_baseline(run, self.place, level, self.old.as_ref());
        new.save(self.file)?;
        let late = run.cases.iter().flat_map(|case| {
            let late = case.verdicts.iter().filter(|one| {
                one.implementation == self.place && one.cause == Some(Cause::TimedOut)
            });
            late.map(|one| format!("\n  {}: {}", case.case.id, one.expected.question))
        });
        let late: Vec<String> = late.collect();
        output::note(&format!("wrote {}", self.file.display()));
        if !late.is_empty() {
            output::note(&format!(
                "{} in it did not come in time, twice; --timeout allows more time:{}",
                counted(late.len(), "answer"),
                late.concat()
            ));
        }
        Ok(new)
    }

    /// Compares a run with the baseline; `is_whole` is whether no case was left out. Returns what in it does not hold any more.
    pub(super) fn apply<'r>(
        &self,
        run: &mut Run<'r>,
        cases: (CaseLevel, bool),
        baseline: &Baseline,
        entries: &'r [Deviation],
    ) -> Vec<String> {
        let outdated = apply(run, self.place, cases, baseline, entries);
        outdated.unwrap_or_else(|why| {
            output::note(&why);
            Vec::new()
        })
    }

    /// Returns the cases that existed when the baseline was made: a failure in a later case is not a regression. Fails if there
    /// are none.
    pub(super) fn older<'c>(
        &self,
        mut cases: Vec<&'c Case>,
        options: &CheckOptions,
    ) -> Result<Vec<&'c Case>> {
        let Some(old) = self.old.as_ref().filter(|_| !self.updates) else { return Ok(cases) };
        let all = cases.len();
        cases.retain(|case| old.has_cases_since(case.since.into()));
        let newer = counted(all - cases.len(), "case");
        let add = update(options);
        if cases.is_empty() && all > 0 {
            let message =
                format!("no case is as old as the baseline: {newer} newer; {add} adds them");
            return Err(Failure::new(Exit::NothingSelected, message));
        }
        if cases.len() < all {
            output::note(&format!("{newer} newer than the baseline and not run; {add} adds them"));
        }
        Ok(cases)
    }
}

/// Returns the default level. Included libraries get all cases, because their known deviations are listed with reasons;
/// an adapter under test gets the cases that a sound library passes.
pub(super) fn usual_level(options: &CheckOptions, baseline: Option<&Baseline>) -> CaseLevel {
    let is_adapter_alone =
        !options.libraries.adapter.is_empty() && options.libraries.library.is_empty();
    let otherwise = if is_adapter_alone { CaseLevel::Core } else { CaseLevel::Strict };
    baseline.map_or(otherwise, |baseline| baseline.level.into())
}

/// Returns the cases up to a level; fails if there are none.
pub(super) fn up_to(level: CaseLevel, mut cases: Vec<&Case>) -> Result<Vec<&Case>> {
    let all = cases.len();
    cases.retain(|case| case.level <= level);
    let beyond = all - cases.len();
    if cases.is_empty() {
        let message = format!(
            "no case is in the level {level}: {} beyond it; `--level strict` runs all",
            counted(beyond, "case")
        );
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    if beyond > 0 {
        let beyond = counted(beyond, "case");
        output::note(&format!(
            "{beyond} beyond the level {level} not run; `--level strict` runs all"
        ));
    }
    Ok(cases)
}

/// Returns the command that updates the baseline of a run, for the same libraries.
fn update(options: &CheckOptions) -> String {
    let Libraries { library, adapter, foreign, .. } = &options.libraries;
    let mut words: Vec<String> = Vec::new();
    let mut add = |name: &str, value: &str| {
        words.push(format!(" {name} {}", shell_words::quote(value)));
    };
    library.iter().for_each(|one| add("--library", one));
    if let Some(baseline) = &options.baseline {
        add("--baseline", &baseline.to_string_lossy());
    }
    let foreign = foreign
        .iter()
        .map(|one| format!(" --foreign={}", shell_words::quote(&one.to_string_lossy())));
    let options: String = foreign.chain(words).collect();
    let adapter = match adapter.is_empty() {
        true => String::new(),
        false => format!(" -- {}", shell_words::join(adapter)),
    };
    format!("`lawbook check{options} --update{adapter}`")
}
