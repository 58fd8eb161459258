//! Gating in CI: the baseline and the level of the cases.

use std::path::Path;

use lawbook::words::counted;
use lawbook_catalogue::{Baseline, Case, CaseLevel, Catalogue};
use lawbook_suite::{
    baseline::read_baseline,
    runner::{AnsweredKinds, Run},
};

use crate::{
    cli::{CheckOptions, Libraries},
    libraries::SelectedLibraries,
    output::{self, Exit, Failure, Result},
};

/// Reads the baseline from a file, which must exist. It has to list one of the selected libraries, and only cases and
/// questions that exist.
pub(super) fn baseline(
    file: &Path,
    asked: &SelectedLibraries,
    catalogue: &Catalogue,
) -> Result<Baseline> {
    let shown = file.display();
    let baseline = read_baseline(file)?.ok_or_else(|| {
        let message =
            format!("{shown} does not exist; `lawbook baseline init --file {shown}` creates it");
        Failure::new(Exit::IoError, message)
    })?;
    let names = asked.implementations.iter().map(|one| one.about().name);
    baseline
        .check_owner(file, names)
        .and_then(|()| baseline.check_names(file, catalogue))
        .map_err(|message| Failure::new(Exit::Invalid, message))?;
    Ok(baseline)
}

/// Returns the default level. Included libraries get all cases, because their known deviations are listed with reasons;
/// an adapter under test gets the cases that a sound library passes.
pub(super) fn usual_level(options: &CheckOptions, baseline: Option<&Baseline>) -> CaseLevel {
    let is_adapter_alone =
        !options.libraries.adapter.is_empty() && options.libraries.library.is_empty();
    let otherwise = if is_adapter_alone { CaseLevel::Core } else { CaseLevel::Strict };
    baseline.map_or(otherwise, |baseline| baseline.level)
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

/// Returns the cases that existed when the baseline was made: a failure in a later case is not a regression. Fails if there
/// are none.
pub(super) fn older<'a>(
    mut cases: Vec<&'a Case>,
    baseline: &Baseline,
    options: &CheckOptions,
) -> Result<Vec<&'a Case>> {
    let all = cases.len();
    cases.retain(|case| case.since <= baseline.catalogue);
    let newer = counted(all - cases.len(), "case");
    let add = format!("`lawbook baseline add{}`", same_libraries(options, "--file"));
    if cases.is_empty() && all > 0 {
        let message = format!(
            "no case is as old as the baseline, whose catalogue is {}: {newer} newer; {add} adds them",
            baseline.catalogue
        );
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    if cases.len() < all {
        output::note(&format!("{newer} newer than the baseline and not run; {add} adds them"));
    }
    Ok(cases)
}

/// Returns the options that select the libraries and the baseline of a run, to be repeated in another command, each with a
/// space before it. `file` is the name of the option for the baseline there.
pub(super) fn same_libraries(options: &CheckOptions, file: &str) -> String {
    let Libraries { library, adapter, foreign, .. } = &options.libraries;
    let mut words: Vec<String> = Vec::new();
    let mut add = |name: &str, value: &str| {
        words.push(format!(" {name} {}", shell_words::quote(value)));
    };
    library.iter().for_each(|one| add("--library", one));
    adapter.iter().for_each(|one| add("--adapter", one));
    if let Some(baseline) = &options.baseline {
        add(file, &baseline.to_string_lossy());
    }
    let foreign = foreign
        .iter()
        .map(|one| format!(" --foreign={}", shell_words::quote(&one.to_string_lossy())));
    foreign.chain(words).collect()
}

/// Returns the questions that the library answered when the baseline was made, and does not answer any more.
pub(super) fn lost(run: &Run<'_>, baseline: &Baseline) -> Vec<String> {
    let mut lost = Vec::new();
    for (place, about) in run.implementations.iter().enumerate() {
        let Some(listed) = baseline.libraries.get(&about.name) else { continue };
        let mut kinds = AnsweredKinds::default();
        run.verdicts().filter(|one| one.implementation == place).for_each(|one| kinds.count(one));
        let gone = kinds.lost(&listed.answers);
        lost.extend(gone.map(|what| format!("{} {what}", about.name)));
    }
    lost
}
