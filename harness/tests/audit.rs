//! Command-line tests of the archive audit: planted errors are found, sharded or not, compressed or not, and after an
//! interruption.

use std::{
    collections::BTreeSet,
    fs,
    io::{self, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::Duration,
};

use crate::common::{run, start};
use lawbook::rules::RuleSet;
use lawbook_audit::{
    self as audit, AuditConfig, AuditFinding, GameResults, Job, Kind, ResultSink, RunProgress,
    Severity, Shard,
};
use pgn_reader::{Reader, SanPlus, Visitor};
use serde_json::Value;

/// Path of a test file, in the folder of these tests.
fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// Generates an archive. Returns its text and the planted errors.
fn archive(games: &str, seed: &str) -> (Vec<u8>, BTreeSet<String>) {
    // Parallel tests may request the same archive.
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let planted = file(&format!("planted-{}", NEXT.fetch_add(1, Ordering::Relaxed)));
    let path = planted.to_str().unwrap();
    let arguments = ["audit", "generate", "--games", games, "--seed", seed, "--planted", path];
    let text = run(&arguments, b"").stdout;
    let planted = fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect();
    (text, planted)
}

fn lines(output: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn no_cell_of_a_table_is_a_formula() {
    let game = "[White \"=HYPERLINK(1)\"]\n[Black \"@\u{202e}kcalB\"]\n[Site \"\u{1b}[2J\u{9b}31mgone\"]\n\
                [Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";
    let game = game.replace("0-1", "1-0");
    let table = run(&["audit", "--format", "csv", "-"], game.as_bytes()).stdout;
    let mut rows = csv::Reader::from_reader(&table[..]);
    let row = rows.records().next().unwrap().unwrap();
    let cell = |name: &str| {
        let head = csv::Reader::from_reader(&table[..]).headers().unwrap().clone();
        row[head.iter().position(|one| one == name).unwrap()].to_owned()
    };
    assert_eq!(
        (cell("white"), cell("black")),
        ("'=HYPERLINK(1)".into(), "'@\\u{202e}kcalB".into())
    );
}

#[test]
fn what_is_planted_is_found_and_nothing_else() {
    let (text, planted) = archive("4000", "3");
    let output = run(&["audit", "--format", "json", "-"], &text);
    assert_eq!(output.status.code(), Some(1), "some records contradict the rules");
    let mut lines = lines(&output.stdout);
    let summary = lines.pop().unwrap();
    assert_eq!((&summary["complete"], &summary["counted"]["games"]), (&true.into(), &4000.into()));
    let found: BTreeSet<String> = lines
        .iter()
        .map(|line| format!("{} {} {}", line["game"], line["kind"].as_str().unwrap(), line["ply"]))
        .collect();
    assert_eq!(found.len(), lines.len());
    assert_eq!(found, planted);
    for line in &lines {
        let offset = line["offset"].as_u64().unwrap() as usize;
        let before = &text[..offset];
        let number = before.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
        assert!(text[offset..].starts_with(b"[Event "), "{line}");
        assert_eq!(line["line"], number, "{line}");
    }
}

/// Counts games and moves with another PGN reader.
#[derive(Default)]
struct Count {
    games: u64,
    moves: u64,
}

impl Visitor for Count {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        self.games += 1;
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, _: ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, _: &mut (), _: SanPlus) -> ControlFlow<()> {
        self.moves += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: ()) {}
}

#[test]
fn another_reader_sees_the_same_games_and_moves() {
    let text = run(&["audit", "generate", "--games", "1000"], b"").stdout;
    let mut count = Count::default();
    Reader::new(text.as_slice()).visit_all_games(&mut count).unwrap();
    let output = run(&["audit", "--format", "json", "-"], &text);
    assert_eq!(output.status.code(), Some(0));
    let summary = lines(&output.stdout).pop().unwrap();
    assert_eq!((count.games, summary["counted"]["games"].as_u64()), (1000, Some(1000)));
    assert_eq!(summary["counted"]["plies"], count.moves);
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(text).unwrap();
    packed.finish().unwrap()
}

/// Gzip without compression, so that the tags stay visible in the bytes.
fn stored(text: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    packed.write_all(text).unwrap();
    packed.finish().unwrap()
}

fn bzip2(text: &[u8]) -> Vec<u8> {
    let mut packed = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    packed.write_all(text).unwrap();
    packed.finish().unwrap()
}

fn xz(text: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut packed = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    packed.write_all(text).unwrap();
    packed.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

#[test]
fn packed_archives_are_known_by_their_content() {
    let (text, _) = archive("300", "5");
    let (one, two) = text.split_at(text.len() / 2);
    // Two concatenated streams in one file, as parallel compressors write them.
    let both = |pack: fn(&[u8]) -> Vec<u8>| [pack(one), pack(two)].concat();
    let skippable = [&b"\x50\x2a\x4d\x18\x03\0\0\0abc"[..], &both(zstd)].concat();
    // The output without the compression format and the name of the archive.
    let content = |output: &[u8]| {
        let mut lines = lines(output);
        for line in &mut lines {
            line["archive"] = Value::Null;
            line["rows"] = Value::Null;
            line["unchecked"] = Value::Null;
            if line["archives"].is_array() {
                line["archives"][0]["name"] = Value::Null;
                line["archives"][0]["checked"] = Value::Null;
            }
        }
        lines
    };
    let plain = content(&run(&["audit", "--format", "json", "-"], &text).stdout);
    let path = file("packed");
    for (name, packed) in [
        ("gzip", both(gzip)),
        ("gzip of the text as it is", both(stored)),
        ("bzip2", both(bzip2)),
        ("xz", both(xz)),
        ("zstd", both(zstd)),
        ("zstd after what is to be skipped", skippable),
    ] {
        assert_ne!(packed, text);
        let output = run(&["audit", "--format", "json", "-"], &packed);
        assert!(content(&output.stdout) == plain, "{name}");
        fs::write(&path, &packed).unwrap();
        let output = run(&["audit", "--format", "json", path.to_str().unwrap()], b"").stdout;
        assert!(content(&output) == plain, "{name}");
    }
}

#[test]
fn archives_without_a_checksum_are_counted() {
    let text = archive("20", "5").0;
    // The last four bytes are the checksum of the only frame; a header bit says that there is one.
    let mut bare = zstd(&text);
    assert_eq!(bare[4] & 4, 4);
    bare[4] &= !4;
    bare.truncate(bare.len() - 4);
    let mut options = lzma_rust2::XzOptions::with_preset(1);
    options.set_check_sum_type(lzma_rust2::CheckType::None);
    let mut bare_xz = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    bare_xz.write_all(&text).unwrap();
    let mixed = [zstd(&text), bare.clone()].concat();
    let mut names = Vec::new();
    for (name, packed, is_checked) in [
        ("plain", text.clone(), false),
        ("gzip", gzip(&text), true),
        ("bzip2", bzip2(&text), true),
        ("xz", xz(&text), true),
        ("zstd", zstd(&text), true),
        ("bare zstd", bare, false),
        ("bare xz", bare_xz.finish().unwrap(), false),
        ("one frame of two", mixed, false),
    ] {
        let path = file(&format!("checksum-{name}")).to_str().unwrap().to_owned();
        fs::write(&path, packed).unwrap();
        let output = run(&["audit", "--format", "json", &path], b"");
        let summary = lines(&output.stdout).pop().unwrap();
        assert_eq!(summary["archives"][0]["error"], Value::Null, "{name}: {summary}");
        assert_eq!(summary["archives"][0]["checked"], is_checked, "{name}: {summary}");
        assert_eq!(summary["unchecked"], u64::from(!is_checked), "{name}");
        names.push(path);
    }
    // An unreadable archive is counted in one category only.
    let path = file("checksum-cut").to_str().unwrap().to_owned();
    fs::write(&path, &gzip(&text)[..1000]).unwrap();
    names.push(path);
    let arguments: Vec<&str> =
        ["audit"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let output = String::from_utf8(run(&arguments, b"").stdout).unwrap();
    assert!(output.contains("\n4 archives not verified: "), "{output}");
}

/// A shard of an archive of many frames has the games that begin in its frames. Merged, the shards give the results of
/// one run.
#[test]
fn shards_of_frames_make_the_whole() {
    let (text, _) = archive("1000", "13");
    let plain = file("frames-of.pgn");
    fs::write(&plain, archive("100", "14").0).unwrap();
    let frames = |pack: fn(&[u8]) -> Vec<u8>| text.chunks(20_000).flat_map(pack).collect();
    for (name, packed) in [("bgzip", frames(bgzip)), ("xz", frames(xz)), ("zstd", frames(raw_zstd))]
    {
        let packed: Vec<u8> = packed;
        let path = file(&format!("frames.{name}"));
        fs::write(&path, &packed).unwrap();
        let archives = [path.to_str().unwrap(), plain.to_str().unwrap()];
        let one = |jobs: &str| {
            run(&[&["audit", "--format", "json", "--jobs", jobs], &archives[..]].concat(), b"")
        };
        let whole = one("1");
        for jobs in ["2", "4"] {
            assert!(one(jobs).stdout == whole.stdout, "{name}, {jobs} threads");
        }
        let mut parts = Vec::new();
        for part in 1..=5 {
            let out = file(&format!("frames-{name}-{part}.jsonl")).to_str().unwrap().to_owned();
            let (shard, jobs) = (format!("{part}/5"), part.to_string());
            let options = ["audit", "--format", "json", "--shard", &shard, "--jobs", &jobs];
            run(&[&options[..], &["--out", out.as_str()], &archives].concat(), b"");
            let summary = lines(&fs::read(&out).unwrap()).pop().unwrap();
            let games = summary["archives"][0]["games"].as_u64().unwrap();
            assert!((1..700).contains(&games), "{name}, {part}: {games}");
            parts.push(out);
        }
        let merge = |parts: &[&String]| {
            let parts = parts.iter().map(|part| part.as_str());
            let options = ["audit", "merge", "--format", "json"].into_iter().chain(parts);
            run(&options.collect::<Vec<_>>(), b"")
        };
        let all: Vec<&String> = parts.iter().rev().collect();
        let merged = merge(&all);
        let said = String::from_utf8(merged.stderr).unwrap();
        assert!(merged.stdout == whole.stdout, "{name}: {said}");
        let some = String::from_utf8(merge(&all[1..]).stderr).unwrap();
        assert!(some.contains("part 5/5 of "), "{some}");
        // A frame in the middle is damaged: the games before it and those of the other shards are judged.
        let mut damaged = packed.clone();
        let place = packed.len() / 2;
        damaged[place..place + 40].fill(0xff);
        fs::write(&path, &damaged).unwrap();
        if name == "zstd" {
            continue;
        }
        let one = one("1");
        assert_eq!(one.status.code(), Some(5), "{name}");
        let summary = lines(&one.stdout).pop().unwrap();
        let error = summary["archives"][0]["error"].as_str().unwrap();
        assert!(error.contains(", at byte "), "{name}: {error}");
        assert!(summary["archives"][0]["games"].as_u64().unwrap() > 300, "{name}");
    }
}

/// A block of bgzip.
fn bgzip(text: &[u8]) -> Vec<u8> {
    let writer = flate2::GzBuilder::new().extra(&b"BC\x02\0\0\0"[..]);
    let mut writer = writer.write(Vec::new(), flate2::Compression::fast());
    writer.write_all(text).unwrap();
    let mut block = writer.finish().unwrap();
    let length = (block.len() - 1) as u16;
    block[16..18].copy_from_slice(&length.to_le_bytes());
    block
}

/// A frame of zstd that tells how long its text is, in one block that is not compressed.
fn raw_zstd(text: &[u8]) -> Vec<u8> {
    let (length, block) = (text.len() as u32, (text.len() as u32) << 3 | 1);
    [&b"\x28\xb5\x2f\xfd\xa0"[..], &length.to_le_bytes(), &block.to_le_bytes()[..3], text].concat()
}

#[test]
fn fix_shows_a_diff_and_writes_only_when_told() {
    let path = file("fix.pgn");
    let name = path.to_str().unwrap();
    let game = |result: &str| {
        let tags = format!("[Event \"x\"]\r\n[White \"M\u{fc}ller\"]\r\n[Result \"{result}\"]\r\n");
        // The name is in Latin-1.
        format!("{tags}\r\n1. f3 e5 2. g4 Qh4# 0-1\r\n\r\n").chars().map(|c| c as u8).collect()
    };
    let [wrong, right]: [Vec<u8>; 2] = [game("1-0"), game("0-1")];
    let wrong_text = [&wrong[..], &right, &wrong].concat();
    let right_text = [&right[..], &right, &right].concat();
    fs::write(&path, &wrong_text).unwrap();
    let shown = run(&["audit", "--fix", name], b"");
    assert_eq!((shown.status.code(), fs::read(&path).unwrap()), (Some(1), wrong_text.clone()));
    let hunk = |first: u32| {
        let begin: &[&[u8]] = &[b" [Event \"x\"]\r\n [White \"M\xfcller\"]\r\n"];
        let change =
            &b"-[Result \"1-0\"]\r\n+[Result \"0-1\"]\r\n \r\n 1. f3 e5 2. g4 Qh4# 0-1\r\n \r\n"[..];
        let (first, count, before) =
            if first == 1 { (1, 6, &b""[..]) } else { (12, 7, &b" \r\n"[..]) };
        let head = format!("@@ -{first},{count} +{first},{count} @@\n").into_bytes();
        [&head[..], before, begin[0], change].concat()
    };
    let diff = [format!("--- {name}\n+++ {name}\n").into_bytes(), hunk(1), hunk(13)].concat();
    let lossy = String::from_utf8_lossy;
    assert_eq!(lossy(&shown.stdout), lossy(&diff));
    assert!(shown.stdout == diff, "the bytes are those of the file");
    // If one archive is refused, none is changed.
    let packed = file("fix.pgn.gz");
    fs::write(&packed, gzip(&wrong_text)).unwrap();
    let old = file("fix-old.pgn");
    fs::write(&old, "[Event \"x\"]\r\r1. e4 *\r").unwrap();
    for (other, code, message) in [
        (packed.to_str().unwrap(), 5, "packed by gzip; unpack it first"),
        (old.to_str().unwrap(), 5, "carriage returns alone"),
        ("-", 2, "cannot correct standard input"),
        ("missing.pgn", 5, "missing.pgn"),
    ] {
        let output = run(&["audit", "--fix", "--write", name, other], &wrong_text);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(code) && said.contains(message), "{other}: {said}");
        assert_eq!(fs::read(&path).unwrap(), wrong_text);
    }
    assert_eq!(run(&["audit", "--write", name], b"").status.code(), Some(2));
    let written = run(&["audit", "--fix", "--write", name], b"");
    assert_eq!((written.status.code(), written.stdout), (Some(0), shown.stdout));
    assert_eq!(fs::read(&path).unwrap(), right_text);
    let again = run(&["audit", "--fix", name], b"");
    assert_eq!((again.status.code(), again.stdout), (Some(0), Vec::new()));
}

/// pre-commit appends its `args` and the names of the files to the entry. It stops the commit if the exit code is not
/// 0, or if a file changed.
#[test]
fn the_hook_checks_and_corrects_the_files_of_a_commit() {
    let hooks = include_str!("../../.pre-commit-hooks.yaml");
    let value = |key: &str| hooks.lines().find_map(|line| line.trim().strip_prefix(key)).unwrap();
    let entry: Vec<&str> = value("entry: lawbook ").split(' ').collect();
    assert_eq!(value("require_serial: "), "true");
    let paths = ["hook, a \u{e4}.pgn", "hook-b.PGN"].map(file);
    let names = paths.each_ref().map(|path| path.to_str().unwrap());
    let hook = |args: &[&str]| run(&[&entry[..], args, &names].concat(), b"").status.code();
    let texts = || paths.each_ref().map(|path| fs::read_to_string(path).unwrap());
    let mate = |result: &str| format!("[Result \"{result}\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let wrong = [mate("1-0"), mate("0:1")];
    for (path, text) in paths.iter().zip(&wrong) {
        fs::write(path, text).unwrap();
    }
    assert_eq!((hook(&[]), texts()), (Some(1), wrong.clone()));
    assert_eq!((hook(&["--fix"]), texts()), (Some(1), wrong));
    let right = [mate("0-1"), mate("0-1")];
    assert_eq!((hook(&["--fix", "--write"]), texts()), (Some(0), right.clone()));
    for args in [&["--fix", "--write"][..], &["--fix"], &[]] {
        assert_eq!((hook(args), texts()), (Some(0), right.clone()), "{args:?}");
    }
}

/// Changes to a shard's output: lines that are lost, repeated, swapped or altered.
#[test]
fn parts_that_were_changed_are_not_put_together() {
    let path = file("parts-changed.pgn").to_str().unwrap().to_owned();
    fs::write(&path, archive("600", "8").0).unwrap();
    let part = |part: &str, options: &[&str]| {
        let arguments = ["audit", "--format", "json", "--shard", part];
        let output = run(&[&arguments[..], options, &[&path]].concat(), b"").stdout;
        String::from_utf8(output).unwrap()
    };
    let merged = |parts: [&str; 2]| {
        let parts = parts.iter().zip(["one", "two"]);
        let parts = parts.map(|(part, name)| (name.to_owned(), move || Ok(part.as_bytes())));
        audit::merge(parts, |_| Ok(()))
    };
    for options in [&[][..], &["--claims"]] {
        let [one, two] = ["1/2", "2/2"].map(|number| part(number, options));
        merged([&one, &two]).unwrap();
        let lines: Vec<&str> = two.split_inclusive('\n').collect();
        let findings = lines.len() - 1;
        assert!(findings > 10);
        let refused = |lines: &[&str], says: &str| {
            let error = merged([&one, &lines.concat()]).unwrap_err().to_string();
            assert!(error.starts_with("two ") && error.contains(says), "{error}");
        };
        for number in 0..findings {
            let (before, after) = lines.split_at(number);
            refused(&[before, &after[1..]].concat(), "findings, but");
            refused(&[before, &after[..1], after].concat(), "findings, but");
            let changed = after[0].replacen("\"line\":", "\"line\":1", 1);
            refused(&[before, &[&changed], &after[1..]].concat(), "is damaged");
            if number > 0 {
                let other = [lines[number], lines[number - 1]];
                refused(&[&before[..number - 1], &other, &after[1..]].concat(), "is damaged");
            }
        }
        // The summary's counts are protected too, and a shard without digests is rejected.
        let summary = lines[findings].replacen("\"plies\":", "\"plies\":1", 1);
        refused(&[&lines[..findings], &[&summary]].concat(), "is damaged");
        let rows = lines[findings].find(",\"rows\"").unwrap();
        let summary = format!("{}}}\n", &lines[findings][..rows]);
        refused(
            &[&lines[..findings], &[&summary]].concat(),
            "has a summary without the number of findings",
        );
    }
}

/// The error names the shard that does not fit the others.
#[test]
fn the_part_that_does_not_fit_is_named() {
    let folder = file("named-parts");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("games.pgn"), archive("30", "9").0).unwrap();
    let lawbook = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
        command.args(arguments.split(' ')).current_dir(&folder).output().unwrap()
    };
    for (number, name) in [(1, "./games.pgn"), (2, "games.pgn"), (3, "games.pgn")] {
        lawbook(&format!("audit --format json --shard {number}/3 --out {number}.jsonl {name}"));
    }
    let said = |parts: &str| {
        let output = lawbook(&format!("audit merge {parts}"));
        assert_eq!(output.status.code(), Some(5));
        String::from_utf8(output.stderr).unwrap()
    };
    // The names of the archive may differ.
    for parts in ["1.jsonl 2.jsonl 3.jsonl", "3.jsonl 1.jsonl 2.jsonl", "3.jsonl 2.jsonl 1.jsonl"] {
        let merged = lawbook(&format!("audit merge --format json {parts}"));
        let whole = lawbook("audit --format json ./games.pgn");
        assert!(whole.stdout.len() > 1000 && merged.stdout == whole.stdout, "{merged:?}");
    }
    assert!(said("1.jsonl 3.jsonl").contains("part 2/3 of ./games.pgn is missing"));
    assert!(said("2.jsonl 2.jsonl").contains("2.jsonl is part 2/3 of games.pgn, as is 2.jsonl"));
    lawbook("audit --format json --shard 1/3 --rules fide-2009 --out 1.jsonl games.pgn");
    assert!(said("1.jsonl 2.jsonl 3.jsonl").contains("1.jsonl was written with other options"));
    lawbook("audit --format json --shard 1/4 --out 1.jsonl games.pgn");
    assert!(
        said("1.jsonl 2.jsonl 3.jsonl").contains("1.jsonl is part 1/4, but 2.jsonl is part 2/3")
    );
    fs::write(folder.join("games.pgn"), archive("31", "9").0).unwrap();
    lawbook("audit --format json --shard 1/3 --out 1.jsonl games.pgn");
    assert!(
        said("1.jsonl 2.jsonl 3.jsonl")
            .contains("1.jsonl has read different contents of games.pgn than 2.jsonl")
    );
}

#[test]
fn parts_put_together_are_what_one_run_gives() {
    let (text, _) = archive("1003", "6");
    let [name, other] =
        [("whole.pgn", text), ("other.pgn", archive("100", "7").0)].map(|(name, text)| {
            let path = file(name);
            fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_owned()
        });
    let (name, other) = (name.as_str(), other.as_str());
    // Shards may run with different numbers of threads.
    let parts: Vec<String> = (1..=8)
        .map(|part| {
            let (shard, jobs) = (format!("{part}/8"), part.to_string());
            let path = file(&format!("part-{part}.jsonl")).to_str().unwrap().to_owned();
            let arguments = ["audit", "--shard", &shard, "--jobs", &jobs, "--format", "json"];
            run(&[&arguments[..], &["--out", &path, name, other]].concat(), b"");
            for found in lines(&fs::read(&path).unwrap()) {
                let game = found["game"].as_u64().unwrap_or(part);
                assert_eq!(game % 8, part % 8, "{found}");
            }
            path
        })
        .collect();
    for format in ["json", "csv", "text"] {
        let one = run(&["audit", "--format", format, name, other], b"");
        // The shards may be merged in any order.
        let arguments: Vec<&str> = ["audit", "merge", "--format", format]
            .into_iter()
            .chain(parts.iter().rev().map(String::as_str))
            .collect();
        let merged = run(&arguments, b"");
        assert!(!one.stdout.is_empty());
        assert_eq!(merged.stdout, one.stdout, "{format}");
        assert_eq!(merged.status.code(), one.status.code(), "{format}");
    }
    let said = |arguments: &[&str]| {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(5));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(said(&["audit", "merge", &parts[0], &parts[2]]).contains("part 2/8 of "));
    assert!(said(&["audit", "merge", &parts[0], &parts[0]]).contains(", as is "));
    assert!(said(&["audit", "merge", name]).contains("neither a finding nor a summary"));
    let cut = fs::read_to_string(&parts[1]).unwrap();
    let cut_off = file("cut-off.jsonl");
    fs::write(&cut_off, &cut[..cut.trim_end().rfind('\n').unwrap() + 1]).unwrap();
    assert!(said(&["audit", "merge", cut_off.to_str().unwrap()]).contains("not complete"));
}

/// The formats of other tools have every finding, and kinds can be switched off.
#[test]
fn findings_are_written_for_tools_of_code_review() {
    let folder = file("review");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("my games.pgn"), archive("400", "14").0).unwrap();
    let lawbook = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
        let output = command.arg("audit").args(arguments).current_dir(&folder).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (_, text) = lawbook(&["--format", "json", "my games.pgn"]);
    let mut findings = lines(text.as_bytes());
    findings.pop();
    assert!(findings.len() > 20);
    let said = |field: &str| -> Vec<String> {
        findings.iter().map(|found| found[field].to_string().replace('"', "")).collect()
    };
    let levels = |error: &str, broken: &str, note: &str| -> Vec<String> {
        let level = |severity: &String| match severity.as_str() {
            "result" | "contradiction" => error.to_owned(),
            "broken" => broken.to_owned(),
            _ => note.to_owned(),
        };
        said("severity").iter().map(level).collect()
    };

    let (code, sarif) = lawbook(&["--format", "sarif", "my games.pgn"]);
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().unwrap();
    let field = |path: &str| -> Vec<String> {
        results.iter().map(|one| one.pointer(path).unwrap().to_string().replace('"', "")).collect()
    };
    assert_eq!((code, field("/ruleId")), (Some(1), said("kind")));
    assert_eq!(field("/level"), levels("error", "warning", "note"));
    let place = "/locations/0/physicalLocation";
    assert_eq!(field(&format!("{place}/region/startLine")), said("at_line"));
    assert!(
        field(&format!("{place}/artifactLocation/uri")).iter().all(|uri| uri == "my%20games.pgn")
    );
    assert_eq!(run["tool"]["driver"]["rules"].as_array().unwrap().len(), Kind::ALL.len());

    let (code, github) = lawbook(&["--format", "github", "my games.pgn"]);
    assert_eq!((code, github.lines().count()), (Some(1), findings.len()));
    for ((line, found), level) in
        github.lines().zip(&findings).zip(levels("error", "warning", "notice"))
    {
        let kind = found["kind"].as_str().unwrap();
        let begin = format!(
            "::{level} file=my games.pgn,line={},title=lawbook audit%3A {kind}::",
            found["at_line"]
        );
        assert!(line.starts_with(&begin), "{line}");
    }

    let (code, junit) = lawbook(&["--format", "junit", "my games.pgn"]);
    let outcomes: Vec<String> = junit
        .lines()
        .filter(|line| line.starts_with("<testcase classname=\"my games.pgn\""))
        .map(|line| line.split("><").nth(1).unwrap().split(' ').next().unwrap().to_owned())
        .collect();
    assert_eq!((code, outcomes), (Some(1), levels("failure", "error", "skipped")));
    assert!(junit.contains("name=\"my games.pgn: 400 games\"></testcase>"), "{junit}");

    // Results in these formats are known again, so that the next run may replace them.
    for format in ["sarif", "github", "junit"] {
        for _ in 0..2 {
            let (code, _) = lawbook(&["--format", format, "--out", "findings", "my games.pgn"]);
            assert_eq!(code, Some(1), "{format}");
        }
    }
}

