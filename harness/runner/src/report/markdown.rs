use super::{
    CauseGroup, Disagreement, Report,
    causes::{causes, label},
    escape::{code, foreign_markdown as foreign, markdown as escape},
    text::{cell, summary},
};
use lawbook::{board::Color, notation::diagram, position::Setup, words::counted};
use lawbook_catalogue::adapter::Reference;

/// Renders a report as a page: the implementations, the matrix of scores, and all disagreements by library.
pub fn markdown(report: &Report) -> String {
    page(report, None)
}

/// Renders the page `README.md` of the committed reports: as [`markdown`], with links to the other reports and to the
/// lists of known deviations. `libraries` is the number of libraries that the findings are about.
pub fn readme(report: &Report, libraries: usize) -> String {
    page(report, Some(libraries))
}

fn page(report: &Report, libraries: Option<usize>) -> String {
    let mut page = String::from("# Conformance report\n\n");
    page.push_str(&format!(
        "Written by `lawbook` {}; do not edit. Catalogue {}: {} in {}, {} of them open and not scored.\n\n",
        foreign(&report.lawbook), code(&report.catalogue.digest),
        counted(report.catalogue.cases, "case"), counted(report.catalogue.situations, "situation"), report.catalogue.open,
    ));
    page.push_str(&format!("**{}**\n\n", summary(report)));
    if let Some(libraries) = libraries {
        page.push_str(&format!(
            "The numbers on this page are those of the reference and of the {} only. [findings.md](findings.md) lists the \
             findings in all {libraries} libraries, [findings.svg](findings.svg) counts them, and \
             [conformance.json](conformance.json) has every answer of this run.\n\n",
            counted(report.implementations.len().saturating_sub(1), "linked library"),
        ));
    }
    for stale in &report.stale_deviations {
        page.push_str(&format!("- listed, but no longer true: {}\n", foreign(stale)));
    }
    if !report.stale_deviations.is_empty() {
        page.push('\n');
    }
    implementations(report, libraries.is_some(), &mut page);
    matrix(report, &mut page);
    failures(report, &mut page);
    for implementation in &report.implementations {
        known(report, &implementation.name, libraries.is_some(), &mut page);
    }
    page.push_str("`lawbook show CASE` shows a case with its board.\n");
    page
}

fn implementations(report: &Report, is_linked: bool, page: &mut String) {
    page.push_str("| implementation | version | asked under |\n|---|---|---|\n");
    for one in &report.implementations {
        let [name, version, rule_set] =
            [&one.name, &one.version, &one.rule_set].map(|cell| foreign(cell));
        let name = match is_linked && one.name != Reference::NAME {
            true => format!("[{name}](../harness/libraries/{}/)", one.name),
            false => name,
        };
        page.push_str(&format!("| {name} | {version} | {rule_set} |\n"));
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

/// Adds a table of the known wrong answers of a library, one row for each finding, the one with most answers first.
fn known(report: &Report, name: &str, is_linked: bool, page: &mut String) {
    let rows = report.known_by_reason(name);
    if rows.is_empty() {
        return;
    }
    page.push_str(&format!("## Known wrong answers of {}\n\n", foreign(name)));
    if is_linked {
        page.push_str(&format!("From [its list](../harness/libraries/{name}/known.yaml).\n\n"));
    }
    page.push_str("| answers | shortest case | question | expected | answer | status | why |\n");
    page.push_str("|--:|---|---|---|---|---|---|\n");
    for (_, answers) in &rows {
        let Some((case, one)) = answers.iter().min_by_key(|(case, _)| case.length()) else {
            continue;
        };
        page.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} | {} |\n",
            answers.len(),
            foreign(&case.id),
            foreign(&one.asks),
            foreign(&one.right.to_string()),
            foreign(&one.said()),
            foreign(&label(one)),
            why(one),
        ));
    }
    page.push('\n');
}

/// Returns the reason for an answer, with its place in the library and its upstream status.
fn why(one: &Disagreement) -> String {
    let mistake = || one.mistake.as_ref().map(|mistake| mistake.1.clone());
    let mut text = one.reason.clone().or_else(mistake).unwrap_or_default();
    let source = one.source.clone().into_iter();
    for remark in source.chain(one.upstream_status()).chain(one.look_again()) {
        text.push_str(&format!(" ({remark})"));
    }
    escape(text.trim_start())
}

/// Adds a table of the failing answers by cause, if there are any, and the shortest case of each.
fn failures(report: &Report, page: &mut String) {
    let groups = causes(report);
    if groups.is_empty() {
        return;
    }
    page.push_str("## Failing answers by cause\n\n");
    page.push_str("| implementation | cause | extent | shortest case | | why |\n");
    page.push_str("|---|---|---|---|---|---|\n");
    for group in &groups {
        let (case, one) = group.first();
        let not_reached = case.not_reached_after(one);
        let not_reached =
            not_reached.map(|names| format!("(not reached because of it: {})", foreign(&names)));
        page.push_str(&format!(
            "| {} | {} | {} | [{}](#{}) | {} | {} |\n",
            foreign(group.implementation),
            foreign(&group.words()),
            group.extent(),
            foreign(&case.id),
            anchor(&case.id),
            foreign(&group.also().unwrap_or_default()),
            [why(one), not_reached.unwrap_or_default()].join(" ").trim(),
        ));
    }
    page.push('\n');
    boards(&groups, page);
}

/// Adds the shortest case of each cause, with its board.
fn boards(groups: &[CauseGroup<'_>], page: &mut String) {
    let mut shown: Vec<&str> = Vec::new();
    for (case, _) in groups.iter().map(CauseGroup::first) {
        if shown.contains(&case.id.as_str()) {
            continue;
        }
        shown.push(&case.id);
        page.push_str(&format!("### {}\n\n{}\n\n", foreign(&case.id), foreign(&case.title)));
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
        let of_case = groups.iter().map(CauseGroup::first).filter(|(other, _)| other.id == case.id);
        for (rule_set, why) in case.reasons(of_case.map(|(_, one)| one)) {
            let under =
                rule_set.map_or_else(String::new, |one| format!("Under {}: ", foreign(one)));
            page.push_str(&format!("{under}{}\n\n", escape(&why.replace('\n', " "))));
        }
    }
}

/// Returns an identifier without the characters that an anchor cannot contain.
fn anchor(id: &str) -> String {
    id.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
}
