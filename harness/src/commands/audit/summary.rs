//! Summary of an audit, as text for people.

use std::collections::BTreeMap;

use lawbook::report::counted as number;
use lawbook_audit::{AuditFinding, FindingCounts, GameTally, Kind, Severity, Summary};

/// The maximum number of rows of the table of sources and years.
const MAX_ROWS: usize = 30;

/// Formats the summary, with the first finding of each kind.
pub(super) fn text(summary: &Summary, first: &BTreeMap<Kind, AuditFinding>) -> String {
    let counted = &summary.counted;
    let mut text = String::new();
    for archive in &summary.archives {
        text.push_str(&format!("{}: {}", archive.name, number(archive.games, "game")));
        if let Some(error) = &archive.error {
            text.push_str(&format!("; the rest cannot be read: {error}"));
        }
        if archive.withheld > 0 {
            text.push_str(&format!(
                "; the last {} are not reported, because their compressed data is damaged",
                number(archive.withheld, "game")
            ));
        }
        text.push('\n');
    }
    if summary.unchecked > 0 {
        let archives = number(summary.unchecked, "archive");
        text.push_str(&format!(
            "{archives} not verified: without a checksum, damage is not detected\n"
        ));
    }
    let shard = summary.shard.as_ref().map_or_else(String::new, |shard| format!(", part {shard}"));
    text.push_str(&format!(
        "\n{} under {}{shard}: {}\n",
        number(counted.games, "game"),
        summary.rules,
        number(counted.plies, "ply")
    ));
    for (rules, count) in &counted.rules {
        text.push_str(&format!("{count:>10}  under {rules}\n"));
    }
    let skipped = counted.skipped.values().sum::<u64>() + counted.skipped_others;
    let mut variants: Vec<String> =
        counted.skipped.iter().map(|(variant, count)| format!("{variant} {count}")).collect();
    if counted.skipped_others > 0 {
        variants.push(format!("and {} others", counted.skipped_others));
    }
    for (count, what) in [
        (counted.wrong_results, "have a wrong result".to_owned()),
        (
            counted.contradicted,
            "contradict the rules or themselves, wrong results included".to_owned(),
        ),
        (counted.broken, "cannot be read to their end".to_owned()),
        (skipped, format!("skipped as another variant: {}", variants.join(", "))),
        (counted.older, format!("older than {}", summary.rules)),
        (
            counted.unknown_rules,
            "from a server at a time for which its rules are not known".to_owned(),
        ),
        (
            counted.repaired,
            format!("deviate from the standard, in {}", number(counted.repairs, "place")),
        ),
        (counted.without_moves, "without a move".to_owned()),
        (counted.open, "undetermined in part, because a search reached its limit".to_owned()),
    ] {
        if count > 0 {
            text.push_str(&format!("{count:>10}  {what}\n"));
        }
    }
    text.push_str(&records(counted));
    for (severity, kinds) in counted.by_severity() {
        text.push_str(&table(severity, &kinds, first));
    }
    text.push_str(&sources(counted));
    if counted.findings.is_empty() && counted.games > 0 {
        text.push_str("\nNothing was found.\n");
    }
    text
}

/// Formats the phrases with which records describe the end, most frequent first.
fn records(counted: &GameTally) -> String {
    let unknown = counted.said_unknown.iter().map(|(words, count)| (words, *count, " (unknown)"));
    let known = counted.said.iter().map(|(phrase, count)| (phrase, *count, ""));
    let mut rows: Vec<(&String, u64, &str)> = known.chain(unknown).collect();
    rows.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
    let mut text = String::new();
    for (words, count, note) in rows {
        text.push_str(&format!("{count:>10}  {words}{note}\n"));
    }
    if counted.said_others > 0 {
        text.push_str(&format!("{:>10}  other words\n", counted.said_others));
    }
    if text.is_empty() {
        return text;
    }
    format!("\nRecorded endings\n{text}")
}

/// Formats the findings of a severity by kind, each with its count and first occurrence.
fn table(
    severity: Severity,
    kinds: &BTreeMap<Kind, u64>,
    first: &BTreeMap<Kind, AuditFinding>,
) -> String {
    let mut rows = String::new();
    for (kind, count) in kinds {
        rows.push_str(&format!("{count:>10}  {kind}: {}\n", kind.about()));
        let first = first.get(kind).filter(|found| found.severity == severity);
        if let Some(AuditFinding { archive, at_line, game, says, .. }) = first {
            rows.push_str(&format!(
                "{:>12}first in game {game}, {archive}:{at_line}: {says}\n",
                ""
            ));
        }
    }
    let heading = match severity {
        Severity::Result => "Wrong results",
        Severity::Contradiction => "Contradictions",
        Severity::Broken => "Broken",
        Severity::Information => "Information",
    };
    format!("\n{heading}\n{rows}")
}

/// Formats the counts of the sources and years whose games have the gravest findings.
fn sources(counted: &GameTally) -> String {
    let named = counted.sources.iter().map(|(source, years)| match source.as_str() {
        "" => ("no server", years),
        source => (source, years),
    });
    let counts = |counts: &FindingCounts, severity| {
        counts.findings.get(&severity).map_or(0, |kinds| kinds.values().sum::<u64>())
    };
    let mut rows: Vec<([u64; 3], &str, u16, u64)> = named
        .chain([("other sources", &counted.other_sources)])
        .flat_map(|(source, years)| years.iter().map(move |(year, found)| (source, *year, found)))
        .map(|(source, year, found)| {
            let grave = [Severity::Result, Severity::Contradiction, Severity::Broken];
            (grave.map(|severity| counts(found, severity)), source, year, found.games)
        })
        .filter(|(found, ..)| found.iter().any(|&count| count > 0))
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    rows.sort_by(|one, other| other.0.cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
    let more = rows.len().saturating_sub(MAX_ROWS);
    let mut text =
        "\nBy source and year\n     games   wrong results  contradictions  broken\n".to_owned();
    for ([wrong, contradictions, broken], source, year, games) in rows.into_iter().take(MAX_ROWS) {
        let year = if year == 0 { "no year".to_owned() } else { year.to_string() };
        text.push_str(&format!(
            "{games:>10}{wrong:>16}{contradictions:>16}{broken:>8}  {source}, {year}\n"
        ));
    }
    if more > 0 {
        text.push_str(&format!("{:>10}  {} in the JSON format\n", "", number(more, "more row")));
    }
    text
}
