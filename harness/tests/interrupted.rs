//! Tests that runs which are killed and restarted write the same bytes as uninterrupted runs.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Time limit for a run to reach a state.
const PATIENCE: Duration = Duration::from_secs(120);

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

/// A command that writes its results incrementally.
struct Stream {
    arguments: &'static str,
    outputs: &'static [&'static str],
    /// Stale output of a killed run: the start of results of the same kind that do not occur in the new results.
    stale: &'static str,
    /// Whether it can resume from a checkpoint.
    resumes: bool,
}

const FINDING: &str = concat!(
    r#"{"kind":"results-differ","severity":"result","archive":"old.pgn","game":1,"offset":0,"line":1,"at_line":3,"#,
    r#""ply":2,"move":"e5","fen":"8/8/8/8/8/8/8/8 w - - 0 1","rules":"fide-2023","article":null,"says":"the tag","#,
    r#""white":null,"black":null,"site":null,"result":"1-0"}"#,
    "\n"
);
const CSV: &str = "kind,severity,archive,game,offset,line,at_line,ply,move,fen,rules,article,says,white,black,site,result,source,year\n";

const STREAMS: [Stream; 5] = [
    Stream {
        arguments: "audit --format json --out out games.pgn",
        outputs: &["out"],
        stale: FINDING,
        resumes: true,
    },
    Stream {
        arguments: "audit --format csv --out out games.pgn",
        outputs: &["out"],
        stale: CSV,
        resumes: true,
    },
    Stream {
        arguments: "audit --annotated out games.pgn",
        outputs: &["out"],
        stale: "% written by lawbook audit\n\n[Event \"old\"]\n",
        resumes: false,
    },
    Stream {
        arguments: "audit merge --format json --out out 1.jsonl 2.jsonl",
        outputs: &["out"],
        stale: FINDING,
        resumes: false,
    },
    Stream {
        arguments: "audit generate --games 40 --planted out",
        outputs: &["out"],
        stale: "1 results-differ 7\n",
        resumes: false,
    },
];

/// Creates a folder with an archive, its results in two shards, and positions as standard input.
fn with_sources(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("input"), "").unwrap();
    let games = finished(&folder, "audit generate --games 300 --planted planted").stdout;
    fs::write(folder.join("games.pgn"), games).unwrap();
    for part in 1..=2 {
        let arguments =
            format!("audit --format json --shard {part}/2 --out {part}.jsonl games.pgn");
        // Some records contradict the rules.
        assert_eq!(finished(&folder, &arguments).status.code(), Some(1));
    }
    folder
}

/// Reads files, without the last field of each line, which is the time.
fn read(folder: &Path, names: &[&str]) -> Vec<String> {
    let timeless = |line: &str| match line.rsplit_once(",\"micros\":") {
        Some((result, time)) if time.trim_end_matches("}\n").parse::<u64>().is_ok() => {
            format!("{result}}}\n")
        }
        _ => line.to_owned(),
    };
    let read = |name: &&str| fs::read_to_string(folder.join(name)).unwrap();
    names.iter().map(read).map(|text| text.split_inclusive('\n').map(timeless).collect()).collect()
}

/// Output that a killed run has left, of any length, does not affect the next run.
#[test]
fn a_run_begins_from_an_empty_file() {
    let folder = with_sources("stale");
    for Stream { arguments, outputs, stale, resumes } in STREAMS {
        let right = finished(&folder, arguments);
        let expected = read(&folder, outputs);
        assert!(!expected[0].is_empty(), "{arguments}: {}", said(&right));
        let checkpoints = ["", " --resume checkpoint"];
        for resume in &checkpoints[..1 + usize::from(resumes)] {
            // A killed run can leave an incomplete line.
            let long = stale.repeat(2 + expected[0].len() / stale.len());
            for stale in [&long[..long.len() - 9], stale, &stale[..stale.len() - 1]] {
                for name in outputs {
                    fs::remove_file(folder.join(name)).unwrap();
                    fs::write(folder.join(format!("{name}.part")), stale).unwrap();
                }
                let (command, rest) = arguments.split_once(" --").unwrap();
                let again = finished(&folder, &format!("{command}{resume} --{rest}"));
                assert_eq!(again.status.code(), right.status.code(), "{}", said(&again));
                assert!(read(&folder, outputs) == expected, "{arguments}");
                assert!(!folder.join(format!("{}.part", outputs[0])).exists());
                let _ = fs::remove_file(folder.join("checkpoint"));
            }
        }
        fs::remove_file(folder.join("out")).unwrap();
    }
}

