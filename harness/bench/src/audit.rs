//! `lawbook-bench audit`: reads, replays and judges whole archives.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use lawbook::rules::RuleSet;
use lawbook_audit::{AuditConfig, Job, is_stdin, plain_text, shown};
use tempfile::NamedTempFile;

use crate::{
    AuditOptions, Result,
    contest::{Clock, Contestant, contest},
    opponents::{ArchiveReader, archive_readers},
    sheet::BenchSheet,
};

/// Number of games in an archive, and of their plies that can be played.
type GamesAndPlies = (u64, u64);

/// `lawbook-bench audit ARCHIVE...`
pub(crate) fn run(options: &AuditOptions) -> Result<()> {
    measure(options)?.publish("audit", options.page.page.as_deref(), options.rounds.format)
}

fn measure(options: &AuditOptions) -> Result<BenchSheet> {
    if options.archives.iter().any(|path| is_stdin(path)) {
        return Err("standard input can be read only once; expected a file".to_owned());
    }
    let readers = archive_readers();
    let mut sheet =
        BenchSheet::new("thousand plies a second", readers.iter().map(|reader| reader.competitor));
    for path in &options.archives {
        let archive = shown(path);
        let failed = |error| format!("{archive}: {error}");
        let least = u64::from(options.least) << 20;
        let text = MeasuredText::new(path, least).map_err(failed)?;
        let (name, times) = (text.name(), text.times);
        let (games, plies) = audit(name, 1).map_err(failed)?;
        for reader in &readers {
            let theirs = read(reader, name).map_err(failed)?;
            note_difference(&archive, reader.competitor.name, (games, plies), theirs);
        }
        let mut contenders = vec![Contestant::new("lawbook", || audit(name, 1).is_ok())];
        for reader in &readers {
            contenders.push(Contestant::new(reader.competitor.name, || read(reader, name).is_ok()));
        }
        let figure = |seconds| plies as f64 / seconds / 1e3;
        let rounds = options.rounds.rounds;
        let (_, seconds) = contest(rounds, Clock::Thread, &mut contenders)?;
        let often = if times == 1 { String::new() } else { format!(", {times} times over") };
        let (games, plies) = (games / times, plies / times);
        let what = format!("{archive}: {games} games, {plies} plies{often}");
        sheet.add_labelled(label(path), what, &seconds, figure);
        let twice = |threads| move || audit(name, threads).is_ok() && audit(name, threads).is_ok();
        let mut threads = [
            Contestant::new("two threads", twice(2)),
            Contestant::new("one thread", twice(1)),
            Contestant::new("side by side", || audit_side_by_side(name)),
        ];
        let (_, seconds) = contest(rounds, Clock::Wall, &mut threads)?;
        let figure = |seconds| 2.0 * figure(seconds);
        sheet.add(format!("{archive}, twice, wall-clock time"), &seconds, figure);
    }
    Ok(sheet)
}

/// Returns the name of the file without its folders.
fn label(archive: &Path) -> String {
    archive.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Size of a write, in bytes. A file written in small pieces is fragmented in the page cache, and then takes twice as
/// long to read as one read from disk.
const PIECE: usize = 4 << 20;

/// Text of an archive as it is measured: unpacked, and repeated until it is long enough.
struct MeasuredText {
    /// A copy of its text.
    archive: PathBuf,
    /// The file with the copy, deleted when this value is dropped.
    _written: NamedTempFile,
    times: u64,
}

impl MeasuredText {
    /// Prepares the text of an archive, repeated to at least `least` bytes.
    fn new(archive: &Path, least: u64) -> io::Result<MeasuredText> {
        let mut file = BufWriter::with_capacity(PIECE, NamedTempFile::new()?);
        let (mut bytes, mut times) = (0, 0);
        loop {
            let copied = io::copy(&mut plain_text(archive)?, &mut file)?;
            (bytes, times) = (bytes + copied, times + 1);
            if copied == 0 || bytes >= least {
                break;
            }
            // The last line of an archive may lack a line feed.
            file.write_all(b"\n\n")?;
        }
        let written = file.into_inner()?;
        let archive = written.path().to_owned();
        Ok(MeasuredText { archive, _written: written, times })
    }

    fn name(&self) -> &Path {
        &self.archive
    }
}

/// Does everything that `lawbook audit` does except write the results.
fn audit(archive: &Path, threads: usize) -> io::Result<GamesAndPlies> {
    let config = AuditConfig::under(RuleSet::LATEST);
    let job = Job {
        archives: vec![archive.to_owned()],
        config,
        threads,
        temporary: std::env::temp_dir(),
    };
    let summary = lawbook_audit::run(&job, &Arc::default(), &mut io::sink())?;
    let error = summary.archives.into_iter().find_map(|archive| archive.error);
    let counted = (summary.counted.games, summary.counted.plies);
    error.map_or(Ok(counted), |error| Err(io::Error::other(error)))
}

/// Runs two independent audits with one thread each; returns whether both succeeded.
fn audit_side_by_side(archive: &Path) -> bool {
    thread::scope(|scope| {
        let other = scope.spawn(|| audit(archive, 1).is_ok());
        audit(archive, 1).is_ok() && other.join().unwrap_or(false)
    })
}

fn read(reader: &ArchiveReader, archive: &Path) -> io::Result<GamesAndPlies> {
    let (games, tally) = (reader.read)(&mut plain_text(archive)?)?;
    Ok((games, tally.plies))
}

fn note_difference(archive: &str, name: &str, ours: GamesAndPlies, theirs: GamesAndPlies) {
    if ours != theirs {
        let said = |(games, plies)| format!("{games} games and {plies} plies");
        eprintln!(
            "{archive}: lawbook finds {}, but {name} finds {}; the ratio compares unequal work",
            said(ours),
            said(theirs)
        );
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{Format, PageOptions, Rounds, page::tests::assert_current};

    /// The page measures the archives that the authors of pgn-reader use.
    #[test]
    fn the_page_names_what_is_measured() {
        let folder = tempfile::tempdir().unwrap();
        let archives = ["lichess_db_1000k.pgn", "twic1599_1000k.pgn"].map(|name| {
            let path = folder.path().join(name);
            fs::write(&path, "1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
            path
        });
        let rounds = Rounds { rounds: 1, format: Format::Text };
        let page = PageOptions { page: None };
        let options = AuditOptions { archives: archives.to_vec(), least: 0, page, rounds };
        assert_current("audit", &measure(&options).unwrap().markdown());
    }
}
