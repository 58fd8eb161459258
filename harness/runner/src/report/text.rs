use std::collections::BTreeMap;

use super::{
    CaseReport, CauseGroup, Disagreement, Report, Score,
    causes::{class_words, label, standing},
    escape::one_line,
};
use lawbook::{board::Color, notation::diagram, position::Setup, words::counted};
use lawbook_catalogue::{Cause, adapter::Reference};

/// Renders the matrix of documents and implementations as a table: right answers, all answers, and failures.
pub fn matrix(report: &Report) -> String {
    let names = report.implementations.iter().map(|one| one.name.clone());
    let versions = report.implementations.iter().map(|one| one.version.clone());
    let corner = || std::iter::once(String::new());
    let mut rows = vec![corner().chain(names).collect(), corner().chain(versions).collect()];
    for folder in report.folders() {
        let id = report.documents.iter().find(|document| document.folder == folder);
        let mut row =
            vec![id.map_or(folder.to_owned(), |document| format!("{} {folder}", document.id))];
        for implementation in &report.implementations {
            row.push(report.score(folder, &implementation.name).map_or_else(String::new, short));
        }
        rows.push(row);
    }
    columns(&rows)
}

/// Renders a line for each library: its right answers, its known deviations by class, and its failing answers. The
/// reference is listed only where it fails, because the libraries are compared with it.
pub fn standings(report: &Report) -> String {
    let head = ["library", "version", "right", "known deviations", ""].map(str::to_owned);
    let mut rows = vec![head.to_vec()];
    let causes = super::causes(report);
    for one in &report.implementations {
        let scores = report.scores.iter().filter(|score| score.implementation == one.name);
        let sum = |pick: fn(&Score) -> usize| scores.clone().map(pick).sum::<usize>();
        let (agrees, known, failing) =
            (sum(|one| one.agrees), sum(|one| one.known), sum(|one| one.failing));
        if one.name == Reference::NAME && failing == 0 && report.implementations.len() > 1 {
            continue;
        }
        let classes = match classes(report, &one.name) {
            none if known == 0 => none + "none",
            several if several.contains(", ") => format!("{known}: {several}"),
            one => one,
        };
        let right = format!("{agrees}/{}", agrees + known + failing);
        let own = causes.iter().filter(|group| group.implementation == one.name).count();
        let by =
            if own < failing { format!(" ({})", counted(own, "cause")) } else { String::new() };
        let counts = [
            (failing, format!("FAILING{by}")),
            (sum(|one| one.not_reached), "not reached".to_owned()),
        ];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts.map(|(count, words)| format!("{count} {words}")).collect();
        rows.push(vec![one.name.clone(), one.version.clone(), right, classes, counts.join(", ")]);
    }
    columns(&rows)
}

/// Returns the known deviations of an implementation, counted by class.
fn classes(report: &Report, name: &str) -> String {
    let disagreements = report.cases.iter().flat_map(|case| &case.disagreements);
    let known = disagreements.filter(|one| one.implementation == name && one.standing.passes());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for class in known.filter_map(class_words) {
        *counts.entry(class).or_default() += 1;
    }
    let words: Vec<String> =
        counts.iter().map(|(class, count)| format!("{count} {class}")).collect();
    words.join(", ")
}

/// Formats rows as lines with aligned columns.
fn columns(rows: &[Vec<String>]) -> String {
    let in_one_line = |row: &Vec<String>| row.iter().map(|cell| one_line(cell)).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(in_one_line).collect();
    let count = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    rows.iter()
        .map(|row| {
            let cells: Vec<String> =
                row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
            cells.join("  ").trim_end().to_owned() + "\n"
        })
        .collect()
}

/// Formats a cell of the matrix for a terminal.
fn short(score: &Score) -> String {
    let Score { agrees, known, failing, .. } = *score;
    let right = format!("{agrees}/{}", agrees + known + failing);
    if failing == 0 { right } else { format!("{right} {failing} FAILING") }
}

/// Formats a cell of the matrix for a page: right answers, all answers, and the counts of other results.
pub(super) fn cell(score: &Score) -> String {
    let mut text = short(score);
    if score.lessons > 0 {
        text.push_str(&format!(" (and {} in lessons)", score.lessons));
    }
    if score.known > 0 {
        text.push_str(&format!(" ({} known)", score.known));
    }
    text
}

/// Maximum number of causes shown in full, unless known deviations are shown as well. A library that is tested for the
/// first time can fail for many reasons, and the first few are more instructive than all of them.
pub const CAUSES_IN_FULL: usize = 10;

