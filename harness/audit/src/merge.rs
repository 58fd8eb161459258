//! Merges the results of all parts into those that a single run would have written.

use std::io::{self, BufRead, Read};

use super::{ArchiveRecord, AuditFinding, FilePrefix, Shard, Summary};

/// The maximum length of a line of results, in bytes. The summary is the longest line, because it names every
/// archive.
const MAX_LINE: u64 = 16 << 20;

/// The results of a part, read line by line.
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

enum ResultLine {
    Summary(Box<Summary>),
    Finding(Box<AuditFinding>),
}

impl ResultLine {
    fn read(line: &[u8]) -> serde_json::Result<ResultLine> {
        if line.starts_with(b"{\"complete\":") {
            serde_json::from_slice(line).map(ResultLine::Summary)
        } else {
            serde_json::from_slice(line).map(ResultLine::Finding)
        }
    }
}

/// Passes the findings of all parts to `take` in the order of the games, and returns the summary of all.
///
/// Each part is a name and a function that opens its results; it is read twice. Parts belong together if they judge
/// the same archives, which are compared by their content and not by their names. If there are parts of several audits,
/// the result is that of one run over all their archives, in the order of the names.
///
/// # Errors
///
/// A part cannot be read or is incomplete, one is missing or occurs twice, or the options differ; or an error of
/// `take`.
pub fn merge<R: BufRead>(
    parts: impl IntoIterator<Item = (String, impl Fn() -> io::Result<R>)>,
    mut take: impl FnMut(AuditFinding) -> io::Result<()>,
) -> io::Result<Summary> {
    let mut read = Vec::new();
    for (name, open) in parts {
        let mut results = PartialResults::open(&name, open()?)?;
        while results.next.take().is_some() {
            results.advance()?;
        }
        if let Some(summary) = results.summary {
            read.push(Part::new(name, summary, open)?);
        }
    }
    let mut all: Option<Summary> = None;
    for audit in audits(read)? {
        let before = all.as_ref().map_or(0, |all| games(&all.archives));
        let joined = audit.join();
        audit.pass_on(before, &mut take)?;
        match &mut all {
            None => all = Some(joined),
            Some(all) => {
                all.archives.extend(joined.archives);
                all.unchecked += joined.unchecked;
                all.counted.merge(&joined.counted);
            }
        }
    }
    all.ok_or_else(|| io::Error::other("no results to merge"))
}

fn games(archives: &[ArchiveRecord]) -> u64 {
    archives.iter().map(|archive| archive.games).sum()
}

