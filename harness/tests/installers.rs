//! Tests `history` and `bisect` with wrong registry data and hanging installers. Scripts replace npm, pip and cargo.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use tempfile::TempDir;

use crate::{
    common::spawn_piped,
    processes::{heeding_signals, is_there, send, wait_until},
};

/// A fake tool: logs its call, prints the file `releases`, and executes the file `install`. As the runtime of an
/// adapter, it serves a linked library.
const TOOL: &str = r#"#!/bin/sh
cd "$FAKE" || exit 1
name=$(basename "$0")
case "$name $*" in
node*|"python3 -S"*) exec "$LAWBOOK" adapter serve shakmaty ;;
*" view "*|*" index versions "*|*" generate-lockfile "*) step=list ;;
*) step=install ;;
esac
echo "$step: $name $*" >>log
if [ -f "$step" ]; then . "./$step"; fi
if [ "$step" = list ]; then cat releases; fi
"#;

/// An installer that hangs, with a child, and on Linux a child in a session of its own.
const HANGING: &str = r#"
sleep 600 & echo $! >child
if command -v setsid; then setsid sh -c 'echo $$ >daemon; exec sleep 600' & fi >/dev/null
echo $$ >installer
exec sleep 600
"#;

/// A folder with the fake tools, which is the working directory of the command.
struct Fake(TempDir);

impl Fake {
    fn new(releases: &str) -> Fake {
        use std::os::unix::fs::PermissionsExt;
        let fake = Fake(tempfile::tempdir().unwrap());
        fs::create_dir_all(fake.path("bin")).unwrap();
        for tool in ["npm", "python3", "cargo", "node"] {
            let path = fake.path("bin").join(tool);
            fs::write(&path, TOOL).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        fake.write("releases", releases);
        let index = fake.path("cargo/registry/index/one/.cache/ow/lc");
        fs::create_dir_all(&index).unwrap();
        fs::write(index.join("owlchess"), "\0{\"vers\":\"0.1.0\"}\0").unwrap();
        fake
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap_or_default()
    }

    /// The command, with the fake tools first in the search path.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = heeding_signals(arguments);
        command.args(["--cache", self.path("cache").to_str().unwrap(), "--libraries", "libraries"]);
        let path = format!("{}:{}", self.path("bin").display(), std::env::var("PATH").unwrap());
        command
            .env("PATH", path)
            .env("FAKE", self.0.path())
            .env("LAWBOOK", env!("CARGO_BIN_EXE_lawbook"))
            .env("CARGO_HOME", self.path("cargo"))
            .stdin(Stdio::null());
        command
    }

    /// Runs `lawbook history`. Returns its messages.
    #[track_caller]
    fn history(&self, arguments: &[&str], exit: i32) -> String {
        let out = self.path("out");
        let arguments = [&["history", "--out-dir", out.to_str().unwrap()], arguments].concat();
        let Output { status, stdout, stderr } = self.command(&arguments).output().unwrap();
        let said = String::from_utf8([stdout, stderr].concat()).unwrap();
        assert_eq!(status.code(), Some(exit), "{arguments:?}: {said}");
        said
    }

    /// Process ids of the hanging installer and its children.
    fn processes(&self) -> Vec<String> {
        let has_setsid = Command::new("setsid").arg("true").stderr(Stdio::null()).status().is_ok();
        let is_found = cfg!(target_os = "linux") && has_setsid;
        let names =
            if is_found { &["installer", "child", "daemon"][..] } else { &["installer", "child"] };
        let read = |name: &&str| {
            let text = fs::read_to_string(self.path(name)).unwrap_or_default();
            text.ends_with('\n').then(|| text.trim().to_owned())
        };
        let mut numbers = None;
        wait_until("the installer starts", || {
            numbers = names.iter().map(read).collect();
            numbers.is_some()
        });
        numbers.unwrap()
    }

    #[track_caller]
    fn assert_nothing_runs(&self, processes: &[String]) {
        wait_until("everything ends", || !processes.iter().any(|process| is_there(process)));
    }
}

/// One library per tool, with one release as its registry lists it.
const LIBRARIES: [(&str, &str); 3] = [
    ("chess.js", "[\"1.0.0\"]"),
    ("nchess", "nchess (1.0.0)\nAvailable versions: 1.0.0\n"),
    ("owlchess", ""),
];

fn write_victim(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("kept"), "kept").unwrap();
}

#[track_caller]
fn assert_kept(folder: &Path) {
    assert_eq!(fs::read_to_string(folder.join("kept")).unwrap(), "kept");
}

#[test]
fn a_version_that_is_a_path_or_an_option_touches_nothing() {
    let long = "1".repeat(1000);
    for version in [
        "../../victim",
        "../../../victim",
        "/etc/victim",
        "..",
        "",
        "--prefix=x",
        "..\\victim",
        "C:\\victim",
        "1.0\u{0}",
        "a b",
        &long,
    ] {
        let releases = serde_json::to_string(&["1.0.0", version]).unwrap();
        let fake = Fake::new(&releases);
        write_victim(&fake.path("victim"));
        for more in [&[][..], &["--versions", "1.0.0"], &["--list"]] {
            let said = fake.history(&[&["chess.js"], more].concat(), 5);
            assert!(said.contains("as npm lists them: "), "{version:?}: {said}");
            assert!(said.contains("is not the name of a version; expected"), "{said}");
        }
        assert_kept(&fake.path("victim"));
        assert!(!fake.log().contains("install: "), "{}", fake.log());
    }
    let fake = Fake::new("Available versions: 1.0, ../../victim\n");
    let said = fake.history(&["nchess"], 5);
    assert!(said.contains("as pypi lists them: \"../../victim\" is not the name"), "{said}");
}

