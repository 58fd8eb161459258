//! Fuzz targets: plain and compressed archives, and checkpoints of audits.

use std::{
    fs, io,
    io::Write,
    path::PathBuf,
    sync::{Arc, LazyLock},
};

use lawbook::rules::RuleSet;
use lawbook_audit::{
    self as audit, AuditConfig, Checkpoint, GameResults, Job, ResultSink, RunProgress, Shard,
};

use crate::Target;

pub(crate) static TARGETS: [Target; 3] = [
    Target { name: "pgn", seeds: plain, words: &PGN, read: pgn, memory: 64 << 20 },
    // The dictionary of an `.xz` file may be large.
    Target { name: "packed", seeds: packed, words: &[], read: unpack, memory: 512 << 20 },
    Target {
        name: "checkpoints",
        seeds: checkpoints,
        words: &CHECKPOINT,
        read: checkpoint,
        memory: 64 << 20,
    },
];

const PGN: [&str; 26] = [
    "[Result \"1/2-1/2\"]\n",
    "[FEN \"8/8/4k3/8/2R5/8/3K4/8 b - - 100 110\"]\n",
    "[SetUp \"1\"]\n",
    "[Variant \"Chess960\"]\n",
    "[Termination \"Time forfeit\"]\n",
    "[Event \"",
    "\"]\n",
    "\n\n",
    "1-0",
    "0-1",
    "*",
    "{[%clk 0:00:01]}",
    "{",
    "}",
    "(",
    ")",
    ";",
    "%",
    "$1 ",
    " 1. e4 ",
    " Nf3 Nf6 Ng1 Ng8 ",
    " O-O ",
    "\u{feff}",
    "\r\n",
    "\\",
    " -- ",
];
const CHECKPOINT: [&str; 8] = ["null", "[]", "{}", "\"offset\":", "\"games\":", ",", "{", "\"x\""];

/// Texts of two generated games, one with an error.
fn plain() -> Vec<Vec<u8>> {
    let games = (0..40).map(|seed| audit::generate(seed, 1, seed % 2 == 0).text);
    let games: Vec<String> = games.collect();
    games.chunks(2).map(|pair| pair.concat().into_bytes()).collect()
}

/// Collects the kinds of findings. Withdrawn findings are removed.
#[derive(Default)]
struct Found {
    lines: Vec<String>,
    settled: usize,
}

impl ResultSink for Found {
    fn take(&mut self, done: &GameResults, _: &RunProgress) -> io::Result<()> {
        for found in &done.findings {
            if found.at_line < found.line {
                return Err(io::Error::other(format!("it is found before its game: {found:?}")));
            }
            self.lines.push(format!("{:?} ", found.kind));
        }
        Ok(())
    }

    fn settle(&mut self) -> io::Result<()> {
        self.settled = self.lines.len();
        Ok(())
    }

    fn withdraw(&mut self) -> io::Result<()> {
        self.lines.truncate(self.settled);
        Ok(())
    }
}

/// Audits this content from a resume point. Returns the findings, and the statements about the archive.
fn run(
    name: &str,
    content: &[u8],
    from: RunProgress,
) -> Result<(String, audit::ArchiveRecord), String> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).map_err(|error| error.to_string())?;
    let job = Job {
        archives: vec![path.as_os_str().to_owned().into()],
        terms: AuditConfig {
            missed_claims: true,
            claims: content.len().is_multiple_of(2),
            strict: content.len().is_multiple_of(3),
            ..AuditConfig::under(RuleSet::ALL[content.len() % RuleSet::ALL.len()])
        },
        shard: Shard::WHOLE,
        threads: 1,
        annotated: true,
    };
    let mut found = Found::default();
    let end =
        audit::run(&job, from, &Arc::default(), &mut found).map_err(|error| error.to_string())?;
    let read = end.archives.into_iter().next_back().ok_or("nothing is said of the archive")?;
    Ok((found.lines.concat(), read))
}

fn pgn(text: &[u8]) -> Result<String, String> {
    // The line feed prevents detection as a compressed archive, which another target tests.
    let text = [b"\n", text].concat();
    let (found, read) = run("targets.pgn", &text, RunProgress::default())?;
    if read.error.is_some() || read.withheld > 0 || read.bytes > text.len() as u64 {
        return Err(format!("a plain text is not read to its end: {read:?}"));
    }
    Ok(found)
}

fn packed() -> Vec<Vec<u8>> {
    let text = audit::generate(4, 1, true).text + &audit::generate(5, 1, true).text;
    let text = text.as_bytes();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text).unwrap();
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bzip2.write_all(text).unwrap();
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut xz = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    xz.write_all(text).unwrap();
    let zstd = ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest);
    vec![gzip.finish().unwrap(), bzip2.finish().unwrap(), xz.finish().unwrap(), zstd]
}

fn unpack(text: &[u8]) -> Result<String, String> {
    let (found, read) = run("targets.packed", text, RunProgress::default())?;
    if read.error.is_none() && read.withheld > 0 {
        return Err(format!("games are withheld, and it is not said why: {read:?}"));
    }
    Ok(format!("{found}{}", read.error.unwrap_or_default()))
}

/// A run that has not started, and one in the middle of its second archive.
static CHECKPOINTS: LazyLock<[Checkpoint; 2]> = LazyLock::new(|| {
    let (_, read) = run("targets.checkpoint", &plain().concat(), RunProgress::default()).unwrap();
    let (mut begun, mut half) = (Checkpoint::default(), Checkpoint::default());
    begun.about.archives = vec![("a.pgn".to_owned(), Some(read.bytes)), ("b.pgn".to_owned(), None)];
    half.about = begun.about.clone();
    half.progress.latest.mark.offset = read.bytes / 2;
    half.progress.latest.games = 60;
    half.progress.latest.archives = vec![read];
    half.progress.settled = half.progress.latest.clone();
    [begun, half]
});

fn checkpoints() -> Vec<Vec<u8>> {
    CHECKPOINTS.iter().map(|one| one.write().unwrap()).collect()
}

/// Parses a checkpoint. A parsed checkpoint must serialize to the same text.
fn checkpoint(text: &[u8]) -> Result<String, String> {
    let text = String::from_utf8_lossy(text);
    match Checkpoint::read(&text, &CHECKPOINTS[0].about) {
        Err(error) => Ok(error.to_string()),
        Ok(None) => Ok("nothing".to_owned()),
        Ok(Some(read)) if CHECKPOINTS.contains(&read) => Ok("read".to_owned()),
        Ok(Some(read)) => Err(format!("it is damaged, and is read as {read:?}")),
    }
}
