//! Summary of an audit, as text for people.

use std::collections::BTreeMap;

use lawbook_audit::{AuditFinding, GameTally, Kind, Severity, Summary};

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
        (counted.contradicted, "contradict the rules or themselves".to_owned()),
        (counted.broken, "cannot be read to their end".to_owned()),
        (skipped, format!("skipped as another variant: {}", variants.join(", "))),
        (counted.without_moves, "without a move".to_owned()),
        (counted.open, "undetermined in part, because a search reached its limit".to_owned()),
    ] {
        if count > 0 {
            text.push_str(&format!("{count:>10}  {what}\n"));
        }
    }
    text.push_str(&records(counted));
    for severity in Severity::ALL {
        text.push_str(&table(severity, summary, first));
    }
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
fn table(severity: Severity, summary: &Summary, first: &BTreeMap<Kind, AuditFinding>) -> String {
    let mut rows = String::new();
    for (kind, count) in &summary.counted.findings {
        if kind.severity() != severity {
            continue;
        }
        rows.push_str(&format!("{count:>10}  {kind}: {}\n", kind.about()));
        if let Some(AuditFinding { archive, at_line, game, says, .. }) = first.get(kind) {
            rows.push_str(&format!(
                "{:>12}first in game {game}, {archive}:{at_line}: {says}\n",
                ""
            ));
        }
    }
    if rows.is_empty() {
        return rows;
    }
    let heading = match severity {
        Severity::Contradiction => "Contradictions",
        Severity::Broken => "Broken",
        Severity::Information => "Information",
    };
    format!("\n{heading}\n{rows}")
}

fn number(count: u64, what: &str) -> String {
    match (count, what) {
        (1, what) => format!("1 {what}"),
        (count, "ply") => format!("{count} plies"),
        (count, what) => format!("{count} {what}s"),
    }
}