#[test]
fn a_link_in_the_cache_is_not_followed() {
    let fake = Fake::new("[\"1.0.0\"]");
    let victim = fake.path("victim");
    write_victim(&victim.join("1.0.0"));
    fs::create_dir_all(fake.path("cache")).unwrap();
    std::os::unix::fs::symlink(&victim, fake.path("cache/chess.js")).unwrap();
    let said = fake.history(&["chess.js"], 0);
    assert!(said.contains("0 of 1 releases asked"), "{said}");
    let data = fs::read_to_string(fake.path("out/chess.js.json")).unwrap();
    assert!(data.contains("is a link; expected a folder"), "{data}");
    assert_kept(&victim.join("1.0.0"));
    assert!(!fake.log().contains("install: "), "{}", fake.log());
}

#[test]
fn what_a_registry_answers_has_limits() {
    let fake = Fake::new(&format!("[\"{}\"]", "1".repeat(5 << 20)));
    let said = fake.history(&["chess.js", "--list"], 5);
    assert!(said.contains("it writes more than 4194304 bytes"), "{said}");
    fake.write("releases", "{\"versions\": 3}");
    let said = fake.history(&["chess.js", "--list"], 5);
    assert!(said.contains("expected a version or a list of versions in JSON"), "{said}");
    fake.write("releases", &serde_json::to_string(&vec!["1.0"; 10_001]).unwrap());
    let said = fake.history(&["chess.js", "--list"], 5);
    assert!(said.contains("found 10001 releases; expected at most 10000"), "{said}");
    fake.write("releases", "[\"1.0\", \"2.0\", \"1.0\"]");
    assert_eq!(fake.history(&["chess.js", "--list"], 0), "chess.js 1.0\nchess.js 2.0\n");
    fake.write("list", "exec sleep 600");
    let said = fake.history(&["chess.js", "--list", "--build", "1"], 5);
    assert!(said.contains("it did not end within 1 s"), "{said}");
    fake.write("list", "echo 'npm error code E404' >&2; exit 1");
    let said = fake.history(&["chess.js", "--list"], 5);
    assert!(said.contains("versions --json`: npm error code E404"), "{said}");
}

#[test]
fn scripts_of_a_package_are_not_run_unless_it_is_wanted() {
    let fake = Fake::new("[\"1.0.0\"]");
    let said = fake.history(&["chess.js"], 0);
    assert!(said.starts_with("chess.js: 1 of 1 releases asked"), "{said}");
    assert!(
        fake.log().contains("install: npm install ") && fake.log().contains(" --ignore-scripts ")
    );

    let fake = Fake::new("Available versions: 1.0.0\n");
    fake.write(
        "install",
        "echo 'ERROR: No matching distribution found for nchess==1.0.0' >&2; exit 1",
    );
    fake.history(&["nchess"], 0);
    let data = fs::read_to_string(fake.path("out/nchess.json")).unwrap();
    assert!(data.contains("`--from-source --retry` builds it and runs its build script"), "{data}");
    assert!(fake.log().contains(" --only-binary=:all: "), "{}", fake.log());
    fs::remove_file(fake.path("log")).unwrap();
    fs::remove_file(fake.path("install")).unwrap();
    let said = fake.history(&["nchess", "--from-source", "--retry"], 0);
    assert!(said.starts_with("nchess: 1 of 1 releases asked"), "{said}");
    let log = fake.log();
    assert!(log.contains("install: python3 -m pip install ") && !log.contains("binary"), "{log}");
}

#[test]
fn a_hanging_installer_is_killed_with_its_children() {
    for (library, releases) in LIBRARIES {
        let fake = Fake::new(releases);
        fake.write("install", HANGING);
        let said = fake.history(&[library, "--build", "2"], 0);
        assert!(said.contains("0 of 1 releases asked"), "{said}");
        fake.assert_nothing_runs(&fake.processes());
        let data = fs::read_to_string(fake.path("out").join(format!("{library}.json"))).unwrap();
        assert!(data.contains(" within 2 s"), "{data}");
    }
}

#[test]
fn no_installer_outlives_the_command() {
    let history = LIBRARIES.map(|(library, releases)| (vec!["history", library], releases));
    let bisect = vec!["bisect", "--library", "chess.js", "--id", "castling-gives-mate"];
    let bisect = (bisect, "[\"1.0.0\", \"2.0.0\"]");
    for (arguments, releases) in history.into_iter().chain([bisect]) {
        for signal in ["INT", "TERM", "KILL"] {
            let fake = Fake::new(releases);
            fake.write("install", HANGING);
            let mut command = spawn_piped(&mut fake.command(&arguments));
            let processes = fake.processes();
            let number = command.id().to_string();
            assert!(processes.iter().all(|process| is_there(process)), "{arguments:?}");
            send(signal, &number);
            wait_until(signal, || command.try_wait().unwrap().is_some());
            fake.assert_nothing_runs(&processes);
        }
    }
}
