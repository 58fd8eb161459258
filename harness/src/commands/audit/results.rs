//! Formats the results of an audit, and recognises files with results.

use std::{collections::BTreeMap, io};

use lawbook::report::{visible, visible_json};
use lawbook_audit::{AuditFinding, GameRules, Kind, Severity, Summary};

use super::{reports, summary};
use crate::{cli::AuditFormat, spreadsheet::harmless};

/// First line of a file with annotated games. PGN readers skip lines that begin with a percent sign.
pub(super) const ANNOTATED: &str = "% written by lawbook audit\n\n";

/// Columns of the findings.
const COLUMNS: [&str; 19] = [
    "kind", "severity", "archive", "game", "offset", "line", "at_line", "ply", "move", "fen",
    "rules", "article", "says", "white", "black", "site", "result", "source", "year",
];

/// Returns the text before the findings.
pub(super) fn head(format: AuditFormat) -> io::Result<Vec<u8>> {
    match format {
        AuditFormat::Text | AuditFormat::Json | AuditFormat::Github => Ok(Vec::new()),
        AuditFormat::Csv => {
            let mut rows = csv::Writer::from_writer(Vec::new());
            rows.write_record(COLUMNS)?;
            into_bytes(rows)
        }
        AuditFormat::Sarif => Ok(reports::sarif_head().into_bytes()),
        AuditFormat::Junit => {
            Ok([reports::JUNIT, "<testsuite name=\"lawbook audit\">\n"].concat().into_bytes())
        }
    }
}

/// Formats the findings. `before` is the number of bytes written before them.
pub(super) fn rows(
    format: AuditFormat,
    findings: &[AuditFinding],
    before: u64,
) -> io::Result<Vec<u8>> {
    match format {
        AuditFormat::Text => Ok(Vec::new()),
        AuditFormat::Json => {
            let mut lines = String::new();
            for found in findings {
                lines.push_str(&visible_json(serde_json::to_string(found)?));
                lines.push('\n');
            }
            Ok(lines.into_bytes())
        }
        AuditFormat::Csv => {
            let mut rows = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
            for found in findings {
                rows.serialize(found)?;
            }
            made_harmless(&into_bytes(rows)?)
        }
        AuditFormat::Sarif => {
            let is_first = before == reports::sarif_head().len() as u64;
            Ok(visible_json(reports::sarif_rows(findings, is_first)).into_bytes())
        }
        AuditFormat::Github => Ok(reports::github_rows(findings).into_bytes()),
        AuditFormat::Junit => Ok(reports::junit_rows(findings).into_bytes()),
    }
}

/// Returns the text after the findings.
pub(super) fn tail(
    format: AuditFormat,
    summary: &Summary,
    first: &BTreeMap<Kind, AuditFinding>,
) -> io::Result<Vec<u8>> {
    match format {
        AuditFormat::Text => Ok(visible(&summary::text(summary, first)).into_bytes()),
        AuditFormat::Json => {
            let line = visible_json(serde_json::to_string(summary)?);
            Ok((line + "\n").into_bytes())
        }
        AuditFormat::Csv => Ok(Vec::new()),
        AuditFormat::Github => Ok(reports::github_tail(summary).into_bytes()),
        AuditFormat::Sarif => Ok(reports::sarif_tail(summary).into_bytes()),
        AuditFormat::Junit => Ok(reports::junit_tail(summary).into_bytes()),
    }
}

/// Escapes the cells of CSV rows against evaluation by spreadsheets.
fn made_harmless(rows: &[u8]) -> io::Result<Vec<u8>> {
    let mut read = csv::ReaderBuilder::new().has_headers(false).from_reader(rows);
    let mut safe = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    for row in read.byte_records() {
        safe.write_record(row?.iter().map(harmless))?;
    }
    into_bytes(safe)
}

fn into_bytes(rows: csv::Writer<Vec<u8>>) -> io::Result<Vec<u8>> {
    rows.into_inner().map_err(|error| io::Error::other(error.to_string()))
}

