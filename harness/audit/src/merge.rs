//! Merges the results of all shards into those that a single run would have written.

use std::io::{self, BufRead, Read};

use serde::Deserialize;

use super::{AuditFinding, FilePrefix, Shard, Summary};

/// The maximum length of a line of results, in bytes. The summary is the longest line, because it names every
/// archive.
const MAX_LINE: u64 = 16 << 20;

/// The results of a shard, read line by line.
struct PartialResults<R> {
    name: String,
    source: R,
    /// The line that was read last.
    line: Vec<u8>,
    /// The next finding.
    next: Option<AuditFinding>,
    /// The number of findings read so far, and the digest of their lines.
    count: u64,
    lines: FilePrefix,
    summary: Option<Summary>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ResultLine {
    Summary(Box<Summary>),
    Finding(Box<AuditFinding>),
}

/// Passes the findings of all shards to `take` in the order of the games, and returns the summary of all.
///
/// # Errors
///
/// A shard cannot be read or is incomplete, one is missing or occurs twice, or they do not belong to the same run; or
/// an error of `take`.
pub fn merge<R: BufRead>(
    parts: impl IntoIterator<Item = (String, R)>,
    mut take: impl FnMut(AuditFinding) -> io::Result<()>,
) -> io::Result<Summary> {
    let mut open = Vec::new();
    for (name, source) in parts {
        let mut part = PartialResults {
            name,
            source,
            line: Vec::new(),
            next: None,
            count: 0,
            lines: FilePrefix::default(),
            summary: None,
        };
        part.advance()?;
        open.push(part);
    }
    loop {
        let first = open
            .iter_mut()
            .filter(|part| part.next.is_some())
            .min_by_key(|part| part.next.as_ref().map(|found| found.game));
        let Some(part) = first else { break };
        if let Some(found) = part.next.take() {
            take(found)?;
        }
        part.advance()?;
    }
    sum(open.into_iter().filter_map(|part| Some((part.name, part.summary?))).collect())
}

impl<R: BufRead> PartialResults<R> {
    fn advance(&mut self) -> io::Result<()> {
        self.line.clear();
        let mut rest = (&mut self.source).take(MAX_LINE + 1);
        let length = rest.read_until(b'\n', &mut self.line)?;
        if length == 0 {
            return if self.summary.is_some() {
                Ok(())
            } else {
                Err(invalid(&self.name, "is not complete: the last line is not a summary"))
            };
        }
        if length as u64 > MAX_LINE {
            return Err(invalid(&self.name, &format!("has a line of more than {MAX_LINE} bytes")));
        }
        if self.summary.is_some() {
            return Err(invalid(&self.name, "has lines after its summary"));
        }
        match serde_json::from_slice(&self.line) {
            Ok(ResultLine::Finding(found)) => {
                self.next = Some(*found);
                self.count += 1;
                self.lines.extend(&self.line);
            }
            Ok(ResultLine::Summary(summary)) => {
                self.compare(&summary)?;
                self.summary = Some(*summary);
                return self.advance();
            }
            Err(_) => {
                let message = "has a line that is neither a finding nor a summary; expected the output of `lawbook \
                    audit --format json`";
                return Err(invalid(&self.name, message));
            }
        }
        Ok(())
    }
}

impl<R> PartialResults<R> {
    /// Compares the lines that were read with the count and the digests in the summary.
    fn compare(&self, summary: &Summary) -> io::Result<()> {
        let wrong = |what: &str| {
            let message = format!("{what}; expected the file as `lawbook audit` wrote it");
            Err(invalid(&self.name, &message))
        };
        let Some(rows) = summary.rows else {
            return wrong("has a summary without the number of findings and their digest");
        };
        if rows.count != self.count {
            return wrong(&format!(
                "has {} findings, but {} according to its summary",
                self.count, rows.count
            ));
        }
        let again = summary.clone().after(self.lines)?;
        if again.rows != summary.rows {
            return wrong("is damaged: its digest differs from the one in its summary");
        }
        Ok(())
    }
}

/// The name of a shard's results, the shard, and its summary.
type NamedPart = (String, Shard, Summary);

/// Adds up the summaries of all shards.
fn sum(parts: Vec<(String, Summary)>) -> io::Result<Summary> {
    let mut named: Vec<NamedPart> = Vec::new();
    for (name, mut part) in parts {
        let shard = part.shard.take().as_deref().map_or(Ok(Shard::WHOLE), str::parse);
        let shard: Shard = shard.map_err(|_| invalid(&name, "has no valid part in its summary"))?;
        named.push((name, shard, Summary { rows: None, ..part }));
    }
    // If shards do not fit together, the error names one that fits the fewest others.
    let agreeing = |one: &NamedPart| named.iter().filter(|other| fits(one, other)).count();
    let Some(most) = named.iter().rev().max_by_key(|part| agreeing(part)) else {
        return Err(io::Error::other("no results to merge"));
    };
    if let Some(other) = named.iter().find(|part| !fits(part, most)) {
        return Err(invalid(&other.0, &difference(other, most)));
    }
    for (number, (name, shard, _)) in named.iter().enumerate() {
        if let Some((first, ..)) = named[..number].iter().find(|(_, other, _)| other == shard) {
            return Err(invalid(name, &format!("is part {shard}, as is {first}")));
        }
    }
    let of = most.1.of();
    let missing = (1..=of).find(|&part| named.iter().all(|(_, shard, _)| shard.part() != part));
    if let Some(part) = missing {
        return Err(io::Error::other(format!("part {part}/{of} is missing")));
    }
    let mut summaries = named.into_iter().map(|(_, _, summary)| summary);
    let mut all = summaries.next().ok_or_else(|| io::Error::other("no results to merge"))?;
    for part in summaries {
        all.counted.merge(&part.counted);
    }
    Ok(all)
}

/// Whether two results are shards of the same run.
fn fits((_, shard, one): &NamedPart, (_, other_shard, other): &NamedPart) -> bool {
    shard.of() == other_shard.of()
        && (&one.rules, one.missed_claims, one.claims, &one.archives)
            == (&other.rules, other.missed_claims, other.claims, &other.archives)
}

/// Describes how the first result differs from the second, although both should be shards of the same run.
fn difference((_, shard, one): &NamedPart, (name, other_shard, other): &NamedPart) -> String {
    let end = "use the same command line for each part";
    if shard.of() != other_shard.of() {
        return format!("is part {shard}, but {name} is part {other_shard}; {end}");
    }
    let archives = one.archives.iter().zip(&other.archives).find(|(one, other)| one != other);
    match archives {
        Some((one, other)) if one.name != other.name => {
            format!(
                "belongs to the archive {}, but {name} belongs to {}; {end}",
                one.name, other.name
            )
        }
        Some((one, _)) => {
            format!("has read different contents of the archive {} than {name}; {end}", one.name)
        }
        None if one.archives.len() != other.archives.len() => {
            let [one, other] = [one, other].map(|part| part.archives.len());
            format!("has {one} archives, but {name} has {other}; {end}")
        }
        None => format!("was written with other options than {name}; {end}"),
    }
}

fn invalid(name: &str, what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{name} {what}"))
}