/// A kind that is switched off is neither reported nor counted.
#[test]
fn kinds_can_be_switched_off() {
    let games = archive("400", "14").0;
    let audit = |arguments: &[&str]| {
        let output = run(&[&["audit"][..], arguments, &["-"]].concat(), &games);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (_, text) = audit(&["--format", "json"]);
    let mut findings = lines(text.as_bytes());
    findings.pop();
    let every = Kind::ALL.iter().flat_map(|kind| ["--off", kind.name()]);
    let none: Vec<&str> = every.chain(["--format", "sarif"]).collect();
    let (code, sarif) = audit(&none);
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    assert_eq!((code, &sarif["runs"][0]["results"]), (Some(0), &serde_json::json!([])));
    let off = findings[0]["kind"].as_str().unwrap();
    let (_, text) = audit(&["--off", off, "--format", "json"]);
    let mut left = lines(text.as_bytes());
    left.pop();
    let kept: Vec<Value> = findings.iter().filter(|found| found["kind"] != off).cloned().collect();
    assert!(!kept.is_empty() && left == kept);
    assert_eq!(audit(&["--off", "no-such-kind"]).0, Some(2));
}

/// Results of different archives, whole or in parts, make the results of one run over all.
#[test]
fn months_are_put_together() {
    let folder = file("months");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let lawbook = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
        command.args(arguments.split(' ')).current_dir(&folder).output().unwrap()
    };
    for (month, games) in [("2024-01", "300"), ("2024-02", "200"), ("2024-03", "100")] {
        fs::write(folder.join(format!("{month}.pgn")), archive(games, &month[6..]).0).unwrap();
    }
    lawbook("audit --format json --out january.jsonl 2024-01.pgn");
    lawbook("audit --format json --out march.jsonl 2024-03.pgn");
    for part in 1..=3 {
        lawbook(&format!(
            "audit --format json --shard {part}/3 --out february-{part}.jsonl 2024-02.pgn"
        ));
    }
    let parts = "march.jsonl february-3.jsonl january.jsonl february-1.jsonl february-2.jsonl";
    for format in ["json", "csv", "text"] {
        let whole =
            lawbook(&format!("audit --format {format} 2024-01.pgn 2024-02.pgn 2024-03.pgn"));
        let merged = lawbook(&format!("audit merge --format {format} {parts}"));
        assert_eq!(String::from_utf8_lossy(&merged.stderr), "");
        assert!(whole.stdout.len() > 500 && merged.stdout == whole.stdout, "{format}");
        assert_eq!((merged.status.code(), whole.status.code()), (Some(1), Some(1)));
    }
    for (parts, says) in [
        ("march.jsonl february-3.jsonl february-1.jsonl", "part 2/3 of 2024-02.pgn is missing"),
        ("march.jsonl march.jsonl january.jsonl", "march.jsonl is part 1/1 of 2024-03.pgn, as is"),
    ] {
        let refused = lawbook(&format!("audit merge {parts}"));
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(refused.status.code() == Some(5) && said.contains(says), "{said}");
    }
}

