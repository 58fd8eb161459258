//! Starts the command under test, and reads what it writes.

use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
};

use serde_json::Value;

/// Folder of the small catalogue without errors.
pub(crate) const RIGHT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/right");

/// Starts the command with piped standard streams.
pub(crate) fn start(arguments: &[&str]) -> Child {
    spawn_piped(Command::new(env!("CARGO_BIN_EXE_lawbook")).args(arguments))
}

/// Spawns a process with piped standard streams.
pub(crate) fn spawn_piped(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs the command with this standard input. The command may exit without reading all of it.
pub(crate) fn run(arguments: &[&str], input: impl AsRef<[u8]> + Send) -> Output {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input.as_ref()));
        child.wait_with_output().unwrap()
    })
}

/// Runs the command. Returns the exit code, and standard output followed by standard error.
pub(crate) fn told(arguments: &[&str], input: impl AsRef<[u8]> + Send) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = run(arguments, input);
    (status.code(), String::from_utf8([stdout, stderr].concat()).unwrap())
}

/// Returns standard output of a run that succeeds.
#[track_caller]
pub(crate) fn printed(arguments: &[&str], input: impl AsRef<[u8]> + Send) -> String {
    let output = run(arguments, input);
    let talk = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {talk}");
    String::from_utf8(output.stdout).unwrap()
}

/// Reads lines of JSON.
pub(crate) fn json_lines(text: &[u8]) -> Vec<Value> {
    let text = str::from_utf8(text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Creates an empty folder for a test; `name` may have folders before it.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the files in a folder and its subfolders, by path in the folder.
pub(crate) fn files_in(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(folder).unwrap().to_owned();
        if path.is_dir() {
            found.extend(files_in(&path).into_iter().map(|(rest, bytes)| (name.join(rest), bytes)));
        } else if path.is_file() {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}
