//! Commands never overwrite or lose data: neither their own input, nor another of their outputs, nor files of other
//! origin.

use std::{
    fs::{self, File},
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use crate::common::run;

/// Content of the test archives.
const GAMES: &str =
    "[Result \"1-0\"]\n\n1. e4 e5 0-1\n\n[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

/// Creates an empty folder with this name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outputs").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the command in a folder with this standard input.
fn lawbook(folder: &Path, stdin: Stdio, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lawbook"))
        .args(arguments.split(' '))
        .current_dir(folder)
        .stdin(stdin)
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Names and contents of the files in a folder.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn what_is_read_is_never_written() {
    let folder = folder("read");
    fs::create_dir_all(folder.join("below")).unwrap();
    fs::write(folder.join("g.pgn"), GAMES).unwrap();
    fs::write(folder.join("g.pgn.part"), GAMES).unwrap();
    symlink("g.pgn", folder.join("link.pgn")).unwrap();
    symlink(".", folder.join("here")).unwrap();
    fs::hard_link(folder.join("g.pgn"), folder.join("same.pgn")).unwrap();
    let parts = "audit --format json --shard 1/1 --out part.jsonl g.pgn";
    assert_eq!(lawbook(&folder, Stdio::null(), parts).status.code(), Some(1));
    symlink("part.jsonl", folder.join("link.jsonl")).unwrap();
    let before = files(&folder);
    for arguments in [
        "audit --out g.pgn g.pgn",
        "audit --out below/../g.pgn ./g.pgn",
        "audit --out link.pgn g.pgn",
        "audit --out g.pgn link.pgn",
        "audit --out same.pgn g.pgn",
        "audit --out here/here/g.pgn g.pgn",
        "audit --out g.pgn g.pgn.part",
        "audit --annotated g.pgn g.pgn",
        "audit --annotated link.pgn g.pgn",
        "audit --format csv --out new.csv --resume g.pgn g.pgn",
        "audit --out same.pgn -",
        "audit --annotated g.pgn -",
        "audit merge --out part.jsonl part.jsonl",
        "audit merge --out link.jsonl part.jsonl",
        "audit merge --format json --out here/part.jsonl part.jsonl",
    ] {
        let stdin = Stdio::from(File::open(folder.join("g.pgn")).unwrap());
        let output = lawbook(&folder, stdin, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", said(&output));
        assert!(said(&output).contains("is read by the same command"), "{}", said(&output));
        assert_eq!(files(&folder), before, "{arguments}");
    }
    // Standard output may be redirected to a file.
    let out = File::options().append(true).open(folder.join("same.pgn")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
    command.args(["audit", "g.pgn"]).current_dir(&folder).stdout(out);
    assert_eq!(command.status().unwrap().code(), Some(2));
    assert_eq!(files(&folder), before);
}

#[test]
fn outputs_do_not_mix() {
    let folder = folder("mixed");
    fs::write(folder.join("g.pgn"), GAMES).unwrap();
    symlink("new", folder.join("link")).unwrap();
    symlink(".", folder.join("here")).unwrap();
    let before = files(&folder);
    for arguments in [
        "audit --out new --annotated new g.pgn",
        "audit --out new --annotated here/new g.pgn",
        "audit --out new --annotated link g.pgn",
        "audit --out link --annotated ./new g.pgn",
        "audit --out new --resume new g.pgn",
        "audit --out new --resume new.part g.pgn",
        "audit --annotated /dev/stdout g.pgn",
        "audit --out /dev/stdout --annotated /dev/fd/1 g.pgn",
        "audit generate --planted /dev/stdout",
    ] {
        let output = lawbook(&folder, Stdio::null(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", said(&output));
        assert!(said(&output).contains("written otherwise by the same"), "{}", said(&output));
        assert!(output.stdout.is_empty(), "{arguments}");
        assert_eq!(files(&folder), before, "{arguments}");
    }
}

#[test]
fn foreign_files_are_kept() {
    let folder = folder("foreign");
    fs::write(folder.join("g.pgn"), GAMES).unwrap();
    fs::write(folder.join("part.jsonl"), run(&["audit", "--format", "json", "-"], b"").stdout)
        .unwrap();
    fs::write(folder.join("notes"), "Buy milk.\n").unwrap();
    fs::write(folder.join("other.part"), "Buy milk.\n").unwrap();
    symlink("notes", folder.join("link")).unwrap();
    symlink("gone", folder.join("broken.part")).unwrap();
    let before = files(&folder);
    for arguments in [
        "audit --out notes g.pgn",
        "audit --format json --out link g.pgn",
        "audit --format csv --out other g.pgn",
        "audit --out broken g.pgn",
        "audit --annotated notes g.pgn",
        "audit --out new --resume notes g.pgn",
        "audit --out notes --resume new g.pgn",
        "audit merge --out notes part.jsonl",
        "audit generate --planted notes",
        "audit generate --planted g.pgn",
    ] {
        let output = lawbook(&folder, Stdio::null(), arguments);
        assert_eq!(output.status.code(), Some(5), "{arguments}: {}", said(&output));
        let says = ["was not written by this command", "this is not a checkpoint"];
        assert!(says.iter().any(|says| said(&output).contains(says)), "{}", said(&output));
        assert_eq!(files(&folder), before, "{arguments}");
    }
}

#[test]
fn what_we_wrote_ourselves_is_replaced() {
    let folder = folder("own");
    fs::write(folder.join("g.pgn"), GAMES).unwrap();
    fs::write(folder.join("real"), "").unwrap();
    symlink("real", folder.join("out")).unwrap();
    for format in ["text", "json", "csv", "json", "text"] {
        let arguments = format!("audit --format {format} --out out --annotated wrong.pgn g.pgn");
        let output = lawbook(&folder, Stdio::null(), &arguments);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        let name = format!("audit --format {format} g.pgn");
        let right = String::from_utf8(lawbook(&folder, Stdio::null(), &name).stdout).unwrap();
        let names: Vec<String> = files(&folder).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["g.pgn", "out", "real", "wrong.pgn"]);
        assert_eq!(fs::read_to_string(folder.join("real")).unwrap(), right);
        assert!(folder.join("out").is_symlink());
    }
    // Annotated games are valid input, but not if the output would overwrite them.
    let again = lawbook(&folder, Stdio::null(), "audit --annotated wrong.pgn wrong.pgn");
    assert_eq!(again.status.code(), Some(2));
    let again = lawbook(&folder, Stdio::null(), "audit --format json wrong.pgn");
    let first = String::from_utf8(again.stdout).unwrap().lines().next().unwrap().to_owned();
    assert!(first.contains("\"line\":3,"), "{first}");
    for _ in 0..2 {
        let arguments = "audit generate --games 30 --planted planted";
        assert_eq!(lawbook(&folder, Stdio::null(), arguments).status.code(), Some(0));
        assert!(!fs::read(folder.join("planted")).unwrap().is_empty());
    }
}

#[test]
fn results_are_there_whole_or_as_they_were() {
    let folder = folder("whole");
    fs::write(folder.join("g.pgn"), GAMES).unwrap();
    let one = "audit --format json --out one.jsonl --shard 1/2 g.pgn";
    assert_eq!(lawbook(&folder, Stdio::null(), one).status.code(), Some(1));
    let all = "audit --format json --out all.jsonl g.pgn";
    assert_eq!(lawbook(&folder, Stdio::null(), all).status.code(), Some(1));
    let before = files(&folder);
    let merge =
        lawbook(&folder, Stdio::null(), "audit merge --format json --out all.jsonl one.jsonl");
    assert_eq!(merge.status.code(), Some(5), "{}", said(&merge));
    assert!(said(&merge).contains("part 2/2 of g.pgn is missing"));
    assert_eq!(files(&folder), before);
}

#[test]
fn results_go_to_pipes_and_devices() {
    let folder = folder("special");
    fs::write(folder.join("g.pgn"), GAMES).unwrap();
    let right = lawbook(&folder, Stdio::null(), "audit --format json g.pgn");
    for (arguments, is_there) in [
        ("audit --format json --out /dev/stdout g.pgn", true),
        ("audit --format json --out /dev/stdout --annotated /dev/null g.pgn", true),
        ("audit --format json --out /dev/null --annotated /dev/null g.pgn", false),
        ("audit --format json --out /proc/self/fd/1 g.pgn", true),
    ] {
        let output = lawbook(&folder, Stdio::null(), arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments}: {}", said(&output));
        let expected = if is_there { &right.stdout[..] } else { b"" };
        assert_eq!(output.stdout, expected, "{arguments}");
    }
    // Standard output may be a file with content.
    fs::write(folder.join("log"), "begun\n").unwrap();
    let out = File::options().append(true).open(folder.join("log")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
    command.args(["audit", "--format", "json", "--out", "/dev/stdout", "g.pgn"]);
    assert_eq!(command.current_dir(&folder).stdout(out).status().unwrap().code(), Some(1));
    let log = fs::read_to_string(folder.join("log")).unwrap();
    assert_eq!(log, format!("begun\n{}", String::from_utf8(right.stdout).unwrap()));
    // A run can only resume if its output can be read again.
    for arguments in [
        "audit --out /dev/stdout --resume checkpoint g.pgn",
        "audit --out out --resume /dev/null g.pgn",
    ] {
        let output = lawbook(&folder, Stdio::null(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", said(&output));
        assert!(!folder.join("checkpoint").exists() && !folder.join("out").exists());
    }
}

#[test]
fn two_runs_do_not_share_a_checkpoint() {
    let folder = folder("shared");
    let arguments = ["audit", "--format", "json", "--out", "one", "--resume", "checkpoint", "-"];
    let start = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
        command.args(arguments).current_dir(&folder).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    // The process waits for input.
    let mut first = start(&arguments);
    while !folder.join("one.part").exists() {
        assert!(first.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    for other in ["one", "two"] {
        let second = lawbook(
            &folder,
            Stdio::null(),
            &format!("audit --format json --out {other} --resume checkpoint -"),
        );
        assert_eq!(second.status.code(), Some(5), "{}", said(&second));
        assert!(said(&second).contains("another run is using"), "{}", said(&second));
    }
    let same = lawbook(&folder, Stdio::null(), "audit --out one -");
    assert!(said(&same).contains("another run is using"), "{}", said(&same));
    drop(first.stdin.take());
    assert_eq!(first.wait().unwrap().code(), Some(4));
    let names: Vec<String> = files(&folder).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["checkpoint", "one"]);
}

/// A result that cannot be delivered is an error, unless the reader closed the pipe because it has read enough.
#[test]
fn a_result_that_is_lost_is_an_error() {
    let folder = folder("lost");
    fs::write(folder.join("g.pgn"), GAMES).unwrap();
    fs::write(
        folder.join("stdin"),
        "{\"type\":\"hello\",\"id\":0,\"protocol\":1}\n7k/7p/5K2/8/8/8/8/6N1 w - - 0 1\n",
    )
    .unwrap();
    let part = "audit --format json --shard 1/1 --out part.jsonl g.pgn";
    assert_eq!(lawbook(&folder, Stdio::null(), part).status.code(), Some(1));
    let small = format!("--no-known --cases {RIGHT} --library chess");
    let commands = [
        "--help",
        "--version",
        "audit --help",
        "audit g.pgn",
        "audit --format json g.pgn",
        "audit --annotated wrong.pgn g.pgn",
        "audit kinds",
        "audit merge part.jsonl",
        "audit generate --games 2",
        "claims g.pgn",
        "completions bash",
        "dead 7k/7p/5K2/8/8/8/8/6N1 w - - 0 1",
        "dead --format json 7k/7p/5K2/8/8/8/8/6N1 w - - 0 1",
        "dead -",
        "list",
        "rule --sentences",
        "adapter serve",
        &format!("check {small}"),
        &format!("lint --cases {RIGHT}"),
    ];
    for arguments in commands {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
        command.args(arguments.split(' ')).current_dir(&folder);
        command.stdin(File::open(folder.join("stdin")).unwrap());
        command.stdout(File::options().write(true).open("/dev/full").unwrap());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(5), "{arguments}: {}", said(&output));
        assert!(said(&output).contains("No space left"), "{arguments}: {}", said(&output));
        assert!(!folder.join("wrong.pgn").exists());
    }
    // Output to the null device is no error.
    let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
    command.args(["audit", "g.pgn"]).current_dir(&folder).stdout(Stdio::null());
    assert_eq!(command.status().unwrap().code(), Some(1));
}

/// Folder of the small catalogue without errors.
const RIGHT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/right");

/// A folder is written if it is new, empty or marked; any other needs `--force`, and gets no marker by it.
#[test]
fn a_folder_of_other_origin_is_written_only_by_force() {
    let folder = folder("folders");
    let small = format!("--no-known --cases {RIGHT} --library chess");
    for (command, file) in [
        (format!("check {small}"), "README.md"),
        (format!("site --cases {RIGHT} --library chess"), "index.html"),
        ("export vectors".to_owned(), "schema.json"),
        ("repro --library chessops".to_owned(), "01-castling-right-without-its-rook.mjs"),
    ] {
        let out = folder.join("out");
        let path = out.join(file);
        let run = |more: &str| {
            let arguments = format!("{command} --out-dir out{more}");
            let output = lawbook(&folder, Stdio::null(), &arguments);
            (output.status.code(), said(&output))
        };
        assert_eq!(run("").0, Some(0), "{command}");
        let right = fs::read(&path).unwrap();
        fs::write(&path, "old").unwrap();
        assert_eq!(run("").0, Some(0), "{command}");
        assert!(fs::read(&path).unwrap() == right, "{command}");
        // The marker makes the difference.
        fs::remove_file(out.join(".lawbook")).unwrap();
        fs::write(&path, "# My reports\n").unwrap();
        let before = files(&out);
        let (code, refused) = run("");
        assert_eq!(code, Some(5), "{command}");
        assert!(refused.contains("out has files and no .lawbook"), "{refused}");
        assert!(files(&out) == before, "{command}");
        assert_eq!(run(" --force").0, Some(0), "{command}");
        assert!(fs::read(&path).unwrap() == right && !out.join(".lawbook").exists());
        // A link to a file is replaced, not followed.
        fs::write(folder.join("notes"), "Buy milk.\n").unwrap();
        fs::remove_file(&path).unwrap();
        symlink("../notes", &path).unwrap();
        assert_eq!(run(" --force").0, Some(0), "{command}");
        assert_eq!(fs::read_to_string(folder.join("notes")).unwrap(), "Buy milk.\n");
        assert!(fs::read(&path).unwrap() == right && !path.is_symlink());
        fs::remove_dir_all(&out).unwrap();
    }
}

#[test]
fn a_site_does_not_leave_its_folder() {
    let folder = folder("site");
    fs::create_dir_all(folder.join("cases")).unwrap();
    fs::create_dir_all(folder.join("site")).unwrap();
    fs::write(folder.join("site/.lawbook"), "").unwrap();
    symlink("../cases", folder.join("site/cases")).unwrap();
    let arguments = format!("site --out-dir site --library chess --cases {RIGHT}");
    let output = lawbook(&folder, Stdio::null(), &arguments);
    assert_eq!(output.status.code(), Some(5), "{}", said(&output));
    assert!(said(&output).contains("a symbolic link leads out"), "{}", said(&output));
    assert!(files(&folder.join("cases")).is_empty());
}

#[test]
fn a_check_writes_reports_only_where_they_belong() {
    let folder = folder("reports");
    fs::create_dir_all(folder.join("reports")).unwrap();
    fs::write(folder.join("reports/README.md"), "# My reports\n").unwrap();
    let before = files(&folder.join("reports"));
    // A check without `--out-dir` in another project does not write reports.
    let output = lawbook(&folder, Stdio::null(), "check --brief");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    // A folder that looks like a checkout of this project is one.
    fs::create_dir_all(folder.join("harness")).unwrap();
    fs::write(folder.join("harness/Cargo.toml"), "").unwrap();
    fs::write(folder.join("Cargo.toml"), "[package]\nname = \"lawbook\"\n").unwrap();
    let output = lawbook(&folder, Stdio::null(), "check --brief");
    assert_eq!(output.status.code(), Some(5), "{}", said(&output));
    assert!(output.stdout.is_empty(), "it is said before anything is asked");
    assert_eq!(files(&folder.join("reports")), before);
}

/// An existing file is replaced only by force, and never if the same command reads it.
#[test]
fn a_file_is_replaced_only_by_force() {
    let folder = folder("file");
    fs::write(folder.join("g.pgn"), GAMES).unwrap();
    fs::write(folder.join("notes"), "Buy milk.\n").unwrap();
    symlink("notes", folder.join("link")).unwrap();
    symlink("gone", folder.join("broken")).unwrap();
    let repro = "repro castling-right-without-its-rook --library chessops";
    let before = files(&folder);
    for command in ["claims g.pgn", "adapter new --language go", repro] {
        for (out, text) in
            [("notes", "notes exists"), ("link", "link exists"), ("broken", "broken")]
        {
            let output = lawbook(&folder, Stdio::null(), &format!("{command} --out {out}"));
            assert_eq!(output.status.code(), Some(5), "{command}: {}", said(&output));
            assert!(said(&output).contains(text), "{}", said(&output));
            assert_eq!(files(&folder), before, "{command}");
        }
        let forced = lawbook(&folder, Stdio::null(), &format!("{command} --out link --force"));
        assert_eq!(forced.status.code(), Some(0), "{command}: {}", said(&forced));
        assert!(folder.join("link").is_symlink() && files(&folder) != before, "{command}");
        fs::write(folder.join("notes"), "Buy milk.\n").unwrap();
    }
    fs::hard_link(folder.join("g.pgn"), folder.join("same.pgn")).unwrap();
    for arguments in ["--out ./g.pgn g.pgn", "--out g.pgn -"] {
        let stdin = Stdio::from(File::open(folder.join("g.pgn")).unwrap());
        let output = lawbook(&folder, stdin, &format!("claims --force {arguments}"));
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", said(&output));
        assert_eq!(fs::read_to_string(folder.join("g.pgn")).unwrap(), GAMES);
    }
    // The same file by another name keeps its content.
    let output = lawbook(&folder, Stdio::null(), "claims --force --out same.pgn g.pgn");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(fs::read_to_string(folder.join("g.pgn")).unwrap(), GAMES);
    let piped = lawbook(&folder, Stdio::null(), "claims --out /dev/stdout g.pgn");
    assert_eq!(piped.stdout, lawbook(&folder, Stdio::null(), "claims g.pgn").stdout);
}

#[test]
fn a_draft_is_not_written_through_a_link() {
    let folder = folder("drafts");
    let name = "cozy-chess-occurrences-counts-less.yaml";
    symlink("../elsewhere", folder.join(name)).unwrap();
    let arguments = "fuzz --library cozy-chess --strategy double-push --plies 3000 --seed 11 --no-known --jobs 1 --promote .";
    let output = lawbook(&folder, Stdio::null(), arguments);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("already exists"), "{}", said(&output));
    assert!(folder.join(name).is_symlink() && !folder.join("../elsewhere").exists());
}

#[test]
fn a_baseline_is_written_whole_and_over_no_other_file() {
    let folder = folder("baseline");
    fs::write(folder.join("notes"), "Buy milk.\n").unwrap();
    symlink("real.yaml", folder.join("lawbook.yaml")).unwrap();
    let before = files(&folder);
    // `init` does not overwrite any file; the others refuse a file that is not a baseline.
    for (change, exit) in [("init", 5), ("add", 3), ("prune", 3)] {
        let arguments = format!("baseline {change} --library chess --file notes");
        let output = lawbook(&folder, Stdio::null(), &arguments);
        assert_eq!(output.status.code(), Some(exit), "{}", said(&output));
        assert_eq!(files(&folder), before);
    }
    fs::write(folder.join("real.yaml"), "catalogue: 0.1.0\nlibraries: {}\n").unwrap();
    let output =
        lawbook(&folder, Stdio::null(), "baseline add --library chess --file lawbook.yaml");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(folder.join("lawbook.yaml").is_symlink());
    let names: Vec<String> = files(&folder).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["lawbook.yaml", "notes", "real.yaml"]);
    assert!(fs::read_to_string(folder.join("real.yaml")).unwrap().contains("chess"));
}

/// A reader such as `head` may close the pipe early. Files that are written at the same time are completed.
#[test]
fn a_closed_pipe_leaves_the_files_beside_it_complete() {
    let folder = folder("closed");
    fs::write(folder.join("g.pgn"), GAMES.repeat(20_000)).unwrap();
    for (arguments, beside) in [
        ("audit --format json --annotated beside g.pgn", "beside"),
        ("audit --format csv --claims --annotated beside g.pgn", "beside"),
        ("audit generate --games 3000 --planted beside", "beside"),
    ] {
        let right = lawbook(&folder, Stdio::null(), arguments);
        let path = folder.join(beside);
        let expected = fs::read(&path).unwrap();
        assert!(!expected.is_empty(), "{arguments}");
        fs::remove_file(&path).unwrap();
        let (reader, writer) = std::io::pipe().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
        command.args(arguments.split(' ')).current_dir(&folder).stdin(Stdio::null()).stdout(writer);
        let mut child = command.spawn().unwrap();
        drop((command, reader));
        assert_eq!(child.wait().unwrap().code(), right.status.code(), "{arguments}");
        assert!(fs::read(&path).unwrap() == expected, "{arguments}");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn lines_that_are_not_understood_are_appended_to_their_own_file_only() {
    let folder = folder("unknown");
    fs::write(folder.join("notes.txt"), "my notes\n").unwrap();
    for (line, file, code) in [
        ("White*dances", "unknown.txt", 2),
        ("White*sings", "unknown.txt", 2),
        ("White*resigns", "unknown.txt", 0),
        ("White*dances", "notes.txt", 2),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_lawbook"))
            .args(["rule", "--unknown", file, "1. e4 e5", &line.replace('*', " ")])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(code), "{line}: {}", said(&output));
        assert_eq!(said(&output).contains("does not begin with"), file == "notes.txt");
    }
    let collected = "# lines that lawbook rule did not understand\nWhite dances\nWhite sings\n";
    assert_eq!(
        files(&folder),
        [
            ("notes.txt".to_owned(), "my notes\n".to_owned()),
            ("unknown.txt".to_owned(), collected.to_owned()),
        ]
    );
}