/// Runs a script that writes results as its own process group, and kills it once it has begun to.
fn kill_while_it_writes(
    folder: &Path,
    path: &str,
    script: &str,
    variables: &[(&str, &str)],
    out: &str,
) {
    use std::os::unix::process::CommandExt;

    let part = folder.join(format!("{out}.part"));
    let mut command = Command::new("bash");
    command.args(["-c", script]).current_dir(folder).env("PATH", path).process_group(0);
    let mut child = command.envs(variables.iter().copied()).spawn().unwrap();
    while !part.exists() && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    let group = format!("-{}", child.id());
    assert!(Command::new("kill").args(["-KILL", "--", &group]).status().unwrap().success());
    assert!(!child.wait().unwrap().success());
    assert!(!folder.join(out).exists(), "{out} was complete before it was killed");
}

/// The recipes of the page for schedulers give the results of a single run, on archives with broken games, and after
/// one unit was killed and run again.
#[test]
fn the_recipes_for_schedulers_are_right() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/audit.md")).unwrap();
    let block = |heading: &str, begin: &str| {
        let (_, section) = page.split_once(&format!("\n### {heading}\n")).unwrap();
        let (_, block) = section.split_once(begin).unwrap();
        block.split_once("```").unwrap().0.to_owned()
    };
    let folder = file("schedulers");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("archives")).unwrap();
    let mut list = String::new();
    for (name, games) in [("a", "200"), ("b", "8000"), ("c", "100")] {
        let text =
            [archive(games, "12").0, b"[Event \"broken\"]\n\n1. e4 {no end\n".to_vec()].concat();
        fs::write(folder.join(format!("archives/{name}.pgn")), text).unwrap();
        list.push_str(&format!("archives/{name}.pgn\n"));
    }
    fs::write(folder.join("archives.txt"), &list).unwrap();
    // A stand-in for GNU parallel: one run after the other, and again if one is killed.
    let parallel = "#!/bin/bash\nretries=$2; shift 2; words=()\n\
        while [ \"$1\" != ::: ]; do words+=(\"$1\"); shift; done; shift\n\
        for one in \"$@\"; do name=$(basename \"$one\"); command=()\n\
        for word in \"${words[@]}\"; do word=${word//\\{\\/.\\}/${name%.*}}; command+=(\"${word//\\{\\}/$one}\"); done\n\
        for try in $(seq \"$retries\"); do \"${command[@]}\" && break; done || exit 1; done\n";
    let tool = folder.join("parallel");
    fs::write(&tool, parallel).unwrap();
    fs::set_permissions(&tool, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let bin = Path::new(env!("CARGO_BIN_EXE_lawbook")).parent().unwrap();
    let path = format!("{}:{}:{}", folder.display(), bin.display(), std::env::var("PATH").unwrap());
    let run = |script: &str, variables: &[(&str, &str)]| {
        let mut command = Command::new("bash");
        command.args(["-c", script]).current_dir(&folder).env("PATH", &path);
        let status = command.envs(variables.iter().copied()).status().unwrap();
        assert!(status.success(), "{script}: {status}");
    };
    let whole = "lawbook audit --exit-zero --format json --out whole.jsonl archives/*.pgn";
    run(whole, &[]);
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    let expected = read("whole.jsonl");
    assert!(expected.len() > 100_000);
    let merge = "lawbook audit merge --exit-zero --format json --out merged.jsonl part-*.jsonl";
    let clear = "rm -rf parts part-* findings.jsonl merged.jsonl";

    // Slurm: the second task is killed and requeued.
    let slurm = block("Slurm", "```sh\n");
    let task =
        |number: &'static str| [("SLURM_ARRAY_TASK_ID", number), ("SLURM_CPUS_PER_TASK", "2")];
    kill_while_it_writes(&folder, &path, &slurm, &task("2"), "part-2.jsonl");
    for number in ["1", "2", "3"] {
        run(&slurm, &task(number));
    }
    run(merge, &[]);
    assert!(read("merged.jsonl") == expected, "Slurm");

    // Kubernetes: the pod of the second index is killed and replaced.
    run(clear, &[]);
    let kubernetes = block("Kubernetes", "- |\n");
    let (kubernetes, _) = kubernetes.split_once("volumeMounts:").unwrap();
    let kubernetes = kubernetes.replace("/data/", "");
    kill_while_it_writes(
        &folder,
        &path,
        &kubernetes,
        &[("JOB_COMPLETION_INDEX", "1")],
        "part-2.jsonl",
    );
    for index in ["0", "1", "2"] {
        run(&kubernetes, &[("JOB_COMPLETION_INDEX", index)]);
    }
    run(merge, &[]);
    assert!(read("merged.jsonl") == expected, "Kubernetes");

    // GNU parallel: the whole command is killed in its second unit and run again.
    run(clear, &[]);
    let parallel = block("GNU parallel", "```sh\n");
    kill_while_it_writes(&folder, &path, &parallel, &[], "parts/b.jsonl");
    run(&parallel, &[]);
    assert!(read("findings.jsonl") == expected, "GNU parallel");
}

