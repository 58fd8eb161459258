//! The results of all parts put together, as one run would have written them.

use std::io::{self, BufRead, Read};

use serde::Deserialize;

use super::{AuditFinding, Shard, Summary};

/// The longest line of results that is read, in bytes: the summary names every archive.
const MAX_LINE: u64 = 16 << 20;

/// The results of a part, read line by line.
struct PartialResults<R> {
    name: String,
    source: R,
    /// The line that was read last.
    line: Vec<u8>,
    /// The next finding.
    next: Option<AuditFinding>,
    summary: Option<Summary>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ResultLine {
    Summary(Box<Summary>),
    Finding(Box<AuditFinding>),
}

/// Hands out the findings of all parts in the order of the games, and returns the summary of all.
///
/// # Errors
///
/// A part cannot be read or is not complete, one is missing or there twice, or they are not parts of
/// the same; or what `take` answers.
pub fn merge<R: BufRead>(
    parts: impl IntoIterator<Item = (String, R)>,
    mut take: impl FnMut(AuditFinding) -> io::Result<()>,
) -> io::Result<Summary> {
    let mut open = Vec::new();
    for (name, source) in parts {
        let mut part = PartialResults { name, source, line: Vec::new(), next: None, summary: None };
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
                Err(invalid(&self.name, "is not complete: the last line is no summary"))
            };
        }
        if length as u64 > MAX_LINE {
            return Err(invalid(&self.name, &format!("has a line of more than {MAX_LINE} bytes")));
        }
        if self.summary.is_some() {
            return Err(invalid(&self.name, "has lines after its summary"));
        }
        match serde_json::from_slice(&self.line) {
            Ok(ResultLine::Finding(found)) => self.next = Some(*found),
            Ok(ResultLine::Summary(summary)) => {
                self.summary = Some(*summary);
                return self.advance();
            }
            Err(_) => {
                let message = "has a line that is no finding and no summary; right would be what \
                               `lawbook audit --format json` writes";
                return Err(invalid(&self.name, message));
            }
        }
        Ok(())
    }
}

/// Adds up the summaries of all parts of something.
fn sum(parts: Vec<(String, Summary)>) -> io::Result<Summary> {
    let mut all: Option<Summary> = None;
    let mut shards: Vec<Shard> = Vec::new();
    for (name, part) in parts {
        let shard = part.shard.as_deref().map_or(Ok(Shard::WHOLE), str::parse);
        let shard: Shard = shard.map_err(|_| invalid(&name, "names no part in its summary"))?;
        if shards.contains(&shard) {
            return Err(invalid(&name, &format!("is part {shard}, which is there already")));
        }
        shards.push(shard);
        let part = Summary { shard: None, ..part };
        match &mut all {
            None => all = Some(part),
            Some(all) => {
                let fits = (&all.rules, all.missed_claims, all.claims, &all.archives)
                    == (&part.rules, part.missed_claims, part.claims, &part.archives);
                if !fits || shards[0].of() != shard.of() {
                    return Err(invalid(&name, "is part of something else than the others"));
                }
                all.counted.merge(&part.counted);
            }
        }
    }
    let all = all.ok_or_else(|| io::Error::other("there are no parts"))?;
    let of = shards[0].of();
    let missing = (1..=of).find(|&part| shards.iter().all(|shard| shard.part() != part));
    match missing {
        Some(part) => Err(io::Error::other(format!("part {part}/{of} is missing"))),
        None => Ok(all),
    }
}

fn invalid(name: &str, what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{name} {what}"))
}
