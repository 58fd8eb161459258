use super::{CaseReport, Disagreement, Report, Score};
use crate::{board::Color, notation::diagram, position::Setup, runner::Standing};

/// The matrix of documents and implementations, in columns.
pub fn matrix(report: &Report) -> String {
    let mut rows = vec![vec![String::new()]];
    rows[0].extend(report.implementations.iter().map(|one| one.name.clone()));
    rows.push(vec![String::new()]);
    rows[1].extend(report.implementations.iter().map(|one| one.version.clone()));
    for folder in report.folders() {
        let id = report.documents.iter().find(|document| document.folder == folder);
        let mut row =
            vec![id.map_or(folder.to_owned(), |document| format!("{} {folder}", document.id))];
        for implementation in &report.implementations {
            row.push(report.score(folder, &implementation.name).map_or_else(String::new, cell));
        }
        rows.push(row);
    }
    let columns = rows[0].len();
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    rows.iter()
        .map(|row| {
            let cells: Vec<String> =
                row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
            cells.join("  ").trim_end().to_owned() + "\n"
        })
        .collect()
}

/// What a cell of the matrix says: right answers of those given, and what else there was.
pub(super) fn cell(score: &Score) -> String {
    let Score { agrees, lessons, known, failing, .. } = *score;
    let mut text = format!("{agrees}/{}", agrees + known + failing);
    if lessons > 0 {
        text.push_str(&format!(" (and {lessons} in lessons)"));
    }
    if known > 0 {
        text.push_str(&format!(" ({known} known)"));
    }
    if failing > 0 {
        text.push_str(&format!(" {failing} FAILING"));
    }
    text
}

/// Everything about the disagreements on one case: the case, the board, and each answer.
pub fn disagreement(case: &CaseReport) -> String {
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
    for statement in &case.states {
        text.push_str(&wrap(&format!("{}: {}", statement.id, statement.says), 2));
    }
    for one in &case.disagreements {
        text.push_str(&answer(one));
    }
    text.push_str(&wrap(&format!("Why: {}", case.why), 2));
    text
}

fn answer(one: &Disagreement) -> String {
    let Disagreement { implementation, rule_set, asks, right, says, .. } = one;
    let mut text = format!("\n  {asks}  ({rule_set})\n    the texts say:  {right}\n");
    text.push_str(&format!("    {implementation} says: {says}  [{}]\n", label(one)));
    if let Some((name, because)) = &one.mistake {
        text.push_str(&wrap(&format!("mistake \"{name}\": {because}"), 4));
    }
    if let Some(reason) = &one.reason {
        text.push_str(&wrap(&format!("known deviation: {reason}"), 4));
    }
    if let Some(source) = &one.source {
        text.push_str(&wrap(&format!("see {source}"), 4));
    }
    text.push_str(&format!("    consensus: {}\n", one.consensus.words()));
    text
}

/// The standing of a disagreement in short: `known: by-design`, `NEW`.
pub(super) fn label(one: &Disagreement) -> String {
    let class = one.class.map_or_else(String::new, |class| format!(": {}", class.words()));
    match one.standing {
        Standing::Known => format!("known{class}"),
        Standing::New => "NEW".to_owned(),
        Standing::Changed => format!("CHANGED{class}"),
        Standing::FixedButListed => "FIXED, BUT STILL LISTED".to_owned(),
        Standing::AsExpected => "as expected".to_owned(),
    }
}

/// One line that sums the run up.
pub fn summary(report: &Report) -> String {
    let sum = |pick: fn(&Score) -> usize| report.scores.iter().map(pick).sum::<usize>();
    let (cases, lessons) = report.count(None);
    let cases = match lessons {
        0 => format!("{cases} cases"),
        _ => format!("{cases} cases, of which {lessons} no library can be asked (lessons)"),
    };
    let stale = report.stale_deviations.len();
    let verdict = if report.passes() { "agreed" } else { "DISAGREED" };
    format!(
        "{verdict}: {cases}, {} documents, {} implementations: {} right answers, {} known deviations, {} failing, {stale} stale; {} silent, {} unsupported",
        report.documents.iter().filter(|document| document.cases > 0).count(),
        report.implementations.len(),
        sum(|score| score.agrees),
        sum(|score| score.known),
        sum(|score| score.failing),
        sum(|score| score.silent),
        sum(|score| score.unsupported),
    )
}

/// Breaks a text into lines of at most 96 characters behind an indent, the first of so many spaces, the
/// others of two more; a line feed ends each.
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