/// The commands in the page for eight shards give the result of a single run.
#[test]
fn the_page_about_many_machines_is_right() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/audit.md")).unwrap();
    let section = &page[page.find("## Many machines").unwrap()..];
    let (_, script) = section.split_once("```sh\n").unwrap();
    let (script, _) = script.split_once("```").unwrap();
    assert!(script.contains("--shard") && script.contains("merge"));

    let folder = file("machines");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let (text, _) = archive("800", "10");
    fs::write(folder.join("games.pgn"), text).unwrap();
    let bin = Path::new(env!("CARGO_BIN_EXE_lawbook")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let run = |script: &str| {
        Command::new("bash").args(["-c", script]).current_dir(&folder).env("PATH", &path).status()
    };
    run(script).unwrap();
    run("lawbook audit --format json games.pgn > one.jsonl").unwrap();
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert!(!read("one.jsonl").is_empty() && read("one.jsonl") == read("findings.jsonl"));
}

#[test]
fn the_page_lists_what_can_be_found() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/audit.md")).unwrap();
    let (_, rows) = page.split_once("|---|---|---|\n").unwrap();
    let (rows, _) = rows.split_once("\n\n").unwrap();
    let expected: Vec<String> = Kind::ALL
        .iter()
        .map(|kind| format!("| `{kind}` | {} | {} |", kind.severity(), kind.about()))
        .collect();
    assert_eq!(rows.lines().collect::<Vec<_>>(), expected);
}

