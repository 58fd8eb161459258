//! Command-line tests of the archive audit: injected errors are found, packed or not, with any number of threads, and
//! damaged archives are not believed.

use std::{
    collections::BTreeSet,
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::Command,
    sync::LazyLock,
};

use crate::{
    common::{json_lines, run, start, told},
    export::Follow,
};
use lawbook_audit::{Kind, plain_text};
use pgn_reader::Reader;
use serde_json::{Value, json};

/// Path of a test file, in the folder of these tests.
fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// Writes a test file, and returns its path.
fn written(name: &str, content: &[u8]) -> String {
    let path = file(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../audit/tests/generated.pgn.gz");

/// An archive of 500 generated games.
static GAMES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut text = Vec::new();
    plain_text(Path::new(FIXTURE)).unwrap().read_to_end(&mut text).unwrap();
    text
});

/// The errors that were injected into its games under FIDE 2023: number of the game, kind of the finding, ply.
fn injected() -> BTreeSet<String> {
    let list = include_str!("../../audit/tests/generated.txt");
    list.lines().map(str::to_owned).collect()
}

/// The games of chess in the archive without an injected error.
fn innocent() -> Vec<u8> {
    let wrong: BTreeSet<usize> =
        injected().iter().map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
    let text = str::from_utf8(&GAMES).unwrap();
    let begins = text.match_indices("[Event ").map(|(at, _)| at).chain([text.len()]);
    let begins: Vec<usize> = begins.collect();
    let games = begins.windows(2).map(|span| &text[span[0]..span[1]]);
    (1..)
        .zip(games)
        .filter(|(number, game)| !wrong.contains(number) && !game.contains("Atomic"))
        .flat_map(|(_, game)| game.bytes())
        .collect()
}

/// The findings of an audit under FIDE 2023, its summary, and the exit code.
fn audited(arguments: &[&str], input: &[u8]) -> (Vec<Value>, Value, i32) {
    let fixed = ["audit", "--rules", "fide-2023", "--format", "json"];
    let output = run(&[&fixed[..], arguments].concat(), input);
    let mut lines = json_lines(&output.stdout);
    let summary = lines.pop().ok_or(&output).unwrap();
    (lines, summary, output.status.code().unwrap())
}

fn short(findings: &[Value]) -> BTreeSet<String> {
    let one = |line: &Value| {
        format!("{} {} {}", line["game"], line["kind"].as_str().unwrap(), line["ply"])
    };
    findings.iter().map(one).collect()
}

#[test]
fn injected_errors_are_found_and_nothing_else() {
    let (findings, summary, code) = audited(&["-"], &GAMES);
    assert_eq!(
        (code, &summary["complete"], &summary["counted"]["games"]),
        (1, &json!(true), &json!(500))
    );
    assert_eq!((short(&findings), findings.len()), (injected(), injected().len()));
    for line in &findings {
        let (before, game) = GAMES.split_at(line["offset"].as_u64().unwrap() as usize);
        let number = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        assert!(game.starts_with(b"[Event "), "{line}");
        assert_eq!(line["line"], number, "{line}");
    }
}

