//! Tests that the results of a run that is killed are complete or not there.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::common::{RIGHT, empty_folder, files_in};

/// When a run is killed.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// Before it writes anything.
    AtOnce,
    /// When a file has this many blocks of 512 bytes, so in the middle of writing it: then the system ends the run.
    Blocks(u64),
    /// After the time that the whole run has needed.
    AtTheEnd(Duration),
}

/// Runs the command in a folder, and kills it if there is a moment for that. Returns the exit code, and what was said.
fn run(folder: &Path, arguments: &str, kill: Option<Moment>) -> (Option<i32>, String) {
    let limit = match kill {
        Some(Moment::Blocks(blocks)) => format!("ulimit -c 0; ulimit -f {blocks}; "),
        Some(Moment::AtOnce | Moment::AtTheEnd(_)) | None => String::new(),
    };
    let mut command = Command::new("sh");
    command.args(["-c", &(limit + "exec \"$@\""), "sh", env!("CARGO_BIN_EXE_lawbook")]);
    command.args(arguments.split(' ')).current_dir(folder).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    if let Some(Moment::AtTheEnd(time)) = kill {
        thread::sleep(time);
    }
    if let Some(Moment::AtOnce | Moment::AtTheEnd(_)) = kill {
        child.kill().unwrap();
    }
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The files in a folder, except hidden ones, which a killed run may leave.
fn shown(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = files_in(folder);
    files.retain(|path, _| !path.file_name().unwrap().to_string_lossy().starts_with('.'));
    files
}

/// Each file of a run that is killed is as it was before, or complete, and the next run completes them.
#[test]
fn every_file_survives_a_kill_at_any_moment() {
    let folder = empty_folder("interrupted");
    let out = folder.join("out");
    for (arguments, exit) in [
        (
            "repro castling-right-without-its-rook --question setup --library chessops --force --out out/out.mjs",
            0,
        ),
        ("check --cases CASES --library shakmaty --library chess --no-known --out-dir out", 0),
        ("check --brief --level core --library chess --baseline out/lawbook.txt --update", 0),
        ("export --cases CASES --out-dir out", 0),
        ("site --cases CASES --out-dir out", 0),
    ] {
        let arguments = &arguments.replace("CASES", RIGHT);
        fs::create_dir_all(&out).unwrap();
        let begin = Instant::now();
        let (code, said) = run(&folder, arguments, None);
        let time = begin.elapsed();
        assert_eq!(code, Some(exit), "{arguments}: {said}");
        // Another user's file with the name of a temporary file is not touched.
        let first = shown(&out).into_keys().next().unwrap();
        let part = PathBuf::from(format!("{}.part", first.display()));
        fs::write(out.join(&part), "Buy milk.\n").unwrap();
        let expected = shown(&out);
        let largest = expected.values().map(Vec::len).max().unwrap() as u64;
        let is_baseline = arguments.contains("--baseline");
        let end = [Moment::AtOnce, Moment::AtTheEnd(time), Moment::Blocks((largest - 1) / 512)];
        // The whole catalogue takes long.
        let more = if is_baseline { &[][..] } else { &end };
        for moment in [&[Moment::Blocks(1)][..], more].concat() {
            for path in expected.keys().filter(|path| **path != part) {
                // What is no baseline is not replaced by one.
                match is_baseline {
                    true => fs::remove_file(out.join(path)).unwrap(),
                    false => fs::write(out.join(path), "old").unwrap(),
                }
            }
            let before = shown(&out);
            let (code, said) = run(&folder, arguments, Some(moment));
            let left = shown(&out);
            for (path, bytes) in &left {
                let is_whole = [expected.get(path), before.get(path)].contains(&Some(bytes));
                assert!(is_whole, "{arguments}, {moment:?}: {path:?}");
            }
            if let Moment::Blocks(_) = moment {
                let is_hit = code.is_none() && left.len() == before.len() && left != expected;
                assert!(is_hit, "{arguments}, {moment:?}: {code:?} {said}");
            }
            if cfg!(target_os = "linux") && expected.len() == 2 && !is_baseline {
                assert_eq!(fs::read_dir(&out).unwrap().count(), 2, "{arguments}: temporary files");
            }
            let (code, said) = run(&folder, arguments, None);
            assert_eq!(code, Some(exit), "{arguments} after {moment:?}: {said}");
            assert!(shown(&out) == expected, "{arguments} after {moment:?}");
        }
        fs::remove_dir_all(&out).unwrap();
    }
}