/// Starts a run that reads `text` from standard input, and kills it after its first checkpoint. Returns the number of
/// games done at that time.
fn killed(arguments: &[&str], text: &[u8], checkpoint: &str) -> u64 {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().unwrap();
    for piece in text.chunks(text.len() / 60).take(50) {
        stdin.write_all(piece).unwrap();
        if fs::read(checkpoint).is_ok_and(|text| !text.is_empty()) {
            break;
        }
        thread::sleep(Duration::from_millis(100));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let stopped: Value = serde_json::from_slice(&fs::read(checkpoint).unwrap()).unwrap();
    stopped["checkpoint"]["progress"]["latest"]["games"].as_u64().unwrap()
}

#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let (text, _) = archive("6000", "7");
    let [out, annotated, checkpoint] = ["out", "annotated", "checkpoint"]
        .map(|name| file(&format!("killed-{name}")).to_str().unwrap().to_owned());
    let [right, right_annotated] = ["right", "right-annotated"]
        .map(|name| file(&format!("killed-{name}")).to_str().unwrap().to_owned());
    for begun in [&out, &annotated, &checkpoint, &right, &right_annotated] {
        let _ = fs::remove_file(begun);
        let _ = fs::remove_file(format!("{begun}.part"));
    }
    let arguments = ["audit", "--format", "json", "--out", &out, "--annotated", &annotated];
    let arguments = [&arguments[..], &["--resume", &checkpoint, "-"]].concat();

    let done = killed(&arguments, &text, &checkpoint);
    assert!((1..6000).contains(&done), "{done}");

    let again = run(&arguments, &text);
    assert!(
        String::from_utf8_lossy(&again.stderr).contains(&format!("resuming after {done} games"))
    );
    let whole =
        ["audit", "--format", "json", "--out", &right, "--annotated", &right_annotated, "-"];
    run(&whole, &text);
    for (one, other) in [(&out, &right), (&annotated, &right_annotated)] {
        assert!(fs::read(one).unwrap() == fs::read(other).unwrap(), "{one} and {other} differ");
    }

    // A complete result is not changed, and a run with other options rejects the checkpoint.
    let once_more = run(&arguments, &text);
    assert_eq!(once_more.status.code(), again.status.code());
    assert!(fs::read(&out).unwrap() == fs::read(&right).unwrap());
    let other = [&["audit", "--rules", "fide-2009"], &arguments[1..]].concat();
    let refused = run(&other, &text);
    assert_eq!(refused.status.code(), Some(5));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("other archives, other options"));
}

#[test]
fn a_run_goes_on_with_the_same_archives_alone() {
    let folder = file("changed");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let [first, out, checkpoint] = ["first.pgn.gz", "out", "checkpoint"].map(path);
    let (text, _) = archive("6000", "7");
    // Both have the same length, plain and compressed, so that a comparison of sizes cannot tell them apart.
    let (one, other) = (b"1. e4 e5 1-0\n", b"1. e4 c5 1-0\n");
    let packed = |text: &[u8]| [gzip(text), vec![0; 100 - gzip(text).len()]].concat();
    let arguments =
        ["audit", "--format", "json", "--out", &out, "--resume", &checkpoint, &first, "-"];
    fs::write(&first, packed(one)).unwrap();
    killed(&arguments, &text, &checkpoint);

    let mut changed = text.clone();
    let result = changed.windows(4).position(|four| four == b"1-0\n").unwrap();
    changed[result..][..4].copy_from_slice(b"0-1\n");
    // Output after the checkpoint is rewritten.
    let stopped: Value = serde_json::from_slice(&fs::read(&checkpoint).unwrap()).unwrap();
    let written = stopped["checkpoint"]["written"]["latest"]["bytes"].as_u64().unwrap() as usize;
    let part = fs::read(path("out.part")).unwrap();
    assert!((1..=part.len()).contains(&written));
    let said = |text: &[u8]| {
        let output = run(&arguments, text);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(5), "{said}");
        assert!(
            said.contains("the archive is not the one that the checkpoint belongs to"),
            "{said}"
        );
        said
    };
    assert!(said(&changed).contains("-: the archive is not"));
    assert!(said(&text[..100]).contains("-: the archive is not"));
    fs::write(&first, packed(other)).unwrap();
    assert!(said(&text).contains("first.pgn.gz: the archive is not"));
    assert!(fs::read(path("out.part")).unwrap() == part[..written]);

    fs::write(&first, packed(one)).unwrap();
    let whole = run(&arguments, &text);
    assert_eq!(
        fs::read(&out).unwrap(),
        run(&["audit", "--format", "json", &first, "-"], &text).stdout
    );
    // A complete run is also rejected if the archive has changed.
    assert!(said(&changed).contains("-: the archive is not"));
    assert!(said(&[&text[..], b"1. e4 *\n"].concat()).contains("-: the archive is not"));
    fs::write(&first, packed(other)).unwrap();
    assert!(said(&text).contains("first.pgn.gz: the archive is not"));
    fs::write(&first, packed(one)).unwrap();
    assert_eq!(run(&arguments, &text).status.code(), whole.status.code());
}

/// Kinds of findings and their games, and the audit's statements about the archive.
#[derive(Default)]
struct Kept {
    findings: Vec<(Kind, u64)>,
    /// Number of findings that are final.
    settled: usize,
}

impl ResultSink for Kept {
    fn take(&mut self, done: &GameResults, _: &RunProgress) -> io::Result<()> {
        self.findings.extend(done.findings.iter().map(|found| (found.kind, found.game)));
        Ok(())
    }

    fn settle(&mut self) -> io::Result<()> {
        self.settled = self.findings.len();
        Ok(())
    }

    fn withdraw(&mut self) -> io::Result<()> {
        self.findings.truncate(self.settled);
        Ok(())
    }
}