/// Renders failing answers with the same cause: the cause if there are several, the shortest case in full, and the other
/// cases. `earlier` returns an earlier report on the same case.
pub fn cause<'a>(
    group: &CauseGroup<'a>,
    earlier: impl FnOnce(&CaseReport) -> Option<&'a CaseReport>,
) -> String {
    let (case, _) = group.first();
    let of_case = group.answers.iter().filter(|(other, _)| other.id == case.id);
    let body = answers(case, of_case.map(|(_, one)| *one), earlier(case));
    if !group.has_words() && group.answers.len() == 1 {
        return body;
    }
    let also = group.also().map_or_else(String::new, |also| wrap(&also, 2));
    format!("{}\n\n{body}{also}", one_line(&group.summary()))
}

/// Renders failing answers with the same cause as one line.
pub fn cause_line(group: &CauseGroup<'_>) -> String {
    let (case, one) = group.first();
    let cases = match group.cases().len() {
        1 => case.id.clone(),
        number => format!("{} and {} more", case.id, number - 1),
    };
    let Disagreement { implementation, question, right, .. } = one;
    let cause = match group.has_words() {
        true => group.summary(),
        false => format!("{question}: {}, expected {right}", one.said()),
    };
    format!("{}  {implementation}  {cases}  {cause}\n", standing(one.standing))
}

/// Renders the disagreements on one case: the case, the board, and each answer.
///
/// The other libraries that answer rightly are counted among those of this run, and those of an `earlier` report on the
/// same case that this run does not include.
pub fn disagreement(case: &CaseReport, earlier: Option<&CaseReport>) -> String {
    answers(case, &case.disagreements, earlier)
}

/// Renders some of the disagreements on one case as [`disagreement`] does.
pub(super) fn answers<'a>(
    case: &CaseReport,
    shown: impl IntoIterator<Item = &'a Disagreement>,
    earlier: Option<&CaseReport>,
) -> String {
    let mut text = format!("{}  {}\n  {}\n\n", case.id, case.place, case.title);
    if let Ok(setup) = case.end.parse::<Setup>() {
        for row in diagram(&setup.placement, Color::White).lines() {
            text.push_str(&format!("    {row}\n"));
        }
        text.push_str(&format!("    {}\n\n", case.end));
    }
    if !case.play.is_empty() {
        let from = if case.setup.starts_with("rnbqkbnr/pppppppp/8/8/8/8") {
            "the start"
        } else {
            &case.setup
        };
        text.push_str(&format!("  from {from}:\n"));
        for line in &case.play {
            text.push_str(&format!("    {line}\n"));
        }
    }
    let shown: Vec<&Disagreement> = shown.into_iter().collect();
    let reasons = case.reasons(shown.iter().copied());
    let is_shared = reasons.iter().any(|(rule_set, _)| rule_set.is_none());
    for statement in case.states.iter().filter(|_| is_shared) {
        text.push_str(&wrap(&format!("{}: {}", statement.id, statement.says), 2));
    }
    for one in shown {
        text.push_str(&answer(one));
        if let Some(names) = case.not_reached_after(one) {
            text.push_str(&wrap(&format!("not reached because of it: {names}"), 4));
        }
        text.push_str(&consensus(one, case, earlier));
    }
    for (rule_set, why) in reasons {
        let under = rule_set.map_or_else(String::new, |rule_set| format!(" ({rule_set})"));
        text.push_str(&wrap(&format!("Why{under}: {why}"), 2));
    }
    text
}

fn answer(one: &Disagreement) -> String {
    let Disagreement { implementation, rule_set, asks, right, .. } = one;
    let mut text = format!("\n  {asks}  ({rule_set})\n    expected: {right}\n");
    let moves = one.differences.as_ref().map_or_else(String::new, |moves| format!(", {moves}"));
    text.push_str(&format!("    {implementation} says: {}{moves}  [{}]\n", one.said(), label(one)));
    if let Some(unseen) = &one.unseen {
        text.push_str(&wrap(unseen, 4));
    }
    if let Some((name, because)) = &one.mistake {
        // It fits this answer, and not all those with which it is shown.
        let may = match one.cause {
            Some(Cause::Unexplained { .. }) => "may be the ",
            _ => "",
        };
        text.push_str(&wrap(&format!("{may}mistake \"{name}\": {because}"), 4));
    }
    if let Some(reason) = &one.reason {
        text.push_str(&wrap(&format!("known deviation: {reason}"), 4));
    }
    if let Some(source) = &one.source {
        text.push_str(&wrap(&format!("see {source}"), 4));
    }
    for said in one.upstream_status().into_iter().chain(one.look_again()) {
        text.push_str(&wrap(&said, 4));
    }
    text
}

