//! Summary of an audit, as text for people: first the findings, then the parts that were not verified.

use std::{cmp::Reverse, collections::BTreeMap};

use lawbook::words::counted as number;
use lawbook_audit::{
    ArchiveRecord, AuditFinding, GameRules, GameTally, Kind, Named, Severity, SourceCounts, Summary,
};

/// The maximum number of rows of the table of sources and years.
const MAX_ROWS: usize = 30;

/// The maximum number of variants that are named.
const MAX_VARIANTS: usize = 10;

/// The maximum number of archives that are listed as the most affected ones.
const MAX_ARCHIVES: usize = 10;

/// Formats the summary, with the first finding of each kind.
pub(super) fn text(summary: &Summary) -> String {
    let Summary { counted, archives, options, .. } = summary;
    let rules = match options.rules {
        GameRules::Dated => "each judged by the rules of its day".to_owned(),
        GameRules::Fixed(rules) => format!("judged under {rules}"),
    };
    let mut text = format!(
        "{} with {} in {}, {rules}\n",
        number(counted.games, "game"),
        number(counted.plies, "ply"),
        number(archives.len() as u64, "archive"),
    );
    text += &rows([
        (counted.wrong_results, "have a wrong result".to_owned()),
        (
            counted.contradicted,
            "contradict the rules or themselves, wrong results included".to_owned(),
        ),
    ]);
    for (severity, kinds) in &counted.findings {
        text.push_str(&table(*severity, kinds, &counted.first.0));
    }
    if counted.findings.is_empty() && summary.judged() > 0 {
        text.push_str("\nNothing was found.\n");
    }
    text += &affected(archives);
    text += &sources(counted);
    text += &section("Not verified", &unverified(summary));
    let rules = counted.rules.named.iter().map(|(rules, &count)| (count, rules.clone()));
    text += &section("Rule sets of the games", &rows(rules));
    text += &section("Recorded reasons of the end", &records(counted));
    if !counted.findings.is_empty() {
        text += "\nWith --format json every finding is a line, with the game, the move and the position.\n";
    }
    text
}

/// Formats counts, each in a line. Leaves out those that are zero.
fn rows(counts: impl IntoIterator<Item = (u64, String)>) -> String {
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    counts.map(|(count, what)| format!("{count:>10}  {what}\n")).collect()
}

/// Returns the names with the most games, most frequent first, and the number of games of all others.
fn most(names: &Named<u64>, most: usize) -> (Vec<(u64, &str)>, u64) {
    let named = names.named.iter().map(|(name, count)| (*count, name.as_str()));
    let mut all: Vec<(u64, &str)> = named.collect();
    all.sort_by_key(|&(count, _)| Reverse(count));
    let rest = all.split_off(all.len().min(most));
    (all, names.others + rest.into_iter().map(|(count, _)| count).sum::<u64>())
}

/// Formats rows below a heading; an empty text if there are none.
fn section(heading: &str, rows: &str) -> String {
    if rows.is_empty() { String::new() } else { format!("\n{heading}\n{rows}") }
}

/// Formats the parts that were not judged, or not for certain.
fn unverified(summary: &Summary) -> String {
    let Summary { counted, archives, options, .. } = summary;
    let mut text = String::new();
    for ArchiveRecord { name, games, error, withheld, .. } in archives {
        let Some(error) = error else {
            if *games == 0 {
                text.push_str(&format!("{name}: no game\n"));
            }
            continue;
        };
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
    let (variants, others) = most(&counted.skipped, MAX_VARIANTS);
    let skipped = variants.iter().map(|(count, _)| count).sum::<u64>() + others;
    let mut variants: Vec<String> =
        variants.into_iter().map(|(count, variant)| format!("{variant} {count}")).collect();
    if others > 0 {
        variants.push(format!("and {others} others"));
    }
    text += &rows([
        (counted.in_part, "games were judged only in part".to_owned()),
        (counted.broken, "games could not be read completely".to_owned()),
        (
            skipped,
            format!(
                "games were skipped, because they are of another variant: {}",
                variants.join(", ")
            ),
        ),
        (counted.older, format!("games are older than {}", options.rules)),
    ]);
    text += &rows(counted.unknown_rules.iter().map(|(why, &count)| {
        let says = "findings that depend on the rules are reported as information";
        (count, format!("games are {}: {says}", why.about()))
    }));
    text + &rows([
        (counted.open, "games have a position whose possible mates are not decided".to_owned()),
        (
            counted.repaired,
            format!(
                "games deviate from the standard in {}, and were read all the same; --strict tells where",
                number(counted.repairs, "place")
            ),
        ),
        (counted.without_moves, "games have no moves".to_owned()),
        (
            unchecked,
            "archives without a checksum, so that damage to them is not noticed".to_owned(),
        ),
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
    let plain = |phrase: &str| {
        let names = [("WINNER", "(the winner)"), ("LOSER", "(the loser)"), ("NAME", "(a player)")];
        names
            .into_iter()
            .fold(phrase.to_owned(), |phrase, (name, plain)| phrase.replace(name, plain))
    };
    let (phrases, others) = most(&counted.said, MAX_ROWS);
    let phrases = phrases.into_iter().map(|(count, phrase)| (count, plain(phrase)));
    rows(phrases.chain([(others, "other words, in the JSON format".to_owned())]))
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
    let named = counted.sources.named.iter().map(|(source, years)| match source.as_str() {
        "" => ("no server", years),
        source => (source, years),
    });
    let counts = |counts: &SourceCounts, severity| {
        counts.findings.get(&severity).map_or(0, |kinds| kinds.values().sum::<u64>())
    };
    let mut rows: Vec<([u64; 3], &str, u16, u64)> = named
        .chain([("other sources", &counted.sources.others)])
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
