//! Summary of an audit, as text for people: first what was found, then what was not verified.

use std::{cmp::Reverse, collections::BTreeMap};

use lawbook_audit::{
    ArchiveRecord, AuditFinding, FindingCounts, GameTally, Kind, Severity, Summary,
};
use lawbook_suite::report::counted as number;

/// The maximum number of rows of the table of sources and years.
const MAX_ROWS: usize = 30;

/// The maximum number of archives that are listed as the most affected ones.
const MAX_ARCHIVES: usize = 10;

/// Formats the summary, with the first finding of each kind.
pub(super) fn text(summary: &Summary) -> String {
    let Summary { counted, archives, first, options, .. } = summary;
    let mut text = format!(
        "{} in {} under {}: {}\n",
        number(counted.games, "game"),
        number(archives.len() as u64, "archive"),
        options.rules,
        number(counted.plies, "ply")
    );
    text += &rows([
        (counted.wrong_results, "have a wrong result".to_owned()),
        (
            counted.contradicted,
            "contradict the rules or themselves, wrong results included".to_owned(),
        ),
    ]);
    for (severity, kinds) in counted.by_severity() {
        text.push_str(&table(severity, &kinds, first));
    }
    if counted.findings.is_empty() && counted.games > 0 {
        text.push_str("\nNothing was found.\n");
    }
    text += &affected(archives);
    text += &sources(counted);
    text += &section("Not verified", &unverified(summary));
    let rules = counted.rules.iter().map(|(rules, &count)| (count, rules.clone()));
    text += &section("Rules", &rows(rules));
    text + &section("Recorded endings", &records(counted))
}

/// Formats counts, each in a line. Leaves out those that are zero.
fn rows(counts: impl IntoIterator<Item = (u64, String)>) -> String {
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    counts.map(|(count, what)| format!("{count:>10}  {what}\n")).collect()
}

/// Formats rows below a heading; an empty text if there are none.
fn section(heading: &str, rows: &str) -> String {
    if rows.is_empty() { String::new() } else { format!("\n{heading}\n{rows}") }
}

/// Formats what was not judged, or not for certain.
fn unverified(summary: &Summary) -> String {
    let Summary { counted, archives, options, .. } = summary;
    let mut text = String::new();
    for ArchiveRecord { name, games, error, withheld, .. } in archives {
        let Some(error) = error else { continue };
        let games = number(*games, "game");
        text.push_str(&format!("{name}: {games}; the rest cannot be read: {error}"));
        if *withheld > 0 {
            text.push_str(&format!(
                "; {} are not reported, because their compressed data is damaged",
                number(*withheld, "game")
            ));
        }
        text.push('\n');
    }
    let is_unchecked = |archive: &&ArchiveRecord| archive.error.is_none() && !archive.checked;
    let unchecked = archives.iter().filter(is_unchecked).count() as u64;
    let skipped = counted.skipped.values().sum::<u64>() + counted.skipped_others;
    let mut variants: Vec<String> =
        counted.skipped.iter().map(|(variant, count)| format!("{variant} {count}")).collect();
    if counted.skipped_others > 0 {
        variants.push(format!("and {} others", counted.skipped_others));
    }
    text += &rows([
        (counted.in_part, "games judged only in part".to_owned()),
        (counted.broken, "games cannot be read to their end".to_owned()),
        (skipped, format!("games skipped as another variant: {}", variants.join(", "))),
        (counted.older, format!("games older than {}", options.rules)),
    ]);
    text += &rows(counted.unknown_rules.iter().map(|(why, &count)| {
        (count, format!("games {}: what depends on the rules is information", why.about()))
    }));
    text + &rows([
        (counted.open, "games undetermined in part, because a search reached its limit".to_owned()),
        (
            counted.repaired,
            format!("games deviate from the standard, in {}", number(counted.repairs, "place")),
        ),
        (counted.without_moves, "games without a move".to_owned()),
        (unchecked, "archives without a checksum, where damage is not detected".to_owned()),
    ])
}

/// Formats the archives with the most games that contradict the rules, if there are several archives.
fn affected(archives: &[ArchiveRecord]) -> String {
    let mut affected: Vec<&ArchiveRecord> =
        archives.iter().filter(|archive| archive.contradicted > 0).collect();
    if archives.len() < 2 || affected.is_empty() {
        return String::new();
    }
    affected.sort_by_key(|archive| Reverse(archive.contradicted));
    let most = affected.iter().take(MAX_ARCHIVES);
    let mut text = rows(most.map(|ArchiveRecord { name, contradicted, games, .. }| {
        (*contradicted, format!("of {}: {name}", number(*games, "game")))
    }));
    if affected.len() > MAX_ARCHIVES {
        let more = number((affected.len() - MAX_ARCHIVES) as u64, "more archive");
        text.push_str(&format!("{:>10}  {more} in the JSON format\n", ""));
    }
    section("Archives with the most contradictions", &text)
}

/// Formats the phrases with which records describe the end, most frequent first.
fn records(counted: &GameTally) -> String {
    let unknown = counted.said_unknown.iter();
    let unknown = unknown.map(|(words, count)| (*count, format!("{words} (unknown)")));
    let known = counted.said.iter().map(|(phrase, count)| (*count, phrase.clone()));
    let mut phrases: Vec<(u64, String)> = known.chain(unknown).collect();
    phrases.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    phrases.push((counted.said_others, "other words".to_owned()));
    rows(phrases)
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
    section(heading, &rows)
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