/// Returns how many of the other libraries answer the question rightly, and the names of the rest.
fn consensus(one: &Disagreement, case: &CaseReport, earlier: Option<&CaseReport>) -> String {
    let mut others: BTreeMap<&str, bool> = BTreeMap::new();
    for report in earlier.into_iter().chain([case]) {
        let right = report.agrees.iter().filter(|(_, questions)| questions.contains(&one.question));
        others.extend(right.map(|(name, _)| (name.as_str(), true)));
        let wrong = report.disagreements.iter().filter(|other| other.question == one.question);
        others.extend(wrong.map(|other| (other.implementation.as_str(), false)));
    }
    others.retain(|name, _| *name != Reference::NAME && *name != one.implementation);
    let wrong: Vec<&str> =
        others.iter().filter(|(_, right)| !**right).map(|(name, _)| *name).collect();
    match (others.len() - wrong.len(), others.len()) {
        (_, 0) => String::new(),
        (0, 1) => {
            format!(
                "    consensus: {} does not give the expected answer either\n",
                wrong.join(", ")
            )
        }
        (0, all) => format!(
            "    consensus: none of {all} other libraries gives the expected answer; the case may be wrong\n"
        ),
        (right, all) if right == all => {
            format!("    consensus: {right} of {all} other libraries give the expected answer\n")
        }
        (right, all) => format!(
            "    consensus: {right} of {all} other libraries give the expected answer, but not {}\n",
            wrong.join(", ")
        ),
    }
}

/// Returns a summary of the run in one line.
pub fn summary(report: &Report) -> String {
    let sum = |pick: fn(&Score) -> usize| report.scores.iter().map(pick).sum::<usize>();
    let (cases, lessons) = report.count(None);
    let cases = match lessons {
        0 => counted(cases, "case"),
        _ => format!("{}, {lessons} of which no library answers", counted(cases, "case")),
    };
    let stale = report.stale_deviations.len();
    let not_reached = match sum(|score| score.not_reached) {
        0 => String::new(),
        number => format!(", {number} not reached"),
    };
    let verdict = match (report.complete, report.agrees(), report.passes()) {
        (false, ..) => "STOPPED",
        (true, true, true) => "agreed",
        (true, true, false) => "NOT TESTED",
        (true, false, _) => "DISAGREED",
    };
    let too_few: String = report.too_few_answers.iter().map(|one| format!("; {one}")).collect();
    let failing = sum(|score| score.failing);
    let causes = match super::causes(report).len() {
        number if number < failing => format!(" ({})", counted(number, "cause")),
        _ => String::new(),
    };
    format!(
        "{verdict}: {cases}, {}, {}: {}, {}, {failing} failing{causes}, {stale} stale; {} silent, {} unsupported{not_reached}{}{too_few}",
        counted(report.documents.iter().filter(|document| document.cases > 0).count(), "document"),
        counted(report.implementations.len(), "implementation"),
        counted(sum(|score| score.agrees), "right answer"),
        counted(sum(|score| score.known), "known deviation"),
        sum(|score| score.silent),
        sum(|score| score.unsupported),
        not_asked(&report.not_asked),
    )
}

/// Returns the end of a summary that counts and names the libraries that were not asked, by the reason; empty if there are
/// none.
pub fn not_asked(libraries: &BTreeMap<String, String>) -> String {
    let mut by_reason: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, reason) in libraries {
        by_reason.entry(reason).or_default().push(name);
    }
    let words = by_reason.iter().map(|(reason, names)| {
        format!("; {} {reason}: {}", counted(names.len(), "library"), names.join(", "))
    });
    words.collect()
}

/// Renders a line for each library that answers only some of the questions: how many it gets, and how many need
/// functions that it does not have.
pub fn reach(report: &Report) -> String {
    let mut text = String::new();
    for one in report.implementations.iter().filter(|one| one.name != Reference::NAME) {
        let scores = report.scores.iter().filter(|score| score.implementation == one.name);
        let unsupported: usize = scores.clone().map(|score| score.unsupported).sum();
        let asked: usize = scores
            .map(|score| {
                let Score { agrees, known, failing, silent, not_reached, .. } = score;
                agrees + known + failing + silent + not_reached
            })
            .sum();
        if unsupported > 0 {
            let asked = counted(asked, "question");
            text.push_str(&format!(
                "{}: {asked} asked; {unsupported} more need functions that the adapter does not have\n",
                one.name
            ));
        }
    }
    text
}

/// Wraps a text into lines of at most 96 characters. The first line is indented by `indent` spaces, the others by two
/// more. Every line ends with a line feed.
pub fn wrap(text: &str, indent: usize) -> String {
    let margin = " ".repeat(indent);
    let mut lines = vec![margin.clone()];
    for word in text.split_whitespace() {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > indent && line + word.chars().count() > 96 {
            lines.push(format!("{margin}  {word}"));
        } else if let Some(last) = lines.last_mut() {
            if last.len() > indent {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines.join("\n") + "\n"
}