/// Returns whether a file that begins with `begin` contains results of an audit, in any format.
pub(super) fn is_results(begin: &str) -> bool {
    let first = begin.lines().next().unwrap_or_default();
    first == COLUMNS.join(",")
        || is_finding(first)
        || first.starts_with("{\"complete\":true,\"rules\":\"")
        || first.starts_with(reports::SARIF)
        || begin.starts_with(reports::JUNIT)
        || first.starts_with("::") && first.contains("title=lawbook audit%3A ")
        || begin.lines().any(is_heading)
}

/// Returns whether a line is a finding. It may be truncated, because a run may have been killed and lines can be long.
fn is_finding(line: &str) -> bool {
    let begins = |kind: &Kind, severity: Severity| {
        line.starts_with(&format!(
            "{{\"kind\":\"{kind}\",\"severity\":\"{severity}\",\"archive\":\""
        ))
    };
    Kind::ALL.iter().any(|kind| Severity::ALL.into_iter().any(|severity| begins(kind, severity)))
}

/// Returns whether a line is the heading of the text format, which counts the games per rule set.
fn is_heading(line: &str) -> bool {
    let counts = |text: &str, words: [&str; 2]| {
        text.split_once(' ')
            .is_some_and(|(number, word)| number.parse::<u64>().is_ok() && words.contains(&word))
    };
    line.split_once(" under ").is_some_and(|(games, rest)| {
        rest.rsplit_once(": ").is_some_and(|(rules, plies)| {
            let rules = rules.split(", part ").next().unwrap_or_default();
            counts(games, ["game", "games"])
                && counts(plies, ["ply", "plies"])
                && rules.parse::<GameRules>().is_ok()
        })
    })
}

/// Returns whether a file that begins with `begin` contains annotated games.
pub(super) fn is_annotated(begin: &str) -> bool {
    begin.starts_with(ANNOTATED.trim_end())
}

/// Returns whether a file that begins with `begin` lists injected errors.
pub(super) fn is_planted(begin: &str) -> bool {
    let words = begin.lines().next().unwrap_or_default().split(' ').collect::<Vec<_>>();
    matches!(words[..], [game, kind, ply]
        if game.parse::<u64>().is_ok() && kind.parse::<Kind>().is_ok() && ply.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use lawbook_audit::GameTally;

    use super::*;

    #[test]
    fn results_are_known_again_where_they_are_cut_off() {
        let summary = Summary {
            complete: true,
            rules: "fide-2023".to_owned(),
            missed_claims: false,
            claims: false,
            strict: false,
            off: Vec::new(),
            shard: None,
            archives: Vec::new(),
            unchecked: 0,
            counted: GameTally::default(),
            rows: None,
        };
        let line = serde_json::to_string(&summary).unwrap();
        assert!(is_results(&line) && is_results(&line[..40]));
        for &kind in Kind::ALL {
            let severity = match kind.severity() {
                Severity::Result => "result",
                Severity::Contradiction => "contradiction",
                Severity::Broken => "broken",
                Severity::Information => "information",
            };
            let line =
                format!("{{\"kind\":\"{kind}\",\"severity\":\"{severity}\",\"archive\":\"games");
            assert!(is_results(&line), "{line}");
        }
        for foreign in [
            "{\"kind\":\"milk\",\"severity\":\"contradiction\",\"archive\":\"",
            "{\"complete\":true}",
            "{\"kind\":\"results-differ\"}",
            "kind,severity",
        ] {
            assert!(!is_results(foreign), "{foreign}");
        }
    }

    #[test]
    fn a_heading_is_known_again() {
        for (line, is) in [
            ("4000 games under fide-2023: 285000 plies", true),
            ("1 game under dated, part 3/8: 1 ply", true),
            ("1 game under lichess, part 3/8: 1 ply", true),
            ("4000 games under fide-2023", false),
            ("4000 games under the sun: 285000 plies", false),
            ("many games under fide-2023: 285000 plies", false),
        ] {
            assert_eq!(is_heading(line), is, "{line}");
        }
    }
}
