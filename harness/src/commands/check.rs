mod screen;

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use lawbook::{
    catalogue::{Baseline, Case},
    gate::read_baseline,
    report::{self, Report, Shard},
    runner::{self, Run},
};

use crate::{
    cli::{CheckOptions, Rendering},
    files, libraries,
    output::{self, Exit, Failure, Result},
    selection,
};

/// `lawbook check`
pub(crate) fn run(options: &CheckOptions) -> Result {
    let catalogue = selection::catalogue(options.selection.cases.as_deref())?;
    let cases =
        selection::shard(selection::select(&catalogue, &options.selection)?, options.shard)?;
    let asked = libraries::select(&options.libraries)?;
    let files = ReportFiles::choose(options)?;
    let mut known =
        if options.no_known { Vec::new() } else { libraries::known(&asked.implementations)? };
    let baseline = options.baseline.as_deref().map(baseline).transpose()?;
    let cases = match &baseline {
        Some(baseline) => {
            // What the baseline lists of a library is all that is known of it.
            known.retain(|one| !baseline.libraries.contains_key(&one.implementation));
            known.extend(baseline.deviations());
            older(cases, baseline)
        }
        None => cases,
    };
    let bar = output::progress(cases.len(), "cases");
    let run = runner::run(&catalogue, cases, &asked.implementations, &known, || bar.inc(1));
    bar.finish_and_clear();
    asked.note_failures();
    let mut report = Report { shard: options.shard, ..Report::new(&run, &catalogue) };
    if let Some(baseline) = &baseline
        && selection::is_everything(&options.selection)
        && options.shard == Shard::WHOLE
    {
        report.stale_deviations.extend(lost(&run, baseline));
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
        Rendering::Html => lawbook_site::report(&report)
            .map_err(|error| Failure::new(Exit::Trouble, format!("cannot make a page: {error}")))?,
        Rendering::Junit => report::junit(&report),
        Rendering::Sarif => report::sarif(&report),
        Rendering::Badge => badges(&report),
    })?;
    Ok(if report.passes() { Exit::Agreed } else { Exit::Disagreed })
}

/// The baseline in this file, which has to be there.
fn baseline(file: &Path) -> Result<Baseline> {
    let shown = file.display();
    read_baseline(file).map_err(|message| Failure::new(Exit::Invalid, message))?.ok_or_else(|| {
        let message =
            format!("{shown} is not there; `lawbook baseline init --file {shown}` makes it");
        Failure::new(Exit::Trouble, message)
    })
}

/// The cases that were there when the baseline was made: what came later is no regression.
fn older<'a>(mut cases: Vec<&'a Case>, baseline: &Baseline) -> Vec<&'a Case> {
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
fn lost(run: &Run<'_>, baseline: &Baseline) -> Vec<String> {
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

/// A badge for each library, or for the reference if it is alone.
fn badges(report: &Report) -> String {
    let all = &report.implementations;
    all[usize::from(all.len() > 1)..].iter().map(|one| report::badge(report, &one.name)).collect()
}

/// The two reports that are written to a folder.
struct ReportFiles {
    folder: PathBuf,
    json: PathBuf,
    page: PathBuf,
}

impl ReportFiles {
    /// In the folder that was named; or in `reports/` of this repository, if everything is asked.
    fn choose(options: &CheckOptions) -> Result<Option<ReportFiles>> {
        let everything = libraries::is_everybody(&options.libraries)
            && !options.no_known
            && options.baseline.is_none()
            && options.shard == Shard::WHOLE
            && selection::is_everything(&options.selection);
        let folder = match &options.out {
            Some(folder) => folder.clone(),
            None if everything && is_this_repository() => PathBuf::from("reports"),
            None => return Ok(None),
        };
        fs::create_dir_all(&folder).map_err(|error| {
            Failure::new(Exit::Trouble, format!("cannot make {}: {error}", folder.display()))
        })?;
        let json = files::own(&folder.join("conformance.json"), is_json_report)?;
        let page = files::own(&folder.join("README.md"), is_page)?;
        Ok(Some(ReportFiles { folder, json, page }))
    }

    fn write(&self, report: &Report) -> Result<()> {
        for (path, text) in
            [(&self.json, report::write_json(report)), (&self.page, report::markdown(report))]
        {
            files::write_whole(path, text.as_bytes())
                .map_err(|error| files::cannot_write(path, &error))?;
        }
        output::note(&format!(
            "wrote {0}/conformance.json and {0}/README.md",
            self.folder.display()
        ));
        Ok(())
    }
}

/// Whether the command was started in the root of this repository, where its reports are committed.
fn is_this_repository() -> bool {
    let manifest = fs::read_to_string("Cargo.toml").unwrap_or_default();
    manifest.lines().any(|line| line == "name = \"lawbook\"")
        && Path::new("harness/Cargo.toml").is_file()
}

/// Whether a file that begins like this is a report of ours in JSON.
fn is_json_report(begin: &str) -> bool {
    let mut lines = begin.lines().map(str::trim);
    ["{", "\"format\": ", "\"lawbook\": \""]
        .iter()
        .all(|field| lines.next().is_some_and(|line| line.starts_with(field)))
}

/// Whether a file that begins like this is the page of a report of ours.
fn is_page(begin: &str) -> bool {
    begin.starts_with("# Conformance report\n\nWritten by `lawbook` ")
}
