use std::{env, fs, path::Path};

use lawbook::{
    report::{self, Disagreement, Report, Shard},
    runner::{self, Standing},
};

use crate::{
    cli::{CheckOptions, Rendering},
    libraries,
    output::{self, Exit, Failure, Result},
    selection,
};

/// `lawbook check`
pub(crate) fn run(options: &CheckOptions) -> Result {
    let catalogue = selection::catalogue(options.selection.cases.as_deref())?;
    let cases =
        selection::shard(selection::select(&catalogue, &options.selection)?, options.shard)?;
    let asked = libraries::select(&options.libraries)?;
    let known = if options.no_known {
        Vec::new()
    } else {
        lawbook_libraries::known_deviations()
            .map_err(|problem| Failure::new(Exit::Invalid, problem.to_string()))?
    };
    let bar = output::progress(cases.len(), "cases");
    let run = runner::run(&catalogue, cases, &asked.implementations, &known, || bar.inc(1));
    bar.finish_and_clear();
    asked.note_failures();
    let report = Report { shard: options.shard, ..Report::new(&run, &catalogue) };
    write(&report, options)?;
    if env::var_os("GITHUB_ACTIONS").is_some() {
        eprint!("{}", report::annotations(&report));
    }
    output::print(&match options.format {
        Rendering::Text => text(&report, options.brief),
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

/// A badge for each library, or for the reference if it is alone.
fn badges(report: &Report) -> String {
    let all = &report.implementations;
    all[usize::from(all.len() > 1)..].iter().map(|one| report::badge(report, &one.name)).collect()
}

fn text(report: &Report, brief: bool) -> String {
    let mut text = String::new();
    for case in report.cases.iter().filter(|case| !case.disagreements.is_empty()) {
        if brief {
            for one in &case.disagreements {
                text.push_str(&line(&case.id, one));
            }
        } else {
            let (heading, body) = split(report::disagreement(case));
            let new = case.disagreements.iter().any(|one| !one.standing.passes());
            let color = if new { anstyle::AnsiColor::Red } else { anstyle::AnsiColor::Yellow };
            text.push_str(&format!("{}\n{body}\n", output::paint(&heading, color)));
        }
    }
    for stale in &report.stale_deviations {
        text.push_str(&format!("known deviation without a question: {stale}\n"));
    }
    if brief && !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&report::matrix(report));
    let color = if report.passes() { anstyle::AnsiColor::Green } else { anstyle::AnsiColor::Red };
    text.push_str(&format!("\n{}\n", output::paint(&report::summary(report), color)));
    text
}

fn split(text: String) -> (String, String) {
    let (heading, body) = text.split_once('\n').unwrap_or((&text, ""));
    (heading.to_owned(), body.to_owned())
}

fn line(id: &str, one: &Disagreement) -> String {
    let standing = match one.standing {
        Standing::Known => "known",
        Standing::New => "NEW",
        Standing::Changed => "CHANGED",
        Standing::FixedButListed => "FIXED, BUT STILL LISTED",
        Standing::AsExpected => "as expected",
    };
    let Disagreement { implementation, question, right, says, .. } = one;
    format!("{standing}  {implementation}  {id}  {question}: {says}, and right is {right}\n")
}

/// Writes the reports, unless only a part was asked for and no folder was named.
fn write(report: &Report, options: &CheckOptions) -> Result<()> {
    let everything = libraries::is_everybody(&options.libraries)
        && !options.no_known
        && options.shard == Shard::WHOLE
        && selection::is_everything(&options.selection);
    let folder = match &options.out {
        Some(folder) => folder.as_path(),
        None if everything => Path::new("reports"),
        None => return Ok(()),
    };
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| {
            Failure::new(Exit::Trouble, format!("cannot write {}: {error}", path.display()))
        })
    };
    fs::create_dir_all(folder).map_err(|error| {
        Failure::new(Exit::Trouble, format!("cannot make {}: {error}", folder.display()))
    })?;
    put("conformance.json", &report::write_json(report))?;
    put("README.md", &report::markdown(report))?;
    output::note(&format!("wrote {0}/conformance.json and {0}/README.md", folder.display()));
    Ok(())
}
