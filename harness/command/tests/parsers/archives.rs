//! Fuzz targets: plain and compressed archives.

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use lawbook::rules::RuleSet;
use lawbook_audit::{self as audit, AuditConfig, Job, plain_text};

use crate::Target;

pub(crate) static TARGETS: [Target; 2] = [
    Target { name: "pgn", seeds: plain, words: &PGN, read: pgn, memory: 64 << 20 },
    // The window of a frame of zstd may be large.
    Target { name: "packed", seeds: packed, words: &[], read: unpack, memory: 512 << 20 },
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

/// Texts of two generated games each; some have an error.
fn plain() -> Vec<Vec<u8>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../audit/tests/generated.pgn.gz");
    let mut text = String::new();
    let read = plain_text(Path::new(path)).and_then(|mut games| games.read_to_string(&mut text));
    assert!(read.is_ok(), "{path} is read");
    let games: Vec<&str> = text.split_inclusive("\n\n[Event").collect();
    games.chunks(2).step_by(10).map(|pair| pair.concat().into_bytes()).collect()
}

/// Audits this content. Returns the record of the archive.
fn run(name: &str, content: &[u8]) -> Result<audit::ArchiveRecord, String> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).map_err(|error| error.to_string())?;
    let job = Job {
        archives: vec![path],
        config: AuditConfig {
            missed_claims: true,
            claims: content.len().is_multiple_of(2),
            strict: content.len().is_multiple_of(3),
            ..AuditConfig::under(RuleSet::ALL[content.len() % RuleSet::ALL.len()])
        },
        threads: 1,
        temporary: std::env::temp_dir(),
    };
    let summary = audit::run(&job, &Arc::default(), &mut std::io::sink())
        .map_err(|error| error.to_string())?;
    summary.archives.into_iter().next_back().ok_or("nothing is said of the archive".to_owned())
}

fn pgn(text: &[u8]) -> Result<(), String> {
    // The line feed prevents detection as a compressed archive, which another target tests.
    let text = [b"\n", text].concat();
    let read = run("targets.pgn", &text)?;
    let is_text =
        !read.error.as_deref().is_some_and(|error| error.starts_with("this is not a text"));
    if is_text && (read.error.is_some() || read.withheld > 0 || read.bytes > text.len() as u64) {
        return Err(format!("a plain text is not read to its end: {read:?}"));
    }
    Ok(())
}

fn packed() -> Vec<Vec<u8>> {
    let text = plain().concat();
    let text = &text[..text.len().min(20_000)];
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text).unwrap();
    let zstd = ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest);
    vec![gzip.finish().unwrap(), zstd]
}

fn unpack(text: &[u8]) -> Result<(), String> {
    let read = run("targets.packed", text)?;
    if read.error.is_none() && read.withheld > 0 {
        return Err(format!("games are withheld, and it is not said why: {read:?}"));
    }
    Ok(())
}