/// Waits until a condition holds or the process ends.
fn wait_until(child: &mut Child, is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() && child.try_wait().unwrap().is_none() {
        assert!(begin.elapsed() < PATIENCE, "the run does not come so far");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Kills a run of each command when its file has reached some length, and restarts it.
#[test]
fn a_resumed_run_writes_what_a_clean_run_does() {
    let folder = with_sources("killed");
    for Stream { arguments, outputs, resumes, .. } in STREAMS {
        let right = finished(&folder, arguments);
        let expected = read(&folder, outputs);
        let (command_name, rest) = arguments.split_once(" --").unwrap();
        let checkpoints = ["", " --resume checkpoint"];
        for resume in &checkpoints[..1 + usize::from(resumes)] {
            for length in [0, 1, 10_000, 100_000] {
                let _ = fs::remove_file(folder.join("out"));
                let arguments = format!("{command_name}{resume} --{rest}");
                let mut killed = command(&folder, &arguments);
                let mut killed =
                    killed.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
                wait_until(&mut killed, || {
                    fs::metadata(folder.join("out.part")).is_ok_and(|part| part.len() >= length)
                });
                killed.kill().unwrap();
                killed.wait().unwrap();
                let again = finished(&folder, &arguments);
                assert_eq!(again.status.code(), right.status.code(), "{}", said(&again));
                assert!(read(&folder, outputs) == expected, "{arguments} at {length}");
                let _ = fs::remove_file(folder.join("checkpoint"));
            }
        }
        fs::remove_file(folder.join("out")).unwrap();
    }
}

/// Commands that write their result at the end: the file is either unchanged or complete.
#[test]
fn a_whole_file_survives_a_kill_at_any_moment() {
    let folder = folder("whole");
    fs::write(folder.join("input"), "").unwrap();
    fs::write(folder.join("g.pgn"), "1. e4 e5 *\n").unwrap();
    for (arguments, output) in [
        ("claims --force --out claims.txt g.pgn", "claims.txt"),
        (
            "repro castling-right-without-its-rook --library chessops --force --out out.mjs",
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
        ("baseline init --library chess --file out/lawbook.yaml", 0),
        ("fuzz --plies 100 --seed 1 --no-known --library chess --promote out", 1),
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

/// Flips one bit in the results or the checkpoint of a killed run: resuming must fail.
#[test]
#[expect(clippy::too_many_lines, reason = "one sequence of runs")]
fn no_flipped_bit_is_gone_on_with() {
    let folder = folder("flipped");
    let games = Command::new(env!("CARGO_BIN_EXE_lawbook"))
        .args(["audit", "generate", "--games", "900", "--planted", "planted"])
        .current_dir(&folder)
        .output()
        .unwrap()
        .stdout;
    for (arguments, input, parts) in [(
        "audit --format json --out out --annotated wrong --resume checkpoint -",
        games,
        &["out", "wrong"][..],
    )] {
        fs::write(folder.join("input"), &input).unwrap();
        let mut killed = command(&folder, arguments);
        // The process waits for more input.
        let (reader, mut writer) = std::io::pipe().unwrap();
        let mut killed =
            killed.stdin(reader).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let has_checkpoint =
            || fs::metadata(folder.join("checkpoint")).is_ok_and(|about| about.len() > 0);
        let mut pieces = input.chunks(input.len() / 40);
        while !has_checkpoint()
            && let Some(piece) = pieces.next()
        {
            std::io::Write::write_all(&mut writer, piece).unwrap();
            thread::sleep(Duration::from_millis(50));
        }
        wait_until(&mut killed, has_checkpoint);
        killed.kill().unwrap();
        killed.wait().unwrap();
        drop(writer);

        let checkpoint = fs::read(folder.join("checkpoint")).unwrap();
        let about: serde_json::Value = serde_json::from_slice(&checkpoint).unwrap();
        let written = |field: &str| {
            let field = &about["checkpoint"][field];
            field["latest"]["bytes"].as_u64().or(field["bytes"].as_u64()).unwrap() as usize
        };
        let mut files = vec![("checkpoint".to_owned(), checkpoint.len())];
        for (name, field) in parts.iter().zip(["written", "annotated"]) {
            assert!(written(field) > 100, "{name}: {about}");
            files.push((format!("{name}.part"), written(field)));
        }
        for (name, length) in files {
            let whole = fs::read(folder.join(&name)).unwrap();
            assert!(whole.len() >= length);
            // The first byte, the last, and some between. Unit tests of the package flip every bit.
            for number in 0..=12 {
                let (at, bit) = ((length - 1) * number / 12, number % 8);
                let mut flipped = whole.clone();
                flipped[at] ^= 1 << bit;
                fs::write(folder.join(&name), &flipped).unwrap();
                let output = finished(&folder, arguments);
                let said = said(&output);
                assert_eq!(output.status.code(), Some(5), "{name} {at} {bit}: {said}");
                assert!(said.contains(&name), "{said}");
                assert!(fs::read(folder.join(&name)).unwrap() == flipped, "{name} is left alone");
                assert!(!folder.join("out").exists());
            }
            fs::write(folder.join(&name), whole).unwrap();
        }
        let again = finished(&folder, arguments);
        assert!(said(&again).contains("resuming after"), "{}", said(&again));
        let without = arguments.replace("--resume checkpoint ", "").replace(" out ", " right ");
        assert_eq!(finished(&folder, &without).status.code(), again.status.code());
        assert!(read(&folder, &["out"]) == read(&folder, &["right"]));

        // The same applies to complete results.
        let whole = fs::read(folder.join("out")).unwrap();
        for number in 0..=12 {
            let at = (whole.len() - 1) * number / 12;
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << (number % 8);
            fs::write(folder.join("out"), &flipped).unwrap();
            let output = finished(&folder, arguments);
            assert_eq!(output.status.code(), Some(5), "{at}: {}", said(&output));
        }
        fs::write(folder.join("out"), whole).unwrap();
        assert_eq!(finished(&folder, arguments).status.code(), again.status.code());
        for name in ["out", "wrong", "right", "checkpoint"] {
            let _ = fs::remove_file(folder.join(name));
        }
    }
}
