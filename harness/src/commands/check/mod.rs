mod gate;
mod report_files;
mod screen;

use std::{env, num::NonZero};

use lawbook_suite::{
    report::{self, Report, Shard},
    runner::{self, Sequence},
};
use report_files::ReportFiles;

use crate::{
    cli::{CheckOptions, Rendering},
    libraries,
    output::{self, Exit, Result},
    selection, threads,
};

/// `lawbook check`
pub(crate) fn run(options: &CheckOptions) -> Result {
    let catalogue = selection::catalogue(options.selection.cases.as_deref())?;
    let cases =
        selection::shard(selection::select(&catalogue, &options.selection)?, options.shard)?;
    let asked = libraries::select(&options.libraries)?;
    let files = ReportFiles::choose(options)?;
    let mut known =
        if options.no_known { Vec::new() } else { asked.known(options.known_for_adapter)? };
    let read = |file| gate::baseline(file, &asked, &catalogue);
    let baseline = options.baseline.as_deref().map(read).transpose()?;
    let cases = match &baseline {
        Some(baseline) => {
            // For a library that the baseline lists, the baseline replaces the built-in list.
            known.retain(|one| !baseline.libraries.contains_key(&one.implementation));
            known.extend(baseline.deviations());
            gate::older(cases, baseline, options)?
        }
        None => cases,
    };
    let level = options.level.unwrap_or_else(|| gate::usual_level(options, baseline.as_ref()));
    let cases = gate::up_to(level, cases)?;
    let bar = output::progress(cases.len(), "cases");
    let threads = NonZero::new(threads::number(options.jobs)).unwrap_or(NonZero::<usize>::MIN);
    let sequence = Sequence { seed: options.order, threads };
    let asked_of = &asked.implementations;
    let run = runner::run_in(sequence, &catalogue, cases, asked_of, &known, || bar.inc(1));
    bar.finish_and_clear();
    asked.note_failures();
    let mut report =
        Report { shard: options.shard, order: options.order, ..Report::new(&run, &catalogue) };
    if let Some(baseline) = &baseline
        && level >= baseline.level
        && selection::is_everything(&options.selection)
        && options.shard == Shard::WHOLE
    {
        report.stale_deviations.extend(gate::lost(&run, baseline));
    }
    if let Some(files) = &files {
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
