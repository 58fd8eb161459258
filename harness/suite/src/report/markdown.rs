use super::{
    CaseReport, Report, Shard, causes,
    escape::{code, foreign_markdown as foreign, markdown as escape},
    text::{cell, label, summary},
};
use lawbook::{board::Color, notation::diagram, position::Setup};

/// Renders a report as a page: the implementations, the matrix of scores, and all disagreements by library.
pub fn markdown(report: &Report) -> String {
    let mut page = String::from("# Conformance report\n\n");
    page.push_str(&format!(
        "Written by `lawbook` {}; do not edit. Catalogue {}: {} cases, {} of them open and not scored.\n\n",
        foreign(&report.lawbook), code(&report.catalogue.digest), report.catalogue.cases, report.catalogue.open,
    ));
    if report.shard != Shard::WHOLE {
        page.push_str(&format!("Part {} of the selected cases.\n\n", report.shard));
    }
    if let Some(seed) = report.order {
        page.push_str(&format!(
            "The cases ran in the order of seed {seed} (`--order {seed}`).\n\n"
        ));
    }
    page.push_str(&format!("**{}**\n\n", summary(report)));
    for stale in &report.stale_deviations {
        page.push_str(&format!("- known deviation without a question: {}\n", foreign(stale)));
    }
    if !report.stale_deviations.is_empty() {
        page.push('\n');
    }
    implementations(report, &mut page);
    matrix(report, &mut page);
    failures(report, &mut page);
    for implementation in &report.implementations {
        disagreements(report, &implementation.name, &mut page);
    }
    boards(report, &mut page);
    page
}

fn implementations(report: &Report, page: &mut String) {
    page.push_str("| implementation | version | asked under |\n|---|---|---|\n");
    for one in &report.implementations {
        let cells = [&one.name, &one.version, &one.rule_set].map(|cell| foreign(cell));
        page.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    page.push('\n');
}

fn matrix(report: &Report, page: &mut String) {
    page.push_str("## Document by implementation\n\n");
    page.push_str(
        "Right answers of the questions answered; questions on which an implementation makes no claim or \
         that it cannot be asked are counted in `conformance.json`. A lesson is a case that no library here \
         can be asked: it is for people, and the reference's answers to it are counted apart.\n\n",
    );
    let names: Vec<&str> = report.implementations.iter().map(|one| one.name.as_str()).collect();
    let heads: Vec<String> = names.iter().map(|name| foreign(name)).collect();
    page.push_str(&format!("| document | cases | lessons | {} |\n", heads.join(" | ")));
    page.push_str(&format!("|---|---|---|{}\n", "---|".repeat(names.len())));
    for folder in report.folders() {
        let document = report.documents.iter().find(|document| document.folder == folder);
        let title = document.map_or_else(
            || foreign(folder),
            |document| foreign(&format!("{} {}", document.id, document.title)),
        );
        let (cases, lessons) = report.count(Some(folder));
        let cells: Vec<String> = names
            .iter()
            .map(|name| report.score(folder, name).map_or_else(String::new, cell))
            .collect();
        page.push_str(&format!("| {title} | {cases} | {lessons} | {} |\n", cells.join(" | ")));
    }
    page.push('\n');
}

fn disagreements(report: &Report, name: &str, page: &mut String) {
    let mut rows = String::new();
    for case in &report.cases {
        for one in case.disagreements.iter().filter(|one| one.implementation == name) {
            let reason = one
                .reason
                .clone()
                .or_else(|| one.mistake.as_ref().map(|mistake| mistake.1.clone()));
            let source =
                one.source.as_ref().map_or_else(String::new, |source| format!(" ({source})"));
            let told = one.upstream_status().into_iter().chain(one.look_again());
            let told: String = told.map(|said| format!(" ({said})")).collect();
            let not_reached = case.not_reached_after(one);
            let not_reached = not_reached
                .map(|names| format!(" (not reached because of it: {})", foreign(&names)));
            rows.push_str(&format!(
                "| [{id}](#{anchor}) | {} ({}) | {} | {} | {} | {}{}{}{} |\n",
                foreign(&one.asks),
                foreign(&one.rule_set),
                foreign(&one.right.to_string()),
                foreign(&one.says.to_string()),
                foreign(&label(one)),
                escape(&reason.unwrap_or_default()),
                escape(&source),
                escape(&told),
                not_reached.unwrap_or_default(),
                id = foreign(&case.id),
                anchor = anchor(&case.id),
            ));
        }
    }
    if !rows.is_empty() {
        page.push_str(&format!("## Where {} disagrees\n\n", foreign(name)));
        page.push_str(
            "| case | question | expected | answer | status | why |\n|---|---|---|---|---|---|\n",
        );
        page.push_str(&rows);
        page.push('\n');
    }
}

/// Maximum number of cases named after the first of a cause.
const NAMED: usize = 5;

/// Adds a table of the failing answers by cause, if there are any.
fn failures(report: &Report, page: &mut String) {
    let groups = causes(report);
    if groups.is_empty() {
        return;
    }
    page.push_str("## Failing answers by cause\n\n");
    page.push_str("| implementation | cause | extent | shortest case | |\n|---|---|---|---|---|\n");
    for group in groups {
        let (case, _) = group.first();
        page.push_str(&format!(
            "| {} | {} | {} | [{}](#{}) | {} |\n",
            foreign(group.implementation),
            foreign(&group.words()),
            group.extent(),
            foreign(&case.id),
            anchor(&case.id),
            foreign(&group.also(NAMED).unwrap_or_default()),
        ));
    }
    page.push('\n');
}

fn boards(report: &Report, page: &mut String) {
    let disputed: Vec<&CaseReport> =
        report.cases.iter().filter(|case| !case.disagreements.is_empty()).collect();
    if disputed.is_empty() {
        return;
    }
    page.push_str("## The disputed cases\n");
    for case in disputed {
        page.push_str(&format!("\n### {}\n\n{}\n\n", foreign(&case.id), foreign(&case.title)));
        if let Ok(setup) = case.end.parse::<Setup>() {
            let board = diagram(&setup.placement, Color::White);
            page.push_str(&format!("```text\n{board}\n```\n\n"));
        }
        page.push_str(&format!("{}\n\n", code(&case.end)));
        for line in &case.play {
            page.push_str(&format!("- {}\n", foreign(line)));
        }
        if !case.play.is_empty() {
            page.push('\n');
        }
        for (rule_set, why) in case.reasons(&case.disagreements) {
            let under =
                rule_set.map_or_else(String::new, |one| format!("Under {}: ", foreign(one)));
            page.push_str(&format!("{under}{}\n", escape(&why.replace('\n', " "))));
        }
    }
}

/// Returns an identifier without the characters that an anchor cannot contain.
fn anchor(id: &str) -> String {
    id.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
}