/// The findings of an audit, and its statements about the archive as a whole.
fn audited(path: &Path, content: &[u8]) -> (Vec<(Kind, u64)>, audit::ArchiveRecord, u64) {
    fs::write(path, content).unwrap();
    let job = Job {
        archives: vec![path.to_str().unwrap().into()],
        terms: AuditConfig::under(RuleSet::LATEST),
        shard: Shard::WHOLE,
        threads: 1,
        annotated: false,
    };
    let mut kept = Kept::default();
    let end = audit::run(&job, RunProgress::default(), &Arc::default(), &mut kept).unwrap();
    (kept.findings, end.archives[0].clone(), end.tally.games)
}

/// Flips single bits in compressed archives of correct games. `LAWBOOK_DAMAGED` sets the number of flips for each
/// compression format.
#[test]
fn a_damaged_archive_is_never_believed() {
    let most = std::env::var("LAWBOOK_DAMAGED").map_or(60, |most| most.parse().unwrap());
    // No errors are planted, so any contradiction that is found is false.
    let innocent = run(&["audit", "generate", "--games", "60", "--seed", "9"], b"").stdout;
    for (name, pack) in
        [("gzip", gzip as fn(&[u8]) -> Vec<u8>), ("bzip2", bzip2), ("xz", xz), ("zstd", zstd)]
    {
        let path = file(&format!("damaged.{name}"));
        let packed = pack(&innocent);
        let (right, whole, games) = audited(&path, &packed);
        assert_eq!((whole.error.as_deref(), games), (None, 60), "{name}");
        let mut refused = 0;
        for number in 0..most {
            let bit = number * 8 * packed.len() / most + number % 8;
            let mut damaged = packed.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let (found, read, games) = audited(&path, &damaged);
            let is_believed = read.error.is_none();
            refused += usize::from(!is_believed);
            if is_believed && found == right {
                // The bit does not affect the content, such as the time in a gzip header.
                assert_eq!((read.bytes, games), (whole.bytes, 60), "{name}, bit {bit}");
                continue;
            }
            let wrong = found.iter().find(|(kind, _)| kind.severity() == Severity::Contradiction);
            assert_eq!(wrong, None, "{name}, bit {bit}");
            assert!(games == 0 || !is_believed || read.bytes != whole.bytes, "{name}, bit {bit}");
        }
        assert!(refused * 10 > most * 8, "{name}: {refused} of {most} refused");
    }
}

#[test]
fn what_was_found_before_the_damage_stays() {
    let (one, planted) = archive("300", "5");
    let two = run(&["audit", "generate", "--games", "300", "--seed", "9"], b"").stdout;
    for (name, pack) in [("gzip", gzip as fn(&[u8]) -> Vec<u8>), ("bzip2", bzip2), ("zstd", zstd)] {
        let mut packed = pack(&one);
        let damaged = pack(&two);
        packed.extend_from_slice(&damaged);
        let last = packed.len() - damaged.len() / 16;
        packed[last] ^= 0x10;
        let path = file(&format!("half-damaged.{name}"));
        let (found, read, games) = audited(&path, &packed);
        assert!(read.error.is_some() && read.withheld > 0, "{name}: {read:?}");
        assert!((1..=300).contains(&games), "{name}: {games}");
        let kept = found.iter().map(|(kind, game)| format!("{game} {kind} "));
        let is_planted = |found: String| planted.iter().any(|one| one.starts_with(&found));
        assert!(kept.clone().count() > 0 || games < 20, "{name}");
        assert!(kept.clone().all(is_planted), "{name}");
        // The command reports the damage and prints no withheld finding.
        let output = run(&["audit", "--format", "json", path.to_str().unwrap()], b"");
        assert_eq!(output.status.code(), Some(5));
        let mut lines = lines(&output.stdout);
        let summary = lines.pop().unwrap();
        assert_eq!(summary["archives"][0]["withheld"], read.withheld);
        assert_eq!(lines.len(), found.len());
        let said = run(&["audit", path.to_str().unwrap()], b"").stdout;
        assert!(String::from_utf8(said).unwrap().contains("their compressed data is damaged"));
    }
}

/// Of an archive of several members, those before a damaged one are judged, and every format says what is wrong.
#[test]
fn members_before_a_damaged_one_are_judged() {
    let (text, _) = archive("3000", "5");
    let path = file("damaged-member");
    for (name, pack) in
        [("gzip", gzip as fn(&[u8]) -> Vec<u8>), ("bgzip", bgzip), ("bzip2", bzip2), ("zstd", zstd)]
    {
        let mut members: Vec<Vec<u8>> = text.chunks(40_000).map(pack).collect();
        let (last, middle) = (members.len() - 2, members[members.len() - 2].len() / 2);
        members[last][middle] ^= 0x10;
        let (_, read, games) = audited(&path, &members.concat());
        assert!(games > 1000 && read.withheld < 1000, "{name}: {games} games, {read:?}");
    }
    let path = path.to_str().unwrap();
    for (format, says) in [
        ("github", "::error file="),
        ("sarif", "\"toolExecutionNotifications\":[{\"level\":\"error\""),
        ("junit", "<error message="),
        ("json", "\"error\":\""),
        ("text", "the rest cannot be read"),
    ] {
        let output = run(&["audit", "--format", format, path], b"");
        assert_eq!(output.status.code(), Some(5), "{format}");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(says), "{format}: {said}");
    }
}

/// Archives with the same text are different archives: two months without games, or a copy.
#[test]
fn archives_with_the_same_text_are_merged() {
    let (text, _) = archive("20", "5");
    let results = |name: &str, content: &[u8], shard: &str| {
        let (path, out) = (file(name), file(&format!("{name}-{}.json", shard.replace('/', "-"))));
        fs::write(&path, content).unwrap();
        let paths = [&path, &out].map(|path| path.to_str().unwrap());
        let arguments =
            ["audit", "--format", "json", "--shard", shard, "--out", paths[1], paths[0]];
        assert_ne!(run(&arguments, b"").status.code(), Some(2));
        out.to_str().unwrap().to_owned()
    };
    let merged = |parts: &[String]| {
        let parts = parts.iter().map(String::as_str);
        let arguments: Vec<&str> =
            ["audit", "merge", "--format", "json"].into_iter().chain(parts).collect();
        run(&arguments, b"")
    };
    let mut parts = Vec::new();
    for (name, content) in
        [("month-1.pgn", &b""[..]), ("month-2.pgn", b""), ("base.pgn", &text), ("copy.pgn", &text)]
    {
        for shard in ["1/2", "2/2"] {
            parts.push(results(name, content, shard));
        }
    }
    let output = merged(&parts);
    let summary = lines(&output.stdout).pop().unwrap_or_else(|| panic!("{output:?}"));
    assert_eq!(summary["archives"].as_array().unwrap().len(), 4);
    assert_eq!(summary["counted"]["games"], 40);
    // A part that is missing or there twice is still named.
    let missing = merged(&parts[1..]);
    assert_eq!(missing.status.code(), Some(5), "{missing:?}");
    let twice = merged(&[&parts[..], &parts[4..5]].concat());
    assert_eq!(twice.status.code(), Some(5), "{twice:?}");
}

/// What follows the last member of an archive is an error, and takes nothing from the games before it.
#[test]
fn games_before_other_bytes_at_the_end_are_judged() {
    let (text, planted) = archive("300", "5");
    for (name, pack, says) in [
        ("gzip", gzip as fn(&[u8]) -> Vec<u8>, "gzip"),
        ("bzip2", bzip2, "bz2"),
        ("zstd", zstd, "expected a frame of zstd, or the end of the file, at byte"),
    ] {
        let path = file(&format!("followed.{name}"));
        let (found, read, games) = audited(&path, &[&pack(&text)[..], b"other bytes"].concat());
        assert_eq!((games, read.withheld), (300, 0), "{name}: {read:?}");
        assert!(found.len() >= planted.len(), "{name}");
        let error = read.error.unwrap();
        assert!(error.contains(says), "{name}: {error}");
    }
}

/// Output of an audit with `jobs` threads: results, annotated games, messages, exit code.
fn written_by(jobs: &str, arguments: &[&str], archives: &[&str], name: &str) -> [Vec<u8>; 4] {
    let [out, annotated] = ["out", "annotated"].map(|what| file(&format!("{name}-{jobs}.{what}")));
    let files = [&out, &annotated].map(|path| path.to_str().unwrap());
    let all = [&["audit", "--jobs", jobs, "--annotated", files[1]], arguments, archives].concat();
    let printed = run(&all, b"");
    let kept = run(&[&all, &["--out", files[0]][..]].concat(), b"");
    assert_eq!(kept.status, printed.status);
    let code = printed.status.code().map(|code| code.to_string()).unwrap_or_default();
    assert!(!code.is_empty(), "{all:?}: {printed:?}");
    let written = [&out, &annotated].map(|path| fs::read(path).unwrap());
    let [out, annotated] = written;
    [printed.stdout, out, annotated, code.into_bytes()]
}

