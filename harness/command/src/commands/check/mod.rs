mod gate;
mod options;
mod report_files;
mod screen;

pub(crate) use options::{CheckOptions, Rendering};

use std::env;

use gate::Gate;
use lawbook_catalogue::Deviation;
use lawbook_libraries::process::stop_on_signal;
use lawbook_runner::{
    baseline::deviations,
    report::{self, Report},
    runner,
};
use report_files::ReportFiles;

use crate::{
    libraries,
    output::{self, Exit, Failure, Result},
    selection, threads,
};

/// `lawbook check`
pub(crate) fn run(options: &CheckOptions) -> Result {
    let catalogue = selection::catalogue(options.selection.cases.as_deref())?;
    let cases = selection::select(&catalogue, &options.selection)?;
    let asked = libraries::select(&options.libraries, 1)?;
    let files = ReportFiles::choose(options)?;
    let mut known =
        if options.no_known { Vec::new() } else { asked.known(options.known_for_adapter)? };
    if options.selection.cases.is_some() {
        // Known deviations in other cases do not apply.
        known.retain(|one| {
            one.cases.is_empty() || one.cases.iter().any(|id| catalogue.case(id).is_some())
        });
    }
    let is_whole = selection::is_everything(&options.selection);
    let gate = Gate::open(options, &asked, is_whole)?;
    let cases = match &gate {
        Some(gate) => {
            known.retain(|one| !gate.replaces(one));
            gate.older(cases, options)?
        }
        None => cases,
    };
    let old = gate.as_ref().and_then(|gate| gate.old.as_ref());
    let level = options.level.unwrap_or_else(|| gate::usual_level(options, old));
    let cases = selection::decided(gate::up_to(level, cases)?)?;
    let answers = cases.len() * (1 + asked.implementations.len());
    let bar = output::progress(answers, "cases of all libraries");
    let limits = (threads::number(options.jobs), stop_on_signal());
    let asked_of = &asked.implementations;
    let entries: Vec<Deviation>;
    let mut run = runner::run_in(limits, &catalogue, cases, asked_of, &known, || bar.inc());
    bar.finish();
    asked.note_failures();
    if options.update && !run.stopped.is_empty() {
        let message = "the run was stopped, so the baseline is not written";
        return Err(Failure::new(Exit::Disagreed, message));
    }
    let mut outdated = Vec::new();
    if let Some(gate) = &gate {
        let baseline = gate.baseline(&run, level)?;
        entries = deviations(&baseline);
        let is_whole = is_whole && run.stopped.is_empty();
        outdated = gate.apply(&mut run, (level, is_whole), &baseline, &entries);
    }
    let mut report = Report::new(&run, &catalogue);
    report.stale_deviations.extend(outdated);
    if report.complete {
        // A baseline stores how many questions of all are answered.
        let is_counted = is_whole && options.baseline.is_none();
        let counts = |name: &str| report.answered(name);
        report.too_few_answers = asked.too_few(&options.libraries, is_counted, counts);
    }
    report.not_asked.extend(asked.not_asked);
    // A part of the answers replaces the committed reports in no case.
    if let Some(files) = files.filter(|_| report.complete || options.out.is_some()) {
        files.write(&report)?;
    }
    if env::var_os("GITHUB_ACTIONS").is_some() {
        eprint!("{}", report::annotations(&report));
    }
    output::print(&match options.format {
        Rendering::Text => screen::text(&report, options),
        Rendering::Json => report::write_json(&report),
        Rendering::Markdown => report::markdown(&report),
        Rendering::Junit => report::junit(&report),
    })?;
    Ok(if report.passes() { Exit::Agreed } else { Exit::Disagreed })
}