#[test]
fn another_reader_finds_the_same_games_and_moves() {
    let text = innocent();
    let (mut reader, mut games, mut moves) = (Reader::new(text.as_slice()), 0, 0);
    while let Some(game) = reader.read_game(&mut Follow).unwrap() {
        games += 1;
        moves += game.moves;
    }
    let (_, summary, code) = audited(&["-"], &text);
    assert_eq!((code, games), (0, 500 - 57 - 1), "{summary}");
    assert_eq!(summary["counted"]["games"], games);
    assert_eq!(summary["counted"]["plies"], moves);
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(text).unwrap();
    packed.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

type Pack = fn(&[u8]) -> Vec<u8>;
const PACKERS: [(&str, Pack); 2] = [("gzip", gzip as Pack), ("zstd", zstd)];

#[test]
fn packed_archives_are_recognised_by_their_content() {
    let (one, two) = GAMES.split_at(GAMES.len() / 2);
    // Two members in one file, as parallel compressors write them, and zeros, as tapes have them.
    let both = |pack: Pack| [pack(one), pack(two)].concat();
    let skipped = [&b"\x50\x2a\x4d\x18\x03\0\0\0abc"[..], &both(zstd)].concat();
    let padded = [gzip(one), vec![0; 512], gzip(two), vec![0; 1024]].concat();
    let mut packed: Vec<(&str, Vec<u8>)> =
        PACKERS.iter().map(|&(name, pack)| (name, both(pack))).collect();
    packed.push(("zstd with a frame to be skipped", skipped));
    packed.push(("padded gzip", padded));
    for (name, packed) in packed {
        let path = written("packed", &packed);
        for (archive, input) in [("-", &packed[..]), (&path, b"")] {
            let (findings, summary, code) = audited(&[archive], input);
            assert_eq!((short(&findings), code), (injected(), 1), "{name}: {summary}");
            let read = &summary["archives"][0];
            assert_eq!((&read["bytes"], &read["checked"]), (&json!(GAMES.len()), &json!(true)));
            assert_eq!(read["size"], packed.len(), "{name}");
        }
    }
}

#[test]
fn archives_without_a_checksum_are_counted() {
    let text = innocent();
    // The last four bytes are the checksum of the only frame; a header bit says that there is one.
    let mut bare = zstd(&text);
    assert_eq!(bare[4] & 4, 4);
    bare[4] &= !4;
    bare.truncate(bare.len() - 4);
    let mut names = Vec::new();
    for (name, packed, is_checked) in [
        ("plain", text.clone(), false),
        ("gzip", gzip(&text), true),
        ("zstd", zstd(&text), true),
        ("bare zstd", bare.clone(), false),
        ("one frame of two", [zstd(&text), bare].concat(), false),
    ] {
        let path = written(&format!("checksum-{name}"), &packed);
        let (_, summary, _) = audited(&[&path], b"");
        assert_eq!(summary["archives"][0]["error"], Value::Null, "{name}: {summary}");
        assert_eq!(summary["archives"][0]["checked"], is_checked, "{name}: {summary}");
        names.push(path);
    }
    // An archive that cannot be read is counted in one category only.
    names.push(written("checksum-cut", &gzip(&text)[..1000]));
    let names = names.iter().map(String::as_str);
    let arguments: Vec<&str> = ["audit", "--jobs", "3"].into_iter().chain(names).collect();
    let (_, said) = told(&arguments, "");
    assert!(said.contains("\n         3  archives without a checksum"), "{said}");
}

#[test]
fn kinds_can_be_switched_off() {
    let (findings, ..) = audited(&["-"], &GAMES);
    let every: Vec<&str> = Kind::ALL.iter().flat_map(|kind| ["--off", kind.name()]).collect();
    let (none, _, code) = audited(&[&every[..], &["-"]].concat(), &GAMES);
    assert_eq!((none, code), (Vec::new(), 0));
    let off = findings[0]["kind"].as_str().unwrap();
    let (left, ..) = audited(&["--off", off, "-"], &GAMES);
    let kept: Vec<Value> = findings.iter().filter(|found| found["kind"] != off).cloned().collect();
    assert!(!kept.is_empty() && left == kept);
    assert_eq!(run(&["audit", "--off", "no-such-kind", "-"], b"").status.code(), Some(2));
}

/// Flips single bits in packed archives of correct games. `LAWBOOK_DAMAGED` sets the number of flips for each format.
#[test]
fn a_damaged_archive_is_never_believed() {
    let most = std::env::var("LAWBOOK_DAMAGED").map_or(40, |most| most.parse().unwrap());
    // Any contradiction that is found is false.
    let text = innocent();
    for (name, pack) in PACKERS {
        let packed = pack(&text[..text.len() / 4]);
        let (_, whole, _) = audited(&["-"], &packed);
        let mut refused = 0;
        for number in 0..most {
            let bit = number * 8 * packed.len() / most + number % 8;
            let mut damaged = packed.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let (found, read, code) = audited(&["-"], &damaged);
            assert!(
                found.iter().all(|found| found["severity"] == "broken"),
                "{name}, bit {bit}: {found:?}"
            );
            if read["archives"][0]["error"].is_null() {
                // The bit does not affect the content, such as the time in a gzip header, or the file is not
                // recognised as packed any more.
                let is_text = read["archives"][0]["checked"] == false;
                assert!(is_text || read["counted"] == whole["counted"], "{name}, bit {bit}");
            } else {
                refused += 1;
                assert_eq!(code, 5);
            }
        }
        assert!(refused * 10 > most * 8, "{name}: {refused} of {most} refused");
    }
}

#[test]
fn findings_before_the_damage_are_kept() {
    for (name, pack) in PACKERS {
        let members: Vec<Vec<u8>> = GAMES.chunks(40_000).map(pack).collect();
        for (which, kept) in [(members.len() - 2, 300), (0, 0)] {
            let mut members = members.clone();
            let middle = members[which].len() / 2;
            members[which][middle] ^= 0x10;
            let (findings, summary, code) = audited(&["-"], &members.concat());
            let read = &summary["archives"][0];
            assert!(code == 5 && read["error"].is_string(), "{name}: {summary}");
            assert_eq!((&read["size"], &read["checked"]), (&Value::Null, &json!(false)));
            let games = read["games"].as_u64().unwrap();
            assert!(games >= kept && games + 100 < 500 + kept, "{name}: {summary}");
            let right = injected()
                .into_iter()
                .filter(|line| line.split(' ').next().unwrap().parse::<u64>().unwrap() <= games);
            assert_eq!(short(&findings), right.collect(), "{name}");
        }
    }
    let path = written("half-damaged", &[gzip(&GAMES), gzip(&GAMES)[..30_000].to_vec()].concat());
    let (_, text) = told(&["audit", &path], "");
    assert!(text.contains("the rest cannot be read") && text.contains("data is damaged"), "{text}");
}

/// Other bytes after the last member are an error, and take nothing from the games before them.
#[test]
fn bytes_after_the_last_member_withhold_nothing() {
    for (name, pack) in PACKERS {
        for (trailing, says) in [
            (&b"\n"[..], "1 byte after the last member, at byte"),
            (b"other bytes", "11 bytes after the last member, at byte"),
        ] {
            let packed = pack(&GAMES);
            let (findings, summary, code) = audited(&["-"], &[&packed, trailing].concat());
            let read = &summary["archives"][0];
            assert_eq!(
                (&read["games"], &read["withheld"], code),
                (&json!(500), &json!(0), 5),
                "{name}"
            );
            assert_eq!(short(&findings), injected(), "{name}");
            let error = read["error"].as_str().unwrap();
            assert!(
                error.starts_with(says) && error.contains(&packed.len().to_string()),
                "{error}"
            );
        }
    }
}

/// A game of exactly `length` bytes with one finding. Most of it is a comment.
fn game_of_length(length: usize, in_lines: bool) -> Vec<u8> {
    let begin = "[Event \"x\"]\n[Date \"1990.01.01\"]\n\n1. f3 e5 2. g4 {";
    let end = "} Qh4# 3. e4 1-0\n\n";
    let comment = (1..=length - begin.len() - end.len())
        .map(|at| if in_lines && at % 80 == 0 { b'\n' } else { b'x' });
    begin.bytes().chain(comment).chain(end.bytes()).collect()
}

/// The lengths are close to the sizes of batches and reads, see the constants in the audit's crate.
#[test]
fn the_number_of_threads_changes_nothing() {
    let sizes = [12, 13, 16, 17].map(|power| 1_usize << power);
    let lengths = sizes.iter().flat_map(|&size| [size - 1, size, size + 1, 2 * size]);
    let lengths = lengths.chain([100_000, 200_000, 300 << 10, 6 << 17, 3 << 20]);
    let mixed: Vec<u8> = lengths
        .enumerate()
        .flat_map(|(number, length)| {
            let short = game_of_length(200 + number, false);
            [game_of_length(length, number % 2 == 0), short].concat()
        })
        .collect();
    let mut archives = vec![
        written("mixed.pgn", &mixed),
        written("mixed.pgn.zst", &zstd(&mixed)),
        written("generated.pgn", &GAMES),
        written("generated.pgn.gz", &[gzip(&GAMES), gzip(&GAMES)].concat()),
        written("damaged.pgn.gz", &[gzip(&GAMES), gzip(&GAMES)[..30_000].to_vec()].concat()),
    ];
    for number in 0..20 {
        archives.push(written(&format!("small-{number}.pgn"), &game_of_length(300 + number, true)));
    }
    for arguments in [
        &["--format", "text"][..],
        &["--format", "json", "--claims", "--missed-claims", "--strict"],
    ] {
        let with = |jobs: &str| {
            let fixed = [&["audit", "--jobs", jobs][..], arguments].concat();
            let output = run(
                &fixed.into_iter().chain(archives.iter().map(String::as_str)).collect::<Vec<_>>(),
                b"",
            );
            assert_eq!(output.status.code(), Some(5));
            String::from_utf8(output.stdout).unwrap()
        };
        let right = with("1");
        for jobs in ["2", "4", "16"] {
            assert!(with(jobs) == right, "{arguments:?}, {jobs} threads");
        }
        if arguments[1] == "text" {
            let (_, table) = right.split_once("\nArchives with the most contradictions\n").unwrap();
            assert!(
                table.contains("\n            15 more archives in the JSON format\n"),
                "{table}"
            );
        }
    }
}

#[test]
fn errors_are_reported_and_other_archives_are_read() {
    let packed = gzip(&GAMES);
    let cut = written("cut.pgn.gz", &packed[..packed.len() / 2]);
    let whole = written("after.pgn", b"1. e4 e5 1-0\n");
    let (findings, summary, code) = audited(&[&cut, &whole], b"");
    assert_eq!(code, 5);
    // The missing part might have failed the checksum.
    let (read, next) = (&summary["archives"][0], &summary["archives"][1]);
    assert!(read["withheld"].as_u64().unwrap() > 100 && read["games"] == 0, "{summary}");
    assert!(read["error"].is_string() && next["games"] == 1 && findings.is_empty(), "{summary}");
    for (input, code, says) in [(&b""[..], 4, ""), (b"\x1f\x8bnonsense", 5, "cannot be read")] {
        let (exit, said) = told(&["audit", "-"], input);
        assert!(exit == Some(code) && said.contains(says), "{input:?}: {exit:?} {said}");
    }
    for arguments in [&["audit", "--rules", "chess", "-"][..], &["audit", "-", "-"], &["audit"]] {
        assert_eq!(told(arguments, "").0, Some(2), "{arguments:?}");
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
        (b"BZh91AY&SY".to_vec(), "bzip2 -dc games.bz2 | lawbook audit -"),
        (b"\xfd7zXZ\0\0\x04".to_vec(), "xz -dc games.xz | lawbook audit -"),
        (gzip(&gzip(game)), "packed twice"),
        (gzip(&utf_16("", u16::to_le_bytes)), "UTF-16"),
        (utf_16("\u{feff}", u16::to_le_bytes), "UTF-16; convert it first: iconv -f UTF-16LE"),
        (utf_16("\u{feff}", u16::to_be_bytes), "UTF-16; convert it first: iconv -f UTF-16BE"),
        (utf_16("", u16::to_le_bytes), "UTF-16"),
        (utf_16("", u16::to_be_bytes), "UTF-16"),
        (b"\x5d\0\0\x80\0\xff\xff\xff\x03\x02-\x10\x11".to_vec(), "not a text"),
        (b"PK\x03\x04\x14".to_vec(), "zip archive"),
        (b"7z\xbc\xaf\x27\x1c".to_vec(), "7z archive"),
        (b"Rar!\x1a\x07\x01\0".to_vec(), "rar archive"),
    ] {
        let path = written("unreadable", &content);
        for (arguments, input) in [
            (["audit", path.as_str()], &b""[..]),
            (["audit", "-"], &content),
            (["claims", path.as_str()], b""),
            (["claims", "-"], &content),
        ] {
            let (exit, said) = told(&arguments, input);
            assert_eq!(exit, Some(5), "{arguments:?} {says}: {said}");
            assert!(said.contains(says), "{arguments:?}: {says:?} is not in {said:?}");
        }
    }
}

/// A single carriage return may end a line, as on classic Mac OS, also in packed archives.
#[test]
fn carriage_returns_alone_end_lines() {
    let text: Vec<u8> = GAMES.iter().copied().filter(|&byte| byte != b'\r').collect();
    let old: Vec<u8> = text.iter().map(|&byte| if byte == b'\n' { b'\r' } else { byte }).collect();
    let (right, ..) = audited(&["-"], &text);
    for old in [gzip(&old), old] {
        let (found, ..) = audited(&["-"], &old);
        assert!(found == right && !right.is_empty());
    }
    let (_, said) = told(&["claims", "-"], b"1. f3 e5 2. g4 ; a comment\rQh4# 0-1\r");
    assert!(said.contains("Qh4#"), "{said}");
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf_8_are_read_and_escaped() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

    let name = |name: &[u8]| file("").join(OsStr::from_bytes(name));
    let games = name(b"M\xfcller.pgn");
    fs::write(&games, "1. f3 e5 2. g4 Qh4# 1-0\n").unwrap();
    let command = |arguments: &[&OsStr]| {
        Command::new(env!("CARGO_BIN_EXE_lawbook")).args(arguments).output().unwrap()
    };
    let word = OsStr::new;
    let audit = ["audit", "--format", "json"].map(word);
    let output = command(&[&audit[..], &[games.as_os_str()]].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let found = json_lines(&output.stdout);
    let archive = found[0]["archive"].as_str().unwrap();
    assert!(archive.ends_with("M\\xfcller.pgn"), "{archive}");
    assert_eq!(found.last().unwrap()["archives"][0]["name"], archive);
    assert_eq!(command(&[word("claims"), games.as_os_str()]).status.code(), Some(0));
    let missing = name(b"\xfdmissing");
    for name in ["audit", "claims"] {
        let output = command(&[word(name), missing.as_os_str()]);
        assert!(matches!(output.status.code(), Some(2 | 5)), "{name}: {output:?}");
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(said.contains("missing") && !said.contains("panicked"), "{name}: {said}");
    }
}

#[test]
fn what_was_not_read_is_no_success() {
    let archive = |name: &str, text: &str| written(name, text.as_bytes());
    let (game, empty) = (archive("one.pgn", "1. e4 e5 1-0\n"), archive("none.pgn", ""));
    let atomic = archive("atomic.pgn", "[Variant \"Atomic\"]\n\n1. e4 e5 1-0\n");
    let missing = file("missing.pgn").to_string_lossy().into_owned();
    for (archives, code, says) in [
        (&[&game][..], 0, "\nNothing was found.\n"),
        (&[&empty, &game], 4, "none.pgn: no game\n"),
        (&[&atomic], 4, "another variant: atomic 1"),
        (&[&missing, &game], 5, "missing.pgn: 0 games; the rest cannot be read: "),
    ] {
        let archives: Vec<&str> = archives.iter().map(|one| one.as_str()).collect();
        let (exit, said) = told(&[&["audit"], &archives[..]].concat(), "");
        assert!(exit == Some(code) && said.contains(says), "{archives:?}: {exit:?} {said}");
    }
    // Nobody reads the results.
    let mut child = start(&["audit", &game]);
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(5), "{output:?}");
}

#[test]
fn the_page_lists_what_can_be_found() {
    let page =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../audit/README.md")).unwrap();
    let (_, rows) = page.split_once("|---|---|---|\n").unwrap();
    let (rows, _) = rows.split_once("\n\n").unwrap();
    let expected: Vec<String> = Kind::ALL
        .iter()
        .map(|kind| format!("| `{kind}` | {} | {} |", kind.severity(), kind.about()))
        .collect();
    assert_eq!(rows.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_comment_of_a_megabyte_is_no_trouble() {
    let mut text = b"[Event \"a\"]\n\n1. e4 {".to_vec();
    text.extend(std::iter::repeat_n(b"M\xfcller [%clk 1] \n".as_slice(), 70_000).flatten());
    text.extend_from_slice(b"} e5 1-0\n");
    let output = run(&["audit", "--format", "json", "-"], &text);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(json_lines(&output.stdout)[0]["counted"]["plies"], 2);
}