/// A game of exactly `length` bytes with one finding. Most of it is a comment.
fn game_of_length(length: usize, in_lines: bool) -> Vec<u8> {
    let begin = "[Event \"x\"]\n[Date \"1990.01.01\"]\n\n1. f3 e5 2. g4 {";
    let end = "} Qh4# 3. e4 1-0\n\n";
    let comment = (1..=length - begin.len() - end.len())
        .map(|at| if in_lines && at % 80 == 0 { b'\n' } else { b'x' });
    begin.bytes().chain(comment).chain(end.bytes()).collect()
}

/// Files are split among threads; standard input is not.
#[test]
fn the_number_of_threads_changes_nothing() {
    let (text, _) = archive("1000", "8");
    let path = file("threads.pgn");
    fs::write(&path, &text).unwrap();
    let path = path.to_str().unwrap();
    let with = |jobs: &str, archive: &str| {
        let arguments = ["audit", "--format", "json", "--claims", "--jobs", jobs, archive];
        let output = String::from_utf8(run(&arguments, &text).stdout).unwrap();
        let output = output.replace("\"-\"", &format!("{path:?}"));
        // The digests depend on the name of the archive.
        let (content, digests) = output.rsplit_once(",\"rows\":").unwrap();
        (content.to_owned(), digests.to_owned())
    };
    let (right, digests) = with("1", path);
    assert_eq!(right.matches("\"complete\":true").count(), 1);
    for (jobs, archive) in [("2", path), ("4", path), ("16", path), ("1", "-"), ("16", "-")] {
        let (content, other) = with(jobs, archive);
        assert!(content == right, "{jobs} threads, {archive}");
        assert_eq!(other == digests, archive == path, "{jobs} threads, {archive}");
    }
}

/// The lengths are close to the sizes of batches, parts and reads; see the constants in the audit's crate.
#[test]
fn the_number_of_threads_changes_nothing_about_long_games() {
    let sizes: Vec<usize> = [12, 13, 14, 16, 17].iter().map(|&power| 1 << power).collect();
    let lengths = sizes.iter().flat_map(|&size| [size - 1, size, size + 1, 2 * size]);
    let lengths = lengths.chain([100_000, 150_000, 200_000, 300 << 10, 6 << 17, 3 << 20]);
    let mixed: Vec<u8> = lengths
        .enumerate()
        .flat_map(|(number, length)| {
            let short = game_of_length(200 + number, false);
            [game_of_length(length, number % 2 == 0), short].concat()
        })
        .collect();
    // With these lengths, an empty batch once occurred at the start of a part.
    let three = [70_000, 131_072, 200].map(|length| game_of_length(length, false)).concat();
    let texts = [("mixed.pgn", &mixed), ("three.pgn", &three)];
    let mut archives: Vec<PathBuf> = Vec::new();
    for (name, text) in texts {
        archives.push(file(name));
        fs::write(&archives[archives.len() - 1], text).unwrap();
    }
    archives.push(file("mixed.pgn.zst"));
    fs::write(&archives[2], zstd(&mixed)).unwrap();
    archives.push(file("three.pgn.gz"));
    fs::write(&archives[3], [gzip(&three), gzip(&three)].concat()).unwrap();
    let archives: Vec<&str> = archives.iter().map(|path| path.to_str().unwrap()).collect();
    for (name, arguments) in [
        ("text", &["--format", "text"][..]),
        ("claims", &["--format", "json", "--claims", "--missed-claims"]),
        ("dated", &["--format", "csv", "--rules", "dated"]),
    ] {
        let right = written_by("1", arguments, &archives, name);
        assert_eq!(right[3], b"1", "{name}");
        assert!(right[2].len() > 2 * mixed.len(), "{name}");
        for jobs in ["2", "4", "16"] {
            assert!(written_by(jobs, arguments, &archives, name) == right, "{name}, {jobs}");
        }
    }
}

#[test]
fn a_complete_run_over_an_archive_without_games_stays_as_it_is() {
    let [archive, out, checkpoint] = ["blank.pgn", "blank-out", "blank-checkpoint"]
        .map(|name| file(name).to_str().unwrap().to_owned());
    for begun in [&out, &checkpoint] {
        let _ = fs::remove_file(begun);
    }
    fs::write(&archive, "\n \r\n% nobody played\n\n").unwrap();
    let arguments = ["audit", "--format", "json", "--out", &out, "--resume", &checkpoint, &archive];
    assert_eq!(run(&arguments, b"").status.code(), Some(4));
    let written = fs::read(&out).unwrap();
    let again = run(&arguments, b"");
    assert_eq!(again.status.code(), Some(4), "{}", String::from_utf8_lossy(&again.stderr));
    assert!(!written.is_empty() && fs::read(&out).unwrap() == written);
}

/// Stops the run after a number of resume points, and keeps the progress so far.
struct Stopping {
    left: usize,
    findings: Vec<AuditFinding>,
    progress: RunProgress,
}

impl ResultSink for Stopping {
    fn take(&mut self, done: &GameResults, progress: &RunProgress) -> io::Result<()> {
        self.left = self.left.checked_sub(1).ok_or_else(|| io::Error::other("full"))?;
        self.findings.extend_from_slice(&done.findings);
        self.progress = progress.clone();
        Ok(())
    }

