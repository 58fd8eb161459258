//! `lawbook bench audit`: whole archives, read, replayed and judged.

use std::{io, sync::Arc};

use lawbook::rules::RuleSet;
use lawbook_audit::{Done, Job, ResultSink, RunProgress, Shard, Terms, plain_text};
use lawbook_libraries::opponents::ArchiveReader;

use super::{
    contest::{Clock, Contender, contest},
    sheet::BenchSheet,
};
use crate::{
    cli::AuditBenchOptions,
    linked,
    output::{self, Exit, Failure, Result},
};

/// How many games an archive has, and how many plies of them can be played.
type GamesAndPlies = (u64, u64);

/// `lawbook bench audit ARCHIVE...`
pub(super) fn run(options: &AuditBenchOptions) -> Result {
    if options.archives.iter().any(|name| name == "-") {
        let message = "standard input can be read only once; right would be a file";
        return Err(Failure::new(Exit::Usage, message));
    }
    let readers = linked::archive_readers();
    let mut sheet = BenchSheet::new("thousand plies a second");
    for archive in &options.archives {
        let failed = |error| Failure::new(Exit::Trouble, format!("{archive}: {error}"));
        let (games, plies) = audit(archive, 1).map_err(failed)?;
        for reader in &readers {
            let theirs = read(reader, archive).map_err(failed)?;
            note_difference(archive, reader.name, (games, plies), theirs);
        }
        let mut contenders = vec![Contender::new("lawbook", || audit(archive, 1).is_ok())];
        for reader in &readers {
            contenders.push(Contender::new(reader.name, || read(reader, archive).is_ok()));
        }
        let figure = |seconds| plies as f64 / seconds / 1e3;
        let rounds = options.rounds.rounds;
        let (_, times) = contest(rounds, Clock::Thread, &mut contenders)?;
        sheet.add(format!("{archive}: {games} games, {plies} plies"), &times, figure);
        let mut threads = [2, 1].map(|threads| {
            let name = if threads == 1 { "one thread" } else { "two threads" };
            Contender::new(name, move || audit(archive, threads).is_ok())
        });
        let (_, times) = contest(rounds, Clock::Wall, &mut threads)?;
        sheet.add(format!("{archive}, by the time that passes"), &times, figure);
    }
    sheet.print(options.rounds.format)
}

/// Does all that `lawbook audit` does but for writing it down.
fn audit(archive: &str, threads: usize) -> io::Result<GamesAndPlies> {
    let job = Job {
        archives: vec![archive.to_owned()],
        terms: Terms { rules: RuleSet::LATEST.into(), missed_claims: false, claims: false },
        shard: Shard::WHOLE,
        threads,
        annotated: false,
    };
    let end = lawbook_audit::run(&job, RunProgress::default(), &Arc::default(), &mut Nobody)?;
    let error = end.archives.into_iter().find_map(|archive| archive.error);
    error.map_or(Ok((end.tally.games, end.tally.plies)), |error| Err(io::Error::other(error)))
}

fn read(reader: &ArchiveReader, archive: &str) -> io::Result<GamesAndPlies> {
    let (games, tally) = (reader.read)(&mut plain_text(archive)?)?;
    Ok((games, tally.plies))
}

fn note_difference(archive: &str, name: &str, ours: GamesAndPlies, theirs: GamesAndPlies) {
    if ours != theirs {
        let said = |(games, plies)| format!("{games} games and {plies} plies");
        output::note(&format!(
            "{archive}: we find {}, and {name} {}; the ratio compares unequal work",
            said(ours),
            said(theirs)
        ));
    }
}

/// Nobody wants the findings.
struct Nobody;

impl ResultSink for Nobody {
    fn take(&mut self, _: &Done, _: &RunProgress) -> io::Result<()> {
        Ok(())
    }

    fn settle(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn withdraw(&mut self) -> io::Result<()> {
        Ok(())
    }
}
