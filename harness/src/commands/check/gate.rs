//! What a gate asks and knows: a baseline, and how fine the points are.

use std::path::Path;

use lawbook::{
    catalogue::{Baseline, Case, CaseLevel},
    gate::read_baseline,
    report,
    runner::Run,
};

use crate::{
    cli::CheckOptions,
    output::{self, Exit, Failure, Result},
};

/// The baseline in this file, which has to be there.
pub(super) fn baseline(file: &Path) -> Result<Baseline> {
    let shown = file.display();
    read_baseline(file).map_err(|message| Failure::new(Exit::Invalid, message))?.ok_or_else(|| {
        let message =
            format!("{shown} is not there; `lawbook baseline init --file {shown}` makes it");
        Failure::new(Exit::Trouble, message)
    })
}

/// Everything is asked of the libraries that come with the command, as what they answer otherwise is listed with
/// its reason; an adapter that is tried is asked what a sound library passes.
pub(super) fn usual_level(options: &CheckOptions, baseline: Option<&Baseline>) -> CaseLevel {
    let is_adapter_alone =
        !options.libraries.adapter.is_empty() && options.libraries.library.is_empty();
    let otherwise = if is_adapter_alone { CaseLevel::Core } else { CaseLevel::Strict };
    baseline.map_or(otherwise, |baseline| baseline.level)
}

/// The cases up to a level, at least one.
pub(super) fn up_to(level: CaseLevel, mut cases: Vec<&Case>) -> Result<Vec<&Case>> {
    let all = cases.len();
    cases.retain(|case| case.level <= level);
    let beyond = all - cases.len();
    if cases.is_empty() {
        let message = format!(
            "no case is asked at the level {level}: {} beyond it; `--level strict` asks all",
            report::counted(beyond, "case")
        );
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    if beyond > 0 {
        let beyond = report::counted(beyond, "case");
        output::note(&format!(
            "{beyond} beyond the level {level} not asked; `--level strict` asks all"
        ));
    }
    Ok(cases)
}

/// The cases that were there when the baseline was made: what came later is no regression.
pub(super) fn older<'a>(mut cases: Vec<&'a Case>, baseline: &Baseline) -> Vec<&'a Case> {
    let all = cases.len();
    cases.retain(|case| case.since <= baseline.catalogue);
    if cases.len() < all {
        output::note(&format!(
            "{} newer than the baseline and not asked; `lawbook baseline add` takes them on",
            report::counted(all - cases.len(), "case")
        ));
    }
    cases
}

/// The kinds of questions that the baseline says are answered, and that no longer are.
pub(super) fn lost(run: &Run<'_>, baseline: &Baseline) -> Vec<String> {
    let mut lost = Vec::new();
    for (place, about) in run.implementations.iter().enumerate() {
        let Some(listed) = baseline.libraries.get(&about.name) else { continue };
        let answers = |kind: &String| {
            run.verdicts().any(|one| {
                one.implementation == place
                    && one.finding.is_scored()
                    && one.expected.question.kind() == kind
            })
        };
        let gone = listed.answers.iter().filter(|kind| !answers(kind));
        lost.extend(gone.map(|kind| format!("{} no longer answers {kind}", about.name)));
    }
    lost
}