    fn settle(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn withdraw(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_run_over_files_goes_on_from_wherever_it_was_stopped() {
    let [one, other] = [("1501", "11"), ("300", "12")].map(|(games, seed)| {
        let path = file(&format!("stopped-{seed}.pgn"));
        fs::write(&path, archive(games, seed).0).unwrap();
        path.to_str().unwrap().to_owned()
    });
    let job = |threads, shard: &str| Job {
        archives: vec![one.as_str().into(), other.as_str().into()],
        terms: AuditConfig { missed_claims: true, ..AuditConfig::under(RuleSet::LATEST) },
        shard: shard.parse().unwrap(),
        threads,
        annotated: false,
    };
    let go_on = |job: &Job, from: &RunProgress, left| {
        let mut results = Stopping { left, findings: Vec::new(), progress: from.clone() };
        let read = Arc::default();
        let end = audit::run(job, from.clone(), &read, &mut results);
        assert_eq!(end.is_ok(), results.left > 0);
        if left == usize::MAX && from.latest.games == 0 {
            let bytes = [&one, &other].map(|path| fs::metadata(path).unwrap().len());
            assert_eq!(read.load(Ordering::Relaxed), bytes[0] + bytes[1]);
        }
        results
    };
    let begin = RunProgress::default();
    let all = go_on(&job(1, "1/1"), &begin, usize::MAX);
    assert!(all.findings.len() > 100);
    for (threads, shard, least) in [(1, "1/1", 5), (3, "1/1", 15), (2, "2/3", 15)] {
        let job = job(threads, shard);
        let whole = go_on(&job, &begin, usize::MAX);
        assert_eq!(whole.progress.latest.archives, all.progress.latest.archives);
        let right = all.findings.iter().filter(|found| job.shard.has(found.game));
        assert!(right.eq(&whole.findings), "{threads} threads, {shard}");
        let milestones = usize::MAX - whole.left;
        assert!(milestones >= least, "{threads} threads, {shard}: {milestones} milestones");
        for count in 0..milestones {
            let begun = go_on(&job, &begin, count);
            let rest = go_on(&job, &begun.progress, usize::MAX);
            let findings = [begun.findings, rest.findings].concat();
            assert!(findings == whole.findings, "{threads} threads, {shard}, {count} milestones");
            assert_eq!(rest.progress.latest, whole.progress.latest, "{threads}, {shard}, {count}");
        }
    }
}

#[test]
fn what_cannot_be_read_is_said_and_the_rest_is_done() {
    let (text, _) = archive("500", "9");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&text).unwrap();
    let packed = packed.finish().unwrap();
    let (cut, whole) = (file("cut.pgn.gz"), file("after.pgn"));
    fs::write(&cut, &packed[..packed.len() / 2]).unwrap();
    fs::write(&whole, "1. e4 e5 1-0\n").unwrap();
    let names = [cut.to_str().unwrap(), whole.to_str().unwrap()];
    let output = run(&["audit", "--format", "json", names[0], names[1]], b"");
    assert_eq!(output.status.code(), Some(5));
    let lines = lines(&output.stdout);
    let summary = lines.last().unwrap();
    let games = summary["archives"][0]["games"].as_u64().unwrap();
    assert!((100..400).contains(&games), "{summary}");
    assert!(summary["archives"][0]["error"].is_string(), "{summary}");
    assert_eq!(summary["archives"][1]["games"], 1);
    // The missing part might have failed the checksum.
    assert_eq!(summary["archives"][0]["withheld"], games, "{summary}");
    assert!(lines[..lines.len() - 1].iter().all(|line| line["archive"] != names[0]), "{lines:?}");

    for (input, code, says) in [
        (&b""[..], 4, ""),
        (b"PK\x03\x04", 5, "zip archive"),
        (b"\xff\xfe[\0E\0", 5, "UTF-16"),
        (b"\x1f\x8bnonsense", 5, "cannot be read"),
    ] {
        let output = run(&["audit", "-"], input);
        assert_eq!(output.status.code(), Some(code), "{input:?}");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains(says), "{input:?}: {said}");
    }
    for (arguments, code) in [
        (&["audit", "no-such-file"][..], 5),
        (&["audit", "--rules", "chess", "-"], 2),
        (&["audit", "--resume", "x", "-"], 2),
        (&["audit", "--shard", "9/8", "-"], 2),
        (&["audit", "-", "-"], 2),
        (&["audit"], 2),
        (&["audit", "merge", "no-such-file"], 5),
    ] {
        assert_eq!(run(arguments, b"").status.code(), Some(code), "{arguments:?}");
    }
}

/// A tar archive with one small file.
fn tar(content: &[u8]) -> Vec<u8> {
    let mut header = vec![0; 512];
    header[..9].copy_from_slice(b"games.pgn");
    header[100..107].copy_from_slice(b"0000644");
    header[124..135].copy_from_slice(format!("{:011o}", content.len()).as_bytes());
    header[148..156].fill(b' ');
    header[156] = b'0';
    header[257..265].copy_from_slice(b"ustar\x0000");
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let mut archive = [&header, content].concat();
    archive.resize(archive.len().next_multiple_of(512) + 1024, 0);
    archive
}

/// Unsupported formats are recognised by every command that reads games, from files and standard input.
#[test]
fn formats_that_are_not_read_are_named() {
    let game = b"[Event \"a\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n";
    let utf_16 = |mark: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let text = [mark, std::str::from_utf8(game).unwrap()].concat();
        text.encode_utf16().flat_map(bytes).collect()
    };
    let tar = tar(game);
    for (content, says) in [
        (tar.clone(), "tar archive; unpack it first: tar -xf"),
        (gzip(&tar), "tar archive"),
        (zstd(&tar), "tar archive"),
        (xz(&tar), "tar archive"),
        (bzip2(&tar), "tar archive"),
        (gzip(&gzip(game)), "packed twice"),
        (gzip(&utf_16("", u16::to_le_bytes)), "UTF-16"),
        (utf_16("\u{feff}", u16::to_le_bytes), "UTF-16; convert it first: iconv -f UTF-16LE"),
        (utf_16("\u{feff}", u16::to_be_bytes), "UTF-16; convert it first: iconv -f UTF-16BE"),
        (utf_16("", u16::to_le_bytes), "UTF-16"),
        (utf_16("", u16::to_be_bytes), "UTF-16"),
        (b"\x5d\0\0\x80\0\xff\xff\xff\xff\xff\xff\xff\xff\0-".to_vec(), "lzma"),
        (b"PK\x03\x04\x14".to_vec(), "zip archive"),
        (b"7z\xbc\xaf\x27\x1c".to_vec(), "7z archive"),
        (b"Rar!\x1a\x07\x01\0".to_vec(), "rar archive"),
    ] {
        let path = file("unreadable");
        fs::write(&path, &content).unwrap();
        let path = path.to_str().unwrap();
        for (arguments, input) in [
            (&["audit", path][..], &b""[..]),
            (&["audit", "-"], &content),
            (&["claims", path], b""),
            (&["claims", "-"], &content),
        ] {
            let output = run(arguments, input);
            assert_eq!(output.status.code(), Some(5), "{arguments:?} {says}: {output:?}");
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8_lossy(&said).into_owned();
            assert!(said.contains(says), "{arguments:?}: {says:?} is not in {said:?}");
        }
    }
}

/// A single carriage return may end a line, as on classic Mac OS, also in compressed archives.
#[test]
fn carriage_returns_alone_end_lines() {
    let (text, planted) = archive("200", "21");
    let text: Vec<u8> = text.into_iter().filter(|&byte| byte != b'\r').collect();
    let old: Vec<u8> = text.iter().map(|&byte| if byte == b'\n' { b'\r' } else { byte }).collect();
    let path = file("old.pgn");
    fs::write(&path, &old).unwrap();
    // The digests depend on the name of the archive.
    let without_digests = |output: &str| output.rsplit_once(",\"rows\":").unwrap().0.to_owned();
    let right = String::from_utf8(run(&["audit", "--format", "json", "-"], &text).stdout).unwrap();
    let right = without_digests(&right);
    assert!(!planted.is_empty() && right.lines().count() > 10);
    let path = path.to_str().unwrap();
    for (jobs, archive, input) in
        [("1", "-", &old), ("2", path, &old), ("16", path, &old), ("2", "-", &gzip(&old))]
    {
        let output = run(&["audit", "--format", "json", "--jobs", jobs, archive], input).stdout;
        let output = String::from_utf8(output).unwrap().replace(&format!("{path:?}"), "\"-\"");
        // Only the compressed archive has a checksum.
        let output = output.replace("\"checked\":true", "\"checked\":false");
        let output = output.replace("\"unchecked\":0", "\"unchecked\":1");
        assert!(without_digests(&output) == right, "{jobs} threads, {archive}");
    }
    let game = b"1. f3 e5 2. g4 ; a comment\rQh4# 0-1\r";
    let told = run(&["claims", "-"], game).stdout;
    assert!(String::from_utf8_lossy(&told).contains("Qh4#"), "{told:?}");
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf_8_are_read_and_escaped() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

    let folder = file("folder");
    // A checkpoint of another build would be rejected.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let name = |name: &[u8]| folder.join(OsStr::from_bytes(name));
    let (games, out) = (name(b"M\xfcller.pgn"), name(b"\xff.jsonl"));
    fs::write(&games, "1. f3 e5 2. g4 Qh4# 1-0\n").unwrap();
    let command = |arguments: &[&OsStr]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
        command.args(arguments).output().unwrap()
    };
    let word = OsStr::new;
    let games = games.as_os_str();
    let checkpoint = name(b"\xfe.checkpoint");
    let resumed = [
        word("audit"),
        word("--format"),
        word("json"),
        word("--out"),
        out.as_os_str(),
        word("--resume"),
        checkpoint.as_os_str(),
        games,
    ];
    for _ in 0..2 {
        let output = command(&resumed);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let found = lines(&fs::read(&out).unwrap());
        let archive = found[0]["archive"].as_str().unwrap();
        assert!(archive.ends_with("M\\xfcller.pgn"), "{archive}");
        assert_eq!(found.last().unwrap()["archives"][0]["name"], archive);
    }
    let told = command(&[word("claims"), games]);
    assert_eq!(told.status.code(), Some(0), "{told:?}");
    let missing = name(b"\xfdmissing");
    for arguments in [
        &[word("audit"), missing.as_os_str()][..],
        &[word("audit"), word("merge"), missing.as_os_str()],
        &[word("claims"), missing.as_os_str()],
    ] {
        let output = command(arguments);
        assert!(matches!(output.status.code(), Some(2 | 5)), "{arguments:?}: {output:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("missing") && !said.contains("panicked"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_comment_of_a_megabyte_is_no_trouble() -> io::Result<()> {
    let mut text = b"[Event \"a\"]\n\n1. e4 {".to_vec();
    text.extend(std::iter::repeat_n(b"M\xfcller [%clk 1] \n".as_slice(), 70_000).flatten());
    text.extend_from_slice(b"} e5 1-0\n");
    let output = run(&["audit", "--format", "json", "-"], &text);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(lines(&output.stdout)[0]["counted"]["plies"], 2);
    Ok(())
}
