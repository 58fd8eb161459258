//! Commands never overwrite or lose data: neither their own input, nor another of their outputs, nor files of other
//! origin.

use std::{
    fs::{self, File},
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use crate::common::{RIGHT, empty_folder, files_in};

/// Content of the test archives.
const GAMES: &str =
    "[Result \"1-0\"]\n\n1. e4 e5 0-1\n\n[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

/// Runs the command in a folder.
fn lawbook(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
    command.args(arguments.split(' ')).current_dir(folder).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A result that cannot be delivered is an error, unless the reader closed the pipe because it has read enough.
#[test]
fn a_result_that_is_lost_is_an_error() {
    let folder = empty_folder("outputs/lost");
    fs::write(folder.join("g.pgn"), GAMES).unwrap();
    fs::write(
        folder.join("stdin"),
        "{\"type\":\"hello\",\"id\":0,\"protocol\":1}\n7k/7p/5K2/8/8/8/8/6N1 w - - 0 1\n",
    )
    .unwrap();
    let small = format!("--no-known --cases {RIGHT} --library chess");
    let commands = [
        "--help",
        "--version",
        "audit --help",
        "audit g.pgn",
        "audit --format json g.pgn",
        "audit kinds",
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
    }
    // Output to the null device is not an error.
    let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
    command.args(["audit", "g.pgn"]).current_dir(&folder).stdout(Stdio::null());
    assert_eq!(command.status().unwrap().code(), Some(1));
}

/// An output is never standard output, which is the default where there is one.
#[test]
fn a_dash_is_no_path_of_an_output() {
    let folder = empty_folder("outputs/dash");
    for arguments in [
        "check --out-dir -",
        "site --out-dir -",
        "export --out-dir -",
        "repro castling-right-without-its-rook --library chessops --out -",
        "repro --library chess --out-dir -",
        "adapter new --language python --out -",
    ] {
        let output = lawbook(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", said(&output));
        assert!(said(&output).contains("this is not standard output; expected a path"));
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

/// A folder is written if it is new, empty or marked; any other needs `--force`, and gets no marker by it.
#[test]
fn a_folder_of_other_origin_is_written_only_by_force() {
    let folder = empty_folder("outputs/folders");
    let small = format!("--no-known --cases {RIGHT} --library chess");
    for (command, file) in [
        (format!("check {small}"), "README.md"),
        (format!("site --cases {RIGHT}"), "index.html"),
        (format!("export --cases {RIGHT}"), "schema.json"),
        (
            "repro --library chessops".to_owned(),
            "01-right-without-pieces-a-bishop-in-the-kings-corner.mjs",
        ),
    ] {
        let out = folder.join("out");
        let path = out.join(file);
        let run = |more: &str| {
            let arguments = format!("{command} --out-dir out{more}");
            let output = lawbook(&folder, &arguments);
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
        let before = files_in(&out);
        let (code, refused) = run("");
        assert_eq!(code, Some(5), "{command}");
        assert!(refused.contains("out has files and no .lawbook"), "{refused}");
        assert!(files_in(&out) == before, "{command}");
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
    let folder = empty_folder("outputs/site");
    fs::create_dir_all(folder.join("cases")).unwrap();
    fs::create_dir_all(folder.join("site")).unwrap();
    fs::write(folder.join("site/.lawbook"), "").unwrap();
    symlink("../cases", folder.join("site/cases")).unwrap();
    let arguments = format!("site --out-dir site --cases {RIGHT}");
    let output = lawbook(&folder, &arguments);
    assert_eq!(output.status.code(), Some(5), "{}", said(&output));
    assert!(said(&output).contains("a symbolic link leads out"), "{}", said(&output));
    assert!(files_in(&folder.join("cases")).is_empty());
}

#[test]
fn a_check_writes_reports_only_where_they_belong() {
    let folder = empty_folder("outputs/reports");
    fs::create_dir_all(folder.join("reports")).unwrap();
    fs::write(folder.join("reports/README.md"), "# My reports\n").unwrap();
    let before = files_in(&folder.join("reports"));
    // A check without `--out-dir` in another project does not write reports.
    let output = lawbook(&folder, "check --brief");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    // A folder that looks like a checkout of this project is one.
    fs::create_dir_all(folder.join("harness/command")).unwrap();
    fs::write(folder.join("harness/command/Cargo.toml"), "").unwrap();
    fs::write(folder.join("Cargo.toml"), "[package]\nname = \"lawbook\"\n").unwrap();
    let output = lawbook(&folder, "check --brief");
    assert_eq!(output.status.code(), Some(5), "{}", said(&output));
    assert!(output.stdout.is_empty(), "it is said before anything is asked");
    // Of a part of the catalogue there is no report.
    let output = lawbook(&folder, "check --brief --id threefold-with-written-move");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(files_in(&folder.join("reports")), before);
}

/// An existing file is replaced only by force.
#[test]
fn a_file_is_replaced_only_by_force() {
    let folder = empty_folder("outputs/file");
    fs::write(folder.join("g.pgn"), GAMES).unwrap();
    fs::write(folder.join("notes"), "Buy milk.\n").unwrap();
    symlink("notes", folder.join("link")).unwrap();
    symlink("gone", folder.join("broken")).unwrap();
    let repro = "repro castling-right-without-its-rook --question setup --library chessops";
    let before = files_in(&folder);
    for command in ["adapter new --language go", repro] {
        for (out, text) in
            [("notes", "notes exists"), ("link", "link exists"), ("broken", "broken")]
        {
            let output = lawbook(&folder, &format!("{command} --out {out}"));
            assert_eq!(output.status.code(), Some(5), "{command}: {}", said(&output));
            assert!(said(&output).contains(text), "{}", said(&output));
            assert_eq!(files_in(&folder), before, "{command}");
        }
        let forced = lawbook(&folder, &format!("{command} --out link --force"));
        assert_eq!(forced.status.code(), Some(0), "{command}: {}", said(&forced));
        assert!(folder.join("link").is_symlink() && files_in(&folder) != before, "{command}");
        fs::write(folder.join("notes"), "Buy milk.\n").unwrap();
    }
    let new = "adapter new --language go --out .";
    assert_eq!(lawbook(&folder, new).status.code(), Some(0));
    let refused = lawbook(&folder, new);
    assert_eq!(refused.status.code(), Some(5));
    assert!(said(&refused).contains("lawbook_adapter.go exists"), "{}", said(&refused));
    for device in ["/dev/null", "."] {
        let output = lawbook(&folder, &format!("{repro} --force --out {device}"));
        assert_eq!(output.status.code(), Some(5), "{device}: {}", said(&output));
        assert!(said(&output).contains("expected a file"), "{}", said(&output));
    }
}

#[test]
fn a_baseline_is_written_whole_and_over_no_other_file() {
    let folder = empty_folder("outputs/baseline");
    fs::write(folder.join("notes"), "Buy milk.\n").unwrap();
    symlink("real.txt", folder.join("lawbook.txt")).unwrap();
    let before = files_in(&folder);
    // A file of another kind is not called an old version of a baseline.
    let update = "check --brief --library chess --update --baseline";
    let output = lawbook(&folder, &format!("{update} notes"));
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert_eq!(files_in(&folder), before);
    fs::write(folder.join("real.txt"), "library chess\ncatalogue 0.1.0\nlevel core\nanswers\n")
        .unwrap();
    let output = lawbook(&folder, &format!("{update} lawbook.txt"));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(folder.join("lawbook.txt").is_symlink());
    let names: Vec<PathBuf> = files_in(&folder).into_keys().collect();
    assert_eq!(names, ["lawbook.txt", "notes", "real.txt"].map(PathBuf::from));
    assert!(fs::read_to_string(folder.join("real.txt")).unwrap().contains(" -- "));
}
