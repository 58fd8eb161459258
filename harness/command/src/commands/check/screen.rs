//! Text output of `lawbook check`: the causes of failures, each with its shortest case, and counts of the rest.

use std::{collections::BTreeMap, env};

use lawbook::words::counted;
use lawbook_runner::report::{self, CAUSES_IN_FULL, CaseReport, Disagreement, Report};

use super::CheckOptions;
use crate::output;

/// Formats the disagreements, the matrix, a line for each library, and how to see more.
pub(super) fn text(report: &Report, options: &CheckOptions) -> String {
    let mut text = String::new();
    let earlier = Earlier::of(report);
    let causes = report::causes(report);
    let known: Vec<CaseReport> = match options.known {
        true => report.cases.iter().filter_map(known_part).collect(),
        false => Vec::new(),
    };
    let in_full = match (options.brief, options.known) {
        (true, _) => 0,
        (false, true) => causes.len(),
        (false, false) => CAUSES_IN_FULL.min(causes.len()),
    };
    let mut show = |body: &str, color| {
        let (heading, body) = body.split_once('\n').unwrap_or((body, ""));
        text.push_str(&format!("{}\n{}\n", output::paint(heading, color), body));
    };
    for group in &causes[..in_full] {
        show(&report::cause(group, |case| earlier.case(case)), output::Style::Red);
    }
    let mut lines: String = causes[in_full..].iter().map(report::cause_line).collect();
    if options.brief {
        lines.push_str(&known_lines(&known));
    } else {
        for case in &known {
            show(&report::disagreement(case, earlier.case(case)), output::Style::Yellow);
        }
    }
    text.push_str(&lines);
    for stale in &report.stale_deviations {
        text.push_str(&format!("listed, but no longer true: {stale}\n"));
    }
    if !lines.is_empty() || !report.stale_deviations.is_empty() {
        text.push('\n');
    }
    text.push_str(&format!("{}\n", report::matrix(report)));
    if report.implementations.len() > 1 || !report.passes() {
        text.push_str(&format!("{}\n", report::standings(report)));
    }
    let color = if report.passes() { output::Style::Green } else { output::Style::Red };
    text.push_str(&format!("{}\n", output::paint(&report::summary(report), color)));
    if !options.libraries.adapter.is_empty() && !options.brief {
        text.push_str(&report::reach(report));
    }
    text.push_str(&more(report, options, causes.len() - in_full));
    text
}

/// Returns the case with only the known deviations; `None` if there are none.
fn known_part(case: &CaseReport) -> Option<CaseReport> {
    let is_known = |one: &&Disagreement| one.standing.passes();
    let disagreements: Vec<Disagreement> =
        case.disagreements.iter().filter(is_known).cloned().collect();
    (!disagreements.is_empty()).then(|| CaseReport { disagreements, ..case.clone() })
}

/// Answers of libraries that are not selected now, from the report included in this version.
struct Earlier(Option<Report>);

impl Earlier {
    /// Reads the report, but only if `report` has new disagreements.
    fn of(report: &Report) -> Earlier {
        let written = include_str!("../../../../../reports/conformance.json");
        Earlier(if report.passes() { None } else { report::read_json(written).ok() })
    }

    /// Returns the same case in that report, if it has not changed since.
    fn case(&self, case: &CaseReport) -> Option<&CaseReport> {
        let mut cases = self.0.as_ref()?.cases.iter();
        cases.find(|other| other.id == case.id && other.digest == case.digest)
    }
}

/// Formats a line for each known deviation, and merges identical ones.
fn known_lines(cases: &[CaseReport]) -> String {
    let mut alike: BTreeMap<(&str, String, String), Vec<&str>> = BTreeMap::new();
    for case in cases {
        for one in &case.disagreements {
            let Disagreement { implementation, question, right, .. } = one;
            let line = format!("{question}: {}, expected {right}", one.said());
            let who = format!("{}  {implementation}", report::standing(one.standing));
            alike.entry((implementation, who, line)).or_default().push(&case.id);
        }
    }
    alike
        .iter()
        .map(|((_, who, line), ids)| match ids.as_slice() {
            [id] => format!("{who}  {id}  {line}\n"),
            [first, ..] => format!("{who}  {first} and {} more  {line}\n", ids.len() - 1),
            [] => String::new(),
        })
        .collect()
}

/// Formats the options that show the rest.
fn more(report: &Report, options: &CheckOptions, lines: usize) -> String {
    let known: usize = report.scores.iter().map(|score| score.known).sum();
    let mut text = String::new();
    if lines > 0 && !options.brief {
        text.push_str(&format!(
            "{} in one line each; `--id CASE` shows one in full\n",
            counted(lines, "more cause")
        ));
    }
    if known > 0 && !options.known {
        text.push_str(&format!(
            "`{}` shows the known deviations with boards and reasons, with `--brief` one line \
                 each;\n`lawbook site --out-dir site` writes all of it as web pages\n",
            with_known(env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()))
        ));
    }
    text
}

/// Returns the command with these arguments, and with `--known`; without the options that write files or shorten.
fn with_known(arguments: impl Iterator<Item = String>) -> String {
    let mut words: Vec<String> = Vec::new();
    let (mut is_value, mut is_adapter) = (false, false);
    for word in arguments {
        is_adapter |= word == "--";
        let writes =
            word.starts_with("--out-dir") || ["--update", "--force", "--brief"].contains(&&*word);
        if is_adapter || !(writes || is_value) {
            words.push(shell_words::quote(&word).into_owned());
        }
        is_value = word == "--out-dir";
    }
    let is_named = words.first().is_some_and(|word| word == "check");
    words.insert(usize::from(is_named), "--known".to_owned());
    format!("lawbook {}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_with_known_can_be_copied() {
        for (arguments, command) in [
            (&["check"][..], "lawbook check --known"),
            (
                &["check", "--baseline", "lawbook.txt", "--", "./my toy", "check", "--update"],
                "lawbook check --known --baseline lawbook.txt -- './my toy' check --update",
            ),
            (
                &[
                    "check",
                    "--baseline",
                    "b.txt",
                    "--update",
                    "--out-dir",
                    "new reports",
                    "--brief",
                ],
                "lawbook check --known --baseline b.txt",
            ),
            (
                &["--force", "--out-dir=reports", "--library", "chess"],
                "lawbook --known --library chess",
            ),
        ] {
            assert_eq!(with_known(arguments.iter().map(|&word| word.to_owned())), command);
        }
    }
}
