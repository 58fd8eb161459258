//! Tests that the results of a run that is killed are complete or not there.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Creates an empty folder with this name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("interrupted").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The command in a folder, with the file `input` as standard input.
fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
    command.args(arguments.split(' ')).current_dir(folder);
    command.stdin(File::open(folder.join("input")).unwrap());
    command
}

fn finished(folder: &Path, arguments: &str) -> Output {
    command(folder, arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Commands that write their result at the end: the file is either unchanged or complete.
#[test]
fn a_whole_file_survives_a_kill_at_any_moment() {
    let folder = folder("whole");
    fs::write(folder.join("input"), "").unwrap();
    fs::write(folder.join("g.pgn"), "1. e4 e5 *\n").unwrap();
    for (arguments, output) in [
        ("claims --force --out claims.txt g.pgn", "claims.txt"),
        ("audit --force --format json --out audit.jsonl g.pgn", "audit.jsonl"),
        (
            "repro castling-right-without-its-rook --question setup --library chessops --force --out out.mjs",
            "out.mjs",
        ),
        ("export vectors --out-dir vectors", "vectors/fide-2023.json"),
    ] {
        let right = finished(&folder, arguments);
        assert_eq!(right.status.code(), Some(0), "{arguments}: {}", said(&right));
        let path = folder.join(output);
        let expected = fs::read(&path).unwrap();
        // The run must not touch another user's file with the name of a temporary file.
        let part = PathBuf::from(format!("{}.part", path.display()));
        fs::write(&part, "Buy milk.\n").unwrap();
        for milliseconds in [0, 15, 40, 90] {
            fs::remove_file(&path).unwrap();
            let mut killed = command(&folder, arguments);
            let mut killed = killed.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            thread::sleep(Duration::from_millis(milliseconds));
            killed.kill().unwrap();
            killed.wait().unwrap();
            if cfg!(target_os = "linux") {
                let entries = fs::read_dir(path.parent().unwrap()).unwrap();
                let hidden = |name: &String| name.starts_with(".lawbook-");
                let mut names = entries.map(|one| one.unwrap().file_name().into_string().unwrap());
                assert_eq!(names.find(hidden), None, "{arguments}");
            }
            if path.exists() {
                assert!(fs::read(&path).unwrap() == expected, "{arguments}");
            }
            let again = finished(&folder, arguments);
            assert_eq!(again.status.code(), Some(0), "{}", said(&again));
            assert!(fs::read(&path).unwrap() == expected, "{arguments}");
            assert_eq!(fs::read_to_string(&part).unwrap(), "Buy milk.\n");
        }
    }
}

/// All files in a folder and its subfolders by path, except hidden ones, which a killed run may leave.
fn files_in(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_in(&path));
        } else if !path.file_name().unwrap().to_string_lossy().starts_with('.') {
            let bytes = fs::read(&path).unwrap();
            found.insert(path, bytes);
        }
    }
    found
}

/// Commands that write several files, or choose the file name themselves: each file is complete or missing, and the
/// next run writes the missing ones.
#[test]
fn a_folder_of_results_survives_a_kill_at_any_moment() {
    let folder = folder("folders");
    fs::write(folder.join("input"), "").unwrap();
    for (arguments, exit) in [
        ("check --id castling-* --library shakmaty --library chess --no-known --out-dir out", 0),
        ("check --brief --library chess --baseline out/lawbook.txt --update", 0),
        ("export vectors --out-dir out", 0),
        ("site --out-dir out", 0),
    ] {
        let out = folder.join("out");
        fs::create_dir(&out).unwrap();
        let begin = Instant::now();
        let right = finished(&folder, arguments);
        let time = begin.elapsed();
        assert_eq!(right.status.code(), Some(exit), "{arguments}: {}", said(&right));
        let expected = files_in(&out);
        assert!(!expected.is_empty(), "{arguments}");
        for percent in [20, 70, 95] {
            fs::remove_dir_all(&out).unwrap();
            fs::create_dir(&out).unwrap();
            let mut killed = command(&folder, arguments);
            let mut killed = killed.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            thread::sleep(time * percent / 100);
            killed.kill().unwrap();
            killed.wait().unwrap();
            for (path, bytes) in files_in(&out) {
                assert!(expected.get(&path) == Some(&bytes), "{arguments}: {path:?}");
            }
            let again = finished(&folder, arguments);
            // An existing list is not overwritten.
            let is_there = said(&again).contains("already exists");
            assert!(again.status.code() == Some(exit) || is_there, "{}", said(&again));
            assert!(files_in(&out) == expected, "{arguments} after {percent} %");
        }
        fs::remove_dir_all(&out).unwrap();
    }
}
