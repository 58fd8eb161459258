//! Tests that no process of the group of an adapter outlives the command.

use std::{
    fs,
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use crate::common::{empty_folder, run, spawn_piped};

/// An adapter that only says hello, and then runs the command `$2`. It has a child that runs for ten minutes. The process
/// ids of both are written to files in the folder.
const ADAPTER: &str = r#"
read -r hello
echo '{"id":0,"protocol":1,"name":"sh","version":"1","questions":["check"]}'
cd "$1" || exit 1
echo $$ >adapter
sleep 600 & echo $! >child
exec $2
"#;

#[test]
fn nothing_outlives_the_command() {
    // After a signal that cannot be caught, the end of its input ends an adapter.
    let all = [("INT", "sleep 600"), ("TERM", "sleep 600"), ("HUP", "sleep 600"), ("KILL", "wc")];
    let ended = all.map(|(signal, then)| {
        let mut run = Run::start(signal, then);
        let mut processes = run.processes();
        if signal == "KILL" {
            let child = processes.pop().unwrap();
            send("KILL", &child);
        }
        processes.iter().for_each(|process| assert!(is_there(process), "{signal}"));
        send(signal, &run.command.id().to_string());
        wait_until(signal, || run.command.try_wait().unwrap().is_some());
        (signal, processes)
    });
    for (signal, processes) in ended {
        wait_until(signal, || !processes.iter().any(|process| is_there(process)));
    }
}

/// Serves the reference for the first hundred lines, creates the file `$2`, and then does not answer.
const FALLS_SILENT: &str = r#"sed -u 100q | "$1" adapter serve; touch "$2"; sleep 600"#;

#[test]
fn the_first_signal_ends_the_questions_and_not_the_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (mark, baseline) = (path("mark"), path("lawbook.txt"));
    let adapter = ["--", "sh", "-c", FALLS_SILENT, "sh", env!("CARGO_BIN_EXE_lawbook"), &mark];
    let (check, fuzz) = (["check", "--timeout", "600"], ["fuzz", "--timeout", "600"]);
    for (signal, command, more, says) in [
        ("INT", check, &["--format", "text"][..], "STOPPED: "),
        ("TERM", check, &["--format", "junit"], "<failure message=\"stopped after "),
        ("TERM", check, &["--format", "json"], "\"complete\": false"),
        ("INT", check, &["--baseline", &baseline, "--update"], "so the baseline is not written"),
        ("INT", fuzz, &["--seconds", "600"], "STOPPED: seed "),
        ("TERM", fuzz, &["--plies", "1000000", "--format", "json"], "\"stopped\": true"),
    ] {
        let _ = fs::remove_file(&mark);
        let command = spawn_piped(&mut heeding_signals(&[&command[..], more, &adapter].concat()));
        let process = command.id().to_string();
        wait_until(signal, || fs::exists(&mark).unwrap());
        send(signal, &process);
        let output = command.wait_with_output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(1), "{signal} {more:?}: {said}");
        assert!(said.contains(says), "{signal} {more:?}: {said}");
        assert!(!fs::exists(&baseline).unwrap());
    }
}

/// Logs each start and then serves shakmaty, which is linked into this build.
const COUNTED: &str = r#"echo started >>"$1"; exec "$2" adapter serve shakmaty"#;

#[test]
fn a_search_by_plies_has_one_process_whatever_the_number_of_threads() {
    let folder = empty_folder("processes/starts");
    let fuzz = |jobs| {
        let starts = folder.join(jobs);
        let log = starts.to_string_lossy();
        let games = ["fuzz", "--plies", "4000", "--seed", "1", "--no-known", "--format", "json"];
        let adapter = ["--", "sh", "-c", COUNTED, "sh", &log, env!("CARGO_BIN_EXE_lawbook")];
        let said = run(&[&games[..], &["--jobs", jobs], &adapter].concat(), b"").stdout;
        (String::from_utf8(said).unwrap(), fs::read_to_string(&starts).unwrap().lines().count())
    };
    let ((one, starts), (several, more)) = (fuzz("1"), fuzz("3"));
    assert!(one.contains("\"findings\""), "{one}");
    assert_eq!(one, several);
    // One process for the search, and one or two per finding to reproduce it.
    let findings = one.matches("\"diagnosis\"").count();
    assert!((1..=1 + 2 * findings).contains(&starts), "{starts} starts, {findings} findings");
    assert_eq!(more, starts);
}

/// A run of the command that waits for the adapter.
struct Run {
    folder: PathBuf,
    command: Child,
}

impl Run {
    fn start(name: &str, then: &str) -> Run {
        let folder = empty_folder(&format!("processes/{name}"));
        let mut command =
            heeding_signals(&["check", "--timeout", "600", "--", "sh", "-c", ADAPTER]);
        command.arg("sh").arg(&folder).arg(then);
        Run { folder, command: spawn_piped(&mut command) }
    }

    /// Process ids of the adapter and its child.
    fn processes(&self) -> Vec<String> {
        let names = ["adapter", "child"];
        let read = |name: &&str| {
            let text = fs::read_to_string(self.folder.join(name)).unwrap_or_default();
            text.ends_with('\n').then(|| text.trim().to_owned())
        };
        let mut numbers = None;
        wait_until("it starts", || {
            numbers = names.iter().map(read).collect();
            numbers.is_some()
        });
        numbers.unwrap()
    }
}

/// Cleans up if a test fails.
impl Drop for Run {
    fn drop(&mut self) {
        let _ = self.command.kill();
        let _ = self.command.wait();
    }
}

/// The command with default signal handling, even if the test runner ignores signals, as under `nohup`. Requires
/// an `env` that supports `--default-signal`.
fn heeding_signals(arguments: &[&str]) -> Command {
    let program = env!("CARGO_BIN_EXE_lawbook");
    let heed = "--default-signal";
    let is_known = Command::new("env").args([heed, "true"]).stderr(Stdio::null()).status();
    let mut command = if is_known.is_ok_and(|status| status.success()) {
        let mut command = Command::new("env");
        command.args([heed, program]);
        command
    } else {
        Command::new(program)
    };
    command.args(arguments);
    command
}

fn send(signal: &str, process: &str) -> bool {
    let kill = format!("kill -{signal} {process}");
    Command::new("sh").args(["-c", &kill]).stderr(Stdio::null()).status().unwrap().success()
}

fn is_there(process: &str) -> bool {
    send("0", process)
}

#[track_caller]
fn wait_until(what: &str, mut is_true: impl FnMut() -> bool) {
    let has_come = (0..3000).any(|_| {
        let is_true = is_true();
        if !is_true {
            thread::sleep(Duration::from_millis(10));
        }
        is_true
    });
    assert!(has_come, "{what}: half a minute was not enough");
}