impl<R: BufRead> PartialResults<R> {
    /// Opens the results before their first finding.
    fn open(name: &str, source: R) -> io::Result<PartialResults<R>> {
        let mut part = PartialResults {
            name: name.to_owned(),
            source,
            line: Vec::new(),
            next: None,
            count: 0,
            lines: FilePrefix::default(),
            summary: None,
        };
        part.advance()?;
        Ok(part)
    }

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
        match ResultLine::read(&self.line) {
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

/// A part with its summary.
struct Part<F> {
    name: String,
    open: F,
    /// The number of the part, and of all parts.
    shard: Shard,
    summary: Summary,
}

impl<F> Part<F> {
    fn new(name: String, mut summary: Summary, open: F) -> io::Result<Part<F>> {
        let shard = summary.shard.take();
        let shard = shard.as_deref().map_or(Ok(Shard::WHOLE), str::parse);
        let shard = shard.map_err(|_| invalid(&name, "has no valid part in its summary"))?;
        Ok(Part { name, open, shard, summary: Summary { rows: None, ..summary } })
    }

    /// Whether two parts were written with the same options.
    fn has_options_of(&self, other: &Part<F>) -> bool {
        let options = |part: &Part<F>| {
            let Summary { rules, missed_claims, claims, strict, off, .. } = &part.summary;
            (rules.clone(), *missed_claims, *claims, *strict, off.clone())
        };
        options(self) == options(other)
    }

    /// Whether two parts are of the same archives, whatever their names.
    fn has_archives_of(&self, other: &Part<F>) -> bool {
        let [one, two] = [self, other].map(|part| &part.summary.archives);
        let is_same = |(one, other): (&ArchiveRecord, &ArchiveRecord)| {
            let content =
                |one: &ArchiveRecord| ArchiveRecord { name: String::new(), ..one.clone() };
            match (one.range, other.range) {
                (Some(one), Some(other)) => one.frames == other.frames,
                _ => content(one) == content(other),
            }
        };
        one.len() == two.len() && one.iter().zip(two).all(is_same)
    }

    /// Whether the archives have the same names.
    fn has_names_of(&self, other: &Part<F>) -> bool {
        let names = |part: &Part<F>| -> Vec<String> {
            part.summary.archives.iter().map(|archive| archive.name.clone()).collect()
        };
        names(self) == names(other)
    }

    /// The names of its archives.
    fn names(&self) -> String {
        let names: Vec<&str> =
            self.summary.archives.iter().map(|archive| archive.name.as_str()).collect();
        match names[..] {
            [] => "no archive".to_owned(),
            [one] => one.to_owned(),
            [first, ..] => format!("{first} and {} more", names.len() - 1),
        }
    }
}

/// All parts of one audit, in their order.
struct Audit<F>(Vec<Part<F>>);

/// Sorts parts by audit, and checks that each audit is complete.
fn audits<F>(parts: Vec<Part<F>>) -> io::Result<Vec<Audit<F>>> {
    // If options differ, the error names a part that agrees with the fewest others.
    let agreeing = |one: &Part<F>| parts.iter().filter(|other| one.has_options_of(other)).count();
    let most = parts.iter().rev().max_by_key(|part| agreeing(part));
    if let Some(most) = most
        && let Some(other) = parts.iter().find(|part| !part.has_options_of(most))
    {
        let message = format!(
            "was written with other options than {}; use the same options for each part",
            most.name
        );
        return Err(invalid(&other.name, &message));
    }
    let mut named: Vec<Audit<F>> = Vec::new();
    for part in parts {
        let is_same = |one: &Part<F>| one.has_archives_of(&part) && one.has_names_of(&part);
        match named.iter_mut().find(|audit| is_same(&audit.0[0])) {
            Some(audit) => audit.0.push(part),
            None => named.push(Audit(vec![part])),
        }
    }
    // Parts of one archive can have different names for it. Different archives can have the same text: their audits are
    // whole without each other.
    let mut audits: Vec<Audit<F>> = Vec::new();
    for audit in named {
        match audits.iter_mut().find(|other| other.is_completed_by(&audit)) {
            Some(other) => other.0.extend(audit.0),
            None => audits.push(audit),
        }
    }
    for audit in &mut audits {
        audit.0.sort_by_key(|part| part.shard.part());
    }
    for audit in &audits {
        audit.check(&audits)?;
    }
    audits.sort_by_cached_key(|Audit(parts)| {
        let archives = &parts[0].summary.archives;
        archives.iter().map(|one| (one.name.clone(), String::from(one.digest))).collect::<Vec<_>>()
    });
    Ok(audits)
}

impl<F> Audit<F> {
    /// Whether other parts of the same archives are missing here, and not among the parts that are there.
    fn is_completed_by(&self, other: &Audit<F>) -> bool {
        let (first, more) = (&self.0[0], &other.0[0]);
        let has = |part: &Part<F>| self.0.iter().any(|one| one.shard == part.shard);
        let is_whole =
            (1..=first.shard.of()).all(|part| self.0.iter().any(|one| one.shard.part() == part));
        first.has_archives_of(more) && !is_whole && !other.0.iter().any(has)
    }

    /// Checks that every part is there once. `all` are all audits.
    fn check(&self, all: &[Audit<F>]) -> io::Result<()> {
        let parts = &self.0;
        let (first, of) = (&parts[0], parts[0].shard.of());
        if let Some(other) = parts.iter().find(|part| part.shard.of() != of) {
            let message = format!(
                "is part {}, but {} is part {}; use the same number of parts",
                first.shard, other.name, other.shard
            );
            return Err(invalid(&first.name, &message));
        }
        if let Some(pair) = parts.windows(2).find(|pair| pair[0].shard == pair[1].shard) {
            let message =
                format!("is part {} of {}, as is {}", pair[1].shard, first.names(), pair[0].name);
            return Err(invalid(&pair[1].name, &message));
        }
        let is_missing = |part: &u64| parts.iter().all(|one| one.shard.part() != *part);
        let Some(missing) = (1..=of).find(is_missing) else { return self.check_ranges() };
        // Perhaps the archive was changed between two parts.
        let mut others = all.iter().flat_map(|audit| &audit.0).filter(|part| {
            !part.has_archives_of(first) && part.has_names_of(first) && part.shard.of() == of
        });
        if let Some(other) = others.next() {
            // The error names the part that agrees with fewer others.
            let count = |part: &Part<F>| {
                all.iter()
                    .flat_map(|audit| &audit.0)
                    .filter(|one| one.has_archives_of(part))
                    .count()
            };
            let (one, other) =
                if count(other) < count(first) { (other, first) } else { (first, other) };
            let message = format!(
                "has read different contents of {} than {}; use the same archives for each part",
                one.names(),
                other.name
            );
            return Err(invalid(&one.name, &message));
        }
        Err(io::Error::other(format!(
            "part {missing}/{of} of {} is missing; {} is part {}",
            first.names(),
            first.name,
            first.shard
        )))
    }

    /// Checks that each range of an archive begins where the one before it ends.
    fn check_ranges(&self) -> io::Result<()> {
        for number in 0..self.0[0].summary.archives.len() {
            let mut before: Option<(&Part<F>, u64)> = None;
            for part in &self.0 {
                let archive = &part.summary.archives[number];
                let Some(range) = archive.range.filter(|_| archive.games > 0) else { continue };
                if let Some((other, end)) = before
                    && end != range.begin
                {
                    let message = format!(
                        "has read different contents of {} than {}; use the same archives for each part",
                        archive.name, other.name
                    );
                    return Err(invalid(&part.name, &message));
                }
                // After damage, the games up to the next range are missing.
                before = archive.error.is_none().then_some((part, archive.bytes));
            }
        }
        Ok(())
    }

    /// Adds up the summaries.
    fn join(&self) -> Summary {
        let mut summary = self.0[0].summary.clone();
        for part in &self.0[1..] {
            summary.counted.merge(&part.summary.counted);
            for (all, next) in summary.archives.iter_mut().zip(&part.summary.archives) {
                join_ranges(all, next);
            }
        }
        summary.archives.iter_mut().for_each(|archive| archive.range = None);
        summary.unchecked = Summary::unchecked(&summary.archives);
        summary
    }

    /// The places of the archives of each part in the merged results. There are `before` games of other audits before
    /// them.
    fn places(&self, before: u64) -> Vec<Vec<ArchivePlace>> {
        let mut places: Vec<Vec<ArchivePlace>> = self.0.iter().map(|_| Vec::new()).collect();
        let mut next = before;
        for (number, first) in self.0[0].summary.archives.iter().enumerate() {
            let (mut game, mut lines) = (next, 0);
            for (part, places) in self.0.iter().zip(&mut places) {
                let archive = &part.summary.archives[number];
                let last = games(&part.summary.archives[..=number]);
                let before = last - archive.games;
                places.push(ArchivePlace { last, before, game, lines, name: first.name.clone() });
                if let Some(range) = archive.range {
                    (game, lines) = (game + archive.games, lines + range.lines);
                }
            }
            next = if first.range.is_some() { game } else { next + first.games };
        }
        places
    }

    /// Passes the findings to `take` in the order of the games. There are `before` games of other audits before them,
    /// and the names of the archives are those of the first part.
    fn pass_on<R: BufRead>(
        &self,
        before: u64,
        take: &mut impl FnMut(AuditFinding) -> io::Result<()>,
    ) -> io::Result<()>
    where
        F: Fn() -> io::Result<R>,
    {
        let mut open = Vec::new();
        for (part, places) in self.0.iter().zip(self.places(before)) {
            let mut results = PartialResults::open(&part.name, (part.open)()?)?;
            place(&mut results.next, &places);
            open.push((results, places));
        }
        loop {
            let first = open.iter_mut().filter(|(part, _)| part.next.is_some());
            let first = first.min_by_key(|(part, _)| part.next.as_ref().map(|found| found.game));
            let Some((part, places)) = first else { return Ok(()) };
            if let Some(found) = part.next.take() {
                take(found)?;
            }
            part.advance()?;
            place(&mut part.next, places);
        }
    }
}

/// The place of an archive of a part in the merged results.
struct ArchivePlace {
    /// The number of games of the part before the archive, and including it.
    before: u64,
    last: u64,
    /// The number of games and of lines before those of the part.
    game: u64,
    lines: u64,
    name: String,
}

/// Changes the numbers in the next finding of a part to those of the merged results.
fn place(found: &mut Option<AuditFinding>, places: &[ArchivePlace]) {
    let Some(found) = found else { return };
    let Some(place) = places.iter().find(|place| found.game <= place.last) else { return };
    found.archive.clone_from(&place.name);
    found.game = found.game - place.before + place.game;
    found.line += place.lines;
    found.at_line += place.lines;
}

/// Adds the next range of an archive. An archive that was read as a whole has no other.
fn join_ranges(all: &mut ArchiveRecord, next: &ArchiveRecord) {
    let Some(range) = next.range else { return };
    if next.games > 0 {
        all.digest = all.digest.then(next.digest, next.bytes - range.begin.min(next.bytes));
        all.bytes = next.bytes;
    }
    all.games += next.games;
    all.withheld += next.withheld;
    all.checked &= next.checked;
    all.error = all.error.take().or_else(|| next.error.clone());
}

fn invalid(name: &str, what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{name} {what}"))
}
